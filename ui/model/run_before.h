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
    engine::Message remark{};            ///< of the run on this computer (RunOutcome::remark); empty: none
    bool isStale = false;                ///< real runs: the listing changed after the run
    bool isForeign = false;              ///< the listing came with a trace and is not the book's
    /// Of a real run: its repeats, of which the trace is the run of the median; null: unknown, or not complete.
    std::shared_ptr<const engine::analysis::Repeats> repeats{};
    engine::trace::TracePtr printed{};  ///< of a real run: the first of its repeats, whose output is shown

    /// A copy for another run: without the repeats of this run.
    [[nodiscard]] RunContext ofAnotherRun() const
    {
        RunContext other = *this;
        other.repeats = nullptr;
        other.printed = nullptr;
        other.remark = {};
        return other;
    }
    [[nodiscard]] bool isRepeated() const { return repeats && repeats->makespan.samples > 1; }
    /// Times of a timed block in all repeats; null: the program ran once.
    [[nodiscard]] const engine::Statistics* timesOf(std::size_t block) const
    {
        return isRepeated() && block < repeats->blocks.size() ? &repeats->blocks[block] : nullptr;
    }
};

/// Why neither of two runs is called faster: "a run stopped early", "too few runs", or they show no difference.
[[nodiscard]] QString undecidedText(bool hasStoppedRun, engine::Difference measured);

/// Selects the run "before" the displayed one: the pinned run, otherwise the last run of the same program on the same
/// machine with another listing, other switches or other parameters. A value type.
class RunBefore {
public:
    struct Run {
        engine::trace::TracePtr trace;  ///< null: none
        RunContext context;             ///< at the time of the run
    };

    /// Larger runs are not stored automatically, because each needs up to a gigabyte of memory.
    static constexpr std::size_t kMaxOperations = 200'000;

    [[nodiscard]] const Run& run() const { return m_pinned.trace ? m_pinned : m_last; }
    [[nodiscard]] bool isPinned() const { return m_pinned.trace != nullptr; }
    /// The pinned run stays "before" until unpin() or forget().
    void pin(Run run) { m_pinned = std::move(run); }
    void unpin() { m_pinned = {}; }
    /// The next run has no run before it.
    void forget() { *this = {}; }

    /// Whether two runs of a virtual machine have the same settings and waited at the same times. A run of an earlier
    /// session comes without its switches.
    [[nodiscard]] static bool isRepetition(const Run& before, const Run& now);

    /// Another run will be displayed.
    void startRun() { m_isSelected = false; }
    /// Call this with each snapshot of the displayed run.
    void follow(const Run& displayed);

private:
    void select(const Run& displayed);

    Run m_pinned;
    Run m_last;
    Run m_displayed;            ///< the last displayed run that has ended
    bool m_isSelected = false;  ///< for the displayed run; a live run has no program at first
};

}  // namespace ui::model
