#include "engine/io/detail/stream_waits.h"

#include <tuple>

namespace engine::io::detail {

namespace {

class WorkByStream {
public:
    WorkByStream(const ImportedEvents& events, const DeviceWork& work) : m_work(work), m_items(events.threads.size())
    {
        for (std::uint32_t i = 0; i < work.items.size(); ++i)
            if (work.items[i].launch != WorkItem::kNone)
                m_items[events.slices[work.items[i].slice].thread].push_back(i);
    }

    /// Returns the index of the last work whose call had returned by `time`; kNone if there is none.
    [[nodiscard]] std::uint32_t lastIssuedBefore(std::uint32_t stream, std::int64_t time) const
    {
        const auto at = firstAfter(stream, time);
        return at == m_items[stream].begin() ? WorkItem::kNone : *(at - 1);
    }
    [[nodiscard]] std::uint32_t firstIssuedAfter(std::uint32_t stream, std::int64_t time) const
    {
        const auto at = firstAfter(stream, time);
        return at == m_items[stream].end() ? WorkItem::kNone : *at;
    }

private:
    [[nodiscard]] std::vector<std::uint32_t>::const_iterator firstAfter(std::uint32_t stream, std::int64_t time) const
    {
        return std::upper_bound(m_items[stream].begin(), m_items[stream].end(), time,
                                [this](std::int64_t t, std::uint32_t item) { return t < m_work.items[item].issueEnd; });
    }

    const DeviceWork& m_work;
    std::vector<std::vector<std::uint32_t>> m_items;  ///< work items per GPU stream, sorted by issueEnd
};

}  // namespace

std::vector<StreamWaitEdge> findStreamWaits(const ImportedEvents& events, const PlacedSlices& placed,
                                            const DeviceWork& work)
{
    std::vector<StreamWaitEdge> edges;
    if (events.streamWaits.empty())
        return edges;
    const WorkByStream streams(events, work);
    for (std::size_t i = 0; i < events.streamWaits.size(); ++i) {
        const StreamWait& wait = events.streamWaits[i];
        const std::size_t waited = findLaunch(placed, wait.waitLink);
        const std::size_t recorded = findLaunch(placed, wait.recordLink);
        if (waited == placed.launches.size() || recorded == placed.launches.size() || wait.waiting == wait.recorded)
            continue;
        const std::int64_t waitedAt = events.slices[placed.launches[waited].slice].begin;
        const std::int64_t recordedAt = events.slices[placed.launches[recorded].slice].begin;
        // If the event was recorded after the wait, the stream waited for an earlier recording of the same event, which
        // the trace does not name.
        if (recordedAt > waitedAt)
            continue;
        const std::uint32_t from = streams.lastIssuedBefore(wait.recorded, recordedAt);
        const std::uint32_t to = streams.firstIssuedAfter(wait.waiting, waitedAt);
        if (from == WorkItem::kNone || to == WorkItem::kNone || from >= to)
            continue;
        if (events.slices[work.items[from].slice].end <= events.slices[work.items[to].slice].begin)
            edges.push_back({from, to});
    }
    const auto key = [](const StreamWaitEdge& edge) { return std::tuple(edge.to, edge.from); };
    std::sort(edges.begin(), edges.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    edges.erase(std::unique(edges.begin(), edges.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
                edges.end());
    return edges;
}

void startAfter(std::span<const std::pair<std::int64_t, OpId>> ends, std::int64_t otherwise, trace::LifeRecord& life)
{
    for (const auto& [end, op] : ends) {
        if (end <= otherwise || life.started.count() - end >= kAtOnce)
            continue;
        otherwise = end;
        life.ready = Nanoseconds{end};
        life.readyCause = life.startCause = {trace::CauseKind::Data, op};
    }
}

}  // namespace engine::io::detail
