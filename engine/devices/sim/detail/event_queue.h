#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace engine::devices::sim::detail {

/// What happens at a moment of modelled time. At equal times the lower class goes first, then the earlier scheduled.
enum class Happening : std::uint8_t {
    KernelsEnd,  ///< `subject`: device; `version` must be current
    FlowsEnd,    ///< a link's flow is through; `version` must be current
    StageEnd,    ///< a fixed-time stage of operation `subject` is over
    DeleteEnd,   ///< the engine has given memory back to the system
    Start,       ///< operation `subject` may start now
};

struct Event {
    std::int64_t time = 0;    ///< ns
    std::uint64_t order = 0;  ///< class and sequence number
    std::uint32_t subject = 0;
    std::uint32_t version = 0;

    [[nodiscard]] Happening what() const { return static_cast<Happening>(order >> 56U); }
};

/// The future, ordered by (time, class, sequence). Nothing in it depends on addresses or hashes.
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
