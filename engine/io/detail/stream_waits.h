#pragma once

#include "engine/io/detail/device_work.h"

namespace engine::io::detail {

/// Work that could begin only when work of another stream had ended.
struct StreamWaitEdge {
    std::uint32_t from = 0;  ///< indices into DeviceWork::items
    std::uint32_t to = 0;
};

/// What the waits of streams for events tie together, by `to` and `from`, each once: the last work that was issued to
/// the one stream before its event was recorded, and the first that was issued to the other after its wait. A wait
/// whose calls are not in the file, or whose times say otherwise, ties nothing.
[[nodiscard]] std::vector<StreamWaitEdge> findStreamWaits(const ImportedEvents& events, const PlacedSlices& placed,
                                                          const DeviceWork& work);

/// Later than this behind its cause, something else held an operation, which a file does not tell; ns.
constexpr std::int64_t kAtOnce = 100'000;

/// Work that waited for another stream longer than for anything else (`otherwise`): that is what it started after.
void startAfter(std::span<const std::pair<std::int64_t, OpId>> ends, std::int64_t otherwise, trace::LifeRecord& life);

}  // namespace engine::io::detail
