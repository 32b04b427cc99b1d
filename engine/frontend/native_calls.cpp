#include "engine/frontend/detail/native_calls.h"

namespace py = pybind11;

namespace engine::frontend {

Native& currentNative()
{
    Native* it = native();
    if (it == nullptr)
        throw py::import_error("_overlap is not loaded");
    return *it;
}

Execution& currentExecution()
{
    Execution* it = execution(currentNative());
    if (it == nullptr)
        throw py::error_already_set();
    return *it;
}

void check(const Status& status)
{
    if (status)
        return;
    raiseError(currentNative(), status.error());
    throw py::error_already_set();
}

py::object owned(TensorObject* tensor)
{
    if (tensor == nullptr)
        throw py::error_already_set();
    return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(tensor));
}

py::object newOnCpu(const py::type& type, const ops::Shape& shape, ops::DataType dataType)
{
    return owned(newTensor(currentNative(), reinterpret_cast<PyTypeObject*>(type.ptr()),
                           {currentExecution().devices.cpu(), shape, dataType, {}}));
}

TensorObject& tensorOf(py::handle object)
{
    Native& it = currentNative();
    if (!isTensor(it, object.ptr()))
        throw py::type_error(callerOf("function") + "() takes a tensor, not " + Py_TYPE(object.ptr())->tp_name);
    TensorObject& tensor = *asTensor(object.ptr());
    if (tensor.generation != it.generation)
        throw std::runtime_error("this tensor belongs to an earlier run");
    return tensor;
}

DeviceId deviceAt(const Execution& execution, int ordinal)
{
    if (ordinal < 0)
        return execution.devices.cpu();
    if (static_cast<std::size_t>(ordinal) >= execution.devices.gpuCount())
        throw std::runtime_error("CUDA error: invalid device ordinal: GPU " + std::to_string(ordinal) +
                                 " was asked for, but the machine has " + std::to_string(execution.devices.gpuCount()) +
                                 (execution.devices.gpuCount() == 1 ? " GPU" : " GPUs") +
                                 "; choose a machine with more of them, or another device");
    return execution.devices.gpu(static_cast<std::size_t>(ordinal));
}

bool hasValues(Execution& execution)
{
    return execution.platform().kind() == trace::PlatformKind::Real ||
           execution.platform().options().values == trace::ValueMode::Computed;
}

device::WaitSite siteOf(Execution& execution, const std::string& call)
{
    execution.noteActivity();
    if (execution.captures.current != nullptr)
        throw std::runtime_error("CUDA error: operation not permitted when stream is capturing: " + call +
                                 " waits, and a captured part runs only when it is replayed; wait after replay()");
    return execution.site(waitLine(execution), call);
}

std::string pathOf(const py::object& path)
{
    PyObject* raw = nullptr;
    if (PyUnicode_FSConverter(path.ptr(), &raw) == 0)
        throw py::error_already_set();
    return py::reinterpret_steal<py::bytes>(raw);
}

OperatorArguments operatorOf(const py::object& name, const py::kwargs& attributes, std::string_view function)
{
    const py::tuple names(attributes.size());
    std::vector<PyObject*> values;
    for (const auto& [key, value] : attributes) {
        PyTuple_SET_ITEM(names.ptr(), static_cast<Py_ssize_t>(values.size()),
                         py::object(py::reinterpret_borrow<py::object>(key)).release().ptr());
        values.push_back(value.ptr());
    }
    OperatorArguments arguments;
    if (!readOperator(currentNative(), name.ptr(), values.data(), names.ptr(), function, arguments))
        throw py::error_already_set();
    return arguments;
}

}  // namespace engine::frontend
