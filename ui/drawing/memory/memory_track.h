#pragma once

#include "engine/trace/trace.h"
#include "ui/drawing/memory/block_stack.h"
#include "ui/drawing/memory/memory_scale.h"
#include "ui/drawing/memory/step_curve.h"

#include <utility>
#include <vector>

namespace ui::drawing {

/// The memory of one device over a run, as memory rows paint it. Grows with a live run. Thread: GUI.
struct MemoryTrack {
    explicit MemoryTrack(engine::trace::DeviceRecord record) : device(std::move(record)) {}

    engine::trace::DeviceRecord device;
    StepCurve curve;
    MemoryScale scale;
    bool showsOthers = false;     ///< memory used by other programs is painted below the curve
    std::ptrdiff_t refused = -1;  ///< index of the last refused allocation's record; -1: none
    std::vector<engine::analysis::MemoryBlock> blocks;
    std::vector<StackPiece> stack;
    std::int64_t ground = 0;  ///< bytes allocated before the first record

    /// Reads the records that are new since the last call on the same run.
    void extend(const engine::trace::Trace& trace);
    /// Finds the blocks of a run that is over.
    void findBlocks(const engine::trace::Trace& trace);

    /// Whether each level deviates from its median during `range` by at most 2 % of the axis, except for 5 % of the
    /// time.
    [[nodiscard]] bool isFlat(const model::TimeRange& range) const;
    /// Whether an allocation was refused, or other programs use much of the memory.
    [[nodiscard]] bool isScarce(const engine::trace::Trace& trace) const;
    /// Whether the previous run `before` had the same peaks on the device as the run `trace`.
    [[nodiscard]] bool isAsIn(const engine::trace::TracePtr& before, const engine::trace::TracePtr& trace) const;

    /// Bytes below the curve that the program could not use.
    [[nodiscard]] std::int64_t others() const { return showsOthers ? device.usedByOthers.value : 0; }

private:
    std::size_t m_scanned = 0;  ///< records that were searched for refusals
};

/// Devices of a run with memory records, GPUs first because their memory is scarcer.
[[nodiscard]] std::vector<const engine::trace::DeviceRecord*> devicesWithMemory(const engine::trace::Trace& trace);

/// Whether a memory row of a finished run shows something that the lanes do not: its memory is scarce, or its levels
/// change and their peaks differ from those of the previous run. The window folds the other rows to a line.
[[nodiscard]] bool isMemoryInformative(const engine::trace::TracePtr& trace, const engine::trace::TracePtr& before);

}  // namespace ui::drawing
