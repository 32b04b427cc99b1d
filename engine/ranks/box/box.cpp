#include "engine/ranks/box/box.h"

#include "engine/base/expect.h"
#include "engine/messages/stopped.h"
#include "engine/ranks/box/detail/shared.h"
#include "engine/ranks/calls.h"
#include "engine/ranks/results.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <initializer_list>
#include <map>
#include <memory>
#include <new>
#include <utility>

namespace engine::ranks::box {

using namespace detail;

namespace {

constexpr timespec kBetweenChecks{0, 50'000'000};  // pause between checks for a stop, and for a killed rank

Error failed(const Shared& shared)
{
    return untranslatedError(ErrorCode::OperationFailed, shared.failure.text());
}

}  // namespace

/// The mapped memory, and one file in memory per rank for the numbers that it contributes.
struct Box::Memory {
    explicit Memory(Shared* mapped) : shared(mapped) { files.fill(-1); }
    ~Memory()
    {
        for (const int file : files)
            if (file >= 0)
                ::close(file);
        ::munmap(shared, sizeof(Shared));
    }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    /// Locks the shared memory. A rank that is killed while it owns the lock may leave its entry of one collective
    /// incomplete; it then has not arrived there.
    class Lock {
    public:
        explicit Lock(Shared& shared) : m_shared(shared)
        {
            if (::pthread_mutex_lock(&m_shared.mutex) == EOWNERDEAD)
                ::pthread_mutex_consistent(&m_shared.mutex);
        }
        ~Lock() { ::pthread_mutex_unlock(&m_shared.mutex); }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

    private:
        Shared& m_shared;
    };

    void end(int rank, const std::string& reason) const
    {
        const Lock lock(*shared);
        RankState& state = shared->ranks[static_cast<std::size_t>(rank)];
        if (std::exchange(state.state, State::Ended) == State::Ended)
            return;
        state.reason = reason;
        wakeAll();
    }
    void wakeAll() const
    {
        shared->changes.fetch_add(1);
        ::syscall(SYS_futex, &shared->changes, FUTEX_WAKE, std::numeric_limits<int>::max(), nullptr, nullptr, 0);
    }
    void waitForChange(std::uint32_t seen) const
    {
        ::syscall(SYS_futex, &shared->changes, FUTEX_WAIT, seen, &kBetweenChecks, nullptr, 0);
    }
    /// Ends all ranks; the first sentence stays.
    void fail(const std::string& sentence) const
    {
        if (!std::exchange(shared->hasFailed, true))
            shared->failure = sentence;
        wakeAll();
    }

    Shared* shared;
    std::array<int, kMostRanks> files{};
};

Result<std::unique_ptr<Box>> Box::create(int ranks, std::optional<Nanoseconds> timeout, std::uint64_t run,
                                         int ranksPerComputer)
{
    if (ranks < 1 || ranks > kMostRanks)
        return untranslatedError(ErrorCode::InvalidArgument, "A virtual machine has 1 to " +
                                                                 std::to_string(kMostRanks) + " ranks; " +
                                                                 std::to_string(ranks) + " were asked for.");
    void* const bytes =
        ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED)
        return makeError(ErrorCode::OutOfMemory, messages::message("run.no-resources", "mmap"));
    auto memory = std::make_unique<Memory>(new (bytes) Shared);
    Shared& shared = *memory->shared;
    shared.count = ranks;
    shared.ranksPerComputer = ranksPerComputer > 0 ? std::min(ranksPerComputer, ranks) : ranks;
    shared.run = run;
    shared.timeout = timeout.value_or(kTimeout).count();
    shared.isTimeoutGiven = timeout.has_value();
    shared.groups[0].count = ranks;
    for (int rank = 0; rank < ranks; ++rank) {
        shared.groups[0].ranks[static_cast<std::size_t>(rank)] = static_cast<std::int8_t>(rank);
        int& file = memory->files[static_cast<std::size_t>(rank)];
        file = ::memfd_create("overlap rank", MFD_CLOEXEC);
        if (file < 0)
            return makeError(ErrorCode::OutOfMemory, messages::message("run.no-resources", "memfd_create"));
    }
    pthread_mutexattr_t kind;
    ::pthread_mutexattr_init(&kind);
    ::pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    ::pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    ::pthread_mutex_init(&shared.mutex, &kind);
    ::pthread_mutexattr_destroy(&kind);
    return std::unique_ptr<Box>(new Box(std::move(memory)));
}

