#pragma once

#include "engine/io/detail/slice_rows.h"

#include <optional>
#include <span>

namespace engine::io::detail {

/// A kernel, a copy or a fill, with the call that started it.
struct WorkItem {
    static constexpr std::uint32_t kNone = 0xffffffff;

    std::int64_t issueBegin = 0;
    std::int64_t issueEnd = 0;
    std::uint32_t slice = 0;
    std::uint32_t launch = kNone;  ///< index into PlacedSlices::launches
};

/// The object for which a call of the program waited.
struct WaitFor {
    static constexpr std::uint32_t kAnyThread = 0xffffffff;

    trace::WaitTarget target = trace::WaitTarget::All;
    std::uint32_t thread = kAnyThread;  ///< index of the stream's thread
};

struct DeviceWork {
    std::vector<WorkItem> items;                       ///< sorted by the time of issue
    std::unordered_map<std::uint32_t, WaitFor> waits;  ///< by index of the waiting call's slice
};

/// If only a flow ("ac2g", "async_cpu_to_gpu") connects a call and the work that it started, assigns a common link
/// number to both. Call before placeSlices().
void linkByFlows(ImportedEvents& events);

[[nodiscard]] DeviceWork findDeviceWork(const ImportedEvents& events, const PlacedSlices& placed);

/// Returns the index of the launch with this link; launches.size() if there is none.
[[nodiscard]] std::size_t findLaunch(const PlacedSlices& placed, std::int64_t link);

/// The slices of each thread, searchable by time; without Python functions and annotations.
class SlicesOfThreads {
public:
    explicit SlicesOfThreads(const ImportedEvents& events);

    /// Returns the innermost slice that encloses `time`, or that begins or ends at `time`; nullopt if none of the last
    /// 256 slices that begin by `time` does.
    [[nodiscard]] std::optional<std::uint32_t> innermostAt(std::uint32_t thread, std::int64_t time) const;
    /// Returns the slices of the same thread that begin within `slice`, `slice` itself first; at most 4096.
    [[nodiscard]] std::span<const std::uint32_t> within(std::uint32_t slice) const;

private:
    const ImportedEvents& m_events;
    std::vector<std::vector<std::uint32_t>> m_slices;  ///< per thread, sorted by begin
};

}  // namespace engine::io::detail
