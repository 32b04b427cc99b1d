#pragma once

#include <QString>
#include <vector>

namespace ui::look {

/// A part of a line of code.
struct CodeSpan {
    qsizetype start = 0;
    qsizetype length = 0;

    [[nodiscard]] qsizetype end() const { return start + length; }
    friend bool operator==(const CodeSpan&, const CodeSpan&) = default;
};

/// Returns, in order, the parts of a line that do not run while the waits of `calls` are switched off. For
/// `total(x).item()`, returns `.item()`; for `print('sum', f(x))`, all but `f(x)`; for a copy, nothing, since the copy
/// still runs without waiting. `calls`: the calls as the line spells them, separated by commas. A call that is not in
/// the line, or spans several lines, is skipped.
[[nodiscard]] std::vector<CodeSpan> removedCode(const QString& line, const QString& calls);

}  // namespace ui::look
