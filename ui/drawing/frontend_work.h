#pragma once

#include "engine/trace/coverage.h"
#include "engine/trace/trace.h"

#include <cstddef>
#include <vector>

namespace ui::drawing {

/// The operations that the program's thread issues, and the other work of this thread.
class FrontendWork {
public:
    /// Reads the operations and host records that were recorded since the last call.
    void update(const engine::trace::Trace& trace);
    /// Spans in which the thread issues an operation (`op` is set) or does other work (`extra` is the index of the
    /// HostRecord).
    [[nodiscard]] const engine::trace::LaneIndex& spans() const { return m_spans; }
    /// Operations issued so far to a device.
    [[nodiscard]] std::size_t issuedTo(engine::DeviceId device) const;
    /// Operations read so far.
    [[nodiscard]] std::size_t read() const { return m_ops; }

private:
    void add(const engine::trace::Span& span);

    engine::trace::LaneIndex m_spans;
    engine::Nanoseconds m_lastBegin{};
    std::size_t m_ops = 0;
    std::size_t m_hosts = 0;
    std::vector<std::size_t> m_issued;  ///< number of operations issued so far, by device
};

}  // namespace ui::drawing
