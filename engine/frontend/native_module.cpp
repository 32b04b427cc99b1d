#include "engine/frontend/detail/block.h"
#include "engine/frontend/detail/native.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cmath>
#include <new>

namespace py = pybind11;

namespace engine::frontend {

namespace {

using ops::Operator;

Native& theNative()
{
    Native* it = native();
    if (it == nullptr)
        throw py::import_error("_overlap is not loaded");
    return *it;
}

Execution& run()
{
    Execution* it = execution(theNative());
    if (it == nullptr)
        throw py::error_already_set();
    return *it;
}

void check(const Status& status)
{
    if (status)
        return;
    raiseError(theNative(), status.error());
    throw py::error_already_set();
}

template <typename T>
T checked(Result<T> result)
{
    if (!result) {
        raiseError(theNative(), result.error());
        throw py::error_already_set();
    }
    return std::move(result).value();
}

TensorObject& tensorOf(py::handle object)
{
    Native& it = theNative();
    if (!isTensor(it, object.ptr()))
        throw py::type_error(std::string("a tensor is wanted, not ") + Py_TYPE(object.ptr())->tp_name);
    TensorObject& tensor = *asTensor(object.ptr());
    if (tensor.generation != it.generation)
        throw std::runtime_error("this tensor belongs to an earlier run");
    return tensor;
}

py::object owned(TensorObject* tensor)
{
    if (tensor == nullptr)
        throw py::error_already_set();
    return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(tensor));
}

DeviceId deviceAt(const Execution& it, int ordinal)
{
    if (ordinal < 0)
        return it.cpu();
    if (static_cast<std::size_t>(ordinal) >= it.gpuCount())
        throw std::runtime_error("CUDA error: invalid device ordinal: GPU " + std::to_string(ordinal) +
                                 " was asked for, but the machine has " + std::to_string(it.gpuCount()) +
                                 (it.gpuCount() == 1 ? " GPU" : " GPUs") +
                                 "; choose a machine with more of them, or another device");
    return it.gpu(static_cast<std::size_t>(ordinal));
}

tensor::Shape shapeOf(const py::sequence& extents)
{
    if (extents.size() > tensor::Shape::kMaxRank)
        throw std::invalid_argument("tensors here have at most six axes, not " + std::to_string(extents.size()));
    std::vector<std::int64_t> sizes;
    std::int64_t elements = 1;
    for (const py::handle extent : extents) {
        if (!PyLong_Check(extent.ptr()))
            throw py::type_error("sizes must be whole numbers, not " + py::repr(extent).cast<std::string>());
        const auto size = extent.cast<std::int64_t>();
        if (size < 0)
            throw std::runtime_error("Trying to create tensor with negative dimension " + std::to_string(size));
        // A product that does not fit into 60 bits is no memory of any machine, and would wrap around.
        if (size != 0 && elements > (std::int64_t{1} << 58U) / size)
            throw std::runtime_error("a tensor of this size has more than 2^58 elements; no machine holds it");
        elements *= size;
        sizes.push_back(size);
    }
    return tensor::Shape(std::span<const std::int64_t>(sizes));
}

PyTypeObject* typeOf(const py::type& type)
{
    return reinterpret_cast<PyTypeObject*>(type.ptr());
}

/// A tensor that nothing was computed for: filled, counted up, or random.
py::object create(const py::type& type, int op, const py::sequence& extents, int ordinal, int dataType, double first,
                  double second, const std::string& name, const std::string& text)
{
    Execution& it = run();
    const DeviceId device = deviceAt(it, ordinal);
    const tensor::Shape shape = shapeOf(extents);
    py::object result =
        owned(newTensor(theNative(), typeOf(type), {device, shape, static_cast<tensor::DataType>(dataType), {}}));
    ops::Operation operation;
    operation.op = static_cast<Operator>(op);
    operation.output = shape;
    operation.scalars[0] = first;
    operation.scalars[1] = second;
    if (operation.op == Operator::RandomUniform || operation.op == Operator::RandomNormal)
        operation.seed = it.nextRandomStream();
    Issue what;
    what.operation = &operation;
    what.name = it.sink().intern(name);
    what.expression = it.statements().spell(text);
    if (!issue(theNative(), what, {}, asTensor(result.ptr())))
        throw py::error_already_set();
    return result;
}

py::object fromValues(const py::type& type, const py::sequence& extents, int dataType, const std::vector<float>& values)
{
    Execution& it = run();
    it.didSomething();
    py::object result = owned(newTensor(theNative(), typeOf(type),
                                        {it.cpu(), shapeOf(extents), static_cast<tensor::DataType>(dataType), {}}));
    check(it.platform().write(asTensor(result.ptr())->variable, values));
    return result;
}

/// A copy on `ordinal`, or into `out`. `text` is the expression without what it is called on: ".to('cpu')".
py::object copy(const py::object& source, int ordinal, bool isNonBlocking, const std::string& name,
                const std::string& text, const py::object& out)
{
    Execution& it = run();
    TensorObject& from = tensorOf(source);
    py::object result;
    if (out.is_none()) {
        const DeviceId device = deviceAt(it, ordinal);
        device::VariableRequest request{device, from.shape, from.type, {}};
        if (device == it.cpu() && from.device != it.cpu())
            request.hostMemory = it.options().hostMemory;
        result = owned(newTensor(theNative(), Py_TYPE(source.ptr()), request));
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
    Issue what{&operation, it.sink().intern(name), it.statements().spell(spelled(it, from) + text), &kRepeat};
    what.isNonBlocking = isNonBlocking;
    if (!issue(theNative(), what, std::span(&from.variable, 1), asTensor(result.ptr())))
        throw py::error_already_set();
    return result;
}

py::object reshape(const py::object& source, const py::sequence& extents)
{
    Execution& it = run();
    TensorObject& from = tensorOf(source);
    const tensor::Shape shape = shapeOf(extents);
    if (shape.elements() != from.shape.elements())
        throw std::runtime_error("a tensor of " + std::to_string(from.shape.elements()) +
                                 " elements cannot be given a shape of " + std::to_string(shape.elements()));
    py::object result = owned(newTensor(theNative(), Py_TYPE(source.ptr()), {from.device, shape, from.type, {}}));
    ops::Operation operation;
    operation.op = Operator::Reshape;
    operation.inputs.push_back(from.shape);
    operation.output = shape;
    static const char kRepeat = 0;
    const Issue what{&operation, it.sink().intern("reshape"),
                     it.statements().spell(spelled(it, from) + ".reshape(...)"), &kRepeat};
    if (!issue(theNative(), what, std::span(&from.variable, 1), asTensor(result.ptr())))
        throw py::error_already_set();
    return result;
}

/// The same storage as a tensor of another type: what `numpy()` gives.
py::object viewAs(const py::object& source, const py::type& type)
{
    TensorObject& from = tensorOf(source);
    PyObject* object = typeOf(type)->tp_alloc(typeOf(type), 0);
    if (object == nullptr)
        throw py::error_already_set();
    TensorObject& view = *asTensor(object);
    view.native = from.native;
    view.generation = from.generation;
    view.variable = from.variable;
    view.device = from.device;
    new (&view.shape) tensor::Shape(from.shape);
    view.type = from.type;
    view.label = from.label;
    view.text = from.text;
    view.producer = from.producer;
    view.owner = py::object(source).release().ptr();
    return py::reinterpret_steal<py::object>(object);
}

device::WaitSite siteOf(Execution& it, const std::string& call)
{
    it.didSomething();
    return it.site(waitLine(it), call);
}

void wait(const py::object& tensor, const std::string& call)
{
    Execution& it = run();
    const VariableId variable = tensorOf(tensor).variable;
    const device::WaitSite site = siteOf(it, call);
    check(withoutLock([&] { return it.platform().waitToRead(variable, site); }));
}

void waitAll(const std::string& call)
{
    Execution& it = run();
    const device::WaitSite site = siteOf(it, call);
    check(withoutLock([&] { return it.platform().waitAll(site); }));
}

/// torch.cuda.synchronize(): of one device; none given: of the current one.
void synchronize(std::optional<int> ordinal, const std::string& call)
{
    Execution& it = run();
    const device::WaitSite site = siteOf(it, call);
    if (!ordinal && it.options().synchronizesAll) {
        for (std::size_t i = 0; i < it.gpuCount(); ++i)
            check(withoutLock([&] { return it.platform().synchronize(it.gpu(i), site); }));
        return;
    }
    const DeviceId device = deviceAt(it, ordinal.value_or(it.currentGpu));
    check(withoutLock([&] { return it.platform().synchronize(device, site); }));
}

/// The tensor itself once it is on the CPU and computed; from a GPU a copy of it, as print and item make one.
py::object fetch(const py::object& tensor, const std::string& call)
{
    Execution& it = run();
    TensorObject& from = tensorOf(tensor);
    py::object host = tensor;
    if (from.device != it.cpu())
        host = copy(tensor, -1, false, call, ".cpu()", py::none());
    const VariableId variable = asTensor(host.ptr())->variable;
    const device::WaitSite site = siteOf(it, call);
    check(withoutLock([&] { return it.platform().waitToRead(variable, site); }));
    return host;
}

/// Elements [begin, begin + count) of a fetched tensor.
std::vector<float> values(const py::object& tensor, std::int64_t begin, std::int64_t count)
{
    Execution& it = run();
    const TensorObject& from = tensorOf(tensor);
    if (begin < 0 || count < 0 || begin > from.shape.elements() - count)
        throw py::index_error("index out of range");
    const auto all = checked(withoutLock([&] { return it.platform().read(from.variable); }));
    const auto part = all.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count));
    return {part.begin(), part.end()};
}

