#pragma once

#include "engine/device/platform.h"
#include "engine/frontend/detail/native.h"

#include <optional>
#include <vector>

namespace engine::frontend {

/// The arguments of `_overlap.apply` and `_overlap.symbol_apply` after the inputs: an operator with its attributes.
struct OperatorArguments {
    ops::Operation operation;  ///< all but the inputs
    PyObject* out = nullptr;   ///< borrowed; null: new tensors
    device::DispatchClass dispatch = device::DispatchClass::Operator;
    int priority = 0;
    std::optional<tensor::DataType> scalarType;  ///< of the first of `scalars`, as Python has it
};

/// The type of a number of Python's.
[[nodiscard]] tensor::DataType numberTypeOf(PyObject* number);

/// Reads the operator's name and its attributes by keyword. `values[i]` belongs to the i-th of `keywords`, a tuple or
/// null. False with an exception set.
[[nodiscard]] bool readOperator(Native& native, PyObject* name, PyObject* const* values, PyObject* keywords,
                                OperatorArguments& arguments);

/// `text` with {0}, {1}, ... filled in, spelled once for texts and inputs that come again and again.
[[nodiscard]] NameId expressionOf(Execution& execution, std::string_view text, std::span<TensorObject* const> inputs);

}  // namespace engine::frontend