Box::Box(std::unique_ptr<Memory> memory) : m_memory(std::move(memory)) {}
Box::~Box() = default;

void Box::end(int rank, const std::string& reason)
{
    m_memory->end(rank, reason);
}

std::string Box::stop()
{
    const Memory::Lock lock(*m_memory->shared);
    m_memory->shared->isStopped = true;
    return describe(unfinished(*m_memory->shared));
}

std::string Box::failure() const
{
    const Memory::Lock lock(*m_memory->shared);
    return m_memory->shared->hasFailed ? m_memory->shared->failure.text() : std::string();
}

std::vector<std::string> Box::remarks() const
{
    const Memory::Lock lock(*m_memory->shared);
    return remarksOf(*m_memory->shared);
}

/// One rank's view of the box.
class Box::Place final : public device::Meeting {
public:
    Place(Memory& memory, int rank) : m_memory(memory), m_shared(*memory.shared), m_rank(rank)
    {
        static_cast<void>(keepGroup(m_shared.groups[0]));
    }

    device::RankPlace place() const override
    {
        const int most = m_shared.ranksPerComputer;
        const int node = m_rank / most;
        return {m_rank, m_shared.count, m_rank % most, std::min(most, m_shared.count - node * most),
                0,      node,           m_shared.run};
    }

    std::span<const int> ranksOf(GroupId group) const override
    {
        return group.index < m_groups.size() ? std::span<const int>(m_groups[group.index]) : std::span<const int>();
    }

    Result<GroupId> createGroup(std::span<const int> ranks) override
    {
        if (Status status = checkGroup(ranks, m_shared.count); !status)
            return std::move(status).error();
        if (m_groups.size() == kMostGroups)
            return untranslatedError(ErrorCode::Unsupported,
                                     "A run has at most " + std::to_string(kMostGroups) + " groups.");
        Group wanted;
        for (const int rank : ranks)
            wanted.ranks[static_cast<std::size_t>(wanted.count++)] = static_cast<std::int8_t>(rank);
        const Memory::Lock lock(m_shared);
        if (m_shared.hasFailed)
            return failed(m_shared);
        Group& known = m_shared.groups[m_groups.size()];
        if (known.count == 0)
            known = wanted;
        if (known.count != wanted.count || known.ranks != wanted.ranks) {
            m_memory.fail(differentGroups(static_cast<std::uint32_t>(m_groups.size()), m_rank));
            return failed(m_shared);
        }
        return keepGroup(known);
    }

    Result<Ticket> arrive(const Arrival& arrival) override
    {
        const std::int64_t offset = store(arrival);
        if (offset < 0)
            return makeError(ErrorCode::OutOfMemory,
                             messages::message("run.no-resources", "memory for the numbers of a collective"));
        const Memory::Lock lock(m_shared);
        if (m_shared.hasFailed)
            return failed(m_shared);
        const std::uint32_t ticket = entryFor(arrival);
        if (ticket == kMostEntries)
            return untranslatedError(ErrorCode::Unsupported, "More than " + std::to_string(kMostEntries) +
                                                                 " collectives are under way; wait for some.");
        Entry& entry = m_shared.entries[ticket];
        CallArrival& mine = entry.of[static_cast<std::size_t>(m_rank)];
        mine = {.time = arrival.time,
                .elements = arrival.elements,
                .offset = offset,
                .numbers = countOf(arrival),
                .line = arrival.line,
                .gpu = arrival.gpu,
                .gpus = arrival.gpus,
                .root = arrival.what.root,
                .kind = arrival.what.kind,
                .op = arrival.what.op,
                .type = {},
                .sleepLine = std::exchange(own().sleepLine, 0),
                .concurrent = arrival.concurrent};
        mine.type = arrival.what.type;
        entry.arrived |= bit(m_rank);
        own().bound = arrival.time;
        m_open.push_back(ticket);
        if (mine.numbers > 0)
            m_stored.emplace_back(ticket, entry.generation);
        if (entry.arrived == entry.members) {
            complete(ticket);
            if (m_shared.hasFailed)
                return failed(m_shared);
        }
        return ticket;
    }

