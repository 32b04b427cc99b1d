#include "ui/desk/shown_run.h"

#include "ui/timeline/timeline_view.h"

namespace ui::desk {

ShownRun::ShownRun(const runs::Workbench& bench, std::optional<model::TimeRange> view, QObject* parent)
    : QObject(parent), m_bench(bench), m_view(view)
{
    connect(&m_bench.playhead, &model::Playhead::playingChanged, this, [this](bool isPlaying) {
        const model::Playhead& playhead = m_bench.playhead;
        m_isPaused = !isPlaying && playhead.time() < playhead.extent() && playhead.pace() != model::Pace::Instant;
    });
    connect(&m_bench.selection, &model::Selection::scopeChanged, this, [this] { m_isScopeChosen = true; });
}

void ShownRun::expectOther()
{
    m_isFresh = true;
    m_isFile = false;
}

void ShownRun::showRun(const QString& program)
{
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    m_program = program;
    m_bench.playhead.setExtent(trace.extent());
    chooseScope();
    if (m_isFresh) {
        m_isFresh = false;
        if (m_view && m_view->end <= trace.extent() * 2)
            m_bench.range.setRange(*m_view);
        else
            m_bench.timeline.showOpeningView();
        m_view.reset();
    }
    placePlayhead();
}

void ShownRun::placePlayhead()
{
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    model::Playhead& playhead = m_bench.playhead;
    playhead.pause();
    m_isPaused = false;
    if (trace.error()) {
        playhead.setTime(trace.error()->time);
    } else if (playhead.pace() == model::Pace::Instant) {
        playhead.setTime(m_bench.timeline.openingMoment().value_or(trace.extent()));
    } else {
        playhead.setTime(engine::Nanoseconds{0});
        playhead.play();
    }
}

void ShownRun::showFile(const engine::trace::TracePtr& trace, const model::RunContext& context)
{
    m_isFile = true;
    m_isFresh = true;
    m_isPaused = false;
    m_bench.feed.show(trace, context);
    m_bench.selection.clear();
    m_bench.playhead.setExtent(trace->extent());
    m_bench.playhead.setTime(trace->extent());
    chooseScope();
    m_bench.timeline.showOpeningView();
    if (const auto time = m_bench.timeline.openingMoment())
        m_bench.playhead.setTime(*time);
}

void ShownRun::clear(const model::RunContext& context)
{
    m_bench.feed.show(nullptr, context);
    m_program.clear();
    m_isFresh = true;
    m_isPaused = false;
}

/// Selects the scope. For a newly opened program, it is the last timed block; for a training the whole run, because the
/// blocks of a training are epochs and it is viewed batch by batch. If a previous run is shown for comparison, the
/// scope is the whole run, because the runs are compared as a whole. A scope that the user or a lesson has chosen is
/// kept, unless it is a block that the run does not have.
void ShownRun::chooseScope()
{
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    model::Selection& selection = m_bench.selection;
    const int count = static_cast<int>(trace.blocks().size());
    if (m_isFresh || selection.block() >= count)
        selection.setBlock(trace.programPart().steps.empty() ? count - 1 : -1);
    else if (!m_isScopeChosen && m_bench.feed.hasBefore())
        selection.setBlock(-1);
    else
        return;
    m_isScopeChosen = false;
}

}  // namespace ui::desk
