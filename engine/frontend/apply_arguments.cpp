#include "engine/frontend/detail/apply_arguments.h"

#include <string>

namespace engine::frontend {

namespace {

using Read = bool (*)(PyObject*, OperatorArguments&);

/// Sets a TypeError without a message and returns false; describeRefusal() then replaces the error.
bool refuse()
{
    PyErr_SetNone(PyExc_TypeError);
    return false;
}

/// Calls `use` for the items of a list or tuple. Returns false with an exception set if `sequence` is neither a list
/// nor a tuple, if it has more than `most` items, or if `use` returns false.
bool forEach(PyObject* sequence, std::size_t most, auto&& use)
{
    if (!PyTuple_Check(sequence) && !PyList_Check(sequence))
        return refuse();
    const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(sequence));
    if (count > most)
        return refuse();
    for (std::size_t i = 0; i < count; ++i)
        if (!use(i, PySequence_Fast_GET_ITEM(sequence, static_cast<Py_ssize_t>(i))))
            return false;
    return true;
}

bool readWhole(PyObject* object, std::int64_t& value)
{
    value = PyLong_AsLongLong(object);
    return !(value == -1 && PyErr_Occurred() != nullptr);
}

bool readSmall(PyObject* object, std::int32_t& value)
{
    std::int64_t wide = 0;
    if (!readWhole(object, wide))
        return false;
    value = static_cast<std::int32_t>(wide);
    return value == wide || refuse();
}

bool readShape(PyObject* object, ops::Shape& shape)
{
    std::array<std::int64_t, ops::Shape::kMaxRank> extents{};
    std::size_t rank = 0;
    const bool isRead = forEach(object, extents.size(), [&](std::size_t i, PyObject* extent) {
        rank = i + 1;
        return readWhole(extent, extents[i]);
    });
    shape = ops::Shape(std::span<const std::int64_t>(extents.data(), rank));
    return isRead;
}

bool readPair(PyObject* object, std::array<std::int32_t, 2>& pair)
{
    return forEach(object, 2, [&](std::size_t i, PyObject* item) { return readSmall(item, pair[i]); });
}

bool readBool(PyObject* object, bool& value)
{
    const int truth = PyObject_IsTrue(object);
    value = truth == 1;
    return truth >= 0;
}

template <typename Small>
bool readBits(PyObject* object, Small& bits)
{
    std::int64_t wide = 0;
    if (!readWhole(object, wide))
        return false;
    if (wide < 0 || wide > 255)
        return refuse();
    bits = static_cast<Small>(wide);
    return true;
}

bool readMoreShapes(PyObject* object, OperatorArguments& to)
{
    return forEach(object, 64, [&](std::size_t, PyObject* item) {
        to.operation.moreOutputs.emplace_back();
        return readShape(item, to.operation.moreOutputs.back());
    });
}

bool readDispatch(PyObject* object, OperatorArguments& to)
{
    using device::DispatchClass;
    constexpr std::pair<const char*, DispatchClass> kClasses[] = {
        {"operator", DispatchClass::Operator}, {"layer", DispatchClass::Layer},
        {"free", DispatchClass::Free},         {"graph", DispatchClass::CachedGraph},
        {"backward", DispatchClass::Backward}, {"update", DispatchClass::Update}};
    for (const auto& [name, value] : kClasses)
        if (PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, name) == 0) {
            to.dispatch = value;
            return true;
        }
    return refuse();
}

struct Keyword {
    const char* name;
    const char* takes;
    Read read;
};

constexpr const char* kShape = "at most six whole numbers that fit into 64 bits";
constexpr const char* kPair = "two whole numbers below 2^31";
constexpr const char* kByte = "a whole number from 0 to 255";