void hostWork(bool isPrint, std::int64_t bytes, const std::string& call)
{
    Execution& it = run();
    const device::WaitSite site = siteOf(it, call);
    it.platform().hostWork(isPrint ? device::HostWork::Print : device::HostWork::ToNumpy, Bytes{bytes}, site);
}

py::dict memory(int ordinal)
{
    Execution& it = run();
    const device::MemoryLevels levels = it.platform().memory(deviceAt(it, ordinal));
    py::dict result;
    result["allocated"] = levels.allocated.value;
    result["reserved"] = levels.reserved.value;
    result["peak_allocated"] = levels.peakAllocated.value;
    result["peak_reserved"] = levels.peakReserved.value;
    result["free"] = levels.free.value;
    result["capacity"] = levels.capacity.value;
    return result;
}

void sleepFor(double seconds)
{
    Execution* it = native() == nullptr ? nullptr : native()->execution;
    if (std::isnan(seconds))
        throw py::value_error("Invalid value NaN (not a number)");
    if (seconds < 0)
        throw py::value_error("sleep length must be non-negative");
    if (it == nullptr)
        throw std::runtime_error("sleep() works while a program runs");
    it = &run();
    it->didSomething();
    if (it->platform().kind() == trace::PlatformKind::Virtual) {
        it->platform().sleep(fromSeconds(std::min(seconds, 1e9)));
        return;
    }
    // In pieces, so that the run can be stopped.
    for (double left = seconds; left > 0; left -= 0.05) {
        withoutLock([&] { it->platform().sleep(fromSeconds(std::min(left, 0.05))); });
        it = &run();
    }
}

