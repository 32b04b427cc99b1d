#pragma once

#include "ui/drawing/scene.h"

#include <vector>

namespace ui::drawing {

/// A horizontal line with a tooth at each end.
struct Bracket {
    double left = 0, right = 0, y = 0;
    double tooth = 0;     ///< length of a tooth
    double width = 1.4;   ///< width of the line
    bool isOpen = false;  ///< the bracket has no tooth at its right end
};
void paintBracket(const Surface& painter, const Bracket& bracket, const QColor& colour);

/// Vertical distance between two lines of tails (paintTail()), in pixels at 100 %.
inline constexpr int kTailLevel = 16;
/// Returns how many lines the tails of mistimed blocks need so that they do not overlap; 1 without tails. Never more
/// than 3, even if tails then overlap.
[[nodiscard]] int tailLevels(const std::vector<engine::analysis::TimedBlock>& blocks);

/// Paints the tail of a mistimed block, which shows work after its clock stopped: a dashed line from `from` to `to` at
/// `y`, with a tooth at its end.
void paintTail(const Surface& painter, const Scene& scene, double from, double to, double y);
/// The time of a mistimed block's work: "work 0.5158 s"; empty if the block's clock did not stop before its work was
/// complete.
[[nodiscard]] QString workText(const engine::analysis::TimedBlock& block);

/// The text for the time that one run saved: "saved 0.4963 s", or for a negative time "1.36 ms longer".
[[nodiscard]] QString savedText(engine::Nanoseconds saved);

/// The time of a block on the program's clock: median and quartiles if the block repeats, or "stopped at" and the time
/// since `origin` if the block failed.
[[nodiscard]] QString timeText(const engine::trace::Trace& trace, const model::RunContext* context, std::size_t block,
                               engine::Nanoseconds origin);
/// The time of a block of the scene's trace; that of a failed block counts from the origin of the scene's axis.
[[nodiscard]] QString timeText(const Scene& scene, std::size_t block);
/// The result that the book prints for a block; empty if it prints none.
[[nodiscard]] QString bookText(const Scene& scene, const engine::trace::BlockRecord& block);
/// Returns the last `most` blocks in view, ordered by their end. The limit matters for a program that times blocks in a
/// loop.
[[nodiscard]] std::vector<std::size_t> blocksInView(const Scene& scene, std::size_t most);

}  // namespace ui::drawing
