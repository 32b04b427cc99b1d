#include "engine/devices/cuda/plugin/collectives.h"

#include "engine/devices/cuda/plugin/runtime.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace engine::devices::cuda::plugin {

namespace {

std::mutex g_mutex;  // guards allMembers() and allRanks(); held while a sum is queued, since groups must not interleave

}  // namespace

std::unique_lock<std::mutex> lockCollectives()
{
    return std::unique_lock(g_mutex);
}

#if defined(OVERLAP_HAS_NCCL)

namespace {

/// NCCL creates communicators in seconds. After this time a GPU counts as not responding.
constexpr std::chrono::seconds kLongest{20};
constexpr std::chrono::microseconds kPoll{50};
constexpr std::size_t kMarkBytes = 512;

/// Bit i: GPU i was lost. A thread that waits for NCCL reads it, while that thread owns g_mutex.
std::atomic<std::uint64_t> g_lost{0};
/// Bit i: the run of GPU i is being stopped.
std::atomic<std::uint64_t> g_interrupted{0};

std::uint64_t bitOf(int ordinal)
{
    return std::uint64_t{1} << ordinal;
}

/// Null: NCCL is missing.
const Collectives* calls()
{
    static const Collectives* const kCalls = loadCollectives();
    return kCalls;
}

/// Communicators do not block, so ncclInProgress is no error.
abi::Code codeOf(ncclResult_t result)
{
    if (result == ncclSuccess || result == ncclInProgress)
        return abi::Code::Ok;
    setError(std::string("NCCL: ") + calls()->errorString(result));
    return abi::Code::Failed;
}

/// The place of some GPUs of this process among those of a communicator.
struct Place {
    ncclUniqueId id{};
    int first = 0;
    int count = 0;
};

/// The resources of a set of GPUs of this process besides the stream in which the sum is queued.
struct Members {
    std::vector<int> ordinals;
    std::vector<ncclComm_t> communicators;
    std::vector<cudaStream_t> streams;  ///< the stream of the caller's GPU is not used
    std::vector<cudaEvent_t> events;    ///< caller's GPU: end of its earlier work; others: end of their part
    std::vector<void*> marks;           ///< memory for mark()

    Members() = default;
    Members(const Members&) = delete;
    Members& operator=(const Members&) = delete;
    /// Ends kernels that wait for other GPUs.
    ~Members()
    {
        for (ncclComm_t communicator : communicators)
            if (communicator != nullptr)
                static_cast<void>(calls()->abort(communicator));
        forgetDevice();
        for (std::size_t i = 0; i < ordinals.size(); ++i) {
            static_cast<void>(enter(ordinals[i]));
            if (streams[i] != nullptr)
                static_cast<void>(runtime().streamDestroy(streams[i]));
            if (events[i] != nullptr)
                static_cast<void>(runtime().eventDestroy(events[i]));
            if (marks[i] != nullptr)
                static_cast<void>(runtime().free(marks[i]));
        }
    }

    /// Starts to create the communicators; await() returns when they can be used.
    abi::Code open(const std::vector<int>& wanted, const Place& place)
    {
        ordinals = wanted;
        communicators.resize(wanted.size(), nullptr);
        streams.resize(wanted.size(), nullptr);
        events.resize(wanted.size(), nullptr);
        marks.resize(wanted.size(), nullptr);
        if (std::set<int>(wanted.begin(), wanted.end()).size() != wanted.size()) {
            setError("NCCL takes one replica per GPU");
            return abi::Code::Unsupported;
        }
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            abi::Code code = enter(wanted[i]);
            if (code == abi::Code::Ok)
                code = plugin::codeOf(runtime().eventCreateWithFlags(&events[i], cudaEventDisableTiming));
            if (code == abi::Code::Ok)
                code = plugin::codeOf(runtime().streamCreateWithPriority(&streams[i], cudaStreamNonBlocking, 0));
            if (code == abi::Code::Ok)
                code = plugin::codeOf(runtime().malloc(&marks[i], kMarkBytes));
            if (code != abi::Code::Ok)
                return code;
        }
        return connect(place);
    }

