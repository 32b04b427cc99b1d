#pragma once

#include "ui/commands/actions.h"
#include "ui/commands/key_bindings.h"
#include "ui/files/session.h"
#include "ui/look/theme.h"
#include "ui/runs/workbench.h"

#include <QObject>

namespace ui::shell {

/// The persistent preferences (theme, contrast, size, motion, language, keys) and their dialog. Create this object
/// last, after all commands. Thread: GUI.
class Preferences : public QObject {
    Q_OBJECT

public:
    /// If `languages` is null, the window is in English.
    Preferences(const runs::Workbench& bench, look::Languages* languages);

    void read(const files::Session& session);
    void write(files::Session& session) const;
    [[nodiscard]] commands::KeyBindings& keys() { return m_keys; }

private:
    void open();
    void connectTheme();
    void changeScale(double factor);
    void setReducedMotion(bool isReduced);

    runs::Workbench m_bench;
    look::Languages* m_languages;
    commands::KeyBindings m_keys;
};

}  // namespace ui::shell
