#pragma once

#include "ui/files/session.h"
#include "ui/runs/banner.h"

#include <QObject>
#include <QSettings>
#include <QTimer>
#include <functional>
#include <optional>

namespace ui::files {

/// The settings file, which stores the session. Only this class reads and writes it. QSettings replaces the file
/// atomically. Thread: GUI.
class SessionStore : public QObject {
    Q_OBJECT

public:
    /// Time from the last edit to the write, in milliseconds.
    static constexpr int kDelayMs = 700;

    explicit SessionStore(QSettings& settings) : m_settings(settings) {}

    /// The stored session, also of another version of Overlap. Missing and broken values have their defaults.
    [[nodiscard]] Session read() const;
    void write(const Session& session);
    /// The previous process ended without end(); read() returns its edits.
    [[nodiscard]] bool wasKilled() const;
    /// Copies the settings if this version does not understand all of them, before write() replaces them. Returns the
    /// message that reports it; none: all is understood.
    [[nodiscard]] std::optional<runs::Banner::Message> backUpUnknown() const;

    /// Writes `session` after every edit, flip and parameter of `document`, so that a killed process loses only its
    /// run.
    void follow(const listing::ProgramDocument& document, const std::function<Session()>& session);
    /// The last write; the next start finds an orderly end.
    void end(const Session& session);

signals:
    void saved();

private:
    QSettings& m_settings;
    QTimer m_timer;
};

/// What a reader changed in a program as JSON, and back; missing and broken values have their defaults.
[[nodiscard]] QJsonObject toJson(const listing::ProgramState& state);
[[nodiscard]] listing::ProgramState stateFrom(const QJsonObject& json);

}  // namespace ui::files
