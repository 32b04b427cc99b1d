#pragma once

#include "ui/drawing/scene.h"
#include "ui/drawing/tooltip_line.h"

namespace ui::drawing {

/// The tooltip of an operation: what it is, its rate, when it ran, what it waited for, what ran meanwhile.
[[nodiscard]] std::vector<TooltipLine> describe(const Scene& scene, engine::OpId op);
/// The tooltip of a wait of the program.
[[nodiscard]] std::vector<TooltipLine> describe(const Scene& scene, const engine::trace::WaitRecord& wait);
/// The tooltip of a span of the program's own thread.
[[nodiscard]] std::vector<TooltipLine> describe(const Scene& scene, const engine::trace::HostRecord& host);
/// The tooltip of a sync point's flag.
[[nodiscard]] std::vector<TooltipLine> describe(const Scene& scene, const SyncMark& mark);
/// The tooltip of a timed block.
[[nodiscard]] std::vector<TooltipLine> describeBlock(const Scene& scene, std::size_t block);
/// The tooltip of the operations of one statement, in the strip above the bars.
[[nodiscard]] std::vector<TooltipLine> describe(const Scene& scene, const StatementGroup& group);
/// The tooltip of a row's header: its texts, which the header may shorten.
[[nodiscard]] std::vector<TooltipLine> describeHeader(const Scene& scene, const Row& row);
/// The tooltip of the rank at `y` of a band: its name, its node, and its delay if the delay is notable.
[[nodiscard]] std::vector<TooltipLine> describeMember(const Scene& scene, const Row& row, double y);
/// The tooltip of the statement that failed.
[[nodiscard]] std::vector<TooltipLine> describeFailure(const Scene& scene);
/// The tooltip of a lane's busy fraction, with the name of the scope.
[[nodiscard]] std::vector<TooltipLine> describeBusy(const Scene& scene, const Row& row);

/// Why a lane is idle at a time: "idle: not even issued", "idle: waits for the copy of y[3]"; empty if the lane is
/// busy, or if the time is outside the run.
[[nodiscard]] QString idleText(const Scene& scene, const Row& row, engine::Nanoseconds time);

}  // namespace ui::drawing
