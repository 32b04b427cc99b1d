#include "engine/frontend/detail/native.h"

#include <new>

namespace engine::frontend {

namespace {

void dealloc(PyObject* self)
{
    TensorObject* tensor = asTensor(self);
    const Native* owner = tensor->native;
    Py_XDECREF(tensor->gradient);
    if (tensor->isLinked && tensor->generation == owner->generation)
        tensor->native->views.forget(*tensor);
    tensor->terms.~shared_ptr();
    tensor->entry.~Entry();
    const bool isShared = tensor->share != nullptr;
    tensor->share.~shared_ptr();
    if (tensor->owner != nullptr)
        Py_DECREF(tensor->owner);
    else if (!isShared && owner != nullptr && owner->execution != nullptr && tensor->generation == owner->generation &&
             tensor->variable.isValid() && PyThread_get_thread_ident() == owner->thread)
        owner->execution->release(tensor->variable);
    PyTypeObject* type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

PyObject* shape(PyObject* self, void*)
{
    const ops::Shape& extents = asTensor(self)->shape;
    PyObject* result = PyTuple_New(static_cast<Py_ssize_t>(extents.rank()));
    for (std::size_t axis = 0; result != nullptr && axis < extents.rank(); ++axis)
        PyTuple_SET_ITEM(result, static_cast<Py_ssize_t>(axis), PyLong_FromLongLong(extents[axis]));
    return result;
}

PyObject* elements(PyObject* self, void*)
{
    return PyLong_FromLongLong(asTensor(self)->shape.elements());
}

PyObject* typeIndex(PyObject* self, void*)
{
    return PyLong_FromLong(static_cast<long>(asTensor(self)->type));
}

PyObject* ordinal(PyObject* self, void*)
{
    TensorObject* tensor = asTensor(self);
    const Execution* run = tensor->native->execution;  // not execution(), because any thread may read the device
    if (run == nullptr)
        return PyErr_Format(PyExc_RuntimeError, "no program runs");
    const int gpu = run->devices.ordinalOf(tensor->device);
    return PyLong_FromLong(gpu >= 0 ? gpu : -1 - tensor->cpuContext);
}

PyObject* textOf(TensorObject& tensor, NameId id)
{
    Execution* run = execution(*tensor.native);
    if (run == nullptr)
        return nullptr;
    const std::string& text = run->texts().of(id);
    return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}

PyObject* name(PyObject* self, void*)
{
    return textOf(*asTensor(self), asTensor(self)->label);
}

PyObject* expression(PyObject* self, void*)
{
    return textOf(*asTensor(self), asTensor(self)->text);
}

/// Returns the Python type of results computed from tensors of `type`: the dialect's tensor type, which defines how
/// types mix. For example, results computed from an nn.Parameter, a subtype of Tensor, are Tensors.
PyTypeObject* resultTypeOf(const Native& native, PyTypeObject* type)
{
    while (type->tp_base != nullptr && type->tp_base != native.tensorType &&
           PyDict_GetItemString(type->tp_dict, "promotion") == nullptr)
        type = type->tp_base;
    return type;
}

/// Wraps the gradient that backward() created, for a PyTorch leaf or for a result that retains it.
PyObject* madeGradient(TensorObject& tensor, autograd::Tensor made)
{
    TensorObject* object = newOfStorage(tensor, std::move(made));
    if (object == nullptr)
        return nullptr;
    if (tensor.label.isValid() && tensor.native->execution != nullptr) {
        ProgramTexts& texts = tensor.native->execution->texts();
        object->label = texts.intern(texts.of(tensor.label) + ".grad");
    }
    return &object->ob_base;
}

PyObject* gradient(PyObject* self, void*)
{
    TensorObject& tensor = *asTensor(self);
    autograd::Tensor made = autograd::Tape::gradientOf(tensor.entry);
    // Drops the wrapper of an earlier gradient: each backward() accumulates the gradient of a result in a new storage.
    if (tensor.gradient != nullptr && made.storage != nullptr &&
        asTensor(tensor.gradient)->variable != made.storage->variable)
        Py_CLEAR(tensor.gradient);
    if (tensor.gradient == nullptr && made.storage != nullptr)
        tensor.gradient = madeGradient(tensor, std::move(made));
    PyObject* result = tensor.gradient;
    if (result == nullptr && PyErr_Occurred() != nullptr)
        return nullptr;
    if (result == nullptr)
        Py_RETURN_NONE;
    Py_INCREF(result);
    return result;
}

/// Returns None if the tensor is not on a tape, "" for a leaf, else the name of the operator that computed the tensor.
PyObject* tapeOperator(PyObject* self, void*)
{
    const autograd::Entry& entry = asTensor(self)->entry;
    if (!entry.exists())
        Py_RETURN_NONE;
    if (autograd::Tape::isLeaf(entry))
        return PyUnicode_FromString("");
    const std::string_view name = ops::nameOf(autograd::Tape::operatorOf(entry));
    return PyUnicode_FromStringAndSize(name.data(), static_cast<Py_ssize_t>(name.size()));
}

PyGetSetDef kGetters[] = {
    {"extents", GuardedCall<shape>::call, nullptr, "the extents as a plain tuple", nullptr},
    {"elements", elements, nullptr, "how many elements there are", nullptr},
    {"type_index", typeIndex, nullptr, "0 float32, 1 int64, 2 bool", nullptr},
    {"ordinal", ordinal, nullptr, "the GPU's number, -1 for the CPU (and -2 for its context 1)", nullptr},
    {"tape_operator", tapeOperator, nullptr, "None: no gradient; '': a leaf; else what it is a result of", nullptr},
    {"gradient", GuardedCall<gradient>::call, nullptr, "the tensor that backward() writes its gradient to, or None",
     nullptr},
    {"name", GuardedCall<name>::call, nullptr, "the name it was bound to in the listing", nullptr},
    {"expression", GuardedCall<expression>::call, nullptr,
     "what made it, as the listing would say it; '' if nothing did", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyType_Slot kSlots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
    {Py_tp_getset, kGetters},
    {0, nullptr},
};

PyType_Spec kSpec = {"_overlap.Tensor", sizeof(TensorObject), 0,
                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, kSlots};

}  // namespace

PyTypeObject* createTensorType(PyObject* module)
{
    return reinterpret_cast<PyTypeObject*>(PyType_FromModuleAndSpec(module, &kSpec, nullptr));
}

void startTensor(TensorObject& tensor, Native& native, const device::VariableRequest& request, VariableId variable)
{
    tensor.native = &native;
    tensor.generation = native.generation;
    tensor.variable = variable;
    tensor.device = request.device;
    tensor.cpuContext = 0;
    new (&tensor.shape) ops::Shape(request.shape);
    tensor.type = request.type;
    tensor.label = NameId{};
    tensor.text = NameId{};
    tensor.producer = OpId{};
    tensor.writes = 0;
    tensor.isLinked = false;
    tensor.isPinned = request.hostMemory == device::HostMemoryMode::Pinned;
    tensor.owner = nullptr;
    new (&tensor.share) std::shared_ptr<autograd::Storage>();
    new (&tensor.terms) std::shared_ptr<autograd::Storage>();
    new (&tensor.entry) autograd::Entry();
    tensor.gradient = nullptr;
}

TensorObject* newTensor(Native& native, PyTypeObject* type, const device::VariableRequest& request,
                        std::int32_t cpuContext)
{
    type = resultTypeOf(native, type);
    Result<VariableId> variable = native.execution->platform().create(request);
    if (!variable) {
        raiseError(native, variable.error());
        return nullptr;
    }
    PyObject* object = type->tp_alloc(type, 0);
    if (object == nullptr)
        return nullptr;
    startTensor(*asTensor(object), native, request, *variable);
    asTensor(object)->cpuContext = cpuContext;
    return asTensor(object);
}

TensorObject* newResult(Native& native, const TensorObject& from, const ops::Shape& shape, ops::DataType type)
{
    return newTensor(native, Py_TYPE(&from.ob_base), {from.device, shape, type, std::nullopt}, from.cpuContext);
}

TensorObject* newOfStorage(const TensorObject& like, autograd::Tensor made)
{
    PyTypeObject* type = resultTypeOf(*like.native, Py_TYPE(&like.ob_base));
    PyObject* object = type->tp_alloc(type, 0);
    if (object == nullptr)
        return nullptr;
    TensorObject& result = *asTensor(object);
    startTensor(result, *like.native, {like.device, made.shape, like.type, std::nullopt}, made.storage->variable);
    result.cpuContext = like.cpuContext;
    result.share = std::move(made.storage);
    return &result;
}

TensorObject* newView(TensorObject& source, PyTypeObject* type)
{
    PyObject* object = type->tp_alloc(type, 0);
    if (object == nullptr)
        return nullptr;
    TensorObject& view = *asTensor(object);
    startTensor(view, *source.native, {source.device, source.shape, source.type, std::nullopt}, source.variable);
    view.generation = source.generation;
    view.cpuContext = source.cpuContext;
    view.isPinned = source.isPinned;
    view.label = source.label;
    view.text = source.text;
    view.producer = source.producer;
    view.owner = reinterpret_cast<PyObject*>(&rootOf(source));
    Py_INCREF(view.owner);
    return &view;
}

void noteWrite(TensorObject& tensor, OpId op)
{
    tensor.producer = op;
    TensorObject& root = rootOf(tensor);
    ++root.writes;
    if (root.share != nullptr)
        ++root.share->version;
}

std::shared_ptr<autograd::Storage> shareOf(TensorObject& tensor)
{
    if (tensor.owner != nullptr)
        return shareOf(*asTensor(tensor.owner));
    if (tensor.share == nullptr)
        tensor.share = std::make_shared<PlatformStorage>(*tensor.native, tensor.variable, tensor.device);
    return tensor.share;
}

PlatformStorage::PlatformStorage(const Native& native, VariableId id, DeviceId where)
    : m_native(native), m_generation(native.generation)
{
    variable = id;
    device = where;
}

PlatformStorage::~PlatformStorage()
{
    if (m_native.execution != nullptr && m_generation == m_native.generation &&
        PyThread_get_thread_ident() == m_native.thread)
        m_native.execution->release(variable);
}

}  // namespace engine::frontend
