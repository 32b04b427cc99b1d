#pragma once

#include "ui/runs/workbench.h"

#include <QObject>
#include <optional>

namespace ui::desk {

/// The displayed run: whether it came from a file, its program, and its scope, visible range and playhead. Thread: GUI.
class ShownRun : public QObject {
    Q_OBJECT

public:
    /// `view` is the visible range of the previous session. It is used for the first displayed run, unless the range
    /// ends later than twice the length of that run.
    ShownRun(const runs::Workbench& bench, std::optional<model::TimeRange> view, QObject* parent);

    /// Whether the trace of a file is displayed instead of a run of the listing.
    [[nodiscard]] bool isFile() const { return m_isFile; }
    /// Whether the last finished run that was displayed is of `program`.
    [[nodiscard]] bool isOf(const QString& program) const { return m_program == program; }
    /// Whether the replay was stopped before its end, so that Run resumes it.
    [[nodiscard]] bool isPaused() const
    {
        return m_isPaused && !m_bench.playhead.isPlaying() && m_bench.playhead.pace() != model::Pace::Instant;
    }

    /// Declares that the next run is of another program or machine, so that it starts with the default scope and range.
    void expectOther();
    /// Declares that the next trace in the feed is a run of the listing, not a file.
    void expectRun() { m_isFile = false; }
    /// Discards the previous session's range. Call this if the session starts with a different program.
    void forgetView() { m_view.reset(); }
    /// Call this when a finished run of `program` is in the feed; sets scope, range and playhead.
    void showRun(const QString& program);
    /// Puts the trace of a file into the feed, and sets scope, range and playhead.
    void showFile(const engine::trace::TracePtr& trace, const model::RunContext& context);
    /// Empties the feed; no run is displayed.
    void clear(const model::RunContext& context);

private:
    void chooseScope();
    void placePlayhead();

    runs::Workbench m_bench;
    std::optional<model::TimeRange> m_view;
    bool m_isFile = false;
    bool m_isFresh = true;  ///< the next run starts with the default scope and visible range
    bool m_isPaused = false;
    bool m_isScopeChosen = false;  ///< the scope was set elsewhere, by the user or a lesson, so it is kept
    QString m_program;
};

}  // namespace ui::desk
