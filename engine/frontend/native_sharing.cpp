#include "engine/frontend/detail/native_calls.h"

#include <algorithm>
#include <utility>

namespace py = pybind11;

/// Functions for NumPy arrays that share their values with tensors (resources/python/overlap_numpy): some copy values
/// without an operation; others issue operations that compute nothing and only take time.
namespace engine::frontend {

namespace {

/// Creates a CPU tensor without values: an input of an operation that is issued for its cost alone.
py::object blank(const py::type& type, const std::vector<std::int64_t>& extents)
{
    return newOnCpu(type, ops::Shape{std::span<const std::int64_t>(extents)}, ops::DataType::Float32);
}

/// Returns the floats of the buffer. Throws ValueError unless it is contiguous float32 with as many elements as the
/// tensor.
std::span<float> floatsOf(const py::buffer_info& info, const TensorObject& tensor)
{
    if (info.format != py::format_descriptor<float>::format() || info.size != tensor.shape.elements() ||
        PyBuffer_IsContiguous(info.view(), 'C') == 0)
        throw py::value_error("an array of float32 with as many elements as the tensor is expected");
    return {static_cast<float*>(info.ptr), static_cast<std::size_t>(info.size)};
}

/// Copies the values of a tensor to `target`. Returns false if the values are not available, for example because an
/// operation that writes them is pending.
bool readInto(const py::object& object, const py::buffer& target)
{
    Execution& execution = currentExecution();
    const TensorObject& tensor = tensorOf(object);
    auto found = withoutGil([&] { return execution.platform().read(tensor.variable); });
    if (!found && found.error().code == ErrorCode::Unavailable)
        return false;
    const auto numbers = checked(std::move(found));
    std::ranges::copy(numbers, floatsOf(target.request(true), tensor).begin());
    return true;
}

/// Updates the tensor with the values that the program wrote to an array, without an operation.
void overwrite(const py::object& object, const py::buffer& source)
{
    Execution& execution = currentExecution();
    TensorObject& tensor = rootOf(tensorOf(object));
    const py::buffer_info info = source.request();
    const std::span<const float> numbers = floatsOf(info, tensor);
    check(withoutGil([&] { return execution.platform().write(tensor.variable, numbers); }));
    if (tensor.isLinked && !currentNative().views.written(currentNative(), tensor))
        throw py::error_already_set();
}

PyObject* functionOf(const py::object& function)
{
    return function.is_none() ? nullptr : py::object(function).release().ptr();
}

void setSharing(const py::object& before, const py::object& after, const std::vector<py::object>& tensors)
{
    SharedArrays& sharing = currentNative().sharing;
    sharing.tensors.clear();
    for (const py::object& tensor : tensors)
        sharing.tensors.push_back(&tensorOf(tensor));
    Py_XDECREF(std::exchange(sharing.before, functionOf(before)));
    Py_XDECREF(std::exchange(sharing.after, functionOf(after)));
}

bool callShared(SharedArrays& sharing, PyObject* function)
{
    if (function == nullptr || sharing.isBusy)
        return true;
    sharing.isBusy = true;
    Py_INCREF(function);  // the function may remove itself from `sharing`
    PyObject* const result = PyObject_CallNoArgs(function);
    Py_DECREF(function);
    sharing.isBusy = false;
    Py_XDECREF(result);
    return result != nullptr;
}

}  // namespace

bool usesShared(const Native& native, std::span<const VariableId> reads, std::span<TensorObject* const> outputs)
{
    return std::ranges::any_of(native.sharing.tensors, [&](const TensorObject* shared) {
        return native.views.has(*shared) || std::ranges::find(reads, shared->variable) != reads.end() ||
               std::ranges::find(outputs, shared->variable, &TensorObject::variable) != outputs.end();
    });
}

bool beforeUse(Native& native)
{
    return callShared(native.sharing, native.sharing.before);
}

bool afterUse(Native& native)
{
    if (native.execution != nullptr && native.execution->captures.includesCpu)
        return true;  // inside OneKernel, the captured operation has not written the tensor yet
    return callShared(native.sharing, native.sharing.after);
}

void defineSharing(py::module_& module)
{
    module.def("blank", blank);
    module.def("read_into", readInto);
    module.def("overwrite", overwrite);
    module.def("is_shown", [](const py::object& tensor) {
        const TensorObject& it = tensorOf(tensor);
        return it.isLinked || it.share != nullptr;
    });
    module.def("set_sharing", setSharing);
    module.def("writes", [](const py::object& tensor) { return rootOf(tensorOf(tensor)).writes; });
    module.def("root", [](const py::object& tensor) {
        return py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(&rootOf(tensorOf(tensor))));
    });
    // Delays a stop while a package of the system is imported, because an interrupted import cannot be repeated.
    module.def("delay_stop", [](bool isOn) { currentNative().delaysStop = isOn; });
}

}  // namespace engine::frontend
