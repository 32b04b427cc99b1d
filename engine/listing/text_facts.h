#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace engine::listing {

/// Returns the number of GPUs that a listing addresses: 2 for "devices[1]", "cuda:1", "gpu(1)". 0: it may run without
/// GPUs. The book's try_gpu(), which falls back to the CPU, and statements under a condition do not count. `off`: lines
/// whose waits are removed.
[[nodiscard]] int gpusAddressed(std::string_view source, const std::vector<int>& off = {});

/// Whether a listing communicates between ranks: by `torch.distributed`, `torch.multiprocessing`,
/// `DistributedDataParallel`, or MXNet's `dist_sync` and `dist_device_sync`.
[[nodiscard]] bool communicates(std::string_view source);

/// The variable that a listing passes as second argument of `overlap.plot()`; empty: an expression, or no such call.
[[nodiscard]] std::string plottedOver(std::string_view source);

}  // namespace engine::listing
