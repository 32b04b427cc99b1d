#pragma once

#include "engine/frontend/detail/apply_arguments.h"
#include "engine/frontend/detail/native.h"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>

/// Functions for the pybind11 part of `_overlap`. They throw errors as Python exceptions.
namespace engine::frontend {

[[nodiscard]] Native& currentNative();
/// Returns the current program run.
[[nodiscard]] Execution& currentExecution();
void check(const Status& status);
/// Returns a tensor of the current run.
[[nodiscard]] TensorObject& tensorOf(pybind11::handle object);
/// Takes ownership of a new tensor. If it is null, throws the pending Python exception.
[[nodiscard]] pybind11::object owned(TensorObject* tensor);
/// Creates a tensor on the CPU with the Python type `type`.
[[nodiscard]] pybind11::object newOnCpu(const pybind11::type& type, const ops::Shape& shape, ops::DataType dataType);
/// Converts the program's number of a GPU, or -1 for the CPU, to a device of the platform.
[[nodiscard]] DeviceId deviceAt(const Execution& execution, int ordinal);
/// Whether the program run computes values; on a virtual machine it may model times only.
[[nodiscard]] bool hasValues(Execution& execution);

/// Describes the position of a wait that is about to begin.
[[nodiscard]] device::WaitSite siteOf(Execution& execution, const std::string& call);

/// Converts a path that the program passed to the file system's encoding.
[[nodiscard]] std::string pathOf(const pybind11::object& path);

/// Reads an operator and its attributes; an exception names `function`.
[[nodiscard]] OperatorArguments operatorOf(const pybind11::object& name, const pybind11::kwargs& attributes,
                                           std::string_view function);

template <typename T>
T checked(Result<T> result)
{
    if (!result)
        check(result.error());
    return std::move(result).value();
}

/// How the program waits for a copy. Fetched: the program reads the values next (device::OpRequest::isFetched).
enum class CopyWait : std::uint8_t { Blocking, NonBlocking, Fetched };

/// Copies to the device `ordinal`, or into `out`. `text` is the expression without the object on which it is called:
/// ".to('cpu')".
[[nodiscard]] pybind11::object copy(const pybind11::object& source, int ordinal, CopyWait wait, const std::string& name,
                                    const std::string& text, const pybind11::object& out);

/// Waits for the tensor, as print and item() do. Returns the tensor if it is on the CPU, else a copy on the CPU.
[[nodiscard]] pybind11::object fetch(const pybind11::object& tensor, const std::string& call);

/// Returns the function of the dialect that the program called, "torch.manual_seed" or "view"; `fallback` if the call
/// comes from elsewhere.
[[nodiscard]] std::string callerOf(const std::string& fallback);
/// If a call has arguments of a type or size that the function does not accept, raises a readable error instead of
/// pybind11's message. Call this function after all functions have been added to the module.
void describeRefusals(pybind11::module_& module);
/// Converts a seed as PyTorch does: adds 2^64 to negative numbers down to -2^63. Throws for numbers outside of 64 bits.
[[nodiscard]] std::uint64_t seedOf(const pybind11::int_& number);
/// Each of these functions adds a part of the module.
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
void defineCapture(pybind11::module_& module);
void defineCollectives(pybind11::module_& module);
void defineRanks(pybind11::module_& module);
void defineSharing(pybind11::module_& module);

}  // namespace engine::frontend
