#include "engine/io/detail/device_work.h"

#include <tuple>

namespace engine::io::detail {

namespace {

/// Whether a call returns only after device work has ended.
bool isWaiting(std::string_view call)
{
    if (contains(call, "Synchronize"))
        return true;
    constexpr std::string_view kCopies[] = {"cudaMemcpy", "hipMemcpy", "cuMemcpyDtoH_v2", "cuMemcpyHtoD_v2"};
    const std::string_view plain = call.substr(0, call.find("_v3020"));
    return std::find(std::begin(kCopies), std::end(kCopies), plain) != std::end(kCopies);
}

trace::WaitTarget targetOf(std::string_view call)
{
    if (contains(call, "Stream"))
        return trace::WaitTarget::Stream;
    if (contains(call, "Event"))
        return trace::WaitTarget::Event;
    return contains(call, "Device") || contains(call, "Ctx") ? trace::WaitTarget::Device : trace::WaitTarget::Op;
}

}  // namespace

SlicesOfThreads::SlicesOfThreads(const ImportedEvents& events) : m_events(events), m_slices(events.threads.size())
{
    for (std::uint32_t i = 0; i < events.slices.size(); ++i)
        if (events.slices[i].layer != Layer::Python && events.slices[i].layer != Layer::Annotation)
            m_slices[events.slices[i].thread].push_back(i);
}

std::optional<std::uint32_t> SlicesOfThreads::innermostAt(std::uint32_t thread, std::int64_t time) const
{
    const std::vector<std::uint32_t>& slices = m_slices[thread];
    auto at =
        std::ranges::upper_bound(slices, time, {}, [&](std::uint32_t slice) { return m_events.slices[slice].begin; });
    // A slice that encloses `time` may begin long before `time`. Searches at most 256 slices, which bounds the cost: an
    // enclosing slice is not found if more slices begin between its begin and `time`.
    for (int tries = 0; at != slices.begin() && tries < 256; ++tries) {
        --at;
        if (m_events.slices[*at].end >= time)
            return *at;
    }
    return std::nullopt;
}

std::span<const std::uint32_t> SlicesOfThreads::within(std::uint32_t slice) const
{
    const ImportedSlice& outer = m_events.slices[slice];
    const std::vector<std::uint32_t>& slices = m_slices[outer.thread];
    const auto from = std::ranges::lower_bound(slices, slice);
    auto to = from;
    for (int count = 0; to != slices.end() && m_events.slices[*to].begin < outer.end && count < 4096; ++count)
        ++to;
    return {from, to};
}

void linkByFlows(ImportedEvents& events)
{
    std::vector<FlowEnd> ends;
    for (const FlowEnd& flow : events.flows)
        if (events.texts[flow.category] == "ac2g" || events.texts[flow.category] == "async_cpu_to_gpu")
            ends.push_back(flow);
    if (ends.empty())
        return;
    std::ranges::sort(ends, [](const FlowEnd& a, const FlowEnd& b) {
        return std::tuple(a.key, !a.isStart, a.time) < std::tuple(b.key, !b.isStart, b.time);
    });
    const SlicesOfThreads slices(events);
    for (std::size_t i = 1; i < ends.size(); ++i) {
        const FlowEnd& from = ends[i - 1];
        const FlowEnd& to = ends[i];
        if (from.key != to.key || !from.isStart || to.isStart)
            continue;
        const auto call = slices.innermostAt(from.thread, from.time);
        const auto work = slices.innermostAt(to.thread, to.time);
        if (!call || !work || events.slices[*call].link != 0 || events.slices[*work].link != 0)
            continue;
        if (events.slices[*call].layer != Layer::HostCall || events.slices[*work].layer != Layer::Gpu)
            continue;
        // The link is negative, so that it differs from all numbers that a driver assigns.
        events.slices[*call].link = events.slices[*work].link = -static_cast<std::int64_t>(i);
    }
}

std::size_t findLaunch(const PlacedSlices& placed, std::int64_t link)
{
    const auto at = std::ranges::lower_bound(placed.launches, link, {}, &Launch::link);
    return at != placed.launches.end() && at->link == link ? static_cast<std::size_t>(at - placed.launches.begin())
                                                           : placed.launches.size();
}

DeviceWork findDeviceWork(const ImportedEvents& events, const PlacedSlices& placed)
{
    DeviceWork work;
    std::unordered_map<std::int64_t, std::uint32_t> streams;  // by link of a waiting call: the awaited stream
    for (std::uint32_t i = 0; i < events.slices.size(); ++i) {
        const ImportedSlice& slice = events.slices[i];
        if (slice.layer == Layer::Sync && slice.link != 0 && events.details[slice.details].stream >= 0)
            streams.emplace(slice.link, slice.thread);
        if (slice.layer != Layer::Gpu)
            continue;
        WorkItem item{slice.begin, slice.begin, i, WorkItem::kNone};
        const std::size_t launch = slice.link != 0 ? findLaunch(placed, slice.link) : placed.launches.size();
        if (launch < placed.launches.size()) {
            const ImportedSlice& call = events.slices[placed.launches[launch].slice];
            item.launch = static_cast<std::uint32_t>(launch);
            // Work may start before the call that issued it returns. The issue is therefore recorded as ended when the
            // work starts, at the latest.
            item.issueBegin = std::min(call.begin, slice.begin);
            item.issueEnd = std::clamp(call.end, item.issueBegin, std::max(item.issueBegin, slice.begin));
        }
        work.items.push_back(item);
    }
    std::ranges::sort(work.items, [](const WorkItem& a, const WorkItem& b) {
        return std::tuple(a.issueEnd, a.slice) < std::tuple(b.issueEnd, b.slice);
    });

    std::unordered_map<std::uint32_t, bool> waiting;  // for each name of a call: whether the call waits
    for (std::uint32_t i = 0; i < events.slices.size(); ++i) {
        const ImportedSlice& slice = events.slices[i];
        if (slice.layer != Layer::HostCall)
            continue;
        const auto [known, isNew] = waiting.try_emplace(slice.name, false);
        if (isNew)
            known->second = isWaiting(events.texts[slice.name]);
        if (!known->second)
            continue;
        WaitFor wait;
        wait.target = targetOf(events.texts[slice.name]);
        if (const auto stream = streams.find(slice.link); stream != streams.end())
            wait.thread = stream->second;
        work.waits.emplace(i, wait);
    }
    return work;
}

}  // namespace engine::io::detail
