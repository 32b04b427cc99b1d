#include "engine/devices/cuda/plugin/communicators.h"

#if defined(OVERLAP_HAS_NCCL)

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <thread>

namespace engine::devices::cuda::plugin {

namespace {

using Clock = std::chrono::steady_clock;

/// NCCL needs some seconds to create communicators. After this time a GPU counts as not responding.
constexpr std::chrono::seconds kLongest{20};
/// Because the wait is part of a collective's measured time, await() first polls without a pause for kSpin, in which
/// most calls end; then it sleeps for kPoll between two polls.
constexpr std::chrono::microseconds kPoll{50};
constexpr std::chrono::microseconds kSpin{200};

/// GPUs that were lost, as a bit mask: bit i is GPU i.
std::atomic<std::uint64_t> g_lost{0};
/// GPUs whose program run is being stopped, as a bit mask: bit i is GPU i.
std::atomic<std::uint64_t> g_interrupted{0};

std::uint64_t bitOf(int ordinal)
{
    return std::uint64_t{1} << ordinal;
}

bool isMarked(const std::vector<int>& ordinals, const std::atomic<std::uint64_t>& gpus)
{
    return std::ranges::any_of(ordinals, [&](int ordinal) { return (gpus.load() & bitOf(ordinal)) != 0; });
}

abi::Code ended()
{
    return failed("the communicators were ended");
}

/// Ends communicators, all at the same time. Ending them one after the other could block for ever: a call may wait
/// until its GPU is idle, which kernels of the next communicator prevent, or for other processes, which may end their
/// communicators in another order.
void endAll(const std::vector<ncclComm_t>& communicators, ncclResult_t (*end)(ncclComm_t))
{
    std::vector<std::jthread> threads;
    for (ncclComm_t communicator : communicators)
        threads.emplace_back([=] {
            pthread_setname_np(pthread_self(), "nccl end");
            static_cast<void>(end(communicator));
        });
}

/// All communicators. Never destroyed, because CUDA may end before static objects do.
struct Registry {
    std::mutex mutex;                                 ///< guards everything below; not held during calls of libraries
    std::map<std::vector<int>, MembersPtr> sums;      ///< by set of GPUs, in ascending order
    std::map<std::pair<int, int>, MembersPtr> ranks;  ///< with other processes, by GPU and communicator number
};

Registry& registry()
{
    static auto* const kRegistry = new Registry;
    return *kRegistry;
}

/// Removes and returns the communicators for which `isWanted` returns true.
std::vector<MembersPtr> extract(auto isWanted)
{
    std::vector<MembersPtr> taken;
    const std::lock_guard lock(registry().mutex);
    const auto isTaken = [&](const auto& one) {
        const bool isOne = isWanted(one.second);
        if (isOne)
            taken.push_back(one.second);
        return isOne;
    };
    std::erase_if(registry().sums, isTaken);
    std::erase_if(registry().ranks, isTaken);
    return taken;
}

/// Aborts the communicators, which also ends kernels that wait for other GPUs.
void abortAll(const std::vector<MembersPtr>& all)
{
    std::vector<ncclComm_t> communicators;
    for (const MembersPtr& members : all)
        std::ranges::copy(members->release(), std::back_inserter(communicators));
    if (!communicators.empty())
        endAll(communicators, calls()->abort);
}

}  // namespace

const Collectives* calls()
{
    static const Collectives* const kCalls = loadCollectives();
    return kCalls;
}

abi::Code codeOf(ncclResult_t result)
{
    if (result == ncclSuccess || result == ncclInProgress)
        return abi::Code::Ok;
    setError(std::string("NCCL: ") + calls()->errorString(result));
    return abi::Code::Failed;
}

abi::Code failed(const char* reason)
{
    setError(std::string("NCCL: ") + reason);
    return abi::Code::Failed;
}

Members::~Members()
{
    endAll(release(), calls()->abort);
    forgetDevice();
    for (std::size_t i = 0; i < queues.size(); ++i) {
        static_cast<void>(enter(ordinals[i]));
        if (queues[i].stream != nullptr)
            static_cast<void>(runtime().streamDestroy(queues[i].stream));
        if (queues[i].event != nullptr)
            static_cast<void>(runtime().eventDestroy(queues[i].event));
    }
}

abi::Code Members::open(const Place& place)
{
    if (std::set<int>(ordinals.begin(), ordinals.end()).size() != ordinals.size()) {
        setError("NCCL takes one replica per GPU");
        return abi::Code::Unsupported;
    }
    queues.resize(ordinals.size() > 1 ? ordinals.size() : 0);
    for (std::size_t i = 0; i < queues.size(); ++i) {
        abi::Code code = enter(ordinals[i]);
        if (code == abi::Code::Ok)
            code = plugin::codeOf(runtime().eventCreateWithFlags(&queues[i].event, cudaEventDisableTiming));
        if (code == abi::Code::Ok)
            code = plugin::codeOf(runtime().streamCreateWithPriority(&queues[i].stream, cudaStreamNonBlocking, 0));
        if (code != abi::Code::Ok)
            return code;
    }
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    config.blocking = 0;
    return group([&](std::vector<ncclComm_t>& made) {
        abi::Code code = abi::Code::Ok;
        for (std::size_t i = 0; i < ordinals.size() && code == abi::Code::Ok; ++i) {
            code = enter(ordinals[i]);
            if (code == abi::Code::Ok)
                code = codeOf(
                    calls()->initRank(&made[i], place.count, place.id, place.first + static_cast<int>(i), &config));
        }
        return code;
    });
}

abi::Code Members::launch(const Calls& make)
{
    return group([&](std::vector<ncclComm_t>& communicators) {
        return std::ranges::find(communicators, nullptr) == communicators.end() ? make(communicators) : ended();
    });
}

abi::Code Members::await()
{
    const Clock::time_point begin = Clock::now();
    for (std::size_t i = 0; i < ordinals.size(); ++i)
        for (ncclResult_t state = ncclInProgress; state == ncclInProgress;) {
            const Clock::duration waited = Clock::now() - begin;
            const abi::Code code = check(i, state);
            // Read after check(): lose() marks a GPU before it ends the communicators, and the mark explains more than
            // the error of check().
            if (isMarked(ordinals, g_lost))
                return failed("a GPU of this sum was lost");
            if (isMarked(ordinals, g_interrupted))
                return failed("the run was stopped");
            if (code != abi::Code::Ok)
                return code;
            if (state == ncclInProgress && waited > kLongest)
                return failed("a GPU does not respond");
            if (state == ncclInProgress && waited > kSpin)
                std::this_thread::sleep_for(kPoll);
        }
    return abi::Code::Ok;
}

abi::Code Members::check(std::size_t member, ncclResult_t& state)
{
    const std::lock_guard lock(m_mutex);
    if (m_communicators[member] == nullptr)
        return ended();
    const abi::Code code = codeOf(calls()->asyncError(m_communicators[member], &state));
    return code == abi::Code::Ok ? codeOf(state) : code;
}

abi::Code Members::finalize()
{
    const std::lock_guard lock(m_mutex);
    abi::Code code = abi::Code::Ok;
    for (ncclComm_t communicator : m_communicators)
        if (code == abi::Code::Ok)
            code = communicator != nullptr ? codeOf(calls()->finalize(communicator)) : ended();
    return code;
}

std::vector<ncclComm_t> Members::release()
{
    const std::lock_guard lock(m_mutex);
    std::vector<ncclComm_t> taken;
    for (ncclComm_t& communicator : m_communicators)
        if (communicator != nullptr)
            taken.push_back(std::exchange(communicator, nullptr));
    return taken;
}

bool Members::has(int ordinal) const
{
    return std::ranges::find(ordinals, ordinal) != ordinals.end();
}

std::size_t Members::indexOf(int ordinal) const
{
    return static_cast<std::size_t>(std::ranges::find(ordinals, ordinal) - ordinals.begin());
}

abi::Code Members::group(const Calls& make)
{
    const std::lock_guard lock(m_mutex);
    if (const abi::Code code = codeOf(calls()->groupStart()); code != abi::Code::Ok)
        return code;
    const abi::Code code = make(m_communicators);
    const abi::Code end = codeOf(calls()->groupEnd());
    forgetDevice();
    return code == abi::Code::Ok ? end : code;
}

MembersPtr membersOfSum(const std::vector<int>& ordinals, bool& isNew)
{
    const std::lock_guard lock(registry().mutex);
    MembersPtr& members = registry().sums[ordinals];
    isNew = members == nullptr;
    if (isNew)
        members = std::make_shared<Members>(ordinals);
    return members;
}

MembersPtr membersOfRanks(int ordinal, int number)
{
    const std::lock_guard lock(registry().mutex);
    const auto found = registry().ranks.find({ordinal, number});
    return found != registry().ranks.end() ? found->second : nullptr;
}

MembersPtr makeMembersOfRanks(int ordinal, int number)
{
    auto members = std::make_shared<Members>(std::vector{ordinal});
    MembersPtr before = members;  // members of an earlier run, if any, are destroyed after the lock is released
    const std::lock_guard lock(registry().mutex);
    std::swap(registry().ranks[{ordinal, number}], before);
    return members;
}

std::vector<MembersPtr> allMembersOfRanks(int ordinal)
{
    std::vector<MembersPtr> all;
    const std::lock_guard lock(registry().mutex);
    for (const auto& [place, members] : registry().ranks)
        if (place.first == ordinal)
            all.push_back(members);
    return all;
}

void drop(const MembersPtr& members)
{
    abortAll(extract([&](const MembersPtr& one) { return one == members; }));
}

void lose(int ordinal)
{
    g_lost |= bitOf(ordinal);
    abortAll(extract([&](const MembersPtr& members) { return members->has(ordinal); }));
}

void stop(int ordinal)
{
    g_interrupted |= bitOf(ordinal);
}

void endRanks()
{
    std::vector<MembersPtr> ranks;
    {
        const std::lock_guard lock(registry().mutex);
        for (const auto& [place, members] : std::exchange(registry().ranks, {}))
            ranks.push_back(members);
    }
    std::vector<ncclComm_t> transferred;
    for (const MembersPtr& members : ranks)
        static_cast<void>(members->finalize());
    for (const MembersPtr& members : ranks)
        if (members->await() == abi::Code::Ok)
            std::ranges::copy(members->release(), std::back_inserter(transferred));
    if (!transferred.empty())
        endAll(transferred, calls()->destroy);
    abortAll(ranks);
}

void clear(int ordinal)
{
    abortAll(extract([&](const MembersPtr& members) { return members->has(ordinal); }));
    g_lost &= ~bitOf(ordinal);
    g_interrupted &= ~bitOf(ordinal);
}

}  // namespace engine::devices::cuda::plugin

#endif
