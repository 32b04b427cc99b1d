#pragma once

#include "ui/commands/actions.h"
#include "ui/look/theme.h"

#include <QWidget>

namespace ui::commands {

/// An overlay with the keys of all commands that have one, and with the gestures; any key or click closes it. Thread:
/// GUI.
class KeyHelp : public QWidget {
    Q_OBJECT

public:
    KeyHelp(const look::Theme& theme, const Actions& actions, QWidget* parent);

    void open();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry {
        QString keys;
        QString text;
        bool isTitle = false;
    };
    [[nodiscard]] QList<Entry> entries() const;
    [[nodiscard]] int widestOf(const QList<Entry>& list) const;

    const look::Theme& m_theme;
    const Actions& m_actions;
};

}  // namespace ui::commands
