#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"
#include "engine/devices/cuda/plugin/operators.h"

namespace engine::devices::cuda::plugin {

/// Multiplies by cuBLAS, in fp32 (TF32 if the GPU was opened with it). Each stream has a separate workspace, so that a
/// repeated product has the same bits and captures stay valid.
[[nodiscard]] abi::Code multiply(abi::Stream& stream, const Product& product);

/// Creates handle and workspace, which the first product would otherwise create. Required before a capture, during
/// which allocations are not allowed.
[[nodiscard]] abi::Code openProducts(abi::Stream& stream);
void closeProducts(abi::Stream& stream);

/// "cuBLAS 13.1"
[[nodiscard]] std::string productsName();

}  // namespace engine::devices::cuda::plugin
