#include "engine/frontend/detail/block.h"

#include "engine/base/text.h"
#include "engine/frontend/detail/native.h"

#include <string>
#include <string_view>

namespace py = pybind11;

namespace engine::frontend {

namespace {

/// Wraps a context manager that measures time. Calls the manager, and records when the timed block ran and the time
/// that the manager printed at the end.
struct Block {
    py::object manager;
    std::int32_t line = 0;
    std::string label;
    Nanoseconds begin{};
};

/// Returns the last number of seconds in a printed text: 0.4967 for "GPU1 time: 0.4967 sec".
std::optional<double> printedSeconds(const std::string& text)
{
    const std::size_t unit = text.rfind(" sec");
    const std::size_t start = unit == std::string::npos ? unit : text.find_last_not_of("0123456789.eE+-", unit - 1);
    if (start == std::string::npos || start + 1 >= unit)
        return std::nullopt;
    return parseNumber<double>(std::string_view(text).substr(start + 1, unit - start - 1));
}

/// Returns the label of the timed block: the first string among the arguments, else the manager's attribute
/// `description`; empty if that attribute is missing or is not a string.
std::string labelOf(const py::args& args, const py::kwargs& keywords, const py::object& manager)
{
    for (const py::handle argument : args)
        if (py::isinstance<py::str>(argument))
            return argument.cast<std::string>();
    for (const auto& [key, value] : keywords)
        if (py::isinstance<py::str>(value))
            return value.cast<std::string>();
    const py::object own = py::getattr(manager, "description", py::none());
    return py::isinstance<py::str>(own) ? own.cast<std::string>() : std::string{};
}

Execution& current()
{
    Native* it = native();
    Execution* execution = it == nullptr ? nullptr : it->execution;
    if (execution == nullptr)
        throw std::runtime_error("no program runs");
    return *execution;
}

Block makeBlock(int line, const py::object& type, const py::args& args, const py::kwargs& keywords)
{
    py::object manager = type(*args, **keywords);
    std::string label = labelOf(args, keywords, manager);
    return {std::move(manager), line, std::move(label), {}};
}

py::object enter(Block& block)
{
    if (!py::hasattr(block.manager, "__enter__") || !py::hasattr(block.manager, "__exit__"))
        throw py::type_error(std::string("'") + Py_TYPE(block.manager.ptr())->tp_name +
                             "' object does not support the context manager protocol");
    py::object result = block.manager.attr("__enter__")();
    block.begin = current().platform().now();
    return result;
}

py::object leave(Block& block, const py::object& type, const py::object& value, const py::object& traceback)
{
    Execution& execution = current();
    const Nanoseconds end = execution.platform().now();
    execution.output().startCapture();
    py::object result;
    try {
        result = block.manager.attr("__exit__")(type, value, traceback);
    } catch (...) {
        static_cast<void>(execution.output().endCapture());
        throw;
    }
    const std::string printed = execution.output().endCapture();
    const double seconds = printedSeconds(printed).value_or(toSeconds(end - block.begin));
    execution.sink().write(trace::BlockRecord{block.begin, end, block.line, block.label, seconds, !type.is_none()});
    return result;
}

}  // namespace

void defineBlock(py::module_& module)
{
    py::class_<Block>(module, "Block").def("__enter__", enter).def("__exit__", leave);
    module.def("block", makeBlock);
}

}  // namespace engine::frontend
