#include "engine/frontend/detail/native_symbols.h"

#include "engine/frontend/detail/apply_arguments.h"

#include <pybind11/stl.h>

namespace py = pybind11;

/// Captures computation graphs: a dialect's layers call these functions instead of apply() if their inputs are symbols.
namespace engine::frontend {

namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& why)
{
    check(untranslatedError(ErrorCode::Unsupported,
                            what + " does not work on a Symbol: " + why +
                                " Leave it out of hybrid_forward, or call the network before hybridize()."));
    throw py::error_already_set();
}

/// Defines, for symbols, the tensor methods that cannot be captured; they raise an error.
void defineRefusals(py::class_<SymbolObject>& type)
{
    const char* const kNoValue = "while a graph is captured there are no numbers yet, only the operations to be done.";
    const char* const kNoChange = "a captured graph computes new values and changes none in place; write y = y + x.";
    for (const char* name : {"asnumpy", "asscalar", "item", "tolist", "wait_to_read", "__float__", "__int__",
                             "__bool__", "__len__", "__iter__"})
        type.def(name, [name, kNoValue](const SymbolObject&, const py::args&, const py::kwargs&) {
            refuse(std::string(name) + "()", kNoValue);
        });
    for (const auto& [name, text] :
         {std::pair{"__iadd__", "+="}, std::pair{"__isub__", "-="}, std::pair{"__imul__", "*="},
          std::pair{"__itruediv__", "/="}, std::pair{"__setitem__", "x[...] = y"}})
        type.def(name, [text = std::string(text), kNoChange](const SymbolObject&, const py::args&) {
            refuse("The operator " + text, kNoChange);
        });
    for (const char* name : {"attach_grad", "backward", "copyto", "as_in_context"})
        type.def(name, [name](const SymbolObject&, const py::args&, const py::kwargs&) {
            refuse(std::string(name) + "()", "it is about a tensor on a device, and a Symbol is on none.");
        });
}

py::object applySymbol(const py::object& op, const std::vector<py::object>& inputs, const std::string& name,
                       const py::kwargs& keywords)
{
    OperatorArguments arguments = operatorOf(op, keywords, callerOf(name));
    std::vector<symbol::Symbol> symbols;
    for (const py::object& input : inputs) {
        if (input.is_none())
            continue;
        if (!py::isinstance<SymbolObject>(input))
            throw py::type_error(name + " takes symbols while a graph is captured, not " +
                                 Py_TYPE(input.ptr())->tp_name +
                                 "; use F instead of nd, and make tensors of the network parameters of it");
        symbols.push_back(input.cast<const SymbolObject&>().symbol);
    }
    return py::cast(SymbolObject{checked(symbol::apply(std::move(arguments.operation), std::move(symbols), name))});
}

std::vector<symbol::Symbol> symbolsOf(const std::vector<SymbolObject>& objects)
{
    std::vector<symbol::Symbol> symbols;
    for (const SymbolObject& object : objects)
        symbols.push_back(object.symbol);
    return symbols;
}

std::string jsonOf(const std::vector<SymbolObject>& outputs,
                   const std::map<std::string, std::vector<std::int64_t>>& shapes)
{
    std::map<std::string, ops::Shape> known;
    for (const auto& [name, extents] : shapes)
        known[name] = ops::Shape(std::span<const std::int64_t>(extents));
    return checked(symbol::toJson(symbolsOf(outputs), known));
}

}  // namespace

void defineSymbols(py::module_& module)
{
    using Shapes = std::map<std::string, std::vector<std::int64_t>>;
    py::class_<SymbolObject> type(module, "Symbol", py::dynamic_attr());
    type.def_property_readonly("name", [](const SymbolObject& it) { return it.symbol.node->name(); });
    type.def_property_readonly("output", [](const SymbolObject& it) { return it.symbol.output; });
    type.def("list_arguments", [](const SymbolObject& it) { return symbol::argumentsOf({it.symbol}); });
    type.def("list_outputs", [](const SymbolObject& it) {
        const symbol::Node& node = *it.symbol.node;
        return std::vector<std::string>{node.isVariable() ? node.name() : node.name() + "_output"};
    });
    type.def(
        "to_json", [](const SymbolObject& it, const Shapes& shapes) { return jsonOf({it}, shapes); },
        py::arg("shapes") = Shapes{});
    defineRefusals(type);
    module.def("symbol_variable", [](const std::string& name) { return SymbolObject{symbol::variable(name)}; });
    module.def("symbol_apply", applySymbol);
    module.def("symbols_to_json", jsonOf, py::arg("symbols"), py::arg("shapes") = Shapes{});
    module.def("symbol_from_json", [](const std::string& text) {
        std::vector<SymbolObject> outputs;
        for (symbol::Symbol& output : checked(symbol::fromJson(text)))
            outputs.push_back({std::move(output)});
        return outputs;
    });
}

}  // namespace engine::frontend
