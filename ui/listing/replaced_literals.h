#pragma once

#include "engine/frontend/runner.h"
#include "ui/listing/python_tokens.h"

#include <QString>
#include <vector>

namespace ui::listing {

/// A number in a line that a run replaces by a parameter's value.
struct ReplacedLiteral {
    qsizetype start = 0;
    qsizetype length = 0;
    QString runs;       ///< the value that runs, for example "10"
    QString parameter;  ///< the parameter's name, for example "products"
};

/// The replaced numbers of one line, in order; `open` is the string state before the line. Pure function.
[[nodiscard]] std::vector<ReplacedLiteral> replacedLiterals(
    const QString& line, OpenString open, const std::vector<engine::frontend::ReplacedNumber>& numbers);

}  // namespace ui::listing
