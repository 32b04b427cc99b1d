#pragma once

#include "engine/analysis/comparison.h"

#include <QString>

/// What a comparison says, in the reader's words. Every number comes from the comparison.
namespace ui::compare {

[[nodiscard]] QString unitName(const engine::analysis::RunComparison& comparison, const engine::analysis::Unit& unit);
[[nodiscard]] QString measureName(const engine::analysis::RunComparison& comparison,
                                  const engine::analysis::MeasureRow& row);
/// In the unit of the larger of the two, which both read in.
[[nodiscard]] QString valueText(const engine::analysis::MeasureRow& row, double value);
/// A benchmark is shorter on one side for no other reason than that its clock did not wait for the work.
[[nodiscard]] bool isClockStoppedEarly(const engine::analysis::RunComparison& comparison,
                                       const engine::analysis::MeasureRow& row);
/// "−0.5118 s", "+50", "equal", "stopped early".
[[nodiscard]] QString differenceText(const engine::analysis::RunComparison& comparison,
                                     const engine::analysis::MeasureRow& row);
/// 1: B is better, −1: worse, 0: neither, or too little to speak of.
[[nodiscard]] int betterOf(const engine::analysis::RunComparison& comparison, const engine::analysis::MeasureRow& row);

[[nodiscard]] QString findingText(const engine::analysis::RunComparison& comparison,
                                  const engine::analysis::Finding& finding);
/// "A: both busy for 1 % of the time"; empty where there are no two to be busy at once.
[[nodiscard]] QString busyText(const engine::analysis::RunComparison& comparison, bool isOfA);
/// "as fast, same operations": what stands under the factor.
[[nodiscard]] QString factorText(const engine::analysis::RunComparison& comparison);

/// "Why is B faster?"
[[nodiscard]] QString whyTitle(const engine::analysis::RunComparison& comparison);
/// A few sentences.
[[nodiscard]] QString whyText(const engine::analysis::RunComparison& comparison);

/// What tells the two sides apart, as a title of each: "With synchronize" and "Without". Empty: nothing short does.
struct SideTitles {
    QString a;
    QString b;
};
[[nodiscard]] SideTitles titlesOf(const engine::analysis::RunComparison& comparison);

}  // namespace ui::compare
