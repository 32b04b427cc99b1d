#include "engine/frontend/detail/block.h"
#include "engine/frontend/detail/native_calls.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <new>

namespace py = pybind11;

namespace engine::frontend {

namespace {

using ops::Operator;

/// Starts statement number `index` of the listing.
PyObject* statement(PyObject*, PyObject* index)
{
    Native& it = *native();
    Execution* current = execution(it);
    if (current == nullptr)
        return nullptr;
    const long at = PyLong_AsLong(index);
    if (at < 0 || static_cast<std::size_t>(at) >= current->statements().count()) {
        PyErr_SetString(PyExc_ValueError, "the listing has no such statement");
        return nullptr;
    }
    current->statements().begin(static_cast<std::size_t>(at));
    Py_RETURN_NONE;
}

void bindTensor(Execution& current, TensorObject& tensor, const std::string& name, std::int64_t index)
{
    tensor.label = current.statements().bind(tensor.producer, name, index);
    if (tensor.gradient != nullptr)
        nameGradient(current, tensor);
}

/// bind(name, value): the current statement has bound `name`.
PyObject* bindResult(PyObject*, PyObject* const* args, Py_ssize_t count)
{
    Native& it = *native();
    Execution* current = execution(it);
    if (current == nullptr || count != 2)
        return nullptr;
    PyObject* value = args[1];
    const bool isOne = isTensor(it, value);
    if (!isOne && !PyList_CheckExact(value) && !PyTuple_CheckExact(value))
        Py_RETURN_NONE;
    const std::string name = PyUnicode_AsUTF8(args[0]);
    if (isOne) {
        bindTensor(*current, *asTensor(value), name, -1);
        Py_RETURN_NONE;
    }
    const Py_ssize_t size = std::min<Py_ssize_t>(PySequence_Fast_GET_SIZE(value), 8192);
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyObject* element = PySequence_Fast_GET_ITEM(value, i);
        if (isTensor(it, element))
            bindTensor(*current, *asTensor(element), name, i);
    }
    Py_RETURN_NONE;
}

PyMethodDef kFast[] = {
    {"statement", GuardedCall<statement>::call, METH_O, "statement(index): a statement of the listing begins"},
    {"bind", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(GuardedCall<bindResult>::call)), METH_FASTCALL,
     "bind(name, value): a statement has bound a name"},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef kModule = {PyModuleDef_HEAD_INIT,
                       "_overlap",
                       "What the dialects are written over.",
                       sizeof(Native),
                       kFast,
                       nullptr,
                       nullptr,
                       nullptr,
                       nullptr};

constexpr const char* kThreadRefused =
    "operations come from the program's main thread here; the devices overlap without further threads";

bool fill(PyObject* object)
{
    Native& it = *new (PyModule_GetState(object)) Native;
    it.tensorType = createTensorType(object);
    it.operatorType = createOperatorType(object);
    it.stopped = PyErr_NewException("_overlap.Stopped", PyExc_BaseException, nullptr);
    if (it.tensorType == nullptr || it.operatorType == nullptr || it.stopped == nullptr)
        return false;
    auto module = py::reinterpret_borrow<py::module_>(object);
    module.attr("Tensor") = py::handle(reinterpret_cast<PyObject*>(it.tensorType));
    module.attr("Operator") = py::handle(reinterpret_cast<PyObject*>(it.operatorType));
    module.attr("Stopped") = py::handle(it.stopped);
    module.attr("THREAD_REFUSED") = kThreadRefused;
    py::dict operators;
    for (int op = 0; op <= static_cast<int>(Operator::Last); ++op)
        operators[py::str(std::string(ops::nameOf(static_cast<Operator>(op))))] = op;
    module.attr("OPERATORS") = operators;
    it.operators = py::object(operators).release().ptr();
    defineTensors(module);
    defineWaits(module);
    defineDevices(module);
    defineStreams(module);
    defineProgram(module);
    defineData(module);
    defineArrays(module);
    defineCapture(module);
    defineCollectives(module);
    defineRanks(module);
    defineSharing(module);
    defineBlock(module);
    defineSteps(module);
    defineAutograd(module);
    defineSymbols(module);
    defineGraphs(module);
    defineParameterFiles(module);
    describeRefusals(module);
    return addApply(object) && addPhases(object);
}

}  // namespace

