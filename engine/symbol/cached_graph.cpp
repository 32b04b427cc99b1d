#include "engine/symbol/cached_graph.h"

#include "engine/ops/shape_rules.h"
#include "engine/symbol/detail/passes.h"

#include <algorithm>
#include <set>

namespace engine::symbol {

namespace {

/// Runs the remaining passes on a forward or backward graph.
Result<std::shared_ptr<const ops::Segment>> finish(ops::Segment segment, Compilation& done)
{
    done.folded += detail::fold(segment) + detail::passReshapes(segment);
    detail::separateOutputs(segment);
    done.fused = detail::fuse(segment);
    detail::plan(segment, done);
    if (Status status = ops::checkSegment(segment); !status)
        return std::move(status).error();
    return std::make_shared<const ops::Segment>(std::move(segment));
}

Bytes bytesOf(const ops::Segment& segment, std::size_t firstOutput)
{
    Bytes bytes;
    for (std::size_t i = firstOutput; i < segment.outputs.size(); ++i)
        bytes += segment.values[static_cast<std::size_t>(segment.outputs[i])].shape.bytes();
    return bytes;
}

Bytes resultBytesOf(const detail::LoweredGraph& lowered)
{
    Bytes bytes;
    for (std::size_t i = 0; i < lowered.results; ++i)
        bytes += lowered.segment.values[static_cast<std::size_t>(lowered.segment.outputs[i])].shape.bytes();
    return bytes;
}

Status addGradient(detail::LoweredGraph& lowered, const autograd::InputSet& wanted, bool isOneKernel,
                   CompiledGraph& compiled)
{
    // Fold first, so that only values that remain after folding are retained for backward().
    compiled.forward.folded += detail::fold(lowered.segment);
    ops::Segment backward;
    auto gradient = detail::differentiate(lowered.segment, lowered.results, wanted, backward);
    if (!gradient)
        return std::move(gradient).error();
    compiled.forward.kept = bytesOf(lowered.segment, lowered.inPlaceInputs.size());
    if (gradient->gives.empty())
        return {};
    compiled.backward.captured = backward.steps.size();
    // The backward kernel reads the gradients of the results, and the inputs whose gradients are requested. The
    // gradients that it writes are as large as these inputs.
    if (isOneKernel)
        backward.kernelBytes = resultBytesOf(lowered) + bytesOf(backward, 0) + bytesOf(backward, 0);
    auto segment = finish(std::move(backward), compiled.backward);
    if (!segment)
        return std::move(segment).error();
    gradient->segment = *std::move(segment);
    compiled.gradient = std::make_shared<const autograd::SegmentGradient>(*std::move(gradient));
    return {};
}

}  // namespace

Result<CachedGraph> CachedGraph::create(std::vector<Symbol> outputs, std::vector<std::string> inputs, Kernels kernels)
{
    if (outputs.empty())
        return untranslatedError(ErrorCode::InvalidArgument,
                                 "A graph without outputs computes nothing; give it a symbol.");
    if (inputs.size() > autograd::kMaxInputs)
        return untranslatedError(ErrorCode::Unsupported, "A compiled graph takes at most " +
                                                             std::to_string(autograd::kMaxInputs) + " inputs, not " +
                                                             std::to_string(inputs.size()) + ".");
    const std::set<std::string> distinct(inputs.begin(), inputs.end());
    if (distinct.size() != inputs.size())
        return untranslatedError(ErrorCode::InvalidArgument, "An input of the graph is named twice.");
    for (const std::string& name : argumentsOf(outputs))
        if (!distinct.contains(name))
            return untranslatedError(ErrorCode::InvalidArgument,
                                     "The graph reads the variable " + name + ", which is not among its inputs.");
    CachedGraph graph;
    graph.m_outputs = std::move(outputs);
    graph.m_inputs = std::move(inputs);
    graph.m_kernels = kernels;
    return graph;
}

Result<CompiledGraph*> CachedGraph::compiled(std::span<const ops::Shape> shapes, Mode mode,
                                             const autograd::InputSet& wanted)
{
    const auto known = std::ranges::find_if(m_entries, [&](const Entry& entry) {
        return entry.mode == mode && entry.wanted == wanted && std::ranges::equal(entry.shapes, shapes);
    });
    if (known != m_entries.end())
        return known->compiled.get();
    if (shapes.size() != m_inputs.size())
        return untranslatedError(ErrorCode::InvalidArgument,
                                 "The compiled graph takes " + std::to_string(m_inputs.size()) + " tensors, but got " +
                                     std::to_string(shapes.size()) + ".");
    auto lowered = detail::lower(m_outputs, m_inputs, shapes, mode);
    if (!lowered)
        return std::move(lowered).error();
    auto result = std::make_unique<CompiledGraph>();
    result->results = lowered->results;
    result->forward.captured = lowered->operators;
    if (wanted.any())
        if (Status status = addGradient(*lowered, wanted, m_kernels == Kernels::One, *result); !status)
            return std::move(status).error();
    if (m_kernels == Kernels::One) {
        lowered->segment.kernelBytes = resultBytesOf(*lowered);
        for (const ops::Shape& shape : shapes)
            lowered->segment.kernelBytes += shape.bytes();
    }
    auto segment = finish(std::move(lowered->segment), result->forward);
    if (!segment)
        return std::move(segment).error();
    result->operation.op = ops::Operator::Segment;
    result->operation.segment = *std::move(segment);
    result->operation.inputs.assign(shapes.begin(), shapes.end());
    if (Status status = ops::inferOutputs(result->operation); !status)
        return std::move(status).error();
    result->inPlaceInputs = std::move(lowered->inPlaceInputs);
    result->inPlaceInputs.resize(result->operation.outputCount(), -1);
    m_entries.push_back({{shapes.begin(), shapes.end()}, mode, wanted, std::move(result)});
    return m_entries.back().compiled.get();
}

}  // namespace engine::symbol
