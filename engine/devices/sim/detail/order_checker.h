#pragma once

#include "engine/base/message.h"
#include "engine/device/platform.h"
#include "engine/devices/sim/detail/regions.h"
#include "engine/devices/sim/detail/state.h"
#include "engine/devices/sim/detail/stream_order.h"
#include "engine/devices/sim/detail/streams.h"

#include <set>

namespace engine::devices::sim::detail {

/// Warns, once per source line, about two operations that are ordered only by data dependencies. The simulator respects
/// data dependencies; a GPU does not.
class OrderChecker {
public:
    OrderChecker(State& state, const Streams& streams);

    [[nodiscard]] StreamOrder& order() { return m_order; }
    /// Checks an operation that is issued to a stream, or that runs on the program's thread.
    void watch(const SimOp& op, const device::OpRequest& request, const Regions::Accesses& accesses);
    /// Checks accesses by the program's thread, including those of operations without a stream. `reads` and `writes`
    /// are entries of the dependency engine (see Regions).
    void watchProgram(std::span<const VariableId> reads, std::span<const VariableId> writes, std::int32_t line,
                      OpId op = {});
    /// Call when the program waits for all operations issued to the device; invalid id: for those of all devices.
    void programWaited(DeviceId device);

private:
    void warn(const Message& sentence, std::int32_t line, OpId op);

    State& m_state;
    const Streams& m_streams;
    const bool m_isOn;
    StreamOrder m_order;
    std::set<std::int32_t> m_warnedLines;
};

}  // namespace engine::devices::sim::detail
