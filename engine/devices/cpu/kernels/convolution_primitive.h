#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <array>
#include <compare>
#include <cstdint>
#include <memory>

namespace engine::devices::cpu {

enum class ConvolutionPass : std::uint8_t { Forward, Data, Weight };

/// A part of a convolution, or of its gradient for data or weights: a range of images and channels. The whole tensors
/// have `allInputs` and `allOutputs` channels.
struct ConvolutionPart {
    ConvolutionPass pass = ConvolutionPass::Forward;
    std::int64_t images = 0;
    std::int64_t inputs = 0;
    std::int64_t outputs = 0;
    std::int64_t allInputs = 0;
    std::int64_t allOutputs = 0;
    std::array<std::int64_t, 2> inputSize{};
    std::array<std::int64_t, 2> outputSize{};
    std::array<std::int32_t, 2> kernel{};
    std::array<std::int32_t, 2> stride{};
    std::array<std::int32_t, 2> padding{};
    bool hasBias = false;
    auto operator<=>(const ConvolutionPart&) const = default;
};

/// A oneDNN primitive for a part; one thread runs it. It requires most tensors in blocked memory formats (channels in
/// blocks of 8 or 16): blocked() returns their size, toBlocked() and toPlain() convert.
/// Threads: any number at the same time, each with separate memory.
class ConvolutionPrimitive {
public:
    enum Operand : std::uint8_t { Input, Weights, Output };  ///< depending on the pass, the tensor or its gradient

    /// Errors: Unsupported if oneDNN has no such primitive; OutOfMemory; DeviceFailure.
    [[nodiscard]] static Result<std::shared_ptr<const ConvolutionPrimitive>> make(const ConvolutionPart& part);
    ~ConvolutionPrimitive();

    /// Number of floats of the operand's blocked form, a multiple of 16; 0: run() reads or writes the plain tensor.
    [[nodiscard]] std::int64_t blocked(Operand operand) const;
    /// Number of floats of scratch memory for run(), a multiple of 16.
    [[nodiscard]] std::int64_t workspace() const;

    /// `plain` points at the first element of the part in the whole tensor.
    [[nodiscard]] Status toBlocked(Operand operand, const float* plain, float* blocked) const;
    [[nodiscard]] Status toPlain(Operand operand, const float* blocked, float* plain) const;

    struct Operands {
        float* input = nullptr;
        float* weights = nullptr;
        float* output = nullptr;
        float* bias = nullptr;  ///< bias, or the gradient of the bias
        float* workspace = nullptr;
    };
    [[nodiscard]] Status run(const Operands& operands) const;

private:
    struct Parts;
    explicit ConvolutionPrimitive(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

}  // namespace engine::devices::cpu
