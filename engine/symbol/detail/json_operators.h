#pragma once

#include "engine/base/result.h"
#include "engine/ops/operation.h"

#include <map>
#include <string>

namespace engine::symbol::detail {

/// An operator as MXNet's format writes it: its name, and every attribute as text.
struct MxnetOperator {
    std::string name;
    std::map<std::string, std::string> attributes;
};

/// `inputs` is how many it has; `weight` its weight's shape, if known. Errors: Unsupported.
[[nodiscard]] Result<MxnetOperator> toMxnet(const ops::Operation& operation, std::size_t inputs,
                                            const tensor::Shape* weight);

/// Errors: BadFile, a sentence: an unknown operator, an attribute that is no number or that we do not compute.
[[nodiscard]] Result<ops::Operation> fromMxnet(const MxnetOperator& given);

}  // namespace engine::symbol::detail