    /// Waits until NCCL has finished its last call. Errors: the error of an earlier call; a GPU was lost or does not
    /// respond; the run is being stopped.
    [[nodiscard]] abi::Code await() const
    {
        const auto end = std::chrono::steady_clock::now() + kLongest;
        for (ncclComm_t communicator : communicators) {
            ncclResult_t state = ncclInProgress;
            while (state == ncclInProgress) {
                if (isMarked(g_lost))
                    return failed("a GPU of this sum was lost");
                if (isMarked(g_interrupted))
                    return failed("the run was stopped");
                if (std::chrono::steady_clock::now() > end)
                    return failed("a GPU does not respond");
                if (const abi::Code code = codeOf(calls()->asyncError(communicator, &state)); code != abi::Code::Ok)
                    return code;
                if (state == ncclInProgress)
                    std::this_thread::sleep_for(kPoll);
            }
            if (const abi::Code code = codeOf(state); code != abi::Code::Ok)
                return code;
        }
        return abi::Code::Ok;
    }

    /// Ends idle communicators when everything was transferred.
    void close()
    {
        for (ncclComm_t& communicator : communicators)
            if (codeOf(calls()->finalize(communicator)) == abi::Code::Ok && await() == abi::Code::Ok)
                static_cast<void>(calls()->destroy(std::exchange(communicator, nullptr)));
    }

    [[nodiscard]] std::size_t indexOf(int ordinal) const
    {
        return static_cast<std::size_t>(std::ranges::find(ordinals, ordinal) - ordinals.begin());
    }

private:
    static abi::Code failed(const char* reason)
    {
        setError(std::string("NCCL: ") + reason);
        return abi::Code::Failed;
    }

    [[nodiscard]] bool isMarked(const std::atomic<std::uint64_t>& gpus) const
    {
        return std::ranges::any_of(ordinals, [&](int ordinal) { return (gpus.load() & bitOf(ordinal)) != 0; });
    }

    abi::Code connect(const Place& place)
    {
        if (const abi::Code code = codeOf(calls()->groupStart()); code != abi::Code::Ok)
            return code;
        ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
        config.blocking = 0;
        abi::Code code = abi::Code::Ok;
        for (std::size_t i = 0; i < ordinals.size() && code == abi::Code::Ok; ++i) {
            code = enter(ordinals[i]);
            if (code == abi::Code::Ok)
                code = codeOf(calls()->initRank(&communicators[i], place.count, place.id,
                                                place.first + static_cast<int>(i), &config));
        }
        const abi::Code ended = codeOf(calls()->groupEnd());
        forgetDevice();
        return code == abi::Code::Ok ? ended : code;
    }
};

/// The members of each set of GPUs in ascending order. A set has only one set of communicators, because two could wait
/// for each other. Never destroyed, because CUDA may end before static objects do.
std::map<std::vector<int>, Members>& allMembers()
{
    static auto* const kMembers = new std::map<std::vector<int>, Members>;
    return *kMembers;
}

/// The communicators with other processes, by GPU and number. A thread waits for some without g_mutex, so that the
/// other processes can queue what these need.
std::map<std::pair<int, int>, std::shared_ptr<Members>>& allRanks()
{
    static auto* const kRanks = new std::map<std::pair<int, int>, std::shared_ptr<Members>>;
    return *kRanks;
}

void eraseMembersOf(int ordinal)
{
    std::erase_if(allMembers(),
                  [ordinal](const auto& one) { return std::ranges::find(one.first, ordinal) != one.first.end(); });
    std::erase_if(allRanks(), [ordinal](const auto& one) { return one.first.first == ordinal; });
}

/// Copies a number. NCCL launches its kernels in a separate thread, so CUPTI cannot assign them to the operation. The
/// copies before and after the sum have the times of the operation.
abi::Code mark(const Members& members, std::size_t root, cudaStream_t stream)
{
    if (const abi::Code code = enter(members.ordinals[root]); code != abi::Code::Ok)
        return code;
    auto* const from = static_cast<char*>(members.marks[root]);
    return plugin::codeOf(
        runtime().memcpyAsync(from + kMarkBytes / 2, from, sizeof(float), cudaMemcpyDeviceToDevice, stream));
}

/// The streams of the other GPUs wait for `stream` of GPU `root`.
abi::Code fork(const Members& members, std::size_t root, cudaStream_t stream)
{
    abi::Code code = enter(members.ordinals[root]);
    if (code == abi::Code::Ok)
        code = plugin::codeOf(runtime().eventRecord(members.events[root], stream));
    for (std::size_t i = 0; i < members.streams.size() && code == abi::Code::Ok; ++i) {
        if (i == root)
            continue;
        code = enter(members.ordinals[i]);
        if (code == abi::Code::Ok)
            code = plugin::codeOf(runtime().streamWaitEvent(members.streams[i], members.events[root], 0));
    }
    return code;
}

