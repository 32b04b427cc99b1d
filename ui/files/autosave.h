#pragma once

#include "ui/files/session.h"

#include <QObject>
#include <QSettings>
#include <QTimer>
#include <functional>

namespace ui::listing {
class ProgramDocument;
}

namespace ui::files {

/// Writes the session a moment after every edit, flip and parameter, so that a process that is killed loses nothing but
/// its run. Thread: GUI.
class Autosave : public QObject {
    Q_OBJECT

public:
    /// How long after the last change, in milliseconds.
    static constexpr int kDelayMs = 700;

    Autosave(QSettings& settings, listing::ProgramDocument& document, std::function<Session()> session,
             QObject* parent = nullptr);

    /// The process before ended without end(): what it had was read from the settings.
    [[nodiscard]] static bool wasKilled(const QSettings& settings);
    /// From here on a start that finds no end() knows that this process was killed.
    void begin();
    void end();

signals:
    void saved();

private:
    void save();

    QSettings& m_settings;
    std::function<Session()> m_session;
    QTimer m_timer;
};

}  // namespace ui::files
