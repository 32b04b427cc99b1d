#include "engine/ranks/mpi/detail/abandoned.h"
#include "engine/ranks/mpi/detail/world_state.h"

#include <algorithm>
#include <utility>

namespace engine::ranks::mpi {

using detail::Packet;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::int32_t kReportTag = 1;
constexpr Clock::duration kMostShutdown = std::chrono::seconds(5);  ///< longest wait for ranks after a failure

}  // namespace

/// Records that the program of `rank` has ended; notifies all ranks if it was the last one. Called on rank 0.
void World::State::endProgramOf(int rank, std::string error)
{
    checker.end(rank, std::move(error), Clock::now());
    programs.haveAllEnded = checker.haveAllEnded();
    Packet packet;
    packet.kind = Packet::Kind::AllEnded;
    if (programs.haveAllEnded)
        sendToAll(packet);
}

void World::end()
{
    State& state = *m_state;
    if (std::exchange(state.programs.hasEnded, true) || state.shutdown.isStopped.load())
        return;
    Packet packet;
    packet.kind = Packet::Kind::Ended;
    packet.rank = state.place.rank;
    packet.setText(state.programs.reason);
    if (!state.isRoot()) {
        state.mailbox.send(0, packet);
        return;
    }
    state.sendToAll(packet);
    state.endProgramOf(0, state.programs.reason);
}

bool World::awaitEnds(const std::atomic<bool>& isCancelled)
{
    State& state = *m_state;
    static_cast<void>(
        state.pollUntil([&] { return state.programs.haveAllEnded || state.failure.isSet() || isCancelled.load(); }));
    return state.programs.haveAllEnded && !state.failure.isSet();
}

bool World::State::mustStopWaiting() const
{
    if (!shutdown.isStopped.load())
        return false;
    bool isStreaming = !isRoot() && options.records.next;
    for (std::size_t rank = 1; rank < shutdown.reportSizes.size(); ++rank)
        isStreaming = isStreaming || records.isSender(rank);
    return !shutdown.isClosing || !isStreaming || Clock::now() - shutdown.stoppedAt.load() > options.recordsGrace;
}

/// Whether this rank has waited long enough after a failure; records that still arrive extend the wait.
bool World::State::isLate() const
{
    return failure.isSet() && Clock::now() - std::max(failure.at(), records.progressedAt()) > kMostShutdown;
}

bool World::State::hasReports() const
{
    for (std::size_t rank = 1; rank < shutdown.reportSizes.size(); ++rank) {
        const bool isAwaited = !records.isBroken(rank) && (!shutdown.isStopped.load() || records.isSender(rank));
        if (isAwaited && (shutdown.reportSizes[rank] < 0 || !records.isStored(rank)))
            return false;
    }
    return true;
}

/// Sends this rank's report to rank 0. Called on ranks other than 0.
void World::State::sendReport(const std::string& report)
{
    if (!pollUntil([&] { return records.isDrained() || shutdown.mayFinish || isLate(); }))
        return;
    Packet packet;
    packet.kind = Packet::Kind::Report;
    packet.rank = place.rank;
    packet.size = static_cast<std::int64_t>(report.size());
    abi::Request* request = nullptr;
    if (packet.size > 0 &&
        module.send(abi::kControl, report.data(), packet.size, 0, kReportTag, &request) != abi::Code::Ok)
        packet.size = 0;
    mailbox.send(0, packet);
    std::int32_t isSent = packet.size == 0 ? 1 : 0;
    std::int64_t size = 0;
    const bool isOver = pollUntil([&] {
        if (isSent == 0 && module.test(request, &isSent, &size) != abi::Code::Ok)
            isSent = 1;
        return (isSent != 0 && shutdown.mayFinish) || isLate();
    });
    if (isOver && !isLate() && !shutdown.isStopped.load())
        finish();
}

/// Returns the report of a rank; empty if the rank sent none, or if it was not received.
std::string World::State::receiveReport(std::size_t rank)
{
    const std::int64_t size = shutdown.reportSizes[rank];
    if (size <= 0)
        return {};
    auto report = std::make_unique<std::string>(static_cast<std::size_t>(size), '\0');
    abi::Request* request = nullptr;
    std::int32_t isDone = 0;
    std::int64_t received = 0;
    bool isGood = module.receive(abi::kControl, report->data(), size, static_cast<std::int32_t>(rank), kReportTag,
                                 &request) == abi::Code::Ok;
    if (!isGood)
        return {};
    const bool isOver = pollUntil([&] {
        isGood = module.test(request, &isDone, &received) == abi::Code::Ok;
        return !isGood || isDone != 0;
    });
    if (!isOver)
        detail::abandon(std::move(report));
    return isOver && isGood && received == size ? *std::move(report) : std::string();
}

std::vector<std::string> World::close(const std::string& report)
{
    State& state = *m_state;
    state.records.drain();
    end();
    state.shutdown.isClosing = true;
    std::vector<std::string> reports;
    if (state.mustStopWaiting())
        return reports;
    if (!state.isRoot()) {
        state.sendReport(report);
        return reports;
    }
    reports.resize(static_cast<std::size_t>(state.place.count));
    reports[0] = report;
    const bool isInTime = state.pollUntil([&] { return state.hasReports() || state.isLate(); }) && state.hasReports();
    bool isWhole = isInTime && !state.shutdown.isStopped.load();
    for (std::size_t rank = 1; rank < reports.size(); ++rank) {
        reports[rank] = state.receiveReport(rank);
        isWhole = isWhole && !state.records.isBroken(rank);
    }
    Packet packet;
    packet.kind = Packet::Kind::MayFinish;
    state.sendToAll(packet);
    if (state.pollUntil([&] { return state.mailbox.testSends(); }) && isWhole)
        state.finish();
    return reports;
}

}  // namespace engine::ranks::mpi
