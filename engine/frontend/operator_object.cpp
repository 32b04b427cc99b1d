#include "engine/frontend/detail/apply_arguments.h"
#include "engine/frontend/detail/native.h"
#include "engine/frontend/detail/result_types.h"
#include "engine/ops/shape_rules.h"

#include <structmember.h>

#include <new>
#include <unordered_map>

/// `_overlap.Operator`: a callable for one or two tensors that issues one operation. An operator binds like a Python
/// function, so a dialect can use it as a method (`mm = _overlap.Operator(...)`): then no Python frame runs between the
/// listing and the engine.
namespace engine::frontend {

namespace {

using ops::Operator;

/// Determines the number and types of arguments, and the rule for the output's shape.
enum class Form : std::uint8_t { Product, Binary, Unary, Reduction };

struct TextKey {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    double scalar = 0;
    bool operator==(const TextKey&) const = default;
};

struct TextHash {
    std::size_t operator()(const TextKey& key) const
    {
        return std::hash<std::uint64_t>{}((std::uint64_t{key.a} << 32U) ^ (std::uint64_t{key.b} << 7U)) ^
               std::hash<double>{}(key.scalar);
    }
};

/// Values that an operator caches for the current program run.
struct Memory {
    std::uint64_t generation = 0;
    NameId name;
    std::unordered_map<TextKey, NameId, TextHash> texts;
    ops::Operation operation;
};

struct OperatorObject {
    PyObject_HEAD  // NOLINT
        vectorcallfunc vectorcall;
    Native* native;
    Form form;
    Operator op;
    Operator scalarOp;
    bool isReversed;     ///< for __rsub__: the scalar is the first operand
    bool isInPlace;      ///< for __iadd__: the operator writes to its first input
    bool negatesScalar;  ///< x - 2 is computed as x + (-2)
    std::string* name;
    std::string* text;  ///< "{0}.mm({1})"
    Memory* memory;
};

OperatorObject* asOperator(PyObject* object)
{
    return reinterpret_cast<OperatorObject*>(object);
}

NameId expressionOf(OperatorObject& self, Execution& run, const TensorObject* a, const TensorObject* b, double scalar)
{
    const auto id = [](const TensorObject* t) {
        return t == nullptr ? NameId::kNone : t->label.isValid() ? t->label.index : t->text.index;
    };
    const TextKey key{id(a), id(b), b == nullptr ? scalar : 0};
    const auto known = self.memory->texts.find(key);
    if (known != self.memory->texts.end())
        return known->second;
    const TensorObject* const inputs[] = {a, b};
    const std::string text = fillPlaceholders(run, *self.text, std::span(inputs, b != nullptr ? 2U : 1U), scalar);
    if (self.memory->texts.size() > 4096)
        self.memory->texts.clear();
    return self.memory->texts[key] = run.texts().intern(text);
}

/// A Python number and its type.
struct Number {
    double value = 0;
    ops::DataType type = ops::DataType::Float32;
};

/// Whether `object` is a NumPy number (numpy.float32(2)) or an array without axes. False for numpy.float64, which is
/// also a Python float.
bool isNumPyScalar(PyObject* object)
{
    if (PyFloat_Check(object) || PyLong_Check(object) || PyObject_HasAttrString(object, "__array__") == 0)
        return false;
    const bool isScalar = PyObject_Size(object) < 0;
    PyErr_Clear();
    return isScalar;
}

/// Converts a Python number to a scalar. Returns false with an exception set if it is not a number.
bool readNumber(const OperatorObject& self, PyObject* object, Number& number)
{
    if (isNumPyScalar(object)) {
        PyObject* const value = PyObject_CallMethod(object, "item", nullptr);
        const bool isRead = value != nullptr && !isNumPyScalar(value) && readNumber(self, value, number);
        Py_XDECREF(value);
        return isRead;
    }
    if (PyFloat_Check(object) || PyLong_Check(object) || PyBool_Check(object)) {
        number.value = PyFloat_AsDouble(object);
        number.type = numberTypeOf(object);
        return !(number.value == -1.0 && PyErr_Occurred());
    }
    PyErr_Format(PyExc_TypeError, "%s() takes tensors and numbers, not %s", self.name->c_str(),
                 Py_TYPE(object)->tp_name);
    return false;
}

/// Returns the shape of the result; nullopt with an exception set if the operator does not accept the inputs' shapes.
std::optional<ops::Shape> outputShape(const OperatorObject& self, Operator op, const TensorObject& a,
                                      const TensorObject* b)
{
    const ops::Shape inputs[2] = {a.shape, b != nullptr ? b->shape : ops::Shape{}};
    const Result<ops::Shape> shape = ops::inferShape(op, std::span(inputs, b != nullptr ? 2U : 1U));
    if (shape)
        return *shape;
    raiseError(*self.native, shape.error());
    return std::nullopt;
}

/// Determines the operator to compute and the type of the result. Returns nullopt with an exception set if the operator
/// does not accept the inputs' types.
std::optional<TypeAnswer> typeOf(const OperatorObject& self, const TensorObject& a, const TensorObject* b,
                                 const Number* number)
{
    using ops::DataType;
    const Operator op = b == nullptr && self.form == Form::Binary ? self.scalarOp : self.op;
    const DataType types[2] = {a.type, b != nullptr ? b->type : DataType::Float32};
    // The most common case: all floats.
    if (types[0] == DataType::Float32 && types[1] == DataType::Float32 && !changesType(op) &&
        (number == nullptr || number->type != DataType::Bool))
        return TypeAnswer{DataType::Float32, op};
    TypeQuestion question{op, std::span(types, b != nullptr ? 2U : 1U), {}, 0, self.negatesScalar, *self.name};
    if (number != nullptr) {
        question.scalar = number->type;
        question.value = number->value;
    }
    const auto answer = resultType(question, promotionOf(a));
    if (answer)
        return *answer;
    raiseError(*self.native, answer.error());
    return std::nullopt;
}

/// Returns the output tensor: the first input of an in-place operator, the tensor given with `out=`, or a new tensor.
TensorObject* outputOf(OperatorObject& self, TensorObject* a, PyObject* out, const ops::Shape& shape,
                       ops::DataType type)
{
    TensorObject* target = self.isInPlace ? a : out != nullptr ? asTensor(out) : nullptr;
    if (target == nullptr)
        return newResult(*self.native, *a, shape, type);
    if (target->type != type)
        if (const Status status = checkResultType(target->type, type, *self.name, promotionOf(*a)); !status) {
            raiseError(*self.native, status.error());
            return nullptr;
        }
    if (target->shape != shape || !areOnSameDevice(*target, *a)) {
        raiseInvalid(*self.native, *self.name + "(): the result is " + ops::toText(shape) +
                                       " and does not fit into the tensor of " + ops::toText(target->shape) +
                                       " that it is to be written to");
        return nullptr;
    }
    Py_INCREF(target);
    return target;
}

PyObject* issueOn(OperatorObject& self, Execution& run, TensorObject* a, TensorObject* b, const Number* number,
                  PyObject* out)
{
    const double scalar = number != nullptr ? number->value : 0;
    const auto answer = typeOf(self, *a, b, number);
    if (!answer)
        return nullptr;
    if (self.form == Form::Product && *self.name == "mm" && (a->shape.rank() != 2 || b->shape.rank() != 2))
        return raiseInvalid(*self.native, a->shape.rank() != 2 ? "self must be a matrix" : "mat2 must be a matrix");
    const auto shape = outputShape(self, answer->op, *a, b);
    if (!shape)
        return nullptr;
    Memory& memory = *self.memory;
    if (memory.generation != self.native->generation) {
        memory = Memory{};
        memory.generation = self.native->generation;
        memory.name = run.texts().intern(*self.name);
    }
    TensorObject* output = outputOf(self, a, out, *shape, answer->type);
    if (output == nullptr)
        return nullptr;
    ops::Operation& operation = memory.operation;
    operation.op = answer->op;
    operation.inputs.assign(1, a->shape);
    if (b != nullptr)
        operation.inputs.push_back(b->shape);
    operation.output = *shape;
    operation.scalars[0] = self.negatesScalar && b == nullptr ? -scalar : scalar;
    const VariableId reads[2] = {a->variable, b != nullptr ? b->variable : VariableId{}};
    const std::size_t count = b != nullptr ? 2U : 1U;
    Issue what{&operation, memory.name, expressionOf(self, run, a, b, scalar), &self};
    what.isView = operation.op == Operator::Transpose && promotionOf(*a) == Promotion::Torch;
    TensorObject* const both[] = {a, b};
    const std::span<TensorObject* const> inputs(both, count);
    const std::span<TensorObject* const> outputs(&output, 1);
    if (!checkWritable(*self.native, operation, inputs, outputs) ||
        !issue(*self.native, what, std::span(reads, count), outputs)) {
        Py_DECREF(output);
        return nullptr;
    }
    if (run.modes.isRecording)
        record(*self.native, operation, inputs, outputs, memory.name);
    return reinterpret_cast<PyObject*>(output);
}

/// Issues an operation on tensors of two devices. PyTorch accepts a GPU tensor together with a CPU tensor that has no
/// axes; the dialect copies the CPU tensor to the GPU.
PyObject* issueAcross(OperatorObject& self, Execution& run, TensorObject* a, TensorObject* b, PyObject* out)
{
    const auto isNumber = [&](const TensorObject& tensor) {
        return tensor.shape.rank() == 0 && run.devices.ordinalOf(tensor.device) < 0;
    };
    const bool mayMove = self.form == Form::Binary && promotionOf(*a) == Promotion::Torch;
    TensorObject* number = !mayMove ? nullptr : isNumber(*b) ? b : isNumber(*a) && !self.isInPlace ? a : nullptr;
    if (number == nullptr)
        return raiseInvalid(*self.native,
                            "Expected all tensors to be on the same device, but found at least two devices, " +
                                deviceText(run, *a) + " and " + deviceText(run, *b) + "!");
    PyObject* moved = PyObject_CallMethod(reinterpret_cast<PyObject*>(number), "_beside", "O", number == b ? a : b);
    if (moved == nullptr)
        return nullptr;
    (number == b ? b : a) = asTensor(moved);
    PyObject* result =
        self.isReversed ? issueOn(self, run, b, a, nullptr, out) : issueOn(self, run, a, b, nullptr, out);
    Py_DECREF(moved);
    return result;
}

/// If the first argument is a symbol of a computation graph that is being captured, calls the symbol's method that has
/// the operator's name. Returns null without an exception if the first argument is no symbol.
PyObject* capture(const OperatorObject& self, PyObject* const* args, Py_ssize_t count)
{
    if (PyObject_HasAttrString(reinterpret_cast<PyObject*>(Py_TYPE(args[0])), "compose") == 0)
        return nullptr;
    PyObject* name = PyUnicode_FromString(self.name->c_str());
    if (name == nullptr)
        return nullptr;
    PyObject* result = PyObject_VectorcallMethod(name, args, static_cast<std::size_t>(count), nullptr);
    Py_DECREF(name);
    return result;
}

PyObject* call(PyObject* callable, PyObject* const* args, std::size_t nargsf, PyObject* keywords)
{
    OperatorObject& self = *asOperator(callable);
    Execution* run = execution(*self.native);
    if (run == nullptr)
        return nullptr;
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    PyObject* out = nullptr;
    const Py_ssize_t keywordCount = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
    for (Py_ssize_t i = 0; i < keywordCount; ++i) {
        PyObject* key = PyTuple_GET_ITEM(keywords, i);
        if (PyUnicode_CompareWithASCIIString(key, "out") != 0)
            return PyErr_Format(PyExc_NotImplementedError, "%s() has no argument %R here; it works on whole tensors",
                                self.name->c_str(), key);
        if (args[count + i] != Py_None)
            out = args[count + i];
    }
    const Py_ssize_t wanted = self.form == Form::Product || self.form == Form::Binary ? 2 : 1;
    if (count != wanted) {
        if (self.form == Form::Reduction && count > 1)
            return PyErr_Format(PyExc_NotImplementedError,
                                "%s() along one axis is not there; without arguments it takes the whole tensor",
                                self.name->c_str());
        return PyErr_Format(PyExc_TypeError, "%s() takes %zd tensors, %zd given", self.name->c_str(), wanted, count);
    }
    if (out != nullptr && !isTensor(*self.native, out))
        return PyErr_Format(PyExc_TypeError, "%s(): out must be a tensor", self.name->c_str());
    if (!isTensor(*self.native, args[0])) {
        if (PyObject* captured = capture(self, args, count); captured != nullptr || PyErr_Occurred() != nullptr)
            return captured;
        if (wanted == 2 && isTensor(*self.native, args[1])) {
            PyErr_Format(PyExc_TypeError, "%s() takes a tensor first, not %s", self.name->c_str(),
                         Py_TYPE(args[0])->tp_name);
            return nullptr;
        }
        return PyErr_Format(PyExc_TypeError, "%s() takes tensors, not %s", self.name->c_str(),
                            Py_TYPE(args[0])->tp_name);
    }
    TensorObject* a = asTensor(args[0]);
    if (a->generation != self.native->generation)
        return raiseInvalid(*self.native, "this tensor belongs to an earlier run");
    if (wanted == 1)
        return issueOn(self, *run, a, nullptr, nullptr, out);
    if (!isTensor(*self.native, args[1])) {
        Number number;
        if (self.form == Form::Product)
            return PyErr_Format(PyExc_TypeError, "%s() takes two tensors; the second is %s", self.name->c_str(),
                                Py_TYPE(args[1])->tp_name);
        return readNumber(self, args[1], number) ? issueOn(self, *run, a, nullptr, &number, out) : nullptr;
    }
    TensorObject* b = asTensor(args[1]);
    if (b->generation != self.native->generation)
        return raiseInvalid(*self.native, "this tensor belongs to an earlier run");
    if (!areOnSameDevice(*a, *b))
        return issueAcross(self, *run, a, b, out);
    return self.isReversed ? issueOn(self, *run, b, a, nullptr, out) : issueOn(self, *run, a, b, nullptr, out);
}

PyObject* bindMethod(PyObject* self, PyObject* object, PyObject*)
{
    if (object == nullptr || object == Py_None) {
        Py_INCREF(self);
        return self;
    }
    return PyMethod_New(self, object);
}

PyObject* create(PyTypeObject* type, PyObject* args, PyObject* keywords)
{
    static const char* kNames[] = {"form",     "op",       "scalar_op", "name", "text",
                                   "reversed", "in_place", "negate",    nullptr};
    int form = 0;
    int op = 0;
    int scalarOp = 0;
    int isReversed = 0;
    int isInPlace = 0;
    int negates = 0;
    const char* name = "";
    const char* text = "";
    if (PyArg_ParseTupleAndKeywords(args, keywords, "iiiss|ppp", const_cast<char**>(kNames), &form, &op, &scalarOp,
                                    &name, &text, &isReversed, &isInPlace, &negates) == 0)
        return nullptr;
    const int last = static_cast<int>(Operator::Last);
    if (form < 0 || form > static_cast<int>(Form::Reduction) || op < 0 || op > last || scalarOp < 0 || scalarOp > last)
        return PyErr_Format(PyExc_ValueError, "there is no such operator");
    PyObject* object = type->tp_alloc(type, 0);
    if (object == nullptr)
        return nullptr;
    OperatorObject& self = *asOperator(object);
    self.vectorcall = GuardedCall<call>::call;
    self.native = native();
    self.form = static_cast<Form>(form);
    self.op = static_cast<Operator>(op);
    self.scalarOp = static_cast<Operator>(scalarOp);
    self.isReversed = isReversed != 0;
    self.isInPlace = isInPlace != 0;
    self.negatesScalar = negates != 0;
    self.name = new std::string(name);
    self.text = new std::string(text);
    self.memory = new Memory;
    return object;
}

void dealloc(PyObject* object)
{
    OperatorObject& self = *asOperator(object);
    delete self.name;
    delete self.text;
    delete self.memory;
    PyTypeObject* type = Py_TYPE(object);
    type->tp_free(object);
    Py_DECREF(type);
}

PyObject* representation(PyObject* object)
{
    return PyUnicode_FromFormat("<operator %s>", asOperator(object)->name->c_str());
}

PyMemberDef kMembers[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(OperatorObject, vectorcall), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot kSlots[] = {
    {Py_tp_new, reinterpret_cast<void*>(GuardedCall<create>::call)},
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_descr_get, reinterpret_cast<void*>(bindMethod)},
    {Py_tp_repr, reinterpret_cast<void*>(representation)},
    {Py_tp_members, kMembers},
    {0, nullptr},
};

PyType_Spec kSpec = {"_overlap.Operator", sizeof(OperatorObject), 0,
                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR, kSlots};

}  // namespace

PyTypeObject* createOperatorType(PyObject* module)
{
    return reinterpret_cast<PyTypeObject*>(PyType_FromModuleAndSpec(module, &kSpec, nullptr));
}

}  // namespace engine::frontend
