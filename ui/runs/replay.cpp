#include "ui/runs/replay.h"

#include "ui/commands/actions.h"
#include "ui/listing/program_pane.h"
#include "ui/look/in_language.h"
#include "ui/runs/step_times.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>

namespace ui::runs {

Replay::Replay(const Workbench& bench, listing::ProgramPane& program)
    : QObject(&bench.window), m_bench(bench), m_program(program)
{
    QAction* next =
        add("nextSync", QT_TR_NOOP("Ne&xt wait"), QT_TR_NOOP("Move the playhead to the next wait of the program"),
            QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Right));
    QAction* previous =
        add("previousSync", QT_TR_NOOP("Pre&vious wait"), QT_TR_NOOP("Move the playhead to the previous wait"),
            QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Left));
    QAction* slower =
        add("slower", QT_TR_NOOP("S&lower"), QT_TR_NOOP("Replay at half speed"), QKeySequence(Qt::Key_Minus));
    QAction* faster =
        add("faster", QT_TR_NOOP("&Faster"), QT_TR_NOOP("Replay at double speed"), QKeySequence(Qt::Key_Equal));
    QAction* toggle =
        add("breakpoint", QT_TR_NOOP("Toggle &breakpoint"),
            QT_TR_NOOP("Stop the replay at the current line, or at the selected operation"), QKeySequence(Qt::Key_F9));
    QAction* clear = add("clearBreakpoints", QT_TR_NOOP("&Clear breakpoints"), QT_TR_NOOP("Replay without stops"), {});
    connect(next, &QAction::triggered, this,
            [this] { stepTo(model::nextSyncPoint(*m_bench.feed.trace(), m_bench.playhead.time())); });
    connect(previous, &QAction::triggered, this,
            [this] { stepTo(model::syncPointBefore(*m_bench.feed.trace(), m_bench.playhead.time())); });
    connect(slower, &QAction::triggered, this, [this] { m_bench.playhead.setFactor(m_bench.playhead.factor() / 2); });
    connect(faster, &QAction::triggered, this, [this] { m_bench.playhead.setFactor(m_bench.playhead.factor() * 2); });
    connect(toggle, &QAction::triggered, this, &Replay::toggleBreakpoint);
    connect(clear, &QAction::triggered, &m_breakpoints, &model::Breakpoints::clear);
    clear->setEnabled(false);

    connect(&m_program.listing().gutter(), &listing::ListingGutter::breakpointToggled, &m_breakpoints,
            &model::Breakpoints::toggleLine);
    connect(&m_breakpoints, &model::Breakpoints::changed, this, [this, clear] {
        clear->setEnabled(!m_breakpoints.isEmpty());
        m_program.listing().gutter().setBreakpoints(m_breakpoints.lines());
    });
    connect(&m_bench.feed, &model::TraceFeed::replaced, this, &Replay::adoptRun);
    connect(&m_bench.feed, &model::TraceFeed::extended, this, [this] {
        if (!m_bench.feed.trace()->isLive())
            adoptRun();
    });
    model::Playhead& playhead = m_bench.playhead;
    playhead.setStopAt([this](Nanoseconds from, Nanoseconds to) { return m_breakpoints.stopWithin(from, to); });
    connect(&playhead, &model::Playhead::moved, this, &Replay::follow);
    connect(&playhead, &model::Playhead::playingChanged, this, [this](bool isPlaying) {
        if (isPlaying)
            setReplaying(true);
        else if (m_bench.playhead.time() >= m_bench.playhead.extent())
            setReplaying(false);
    });
    connect(&playhead, &model::Playhead::paceChanged, this, [this] {
        if (m_bench.playhead.pace() == model::Pace::Instant) {
            setReplaying(false);
            endScrolling();
        }
    });
    adoptRun();
    connectCommands();
}

void Replay::connectCommands()
{
    const commands::Actions& actions = m_bench.actions;
    const auto on = [this](QAction* action, auto call) { connect(action, &QAction::triggered, this, call); };
    on(actions.play, [this] {
        if (m_bench.playhead.pace() == model::Pace::Instant)
            m_bench.playhead.setPace(model::Pace::SlowMotion);
        m_bench.playhead.toggle();
    });
    on(actions.pause, [this] { m_bench.playhead.pause(); });
    on(actions.step, [this] { stepTo(nextEvent(*m_bench.feed.trace(), m_bench.playhead.time())); });
    on(actions.stepBack, [this] { stepTo(eventBefore(*m_bench.feed.trace(), m_bench.playhead.time())); });
    on(actions.reset, [this] { stepTo(Nanoseconds{0}); });
    on(actions.paceReal, [this] { playAt(model::Pace::RealTime); });
    on(actions.paceSlow, [this] { playAt(model::Pace::SlowMotion); });
    on(actions.paceInstant, [this] { m_bench.playhead.setPace(model::Pace::Instant); });
}