/// `stream` of GPU `root` waits for all others.
abi::Code join(const Members& members, std::size_t root, cudaStream_t stream)
{
    abi::Code code = abi::Code::Ok;
    for (std::size_t i = 0; i < members.streams.size() && code == abi::Code::Ok; ++i) {
        if (i == root)
            continue;
        code = enter(members.ordinals[i]);
        if (code == abi::Code::Ok)
            code = plugin::codeOf(runtime().eventRecord(members.events[i], members.streams[i]));
        if (code == abi::Code::Ok)
            code = enter(members.ordinals[root]);
        if (code == abi::Code::Ok)
            code = plugin::codeOf(runtime().streamWaitEvent(stream, members.events[i], 0));
    }
    return code;
}

/// Queues calls of NCCL: `launch` makes them, and they follow the work in `stream` of GPU `root`.
template <typename Launch>
abi::Code queue(const Members& members, std::size_t root, cudaStream_t stream, Launch launch)
{
    abi::Code code = mark(members, root, stream);
    if (code == abi::Code::Ok)
        code = fork(members, root, stream);
    if (code == abi::Code::Ok)
        code = codeOf(calls()->groupStart());
    if (code != abi::Code::Ok)
        return code;
    code = launch();
    const abi::Code ended = codeOf(calls()->groupEnd());
    forgetDevice();
    if (code == abi::Code::Ok)
        code = ended;
    if (code == abi::Code::Ok)
        code = members.await();  // until then the kernels may not be in their streams
    if (code == abi::Code::Ok)
        code = join(members, root, stream);
    return code == abi::Code::Ok ? mark(members, root, stream) : code;
}

ncclRedOp_t reductionOf(abi::Reduction reduction)
{
    switch (reduction) {
        case abi::Reduction::Product:
            return ncclProd;
        case abi::Reduction::Minimum:
            return ncclMin;
        case abi::Reduction::Maximum:
            return ncclMax;
        case abi::Reduction::Average:
            return ncclAvg;
        default:
            return ncclSum;
    }
}

abi::Code launchStep(const abi::ExchangeStep& step, ncclComm_t communicator, cudaStream_t stream)
{
    const auto size = static_cast<std::size_t>(step.elements);
    using Kind = abi::ExchangeStep::Kind;
    switch (step.kind) {
        case Kind::Reduce:
            return codeOf(calls()->reduce(step.from, step.to, size, ncclFloat, reductionOf(step.reduction), step.root,
                                          communicator, stream));
        case Kind::Broadcast:
            return codeOf(calls()->broadcast(step.from, step.to, size, ncclFloat, step.root, communicator, stream));
        case Kind::Send:
            return codeOf(calls()->send(step.from, size, ncclFloat, step.root, communicator, stream));
        case Kind::Receive:
            return codeOf(calls()->receive(step.to, size, ncclFloat, step.root, communicator, stream));
        default:
            return codeOf(calls()->allReduce(step.from, step.to, size, ncclFloat, reductionOf(step.reduction),
                                             communicator, stream));
    }
}

}  // namespace

const char* collectivesName()
{
    static const std::string kName = [] {
        int version = 0;
        if (calls() == nullptr || calls()->getVersion(&version) != ncclSuccess)
            return std::string();
        return "NCCL " + std::to_string(version / 10000) + "." + std::to_string(version % 10000 / 100);
    }();
    return kName.empty() ? nullptr : kName.c_str();
}

abi::Code allReduce(abi::Stream& stream, abi::Gpu* const* gpus, float* const* data, std::int32_t count,
                    std::int64_t elements)
{
    if (collectivesName() == nullptr || count < 1 || gpus[0]->ordinal != stream.gpu->ordinal) {
        setError("there is no NCCL here");
        return abi::Code::Unsupported;
    }
    if (elements == 0)
        return abi::Code::Ok;
    std::vector<int> ordinals;
    for (std::int32_t i = 0; i < count; ++i)
        ordinals.push_back(gpus[i]->ordinal);
    std::ranges::sort(ordinals);
    const std::lock_guard lock(g_mutex);
    const auto [found, isNew] = allMembers().try_emplace(ordinals);
    const Members& members = found->second;
    abi::Code code = abi::Code::Ok;
    if (isNew) {
        Place place{{}, 0, count};
        code = codeOf(calls()->getUniqueId(&place.id));
        if (code == abi::Code::Ok)
            code = found->second.open(ordinals, place);
    }
    if (code == abi::Code::Ok)
        code = members.await();
    const std::size_t root = members.indexOf(gpus[0]->ordinal);
    if (code == abi::Code::Ok)
        code = queue(members, root, stream.stream, [&] {
            abi::Code launched = abi::Code::Ok;
            for (std::size_t i = 0; i < members.ordinals.size() && launched == abi::Code::Ok; ++i) {
                const std::size_t member = members.indexOf(gpus[i]->ordinal);
                launched = launchStep({data[i], data[i], elements}, members.communicators[member],
                                      member == root ? stream.stream : members.streams[member]);
            }
            return launched;
        });
    if (code != abi::Code::Ok)
        allMembers().erase(found);  // communicators are unusable after an error
    return code;
}

