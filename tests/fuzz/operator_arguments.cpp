#include "engine/frontend/detail/apply_arguments.h"
#include "engine/ops/shape_rules.h"
#include "tests/fuzz/fuzz.h"

#include <array>
#include <bit>
#include <cmath>

using namespace engine;
using namespace engine::frontend;

/// Fuzzes the arguments of the dialects' operators: Python objects of any type and size, and the shapes that follow
/// from them.
namespace {

/// Decodes an input. After the end of the input, every byte is 0.
class Bytes {
public:
    explicit Bytes(std::string_view input) : m_input(input) {}

    std::size_t below(std::size_t end) { return byte() % end; }

    std::int64_t whole()
    {
        constexpr std::array<std::int64_t, 8> kOdd{-1, 0, 1, 6, 255, 1LL << 31, 1LL << 62, INT64_MIN};
        const std::size_t kind = below(16);
        if (kind < kOdd.size())
            return kOdd[kind];
        std::uint64_t value = 0;
        for (std::size_t size = kind == 15 ? 8 : 1; size > 0; --size)
            value = value << 8 | byte();
        return std::bit_cast<std::int64_t>(value);
    }

    ops::Shape shape()
    {
        std::array<std::int64_t, ops::Shape::kMaxRank> extents{};
        const std::size_t rank = below(extents.size() + 1);
        for (std::size_t i = 0; i < rank; ++i)
            extents[i] = whole();
        return ops::Shape(std::span<const std::int64_t>(extents.data(), rank));
    }

    /// Returns a new object. The caller owns the reference.
    PyObject* object(int depth = 0)
    {
        constexpr std::array kTexts{"operator", "layer", "free", "graph", "", "\xc3\xa4"};
        switch (below(depth < 3 ? 9 : 7)) {
            case 0:
                return Py_NewRef(Py_None);
            case 1:
                return PyBool_FromLong(byte() & 1);
            case 2:
            case 3:
                return PyLong_FromLongLong(whole());
            case 4:
                return PyLong_FromString("-123456789012345678901234567890", nullptr, 10);
            case 5: {
                constexpr std::array<double, 6> kOdd{0, -1.5, 1e300, -INFINITY, NAN, 1e-310};
                return PyFloat_FromDouble(kOdd[below(kOdd.size())]);
            }
            case 6:
                return PyUnicode_FromString(kTexts[below(kTexts.size())]);
            default:
                return sequence(depth);
        }
    }

private:
    std::uint8_t byte() { return m_at < m_input.size() ? static_cast<std::uint8_t>(m_input[m_at++]) : 0; }

    PyObject* sequence(int depth)
    {
        const bool isList = (byte() & 1) != 0;
        const auto size = static_cast<Py_ssize_t>(below(8));
        PyObject* made = isList ? PyList_New(size) : PyTuple_New(size);
        for (Py_ssize_t i = 0; i < size; ++i)
            isList ? PyList_SET_ITEM(made, i, object(depth + 1)) : PyTuple_SET_ITEM(made, i, object(depth + 1));
        return made;
    }

    std::string_view m_input;
    std::size_t m_at = 0;
};

constexpr std::array kKeywords{"scalars",  "out",    "shape",    "axes",        "keep_axes",
                               "dispatch", "kernel", "stride",   "padding",     "offsets",
                               "training", "wanted", "priority", "more_shapes", "unknown"};

Native& startedPython()
{
    static Native it;
    if (it.operators != nullptr)
        return it;
    Py_InitializeEx(0);
    it.operators = PyDict_New();
    for (int op = 0; op <= static_cast<int>(ops::Operator::Last); ++op)
        PyDict_SetItemString(it.operators, std::string(ops::nameOf(static_cast<ops::Operator>(op))).c_str(),
                             PyLong_FromLong(op));
    return it;
}

/// Infers and validates the outputs, as a front end does before it pushes an operation.
bool infer(ops::Operation& operation)
{
    const Status inferred = ops::inferOutputs(operation);
    if (!fuzz::succeeded(inferred))
        return false;
    for (std::size_t i = 0; i < operation.outputCount(); ++i)
        if (!ops::checkShape(operation.outputAt(i)))
            return false;
    static_cast<void>(ops::validate(operation));
    static_cast<void>(ops::outputBytesOf(operation));
    const ops::Cost cost = ops::costOf(operation);
    fuzz::require(cost.flops >= 0 && cost.read.value >= 0 && cost.written.value >= 0, "a cost is not negative");
    for (std::size_t i = 0; i < operation.inputs.size(); ++i)
        static_cast<void>(ops::canWorkInPlace(operation, i));
    return true;
}

bool read(std::string_view input)
{
    Native& native = startedPython();
    Bytes bytes(input);
    const auto op = static_cast<ops::Operator>(bytes.below(static_cast<std::size_t>(ops::Operator::Last) + 1));
    PyObject* const name = PyUnicode_FromString(std::string(ops::nameOf(op)).c_str());
    const std::size_t count = bytes.below(6);
    PyObject* const keywords = PyTuple_New(static_cast<Py_ssize_t>(count));
    std::vector<PyObject*> values;
    for (std::size_t i = 0; i < count; ++i) {
        PyTuple_SET_ITEM(keywords, static_cast<Py_ssize_t>(i),
                         PyUnicode_FromString(kKeywords[bytes.below(kKeywords.size())]));
        values.push_back(bytes.object());
    }
    OperatorArguments arguments;
    const bool isRead =
        fuzz::reading([&] { return readOperator(native, name, values.data(), keywords, "f", arguments); });
    fuzz::require(isRead == (PyErr_Occurred() == nullptr), "a refusal sets an exception");
    PyErr_Clear();
    for (PyObject* value : values)
        Py_DECREF(value);
    Py_DECREF(keywords);
    Py_DECREF(name);
    if (!isRead)
        return false;
    for (std::size_t i = bytes.below(5); i > 0; --i) {
        const ops::Shape shape = bytes.shape();
        if (!ops::checkShape(shape))
            return false;  // no tensor has this shape
        arguments.operation.inputs.push_back(shape);
    }
    return fuzz::reading([&] { return infer(arguments.operation); });
}

std::vector<std::string> seeds()
{
    std::vector<std::string> all;
    for (int op = 0; op <= static_cast<int>(ops::Operator::Last); ++op)
        for (const char inputs : {'\1', '\2', '\3'}) {
            // Encodes no keyword arguments, then `inputs` inputs of shape [2, 3], as shape() and whole() decode them.
            std::string seed{static_cast<char>(op), '\0', inputs};
            for (int i = 0; i < inputs; ++i)
                seed += std::string("\x02\x09\x02\x09\x03", 5);
            all.push_back(seed);
        }
    // An operation with a window, as a convolution has.
    all.push_back(
        std::string("\x05\x03\x06\x07\0\x02\x02\x09\x03\x02\x09\x03\x07\x07\0\x02\x02\x09\x01\x02\x09\x01", 22));
    return all;
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds, nullptr, fuzz::WithoutMemory::Throws};
