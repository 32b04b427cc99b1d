#pragma once

#include "ui/commands/actions.h"
#include "ui/commands/key_bindings.h"
#include "ui/files/session.h"
#include "ui/look/theme.h"
#include "ui/runs/workbench.h"

#include <QObject>

namespace ui::shell {

/// What a reader sets for good: theme, contrast, size, motion, language, keys; and the dialog for it. Created last,
/// when every command exists. Thread: GUI.
class Preferences : public QObject {
    Q_OBJECT

public:
    /// `languages` null: the window speaks English.
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
