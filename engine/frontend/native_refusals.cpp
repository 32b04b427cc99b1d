#include "engine/frontend/detail/native_calls.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace py = pybind11;

namespace engine::frontend {

namespace {

/// Accepts any object, but only in pybind11's second pass over the overloads, which allows conversions.
struct Convertible {
    py::object value;
};

}  // namespace

}  // namespace engine::frontend

template <>
struct pybind11::detail::type_caster<engine::frontend::Convertible> {
    PYBIND11_TYPE_CASTER(engine::frontend::Convertible, const_name("object"));

    bool load(handle source, bool isConversionTried)
    {
        value.value = reinterpret_borrow<object>(source);
        return isConversionTried;
    }
};

namespace engine::frontend {

namespace {

/// The types of a function's parameters in the signature that pybind11 writes: "seed(arg0: int, arg1: str) -> None".
std::vector<std::string> parameterTypes(std::string_view signature)
{
    std::vector<std::string> types;
    const std::size_t open = signature.find('('), close = signature.rfind(") ->");
    const bool isOverloaded = signature.find("Overloaded function") != std::string_view::npos;
    if (isOverloaded || open == std::string_view::npos || close == std::string_view::npos || close <= open + 1)
        return types;
    std::string_view rest = signature.substr(open + 1, close - open - 1);
    int depth = 0;
    std::string parameter;
    const auto add = [&] {
        const std::size_t colon = parameter.find(": ");
        std::string type = colon == std::string::npos ? std::string("object") : parameter.substr(colon + 2);
        types.push_back(type.substr(0, type.find(" = ")));
        parameter.clear();
    };
    for (const char c : rest) {
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c == ',' && depth == 0)
            add();
        else
            parameter += c;
    }
    add();
    return types;
}

/// Whether a text contains half of a surrogate pair, which UTF-8 cannot encode.
bool hasLoneSurrogate(py::handle value)
{
    const bool hasOne = PyUnicode_Check(value.ptr()) != 0 && PyUnicode_AsUTF8AndSize(value.ptr(), nullptr) == nullptr;
    PyErr_Clear();
    return hasOne;
}

/// Describes the values that a parameter of this type accepts. Returns an empty text if the parameter may accept
/// `value`, so that the call was refused for another reason.
std::string wanted(const std::string& type, py::handle value)
{
    if (type == "int")
        return PyLong_Check(value.ptr()) == 0 ? "a whole number" : "a whole number that fits into its 64 or 32 bits";
    if (type == "float")
        return PyNumber_Check(value.ptr()) == 0 ? "a number" : "";
    if (type == "str")
        return PyUnicode_Check(value.ptr()) == 0 ? "a text"
               : hasLoneSurrogate(value)         ? "a text without half of a character (a lone surrogate)"
                                                 : "";
    if (type == "bool")
        return PyBool_Check(value.ptr()) == 0 ? "True or False" : "";
    if (type == "Sequence[int]" || type == "List[int]")
        return "a list of whole numbers that fit into 64 bits";
    if (type == "Sequence" || type.starts_with("List"))
        return PySequence_Check(value.ptr()) == 0 ? "a list" : "";
    return "";
}

/// How many of the C++ types behind the Python type "int" accept a value. The C++ types differ in size, and some are
/// unsigned.
enum class Acceptance : std::uint8_t { None, Some, All };

Acceptance acceptanceOf(py::handle value)
{
    int overflow = 0;
    const bool isWhole = PyLong_Check(value.ptr()) != 0;
    const long long number = isWhole ? PyLong_AsLongLongAndOverflow(value.ptr(), &overflow) : 0;
    if (!isWhole || overflow != 0)
        return Acceptance::None;
    return number >= 0 && number <= std::numeric_limits<std::int32_t>::max() ? Acceptance::All : Acceptance::Some;
}

std::string moduleOf(const py::object& frame)
{
    return py::str(frame.attr("f_globals").attr("get")("__name__", "")).cast<std::string>();
}

bool isDialect(std::string_view module)
{
    const std::string_view package = module.substr(0, module.find('.'));
    return package == "torch" || package == "mxnet" || package.starts_with("overlap_");
}

/// Whether a module is internal, so that programs do not call its functions.
bool isInternal(std::string_view module)
{
    return module.starts_with("overlap_") || module == "torch.issuing" || module == "mxnet.emit";
}

/// Returns the name by which a program calls the function that runs in `frame`: "torch.manual_seed", "view", "Linear".
/// Empty for functions that programs do not call.
std::string publicName(const py::object& frame)
{
    const auto module = moduleOf(frame);
    const auto code = frame.attr("f_code");
    const auto name = code.attr("co_name").cast<std::string>();
    const auto qualified = code.attr("co_qualname").cast<std::string>();
    if (isInternal(module) || qualified.find('<') != std::string::npos)  // "f.<locals>.g", "<lambda>"
        return {};
    const auto local = [&](const char* variable) { return py::object(frame.attr("f_locals").attr("get")(variable)); };
    if (name == "__new__")
        return local("cls").attr("__name__").cast<std::string>();
    if (name == "__init__" || name == "__enter__")
        return py::type::of(local("self")).attr("__name__").cast<std::string>();
    if (name.starts_with('_') || name == "forward" || name == "hybrid_forward")
        return {};
    const bool isPlace = module == "torch" || module == "torch.cuda" || module == "torch.nn.functional";
    return isPlace && qualified == name ? module + "." + name : name;
}

[[noreturn]] void refuse(const std::string& name, const std::vector<std::string>& types, const py::tuple& values)
{
    const std::string caller = callerOf(name);
    // Searches first for a value that no parameter of this type accepts, then for an integer that only some parameters
    // of type "int" accept.
    for (const Acceptance accepted : {Acceptance::None, Acceptance::Some})
        for (std::size_t i = 0; i < std::min(types.size(), values.size()); ++i) {
            const py::handle value = values[i];
            if (types[i] == "int" ? acceptanceOf(value) != accepted : accepted == Acceptance::Some)
                continue;
            const bool isNegative = accepted == Acceptance::Some && value < py::int_(0);
            const std::string what = isNegative ? "a whole number that is not negative" : wanted(types[i], value);
            if (!what.empty())
                throw py::type_error(caller + "() takes " + what + " here, not " + shownValue(value.ptr()));
        }
    throw py::type_error(caller + "() was called with " + shownValue(values.ptr()) +
                         ", whose types or sizes it does not take");
}

}  // namespace

