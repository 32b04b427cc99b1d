#pragma once

#include "engine/device/platform.h"
#include "engine/frontend/detail/native.h"

#include <optional>
#include <vector>

namespace engine::frontend {

/// The arguments of `_overlap.apply` and `_overlap.symbol_apply` after the inputs: an operator with its attributes.
struct OperatorArguments {
    ops::Operation operation;  ///< everything except the inputs
    PyObject* out = nullptr;   ///< borrowed; null: new tensors
    device::DispatchClass dispatch = device::DispatchClass::Operator;
    int priority = 0;
    bool isView = false;                      ///< see device::OpRequest
    std::optional<ops::DataType> scalarType;  ///< Python type of operation.scalars[0]
};

/// Returns the type of a Python number.
[[nodiscard]] ops::DataType numberTypeOf(PyObject* number);

/// Reads the operator's name and its attributes, passed by keyword. `values[i]` belongs to the i-th of `keywords`, a
/// tuple or null. Returns false with an exception set, which names `function`.
[[nodiscard]] bool readOperator(Native& native, PyObject* name, PyObject* const* values, PyObject* keywords,
                                std::string_view function, OperatorArguments& arguments);

/// Returns `text` with {0}, {1}, ... replaced by the inputs; cached for repeated texts and inputs.
[[nodiscard]] NameId expressionOf(Execution& execution, std::string_view text, std::span<TensorObject* const> inputs);

}  // namespace engine::frontend
