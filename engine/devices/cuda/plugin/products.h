#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"
#include "engine/devices/cuda/plugin/operators.h"

namespace engine::devices::cuda::plugin {

/// By cuBLAS, in fp32 (TF32 if the GPU was opened so). The workspace is the stream's own, so that reruns have equal
/// bits and captures stay valid.
[[nodiscard]] abi::Code multiply(abi::Stream& stream, const Product& product);

/// What the first product does by itself; before a capture, which takes no memory.
[[nodiscard]] abi::Code openProducts(abi::Stream& stream);
void closeProducts(abi::Stream& stream);

}  // namespace engine::devices::cuda::plugin
