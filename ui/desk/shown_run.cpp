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
    chooseBlock();
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

void ShownRun::showFile(const engine::trace::TracePtr& trace)
{
    m_isFile = true;
    m_isFresh = true;
    m_bench.feed.show(trace, {});
    m_bench.selection.clear();
    m_bench.playhead.setExtent(trace->extent());
    m_bench.playhead.setTime(trace->extent());
    chooseBlock();
    m_bench.timeline.showOpeningView();
    if (const auto time = m_bench.timeline.openingMoment())
        m_bench.playhead.setTime(*time);
}

void ShownRun::clear(const model::RunContext& context)
{
    m_bench.feed.show(nullptr, context);
    m_program.clear();
    m_isFresh = true;
}

/// Selects the block with the previous index. Selects the last block if the run starts with the opening view, or has no
/// block with this index.
void ShownRun::chooseBlock()
{
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    const int count = static_cast<int>(trace.blocks().size());
    const int before = m_bench.selection.block();
    if (!m_isFresh && before >= -1 && before < count)
        return;
    // The blocks of a training are epochs; trainings are viewed batch by batch, so select the whole run.
    m_bench.selection.setBlock(trace.steps().empty() ? count - 1 : -1);
}

}  // namespace ui::desk
