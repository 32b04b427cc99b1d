#pragma once

#include "ui/model/breakpoints.h"
#include "ui/model/time_range.h"
#include "ui/runs/workbench.h"

#include <QAction>
#include <QList>
#include <optional>

namespace ui::listing {
class ProgramPane;
}

namespace ui::runs {

/// Replays a finished run. The current line of the listing, the output and the grey overlay on later times follow the
/// playhead. Play stops at breakpoints; steps move to the next event or sync point, or back; two commands halve and
/// double the pace. Play or a step starts a replay. The replay ends at the end of the run, when another run is
/// displayed, or when the pace becomes instant. Thread: GUI.
class Replay : public QObject {
    Q_OBJECT

public:
    Replay(const Workbench& bench, listing::ProgramPane& program);

    /// The actions "previousSync", "nextSync", "slower", "faster", "breakpoint", "clearBreakpoints".
    [[nodiscard]] QList<QAction*> actions() const { return m_actions; }
    /// Restricts the shortcuts without modifier, of the commands play, slower and faster, to the timeline. Call it
    /// after the window has added its commands.
    void keepKeysOnTimeline(QWidget& window);

    [[nodiscard]] model::Breakpoints& breakpoints() { return m_breakpoints; }
    [[nodiscard]] bool isReplaying() const { return m_isReplaying; }
    void setReplaying(bool isReplaying);
    /// Pauses, starts a replay if none is active, and moves the playhead. Without a time, only pauses.
    void stepTo(std::optional<engine::Nanoseconds> moment);

    /// Formats a factor: "1/4×", "2×"; empty for factor 1.
    [[nodiscard]] static QString factorText(double factor);

signals:
    void replayingChanged(bool isReplaying);

private:
    QAction* add(const char* name, const char* text, const char* tip, const QKeySequence& key);
    void connectCommands();
    void playAt(model::Pace pace);
    void adoptRun();
    void follow(engine::Nanoseconds time);
    void scrollTo(engine::Nanoseconds time);
    void endScrolling();
    void toggleBreakpoint();

    Workbench m_bench;
    listing::ProgramPane& m_program;
    model::Breakpoints m_breakpoints;
    model::LineTimes m_lines;
    QList<QAction*> m_actions;
    std::string m_programOfRun;
    bool m_isReplaying = false;
    std::optional<model::TimeRange> m_unscrolled;  ///< the visible range before the replay scrolled
    model::TimeRange m_scrolled;                   ///< the visible range that the replay set last
};

}  // namespace ui::runs
