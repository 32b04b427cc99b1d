#pragma once

#include "engine/devices/cpu/clock.h"
#include "engine/devices/cpu/task.h"
#include "engine/trace/sink.h"

#include <atomic>
#include <span>
#include <string>

namespace engine::devices::cpu {

/// Origin of observed values: the time when they were computed, the operation that computed them, and its source line.
struct Origin {
    Nanoseconds made{};
    OpId maker;
    std::int32_t line = 0;
};

/// Reads the clock of a program run and writes its records. Threads: any.
class RunTrace {
public:
    explicit RunTrace(trace::Sink& sink) : m_sink(sink) {}

    [[nodiscard]] trace::Sink& sink() { return m_sink; }
    [[nodiscard]] const RunClock& clock() const { return m_clock; }
    [[nodiscard]] Nanoseconds now() const { return m_clock.now(); }

    void write(trace::Record record)
    {
        if (m_isOpen.load(std::memory_order_relaxed))
            m_sink.write(std::move(record));
    }
    /// Records the mean of observed values as a metric, and a note for the first mean that is NaN.
    void writeMean(std::span<const float> values, const Origin& origin, const std::string& metric, std::int32_t step);
    /// Drops all later records.
    void close() { m_isOpen.store(false); }

private:
    trace::Sink& m_sink;
    RunClock m_clock;
    std::atomic<bool> m_hasNotedNaN{false};
    std::atomic<bool> m_isOpen{true};
};

}  // namespace engine::devices::cpu
