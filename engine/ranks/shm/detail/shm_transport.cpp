#include "engine/ranks/shm/detail/shm_transport.h"

#include "engine/base/expect.h"
#include "engine/messages/messages.h"
#include "engine/messages/stopped.h"

#include <algorithm>
#include <array>
#include <utility>

namespace engine::ranks::shm::detail {

namespace {

std::int64_t countOf(const device::RankTransport::CollectiveCall& call)
{
    std::int64_t count = 0;
    for (const std::span<const float> part : call.numbers)
        count += static_cast<std::int64_t>(part.size());
    return count;
}

std::string sharedGpu(int gpu, int owner, int rank, std::int32_t line, int ranksPerComputer)
{
    const std::array both{std::min(owner, rank), std::max(owner, rank)};
    return "GPU " + std::to_string(gpu) + " is used by " + namesOf(both) + ", by rank " + std::to_string(rank) +
           " in line " + std::to_string(line) +
           ". On a virtual machine each rank has its own GPUs, also with gloo: choose a machine with " +
           std::to_string(ranksPerComputer) +
           " GPUs by --machine, and torch.device('cuda', int(os.environ['LOCAL_RANK'])).";
}

}  // namespace

ShmTransport::ShmTransport(Memory& memory, int rank)
    : m_memory(memory), m_shared(*memory.shared), m_rank(rank), m_numbers(memory, rank)
{
    static_cast<void>(addGroup(m_shared.groups[0]));
}

device::RankPlace ShmTransport::place() const
{
    const int most = m_shared.ranksPerComputer;
    const int node = m_rank / most;
    return {m_rank, m_shared.count, m_rank % most, std::min(most, m_shared.count - node * most), 0, node, m_shared.run};
}

std::span<const int> ShmTransport::ranksOf(GroupId group) const
{
    return group.index < m_groups.size() ? std::span<const int>(m_groups[group.index]) : std::span<const int>();
}

GroupId ShmTransport::addGroup(const Group& group)
{
    m_groups.emplace_back(group.ranks.begin(), group.ranks.begin() + group.count);
    return GroupId{m_groups.size() - 1};
}

Result<GroupId> ShmTransport::createGroup(std::span<const int> ranks)
{
    if (Status valid = checkGroup(ranks, m_shared.count); !valid)
        return std::move(valid).error();
    if (m_groups.size() == kMostGroups)
        return untranslatedError(ErrorCode::Unsupported,
                                 "A run has at most " + std::to_string(kMostGroups) + " groups.");
    Group wanted;
    for (const int rank : ranks)
        wanted.ranks[static_cast<std::size_t>(wanted.count++)] = static_cast<std::int8_t>(rank);
    const Lock lock(m_shared);
    if (m_shared.hasFailed)
        return m_memory.failed();
    Group& created = m_shared.groups[m_groups.size()];
    if (created.count == 0)
        created = wanted;
    if (created.count != wanted.count || created.ranks != wanted.ranks) {
        m_memory.fail(differentGroups(static_cast<std::uint32_t>(m_groups.size()), m_rank));
        return m_memory.failed();
    }
    return addGroup(created);
}

Result<ShmTransport::Ticket> ShmTransport::post(const CollectiveCall& call)
{
    const std::int64_t offset = m_numbers.store(call);
    if (offset < 0)
        return makeError(ErrorCode::OutOfMemory,
                         messages::message("run.no-resources", "memory for the numbers of a collective"));
    const Lock lock(m_shared);
    if (m_shared.hasFailed)
        return m_memory.failed();
    const CollectiveKey key = keyOf(call.what, m_rank);
    const std::uint32_t ticket = entryFor(m_shared, key, membersOf(key, ranksOf(call.what.group)));
    if (ticket == kMostEntries)
        return untranslatedError(ErrorCode::Unsupported, "More than " + std::to_string(kMostEntries) +
                                                             " collectives are under way; wait for some.");
    Entry& entry = m_shared.entries[ticket];
    RankState& state = countReport();
    PostedCall& own = entry.calls[static_cast<std::size_t>(m_rank)];
    own = {.call = callOf(call, m_rank),
           .time = call.time,
           .offset = offset,
           .numbers = countOf(call),
           .sleepLine = std::exchange(state.sleepLine, 0),
           .concurrent = call.concurrent};
    entry.arrived |= bit(m_rank);
    state.bound = call.time;
    m_open.push_back(ticket);
    if (own.numbers > 0)
        m_numbers.assign(ticket);
    if (entry.arrived == entry.members) {
        failUnlessEmpty(complete(m_shared, ticket));
        m_memory.wakeAll();
        if (m_shared.hasFailed)
            return m_memory.failed();
    }
    return ticket;
}

Result<ShmTransport::Progress> ShmTransport::advance(std::int64_t time, const std::atomic<bool>& isCancelled)
{
    RankState& state = m_shared.ranks[static_cast<std::size_t>(m_rank)];
    for (;;) {
        std::uint32_t lastChange = 0;
        {
            const Lock lock(m_shared);
            if (m_shared.hasFailed)
                return m_memory.failed();
            Progress progress{time, popComplete(), false};
            if (!progress.complete.empty())
                return progress;
            if (state.state != State::Waiting || state.bound != time) {
                state.state = State::Waiting;
                state.bound = time;
                m_memory.wakeAll();
            }
            const Bounds bounds = boundsOf(m_shared);
            progress.horizon = horizonOf(bounds);
            if (progress.horizon >= time && time < device::kNever) {
                countReport().state = State::Running;
                return progress;
            }
            if (isStuck(m_shared, bounds))
                m_memory.fail(describeHang(openCalls(m_shared)));
            failUnlessEmpty(describeTimeout(m_shared, bounds));
            if (m_shared.hasFailed)
                return m_memory.failed();
            lastChange = m_shared.changes.load();
        }
        if (isCancelled.load(std::memory_order_relaxed))
            return messages::runStopped();
        m_memory.waitForChange(lastChange);
    }
}

Result<std::span<const float>> ShmTransport::resultOf(Ticket ticket)
{
    ENGINE_EXPECT(ticket < kMostEntries && m_shared.entries[ticket].isComplete);
    const Entry& entry = m_shared.entries[ticket];
    Result<std::vector<float>> result = m_numbers.received(entry, ranksOf(GroupId{entry.key.group}));
    if (!result)
        return std::move(result).error();
    std::vector<float>& stored = m_results[ticket];
    stored = *std::move(result);
    return std::span<const float>(stored);
}

void ShmTransport::release(Ticket ticket)
{
    m_results.erase(ticket);
    const Lock lock(m_shared);
    Entry& entry = m_shared.entries[ticket];
    ENGINE_EXPECT((entry.arrived & bit(m_rank)) != 0 && (entry.released & bit(m_rank)) == 0);
    entry.released |= bit(m_rank);
    if (entry.released != entry.members)
        return;
    entry.isUsed = false;
    ++entry.generation;
}

Status ShmTransport::registerGpu(int gpu, std::int32_t line)
{
    if (gpu < 0 || gpu >= kMostGpus || m_isUsing[static_cast<std::size_t>(gpu)])
        return {};
    const Lock lock(m_shared);
    if (m_shared.hasFailed)
        return m_memory.failed();
    std::int16_t& owner = m_shared.owners[static_cast<std::size_t>(place().node)][static_cast<std::size_t>(gpu)];
    if (owner != 0 && owner != m_rank + 1) {
        m_memory.fail(sharedGpu(gpu, owner - 1, m_rank, line, m_shared.ranksPerComputer));
        return m_memory.failed();
    }
    owner = static_cast<std::int16_t>(m_rank + 1);
    m_isUsing[static_cast<std::size_t>(gpu)] = true;
    return {};
}

Status ShmTransport::reportIdleUntil(std::int64_t time)
{
    const Lock lock(m_shared);
    RankState& state = countReport();
    state.bound = time;
    if (!m_isAsleep)
        state.sleepLine = 0;
    failUnlessEmpty(describeTimeout(m_shared, boundsOf(m_shared)));
    return status();
}

Status ShmTransport::setSleep(std::int32_t line)
{
    const Lock lock(m_shared);
    m_isAsleep = line > 0;
    RankState& state = countReport();
    if (m_isAsleep)  // not reset after the sleep, because clocks of waiting ranks may be before the sleep's end
        state.sleepLine = line;
    return status();
}

void ShmTransport::setTimeout(Nanoseconds timeout)
{
    const Lock lock(m_shared);
    if (!m_shared.isTimeoutGiven)
        m_shared.timeout = timeout.count();
}

void ShmTransport::failUnlessEmpty(const std::string& sentence)
{
    if (!sentence.empty())
        m_memory.fail(sentence);
}

std::vector<ShmTransport::CompleteCollective> ShmTransport::popComplete()
{
    std::vector<CompleteCollective> result;
    std::erase_if(m_open, [&](std::uint32_t ticket) {
        const Entry& entry = m_shared.entries[ticket];
        if (!entry.isComplete)
            return false;
        CompleteCollective& complete = result.emplace_back();
        complete.ticket = ticket;
        complete.started = entry.started;
        const auto add = [&](int rank) {
            const PostedCall& posted = entry.calls[static_cast<std::size_t>(rank)];
            complete.ranks.push_back(rank);
            complete.gpus.push_back(posted.call.gpu);
            complete.concurrent = std::max(complete.concurrent, posted.concurrent);
        };
        if (entry.key.from >= 0) {
            add(entry.key.from);
            add(entry.key.to);
        } else {
            std::ranges::for_each(ranksOf(GroupId{entry.key.group}), add);
        }
        return true;
    });
    return result;
}

std::int64_t ShmTransport::horizonOf(const Bounds& bounds) const
{
    std::int64_t horizon = device::kNever;
    for (const std::uint32_t ticket : m_open) {
        const Entry& entry = m_shared.entries[ticket];
        std::int64_t last = 0;
        forEach(entry.members & ~entry.arrived,
                [&](int rank) { last = std::max(last, bounds[static_cast<std::size_t>(rank)]); });
        horizon = std::min(horizon, last);
    }
    return horizon;
}

}  // namespace engine::ranks::shm::detail
