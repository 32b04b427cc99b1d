#pragma once

#include "engine/base/result.h"
#include "engine/ops/shape.h"

#include <span>
#include <string>
#include <vector>

namespace engine::symbol {

/// A named array; `values` has one number for each element of `shape`.
struct Parameter {
    std::string name;  ///< "arg:dense0_weight", "aux:batchnorm0_running_mean", or a name given by the program
    ops::Shape shape;
    std::vector<float> values;
};

/// Encodes parameters in MXNet's `.params` format: a list of arrays (magic 0x112, arrays of version 2) and their names.
[[nodiscard]] std::string encodeParameters(std::span<const Parameter> parameters);

/// Decodes arrays of versions 1 to 3 with float32 elements. Allocates memory in proportion to the size of the file,
/// whatever sizes it states. Errors: BadFile: another format, a truncated file (the message names the part that is
/// cut), another element type, unequal numbers of arrays and names.
[[nodiscard]] Result<std::vector<Parameter>> decodeParameters(std::string_view bytes);

}  // namespace engine::symbol
