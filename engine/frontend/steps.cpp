#include "engine/frontend/detail/steps.h"

#include "engine/messages/messages.h"
#include "engine/trace/sink.h"

namespace engine::frontend {

void Steps::begin(const trace::StepRecord& step)
{
    end(step.kind, step.begin);
    m_steps[static_cast<std::size_t>(step.kind)] = step;
}

void Steps::end(trace::StepKind kind, Nanoseconds now)
{
    if (kind == trace::StepKind::Epoch)
        end(trace::StepKind::Batch, now);
    std::optional<trace::StepRecord>& step = m_steps[static_cast<std::size_t>(kind)];
    if (!step)
        return;
    step->end = now;
    m_sink.write(*step);
    step.reset();
}

Message Steps::stoppedIn() const
{
    const std::optional<trace::StepRecord>& batch = m_steps[static_cast<std::size_t>(trace::StepKind::Batch)];
    if (!batch)
        return {};
    return batch->count > 0 ? message("run.stopped-in-batch", batch->index + 1, batch->count)
                            : message("run.stopped-in", batch->index + 1);
}

}  // namespace engine::frontend
