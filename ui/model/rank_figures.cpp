#include "ui/model/rank_figures.h"

#include "engine/base/expect.h"

namespace ui::model {

using engine::analysis::LateReason;

void RankFigures::follow(const engine::trace::TracePtr& trace)
{
    if (m_set == trace->rankPart().set)
        return;
    m_set = trace->rankPart().set;
    m_lateness.reset();
    m_work.reset();
    m_reasons.assign(m_set ? m_set->members().size() : 0, std::nullopt);
    m_buckets.reset();
}

const std::shared_ptr<const engine::analysis::Lateness>& RankFigures::lateness()
{
    ENGINE_EXPECT(m_set != nullptr);
    if (!m_lateness)
        m_lateness = std::make_shared<const engine::analysis::Lateness>(engine::analysis::lateness(*m_set));
    return m_lateness;
}

const engine::analysis::RankWork& RankFigures::work()
{
    if (!m_work)
        m_work = engine::analysis::workOf(*m_set, *lateness());
    return *m_work;
}

const LateReason& RankFigures::reasonOf(std::uint32_t member)
{
    std::optional<LateReason>& reason = m_reasons[member];
    const RankLoader::Rank* const rank = m_loader.find(member);
    const bool isLoaded = rank != nullptr && rank->state == RankLoader::State::Loaded;
    if (!reason || (isLoaded && reason->cause == engine::analysis::LateCause::NotLoaded))
        reason = engine::analysis::reasonOf(*m_set, *lateness(), member, isLoaded ? &rank->member : nullptr);
    return *reason;
}

const std::vector<engine::analysis::Bucket>& RankFigures::bucketsIn(const engine::analysis::Scope& step,
                                                                    std::size_t mostTimed)
{
    if (!m_buckets || m_buckets->step.begin != step.begin || m_buckets->step.end != step.end)
        m_buckets = {step, engine::analysis::bucketsIn(*m_set, step, mostTimed)};
    return m_buckets->buckets;
}

}  // namespace ui::model
