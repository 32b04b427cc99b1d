#pragma once

#include "engine/devices/cpu/kernels/convolution_pieces.h"
#include "engine/ops/operation.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace engine::devices::cpu {

/// A convolution or its gradients, by oneDNN. The shape determines how it is cut into pieces of images and channels. A
/// piece with its tensors in oneDNN's memory formats fits a core's private cache, where reordering is cheap
/// (README.md). The gradient of the weights is summed over groups of images in a fixed order, so the bits do not depend
/// on the number of threads.
class Convolution {
public:
    /// `operation` is a Convolution or ConvolutionBackward that passed ops::validate(); it must outlive this object.
    Convolution(const ops::Operation& operation, std::span<const float* const> inputs, std::span<float* const> outputs,
                PrimitiveCache& primitives, Storage& storage, OpId op);

    [[nodiscard]] std::int64_t pieces() const;
    /// Computes one piece; called once for each piece, on any thread. Errors: OutOfMemory, Unsupported, DeviceFailure.
    [[nodiscard]] Status run(std::int64_t piece);

private:
    void forward();
    void backward();
    void addPass(ConvolutionPass pass, const ConvolutionTensors& tensors, bool hasBias = false);
    /// Computes the results if there are no images, pixels or channels: the bias, or 0.
    void runEmpty() const;

    const ops::Operation& m_operation;
    const std::span<const float* const> m_inputs;
    const std::span<float* const> m_outputs;
    PrimitiveCache& m_primitives;
    Storage& m_storage;
    const OpId m_op;
    bool m_isEmpty = false;
    std::vector<std::unique_ptr<ConvolutionPieces>> m_passes;
    Block m_unwanted;  ///< scratch for the weight gradient if the caller wants only the bias gradient
    Status m_status;
};

}  // namespace engine::devices::cpu