Native* native()
{
    PyObject* module = PyState_FindModule(&kModule);
    return module == nullptr ? nullptr : static_cast<Native*>(PyModule_GetState(module));
}

Execution* execution(Native& native)
{
    if (native.execution == nullptr) {
        PyErr_SetString(PyExc_RuntimeError, "no program runs");
        return nullptr;
    }
    if (PyThread_get_thread_ident() != native.thread) {
        native.hasRefusedThread = true;
        PyErr_SetString(PyExc_RuntimeError, kThreadRefused);
        return nullptr;
    }
    if (native.execution->isStopped.load(std::memory_order_relaxed)) {
        PyErr_SetString(native.stopped, "stopped");
        return nullptr;
    }
    return native.execution;
}

namespace {

/// Returns a new reference to torch.cuda.OutOfMemoryError; null for other errors.
PyObject* outOfGpuMemory(const Error& error)
{
    if (error.code != ErrorCode::OutOfMemory || !error.english().starts_with("CUDA out of memory"))
        return nullptr;
    PyObject* name = PyUnicode_FromString("torch.cuda");
    PyObject* module = name == nullptr ? nullptr : PyImport_GetModule(name);
    PyObject* type = module == nullptr ? nullptr : PyObject_GetAttrString(module, "OutOfMemoryError");
    Py_XDECREF(module);
    Py_XDECREF(name);
    PyErr_Clear();
    return type;
}

}  // namespace

PyObject* raiseError(const Native& native, const Error& error)
{
    PyObject* type = native.failure != nullptr ? native.failure : PyExc_RuntimeError;
    const bool isTorch = native.execution != nullptr && native.execution->options().dialect == Dialect::Torch;
    if (PyObject* full = isTorch ? outOfGpuMemory(error) : nullptr; full != nullptr) {
        PyErr_SetString(full, error.english().c_str());
        Py_DECREF(full);
        return nullptr;
    }
    if (error.code == ErrorCode::OutOfMemory && error.message.empty()) {
        PyErr_SetString(PyExc_MemoryError, messages::message("run.no-memory").english().c_str());
        return nullptr;
    }
    if (error.code == ErrorCode::Cancelled)
        type = native.stopped;
    else if (error.code == ErrorCode::Unsupported)
        type = PyExc_NotImplementedError;
    PyErr_SetString(type, error.english().c_str());
    return nullptr;
}

PyObject* raiseInvalid(const Native& native, const std::string& message)
{
    return raiseError(native, untranslatedError(ErrorCode::InvalidArgument, message));
}

std::int32_t innermostLine(const Execution& execution)
{
    std::int32_t line = 0;
    PyFrameObject* frame = PyThreadState_GetFrame(PyThreadState_Get());
    while (frame != nullptr && line == 0) {
        PyCodeObject* code = PyFrame_GetCode(frame);
        const char* file = PyUnicode_AsUTF8(code->co_filename);
        if (file != nullptr && execution.options().fileName == file)
            line = PyFrame_GetLineNumber(frame);
        Py_DECREF(code);
        PyFrameObject* caller = PyFrame_GetBack(frame);
        Py_DECREF(frame);
        frame = caller;
    }
    Py_XDECREF(frame);
    return line;
}

std::int32_t waitLine(Execution& execution)
{
    const std::int32_t statement = execution.statements().line();
    if (execution.isSyncLine(statement))
        return statement;
    const std::int32_t inner = innermostLine(execution);
    return inner != 0 && execution.isSyncLine(inner) ? inner : statement;
}

}  // namespace engine::frontend

extern "C" PyObject* PyInit__overlap()
{
    PyObject* module = PyModule_Create(&engine::frontend::kModule);
    if (module == nullptr)
        return nullptr;
    // PyState_FindModule() finds the module only after the import, but fill() needs it earlier to create types.
    PyState_AddModule(module, &engine::frontend::kModule);
    try {
        if (engine::frontend::fill(module))
            return module;
    } catch (pybind11::error_already_set& error) {
        error.restore();
    }
    Py_DECREF(module);
    return nullptr;
}