constexpr Keyword kKeywords[] = {
    {"scalars", "at most three numbers",
     [](PyObject* object, OperatorArguments& to) {
         return forEach(object, 3, [&](std::size_t i, PyObject* item) {
             to.operation.scalars[i] = PyFloat_AsDouble(item);
             if (i == 0)
                 to.scalarType = numberTypeOf(item);
             return PyErr_Occurred() == nullptr;
         });
     }},
    {"out", "a tensor",
     [](PyObject* object, OperatorArguments& to) {
         to.out = object;
         return true;
     }},
    {"shape", kShape, [](PyObject* object, OperatorArguments& to) { return readShape(object, to.operation.output); }},
    {"axes", kByte, [](PyObject* object, OperatorArguments& to) { return readBits(object, to.operation.axes); }},
    {"keep_axes", "True or False",
     [](PyObject* object, OperatorArguments& to) { return readBool(object, to.operation.keepsAxes); }},
    {"view", "True or False", [](PyObject* object, OperatorArguments& to) { return readBool(object, to.isView); }},
    {"dispatch", "'operator', 'layer', 'free', 'graph', 'backward' or 'update'", readDispatch},
    {"kernel", kPair,
     [](PyObject* object, OperatorArguments& to) { return readPair(object, to.operation.window.kernel); }},
    {"stride", kPair,
     [](PyObject* object, OperatorArguments& to) { return readPair(object, to.operation.window.stride); }},
    {"padding", kPair,
     [](PyObject* object, OperatorArguments& to) { return readPair(object, to.operation.window.padding); }},
    {"offsets", kShape,
     [](PyObject* object, OperatorArguments& to) {
         return forEach(object, to.operation.offsets.size(),
                        [&](std::size_t i, PyObject* item) { return readWhole(item, to.operation.offsets[i]); });
     }},
    {"training", "True or False",
     [](PyObject* object, OperatorArguments& to) { return readBool(object, to.operation.isTraining); }},
    {"wanted", kByte, [](PyObject* object, OperatorArguments& to) { return readBits(object, to.operation.wanted); }},
    {"priority", "a whole number below 2^31",
     [](PyObject* object, OperatorArguments& to) { return readSmall(object, to.priority); }},
    {"more_shapes", "lists of sizes", readMoreShapes},
};

/// Replaces the exception of a failed conversion by a TypeError that names function, argument and value. Exceptions
/// that the program's own object raised are kept.
void describeRefusal(std::string_view function, const Keyword& keyword, PyObject* value)
{
    for (PyObject* const kind : {PyExc_TypeError, PyExc_ValueError, PyExc_OverflowError})
        if (PyErr_ExceptionMatches(kind) != 0) {
            PyErr_Clear();
            const std::string text = std::string(function) + "() takes " + keyword.takes + " as " + keyword.name +
                                     ", not " + shownValue(value);
            return PyErr_SetString(PyExc_TypeError, text.c_str());
        }
}

const Keyword* keywordOf(PyObject* name)
{
    for (const Keyword& keyword : kKeywords)
        if (PyUnicode_CompareWithASCIIString(name, keyword.name) == 0)
            return &keyword;
    return nullptr;
}

}  // namespace

ops::DataType numberTypeOf(PyObject* number)
{
    if (PyBool_Check(number))  // tested before integers, because Python's bool is an int
        return ops::DataType::Bool;
    return PyLong_Check(number) ? ops::DataType::Int64 : ops::DataType::Float32;
}

bool readOperator(Native& native, PyObject* name, PyObject* const* values, PyObject* keywords,
                  std::string_view function, OperatorArguments& arguments)
{
    PyObject* op = PyUnicode_Check(name) ? PyDict_GetItemWithError(native.operators, name) : nullptr;
    if (op == nullptr) {
        if (PyErr_Occurred() == nullptr)
            PyErr_Format(PyExc_ValueError, "there is no operator %R", name);
        return false;
    }
    arguments.operation.op = static_cast<ops::Operator>(PyLong_AsLong(op));
    const Py_ssize_t count = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
    for (Py_ssize_t i = 0; i < count; ++i) {
        const Keyword* keyword = keywordOf(PyTuple_GET_ITEM(keywords, i));
        if (keyword == nullptr) {
            PyErr_Format(PyExc_TypeError, "an operator has no attribute %R", PyTuple_GET_ITEM(keywords, i));
            return false;
        }
        if (values[i] != Py_None && !keyword->read(values[i], arguments)) {
            describeRefusal(function, *keyword, values[i]);
            return false;
        }
    }
    return true;
}

}  // namespace engine::frontend
