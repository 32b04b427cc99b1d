#pragma once

#include "engine/ranks/run_set.h"
#include "engine/trace/sink.h"
#include "engine/trace/store.h"

#include <cstdint>
#include <functional>
#include <vector>

/// Generated runs of several ranks that train with data parallelism, for tests and benchmarks. Deterministic.
namespace tests {

/// The reason why one rank (the late rank) arrives later than the others in each training step.
enum class Late : std::uint8_t {
    Nobody,
    Slower,  ///< the late rank's backward convolutions take `lateFactor` times as long
    Input,   ///< the late rank's data arrive later
    More,    ///< the late rank runs more operations than the others
    Copies,  ///< the late rank's copies to the GPU take longer
    Issue,   ///< the late rank's program issues the backward pass later
    Larger,  ///< the late rank's backward pass takes `lateFactor` times as long; its forward pass is longer by the same
             ///< time
    Sleep,   ///< the late rank's program sleeps 30 ms in line 10 before the backward pass
    Order,   ///< the late rank runs a 30 ms operation before the backward pass, the others a 1 ms operation after it
};

struct RanksPlan {
    std::uint32_t ranks = 4;
    std::uint32_t ranksPerNode = 2;
    int steps = 4;
    int layers = 10;  ///< number of forward operations of a step, and of backward operations
    int buckets = 3;
    Late late = Late::Slower;
    std::uint32_t lateRank = 3;  ///< no rank is late if this is no rank of the run
    double lateFactor = 1.9;
    int lateStep = -1;                       ///< the only step in which the rank is late by Late::Sleep; -1: all steps
    bool isAhead = false;                    ///< the program issues all operations long before the GPUs run them
    bool isOverlapped = true;                ///< whether buckets are posted during the backward pass, not after it
    engine::Nanoseconds clockOffset{};       ///< the clock of rank r is offset by r times this value
    double clockDrift = 0;                   ///< the clock of rank r drifts by r times this fraction
    engine::Nanoseconds clockUncertainty{};  ///< uncertainty of all clocks except those of the first computer
    std::uint64_t seed = 1;
};

/// The times of a plan's collectives. They depend on all ranks.
class RanksSchedule {
public:
    explicit RanksSchedule(const RanksPlan& plan);

    /// Writes the records of one rank, with times of its own clock.
    void write(std::uint32_t rank, engine::trace::Sink& sink) const;
    [[nodiscard]] engine::Nanoseconds lastArrival(int step, int bucket) const { return at(step, bucket).begin; }
    [[nodiscard]] engine::Nanoseconds done(int step, int bucket) const { return at(step, bucket).end; }
    [[nodiscard]] engine::Nanoseconds posted(std::uint32_t rank, int step, int bucket) const;
    [[nodiscard]] std::int64_t operationsOfRank(std::uint32_t rank) const;

private:
    struct Interval {
        engine::Nanoseconds begin{};
        engine::Nanoseconds end{};
    };
    struct Operation;
    [[nodiscard]] const Interval& at(int step, int bucket) const
    {
        return m_collectives[static_cast<std::size_t>(step * m_plan.buckets + bucket)];
    }
    /// Returns the operations of one step of one rank, with times relative to the start of the step. Stores in `posted`
    /// when the rank posts each bucket.
    [[nodiscard]] std::vector<Operation> operations(std::uint32_t rank, int step,
                                                    std::vector<engine::Nanoseconds>& posted) const;
    [[nodiscard]] bool isLate(std::uint32_t rank, Late why) const;
    [[nodiscard]] engine::Nanoseconds local(std::uint32_t rank, engine::Nanoseconds time) const;

    RanksPlan m_plan;
    std::vector<engine::Nanoseconds> m_starts;  ///< start times of the steps
    std::vector<Interval> m_collectives;        ///< each from the last arrival to the end of the collective
};

/// Whether the ranks record the steps of their training loop.
enum class Steps : std::uint8_t { Yes, No };
[[nodiscard]] std::vector<engine::ranks::Member> sampleMembers(const RanksPlan& plan, Steps steps = Steps::Yes);
[[nodiscard]] engine::ranks::RunSetPtr sampleRanks(const RanksPlan& plan);
/// Returns the run of sampleMembers(). Each rank adds the records `more(rank)`, with times of its own clock.
[[nodiscard]] engine::ranks::RunSetPtr sampleRanks(
    const RanksPlan& plan, const std::function<std::vector<engine::trace::Record>(std::uint32_t rank)>& more);

/// Returns the trace of one rank, without the ends of its last `unended` operations.
[[nodiscard]] engine::trace::TracePtr sampleRank(const RanksPlan& plan, std::uint32_t rank,
                                                 engine::trace::Detail detail, std::int64_t unended = 0);

}  // namespace tests
