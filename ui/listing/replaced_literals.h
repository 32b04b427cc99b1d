#pragma once

#include "engine/frontend/runner.h"
#include "ui/listing/python_tokens.h"

#include <QString>
#include <vector>

namespace ui::listing {

/// A number within a line for which the run takes another one.
struct ReplacedLiteral {
    qsizetype start = 0;
    qsizetype length = 0;
    QString runs;       ///< "10"
    QString parameter;  ///< "products"
};

/// Those of one line, in order; `open` is the state before it. Pure.
[[nodiscard]] std::vector<ReplacedLiteral> replacedLiterals(
    const QString& line, OpenString open, const std::vector<engine::frontend::ReplacedNumber>& numbers);

}  // namespace ui::listing
