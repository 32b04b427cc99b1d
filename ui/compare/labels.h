#pragma once

#include "engine/analysis/comparison.h"

#include <QString>
#include <cstdint>

/// Texts of a comparison in the user's language. All numbers come from the comparison.
namespace ui::compare {

enum class Which : std::uint8_t { A, B };

/// Returns the name of a unit's device; for a lane, the names of device and lane.
[[nodiscard]] QString unitName(const engine::analysis::RunComparison& comparison, const engine::analysis::Unit& unit);
[[nodiscard]] QString measureName(const engine::analysis::RunComparison& comparison,
                                  const engine::analysis::MeasureRow& row);
/// Formats `value` in the unit of the larger side, so that both sides have the same unit.
[[nodiscard]] QString valueText(const engine::analysis::MeasureRow& row, double value);
/// Returns the difference B − A: "−0.5118 s", "+50", "equal", "stopped early".
[[nodiscard]] QString differenceText(const engine::analysis::RunComparison& comparison,
                                     const engine::analysis::MeasureRow& row);
/// Returns 1 if B is better, −1 if B is worse, 0 if the difference is negligible or not comparable.
[[nodiscard]] int betterOf(const engine::analysis::RunComparison& comparison, const engine::analysis::MeasureRow& row);

[[nodiscard]] QString findingText(const engine::analysis::Finding& finding);
/// "A: both busy for 1 % of the time"; empty if there are fewer than two units.
[[nodiscard]] QString busyText(const engine::analysis::RunComparison& comparison, Which side);
/// The text below the speed-up: "as fast, same operations".
[[nodiscard]] QString factorText(const engine::analysis::RunComparison& comparison);

/// The part of its run that a side covers: "whole run"; the labels of its first and its last timed block, "GPU1 time –
/// GPU2 time"; without labels, its lines, "lines 3–9".
[[nodiscard]] QString scopeText(const engine::analysis::Side& side);
/// The parts that the sides cover: "whole run", or if they differ "A: GPU1 time – GPU2 time, B: GPU1 & GPU2".
[[nodiscard]] QString scopeText(const engine::analysis::RunComparison& comparison);

/// The title: "Why is B faster?".
[[nodiscard]] QString whyTitle(const engine::analysis::RunComparison& comparison);
/// Explains in a few sentences why the runs differ.
[[nodiscard]] QString whyText(const engine::analysis::RunComparison& comparison);

/// Short titles that distinguish the two sides: the names of two programs, or "With synchronize" and "Without". Empty
/// if neither pair of titles distinguishes the sides.
struct SideTitles {
    QString a;
    QString b;
};
/// Returns the titles in the current language.
[[nodiscard]] SideTitles titlesOf(const engine::analysis::RunComparison& comparison);

}  // namespace ui::compare
