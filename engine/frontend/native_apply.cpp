#include "engine/frontend/detail/apply_arguments.h"
#include "engine/frontend/detail/result_types.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>

/// `_overlap.apply`: applies any operator of the engine to any number of tensors. For frequent calls, a dialect uses an
/// `_overlap.Operator` instead, which needs no Python frame.
namespace engine::frontend {

namespace {

using ops::DataType;
using Tensors = std::vector<TensorObject*>;

/// Reads tensors of the current program run, all on the same device; None means that an input is omitted.
bool readInputs(const Native& native, const Execution& run, PyObject* sequence, const char* name, Tensors& inputs)
{
    if (!PyTuple_Check(sequence) && !PyList_Check(sequence)) {
        PyErr_Format(PyExc_TypeError, "%s takes a list of tensors, not %s", name, Py_TYPE(sequence)->tp_name);
        return false;
    }
    const Py_ssize_t count = PySequence_Fast_GET_SIZE(sequence);
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* item = PySequence_Fast_GET_ITEM(sequence, i);
        if (item == Py_None)
            continue;
        if (!isTensor(native, item)) {
            PyErr_Format(PyExc_TypeError, "%s takes tensors, not %s", name, Py_TYPE(item)->tp_name);
            return false;
        }
        TensorObject* tensor = asTensor(item);
        if (tensor->generation != native.generation) {
            raiseInvalid(native, "this tensor belongs to an earlier run");
            return false;
        }
        if (!inputs.empty() && !areOnSameDevice(*tensor, *inputs.front())) {
            raiseInvalid(native,
                         std::string(name) +
                             ": Expected all tensors to be on the same device, but found at least two devices, " +
                             deviceText(run, *inputs.front()) + " and " + deviceText(run, *tensor) + "!");
            return false;
        }
        inputs.push_back(tensor);
    }
    if (inputs.empty())
        PyErr_Format(PyExc_ValueError, "%s has no input; create() makes tensors out of nothing", name);
    return !inputs.empty();
}

/// Returns the i-th tensor of `out`, which is a tensor or a list of tensors; null if there is none.
PyObject* givenOutput(PyObject* out, std::size_t i)
{
    if (out == nullptr)
        return nullptr;
    if (!PyList_Check(out) && !PyTuple_Check(out))
        return i == 0 ? out : nullptr;
    if (static_cast<Py_ssize_t>(i) >= PySequence_Fast_GET_SIZE(out))
        return nullptr;
    PyObject* item = PySequence_Fast_GET_ITEM(out, static_cast<Py_ssize_t>(i));
    return item == Py_None ? nullptr : item;
}

/// Determines the type of the results. Returns nullopt with an exception set if the operator does not accept the input
/// types.
std::optional<TypeAnswer> typeOf(const Native& native, const OperatorArguments& what, const Tensors& inputs,
                                 std::string_view name)
{
    const bool areFloats =
        std::ranges::all_of(inputs, [](const TensorObject* tensor) { return tensor->type == DataType::Float32; });
    if (areFloats && !changesType(what.operation.op) && what.scalarType != DataType::Bool)
        return TypeAnswer{DataType::Float32, what.operation.op};
    std::vector<DataType> types;
    for (const TensorObject* tensor : inputs)
        types.push_back(tensor->type);
    TypeQuestion question{what.operation.op, types, what.scalarType, what.operation.scalars[0], false, name};
    const auto answer = resultType(question, promotionOf(*inputs.front()));
    if (answer)
        return *answer;
    raiseError(native, answer.error());
    return std::nullopt;
}

/// Returns a new reference to the tensor for output `i` of type `type`; null with an exception set if that fails.
TensorObject* outputOf(Native& native, const OperatorArguments& what, const Tensors& inputs, std::size_t i,
                       ops::DataType type, const char* name)
{
    const ops::Shape& shape = what.operation.outputAt(i);
    const int inPlace = ops::inPlaceInputOf(what.operation.op, i);
    PyObject* given = givenOutput(what.out, i);
    if (given == nullptr && inPlace >= 0)
        given = reinterpret_cast<PyObject*>(inputs[static_cast<std::size_t>(inPlace)]);
    if (given == nullptr) {
        return newResult(native, *inputs.front(), shape, type);
    }
    if (!isTensor(native, given)) {
        PyErr_Format(PyExc_TypeError, "%s: out must be a tensor, not %s", name, Py_TYPE(given)->tp_name);
        return nullptr;
    }
    TensorObject* target = asTensor(given);
    if (target->generation != native.generation || !areOnSameDevice(*target, *inputs.front()) ||
        target->shape != shape) {
        raiseInvalid(native, std::string(name) + ": the result is " + ops::toText(shape) +
                                 " and does not fit into the tensor of " + ops::toText(target->shape) +
                                 " that it is to be written to" +
                                 (!areOnSameDevice(*target, *inputs.front()) ? ", which is on another device" : ""));
        return nullptr;
    }
    if (i == 0 && target->type != type)
        if (const Status status = checkResultType(target->type, type, name, promotionOf(*target)); !status) {
            raiseError(native, status.error());
            return nullptr;
        }
    Py_INCREF(target);
    return target;
}

void drop(const Tensors& tensors)
{
    for (TensorObject* tensor : tensors)
        Py_XDECREF(reinterpret_cast<PyObject*>(tensor));
}

PyObject* returnTensors(const Tensors& outputs)
{
    if (outputs.size() == 1)
        return reinterpret_cast<PyObject*>(outputs.front());
    PyObject* list = PyList_New(static_cast<Py_ssize_t>(outputs.size()));
    for (std::size_t i = 0; list != nullptr && i < outputs.size(); ++i)
        PyList_SET_ITEM(list, static_cast<Py_ssize_t>(i), reinterpret_cast<PyObject*>(outputs[i]));
    if (list == nullptr)
        drop(outputs);
    return list;
}

std::string_view textOf(PyObject* object)
{
    Py_ssize_t size = 0;
    const char* text = PyUnicode_Check(object) ? PyUnicode_AsUTF8AndSize(object, &size) : nullptr;
    if (text == nullptr)
        PyErr_Clear();
    return text == nullptr ? std::string_view{} : std::string_view(text, static_cast<std::size_t>(size));
}

/// Implements apply(op, inputs, name, text, **attributes).
PyObject* apply(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* keywords)
{
    Native& it = *native();
    Execution* run = execution(it);
    if (run == nullptr)
        return nullptr;
    if (count != 4)
        return PyErr_Format(PyExc_TypeError, "apply() takes operator, inputs, name and text; %zd were given", count);
    OperatorArguments what;
    const std::string_view name = textOf(args[2]);
    if (!readOperator(it, args[0], args + count, keywords, name, what))
        return nullptr;
    const std::string called = std::string(name) + "()";
    Tensors inputs;
    if (!readInputs(it, *run, args[1], called.c_str(), inputs))
        return nullptr;
    for (const TensorObject* tensor : inputs)
        what.operation.inputs.push_back(tensor->shape);
    if (const Status status = ops::inferOutputs(what.operation); !status)
        return raiseError(it, status.error());
    const auto answer = typeOf(it, what, inputs, name);  // inferOutputs() has checked the number of inputs
    if (!answer)
        return nullptr;
    what.operation.op = answer->op;
    Tensors outputs;
    for (std::size_t i = 0; i < what.operation.outputCount(); ++i) {
        outputs.push_back(outputOf(it, what, inputs, i, answer->type, called.c_str()));
        if (outputs.back() != nullptr)
            continue;
        drop(outputs);
        return nullptr;
    }
    std::vector<VariableId> reads;
    for (const TensorObject* tensor : inputs)
        reads.push_back(tensor->variable);
    Issue issued{&what.operation, run->texts().intern(std::string(name)), expressionOf(*run, textOf(args[3]), inputs),
                 reinterpret_cast<const void*>(static_cast<std::uintptr_t>(what.operation.op) + 1)};
    issued.dispatch = what.dispatch;
    issued.priority = what.priority;
    issued.isView = what.isView;
    if (!checkWritable(it, what.operation, inputs, outputs) || !issue(it, issued, reads, outputs)) {
        drop(outputs);
        return nullptr;
    }
    record(it, what.operation, inputs, outputs, issued.name);
    return returnTensors(outputs);
}

PyMethodDef kApplyFunctions[] = {
    {"apply", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(GuardedCall<apply>::call)),
     METH_FASTCALL | METH_KEYWORDS, "apply(op, inputs, name, text, **attributes): issues any operator"},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool addApply(PyObject* module)
{
    return PyModule_AddFunctions(module, kApplyFunctions) == 0;
}

}  // namespace engine::frontend
