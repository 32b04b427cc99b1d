#include "engine/frontend/detail/native_calls.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <new>
#include <string_view>

namespace py = pybind11;

namespace engine::frontend {

namespace {

using ops::Operator;

ops::Shape shapeOf(const py::sequence& extents)
{
    if (extents.size() > ops::Shape::kMaxRank)
        throw std::invalid_argument("tensors here have at most six axes, not " + std::to_string(extents.size()));
    std::vector<std::int64_t> sizes;
    std::int64_t elements = 1;
    for (const py::handle extent : extents) {
        if (!PyLong_Check(extent.ptr()))
            throw py::type_error("sizes must be whole numbers, not " + py::repr(extent).cast<std::string>());
        int overflow = 0;
        const std::int64_t size = PyLong_AsLongLongAndOverflow(extent.ptr(), &overflow);
        if (size < 0 && overflow <= 0)
            throw std::runtime_error("Trying to create tensor with negative dimension " +
                                     py::repr(extent).cast<std::string>());
        // Refuses more elements than the memory of any computer can contain, because the product could overflow.
        if (overflow > 0 || (size != 0 && elements > (std::int64_t{1} << 58U) / size))
            throw std::runtime_error("a tensor of this size has more than 2^58 elements; no machine holds it");
        elements *= size;
        sizes.push_back(size);
    }
    return ops::Shape(std::span<const std::int64_t>(sizes));
}

PyTypeObject* typeOf(const py::type& type)
{
    return reinterpret_cast<PyTypeObject*>(type.ptr());
}

/// Issues an operation on one tensor.
void issueFrom(TensorObject& from, const Issue& what, TensorObject& result)
{
    TensorObject* const inputs[] = {&from};
    TensorObject* const outputs[] = {&result};
    if (!checkWritable(currentNative(), *what.operation, inputs, outputs) ||
        !issue(currentNative(), what, std::span(&from.variable, 1), &result))
        throw py::error_already_set();
    record(currentNative(), *what.operation, inputs, outputs, what.name);
}

/// Returns the memory mode for `pin_memory`: page-locked, unless the option `hostMemory` chooses another mode. Throws
/// if the program has no GPU.
std::optional<device::HostMemoryMode> pinnedMemory(const Execution& execution)
{
    if (execution.devices.gpuCount() == 0)
        throw std::runtime_error(
            "Need to provide pin_memory allocator to use pin memory: this machine has no GPU to pin memory for; leave "
            "it out, or choose a machine that has one");
    return execution.options().hostMemory.value_or(device::HostMemoryMode::Pinned);
}

/// Creates a tensor without inputs: filled, counted up, or random.
py::object create(const py::type& type, int op, const py::sequence& extents, int ordinal, int dataType, double first,
                  double second, const std::string& name, const std::string& text, bool isPinned)
{
    Execution& execution = currentExecution();
    if (op < 0 || op > static_cast<int>(Operator::Last) || dataType < 0 || dataType > 2)
        throw py::value_error("there is no such operator or type");
    const DeviceId device = deviceAt(execution, ordinal);
    const ops::Shape shape = shapeOf(extents);
    device::VariableRequest request{device, shape, static_cast<ops::DataType>(dataType), {}};
    if (isPinned && device != execution.devices.cpu())
        throw std::runtime_error("Only dense CPU tensors can be pinned");
    if (isPinned)
        request.hostMemory = pinnedMemory(execution);
    py::object result = owned(newTensor(currentNative(), typeOf(type), request, cpuContextOf(ordinal)));
    ops::Operation operation;
    operation.op = static_cast<Operator>(op);
    operation.output = shape;
    operation.scalars[0] = first;
    operation.scalars[1] = second;
    if (operation.op == Operator::RandomUniform || operation.op == Operator::RandomNormal)
        operation.seed = execution.random.next();
    Issue what;
    what.operation = &operation;
    what.name = execution.texts().intern(name);
    what.expression = execution.texts().intern(text);
    if (!issue(currentNative(), what, {}, asTensor(result.ptr())))
        throw py::error_already_set();
    return result;
}

py::object fromValues(const py::type& type, const py::sequence& extents, int dataType, const std::vector<float>& values)
{
    Execution& execution = currentExecution();
    execution.noteActivity();
    py::object result = newOnCpu(type, shapeOf(extents), static_cast<ops::DataType>(dataType));
    check(execution.platform().write(asTensor(result.ptr())->variable, values));
    return result;
}

/// Creates a tensor from bytes: one float for each element of the shape.
py::object fromBytes(const py::type& type, const py::sequence& extents, int dataType, const py::bytes& bytes)
{
    Execution& execution = currentExecution();
    const ops::Shape shape = shapeOf(extents);
    const std::string_view raw = bytes;
    if (dataType < 0 || dataType > 2 || raw.size() != static_cast<std::size_t>(shape.elements()) * sizeof(float))
        throw py::value_error("there is no such type, or there are not as many bytes as a tensor of " +
                              ops::toText(shape) + " has");
    execution.noteActivity();
    py::object result = newOnCpu(type, shape, static_cast<ops::DataType>(dataType));
    std::vector<float> values(raw.size() / sizeof(float));
    std::copy_n(raw.data(), raw.size(), reinterpret_cast<char*>(values.data()));
    check(execution.platform().write(asTensor(result.ptr())->variable, values));
    return result;
}

py::object reshape(const py::object& source, const py::sequence& extents, bool isView)
{
    Execution& execution = currentExecution();
    TensorObject& from = tensorOf(source);
    const ops::Shape shape = shapeOf(extents);
    if (shape.elements() != from.shape.elements())
        throw std::runtime_error("a tensor of " + std::to_string(from.shape.elements()) +
                                 " elements cannot be given a shape of " + std::to_string(shape.elements()));
    py::object result = owned(newResult(currentNative(), from, shape, from.type));
    ops::Operation operation;
    operation.op = Operator::Reshape;
    operation.inputs.push_back(from.shape);
    operation.output = shape;
    static const char kRepeat = 0;
    TensorObject* const inputs[] = {&from};
    Issue what{&operation, execution.texts().intern("reshape"), expressionOf(execution, "{0}.reshape(...)", inputs),
               &kRepeat};
    what.isView = isView;
    issueFrom(from, what, *asTensor(result.ptr()));
    return result;
}

/// Copies a CPU tensor to page-locked memory.
py::object pin(const py::object& source)
{
    Execution& execution = currentExecution();
    TensorObject& from = tensorOf(source);
    if (from.device != execution.devices.cpu())
        throw std::runtime_error("cannot pin a tensor of a GPU: only dense CPU tensors can be pinned");
    const device::VariableRequest request{execution.devices.cpu(), from.shape, from.type, pinnedMemory(execution)};
    const py::object result = owned(newTensor(currentNative(), Py_TYPE(source.ptr()), request, from.cpuContext));
    return copy(source, -1 - from.cpuContext, CopyWait::Blocking, "pin_memory", ".pin_memory()", result);
}

bool areOneStorage(const py::object& one, const py::object& other)
{
    return &rootOf(tensorOf(one)) == &rootOf(tensorOf(other));
}

/// Creates a tensor of another Python type for the same storage, for `numpy()`. The result is on cpu(0), because NumPy
/// has no contexts.
py::object viewAs(const py::object& source, const py::type& type)
{
    py::object view = owned(newView(tensorOf(source), typeOf(type)));
    asTensor(view.ptr())->cpuContext = 0;
    return view;
}

/// Returns the name under which a wait for this copy is recorded; for a copy to the CPU, the text of the sync point in
/// the listing. None for copies within the CPU and between GPUs.
NameId waitOf(Execution& execution, const TensorObject& from, const TensorObject& to, const std::string& name,
              const std::string& text)
{
    const bool isFromHost = from.device == execution.devices.cpu(), isToHost = to.device == execution.devices.cpu();
    const std::string call = text.empty() ? "." + name + "(...)" : text;
    return isFromHost == isToHost ? NameId{}
           : isToHost             ? execution.site(execution.statements().line(), call).call
                                  : execution.sink().intern(call);
}

}  // namespace

py::object copy(const py::object& source, int ordinal, CopyWait wait, const std::string& name, const std::string& text,
                const py::object& out)
{
    Execution& execution = currentExecution();
    TensorObject& from = tensorOf(source);
    py::object result;
    if (out.is_none()) {
        const DeviceId device = deviceAt(execution, ordinal);
        device::VariableRequest request{device, from.shape, from.type, {}};
        const bool isToHost = device == execution.devices.cpu() && from.device != execution.devices.cpu();
        if (isToHost && execution.captures.current != nullptr)
            throw std::runtime_error(
                "CUDA error: operation not permitted when stream is capturing: copies to the host "
                "are not captured here; copy after replay()");
        if (isToHost)
            request.hostMemory = execution.options().hostMemory;
        result = owned(newTensor(currentNative(), Py_TYPE(source.ptr()), request, cpuContextOf(ordinal)));
        if (isToHost && wait == CopyWait::NonBlocking && !request.hostMemory &&
            execution.options().dialect == Dialect::Torch)
            asTensor(result.ptr())->isPinned = true;  // as in PyTorch; the platform allocates this memory page-locked
    } else {
        result = out;
        if (tensorOf(out).shape != from.shape)
            throw std::runtime_error("the copy's target has another shape");
    }
    ops::Operation operation;
    operation.op = Operator::Copy;
    operation.inputs.push_back(from.shape);
    operation.output = from.shape;
    static const char kRepeat = 0;
    TensorObject* const inputs[] = {&from};
    Issue what{&operation, execution.texts().intern(name), expressionOf(execution, "{0}" + text, inputs), &kRepeat};
    what.isNonBlocking = wait == CopyWait::NonBlocking;
    what.isFetched = wait == CopyWait::Fetched;
    if (wait != CopyWait::Fetched)
        what.wait = waitOf(execution, from, *asTensor(result.ptr()), name, text);
    issueFrom(from, what, *asTensor(result.ptr()));
    return result;
}

void defineTensors(py::module_& module)
{
    module.def("create", create, py::arg("type"), py::arg("op"), py::arg("extents"), py::arg("ordinal"),
               py::arg("data_type"), py::arg("first"), py::arg("second"), py::arg("name"), py::arg("text"),
               py::arg("pinned") = false);
    module.def("pin", pin);
    module.def("is_pinned", [](const py::object& tensor) { return rootOf(tensorOf(tensor)).isPinned; });
    module.def("from_values", fromValues);
    module.def("from_bytes", fromBytes);
    module.def("copy", [](const py::object& source, int ordinal, bool isNonBlocking, const std::string& name,
                          const std::string& text, const py::object& out) {
        return copy(source, ordinal, isNonBlocking ? CopyWait::NonBlocking : CopyWait::Blocking, name, text, out);
    });
    module.def("reshape", reshape);
    module.def("view_as", viewAs);
    module.def("are_one_storage", areOneStorage);
    module.def("random_state", [] {
        const RandomStreams::State state = currentExecution().random.state();
        return std::pair{state.seed, state.count};
    });
    module.def("set_random_state", [](const std::pair<std::uint64_t, std::uint64_t>& state) {
        currentExecution().random.restore({state.first, state.second});
    });
    module.def("seed", [](const py::int_& number) { currentExecution().random.seed(seedOf(number)); });
}

}  // namespace engine::frontend
