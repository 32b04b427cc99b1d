#include "engine/frontend/detail/native.h"

#include <algorithm>
#include <array>

/// Adds operations of the front end to the tape.
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

/// Raises the framework's exception for an in-place change that the tape cannot record. Returns false.
bool refuse(const Native& native)
{
    const bool isTorch = native.execution->options().dialect == Dialect::Torch;
    raiseError(native, untranslatedError(
                           ErrorCode::InvalidArgument,
                           isTorch ? "a tensor that requires grad is being used in an in-place operation, which its "
                                     "gradient could not follow here: make a new one (y = y + x), or change it within "
                                     "`with torch.no_grad():`."
                                   : "Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with "
                                     "autograd: this tensor takes part in a gradient. Make a new one (y = y + x), or "
                                     "change it outside of autograd.record()."));
    return false;
}

/// Whether the tape can still compute correct gradients for `output` after this write. In PyTorch, results on the tape
/// may be changed, but leaves may not; in MXNet, no recorded tensor may be changed.
bool isFollowed(const Native& native, const ops::Operation& operation, std::span<TensorObject* const> inputs,
                TensorObject& output)
{
    const bool isOnTape = output.entry.exists();
    const bool isInput = std::ranges::find(inputs, &output) != inputs.end();
    const TensorObject& root = rootOf(output);
    if (!isOnTape && !isInput && !root.isLinked)
        return true;
    autograd::InputSet wanted;
    for (std::size_t i = 0; i < std::min(inputs.size(), autograd::kMaxInputs); ++i)
        wanted[i] = inputs[i]->entry.exists();
    if (!isOnTape && wanted.none())
        return true;
    if (isOnTape && (native.execution->options().dialect == Dialect::MXNet || autograd::Tape::isLeaf(output.entry)))
        return false;
    // The tape would not record the changes of the output's views or its base.
    if (root.isLinked && native.views.has(root))
        return false;
    if (!isInput)
        return true;
    if (!autograd::isDifferentiable(operation.op))
        return false;
    // The gradient of the operation must not need the values that this write replaces.
    const std::uint32_t needed = autograd::needsOf(operation, wanted).inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i] == &output && (i >= 32 || (needed >> i & 1U) != 0))
            return false;
    return true;
}

}  // namespace

bool checkWritable(const Native& native, std::span<TensorObject* const> outputs)
{
    const auto isOnTape = [](const TensorObject* t) { return t->entry.exists(); };
    return !native.execution->modes.isRecording || std::ranges::none_of(outputs, isOnTape) || refuse(native);
}

bool checkWritable(const Native& native, const ops::Operation& operation, std::span<TensorObject* const> inputs,
                   std::span<TensorObject* const> outputs)
{
    if (!native.execution->modes.isRecording)
        return true;
    return checkWritable(native, outputs.subspan(1)) &&
           (isFollowed(native, operation, inputs, *outputs[0]) || refuse(native));
}

void record(Native& native, const ops::Operation& operation, std::span<TensorObject* const> inputs,
            std::span<TensorObject* const> outputs, NameId call,
            std::shared_ptr<const autograd::SegmentGradient> gradient)
{
    Execution& run = *native.execution;
    if (!run.modes.isRecording)
        return;
    for (TensorObject* output : outputs)
        output->terms.reset();  // the summed values belong to the previous value of `output`
    if (std::ranges::none_of(inputs, [](const TensorObject* t) { return t->entry.exists(); })) {
        for (TensorObject* output : outputs)
            output->entry = {};  // if no input is on the tape, the result is a constant
        return;
    }
    std::array<const autograd::Entry*, 4> few{};
    std::vector<const autograd::Entry*> many(inputs.size() > few.size() ? inputs.size() : 0);
    const std::span<const autograd::Entry*> entries = many.empty() ? std::span(few).first(inputs.size()) : many;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        entries[i] = &inputs[i]->entry;
    // The gradient of a copy on one device is a view in PyTorch.
    const bool isClone = operation.op == ops::Operator::Copy && inputs[0]->device == outputs[0]->device &&
                         run.options().dialect == Dialect::Torch;
    ops::Operation clone;
    if (isClone) {
        clone.op = ops::Operator::Reshape;
        clone.inputs = operation.inputs;
        clone.output = operation.output;
    }
    TensorShares shares(inputs, outputs);
    auto node = run.tape.record(isClone ? clone : operation, entries, inputs[0]->device, shares, std::move(gradient),
                                {run.phases.layer(), call});
    if (node == nullptr)
        return;
    if (operation.op == ops::Operator::Sum && outputs[0]->shape.elements() == 1 && inputs[0]->shape.elements() > 1)
        outputs[0]->terms = shareOf(*inputs[0]);
    // Only the first result of a layer has a gradient. All outputs of a compiled graph have one, except inputs that
    // were changed in place.
    const bool isGraph = operation.op == ops::Operator::Segment;
    for (std::size_t i = 0; i < (isGraph ? outputs.size() : 1); ++i)
        if (!isGraph || std::ranges::find(inputs, outputs[i]) == inputs.end())
            outputs[i]->entry = {node, static_cast<std::uint32_t>(i)};
}

void nameGradient(Execution& run, TensorObject& tensor)
{
    auto& storage = static_cast<PlatformStorage&>(*shareOf(*asTensor(tensor.gradient)));
    storage.label = run.texts().intern(run.texts().of(tensor.label) + ".grad");
}

}  // namespace engine::frontend