    Result<Answer> advance(std::int64_t time, const std::atomic<bool>& isCancelled) override
    {
        RankState& state = own();
        for (;;) {
            std::uint32_t seen = 0;
            {
                const Memory::Lock lock(m_shared);
                if (m_shared.hasFailed)
                    return failed(m_shared);
                Answer answer{time, popComplete(), false};
                if (!answer.complete.empty())
                    return answer;
                if (state.state != State::Asking || state.bound != time) {
                    state.state = State::Asking;
                    state.bound = time;
                    m_memory.wakeAll();
                }
                const auto bounds = boundsOf(m_shared);
                answer.horizon = horizonOf(bounds);
                if (answer.horizon >= time && time < device::kNever) {
                    state.state = State::Running;
                    return answer;
                }
                if (isStuck(m_shared, bounds))
                    m_memory.fail(describeHang(unfinished(m_shared)));
                checkTimeouts(bounds);
                if (m_shared.hasFailed)
                    return failed(m_shared);
                seen = m_shared.changes.load();
            }
            if (isCancelled.load(std::memory_order_relaxed))
                return messages::runStopped();
            m_memory.waitForChange(seen);
        }
    }

    Result<std::span<const float>> resultOf(Ticket ticket) override
    {
        ENGINE_EXPECT(ticket < kMostEntries && m_shared.entries[ticket].isComplete);
        Result<std::vector<float>> result = compute(m_shared.entries[ticket]);
        if (!result)
            return std::move(result).error();
        return std::span<const float>(m_results[ticket] = *std::move(result));
    }

    void leave(Ticket ticket) override
    {
        m_results.erase(ticket);
        const Memory::Lock lock(m_shared);
        Entry& entry = m_shared.entries[ticket];
        ENGINE_EXPECT((entry.arrived & bit(m_rank)) != 0 && (entry.left & bit(m_rank)) == 0);
        entry.left |= bit(m_rank);
        if (entry.left != entry.members)
            return;
        entry.isUsed = false;
        ++entry.generation;
    }

    Status use(int gpu, std::int32_t line) override
    {
        if (gpu < 0 || gpu >= kMostGpus || m_isUsing[static_cast<std::size_t>(gpu)])
            return {};
        const Memory::Lock lock(m_shared);
        if (m_shared.hasFailed)
            return failed(m_shared);
        const device::RankPlace own = place();
        std::int16_t& owner = m_shared.owners[static_cast<std::size_t>(own.node)][static_cast<std::size_t>(gpu)];
        if (owner != 0 && owner != m_rank + 1) {
            const std::array both{std::min(owner - 1, m_rank), std::max(owner - 1, m_rank)};
            m_memory.fail(
                "GPU " + std::to_string(gpu) + " is used by " + namesOf(both) + ", by rank " + std::to_string(m_rank) +
                " in line " + std::to_string(line) +
                ". On a virtual machine each rank has GPUs of its own, also with gloo: choose a machine with " +
                std::to_string(m_shared.ranksPerComputer) +
                " GPUs by --machine, and torch.device('cuda', int(os.environ['LOCAL_RANK'])).");
            return failed(m_shared);
        }
        owner = static_cast<std::int16_t>(m_rank + 1);
        m_isUsing[static_cast<std::size_t>(gpu)] = true;
        return {};
    }

    Status pass(std::int64_t time) override
    {
        const Memory::Lock lock(m_shared);
        own().bound = time;
        if (!m_isAsleep)
            own().sleepLine = 0;
        checkTimeouts(boundsOf(m_shared));
        return m_shared.hasFailed ? Status(failed(m_shared)) : Status();
    }

    Status setSleep(std::int32_t line) override
    {
        const Memory::Lock lock(m_shared);
        m_isAsleep = line > 0;
        if (m_isAsleep)  // kept after the sleep: the others may wait for a time at which this rank slept
            own().sleepLine = line;
        return m_shared.hasFailed ? Status(failed(m_shared)) : Status();
    }

    void setTimeout(Nanoseconds timeout) override
    {
        const Memory::Lock lock(m_shared);
        if (!m_shared.isTimeoutGiven)
            m_shared.timeout = timeout.count();
    }

    void explain(const std::string& error, std::int32_t line) override { m_reason = endedWith(error, line); }
    void end() override { m_memory.end(m_rank, m_reason); }

private:
    RankState& own() { return m_shared.ranks[static_cast<std::size_t>(m_rank)]; }

    Result<std::vector<float>> numbersOf(const Entry& entry, int rank) const
    {
        const CallArrival& from = entry.of[static_cast<std::size_t>(rank)];
        std::vector<float> numbers(static_cast<std::size_t>(from.numbers));
        if (!transfer(m_memory.files[static_cast<std::size_t>(rank)], numbers.data(), numbers.size() * sizeof(float),
                      from.offset, ::pread))
            return untranslatedError(ErrorCode::InputOutput,
                                     "The numbers of rank " + std::to_string(rank) + " could not be read.");
        return numbers;
    }

