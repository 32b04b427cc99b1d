#pragma once

#include "engine/base/id.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace engine::devices::sim::detail {

/// The types of events. At equal times, events are processed in the order of this list, and then in the order in which
/// they were scheduled.
enum class EventKind : std::uint8_t {
    KernelsEnd,     ///< `subject`: device; the event is valid only if `version` is current
    FlowsEnd,       ///< a flow has passed its links; valid only if `version` is current
    StageEnd,       ///< a stage of operation `subject` with fixed duration ends
    DeleteEnd,      ///< memory has been unmapped, while the program continued
    Start,          ///< operation `subject` may start now
    CollectiveEnd,  ///< collective `subject` ends on all ranks
};

struct Event {
    std::int64_t time = 0;    ///< ns
    std::uint64_t order = 0;  ///< sort key: type and sequence number
    std::uint32_t subject = 0;
    std::uint32_t version = 0;

    [[nodiscard]] EventKind what() const { return static_cast<EventKind>(order >> 56U); }
};

/// Scheduled events, sorted by (time, type, sequence number), so that the order does not depend on addresses or hashes.
class EventQueue {
public:
    void schedule(std::int64_t time, EventKind what, std::uint32_t subject, std::uint32_t version = 0)
    {
        m_heap.push_back(
            {time, (std::uint64_t{static_cast<std::uint8_t>(what)} << 56U) | m_sequence++, subject, version});
        std::push_heap(m_heap.begin(), m_heap.end(), isLater);
    }
    /// Schedules an event that depends on the arrivals of other ranks. The real order of these arrivals varies between
    /// program runs, so events with equal times are processed in the order of their operations.
    void scheduleOf(OpId op, std::int64_t time, EventKind what, std::uint32_t subject)
    {
        m_heap.push_back({time, (std::uint64_t{static_cast<std::uint8_t>(what)} << 56U) | op.index, subject, 0});
        std::push_heap(m_heap.begin(), m_heap.end(), isLater);
    }
    [[nodiscard]] bool empty() const { return m_heap.empty(); }
    [[nodiscard]] std::int64_t nextTime() const { return m_heap.front().time; }
    Event pop()
    {
        std::pop_heap(m_heap.begin(), m_heap.end(), isLater);
        const Event event = m_heap.back();
        m_heap.pop_back();
        return event;
    }
    void clear() { m_heap.clear(); }

private:
    static bool isLater(const Event& a, const Event& b)
    {
        return a.time != b.time ? a.time > b.time : a.order > b.order;
    }

    std::vector<Event> m_heap;
    std::uint64_t m_sequence = 0;
};

}  // namespace engine::devices::sim::detail
