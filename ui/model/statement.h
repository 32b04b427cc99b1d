#pragma once

#include <QString>

namespace ui::model {

/// A line of a Python listing without its indentation and its comment. A # within a string literal is no comment.
[[nodiscard]] QString statementOf(const QString& line);

}  // namespace ui::model
