#include "engine/frontend/detail/native.h"

#include <new>

namespace engine::frontend {

namespace {

void dealloc(PyObject* self)
{
    TensorObject* tensor = asTensor(self);
    const Native* owner = tensor->native;
    if (tensor->owner != nullptr)
        Py_DECREF(tensor->owner);
    else if (owner != nullptr && owner->execution != nullptr && tensor->generation == owner->generation &&
             tensor->variable.isValid() && PyThread_get_thread_ident() == owner->thread)
        owner->execution->platform().release(tensor->variable);
    PyTypeObject* type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

PyObject* shape(PyObject* self, void*)
{
    const tensor::Shape& extents = asTensor(self)->shape;
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
    Execution* run = execution(*tensor->native);
    return run == nullptr ? nullptr : PyLong_FromLong(run->ordinalOf(tensor->device));
}

PyObject* name(PyObject* self, void*)
{
    TensorObject* tensor = asTensor(self);
    Execution* run = execution(*tensor->native);
    if (run == nullptr)
        return nullptr;
    const std::string& text = run->statements().spelling(tensor->label);
    return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}

PyGetSetDef kGetters[] = {
    {"extents", shape, nullptr, "the extents as a plain tuple", nullptr},
    {"elements", elements, nullptr, "how many elements there are", nullptr},
    {"type_index", typeIndex, nullptr, "0 float32, 1 int64, 2 bool", nullptr},
    {"ordinal", ordinal, nullptr, "the GPU's number, -1 for the CPU", nullptr},
    {"name", name, nullptr, "the name it was bound to in the listing", nullptr},
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

TensorObject* newTensor(Native& native, PyTypeObject* type, const device::VariableRequest& request)
{
    Result<VariableId> variable = native.execution->platform().create(request);
    if (!variable) {
        raiseError(native, variable.error());
        return nullptr;
    }
    PyObject* object = type->tp_alloc(type, 0);
    if (object == nullptr)
        return nullptr;
    TensorObject* tensor = asTensor(object);
    tensor->native = &native;
    tensor->generation = native.generation;
    tensor->variable = *variable;
    tensor->device = request.device;
    new (&tensor->shape) tensor::Shape(request.shape);
    tensor->type = request.type;
    tensor->label = NameId{};
    tensor->text = NameId{};
    tensor->producer = OpId{};
    tensor->owner = nullptr;
    return tensor;
}

}  // namespace engine::frontend
