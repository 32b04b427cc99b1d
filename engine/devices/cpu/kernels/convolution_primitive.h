#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <array>
#include <compare>
#include <cstdint>
#include <memory>

namespace engine::devices::cpu {

enum class ConvolutionPass : std::uint8_t { Forward, Data, Weight };

/// A part of a convolution, or of its gradient by the data or by the weights: some of its images, some of its
/// channels. The tensors that it is cut from have `allInputs` and `allOutputs` channels.
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

/// oneDNN's program for a part, which one thread runs. It wants most tensors in forms of its own, channels in blocks
/// of 8 or 16; blocked() says how large such a form is, toBlocked() and toPlain() convert.
/// Threads: any number may use one at the same time, each with memory of its own.
class ConvolutionPrimitive {
public:
    enum Operand : std::uint8_t { Input, Weights, Output };  ///< or the gradients by them

    /// Errors: Unsupported if oneDNN has none; OutOfMemory; DeviceFailure.
    [[nodiscard]] static Result<std::shared_ptr<const ConvolutionPrimitive>> make(const ConvolutionPart& part);
    ~ConvolutionPrimitive();

    /// Floats of the operand's blocked form, a multiple of 16; 0: run() takes the plain tensor itself.
    [[nodiscard]] std::int64_t blocked(Operand operand) const;
    /// Floats that run() needs to work in, a multiple of 16.
    [[nodiscard]] std::int64_t workspace() const;

    /// `plain` points at the part's first element within the whole tensor.
    [[nodiscard]] Status toBlocked(Operand operand, const float* plain, float* blocked) const;
    [[nodiscard]] Status toPlain(Operand operand, const float* blocked, float* plain) const;

    struct Operands {
        float* input = nullptr;
        float* weights = nullptr;
        float* output = nullptr;
        float* bias = nullptr;  ///< or its gradient
        float* workspace = nullptr;
    };
    [[nodiscard]] Status run(const Operands& operands) const;

private:
    struct Parts;
    explicit ConvolutionPrimitive(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

}  // namespace engine::devices::cpu
