#pragma once

#include <QString>
#include <vector>

namespace ui::look {

/// Returns `before` as it is written before an arrow to `now`: without its unit if `now` has the same unit, "0.4968"
/// before "0.0006 s".
[[nodiscard]] QString beforeArrow(const QString& before, const QString& now);

/// A change in one line: the old value up to the arrow, and the new one.
struct ChangeText {
    QString before, now;
};
/// The forms of a change, from the longest to the shortest: "0.4968 → 0.0006 s", "0.4968→0.0006", "→ 0.0006 s".
/// `before` is the text of beforeArrow().
[[nodiscard]] std::vector<ChangeText> changeForms(const QString& before, const QString& now);

}  // namespace ui::look
