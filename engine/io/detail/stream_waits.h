#pragma once

#include "engine/io/detail/device_work.h"

namespace engine::io::detail {

/// Work that could not start before work of another stream had ended.
struct StreamWaitEdge {
    std::uint32_t from = 0;  ///< indices into DeviceWork::items
    std::uint32_t to = 0;
};

/// Returns the edges that result from streams waiting for CUDA events, sorted by `to` and `from`, without duplicates.
/// An edge leads from the last work issued to the recording stream before the event to the first work issued to the
/// waiting stream after the wait. There is no edge if the file lacks the call that records the event or the call that
/// waits for it, or if the times of the work contradict the edge.
[[nodiscard]] std::vector<StreamWaitEdge> findStreamWaits(const ImportedEvents& events, const PlacedSlices& placed,
                                                          const DeviceWork& work);

/// Longest delay, in ns, between the end of a cause and the start of the operation. If the delay is longer, another
/// cause, which the file does not record, delayed the operation.
constexpr std::int64_t kAtOnce = 100'000;

/// Sets the ready time, readyCause and startCause of an operation that waited longer for another stream than for
/// anything else. `ends`: for each awaited operation of other streams, its end and its id. `otherwise`: time in ns at
/// which the operation could have started without waiting for other streams.
void startAfter(std::span<const std::pair<std::int64_t, OpId>> ends, std::int64_t otherwise, trace::LifeRecord& life);

}  // namespace engine::io::detail
