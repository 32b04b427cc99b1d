#pragma once

#include "engine/base/result.h"
#include "ui/files/session.h"
#include "ui/runs/banner.h"

#include <QMap>
#include <QObject>
#include <QSettings>
#include <QTimer>
#include <QVariant>
#include <cstdint>
#include <functional>
#include <optional>

namespace ui::files {

/// The settings file, which stores the session. Only this class reads and writes it. The file is replaced completely or
/// not at all. Thread: GUI.
class SessionStore : public QObject {
    Q_OBJECT

public:
    /// Time from the first edit that is not stored yet to the write, in milliseconds.
    static constexpr int kDelayMs = 700;

    explicit SessionStore(QSettings& settings) : m_settings(settings) {}

    /// Reads the stored session, also one of another version of Overlap. Missing and invalid values are replaced by
    /// their defaults.
    [[nodiscard]] Session read() const;
    void write(const Session& session);
    /// Whether the previous process stored edits and then ended without end(). read() returns these edits.
    [[nodiscard]] bool wasKilled() const;
    /// The message to show if wasKilled().
    [[nodiscard]] static runs::Banner::MakeTexts recovery();
    /// Copies the settings file if this version does not understand all of it, before write() replaces it. Returns a
    /// message that reports the copy; none if everything is understood.
    [[nodiscard]] std::optional<runs::Banner::MakeMessage> backUpUnknown() const;

    /// Writes `session` kDelayMs after an edit, a flip or a change of a parameter in `document`, so that a killed
    /// process loses only the newest edits.
    void follow(const listing::ProgramDocument& document, const std::function<Session()>& session);
    /// Call this after an edit outside the document. follow() must have been called before.
    void writeSoon();
    /// Writes `session` and marks a normal exit, so that wasKilled() is false at the next start.
    void end(const Session& session);

    /// The message to show after refused().
    [[nodiscard]] runs::Banner::MakeMessage refusal() const;

signals:
    void saved();
    /// Emitted once, when a write of the settings fails for the first time; the edits are then not stored.
    void refused();

private:
    enum class Ending : std::uint8_t { None, Normal };  ///< None: if the process is killed now, wasKilled() is true

    void write(const Session& session, Ending ending);
    void replace(const QMap<QString, QVariant>& values);

    QSettings& m_settings;
    QTimer m_timer;
    std::optional<engine::Error> m_refusal;
};

/// Converts the user's edits of a program to JSON and back. Missing and invalid values are replaced by their defaults.
[[nodiscard]] QJsonObject toJson(const listing::ProgramState& state);
[[nodiscard]] listing::ProgramState stateFrom(const QJsonObject& json);

}  // namespace ui::files
