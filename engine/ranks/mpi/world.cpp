#include "engine/ranks/mpi/world.h"

#include "engine/base/expect.h"
#include "engine/base/test_settings.h"
#include "engine/messages/messages.h"
#include "engine/ranks/mpi/detail/world_state.h"

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

namespace engine::ranks::mpi {

using detail::CallNotice;
using detail::kNewGroup;
using detail::Packet;
using detail::Pause;
using detail::Transfer;
using Clock = std::chrono::steady_clock;

namespace {

constexpr Clock::duration kBetweenChecks = std::chrono::milliseconds(200);

Error cancelled()
{
    return makeError(ErrorCode::Cancelled, messages::message("run.stopped"));
}

std::uint64_t hashOf(std::span<const int> ranks)
{
    std::uint64_t hash = 14695981039346656037U;
    for (const int rank : ranks)
        hash = (hash ^ static_cast<std::uint64_t>(rank + 1)) * 1099511628211U;
    return hash;
}

/// Chooses the number of the run on rank 0, and sends it to all ranks with the version of rank 0's packets. Both are
/// sent as the bits of floats, because the module can only broadcast floats.
Result<std::uint32_t> agreeOnNumber(const abi::Module& module)
{
    std::array bits{std::bit_cast<float>(std::random_device()()), std::bit_cast<float>(detail::kPacketVersion)};
    abi::Request* request = nullptr;
    std::int32_t isDone = 0;
    std::int64_t size = 0;
    bool isGood = module.broadcast(abi::kFirst, bits.data(), 2, 0, &request) == abi::Code::Ok;
    for (Pause pause; isGood && isDone == 0; pause.wait())
        isGood = module.test(request, &isDone, &size) == abi::Code::Ok;
    if (!isGood)
        return untranslatedError(ErrorCode::Unavailable, std::string("MPI did not start: ") + module.lastError());
    if (std::bit_cast<std::uint32_t>(bits[1]) != detail::kPacketVersion)
        return untranslatedError(ErrorCode::Unavailable,
                                 "Rank 0 runs another version of Overlap; install the same one on all computers.");
    return std::bit_cast<std::uint32_t>(bits[0]);
}

}  // namespace

// -- packets

void World::State::sendToAll(Packet packet)
{
    for (int rank = 1; rank < place.count; ++rank)
        mailbox.send(rank, packet);
}

void World::State::fail(const std::string& sentence)
{
    if (!failure.set(sentence) || !isRoot())
        return;
    Packet packet;
    packet.kind = Packet::Kind::Failed;
    packet.setText(sentence);
    sendToAll(packet);
}

void World::State::agree(const CollectiveKey& key)
{
    if (key.group == kNewGroup)
        groups.agreed = key.sequence;
    else
        transfers.agree(key, now);
}

/// Called on rank 0 when a rank has arrived at a collective. If all ranks of the collective have arrived, notifies
/// them.
void World::State::checkCall(const CallNotice& notice)
{
    const std::size_t group = notice.key.group < groups.ranks.size() ? notice.key.group : 0;
    const std::vector<int> members = membersOf(notice.key, groups.ranks[group]);
    const bool isWhole = checker.add(notice, members, Clock::now());
    if (const std::string remark = checker.popRemark(); !remark.empty() && options.remark)
        options.remark(remark);
    if (!isWhole)
        return;
    Packet packet;
    packet.kind = Packet::Kind::Complete;
    packet.notice = notice;
    for (const int rank : members)
        if (rank == 0)
            agree(notice.key);
        else
            mailbox.send(rank, packet);
}

void World::State::handle(const Packet& packet)
{
    switch (packet.kind) {
        case Packet::Kind::Posted:
            checkCall(packet.notice);
            break;
        case Packet::Kind::Ended:
            if (isRoot())
                endProgramOf(packet.rank, packet.sentence());
            else
                programs.hasRootEnded = true;
            break;
        case Packet::Kind::AllEnded:
            programs.haveAllEnded = true;
            break;
        case Packet::Kind::Failed:
            fail(packet.sentence());
            break;
        case Packet::Kind::Report:
            shutdown.reportSizes[static_cast<std::size_t>(packet.rank)] = packet.size;
            break;
        case Packet::Kind::Sleeping:
            checker.setSleep(packet.rank, static_cast<std::int32_t>(packet.size));
            break;
        case Packet::Kind::Complete:
            agree(packet.notice.key);
            break;
        case Packet::Kind::MayFinish:
            shutdown.mayFinish = true;
            break;
        case Packet::Kind::Records:
        case Packet::Kind::Credit:
            records.handle(packet);
            break;
        case Packet::Kind::ClockQuestion:
        case Packet::Kind::ClockAnswer:
        case Packet::Kind::ClockResult:
            idleClocks.handle(packet);
            break;
    }
}

/// Sends rank 0 the line in which this rank's program sleeps.
void World::State::reportSleep()
{
    Packet packet;
    packet.kind = Packet::Kind::Sleeping;
    packet.rank = place.rank;
    packet.size = watch.sleepLine.load();
    if (isRoot())
        handle(packet);
    else if (packet.size != watch.reportedSleepLine)
        mailbox.send(0, packet);
    watch.reportedSleepLine = static_cast<std::int32_t>(packet.size);
}

void World::State::reportPosition() const
{
    if (options.positionChanged)
        options.positionChanged(transfers.position());
}

void World::State::checkFailure()
{
    const Clock::time_point time = Clock::now();
    const bool isTime = !failure.isSet() && time - watch.checkedAt >= kBetweenChecks;
    if (isTime) {
        watch.checkedAt = time;
        reportSleep();
    }
    if (isRoot() && !failure.isSet()) {
        if (isTime) {
            const std::string remark = checker.checkTime(time, options.remarkAfter, Nanoseconds{watch.timeout.load()});
            if (!remark.empty() && options.remark)
                options.remark(remark);
        }
        if (!checker.failure().empty())
            fail(checker.failure());
    }
    if (failure.isSet() && !programs.hasEnded && options.endProgram && !programs.isAskedToEnd &&
        Clock::now() - failure.at() > options.grace) {
        programs.isAskedToEnd = true;
        options.endProgram();
    }
}

/// Ends all ranks after a failure of MPI or of a device on this rank. If another rank reports a failure within `grace`,
/// that failure is the reason instead.
Error World::State::reportFailure(const Error& error)
{
    const Clock::time_point until = Clock::now() + options.grace;
    static_cast<void>(pollUntil([&] { return failure.isSet() || Clock::now() > until; }));
    if (failure.isSet())
        return failure.error();
    const std::string sentence = "Rank " + std::to_string(place.rank) + ": " + error.english();
    if (isRoot()) {
        fail(sentence);
    } else {
        Packet packet;
        packet.kind = Packet::Kind::Failed;
        packet.setText(sentence);
        mailbox.send(0, packet);
        failure.set(sentence);
    }
    return failure.error();
}

void World::State::progress()
{
    mailbox.testSends();
    mailbox.receive(isRoot() ? abi::kAnyRank : 0, [this](const Packet& packet) { handle(packet); });
    const bool isMeasuring = clocks.isComparing || idleClocks.isActive();
    records.advance(!isMeasuring && (shutdown.isClosing || !transfers.isTransferring()), Nanoseconds{now});
    checkFailure();
}

/// Completes the collectives that all ranks have called: the run ends on this rank, but other ranks may need the
/// numbers.
void World::State::drain()
{
    const auto until = Clock::now() + options.grace;
    for (Pause pause; !shutdown.isStopped.load() && Clock::now() < until; pause.wait()) {
        if (!transfers.advance() || !transfers.isUnderWay())
            return;
        progress();
    }
}

// -- the ranks

World::World(std::unique_ptr<State> state, std::uint32_t number) : m_state(std::move(state)), m_number(number)
{
    m_state->place.run = number;
}

World::~World() = default;

Result<std::unique_ptr<World>> World::start(const abi::Module& module, Options options)
{
    abi::Place place;
    if (module.start(&place) != abi::Code::Ok)
        return untranslatedError(ErrorCode::Unavailable, std::string("MPI did not start: ") + module.lastError());
    if (const auto settings = testSettings(); settings && settings->isOnOtherComputer(place.rank))
        place.node = 1;
    const Result<std::uint32_t> number = agreeOnNumber(module);
    if (!number)
        return number.error();
    return std::unique_ptr<World>(new World(std::make_unique<State>(module, place, std::move(options)), *number));
}

device::RankPlace World::place() const
{
    return m_state->place;
}

std::span<const int> World::ranksOf(GroupId group) const
{
    const State::Groups& groups = m_state->groups;
    const std::lock_guard lock(groups.mutex);
    return group.index < groups.ranks.size() ? std::span<const int>(groups.ranks[group.index]) : std::span<const int>();
}

Result<GroupId> World::createGroup(std::span<const int> ranks)
{
    State& state = *m_state;
    if (Status status = checkGroup(ranks, state.place.count); !status)
        return std::move(status).error();
    Packet packet;
    packet.notice.key = {kNewGroup, state.groups.begun++, -1, -1};
    packet.notice.call.rank = packet.rank = state.place.rank;
    packet.notice.members = hashOf(ranks);
    if (state.isRoot())
        state.checkCall(packet.notice);
    else
        state.mailbox.send(0, packet);
    // Advances transfers while this rank waits, because another rank may need the numbers of a collective before it
    // creates the group.
    Status moved;
    const bool isOver = state.pollUntil([&] {
        moved = state.transfers.advance();
        return !moved || state.groups.agreed == packet.notice.key.sequence || state.failure.isSet();
    });
    if (!moved)
        return state.reportFailure(moved.error());
    if (!isOver)
        return cancelled();
    if (state.failure.isSet())
        return state.failure.error();
    Transfer::Channels channels;
    const bool isMember = std::ranges::find(ranks, state.place.rank) != ranks.end();
    for (std::int32_t* const channel : {&channels.first, &channels.second})
        if (state.module.split(isMember ? 1 : 0, channel) != abi::Code::Ok)
            return untranslatedError(ErrorCode::OperationFailed,
                                     std::string("MPI failed: ") + state.module.lastError());
    state.transfers.addGroup(channels);
    const std::lock_guard lock(state.groups.mutex);
    state.groups.ranks.emplace_back(ranks.begin(), ranks.end());
    return GroupId{state.groups.ranks.size() - 1};
}

Result<World::Ticket> World::post(const CollectiveCall& call)
{
    State& state = *m_state;
    if (state.failure.isSet())
        return state.failure.error();
    const std::span<const int> ranks = ranksOf(call.what.group);
    const auto own = std::ranges::find(ranks, state.place.rank) - ranks.begin();
    ENGINE_EXPECT(own < std::ssize(ranks));  // check() refuses calls of ranks that are not in the group
    Packet packet;
    packet.rank = state.place.rank;
    packet.notice = {keyOf(call.what, state.place.rank), callOf(call, state.place.rank), 0};
    state.now = call.time;
    const Ticket ticket = state.transfers.add(packet.notice.key, call, ranks, static_cast<int>(own));
    state.reportPosition();
    if (state.isRoot())
        state.checkCall(packet.notice);
    else
        state.mailbox.send(0, packet);
    return ticket;
}

Result<World::Progress> World::advance(std::int64_t time, const std::atomic<bool>& isCancelled)
{
    State& state = *m_state;
    state.now = time;
    if (state.shutdown.isStopped.load())
        return cancelled();
    state.progress();
    if (Status status = state.transfers.advance(); !status)
        return state.reportFailure(status.error());
    if (state.failure.isSet() || isCancelled.load(std::memory_order_relaxed)) {
        state.drain();
        return state.failure.isSet() ? state.failure.error() : cancelled();
    }
    state.idleClocks.advance(!state.checker.hasOpen() && !state.transfers.hasOpen());
    Progress progress{time, state.transfers.popComplete(),
                      state.idleClocks.isActive() || state.transfers.isTransferring(), state.idleClocks.popPoint()};
    if (!progress.complete.empty())
        state.reportPosition();
    return progress;
}

Result<std::span<const float>> World::resultOf(Ticket ticket)
{
    return m_state->transfers.resultOf(ticket);
}

void World::release(Ticket ticket)
{
    m_state->transfers.release(ticket);
}

// -- the end

Status World::setSleep(std::int32_t line)
{
    m_state->watch.sleepLine = line;
    return m_state->failure.isSet() ? Status(m_state->failure.error()) : Status();
}

void World::setTimeout(Nanoseconds timeout)
{
    if (!m_state->options.failAfter)
        m_state->watch.timeout = timeout.count();
}

Nanoseconds World::timeout() const
{
    return Nanoseconds{m_state->watch.timeout.load()};
}

void World::fail(const Error& error)
{
    static_cast<void>(m_state->reportFailure(error));
}

void World::reportError(const std::string& error, std::int32_t line)
{
    m_state->programs.reason = endedWith(error, line);
}

bool World::hasFinished() const
{
    return m_state->shutdown.hasFinished;
}

void World::stop()
{
    m_state->shutdown.stoppedAt.store(Clock::now());
    m_state->shutdown.isStopped.store(true);
}

std::string World::failure() const
{
    return m_state->failure.sentence();
}

std::string World::describeOpen() const
{
    return m_state->checker.describeOpen();
}

std::string World::library() const
{
    return m_state->module.library();
}

}  // namespace engine::ranks::mpi
