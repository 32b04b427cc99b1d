#pragma once

#include "engine/trace/trace.h"
#include "ui/model/trace_feed.h"

#include <cstddef>
#include <vector>

namespace ui::drawing {

/// A sync point: the program waits there, or would wait if its switch were on.
struct SyncMark {
    engine::Nanoseconds begin{};
    engine::Nanoseconds time{};  ///< end of the wait
    std::int32_t line = 0;
    engine::trace::WaitTarget target = engine::trace::WaitTarget::All;
    engine::DeviceId device;
    engine::OpId op;
    bool isOn = true;
};

/// The sync points that a run has reached, sorted by time; of a long run, only the first ones.
class SyncMarks {
public:
    /// Reads the waits and sync points that were recorded since the last call.
    void update(const engine::trace::Trace& trace, const model::RunContext& context);
    [[nodiscard]] const std::vector<SyncMark>& all() const { return m_all; }

private:
    std::vector<SyncMark> m_all;
    std::size_t m_waits = 0;  ///< number of waits read so far
    std::size_t m_lines = 0;
};

}  // namespace ui::drawing
