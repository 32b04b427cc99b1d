#include "ui/runs/replay.h"

#include "ui/listing/program_pane.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>

namespace ui::runs {

using engine::Nanoseconds;

Replay::Replay(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts)
{
    QAction* next = add("nextSync", tr("Ne&xt sync point"), tr("Move the playhead to the next wait of the program"),
                        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Right));
    QAction* previous = add("previousSync", tr("Pre&vious sync point"), tr("Move the playhead to the wait before"),
                            QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Left));
    QAction* slower = add("slower", tr("S&lower"), tr("Replay at half the pace"), QKeySequence(Qt::Key_Minus));
    QAction* faster = add("faster", tr("&Faster"), tr("Replay at twice the pace"), QKeySequence(Qt::Key_Equal));
    QAction* toggle =
        add("breakpoint", tr("Toggle &breakpoint"),
            tr("Stop the replay at the current line, or at the selected operation"), QKeySequence(Qt::Key_F9));
    QAction* clear = add("clearBreakpoints", tr("&Clear breakpoints"), tr("Replay without stops"), {});
    connect(next, &QAction::triggered, this,
            [this] { stepTo(model::nextSyncPoint(*m_parts.feed.trace(), m_parts.playhead.time())); });
    connect(previous, &QAction::triggered, this,
            [this] { stepTo(model::syncPointBefore(*m_parts.feed.trace(), m_parts.playhead.time())); });
    connect(slower, &QAction::triggered, this, [this] { m_parts.playhead.setFactor(m_parts.playhead.factor() / 2); });
    connect(faster, &QAction::triggered, this, [this] { m_parts.playhead.setFactor(m_parts.playhead.factor() * 2); });
    connect(toggle, &QAction::triggered, this, &Replay::toggleBreakpoint);
    connect(clear, &QAction::triggered, &m_breakpoints, &model::Breakpoints::clear);
    clear->setEnabled(false);

    listing::Listing& listing = m_parts.program.listing();
    connect(&listing, &listing::Listing::breakpointToggled, &m_breakpoints, &model::Breakpoints::toggleLine);
    connect(&m_breakpoints, &model::Breakpoints::changed, this, [this, clear] {
        clear->setEnabled(!m_breakpoints.isEmpty());
        m_parts.program.listing().setBreakpoints(m_breakpoints.lines());
    });
    connect(&m_parts.feed, &model::TraceFeed::replaced, this, &Replay::adoptRun);
    connect(&m_parts.feed, &model::TraceFeed::extended, this, [this] {
        if (!m_parts.feed.trace()->isLive())
            adoptRun();
    });
    model::Playhead& playhead = m_parts.playhead;
    playhead.setStopAt([this](Nanoseconds from, Nanoseconds to) { return m_breakpoints.stopWithin(from, to); });
    connect(&playhead, &model::Playhead::moved, this, &Replay::follow);
    connect(&playhead, &model::Playhead::playingChanged, this, [this](bool isPlaying) {
        if (isPlaying)
            setReplaying(true);
        else if (m_parts.playhead.time() >= m_parts.playhead.extent())
            setReplaying(false);
    });
    connect(&playhead, &model::Playhead::paceChanged, this, [this] {
        if (m_parts.playhead.pace() == model::Pace::Instant)
            setReplaying(false);
    });
    adoptRun();
}

QAction* Replay::add(const char* name, const QString& text, const QString& tip, const QKeySequence& key)
{
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setStatusTip(tip);
    if (key.isEmpty())
        action->setToolTip(tip);
    else
        action->setShortcut(key);
    m_actions << action;
    return action;
}

void Replay::keepKeysOnTimeline(QWidget& window)
{
    // Signs that are typed elsewhere.
    for (QAction* action : m_actions) {
        if (action->objectName() != QLatin1String("slower") && action->objectName() != QLatin1String("faster"))
            continue;
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        window.removeAction(action);
        m_parts.timeline.addAction(action);
    }
}

void Replay::adoptRun()
{
    const engine::trace::TracePtr& trace = m_parts.feed.trace();
    const bool isSameProgram = trace->run().program == m_program && trace->run().dialect.size() > 0;
    m_program = trace->run().program;
    m_lines = model::LineTimes(*trace);
    m_breakpoints.setRun(trace, m_lines, isSameProgram);
    setReplaying(false);
}

void Replay::setReplaying(bool isReplaying)
{
    if (isReplaying != m_isReplaying) {
        m_isReplaying = isReplaying;
        m_parts.timeline.setReplaying(isReplaying);
    }
    follow(m_parts.playhead.time());
}

void Replay::stepTo(std::optional<Nanoseconds> moment)
{
    m_parts.playhead.pause();
    if (!moment)
        return;
    setReplaying(true);
    m_parts.playhead.setTime(*moment);
}

void Replay::follow(Nanoseconds time)
{
    m_parts.program.listing().setCurrentLine(m_isReplaying ? m_lines.lineAt(time) : 0);
    m_parts.program.output().setMoment(m_isReplaying ? std::optional(time) : std::nullopt);
    if (!m_isReplaying)
        return;
    // The view goes along page by page: a picture that slides under the eye cannot be read.
    const model::TimeRange& range = m_parts.range.range();
    if (time > range.end || time < range.begin) {
        constexpr int kLead = 12;
        m_parts.range.setRange(range.movedBy(time - range.begin - range.length() / kLead));
    }
}

/// In the listing at its line; elsewhere at the selected operation, or at the selected line.
void Replay::toggleBreakpoint()
{
    listing::Listing& listing = m_parts.program.listing();
    if (listing.hasFocus())
        m_breakpoints.toggleLine(listing.textCursor().blockNumber() + 1);
    else if (m_parts.selection.op().isValid())
        m_breakpoints.toggleOp(m_parts.selection.op());
    else
        m_breakpoints.toggleLine(m_parts.selection.line());
}

QString Replay::factorText(double factor)
{
    if (factor == 1)
        return {};
    return factor > 1 ? QStringLiteral("%1×").arg(factor) : QStringLiteral("1/%1×").arg(1 / factor);
}

}  // namespace ui::runs
