#pragma once

#include "engine/frontend/detail/apply_arguments.h"
#include "engine/frontend/detail/native.h"

#include <pybind11/pybind11.h>

#include <string>

/// What the pybind11 part of `_overlap` is written with. Errors become Python exceptions.
namespace engine::frontend {

[[nodiscard]] Native& theNative();
/// The run under way.
[[nodiscard]] Execution& run();
void check(const Status& status);
/// A tensor of the run under way.
[[nodiscard]] TensorObject& tensorOf(pybind11::handle object);
/// The program's number of a GPU, or -1 for the CPU, as a device of the platform.
[[nodiscard]] DeviceId deviceAt(const Execution& it, int ordinal);
/// Where a wait stands that is about to begin.
[[nodiscard]] device::WaitSite siteOf(Execution& it, const std::string& call);

/// An operator and its attributes.
[[nodiscard]] OperatorArguments operatorOf(const pybind11::object& name, const pybind11::kwargs& attributes);

template <typename T>
T checked(Result<T> result)
{
    if (!result)
        check(std::move(result).error());
    return std::move(result).value();
}

/// A copy on the device `ordinal`, or into `out`. `text` is the expression without what it is called on: ".to('cpu')".
[[nodiscard]] pybind11::object copy(const pybind11::object& source, int ordinal, bool isNonBlocking,
                                    const std::string& name, const std::string& text, const pybind11::object& out);

/// The tensor itself once it is on the CPU and computed; from a GPU a copy of it, as print and item make one.
[[nodiscard]] pybind11::object fetch(const pybind11::object& tensor, const std::string& call);

/// The parts of the module.
void defineTensors(pybind11::module_& module);
void defineWaits(pybind11::module_& module);
void defineDevices(pybind11::module_& module);
void defineStreams(pybind11::module_& module);
void defineProgram(pybind11::module_& module);
void defineSteps(pybind11::module_& module);
void defineData(pybind11::module_& module);
void defineAutograd(pybind11::module_& module);
void defineSymbols(pybind11::module_& module);
void defineGraphs(pybind11::module_& module);
void defineParameterFiles(pybind11::module_& module);
void defineArrays(pybind11::module_& module);
void defineCollectives(pybind11::module_& module);

}  // namespace engine::frontend