std::string shownValue(PyObject* value)
{
    constexpr Py_ssize_t kMost = 60;
    PyObject* const text = PyObject_Repr(value);
    Py_ssize_t size = 0;
    const char* const bytes = text == nullptr ? nullptr : PyUnicode_AsUTF8AndSize(text, &size);
    std::string shown = bytes == nullptr || size > kMost ? Py_TYPE(value)->tp_name : bytes;
    PyErr_Clear();
    Py_XDECREF(text);
    return shown;
}

std::string callerOf(const std::string& fallback)
{
    std::string called = fallback;
    auto frame = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(PyEval_GetFrame()));
    for (; frame && !frame.is_none() && isDialect(moduleOf(frame)); frame = frame.attr("f_back"))
        if (std::string name = publicName(frame); !name.empty())
            called = std::move(name);
    return called;
}

std::uint64_t seedOf(const py::int_& number)
{
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow == 0)
        return static_cast<std::uint64_t>(small);
    const unsigned long long large = PyLong_AsUnsignedLongLong(number.ptr());
    if (PyErr_Occurred() == nullptr)
        return large;
    PyErr_Clear();
    throw std::runtime_error(callerOf("seed") + "() takes a whole number from -2^63 to 2^64 - 1, not " +
                             shownValue(number.ptr()));
}

void describeRefusals(py::module_& module)
{
    module.def("public_name", publicName);
    const py::dict members = module.attr("__dict__");
    for (const auto& [key, member] : py::dict(members.attr("copy")())) {
        // pybind11 keeps its record of a function in a capsule.
        if (PyCFunction_Check(member.ptr()) == 0 || PyCFunction_GET_SELF(member.ptr()) == nullptr ||
            PyCapsule_CheckExact(PyCFunction_GET_SELF(member.ptr())) == 0)
            continue;
        const auto name = key.cast<std::string>();
        const py::object about = member.attr("__doc__");
        const auto signature = about.is_none() ? std::string() : about.cast<std::string>();
        const std::vector<std::string> types = parameterTypes(signature);
        // pybind11 tries this overload last, after the function itself has not accepted the arguments.
        module.def(name.c_str(), [name, types](const Convertible& first, const py::args& others, const py::kwargs&) {
            refuse(name, types, py::make_tuple(first.value) + others);
        });
        if (!types.empty())
            module.def(name.c_str(), [name, types] { refuse(name, types, py::tuple()); });
    }
    py::register_local_exception_translator([](std::exception_ptr thrown) {
        try {
            std::rethrow_exception(std::move(thrown));
        } catch (const py::cast_error&) {
            const std::string text =
                callerOf("function") +
                "() got a value of a wrong type or size; integers must be below 2^63, and strings must not "
                "contain lone surrogates";
            PyErr_SetString(PyExc_TypeError, text.c_str());
        }
    });
}

}  // namespace engine::frontend
