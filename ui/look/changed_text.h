#pragma once

#include "engine/base/units.h"

#include <QString>
#include <vector>

namespace ui::look {

/// Returns `before` as it is written to the left of an arrow to `now`: without its unit if `now` has the same unit.
/// Example: "0.4968" for "0.4968 s" and "0.0006 s".
[[nodiscard]] QString beforeArrow(const QString& before, const QString& now);

/// A change in one line: `before` is the old value with the arrow, `now` the new value.
struct ChangeText {
    QString before, now;
};
/// Formats two durations in the unit of the longer one, usually each with at least three significant digits, but with
/// at most six decimals: "0.103 s" and "0.0784 s".
[[nodiscard]] ChangeText durationPair(engine::Nanoseconds before, engine::Nanoseconds now);
/// The forms of a change, from the longest to the shortest: "0.4968 → 0.0006 s", "0.4968→0.0006", "→ 0.0006 s".
/// `before` is the text of beforeArrow().
[[nodiscard]] std::vector<ChangeText> changeForms(const QString& before, const QString& now);

}  // namespace ui::look
