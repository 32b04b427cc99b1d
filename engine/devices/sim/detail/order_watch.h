#pragma once

#include "engine/device/platform.h"
#include "engine/devices/sim/detail/state.h"
#include "engine/devices/sim/detail/stream_order.h"
#include "engine/devices/sim/detail/streams.h"

#include <set>

namespace engine::devices::sim::detail {

/// Warns where a program relies on data alone to order operations, which a GPU does not do; once per line.
class OrderWatch {
public:
    OrderWatch(State& state, const Streams& streams);

    [[nodiscard]] StreamOrder& order() { return m_order; }
    /// An operation is issued to its stream, or to the program's thread.
    void watch(const SimOp& op, const device::OpRequest& request);
    /// The program itself reads and writes.
    void watchProgram(std::span<const VariableId> reads, std::span<const VariableId> writes, std::int32_t line,
                      OpId op = {});
    /// The program has waited for everything that was issued to the device; no device: to any.
    void programWaited(DeviceId device);

private:
    void warn(const char* sentence, std::int32_t line, OpId op);

    State& m_state;
    const Streams& m_streams;
    const bool m_isOn;
    StreamOrder m_order;
    std::set<std::int32_t> m_warnedLines;
};

}  // namespace engine::devices::sim::detail
