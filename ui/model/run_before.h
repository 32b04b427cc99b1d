#pragma once

#include "engine/analysis/repeats.h"
#include "engine/base/statistics.h"
#include "engine/trace/trace.h"

#include <QHash>
#include <QString>
#include <memory>

namespace ui::model {

/// Facts about a run that are not in its trace.
struct RunContext {
    QHash<QString, double> bookResults;  ///< Benchmark label -> seconds printed in the book
    QHash<int, bool> syncPoints;         ///< line of a wait -> whether the program waits there now
    double simulatedIn = 0;              ///< wall-clock seconds of a simulated run; 0: unknown
    engine::Message remark{};            ///< remark about the run on this computer (RunOutcome::remark); empty: none
    bool isStale = false;                ///< real runs: the listing changed after the run
    bool isForeign = false;              ///< the listing came with a trace and is not the book's
    /// For a real run: its repeats; the displayed trace is that of the repeat with the median length. Null: the repeats
    /// are unknown or not complete.
    std::shared_ptr<const engine::analysis::Repeats> repeats{};
    engine::trace::TracePtr printed{};  ///< for a real run: the first of its repeats, whose output is shown

    /// Returns a copy for another run: without the repeats, the output and the remark of this run.
    [[nodiscard]] RunContext ofAnotherRun() const
    {
        RunContext other = *this;
        other.repeats = nullptr;
        other.printed = nullptr;
        other.remark = {};
        return other;
    }
    [[nodiscard]] bool isRepeated() const { return repeats && repeats->makespan.samples > 1; }
    /// Times of a timed block in all repeats; null: the program ran once, or the repeats have no such block.
    [[nodiscard]] const engine::Statistics* timesOf(std::size_t block) const
    {
        return isRepeated() && block < repeats->blocks.size() ? &repeats->blocks[block] : nullptr;
    }
};

/// Explains why neither of two runs is called faster: "a run stopped early", "too few runs", or "no difference shown".
[[nodiscard]] QString undecidedText(bool hasStoppedRun, engine::Difference measured);

/// Selects the previous run ("before"), with which the displayed run is compared: the pinned run, otherwise the run
/// that was displayed before, if it has the same program, machine and dialect. A run with the same listing, switches
/// and parameters is skipped. A value type.
class RunBefore {
public:
    struct Run {
        engine::trace::TracePtr trace;  ///< null: none
        RunContext context;             ///< the context at the time of the run
    };

    /// Larger runs are not stored automatically, because each needs up to a gigabyte of memory.
    static constexpr std::size_t kMaxOperations = 200'000;

    [[nodiscard]] const Run& run() const { return m_pinned.trace ? m_pinned : m_last; }
    [[nodiscard]] bool isPinned() const { return m_pinned.trace != nullptr; }
    /// The pinned run remains the previous run until unpin() or forget(), or until a run of another program is
    /// displayed.
    void pin(Run run) { m_pinned = std::move(run); }
    void unpin() { m_pinned = {}; }
    /// Drops all runs, so that the next run has no previous run.
    void forget() { *this = {}; }

    /// Whether two runs of a virtual machine have the same settings, the same length, and the same waits. Switches are
    /// compared only if both runs have them; a run of an earlier session has no switches.
    [[nodiscard]] static bool isRepetition(const Run& before, const Run& now);

    /// Call this before another run is displayed.
    void startRun() { m_isSelected = false; }
    /// Call this with each snapshot of the displayed run.
    void follow(const Run& displayed);

private:
    void select(const Run& displayed);

    Run m_pinned;
    Run m_last;
    Run m_displayed;  ///< the last displayed run that has ended
    /// Whether m_last is selected for the displayed run; false until the program of that run is known
    bool m_isSelected = false;
};

}  // namespace ui::model