abi::Code makeId(abi::UniqueId& id)
{
    static_assert(sizeof id.bytes == sizeof(ncclUniqueId));
    ncclUniqueId made;
    const abi::Code code = codeOf(calls()->getUniqueId(&made));
    std::memcpy(id.bytes, &made, sizeof made);
    return code;
}

abi::Code connect(int ordinal, int number, const abi::UniqueId& id, int rank, int count)
{
    Place place{{}, rank, count};
    std::memcpy(&place.id, id.bytes, sizeof place.id);
    const auto members = std::make_shared<Members>();
    abi::Code code = abi::Code::Ok;
    {
        const std::lock_guard lock(g_mutex);
        allRanks()[{ordinal, number}] = members;
        code = members->open({ordinal}, place);
    }
    if (code == abi::Code::Ok)
        code = members->await();
    if (code == abi::Code::Ok)
        return code;
    const std::lock_guard lock(g_mutex);
    allRanks().erase({ordinal, number});
    return code;
}

abi::Code exchange(abi::Stream& stream, int number, std::span<const abi::ExchangeStep> steps)
{
    const std::lock_guard lock(g_mutex);
    const auto found = allRanks().find({stream.gpu->ordinal, number});
    if (found == allRanks().end()) {
        setError("NCCL: the connection with the other ranks was ended");
        return abi::Code::Failed;
    }
    const std::shared_ptr<Members> members = found->second;
    const abi::Code code = queue(*members, 0, stream.stream, [&] {
        abi::Code launched = abi::Code::Ok;
        for (const abi::ExchangeStep& step : steps)
            if (launched == abi::Code::Ok)
                launched = launchStep(step, members->communicators[0], stream.stream);
        return launched;
    });
    if (code != abi::Code::Ok)
        allRanks().erase({stream.gpu->ordinal, number});
    return code;
}

abi::Code checkExchanges(int ordinal)
{
    const std::unique_lock lock(g_mutex, std::try_to_lock);
    if (!lock)
        return abi::Code::Ok;  // the thread that holds it waits for the library
    for (const auto& [place, members] : allRanks()) {
        ncclResult_t state = ncclSuccess;
        if (place.first != ordinal)
            continue;
        abi::Code code = codeOf(calls()->asyncError(members->communicators[0], &state));
        if (code == abi::Code::Ok)
            code = codeOf(state);
        if (code != abi::Code::Ok)
            return code;
    }
    return abi::Code::Ok;
}

void abandonCollectives(int ordinal)
{
    g_lost |= bitOf(ordinal);  // a sum that waits for NCCL owns the mutex
    const std::lock_guard lock(g_mutex);
    eraseMembersOf(ordinal);
}

void interruptCollectives(int ordinal)
{
    g_interrupted |= bitOf(ordinal);
}

void closeCollectives(int ordinal)
{
    const std::lock_guard lock(g_mutex);
    for (const auto& [place, members] : allRanks())
        if (place.first == ordinal)
            members->close();
    eraseMembersOf(ordinal);
    g_lost &= ~bitOf(ordinal);
    g_interrupted &= ~bitOf(ordinal);
}

#else

const char* collectivesName()
{
    return nullptr;
}

abi::Code allReduce(abi::Stream&, abi::Gpu* const*, float* const*, std::int32_t, std::int64_t)
{
    setError("the module was built without NCCL");
    return abi::Code::Unsupported;
}

abi::Code makeId(abi::UniqueId&)
{
    return abi::Code::Unsupported;
}

abi::Code connect(int, int, const abi::UniqueId&, int, int)
{
    return abi::Code::Unsupported;
}

abi::Code exchange(abi::Stream&, int, std::span<const abi::ExchangeStep>)
{
    return abi::Code::Unsupported;
}

abi::Code checkExchanges(int)
{
    return abi::Code::Ok;
}

void abandonCollectives(int) {}

void interruptCollectives(int) {}

void closeCollectives(int) {}

#endif

}  // namespace engine::devices::cuda::plugin
