#pragma once

#include "engine/ranks/run_set.h"
#include "engine/trace/sink.h"
#include "engine/trace/store.h"

#include <cstdint>
#include <functional>
#include <vector>

/// Generated runs of several ranks that train with data parallelism, for tests and benchmarks. Deterministic.
namespace tests {

/// Why one rank is late in every step.
enum class Late : std::uint8_t {
    Nobody,
    Slower,  ///< its backward convolutions take `lateFactor` times as long
    Input,   ///< its data arrive later
    More,    ///< it runs more operations
    Copies,  ///< its copies to the GPU take longer
    Issue,   ///< its program issues the backward pass later
    Larger,  ///< backward takes `lateFactor` times as long, and forward becomes longer by the same time
    Sleep,   ///< its program sleeps 30 ms in line 10 before the backward pass
    Order,   ///< it runs an operation of 30 ms before the backward pass, all others one of 1 ms after it
};

struct RanksPlan {
    std::uint32_t ranks = 4;
    std::uint32_t ranksPerNode = 2;
    int steps = 4;
    int layers = 10;  ///< forward and backward operations of a step
    int buckets = 3;
    Late late = Late::Slower;
    std::uint32_t lateRank = 3;  ///< ignored if it is no rank of the run
    double lateFactor = 1.9;
    int lateStep = -1;                       ///< the only step with Late::Sleep; -1: all
    bool isAhead = false;                    ///< the program issues everything at once, long before the GPUs run it
    bool isOverlapped = true;                ///< buckets are posted during backward, not after it
    engine::Nanoseconds clockOffset{};       ///< the clock of rank r is offset by r times this value
    double clockDrift = 0;                   ///< the clock of rank r drifts by r times this fraction
    engine::Nanoseconds clockUncertainty{};  ///< uncertainty of the clocks on every node but the first
    std::uint64_t seed = 1;
};

/// Times of the collectives of a plan, which depend on all ranks.
class RanksSchedule {
public:
    explicit RanksSchedule(const RanksPlan& plan);

    /// Writes the records of one rank, in its own clock.
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
    /// The operations of one step and rank, with times relative to the start of the step. Stores the posting times of
    /// the buckets in `posted`.
    [[nodiscard]] std::vector<Operation> operations(std::uint32_t rank, int step,
                                                    std::vector<engine::Nanoseconds>& posted) const;
    [[nodiscard]] bool isLate(std::uint32_t rank, Late why) const;
    [[nodiscard]] engine::Nanoseconds local(std::uint32_t rank, engine::Nanoseconds time) const;

    RanksPlan m_plan;
    std::vector<engine::Nanoseconds> m_starts;  ///< start times of the steps
    std::vector<Interval> m_collectives;        ///< from the last arrival to the end
};

/// Whether the ranks record the steps of their training loop.
enum class Steps : std::uint8_t { Yes, No };
[[nodiscard]] std::vector<engine::ranks::Member> sampleMembers(const RanksPlan& plan, Steps steps = Steps::Yes);
[[nodiscard]] engine::ranks::RunSetPtr sampleRanks(const RanksPlan& plan);
/// The run of sampleMembers(), to which each rank adds the records `more(rank)`, in its own clock.
[[nodiscard]] engine::ranks::RunSetPtr sampleRanks(
    const RanksPlan& plan, const std::function<std::vector<engine::trace::Record>(std::uint32_t rank)>& more);

/// The trace of one rank, without the ends of its last `unended` operations.
[[nodiscard]] engine::trace::TracePtr sampleRank(const RanksPlan& plan, std::uint32_t rank,
                                                 engine::trace::Detail detail, std::int64_t unended = 0);

}  // namespace tests
