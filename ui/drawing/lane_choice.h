#pragma once

#include "ui/drawing/lane_layout.h"

#include <vector>

namespace ui::drawing {

enum class UnusedLanes : std::uint8_t { Shown, LeftOut };

/// Which lanes of a run get a separate row, share one, or have none.
class LaneChoice {
public:
    /// `unused`: whether unused lanes and links are left out.
    LaneChoice(const engine::trace::Trace& trace, const LayoutOptions& options, UnusedLanes unused)
        : m_trace(trace), m_options(options), m_isTight(unused == UnusedLanes::LeftOut || options.isStage)
    {
    }
    /// Whether unused lanes and links are left out.
    [[nodiscard]] bool isTight() const { return m_isTight; }
    [[nodiscard]] bool isTraining() const { return !m_trace.programPart().steps.empty(); }
    /// Whether lanes in which nothing ran share a row. During a run they keep their rows, because they may still be
    /// used.
    [[nodiscard]] bool foldsIdleLanes() const { return !isTraining() && !m_trace.isLive() && m_trace.opCount() > 0; }
    /// Whether anything ran on the lane, in this run or in the previous run, or the options count it as used.
    [[nodiscard]] bool isInUse(engine::LaneId lane) const;
    /// Whether the previous run has a thin row below the lane.
    [[nodiscard]] bool hasGhost(engine::LaneId lane) const;
    [[nodiscard]] std::vector<const engine::trace::LaneRecord*> lanesOf(engine::DeviceId device) const;
    /// Returns the first stream of a GPU if it is barely used or unused while other streams are used, in a finished run
    /// that is no training; otherwise null. The first used stream then gets the device's name.
    [[nodiscard]] const engine::trace::LaneRecord* spareStreamOf(
        const engine::trace::DeviceRecord& device, const std::vector<const engine::trace::LaneRecord*>& lanes) const;
    /// Returns the barely used workers of a CPU, which share a folded row. The CPU's first worker keeps its row.
    /// If only one other worker is barely used, it keeps its row, too.
    [[nodiscard]] std::vector<const engine::trace::LaneRecord*> foldedOf(
        const engine::trace::DeviceRecord& device, const std::vector<const engine::trace::LaneRecord*>& lanes) const;
    /// Whether a lane has a row. A used lane always has one. An unused lane has one only if all of this holds: it is
    /// the device's first copy lane of a direction; unused lanes are not left out; the run is no training, and still
    /// runs or has no operations.
    [[nodiscard]] bool isShown(const engine::trace::LaneRecord& lane) const;
    [[nodiscard]] bool isIdleCopy(const engine::trace::LaneRecord& lane) const;
    [[nodiscard]] int usedCopies() const;

private:
    const engine::trace::Trace& m_trace;
    const LayoutOptions& m_options;
    const bool m_isTight;
};

}  // namespace ui::drawing
