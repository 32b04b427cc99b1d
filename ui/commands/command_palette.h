#pragma once

#include "ui/commands/actions.h"
#include "ui/look/theme.h"

#include <QDialog>
#include <QLineEdit>
#include <QListWidget>

namespace ui::commands {

/// Searches the enabled commands by name and status tip; Enter triggers the selected one. Thread: GUI.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    /// `hint` is the placeholder of the empty field.
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

/// Whether the characters of `pattern` occur in `text` in this order, ignoring case and the spaces of `pattern`.
[[nodiscard]] bool matchesLetters(const QString& text, const QString& pattern);

}  // namespace ui::commands
