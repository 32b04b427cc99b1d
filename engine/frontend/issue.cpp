#include "engine/frontend/detail/apply_arguments.h"
#include "engine/frontend/detail/parentheses.h"
#include "engine/messages/messages.h"

#include <array>
#include <utility>

namespace engine::frontend {

std::string deviceText(const Execution& run, const TensorObject& tensor)
{
    const int ordinal = run.devices.ordinalOf(tensor.device);
    if (run.options().dialect == Dialect::MXNet)
        return ordinal < 0 ? "cpu(" + std::to_string(tensor.cpuContext) + ")" : "gpu(" + std::to_string(ordinal) + ")";
    return ordinal < 0 ? "cpu" : "cuda:" + std::to_string(ordinal);
}

std::string expressionText(Execution& run, const TensorObject& tensor)
{
    const ProgramTexts& texts = run.texts();
    if (tensor.label.isValid())
        return texts.of(tensor.label);
    const std::string& text = texts.of(tensor.text);
    return text.empty() || text.size() > 60 ? "_" : text;
}

std::string fillPlaceholders(Execution& run, std::string_view text, std::span<const TensorObject* const> inputs,
                             double scalar)
{
    std::string filled;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isPlace = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}' && text[i + 1] >= '0';
        if (!isPlace) {
            filled += text[i];
            continue;
        }
        const auto number = static_cast<std::size_t>(text[i + 1] - '0');
        filled += number < inputs.size()
                      ? parenthesized(expressionText(run, *inputs[number]), text.substr(0, i), text.substr(i + 3))
                      : messages::numberText(scalar);
        i += 2;
    }
    return filled;
}

NameId expressionOf(Execution& run, std::string_view text, std::span<TensorObject* const> inputs)
{
    std::string key(text);
    for (const TensorObject* tensor : inputs) {
        const std::uint32_t id = tensor->label.isValid() ? tensor->label.index : tensor->text.index;
        key.append(reinterpret_cast<const char*>(&id), sizeof id);
    }
    return run.texts().expression(std::move(key), [&] { return fillPlaceholders(run, text, inputs); });
}

bool issue(Native& native, const Issue& what, std::span<const VariableId> reads, std::span<TensorObject* const> outputs)
{
    if (usesShared(native, reads, outputs) && !beforeUse(native))
        return false;
    Execution& run = *native.execution;
    run.noteActivity();
    const Statements::Names expected = run.statements().expected();
    std::array<VariableId, 8> few;
    std::vector<VariableId> many;
    if (outputs.size() > few.size())
        many.resize(outputs.size());
    const std::span<VariableId> writes = many.empty() ? std::span(few).first(outputs.size()) : std::span(many);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        writes[i] = outputs[i]->variable;
    device::OpRequest request;
    std::swap(request.operation, *what.operation);
    request.reads = reads;
    request.writes = writes;
    request.device = outputs.front()->device;
    const bool isPaid = run.modes.isOneCall && std::exchange(run.modes.isCallPaid, true);
    request.dispatch = isPaid ? device::DispatchClass::Free : what.dispatch;
    request.name = what.name;
    request.label = expected.label;
    request.text = what.wait.isValid() ? what.wait : expected.text;
    request.phase = run.phases.current();
    request.layer = run.phases.layer();
    request.shape = run.shapes.nameOf(request.operation.output, run.sink());
    // item() copies one element to the CPU. The program waits for this copy, which is therefore recorded at the line of
    // the wait.
    const bool isItem = request.operation.op == ops::Operator::Copy && request.device == run.devices.cpu() &&
                        request.operation.output.elements() == 1;
    request.line = isItem ? waitLine(run) : run.statements().line();
    request.priority = what.priority;
    request.isNonBlocking = what.isNonBlocking;
    request.isFetched = what.isFetched;
    request.isView = what.isView;
    const Result<OpId> op = run.push(request);
    std::swap(request.operation, *what.operation);
    if (!op) {
        raiseError(native, op.error());
        return false;
    }
    for (TensorObject* output : outputs) {
        noteWrite(*output, *op);
        output->text = what.expression;
    }
    if (op->isValid())
        run.statements().issued(*op, what.expression, what.repeat, request.text);
    for (TensorObject* output : outputs)
        if (TensorObject& root = rootOf(*output);
            root.isLinked && !run.captures.includesCpu &&  // inside OneKernel, views are updated after the kernel
            !native.views.written(native, root, Part::writtenBy(*what.operation)))
            return false;
    return afterUse(native);
}

}  // namespace engine::frontend
