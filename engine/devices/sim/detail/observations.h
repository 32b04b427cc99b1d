#pragma once

#include "engine/device/values.h"
#include "engine/devices/sim/detail/variable_uses.h"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace engine::devices::sim::detail {

/// Records metrics of tensors without blocking the program in simulated time. When the operation that writes the tensor
/// is complete, the mean is submitted to the value engine; the mean is read kMaxSubmitted observations later, or at the
/// end of the program run. The delay keeps the value engine busy and bounds the number of unread means.
class Observations {
public:
    Observations(State& state, Views& views, VariableUses& uses, device::ValueEngine* values)
        : m_state(state), m_views(views), m_uses(uses), m_values(values)
    {
    }

    [[nodiscard]] bool isOn() const { return m_values != nullptr; }
    /// The operation that wrote a tensor, and when it was complete.
    struct Maker {
        std::int64_t time = 0;
        OpId op;
        std::int32_t line = 0;
    };
    /// Submits the mean of the variable, which was written by `maker`.
    void submit(VariableId id, std::string_view metric, std::int32_t step, const Maker& maker);
    /// Submits the mean of the variable as soon as `writer` is complete.
    void await(OpId writer, VariableId id, std::string_view metric, std::int32_t step);
    /// Call when the operation is complete and its values were submitted.
    void complete(const Maker& maker)
    {
        if (!m_awaited.empty())
            endAwaited(maker, Completion::Computed);
    }
    /// Call when `op` has failed or was dropped.
    void drop(OpId op)
    {
        if (!m_awaited.empty())
            endAwaited({0, op, 0}, Completion::Dropped);
    }
    /// Reads and records all remaining means.
    void finish();

private:
    struct AwaitedMetric {
        VariableId variable;
        std::string metric;
        std::int32_t step = 0;
    };
    struct SubmittedMean {
        device::ValueId mean;
        Maker maker;
        std::string metric;
        std::int32_t step = 0;
    };

    enum class Completion : std::uint8_t { Computed, Dropped };
    void endAwaited(const Maker& writer, Completion completion);
    void writeFirst();

    State& m_state;
    Views& m_views;
    VariableUses& m_uses;
    device::ValueEngine* m_values;
    std::map<std::uint32_t, std::vector<AwaitedMetric>> m_awaited;  ///< by operation
    bool m_hasNotedNaN = false;
    std::deque<SubmittedMean> m_submitted;  ///< unread means, the oldest first
};

}  // namespace engine::devices::sim::detail
