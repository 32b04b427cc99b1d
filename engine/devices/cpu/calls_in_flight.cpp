#include "engine/devices/cpu/calls_in_flight.h"

#include <algorithm>
#include <thread>

namespace engine::devices::cpu {

CallsInFlight::CallsInFlight(ComputerState& state)
    : m_state(state), m_waitName(state.trace.sink().intern("waits for a collective"))
{
}

void CallsInFlight::forgetComplete()
{
    std::erase_if(m_entries, [this](const Entry& entry) {
        if (!m_state.engine.isWritten(entry.done))
            return false;
        m_state.engine.release(entry.done);
        return true;
    });
}

void CallsInFlight::add(Entry entry)
{
    forgetComplete();
    m_entries.push_back(std::move(entry));
}

bool CallsInFlight::contains(OpId call)
{
    forgetComplete();
    return std::ranges::find(m_entries, call, &Entry::call) != m_entries.end();
}

Status CallsInFlight::await(std::span<const VariablePtr> reads, std::span<const VariablePtr> writes, OpId op,
                            std::int32_t line)
{
    const auto share = [](std::span<const VariablePtr> variables, const std::vector<VariableId>& ids) {
        return std::ranges::any_of(variables, [&](const VariablePtr& variable) {
            return std::ranges::find(ids, variable->tensor.id) != ids.end();
        });
    };
    if (m_entries.empty())
        return {};
    forgetComplete();
    for (const Entry& entry : m_entries) {
        if (!share(reads, entry.writes) && !share(writes, entry.writes) && !share(writes, entry.reads))
            continue;
        const Nanoseconds begin = m_state.trace.now();
        static_cast<void>(awaitBriefly(entry));
        const Status status = m_state.engine.waitToRead(entry.done);
        m_state.trace.write(trace::HostRecord{begin, m_state.trace.now(), line, m_waitName, op, {}});
        if (!status)
            return status;
    }
    return {};
}

Status CallsInFlight::awaitDevice(DeviceId device)
{
    for (const Entry& entry : m_entries)
        if (entry.device == device)
            if (Status status = m_state.engine.waitToRead(entry.done); !status)
                return status;
    return {};
}

Status CallsInFlight::awaitCall(OpId call)
{
    for (const Entry& entry : m_entries)
        if (entry.call == call)
            if (Status status = m_state.engine.waitToRead(entry.done); !status)
                return status;
    return {};
}

bool CallsInFlight::awaitBriefly(const VariablePtr& variable) const
{
    return std::ranges::any_of(m_entries, [&](const Entry& entry) {
        return std::ranges::find(entry.writes, variable->tensor.id) != entry.writes.end() && awaitBriefly(entry);
    });
}

/// Polls for the end of the operation for a short time, because a sleeping thread wakes up later than a short
/// collective ends. Returns whether the operation was in progress.
bool CallsInFlight::awaitBriefly(const Entry& entry) const
{
    if (m_state.engine.isWritten(entry.done))
        return false;
    const Nanoseconds until = m_state.trace.now() + kBriefly;
    while (!m_state.engine.isWritten(entry.done) && m_state.trace.now() < until)
        std::this_thread::yield();
    return true;
}

}  // namespace engine::devices::cpu
