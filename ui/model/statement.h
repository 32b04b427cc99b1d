#pragma once

#include <QString>

namespace ui::model {

/// Removes indentation and comment from a line of Python. A # inside a string literal does not start a comment.
[[nodiscard]] QString statementOf(const QString& line);

}  // namespace ui::model
