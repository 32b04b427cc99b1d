#include "ui/timeline/detail/view_range.h"

#include "ui/model/refused.h"

#include <utility>

namespace ui::timeline {

namespace {

/// Margins of the opening view, as fractions 1 / n of its length: before the first timed block, and after the end.
constexpr std::int64_t kLeadShare = 28;
constexpr std::int64_t kTailShare = 18;

}  // namespace

void ViewRange::showOpening()
{
    moveTo(openingRange());
    m_isOpening = true;
}

model::TimeRange ViewRange::openingRange() const
{
    const Nanoseconds end = m_scene.extent.end;
    if (const auto failure = model::rangeAroundFailure(*m_scene.trace))
        return *failure;
    if (const auto* batch = m_scene.batchInView()) {
        const engine::analysis::Scope view = engine::analysis::viewOf(*m_scene.trace, *batch);
        return {view.begin - view.length() / 14, view.end + view.length() / 6};
    }
    if (m_scene.origin <= Nanoseconds{0})
        return {-end / 50, end + end / 50};
    const Nanoseconds length = end - m_scene.origin;
    return {m_scene.origin - length / kLeadShare, end + length / kTailShare};
}

std::optional<Nanoseconds> ViewRange::openingMoment() const
{
    const auto* batch = m_scene.batchInView();
    if (batch == nullptr)
        return std::nullopt;
    // At 5/8 of a batch, the forward operations are usually complete, and later operations are not.
    const engine::analysis::Scope view = engine::analysis::viewOf(*m_scene.trace, *batch);
    return view.begin + view.length() * 5 / 8;
}

void ViewRange::setFollowing(bool isFollowing)
{
    if (std::exchange(m_isFollowing, isFollowing) != isFollowing && isFollowing)
        moveTo(atEnd(m_range.range().length()));
}

void ViewRange::adoptRun(drawing::Continuity continuity)
{
    const Nanoseconds length = m_range.range().length();
    m_isMoving = true;
    m_range.setExtent(m_scene.extent);
    m_range.setOrigin(model::originOf(*m_scene.trace));
    m_isMoving = false;
    if (continuity == drawing::Continuity::SameRun && m_isFollowing)
        moveTo(atEnd(length));
}

void ViewRange::moveTo(const model::TimeRange& range)
{
    m_isMoving = true;
    m_range.setRange(range);
    m_isMoving = false;
}

model::TimeRange ViewRange::atEnd(Nanoseconds length) const
{
    const Nanoseconds right = std::max(m_scene.trace->extent(), Nanoseconds{1}) + length / 50;
    return {right - length, right};
}

}  // namespace ui::timeline
