#pragma once

#include <QString>
#include <vector>

namespace ui::look {

/// `before` as it stands before an arrow and `now`: "0.4968" before "0.0006 s". Keeps its unit if `now` has another
/// one.
[[nodiscard]] QString beforeArrow(const QString& before, const QString& now);

/// A change in one line: the old value up to the arrow, and the new one.
struct ChangeText {
    QString before, now;
};
/// The forms of a change, from the longest to the shortest: "0.4968 → 0.0006 s", "0.4968→0.0006", "→ 0.0006 s".
/// `before` is the text of beforeArrow().
[[nodiscard]] std::vector<ChangeText> changeForms(const QString& before, const QString& now);

}  // namespace ui::look
