#include "engine/ranks/mpi/detail/abandoned.h"
#include "engine/ranks/mpi/detail/clock_reading.h"
#include "engine/ranks/mpi/detail/world_state.h"

namespace engine::ranks::mpi {

using detail::ClockReading;
using detail::Pause;
using detail::readClocks;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::int32_t kClockTag = 2;
constexpr int kRounds = 40;  ///< limit on the rounds of one comparison
constexpr Clock::duration kMostRounds =
    std::chrono::milliseconds(100);  ///< after this time, kLeastRounds rounds are enough
constexpr int kLeastRounds = 5;

}  // namespace

/// One round of a comparison of clocks: rank 0 asks, the other rank answers with its time. A rank on the computer of
/// rank 0 answers only once, because both ranks can read the computer's clock.
struct World::State::Tick {
    std::int64_t isLast = 0;
    /// In the last tick, the result. In earlier ticks, the time of rank 0 when it asked; an answer adds the time of the
    /// other rank.
    trace::ClockRecord result;
    Nanoseconds ofComputer{};  ///< time of rank 0's computer, read together with the time of rank 0
};

/// Waits for the request. Returns false if MPI or the run failed, if the run was stopped, or if isHopeless() returned
/// true.
bool World::State::exchange(abi::Request* request, const std::function<bool()>& isHopeless)
{
    for (Pause pause;; pause.wait()) {
        std::int32_t isDone = 0;
        std::int64_t size = 0;
        if (module.test(request, &isDone, &size) != abi::Code::Ok)
            return false;
        if (isDone != 0)
            return true;
        progress();
        if (shutdown.isStopped.load() || failure.isSet() || isHopeless())
            return false;
    }
}

bool World::State::sendTick(int to, Tick& tick, const std::function<bool()>& isHopeless)
{
    abi::Request* request = nullptr;
    return module.send(abi::kControl, &tick, sizeof tick, to, kClockTag, &request) == abi::Code::Ok &&
           exchange(request, isHopeless);
}

std::optional<trace::ClockRecord> World::State::answerClock(const std::function<Nanoseconds()>& time)
{
    const auto isHopeless = [this] { return clocks.comparisons == 1 && programs.hasRootEnded; };
    for (;;) {
        auto tick = std::make_unique<Tick>();
        abi::Request* request = nullptr;
        if (module.receive(abi::kControl, tick.get(), sizeof(Tick), 0, kClockTag, &request) != abi::Code::Ok)
            return std::nullopt;
        if (!exchange(request, isHopeless)) {
            detail::abandon(std::move(tick));
            return std::nullopt;
        }
        if (tick->isLast != 0)
            return tick->result.uncertainty.count() > 0 ? std::optional(tick->result) : std::nullopt;
        if (place.node == 0) {
            const ClockReading own = readClocks(time);
            const trace::ClockRecord first = tick->result;
            tick->isLast = 1;
            static_cast<void>(sendTick(0, *tick, isHopeless));
            return trace::ClockRecord{own.own, first.reference + (own.ofComputer - tick->ofComputer),
                                      first.uncertainty + own.uncertainty};
        }
        tick->result.local = time();
        if (!sendTick(0, *tick, isHopeless))
            return std::nullopt;
    }
}

/// Called on rank 0. Uses the round that took the least time, because its bound on the difference of the clocks is the
/// tightest.
void World::State::compareClock(int rank, const std::function<Nanoseconds()>& time)
{
    const bool isFirst = clocks.comparisons == 1;
    const auto isHopeless = [&, this] { return isFirst && checker.hasEnded(rank); };
    const Clock::time_point begin = Clock::now();
    trace::ClockRecord best;
    for (int round = 0; round < kRounds && (round < kLeastRounds || Clock::now() - begin < kMostRounds); ++round) {
        const ClockReading own = readClocks(time);
        Tick tick{0, {{}, own.own, own.uncertainty}, own.ofComputer};
        auto answer = std::make_unique<Tick>();
        abi::Request* request = nullptr;
        if (module.receive(abi::kControl, answer.get(), sizeof(Tick), rank, kClockTag, &request) != abi::Code::Ok)
            return;
        const Nanoseconds asked = time();
        if (!sendTick(rank, tick, isHopeless) || !exchange(request, isHopeless)) {
            detail::abandon(std::move(answer));
            return;
        }
        const Nanoseconds answered = time();
        if (answer->isLast != 0)
            return;
        const Nanoseconds half = (answered - asked) / 2 + Nanoseconds{1};
        if (round == 0 || half < best.uncertainty)
            best = {answer->result.local, asked + (answered - asked) / 2, half};
    }
    Tick last{1, best, {}};
    static_cast<void>(sendTick(rank, last, isHopeless));
}

std::optional<trace::ClockRecord> World::compareClocks(const std::function<Nanoseconds()>& now,
                                                       const std::atomic<bool>& isCancelled)
{
    State& state = *m_state;
    std::optional<trace::ClockRecord> result;
    state.idleClocks.start(state.clocks.comparisons++ == 0 && !state.programs.hasEnded ? now : nullptr);
    if (state.failure.isSet() || state.shutdown.isStopped.load() || isCancelled.load())
        return result;
    state.clocks.isComparing = true;
    if (!state.isRoot())
        result = state.answerClock(now);
    else
        for (int rank = 1; rank < state.place.count; ++rank)
            state.compareClock(rank, now);
    state.clocks.isComparing = false;
    return result;
}

}  // namespace engine::ranks::mpi