    /// Returns the values that this rank receives from a complete collective.
    Result<std::vector<float>> compute(const Entry& entry) const
    {
        const CallArrival& own = entry.of[static_cast<std::size_t>(m_rank)];
        switch (own.kind) {
            case trace::CollectiveKind::AllReduce:
                return reduced(entry, own.op);
            case trace::CollectiveKind::Reduce:
                return own.root == m_rank ? reduced(entry, own.op) : std::vector<float>();
            case trace::CollectiveKind::ReduceScatter: {
                Result<std::vector<float>> all = reduced(entry, own.op);
                if (!all)
                    return all;
                const std::span<const int> ranks = ranksOf(GroupId{entry.key.group});
                const auto part = static_cast<std::ptrdiff_t>(all->size() / ranks.size());
                const auto begin = all->begin() + part * (std::ranges::find(ranks, m_rank) - ranks.begin());
                return std::vector<float>(begin, begin + part);
            }
            case trace::CollectiveKind::AllGather: {
                std::vector<float> all;
                for (const int rank : ranksOf(GroupId{entry.key.group})) {
                    const Result<std::vector<float>> part = numbersOf(entry, rank);
                    if (!part)
                        return part.error();
                    all.insert(all.end(), part->begin(), part->end());
                }
                return all;
            }
            case trace::CollectiveKind::Broadcast:
                return numbersOf(entry, own.root);
            case trace::CollectiveKind::Receive:
                return numbersOf(entry, entry.key.from);
            case trace::CollectiveKind::Barrier:
            case trace::CollectiveKind::Send:
            case trace::CollectiveKind::AllToAll:
            case trace::CollectiveKind::Gather:
            case trace::CollectiveKind::Scatter:
                break;
        }
        return std::vector<float>();
    }

