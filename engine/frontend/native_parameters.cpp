#include "engine/frontend/detail/native_calls.h"
#include "engine/io/atomic_file.h"
#include "engine/symbol/parameter_file.h"

#include <pybind11/stl.h>

namespace py = pybind11;

/// Reads and writes files of programs: parameters of neural nets in MXNet's `.params` format. Also writes the bytes of
/// tensors for PyTorch's files. Files are written atomically.
namespace engine::frontend {

namespace {

void writeFile(const py::object& path, const py::bytes& content)
{
    const std::string target = pathOf(path);
    const std::string_view bytes = content;
    check(withoutGil([&] { return io::writeFileAtomically(target, bytes); }));
}

void save(const py::object& path, const py::dict& tensors)
{
    const std::string target = pathOf(path);
    Execution& execution = currentExecution();
    std::vector<symbol::Parameter> parameters;
    for (const auto& [name, object] : tensors) {
        const py::object host = fetch(py::reinterpret_borrow<py::object>(object), "save_parameters()");
        const TensorObject& tensor = tensorOf(host);
        const auto values = checked(withoutGil([&] { return execution.platform().read(tensor.variable); }));
        parameters.push_back({name.cast<std::string>(), tensor.shape, {values.begin(), values.end()}});
    }
    const std::string bytes = symbol::encodeParameters(parameters);
    check(withoutGil([&] { return io::writeFileAtomically(target, bytes); }));
}

/// Returns {name: (shape, array of floats)}.
py::dict load(const py::object& file)
{
    const std::string path = pathOf(file);
    const std::string bytes = checked(withoutGil([&] { return io::readFile(path); }));
    auto parameters = symbol::decodeParameters(bytes);
    if (!parameters)
        check(untranslatedError(parameters.error().code, path + ": " + parameters.error().english()));
    const py::object makeArray = py::module_::import("array").attr("array");
    py::dict result;
    for (const symbol::Parameter& parameter : *parameters) {
        py::tuple shape(parameter.shape.rank());
        for (std::size_t axis = 0; axis < parameter.shape.rank(); ++axis)
            shape[axis] = parameter.shape[axis];
        const py::bytes raw(reinterpret_cast<const char*>(parameter.values.data()),
                            parameter.values.size() * sizeof(float));
        const auto name = py::reinterpret_steal<py::object>(
            PyUnicode_DecodeUTF8(parameter.name.data(), static_cast<Py_ssize_t>(parameter.name.size()), nullptr));
        if (!name) {
            PyErr_Clear();
            check(untranslatedError(ErrorCode::BadFile,
                                    path + ": These parameters cannot be read: the name of one of them is "
                                           "not text, so the file is damaged."));
        }
        result[name] = py::make_tuple(shape, makeArray("f", raw));
    }
    return result;
}

/// Returns the floats of a tensor that was fetched to the CPU.
py::bytes bytesOf(const py::object& tensor)
{
    Execution& execution = currentExecution();
    const VariableId variable = tensorOf(tensor).variable;
    const auto values = checked(withoutGil([&] { return execution.platform().read(variable); }));
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

void defineParameterFiles(py::module_& module)
{
    module.def("write_file", writeFile, py::arg("path"), py::arg("content"));
    module.def("save_params", save, py::arg("path"), py::arg("tensors"));
    module.def("load_params", load, py::arg("path"));
    module.def("bytes_of", bytesOf, py::arg("tensor"));
}

}  // namespace engine::frontend
