#include "ui/model/visible_range.h"

#include "engine/analysis/scope.h"

namespace ui::model {

engine::Nanoseconds originOf(const engine::trace::Trace& trace)
{
    return engine::analysis::runScope(trace).begin;
}

int originLineOf(const engine::trace::Trace& trace)
{
    const engine::trace::BlockRecord* first = nullptr;
    for (const auto& block : trace.blocks())
        if (first == nullptr || block.begin < first->begin)
            first = &block;
    return first == nullptr ? 0 : first->line;
}

namespace {

constexpr engine::Nanoseconds kShortest{20};
constexpr std::size_t kHistory = 50;
constexpr std::int64_t kMarginShare = 50;  // margin: 1/50 of the extent, 2 %

TimeRange withMargin(const TimeRange& extent)
{
    const engine::Nanoseconds margin = extent.length() / kMarginShare;
    return {extent.begin - margin, extent.end + margin};
}

}  // namespace

TimeRange VisibleRange::clamped(const TimeRange& range, const TimeRange& extent)
{
    const TimeRange allowed = withMargin(extent);
    const engine::Nanoseconds most = std::max(allowed.length(), kShortest);
    const engine::Nanoseconds length = std::clamp(range.length(), kShortest, most);
    // A range that is clamped in length keeps its centre, so that zooming beyond the limits does not scroll.
    engine::Nanoseconds begin = range.begin + (range.length() - length) / 2;
    begin = std::min(begin, allowed.end - length);
    begin = std::max(begin, allowed.begin);
    return {begin, begin + length};
}

void VisibleRange::apply(const TimeRange& range)
{
    const TimeRange next = clamped(range, m_extent);
    const TimeRange whole = withMargin(m_extent);
    m_isFitted = next.begin <= whole.begin && next.end >= whole.end;
    if (next == m_range)
        return;
    m_range = next;
    emit changed(m_range);
}

void VisibleRange::setRange(const TimeRange& range)
{
    apply(range);
}

void VisibleRange::visit(const TimeRange& range)
{
    if (clamped(range, m_extent) == m_range)
        return;
    remember();
    apply(range);
}

void VisibleRange::remember()
{
    if (!m_past.empty() && m_past.back() == m_range)
        return;
    m_past.push_back(m_range);
    if (m_past.size() > kHistory)
        m_past.pop_front();
    m_future.clear();
}

void VisibleRange::setExtent(const TimeRange& extent)
{
    const TimeRange next{extent.begin, std::max(extent.end, extent.begin + engine::Nanoseconds{1})};
    if (next == m_extent)
        return;
    const bool wasFitted = m_isFitted;
    m_extent = next;
    apply(wasFitted ? withMargin(m_extent) : m_range);
}

void VisibleRange::fit()
{
    visit(withMargin(m_extent));
}

void VisibleRange::back()
{
    if (m_past.empty())
        return;
    m_future.push_back(m_range);
    const TimeRange target = m_past.back();
    m_past.pop_back();
    apply(target);
}

void VisibleRange::forward()
{
    if (m_future.empty())
        return;
    m_past.push_back(m_range);
    const TimeRange target = m_future.back();
    m_future.pop_back();
    apply(target);
}

void VisibleRange::setOrigin(engine::Nanoseconds origin)
{
    if (origin == m_origin)
        return;
    m_origin = origin;
    emit originChanged(m_origin);
}

}  // namespace ui::model