    Result<std::vector<float>> reduced(const Entry& entry, trace::ReduceOp op) const
    {
        std::vector<float> result;
        const std::span<const int> ranks = ranksOf(GroupId{entry.key.group});
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            Result<std::vector<float>> next = numbersOf(entry, ranks[i]);
            if (!next)
                return next;
            if (i == 0)
                result = *std::move(next);
            else
                reduceInto(result, result, *next, op, static_cast<int>(i), static_cast<int>(ranks.size()));
        }
        return result;
    }

    GroupId keepGroup(const Group& group)
    {
        m_groups.emplace_back(group.ranks.begin(), group.ranks.begin() + group.count);
        return GroupId{m_groups.size() - 1};
    }

    static std::int64_t countOf(const Arrival& arrival)
    {
        std::int64_t count = 0;
        for (const std::span<const float> part : arrival.numbers)
            count += static_cast<std::int64_t>(part.size());
        return count;
    }

    /// Writes the values that the rank contributes to its file. Returns their offset in bytes; -1 if there is no
    /// memory.
    std::int64_t store(const Arrival& arrival)
    {
        if (arrival.numbers.empty())
            return 0;
        {
            const Memory::Lock lock(m_shared);
            std::erase_if(m_stored,
                          [&](const auto& one) { return m_shared.entries[one.first].generation != one.second; });
        }
        if (m_stored.empty())
            m_end = 0;
        const std::int64_t begin = m_end;
        for (const std::span<const float> part : arrival.numbers) {
            if (!transfer(m_memory.files[static_cast<std::size_t>(m_rank)], part.data(), part.size_bytes(), m_end,
                          ::pwrite))
                return -1;
            m_end += static_cast<std::int64_t>(part.size_bytes());
        }
        return begin;
    }

    /// Returns the open entry of the collective, or a new one; kMostEntries if all are in use.
    std::uint32_t entryFor(const Arrival& arrival)
    {
        const bool isSend = arrival.what.kind == trace::CollectiveKind::Send;
        const bool isTransfer = isSend || arrival.what.kind == trace::CollectiveKind::Receive;
        CollectiveKey key{arrival.what.group.index, arrival.what.sequence, -1, -1};
        Mask members = 0;
        if (isTransfer) {
            key.from = static_cast<std::int16_t>(isSend ? m_rank : arrival.what.root);
            key.to = static_cast<std::int16_t>(isSend ? arrival.what.root : m_rank);
            members = bit(key.from) | bit(key.to);
        } else {
            for (const int rank : ranksOf(arrival.what.group))
                members |= bit(rank);
        }
        for (std::uint32_t i = 0; i < m_shared.openCount; ++i)
            if (m_shared.entries[m_shared.open[i]].key == key)
                return m_shared.open[i];
        const auto begin = m_shared.entries.of.begin();
        const auto unused = std::find_if(begin, begin + m_shared.entryCount, [](const Entry& e) { return !e.isUsed; });
        const auto index = static_cast<std::uint32_t>(unused - begin);
        if (index == kMostEntries)
            return kMostEntries;
        if (index == m_shared.entryCount) {
            std::construct_at(&*unused);
            ++m_shared.entryCount;
        }
        unused->key = key;
        unused->isUsed = true;
        unused->isComplete = false;
        unused->members = members;
        unused->arrived = unused->left = 0;
        m_shared.open[m_shared.openCount++] = index;
        return index;
    }

    void checkTimeouts(const std::array<std::int64_t, kMostRanks>& bounds)
    {
        for (std::uint32_t i = 0; i < m_shared.openCount; ++i)
            if (const std::string late = describeTimeout(m_shared, m_shared.entries[m_shared.open[i]], bounds);
                !late.empty())
                m_memory.fail(late);
    }

    void complete(std::uint32_t ticket)
    {
        Entry& entry = m_shared.entries[ticket];
        const std::vector<Call> calls = callsOf(entry);
        for (const std::string& trouble : {differenceOf(calls), describeTimeout(m_shared, entry, {})})
            if (!trouble.empty()) {
                m_memory.fail(trouble);
                return;
            }
        if (const auto lines = lineDifferenceOf(calls, entry.key.sequence))
            addRemark(m_shared, *lines);
        entry.isComplete = true;
        entry.started = 0;
        forEach(entry.members, [&](int rank) {
            entry.started = std::max(entry.started, entry.of[static_cast<std::size_t>(rank)].time);
        });
        // The ranks of the collective continue no earlier than it starts, which may be before the times at which they
        // asked to continue.
        forEach(entry.members, [&](int rank) {
            RankState& state = m_shared.ranks[static_cast<std::size_t>(rank)];
            state.state = state.state == State::Ended ? State::Ended : State::Running;
            state.bound = std::min(state.bound, entry.started);
        });
        const auto end = m_shared.open.begin() + m_shared.openCount;
        std::copy(std::find(m_shared.open.begin(), end, ticket) + 1, end,
                  std::find(m_shared.open.begin(), end, ticket));
        --m_shared.openCount;
        m_memory.wakeAll();
    }

    std::vector<CompleteCollective> popComplete()
    {
        std::vector<CompleteCollective> result;
        std::erase_if(m_open, [&](std::uint32_t ticket) {
            const Entry& entry = m_shared.entries[ticket];
            if (!entry.isComplete)
                return false;
            CompleteCollective& one = result.emplace_back();
            one.ticket = ticket;
            one.started = entry.started;
            const auto add = [&](int rank) {
                one.ranks.push_back(rank);
                one.gpus.push_back(entry.of[static_cast<std::size_t>(rank)].gpu);
                one.concurrent = std::max(one.concurrent, entry.of[static_cast<std::size_t>(rank)].concurrent);
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

    /// The time before which none of this rank's open collectives can start.
    [[nodiscard]] std::int64_t horizonOf(const std::array<std::int64_t, kMostRanks>& bounds) const
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

    Memory& m_memory;
    Shared& m_shared;
    int m_rank;
    std::vector<std::vector<int>> m_groups;
    std::vector<Ticket> m_open;                              ///< this rank's collectives that are not complete
    std::vector<std::pair<Ticket, std::uint32_t>> m_stored;  ///< entry and generation of the values in this rank's file
    std::int64_t m_end = 0;                                  ///< end of the values in this rank's file, in bytes
    std::map<Ticket, std::vector<float>> m_results;
    std::string m_reason;     ///< why the rank's program ended
    bool m_isAsleep = false;  ///< its program is in time.sleep()
    std::array<bool, kMostGpus> m_isUsing{};
};

std::unique_ptr<device::Meeting> Box::enter(int rank)
{
    ENGINE_EXPECT(rank >= 0 && rank < m_memory->shared->count);
    return std::make_unique<Place>(*m_memory, rank);
}

}  // namespace engine::ranks::box
