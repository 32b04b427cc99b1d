#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"

#include <cstdint>
#include <memory>
#include <string>

namespace engine::devices::cuda::plugin {

/// Convolutions by cuDNN, which is loaded if it is there: always the same algorithm of those whose reruns have equal
/// bits, plain layout. Threads: any.
class DeepLearning {
public:
    /// Null: it is not there. `isTf32`: factors may be rounded.
    static std::shared_ptr<DeepLearning> load(bool isTf32);
    ~DeepLearning();
    DeepLearning(const DeepLearning&) = delete;
    DeepLearning& operator=(const DeepLearning&) = delete;

    /// "cuDNN 9.19"
    [[nodiscard]] std::string name() const;

    /// Whether cuDNN takes it; then how much workspace it wants.
    [[nodiscard]] bool workspaceOf(const abi::Work& work, std::int64_t& bytes);
    /// Without the bias. `isDone` stays false for what cuDNN does not take.
    [[nodiscard]] abi::Code convolve(abi::Stream& stream, const abi::Work& work, void* workspace, bool& isDone);
    /// Softmax, its gradients, and pooling. `isDone` stays false for what cuDNN does not take, or does otherwise than
    /// the frameworks: gradients of pooling need a result that programs do not keep, and batch normalisation keeps its
    /// running variances differently in each of them; own kernels do these.
    [[nodiscard]] abi::Code layer(abi::Stream& stream, const abi::Work& work, bool& isDone);
    /// What the first operation in a stream does by itself; before a capture, which takes no memory.
    [[nodiscard]] abi::Code openHandle(abi::Stream& stream);
    void close(abi::Stream& stream);

private:
    struct Library;
    struct Plan;
    struct Layer;
    explicit DeepLearning(std::unique_ptr<Library> library, bool isTf32);

    std::unique_ptr<Library> m_library;
    const bool m_isTf32;
    struct Planning;
    std::unique_ptr<Planning> m_planning;
};

}  // namespace engine::devices::cuda::plugin
