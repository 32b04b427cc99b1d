#include "engine/frontend/detail/native.h"

#include <algorithm>
#include <array>

/// What the front end gives to the tape.
namespace engine::frontend {

namespace {

class TensorShares final : public autograd::Shares {
public:
    TensorShares(std::span<TensorObject* const> inputs, std::span<TensorObject* const> outputs)
        : m_inputs(inputs), m_outputs(outputs)
    {
    }
    autograd::StoragePtr ofInput(std::size_t i) override { return shareOf(*m_inputs[i]); }
    autograd::StoragePtr ofOutput(std::size_t i) override { return shareOf(*m_outputs[i]); }

private:
    std::span<TensorObject* const> m_inputs;
    std::span<TensorObject* const> m_outputs;
};

}  // namespace

bool mayWrite(const Native& native, std::span<TensorObject* const> outputs)
{
    if (!native.execution->isRecording)
        return true;
    const bool isFree = std::ranges::none_of(outputs, [](const TensorObject* t) { return t->entry.isThere(); });
    if (!isFree && native.execution->options().dialect == Dialect::Torch)
        raiseError(native, makeError(ErrorCode::InvalidArgument,
                                     "a tensor that requires grad is being used in an in-place operation, which its "
                                     "gradient could not follow here: make a new one (y = y + x), or change it within "
                                     "`with torch.no_grad():`."));
    else if (!isFree)
        raiseError(native,
                   makeError(ErrorCode::InvalidArgument,
                             "Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with autograd: "
                             "this tensor takes part in a gradient. Make a new one (y = y + x), or change it outside "
                             "of autograd.record()."));
    return isFree;
}

void record(Native& native, const ops::Operation& operation, std::span<TensorObject* const> inputs,
            std::span<TensorObject* const> outputs, std::shared_ptr<const autograd::SegmentGradient> gradient)
{
    Execution& run = *native.execution;
    const bool isPart =
        run.isRecording && std::ranges::any_of(inputs, [](const TensorObject* t) { return t->entry.isThere(); });
    if (!isPart)
        return;
    std::array<const autograd::Entry*, 4> few{};
    std::vector<const autograd::Entry*> many(inputs.size() > few.size() ? inputs.size() : 0);
    const std::span<const autograd::Entry*> entries = many.empty() ? std::span(few).first(inputs.size()) : many;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        entries[i] = &inputs[i]->entry;
    TensorShares shares(inputs, outputs);
    auto node = run.tape.record(operation, entries, inputs[0]->device, shares, std::move(gradient));
    if (node == nullptr)
        return;
    if (operation.op == ops::Operator::Sum && outputs[0]->shape.elements() == 1 && inputs[0]->shape.elements() > 1)
        outputs[0]->terms = shareOf(*inputs[0]);
    // The further results of a layer are by-products; what it changed in place is no result.
    const std::size_t results = operation.op == ops::Operator::Segment ? outputs.size() : 1;
    for (std::size_t i = 0; i < results; ++i)
        if (std::ranges::find(inputs, outputs[i]) == inputs.end())
            outputs[i]->entry = {node, static_cast<std::uint32_t>(i)};
}

void nameGradient(Execution& run, TensorObject& tensor)
{
    auto& storage = static_cast<PlatformStorage&>(*shareOf(*asTensor(tensor.gradient)));
    storage.label = run.statements().spell(run.statements().spelling(tensor.label) + ".grad");
}

}  // namespace engine::frontend
