#pragma once

#include "engine/devices/cpu/kernels/convolution_cut.h"
#include "engine/devices/cpu/kernels/primitive_cache.h"
#include "engine/devices/cpu/kernels/workspace.h"
#include "engine/ops/operation.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace engine::devices::cpu {

/// Whole tensors or their gradients: a pass reads two of the three operands and computes the third.
struct ConvolutionTensors {
    std::array<const float*, 3> read{};  ///< by ConvolutionPrimitive::Operand; null for the result
    const float* bias = nullptr;         ///< bias of the forward pass
    float* result = nullptr;
    float* biasResult = nullptr;  ///< gradient of the bias, written by the weight pass; null: not wanted
};

/// One pass over a convolution, cut into pieces. `walking` is the operand that is cut by images only: a piece reads all
/// channels of its images. `standing` is the operand that is cut by channels: the weights, or, in the pass for the
/// weight gradient, the gradients of the result. The first piece that needs a blocked form creates it; other pieces
/// share it.
class ConvolutionPieces {
public:
    /// No size of `whole` is 0. `epilogue` must outlive this object.
    ConvolutionPieces(const ConvolutionPart& whole, const ConvolutionTensors& tensors,
                      std::span<const ops::Epilogue> epilogue, PrimitiveCache& primitives, Storage& storage, OpId op);

    [[nodiscard]] std::int64_t pieces() const { return m_cut.pieces(); }
    /// Computes one piece; called once for each piece, on any thread. Errors: OutOfMemory, Unsupported, DeviceFailure.
    [[nodiscard]] Status run(std::int64_t piece);

private:
    using Operand = ConvolutionPrimitive::Operand;

    struct SharedForm {
        std::once_flag once;
        float* data = nullptr;
        Status status;
    };
    using Wish = std::pair<float**, std::int64_t>;  ///< pointer to set, number of floats

    [[nodiscard]] bool isWeight() const { return m_whole.pass == ConvolutionPass::Weight; }
    [[nodiscard]] Operand walking() const;
    [[nodiscard]] Operand standing() const;
    [[nodiscard]] Operand resulting() const;
    [[nodiscard]] bool sharesWalking() const { return m_cut.channels.parts() > 1; }
    [[nodiscard]] bool sharesStanding() const { return !isWeight() && m_cut.images.parts() > 1; }
    /// Whether weight gradients of several groups of images are computed separately, then added.
    [[nodiscard]] bool addsUp() const { return isWeight() && m_cut.images.parts() > 1; }
    [[nodiscard]] const ConvolutionPrimitive& primitiveOf(std::int64_t image, std::int64_t channel) const;
    [[nodiscard]] std::int64_t weightsPerChannel() const { return m_whole.kernel[0] * m_whole.kernel[1]; }
    [[nodiscard]] std::int64_t offsetOf(Operand operand, std::int64_t image, std::int64_t channel) const;

    [[nodiscard]] Status prepare(PrimitiveCache& primitives);
    [[nodiscard]] std::int64_t workspaceOf(const ConvolutionPrimitive& primitive) const;
    [[nodiscard]] Status shareMemory();
    [[nodiscard]] Status place(std::span<const Wish> wishes);
    [[nodiscard]] std::int64_t partialFloats() const;
    [[nodiscard]] std::int64_t partialBiasFloats() const;
    [[nodiscard]] SharedForm& walkingForm(std::int64_t image, std::int64_t channel);
    [[nodiscard]] SharedForm& standingForm(std::int64_t image, std::int64_t channel);

    [[nodiscard]] Status run(std::int64_t image, std::int64_t channel);
    [[nodiscard]] Result<float*> formOf(Operand operand, SharedForm* shared, std::int64_t image, std::int64_t channel,
                                        Workspaces::Lease& lease) const;
    [[nodiscard]] float* targetOf(std::int64_t image, std::int64_t channel) const;
    [[nodiscard]] float* biasOf(std::int64_t image, std::int64_t channel) const;
    void finishPiece(std::int64_t image, std::int64_t channel);
    void addUp(std::int64_t channel) const;
    void addRows(const float* rows, std::int64_t stride, std::int64_t begin, std::int64_t count, float* sum) const;

    const ConvolutionPart m_whole;
    const ConvolutionCut m_cut;
    const ConvolutionTensors m_tensors;
    const std::span<const ops::Epilogue> m_epilogue;
    std::array<std::array<PrimitiveCache::Primitive, 2>, 2>
        m_primitives;  ///< by Cut::kind() of the images, then of the channels
    Workspaces m_workspaces;
    Block m_shared;
    std::vector<SharedForm> m_walking;   ///< index: 2 * image part + kind of the channel part (Cut::kind())
    std::vector<SharedForm> m_standing;  ///< index: 2 * channel part + kind of the image part
    float* m_partials = nullptr;
    float* m_biasPartials = nullptr;
    std::vector<std::atomic<std::int64_t>> m_left;  ///< by channel part: number of partial gradients not computed yet
    Status m_status;
};

}  // namespace engine::devices::cpu
