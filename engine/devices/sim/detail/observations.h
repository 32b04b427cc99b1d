#pragma once

#include "engine/device/values.h"
#include "engine/devices/sim/detail/trace_writer.h"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace engine::devices::sim::detail {

/// Numbers that the program wants to see as a curve, without waiting for them in its own time: their means are taken
/// when the operation that makes them is complete and read some observations later, at the latest at the end. So the
/// arithmetic of a run is not held up by looking at it, and what is kept for it stays bounded.
class Observations {
public:
    Observations(device::ValueEngine* values, TraceWriter& trace) : m_values(values), m_trace(trace) {}

    [[nodiscard]] bool isOn() const { return m_values != nullptr; }
    /// `value` has shape `shape` and is there since `time`.
    void take(device::ValueId value, const tensor::Shape& shape, std::string_view metric, std::int32_t step,
              std::int64_t time);
    /// It will be there when `writer` is complete.
    void await(OpId writer, device::ValueId value, const tensor::Shape& shape, std::string_view metric,
               std::int32_t step);
    /// `op` is complete at `time`, and its values were submitted.
    void complete(OpId op, std::int64_t time)
    {
        if (!m_awaited.empty())
            takeAwaited(op, time);
    }
    /// `op` failed or never ran.
    void drop(OpId op) { m_awaited.erase(op.index); }
    /// Writes all that is left.
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
        std::int64_t time = 0;
        std::string metric;
        std::int32_t step = 0;
    };

    void takeAwaited(OpId op, std::int64_t time);
    void writeFirst();

    device::ValueEngine* m_values;
    TraceWriter& m_trace;
    std::map<std::uint32_t, std::vector<Awaited>> m_awaited;  ///< by operation
    std::deque<Taken> m_taken;                                ///< in the order of their times
};

}  // namespace engine::devices::sim::detail