void defineTensors(py::module_& module)
{
    module.def("create", create);
    module.def("from_values", fromValues);
    module.def("copy", copy);
    module.def("reshape", reshape);
    module.def("view_as", viewAs);
    module.def("wait", wait);
    module.def("wait_all", waitAll);
    module.def("synchronize", synchronize, py::arg("ordinal").none(true), py::arg("call"));
    module.def("fetch", fetch);
    module.def("values", values);
    module.def("host_work", hostWork);
    module.def("seed", [](std::uint64_t seed) { run().seedRandom(seed); });
}

void defineDevices(py::module_& module)
{
    module.def("dialect", [] { return run().options().dialect == Dialect::Torch ? "torch" : "mxnet"; });
    module.def("gpu_count", [] { return run().gpuCount(); });
    module.def("gpu_model", [](int ordinal) {
        const DeviceId device = deviceAt(run(), ordinal);
        for (const device::DeviceInfo& info : run().platform().devices())
            if (info.id == device)
                return info.model;
        return std::string{};
    });
    module.def("current_gpu", [] { return run().currentGpu; });
    module.def("set_current_gpu", [](int ordinal) {
        static_cast<void>(deviceAt(run(), ordinal));
        run().currentGpu = ordinal;
    });
    module.def("set_np", [](bool isOn) { run().isNumpyLike = isOn; });
    module.def("is_np", [] { return run().isNumpyLike; });
    module.def("memory", memory);
    module.def("empty_cache", [](int ordinal) { run().platform().emptyCache(deviceAt(run(), ordinal)); });
    module.def("set_failure", [](const py::object& type) {
        if (run().options().dialect == Dialect::MXNet) {
            Py_XDECREF(theNative().failure);
            theNative().failure = py::object(type).release().ptr();
        }
    });
}

