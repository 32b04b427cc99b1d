#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"

#include <cstdint>
#include <memory>
#include <string>

namespace engine::devices::cuda::plugin {

struct Convolutions;

/// Convolutions by cuDNN, if cuDNN is installed. Other layers do not use cuDNN. For each shape, uses the algorithm that
/// cuDNN expects to be the fastest among the deterministic ones. Tensors have the plain layout. Threads: any.
class DeepLearning {
public:
    /// Returns null if cuDNN cannot be used, for example because one of its libraries is missing. `isTf32`: factors may
    /// be rounded.
    static std::shared_ptr<DeepLearning> load(bool isTf32);
    ~DeepLearning();
    DeepLearning(const DeepLearning&) = delete;
    DeepLearning& operator=(const DeepLearning&) = delete;

    /// "cuDNN 9.19"
    [[nodiscard]] std::string name() const;
    /// Number of convolution shapes that cuDNN does not support; our own kernels compute them.
    [[nodiscard]] int refusals() const;

    struct Support {
        bool isSupported = false;
        bool isTemporary = false;  ///< cuDNN failed for a reason that may pass, so it may support the convolution later
        std::int64_t workspace = 0;  ///< bytes
    };
    [[nodiscard]] Support supportOf(const abi::Work& work);
    /// Computes a convolution without its bias. `isDone` stays false if cuDNN does not support the convolution, or
    /// needs a larger workspace than the part of the scratch memory of `work` that follows the memory for the bias
    /// gradient. After a failure the call may be repeated, since results never share memory with operands.
    [[nodiscard]] abi::Code convolve(abi::Stream& stream, const abi::Work& work, bool& isDone);
    /// Creates the handle of a stream, which the first operation would otherwise create. Required before a capture,
    /// during which allocations are not allowed.
    [[nodiscard]] abi::Code openHandle(abi::Stream& stream);
    void close(abi::Stream& stream);

private:
    struct Plan;
    struct Handle;
    DeepLearning(const Convolutions* library, bool isTf32);
    /// Stores the reason of a failure, a cudnnStatus_t.
    [[nodiscard]] abi::Code failed(int status) const;

    const Convolutions* const m_library;
    const bool m_isTf32;
    struct Planning;
    std::unique_ptr<Planning> m_planning;
};

}  // namespace engine::devices::cuda::plugin
