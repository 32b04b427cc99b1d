#pragma once

#include "engine/ranks/mpi/detail/checker.h"
#include "engine/ranks/mpi/detail/failure.h"
#include "engine/ranks/mpi/detail/idle_clocks.h"
#include "engine/ranks/mpi/detail/mailbox.h"
#include "engine/ranks/mpi/detail/record_stream.h"
#include "engine/ranks/mpi/detail/transfers.h"
#include "engine/ranks/mpi/world.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace engine::ranks::mpi {

namespace detail {

/// Waits between two polls. The first waits only yield the core, because ranks that run at the same time rarely wait
/// for long.
class Pause {
public:
    void wait()
    {
        if (++m_polls < kYields)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(std::chrono::microseconds(50));
    }

private:
    static constexpr int kYields = 200;
    int m_polls = 0;
};

}  // namespace detail

/// The state of the run on this rank. clock_comparison.cpp compares the clocks of the ranks, shutdown.cpp ends the run,
/// world.cpp contains all other functions.
struct World::State {
    State(const abi::Module& m, const abi::Place& p, Options o)
        : module(m),
          options(std::move(o)),
          mailbox(m),
          records(m, mailbox, p.rank, p.count, options.records),
          checker(p.count, options.arrivalGrace),
          transfers(m)
    {
        shutdown.reportSizes.assign(static_cast<std::size_t>(p.count), -1);
        watch.timeout = options.failAfter.value_or(kTimeout).count();
        place = {p.rank, p.count, p.localRank, p.localCount, p.localCores, p.node, 0};
        std::vector<int>& all = groups.ranks.emplace_back();
        for (int rank = 0; rank < p.count; ++rank)
            all.push_back(rank);
    }

    struct Groups {
        mutable std::mutex mutex;  ///< guards `ranks`
        std::deque<std::vector<int>> ranks;
        std::uint32_t begun = 1;              ///< number of groups that this rank has created or begun to create
        std::optional<std::uint32_t> agreed;  ///< number of the last group that all ranks have begun to create
    };

    /// How long ranks may wait for each other, and where this rank's program sleeps.
    struct Watch {
        std::atomic<std::int64_t> timeout{kTimeout.count()};  ///< ns
        std::atomic<std::int32_t> sleepLine{0};               ///< line; 0: the program does not sleep
        std::int32_t reportedSleepLine = 0;                   ///< value of sleepLine that was last reported to rank 0
        std::chrono::steady_clock::time_point checkedAt;
    };

    struct Programs {
        std::string reason;  ///< text of endedWith() about the error that ends this rank's program
        bool hasEnded = false;
        bool hasRootEnded = false;
        bool haveAllEnded = false;
        bool isAskedToEnd = false;  ///< options.endProgram was called, because the program did not notice a failure
    };

    struct Shutdown {
        std::vector<std::int64_t> reportSizes;  ///< on rank 0, by rank; -1: not received yet
        bool mayFinish = false;                 ///< rank 0 has received all reports
        bool isClosing = false;
        bool hasFinished = false;  ///< MPI has ended
        std::atomic<bool> isStopped{false};
        std::atomic<std::chrono::steady_clock::time_point> stoppedAt{};
    };

    struct Clocks {
        int comparisons = 0;       ///< number of comparisons that have begun: one at the start, one at the end
        bool isComparing = false;  ///< while true, no records are transferred, because they would delay the rounds
    };

    [[nodiscard]] bool isRoot() const { return place.rank == 0; }

    void progress();
    void handle(const detail::Packet& packet);
    void checkCall(const detail::CallNotice& notice);
    void sendToAll(detail::Packet packet);
    void agree(const CollectiveKey& key);
    void endProgramOf(int rank, std::string error);
    void fail(const std::string& sentence);
    void reportSleep();
    void reportPosition() const;
    void checkFailure();
    void drain();
    /// Whether the process was asked to end, and must no longer wait for records of other computers.
    [[nodiscard]] bool mustStopWaiting() const;
    /// On rank 0: whether the records and reports of all ranks have arrived. Ranks whose records are lost do not count;
    /// after stop(), only ranks that send records count.
    [[nodiscard]] bool hasReports() const;
    /// Polls until isOver() is true. Returns false if mustStopWaiting() becomes true first.
    template <typename IsOver>
    bool pollUntil(IsOver isOver)
    {
        for (detail::Pause pause; !isOver(); pause.wait()) {
            progress();
            if (mustStopWaiting())
                return false;
        }
        return true;
    }
    [[nodiscard]] bool isLate() const;
    void sendReport(const std::string& report);
    void finish()
    {
        module.finish();
        shutdown.hasFinished = true;
    }
    [[nodiscard]] std::string receiveReport(std::size_t rank);
    struct Tick;
    [[nodiscard]] bool exchange(abi::Request* request, const std::function<bool()>& isHopeless);
    [[nodiscard]] bool sendTick(int to, Tick& tick, const std::function<bool()>& isHopeless);
    [[nodiscard]] std::optional<trace::ClockRecord> answerClock(const std::function<Nanoseconds()>& now);
    void compareClock(int rank, const std::function<Nanoseconds()>& now);
    [[nodiscard]] Error reportFailure(const Error& error);

    const abi::Module& module;
    Options options;
    device::RankPlace place;
    detail::Mailbox mailbox;
    detail::RecordStream records;
    detail::Checker checker;  ///< used on rank 0
    detail::IdleClocks idleClocks{mailbox, place, options.compareAfter, options.mostUncertain};
    Watch watch;
    Groups groups;
    detail::Transfers transfers;
    detail::Failure failure;
    std::int64_t now = 0;  ///< time of the run at the last call of arrive() or advance(), in ns
    Programs programs;
    Clocks clocks;
    Shutdown shutdown;
};

}  // namespace engine::ranks::mpi