void defineStreams(py::module_& module)
{
    module.def("create_stream",
               [](int ordinal) { return checked(run().platform().createStream(deviceAt(run(), ordinal))).index; });
    module.def("current_stream",
               [](int ordinal) { return run().platform().currentStream(deviceAt(run(), ordinal)).index; });
    module.def("default_stream", [](int ordinal) { return run().defaultStream(deviceAt(run(), ordinal)).index; });
    module.def("set_stream", [](int ordinal, std::uint32_t stream) {
        run().platform().setCurrentStream(deviceAt(run(), ordinal), StreamId{stream});
    });
    module.def("synchronize_stream", [](std::uint32_t stream, const std::string& call) {
        Execution& it = run();
        const device::WaitSite site = siteOf(it, call);
        check(withoutLock([&] { return it.platform().synchronize(StreamId{stream}, site); }));
    });
    module.def("record_event", [](std::uint32_t stream) {
        run().didSomething();
        return checked(run().platform().recordEvent(StreamId{stream})).index;
    });
    module.def("stream_wait", [](std::uint32_t stream, std::uint32_t event) {
        run().platform().streamWait(StreamId{stream}, EventId{event});
    });
    module.def("is_event_done", [](std::uint32_t event) {
        static_cast<void>(run().readClock());  // so that polling takes time
        return run().platform().isEventDone(EventId{event});
    });
    module.def("synchronize_event", [](std::uint32_t event, const std::string& call) {
        Execution& it = run();
        const device::WaitSite site = siteOf(it, call);
        check(withoutLock([&] { return it.platform().synchronizeEvent(EventId{event}, site); }));
    });
    module.def("elapsed", [](std::uint32_t begin, std::uint32_t end) {
        return toSeconds(checked(run().platform().elapsed(EventId{begin}, EventId{end})));
    });
}

void defineProgram(py::module_& module)
{
    // Other threads of the program have Python's own clock.
    module.def("has_run", [] {
        const Native* it = native();
        return it != nullptr && it->execution != nullptr && it->thread == PyThread_get_thread_ident();
    });
    module.def("is_virtual", [] { return run().platform().kind() == trace::PlatformKind::Virtual; });
    module.def("clock", [] { return run().readClock().count(); });
    module.def("sleep", sleepFor);
    module.def("write", [](int stream, const py::str& text) {
        Execution* it = native() == nullptr ? nullptr : native()->execution;
        Py_ssize_t size = 0;
        const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
        if (bytes == nullptr) {
            PyErr_Clear();  // lone surrogates
            const auto safe = text.attr("encode")("utf-8", "replace").cast<std::string>();
            if (it != nullptr)
                it->write(static_cast<trace::OutputStream>(stream), safe);
            return;
        }
        if (it != nullptr)
            it->write(static_cast<trace::OutputStream>(stream), {bytes, static_cast<std::size_t>(size)});
    });
    module.def("flush", [] {
        if (Execution* it = native() == nullptr ? nullptr : native()->execution)
            it->output().flush(it->platform().now(), it->statements().line());
    });
    module.def("note", [](const std::string& text) {
        Execution& it = run();
        it.sink().write(trace::NoteRecord{it.platform().now(), text, true, it.statements().line(), OpId{}});
    });
}

/// The statement of the listing with this index begins.
PyObject* statement(PyObject*, PyObject* index)
{
    Native& it = *native();
    Execution* current = execution(it);
    if (current == nullptr)
        return nullptr;
    current->statements().begin(static_cast<std::size_t>(PyLong_AsLong(index)));
    Py_RETURN_NONE;
}

void bindTensor(Execution& current, TensorObject& tensor, const std::string& name, std::int64_t index)
{
    tensor.label = current.statements().bind(tensor.producer, name, index);
}

/// bind(name, value): the statement under way has bound `name`.
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
    {"statement", statement, METH_O, "statement(index): a statement of the listing begins"},
    {"bind", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(bindResult)), METH_FASTCALL,
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
    py::dict operators;
    for (int op = 0; op <= static_cast<int>(Operator::Marker); ++op)
        operators[py::str(std::string(ops::nameOf(static_cast<Operator>(op))))] = op;
    module.attr("OPERATORS") = operators;
    defineTensors(module);
    defineDevices(module);
    defineStreams(module);
    defineProgram(module);
    defineBlock(module);
    return true;
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
        PyErr_SetString(
            PyExc_RuntimeError,
            "operations come from the program's main thread here; the devices overlap without further threads");
        return nullptr;
    }
    if (native.execution->isStopped.load(std::memory_order_relaxed)) {
        PyErr_SetString(native.stopped, "stopped");
        return nullptr;
    }
    return native.execution;
}

PyObject* raiseError(const Native& native, const Error& error)
{
    PyObject* type = native.failure != nullptr ? native.failure : PyExc_RuntimeError;
    if (error.code == ErrorCode::Cancelled)
        type = native.stopped;
    else if (error.code == ErrorCode::Unsupported)
        type = PyExc_NotImplementedError;
    PyErr_SetString(type, error.message.c_str());
    return nullptr;
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
    // PyState_FindModule() knows the module only after the import; the types made in fill() ask earlier.
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
