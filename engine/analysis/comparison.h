#pragma once

#include "engine/analysis/op_match.h"
#include "engine/analysis/reason.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace engine::analysis {

/// What is watched for being busy: each device where several work, else each lane of the only one.
struct Unit {
    std::string device;
    bool isDevice = true;
    trace::LaneRole role = trace::LaneRole::Compute;  ///< of a lane
    std::uint16_t index = 0;
    std::string lane;  ///< its name
    bool isGpu = false;
};

/// Something that two runs have in common, or in which they differ. Views word it.
struct Finding {
    enum class What : std::uint8_t {
        Wait,        ///< a place where the program waits; count: how often
        Blocks,      ///< timed blocks
        Statement,   ///< text of the listing: changed, or only on one side
        Operations,  ///< that both issued; not equal: count: how many only this side has
        Work,        ///< matched operations do as much: FLOP, bytes
        Edges,       ///< dependencies between matched operations; count: only this side has
        Results,     ///< what the programs printed, where values were computed; text: the first that differs
        Machine,
        Dialect,
        Parameter,  ///< name; text: its values
    };
    What what = What::Wait;
    bool isEqual = false;
    int lineA = 0;
    int lineB = 0;
    std::size_t countA = 0;
    std::size_t countB = 0;
    std::string name;  ///< of Parameter; of Operations the operator that most of them are
    std::string textA;
    std::string textB;
};

enum class Measure : std::uint8_t {
    Makespan,      ///< seconds
    Benchmark,     ///< of a pair of timed blocks: the seconds that they printed
    Busy,          ///< of a unit: share of the scope
    ManyBusy,      ///< share of the scope in which two units or more work
    ProgramWaits,  ///< seconds
    Start,         ///< of a unit: seconds from the begin to its first work
    Idle,          ///< of all units: seconds in which they do nothing
    PeakMemory,    ///< bytes of the device that holds most
};

struct MeasureRow {
    Measure what = Measure::Makespan;
    int unit = -1;  ///< into RunComparison::units; of Benchmark into RunComparison::benchmarks
    double a = 0;
    double b = 0;

    [[nodiscard]] double difference() const { return b - a; }
    /// Less is better of times, more of shares; none of memory is only less.
    [[nodiscard]] bool isMoreBetter() const { return what == Measure::Busy || what == Measure::ManyBusy; }
};

/// A timed block of each side that bears the same name: the same one of those of its name.
struct BenchmarkPair {
    std::size_t blockA = 0;  ///< into the blocks of the side's trace
    std::size_t blockB = 0;
};

/// How many units work at once from a moment on, counted from the begin of the scope. Every change is a step: the sum
/// of steps times their lengths is the busy time of all units.
struct BusyStep {
    Nanoseconds time{};
    int units = 0;
};

struct RunComparison {
    Side a;
    Side b;
    LineMatch lines;
    OpMatch ops;
    std::vector<Unit> units;
    std::vector<BenchmarkPair> benchmarks;  ///< in the order of A; none where the one of each side is the whole side
    std::vector<Finding> findings;
    std::vector<MeasureRow> measures;
    std::vector<BusyStep> busyA;
    std::vector<BusyStep> busyB;
    Reason reason;

    [[nodiscard]] Nanoseconds lengthA() const { return a.scope.length(); }
    [[nodiscard]] Nanoseconds lengthB() const { return b.scope.length(); }
    /// A over B: above 1 B is faster; 0: nothing to compare.
    [[nodiscard]] double speedUp() const
    {
        return lengthB().count() > 0 ? toSeconds(lengthA()) / toSeconds(lengthB()) : 0;
    }
    /// What B saves; negative: it takes longer.
    [[nodiscard]] Nanoseconds saved() const { return lengthA() - lengthB(); }
    [[nodiscard]] const MeasureRow* measure(Measure what, int unit = -1) const;
};

/// Two runs, or parts of runs, side by side. A pure function; any thread. Cost: the operations, edges and spans of
/// both.
[[nodiscard]] RunComparison compareRuns(Side a, Side b);

/// Two parts of one run that did the same work: the blocks one after the other, and the block that does it all at once,
/// as the chapter times it without and with overlap. None: the run has no such blocks.
[[nodiscard]] std::optional<std::pair<Side, Side>> naturalPair(const trace::TracePtr& trace);

}  // namespace engine::analysis
