#pragma once

#include "ui/commands/actions.h"
#include "ui/look/theme.h"

#include <QDialog>
#include <QLineEdit>
#include <QListWidget>

namespace ui::commands {

/// Every command by its name: type a few letters, Enter does it. Thread: GUI.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    /// `hint` stands in the empty field.
    CommandPalette(const look::Theme& theme, const QList<QAction*>& actions, const QString& hint, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& text);
    void choose();

    const look::Theme& m_theme;
    QList<QAction*> m_actions;
    QLineEdit* m_input = nullptr;
    QListWidget* m_list = nullptr;
};

/// Whether the letters of `pattern` occur in `text` in this order, whatever the case.
[[nodiscard]] bool matchesLetters(const QString& text, const QString& pattern);

}  // namespace ui::commands
