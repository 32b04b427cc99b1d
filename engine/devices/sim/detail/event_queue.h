#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace engine::devices::sim::detail {

/// The types of events. At equal times the type that is listed first happens first, then the event scheduled first.
enum class Happening : std::uint8_t {
    KernelsEnd,  ///< `subject`: device; `version` must be current
    FlowsEnd,    ///< a flow has passed its links; `version` must be current
    StageEnd,    ///< a stage of fixed duration of operation `subject` ends
    DeleteEnd,   ///< the engine has returned memory to the system
    Start,       ///< operation `subject` may start now
};

struct Event {
    std::int64_t time = 0;    ///< ns
    std::uint64_t order = 0;  ///< type and sequence number
    std::uint32_t subject = 0;
    std::uint32_t version = 0;

    [[nodiscard]] Happening what() const { return static_cast<Happening>(order >> 56U); }
};

/// Scheduled events, ordered by (time, type, sequence). The order depends on no address and no hash.
class EventQueue {
public:
    void schedule(std::int64_t time, Happening what, std::uint32_t subject, std::uint32_t version = 0)
    {
        m_heap.push_back(
            {time, (std::uint64_t{static_cast<std::uint8_t>(what)} << 56U) | m_sequence++, subject, version});
        std::push_heap(m_heap.begin(), m_heap.end(), isLater);
    }
    [[nodiscard]] bool empty() const { return m_heap.empty(); }
    [[nodiscard]] std::int64_t nextTime() const { return m_heap.front().time; }
    Event take()
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
