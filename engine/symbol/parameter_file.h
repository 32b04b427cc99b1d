#pragma once

#include "engine/base/result.h"
#include "engine/tensor/shape.h"

#include <span>
#include <string>
#include <vector>

namespace engine::symbol {

struct Parameter {
    std::string name;  ///< "arg:dense0_weight", "aux:batchnorm0_running_mean", or as the program says
    tensor::Shape shape;
    std::vector<float> values;
};

/// The bytes of MXNet's `.params` format: a list of arrays (magic 0x112, arrays of version 2) and their names.
[[nodiscard]] std::string encodeParameters(std::span<const Parameter> parameters);

/// Reads arrays of versions 1 to 3 with numbers of 32 bits. Never takes more memory than the bytes justify.
/// Errors: BadFile, a sentence: not such a file, cut short (where), an array of another kind of number.
[[nodiscard]] Result<std::vector<Parameter>> decodeParameters(std::string_view bytes);

}  // namespace engine::symbol
