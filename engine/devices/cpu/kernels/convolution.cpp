#include "engine/devices/cpu/kernels/convolution.h"

#include "engine/devices/cpu/kernels/elementwise.h"

#include <algorithm>

namespace engine::devices::cpu {

namespace {

ConvolutionPart wholeOf(const ops::Operation& operation, ConvolutionPass pass)
{
    const bool isForward = operation.op == ops::Operator::Convolution;
    const ops::Shape& x = operation.inputs[isForward ? 0 : 1];
    const ops::Shape& w = operation.inputs[isForward ? 1 : 2];
    const ops::Shape& y = isForward ? operation.output : operation.inputs[0];
    ConvolutionPart whole;
    whole.pass = pass;
    whole.images = x[0];
    whole.inputs = whole.allInputs = x[1];
    whole.outputs = whole.allOutputs = w[0];
    whole.inputSize = {x[2], x[3]};
    whole.outputSize = {y[2], y[3]};
    whole.kernel = operation.window.kernel;
    whole.stride = operation.window.stride;
    whole.padding = operation.window.padding;
    return whole;
}

bool isNothing(const ConvolutionPart& whole)
{
    return std::min({whole.images, whole.inputs, whole.outputs, whole.inputSize[0], whole.inputSize[1],
                     whole.outputSize[0], whole.outputSize[1]}) == 0;
}

}  // namespace

Convolution::Convolution(const ops::Operation& operation, std::span<const float* const> inputs,
                         std::span<float* const> outputs, PrimitiveCache& primitives, Storage& storage, OpId op)
    : m_operation(operation),
      m_inputs(inputs),
      m_outputs(outputs),
      m_primitives(primitives),
      m_storage(storage),
      m_op(op),
      m_isEmpty(isNothing(wholeOf(operation, ConvolutionPass::Forward)))
{
    if (m_isEmpty)
        return;
    if (operation.op == ops::Operator::Convolution)
        forward();
    else
        backward();
}

void Convolution::forward()
{
    ConvolutionTensors tensors;
    tensors.read = {m_inputs[0], m_inputs[1], nullptr};
    tensors.bias = m_inputs.size() > 2 ? m_inputs[2] : nullptr;
    tensors.result = m_outputs[0];
    addPass(ConvolutionPass::Forward, tensors, tensors.bias != nullptr);
}

void Convolution::backward()
{
    std::size_t next = 0;
    if ((m_operation.wanted & ops::kData) != 0) {
        ConvolutionTensors tensors;
        tensors.read = {nullptr, m_inputs[2], m_inputs[0]};
        tensors.result = m_outputs[next++];
        addPass(ConvolutionPass::Data, tensors);
    }
    if ((m_operation.wanted & (ops::kWeight | ops::kBias)) == 0)
        return;
    ConvolutionTensors tensors;
    tensors.read = {m_inputs[1], nullptr, m_inputs[0]};
    if ((m_operation.wanted & ops::kWeight) != 0) {
        tensors.result = m_outputs[next++];
    } else {
        Result<Block> block = m_storage.allocate(m_operation.inputs[2].bytes(), {{}, m_op});
        if (!block) {
            m_status = std::move(block).error();
            return;
        }
        m_unwanted = *std::move(block);
        tensors.result = m_unwanted.data();
    }
    const bool wantsBias = (m_operation.wanted & ops::kBias) != 0;
    if (wantsBias)
        tensors.biasResult = m_outputs[next];
    addPass(ConvolutionPass::Weight, tensors, wantsBias);
}

void Convolution::addPass(ConvolutionPass pass, const ConvolutionTensors& tensors, bool hasBias)
{
    ConvolutionPart whole = wholeOf(m_operation, pass);
    whole.hasBias = hasBias;
    std::span<const ops::Epilogue> epilogue;
    if (pass == ConvolutionPass::Forward)
        epilogue = m_operation.epilogue;
    m_passes.push_back(std::make_unique<ConvolutionPieces>(whole, tensors, epilogue, m_primitives, m_storage, m_op));
}

std::int64_t Convolution::pieces() const
{
    std::int64_t pieces = 0;
    for (const auto& pass : m_passes)
        pieces += pass->pieces();
    return std::max<std::int64_t>(1, pieces);
}

Status Convolution::run(std::int64_t piece)
{
    if (!m_status)
        return m_status;
    if (m_isEmpty)
        runEmpty();
    for (const auto& pass : m_passes) {
        if (piece < pass->pieces())
            return pass->run(piece);
        piece -= pass->pieces();
    }
    return {};
}

void Convolution::runEmpty() const
{
    for (std::size_t i = 0; i < m_outputs.size(); ++i)
        std::fill_n(m_outputs[i], m_operation.outputAt(i).elements(), 0.0F);
    if (m_operation.op != ops::Operator::Convolution)
        return;
    const ops::Shape& shape = m_operation.output;
    const std::int64_t pixels = shape[2] * shape[3];
    if (m_inputs.size() > 2)
        for (std::int64_t row = 0; row < shape[0] * shape[1]; ++row)
            std::fill_n(m_outputs[0] + row * pixels, pixels, m_inputs[2][row % shape[1]]);
    for (const ops::Epilogue& step : m_operation.epilogue)
        unary(step.op, m_outputs[0], m_outputs[0], 0, shape.elements(), step.scalar);
}

}  // namespace engine::devices::cpu