void Replay::playAt(model::Pace pace)
{
    m_bench.playhead.setPace(pace);
    if (!m_bench.feed.trace()->isLive() && m_bench.playhead.extent().count() > 0)
        m_bench.playhead.play();
}

QAction* Replay::add(const char* name, const char* text, const char* tip, const QKeySequence& key)
{
    QAction* action = look::makeCommand(this, name, text, tip);
    action->setShortcut(key);
    m_actions << action;
    return action;
}

void Replay::keepKeysOnTimeline(QWidget& window)
{
    // These keys cannot be shortcuts of the window, because elsewhere Space presses buttons, and minus and equals are
    // text.
    QList<QAction*> single{m_bench.actions.play};
    for (QAction* action : m_actions)
        if (action->objectName() == QLatin1String("slower") || action->objectName() == QLatin1String("faster"))
            single << action;
    for (QAction* action : single) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        window.removeAction(action);
        m_bench.timeline.addAction(action);
    }
}

void Replay::adoptRun()
{
    const engine::trace::TracePtr& trace = m_bench.feed.trace();
    if (trace->run().program != m_programOfRun || trace->run().dialect.empty())
        m_breakpoints.clear();
    m_programOfRun = trace->run().program;
    m_lines = model::LineTimes(*trace);
    m_breakpoints.setRun(trace, m_lines);
    m_unscrolled.reset();
    setReplaying(false);
}

void Replay::setReplaying(bool isReplaying)
{
    if (isReplaying != m_isReplaying) {
        m_isReplaying = isReplaying;
        m_bench.timeline.setReplaying(isReplaying);
        emit replayingChanged(isReplaying);
    }
    follow(m_bench.playhead.time());
}

void Replay::stepTo(std::optional<Nanoseconds> moment)
{
    m_bench.playhead.pause();
    if (!moment)
        return;
    setReplaying(true);
    m_bench.playhead.setTime(*moment);
}

void Replay::follow(Nanoseconds time)
{
    m_program.listing().setCurrentLine(m_isReplaying ? m_lines.lineAt(time) : 0);
    m_program.listing().setMoment(m_isReplaying ? std::optional(time) : std::nullopt);
    m_program.output().setMoment(m_isReplaying ? std::optional(time) : std::nullopt);
    if (m_isReplaying)
        scrollTo(time);
}

/// Scrolls by whole pages, because a timeline that moves continuously cannot be read.
void Replay::scrollTo(Nanoseconds time)
{
    constexpr int kLead = 12;
    const model::TimeRange range = m_bench.range.range();
    if (time >= range.begin && time <= range.end)
        return;
    if (!m_unscrolled || range != m_scrolled)
        m_unscrolled = range;
    m_bench.range.setRange(range.movedBy(time - range.begin - range.length() / kLead));
    m_scrolled = m_bench.range.range();
}

/// Restores the visible range from before the replay scrolled, unless the user has changed the range in the meantime.
void Replay::endScrolling()
{
    if (m_unscrolled && m_bench.range.range() == m_scrolled)
        m_bench.range.setRange(*m_unscrolled);
    m_unscrolled.reset();
}

/// Toggles a breakpoint: on the cursor's line if the listing has the focus, else on the selected operation, else on the
/// selected line.
void Replay::toggleBreakpoint()
{
    listing::Listing& listing = m_program.listing();
    if (listing.hasFocus())
        m_breakpoints.toggleLine(listing.textCursor().blockNumber() + 1);
    else if (m_bench.feed.trace()->has(m_bench.selection.op()))  // false for operations of opened ranks
        m_breakpoints.toggleOp(m_bench.selection.op());
    else
        m_breakpoints.toggleLine(m_bench.selection.line());
}

QString Replay::factorText(double factor)
{
    if (factor == 1)
        return {};
    return factor > 1 ? QStringLiteral("%1×").arg(factor) : QStringLiteral("1/%1×").arg(1 / factor);
}

}  // namespace ui::runs
