#include "engine/frontend/detail/apply_arguments.h"
#include "engine/frontend/detail/native_calls.h"
#include "engine/ops/shape_rules.h"

#include <pybind11/stl.h>

namespace py = pybind11;

/// What the dialects do with arrays besides applying operators: casts, constant values, copies between devices by a
/// parameter store, shape inference, views.
namespace engine::frontend {

namespace {

void issueOrThrow(const Issue& what, std::span<TensorObject* const> inputs, TensorObject& output)
{
    std::vector<VariableId> reads;
    for (const TensorObject* input : inputs)
        reads.push_back(input->variable);
    TensorObject* const outputs[] = {&output};
    if (!checkWritable(currentNative(), *what.operation, inputs, outputs) ||
        !issue(currentNative(), what, reads, outputs))
        throw py::error_already_set();
    record(currentNative(), *what.operation, inputs, outputs, what.name);
}

ops::Operation copyOf(const ops::Shape& shape)
{
    ops::Operation operation;
    operation.op = ops::Operator::Copy;
    operation.inputs.push_back(shape);
    operation.output = shape;
    return operation;
}

/// Returns the operation that converts the elements of a tensor to another type; if their values stay the same, a copy.
ops::Operation castOf(const ops::Shape& shape, ops::DataType from, ops::DataType to)
{
    ops::Operation operation = copyOf(shape);
    if (to == ops::DataType::Bool && from != ops::DataType::Bool)
        operation.op = ops::Operator::NotEqualScalar;
    else if (to == ops::DataType::Int64 && from == ops::DataType::Float32)
        operation.scalars[0] = 1;  // truncates to integers
    return operation;
}

/// Converts a tensor to another type, on the same device.
py::object cast(const py::object& source, int dataType, const std::string& name, const std::string& text)
{
    Execution& execution = currentExecution();
    if (dataType < 0 || dataType > 2)
        throw py::value_error("there is no such type");
    TensorObject& from = tensorOf(source);
    const auto to = static_cast<ops::DataType>(dataType);
    py::object result = owned(newResult(currentNative(), from, from.shape, to));
    ops::Operation operation = castOf(from.shape, from.type, to);
    static const char kRepeat = 0;
    TensorObject* const inputs[] = {&from};
    const Issue what{&operation, execution.texts().intern(name), expressionOf(execution, "{0}" + text, inputs),
                     &kRepeat};
    if (to == ops::DataType::Float32)
        issueOrThrow(what, inputs, *asTensor(result.ptr()));
    else if (!issue(currentNative(), what, std::span(&from.variable, 1), asTensor(result.ptr())))
        throw py::error_already_set();  // issue() does not record on the tape: an integer tensor has no gradient
    return result;
}

/// Sets all elements to the same value.
void fill(const py::object& target, double value, const std::string& text)
{
    Execution& execution = currentExecution();
    TensorObject& tensor = tensorOf(target);
    ops::Operation operation;
    operation.op = ops::Operator::Fill;
    operation.output = tensor.shape;
    operation.scalars[0] = value;
    static const char kRepeat = 0;
    const Issue what{&operation, execution.texts().intern("fill"), execution.texts().intern(text), &kRepeat};
    issueOrThrow(what, {}, tensor);
}

/// Copies a tensor for MXNet's Trainer or KVStore: to the device `ordinal`, or into `out`. Needs no dispatch time.
py::object transfer(const py::object& source, int ordinal, const py::object& out, int priority)
{
    Execution& execution = currentExecution();
    TensorObject& from = tensorOf(source);
    py::object result = out;
    if (out.is_none())
        result = owned(newTensor(currentNative(), Py_TYPE(source.ptr()),
                                 {deviceAt(execution, ordinal), from.shape, from.type, {}}, cpuContextOf(ordinal)));
    else if (tensorOf(out).shape != from.shape)
        throw std::runtime_error("the copy's target has another shape");
    ops::Operation operation = copyOf(from.shape);
    static const char kRepeat = 0;
    TensorObject* const inputs[] = {&from};
    Issue what{&operation, execution.texts().intern("copyto"), expressionOf(execution, "{0}.copyto(...)", inputs),
               &kRepeat};
    what.isNonBlocking = true;
    what.dispatch = device::DispatchClass::Free;
    what.priority = priority;
    issueOrThrow(what, inputs, *asTensor(result.ptr()));
    return result;
}

ops::Operation partOf(const TensorObject& base, const py::sequence& offsets, const py::sequence& extents)
{
    ops::Operation part;
    part.op = ops::Operator::Slice;
    part.inputs.push_back(base.shape);
    std::vector<std::int64_t> sizes;
    for (const py::handle extent : extents)
        sizes.push_back(extent.cast<std::int64_t>());
    if (sizes.size() != base.shape.rank() || offsets.size() != sizes.size())
        throw py::value_error("a part of a tensor has an offset and an extent for each axis");
    part.output = ops::Shape(std::span<const std::int64_t>(sizes));
    for (std::size_t axis = 0; axis < sizes.size(); ++axis)
        part.offsets[axis] = offsets[axis].cast<std::int64_t>();
    return part;
}

/// Registers `view` as the rectangular part of `base` at `offsets`: writes to one of them are propagated to the other.
void linkPart(const py::object& view, const py::object& base, const py::sequence& offsets, const py::sequence& extents)
{
    TensorObject& whole = rootOf(tensorOf(base));
    currentNative().views.add(rootOf(tensorOf(view)), whole, partOf(whole, offsets, extents));
}

void linkAll(const py::object& view, const py::object& base, ops::Operator toView,
             const std::optional<Strides>& strides = {})
{
    TensorObject& from = rootOf(tensorOf(base));
    TensorObject& to = rootOf(tensorOf(view));
    ops::Operation operation;
    operation.op = toView;
    operation.inputs.push_back(from.shape);
    operation.output = to.shape;
    currentNative().views.add(to, from, std::move(operation), strides);
}

/// Whether reshaping the tensor to `shape` gives a view in the frameworks. If the strides of the tensor do not allow
/// that, the frameworks copy.
bool canShow(const TensorObject& tensor, const ops::Shape& shape)
{
    return !tensor.isLinked || stridesAs(tensor.shape, currentNative().views.stridesOf(tensor), shape).has_value();
}

/// Registers `view` as a reshaped view of `base`, if that is possible.
void linkShape(const py::object& view, const py::object& base)
{
    if (canShow(rootOf(tensorOf(base)), tensorOf(view).shape))
        linkAll(view, base, ops::Operator::Reshape);
}

/// Registers `view` as a view of `base` with reversed axes.
void linkTransposed(const py::object& view, const py::object& base)
{
    linkAll(view, base, ops::Operator::Transpose);
}

/// Registers `view` as a reshape of `base` with `strides`. permute() alternates such reshapes with transposes.
void linkOrder(const py::object& view, const py::object& base, const std::vector<std::int64_t>& strides)
{
    if (strides.size() != tensorOf(view).shape.rank() ||
        tensorOf(view).shape.elements() != tensorOf(base).shape.elements())
        throw py::value_error("a view has as many elements as its tensor, and a stride for each axis");
    Strides known{};
    std::copy(strides.begin(), strides.end(), known.begin());
    linkAll(view, base, ops::Operator::Reshape, known);
}

std::vector<std::int64_t> stridesOf(const py::object& tensor)
{
    const TensorObject& root = rootOf(tensorOf(tensor));
    const Strides strides = currentNative().views.stridesOf(root);
    return {strides.begin(), strides.begin() + static_cast<std::ptrdiff_t>(root.shape.rank())};
}

bool isPart(const py::object& view, const py::object& base, const py::sequence& offsets, const py::sequence& extents)
{
    const TensorObject& whole = rootOf(tensorOf(base));
    return currentNative().views.shows(rootOf(tensorOf(view)), whole, partOf(whole, offsets, extents));
}

/// Infers the shapes of an operator's results from those of its inputs.
std::vector<std::vector<std::int64_t>> infer(const py::object& op, const std::vector<std::vector<std::int64_t>>& shapes,
                                             const py::kwargs& keywords)
{
    OperatorArguments arguments = operatorOf(op, keywords, callerOf("infer"));
    for (const auto& extents : shapes)
        arguments.operation.inputs.emplace_back(std::span<const std::int64_t>(extents));
    check(ops::inferOutputs(arguments.operation));
    std::vector<std::vector<std::int64_t>> results;
    for (std::size_t i = 0; i < arguments.operation.outputCount(); ++i) {
        const auto extents = arguments.operation.outputAt(i).extents();
        results.emplace_back(extents.begin(), extents.end());
    }
    return results;
}

}  // namespace

void defineArrays(py::module_& module)
{
    module.def("cast", cast);
    module.def("fill", fill);
    module.def("transfer", transfer, py::arg("source"), py::arg("ordinal"), py::arg("out").none(true) = py::none(),
               py::arg("priority") = 0);
    module.def("infer", infer);
    module.def("link_part", linkPart);
    module.def("link_shape", linkShape);
    module.def("link_transposed", linkTransposed);
    module.def("link_order", linkOrder);
    module.def("strides", stridesOf);
    module.def("can_show", [](const py::object& tensor, const std::vector<std::int64_t>& extents) {
        const ops::Shape shape{std::span<const std::int64_t>(extents)};
        TensorObject& root = rootOf(tensorOf(tensor));
        return shape.elements() != root.shape.elements() || canShow(root, shape);  // a wrong size fails later
    });
    module.def("is_in_order", [](const py::object& tensor) {
        const TensorObject& root = rootOf(tensorOf(tensor));
        return isInOrder(root.shape, currentNative().views.stridesOf(root));
    });
    module.def("is_part", isPart);
}

}  // namespace engine::frontend
