#pragma once

#include "engine/device/values.h"
#include "engine/devices/sim/detail/trace_writer.h"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace engine::devices::sim::detail {

/// Values that the program observes as a curve without waiting for them in modelled time. Their mean is submitted when
/// the operation that makes them is complete, and read some observations later, at the latest at the end. So observing
/// does not block the arithmetic of a run, and the number of unread means is bounded.
class Observations {
public:
    Observations(device::ValueEngine* values, TraceWriter& trace) : m_values(values), m_trace(trace) {}

    [[nodiscard]] bool isOn() const { return m_values != nullptr; }
    /// The operation that made a tensor, and when it was complete.
    struct Maker {
        std::int64_t time = 0;
        OpId op;
        std::int32_t line = 0;
    };
    /// `value` has shape `shape` and was made by `maker`.
    void take(device::ValueId value, const tensor::Shape& shape, std::string_view metric, std::int32_t step,
              const Maker& maker);
    /// The value exists once `writer` is complete.
    void await(OpId writer, device::ValueId value, const tensor::Shape& shape, std::string_view metric,
               std::int32_t step);
    /// The operation is complete, and its values were submitted.
    void complete(const Maker& maker)
    {
        if (!m_awaited.empty())
            takeAwaited(maker);
    }
    /// `op` failed or never ran.
    void drop(OpId op) { m_awaited.erase(op.index); }
    /// Reads and records every mean that is left.
    void finish();

private:
    struct Awaited {
        device::ValueId value;
        tensor::Shape shape;
        std::string metric;
        std::int32_t step = 0;
    };
    struct Taken {
        device::ValueId mean;
        Maker maker;
        std::string metric;
        std::int32_t step = 0;
    };

    void takeAwaited(const Maker& maker);
    void writeFirst();

    device::ValueEngine* m_values;
    TraceWriter& m_trace;
    std::map<std::uint32_t, std::vector<Awaited>> m_awaited;  ///< by operation
    bool m_hasNotedNaN = false;
    std::deque<Taken> m_taken;  ///< in the order of their times
};

}  // namespace engine::devices::sim::detail
