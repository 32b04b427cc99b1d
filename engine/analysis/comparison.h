#pragma once

#include "engine/analysis/failure.h"
#include "engine/analysis/op_match.h"
#include "engine/analysis/reason.h"
#include "engine/base/statistics.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace engine::analysis {

/// A device or a lane whose busy time is compared: devices if several work, else the lanes of the only device.
struct Unit {
    std::string device;
    bool isDevice = true;
    trace::LaneRole role = trace::LaneRole::Compute;  ///< for lanes only
    std::uint16_t index = 0;
    std::string lane;  ///< name of the lane
    bool isGpu = false;
};

/// A property in which two runs agree or differ, as data; views turn it into a sentence.
struct Finding {
    enum class Subject : std::uint8_t {
        Wait,        ///< a statement that waits; counts: number of waits on each side
        Blocks,      ///< timed blocks
        Statement,   ///< text of the listing that was changed, or that exists on one side only
        Operations,  ///< operations of both sides; if not equal, counts: operations that only A or only B issued
        Work,        ///< FLOP and bytes of the matched operations
        Edges,       ///< dependencies; equal only if the operations are equal; counts: edges that only A or only B has
        Results,     ///< printed output, if both runs computed values; text: the first line that differs
        Machine,
        Dialect,
        Parameter,  ///< a parameter of the program; text: its value on each side
    };
    Subject what = Subject::Wait;
    bool isEqual = false;
    int lineA = 0;
    int lineB = 0;
    std::size_t countA = 0;
    std::size_t countB = 0;
    /// Parameter: its name; Operations: the operator, if all matched operations have the same one; Wait: the function
    /// that waits, if only one side waits
    std::string name;
    std::string textA;
    std::string textB;
};

enum class Measure : std::uint8_t {
    Makespan,      ///< duration of the scope in seconds
    Benchmark,     ///< seconds that the program printed for a pair of timed blocks
    Busy,          ///< fraction of the scope in which a unit works
    ManyBusy,      ///< fraction of the scope in which two or more units work
    ProgramWaits,  ///< seconds for which the program is blocked in waits
    Start,         ///< seconds from the start of the scope to the first work of a unit
    Idle,          ///< idle seconds, summed over all units
    PeakMemory,    ///< bytes on the device with the highest peak
    // Only for runs of several ranks (Lateness):
    LostToLateRanks,       ///< seconds for which ranks only wait for a late rank
    ExposedCommunication,  ///< seconds of transfers in which a rank does nothing else, mean over the ranks
    HiddenCommunication,   ///< fraction of the transfers during which a rank computes or copies
};

/// The values of a measure on both sides, in the unit of the measure.
struct MeasureRow {
    Measure what = Measure::Makespan;
    int unit = -1;  ///< index into RunComparison::units; for Benchmark, into RunComparison::benchmarks
    double a = 0;
    double b = 0;

    [[nodiscard]] double difference() const { return b - a; }
    /// Whether a larger value is better: true for fractions of busy or hidden time, false for times and for memory.
    [[nodiscard]] bool isHigherBetter() const
    {
        return what == Measure::Busy || what == Measure::ManyBusy || what == Measure::HiddenCommunication;
    }
};

/// Two timed blocks with the same label, one of each side; the n-th block of A is paired with the n-th of B.
struct BenchmarkPair {
    std::size_t blockA = 0;  ///< index into Trace::blocks() of side A
    std::size_t blockB = 0;
};

/// The number of units that work from `time`, measured from the start of the scope, to the time of the next step. The
/// sum over all steps of units times duration is the busy time of all units.
struct BusyStep {
    Nanoseconds time{};
    int units = 0;
};

/// Two runs, or parts of runs, and the differences between them, as compareRuns() returns them.
struct RunComparison {
    Side a;
    Side b;
    LineMatch lines;
    OpMatch ops;
    std::vector<Unit> units;
    /// in the order of A's blocks; empty if the only pair is as long as both sides, within 1 %
    std::vector<BenchmarkPair> benchmarks;
    std::vector<Finding> findings;
    std::vector<MeasureRow> measures;
    std::vector<BusyStep> busyA;
    std::vector<BusyStep> busyB;
    Reason reason;
    /// Whether measurements on this computer show that the durations differ; none: both runs are modelled or imported.
    /// compareRuns() sets OneRun, because a trace contains only one run.
    std::optional<Difference> measured;

    /// Whether an error or the user ended a run, so that the lengths are not comparable.
    [[nodiscard]] bool hasStoppedRun() const { return wasStopped(*a.trace) || wasStopped(*b.trace); }
    /// Whether messages must not call one side faster: a run was stopped, or the measurements show no difference.
    [[nodiscard]] bool isUndecided() const { return hasStoppedRun() || (measured && *measured != Difference::Shown); }
    [[nodiscard]] Nanoseconds lengthA() const { return a.scope.length(); }
    [[nodiscard]] Nanoseconds lengthB() const { return b.scope.length(); }
    /// Duration of A divided by that of B; above 1, B is faster. 0: B has no duration.
    [[nodiscard]] double speedUp() const
    {
        return lengthB().count() > 0 ? toSeconds(lengthA()) / toSeconds(lengthB()) : 0;
    }
    /// Time that B saves; negative if B takes longer.
    [[nodiscard]] Nanoseconds saved() const { return lengthA() - lengthB(); }
    /// Returns the row of a measure; null: the comparison has no such row. `unit`: as MeasureRow::unit.
    [[nodiscard]] const MeasureRow* measure(Measure what, int unit = -1) const;
};

/// Whether a side may lack a wait on `line` only because its run stopped before the program reached the line. False if
/// the wait was switched off.
[[nodiscard]] bool mayNotHaveReached(const Side& side, int line);

/// Compares two runs, or parts of runs. A pure function; any thread. Cost: about linear in the operations, edges and
/// spans of both, plus the cost of matchLines().
[[nodiscard]] RunComparison compareRuns(Side a, Side b);

/// Returns two parts of one run that did the same work: two or more consecutive timed blocks, and the next timed block,
/// which does the work of all of them. The programs of the book's chapter 13 measure work without and with overlap in
/// such blocks. None: the run has no such blocks, is still live, or has more than 200 timed blocks.
[[nodiscard]] std::optional<std::pair<Side, Side>> findOverlapPair(const trace::TracePtr& trace);

}  // namespace engine::analysis
