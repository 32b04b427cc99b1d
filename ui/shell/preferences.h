#pragma once

#include "ui/commands/actions.h"
#include "ui/commands/key_bindings.h"
#include "ui/files/session.h"
#include "ui/look/theme.h"

#include <QObject>

namespace ui::timeline {
class TimelineView;
}

namespace ui::shell {

/// What a reader set once and for all: contrast, the size for a lecture hall, keys; and the dialog for it. Made last,
/// when every command is there. Thread: GUI.
class Preferences : public QObject {
    Q_OBJECT

public:
    Preferences(look::Theme& theme, look::Languages* languages, commands::Actions& actions,
                timeline::TimelineView& timeline, QWidget& window);

    void read(const files::Session& session);
    void write(files::Session& session) const;
    [[nodiscard]] commands::KeyBindings& keys() { return m_keys; }

private:
    void open();

    look::Theme& m_theme;
    look::Languages* m_languages;
    commands::Actions& m_actions;
    QWidget& m_window;
    commands::KeyBindings m_keys;
};

}  // namespace ui::shell
