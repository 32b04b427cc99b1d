#pragma once

#include "ui/model/breakpoints.h"
#include "ui/runs/workbench.h"

#include <QAction>
#include <QList>

namespace ui::listing {
class ProgramPane;
}

namespace ui::runs {

/// A run played again: the listing's line, the output and the veil over what has not run follow the playhead; play
/// stops at breakpoints; steps go to sync points, and the pace is halved and doubled. A replay begins with play or a
/// step, and is over at the run's end, with another run, or when the pace becomes instant. Thread: GUI.
class Replay : public QObject {
    Q_OBJECT

public:
    Replay(const Workbench& bench, listing::ProgramPane& program);

    /// "previousSync", "nextSync", "slower", "faster", "breakpoint", "clearBreakpoints".
    [[nodiscard]] QList<QAction*> actions() const { return m_actions; }
    /// Keys without modifier work on the timeline only; called when the window has its commands.
    void keepKeysOnTimeline(QWidget& window);

    [[nodiscard]] model::Breakpoints& breakpoints() { return m_breakpoints; }
    [[nodiscard]] bool isReplaying() const { return m_isReplaying; }
    void setReplaying(bool isReplaying);
    /// A step of the playhead, wherever it comes from, is part of a replay.
    void stepTo(std::optional<engine::Nanoseconds> moment);

    /// "¼×", "2×"; empty at the pace itself.
    [[nodiscard]] static QString factorText(double factor);

private:
    QAction* add(const char* name, const QString& text, const QString& tip, const QKeySequence& key);
    void connectCommands();
    void adoptRun();
    void follow(engine::Nanoseconds time);
    void toggleBreakpoint();

    Workbench m_bench;
    listing::ProgramPane& m_program;
    model::Breakpoints m_breakpoints;
    model::LineTimes m_lines;
    QList<QAction*> m_actions;
    std::string m_programOfRun;
    bool m_isReplaying = false;
};

}  // namespace ui::runs
