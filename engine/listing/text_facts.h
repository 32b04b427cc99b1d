#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace engine::listing {

/// The number of GPUs that a listing addresses: 2 for "devices[1]", "cuda:1", "gpu(1)". 0: it may run without. The
/// book's try_gpu() falls back to the CPU, and statements under a condition may not run without a GPU. `off`: lines
/// whose waits are taken out.
[[nodiscard]] int gpusAddressed(std::string_view source, const std::vector<int>& off = {});

/// Whether a listing communicates between ranks: `torch.distributed`, `torch.multiprocessing`, MXNet's `dist_sync`.
[[nodiscard]] bool communicates(std::string_view source);

/// The variable that a listing passes as second argument of `overlap.plot()`; empty: an expression, or no such call.
[[nodiscard]] std::string plottedOver(std::string_view source);

}  // namespace engine::listing
