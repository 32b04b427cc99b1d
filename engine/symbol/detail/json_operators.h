#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <map>
#include <string>

namespace engine::symbol::detail {

/// An operator in MXNet's format: its name, and its attributes as text.
struct MxnetOperator {
    std::string name;
    std::map<std::string, std::string> attributes;
};

/// Converts an operator to MXNet's format. `inputs`: number of inputs; `weight`: shape of the weight, null if unknown.
/// Errors: Unsupported.
[[nodiscard]] Result<MxnetOperator> toMxnet(const ops::Operation& operation, std::size_t inputs,
                                            const ops::Shape* weight);

/// Converts an operator of MXNet. Errors: BadFile with a message: an unknown operator, an attribute that is not a
/// number or that is not supported.
[[nodiscard]] Result<ops::Operation> fromMxnet(const MxnetOperator& given);

}  // namespace engine::symbol::detail
