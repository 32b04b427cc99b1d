#include "engine/devices/cuda/plugin/collectives.h"

#include "engine/devices/cuda/plugin/communicators.h"
#include "engine/devices/cuda/plugin/runtime.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace engine::devices::cuda::plugin {

namespace {

/// Locked while a sum over several GPUs is queued, because the group calls of NCCL must not interleave, and during
/// calls that wait for a device.
std::mutex g_launch;

}  // namespace

std::unique_lock<std::mutex> lockCollectives()
{
    return std::unique_lock(g_launch);
}

#if defined(OVERLAP_HAS_NCCL)

namespace {

constexpr std::size_t kMarkBytes = 512;

std::mutex g_marksMutex;  // guards marks(); unlocked during calls of libraries

/// Memory for mark(), by GPU. Never destroyed, because CUDA may end before static objects do. g_marksMutex must be
/// locked.
std::map<int, void*>& marks()
{
    static auto* const kMarks = new std::map<int, void*>;
    return *kMarks;
}

/// Allocates the memory for mark() on a GPU. g_launch must be locked.
abi::Code makeMark(int ordinal)
{
    {
        const std::lock_guard lock(g_marksMutex);
        if (marks().contains(ordinal))
            return abi::Code::Ok;
    }
    void* memory = nullptr;
    abi::Code code = enter(ordinal);
    if (code == abi::Code::Ok)
        code = plugin::codeOf(runtime().malloc(&memory, kMarkBytes));
    const std::lock_guard lock(g_marksMutex);
    if (code == abi::Code::Ok)
        marks()[ordinal] = memory;
    return code;
}

void freeMark(int ordinal)
{
    void* memory = nullptr;
    {
        const std::lock_guard lock(g_marksMutex);
        if (const auto mark = marks().extract(ordinal); !mark.empty())
            memory = mark.mapped();
    }
    const auto lock = lockCollectives();
    if (memory != nullptr && enter(ordinal) == abi::Code::Ok)
        static_cast<void>(runtime().free(memory));
}

/// Queues the copy of one number. NCCL launches its kernels in a separate thread, so CUPTI cannot assign them to the
/// operation. CUPTI can assign the copies before and after the sum, which thus delimit the operation's time.
abi::Code mark(int ordinal, cudaStream_t stream)
{
    if (const abi::Code code = enter(ordinal); code != abi::Code::Ok)
        return code;
    const auto memory = [&] {
        const std::lock_guard lock(g_marksMutex);
        return marks().at(ordinal);
    };
    auto* const from = static_cast<char*>(memory());
    return plugin::codeOf(
        runtime().memcpyAsync(from + kMarkBytes / 2, from, sizeof(float), cudaMemcpyDeviceToDevice, stream));
}

/// Makes the streams of the other GPUs wait for `stream` of GPU `root`.
abi::Code fork(const Members& members, std::size_t root, cudaStream_t stream)
{
    if (members.queues.empty())
        return abi::Code::Ok;
    abi::Code code = enter(members.ordinals[root]);
    if (code == abi::Code::Ok)
        code = plugin::codeOf(runtime().eventRecord(members.queues[root].event, stream));
    for (std::size_t i = 0; i < members.queues.size() && code == abi::Code::Ok; ++i) {
        if (i == root)
            continue;
        code = enter(members.ordinals[i]);
        if (code == abi::Code::Ok)
            code = plugin::codeOf(runtime().streamWaitEvent(members.queues[i].stream, members.queues[root].event, 0));
    }
    return code;
}

/// Makes `stream` of GPU `root` wait for the streams of all other GPUs.
abi::Code join(const Members& members, std::size_t root, cudaStream_t stream)
{
    abi::Code code = abi::Code::Ok;
    for (std::size_t i = 0; i < members.queues.size() && code == abi::Code::Ok; ++i) {
        if (i == root)
            continue;
        code = enter(members.ordinals[i]);
        if (code == abi::Code::Ok)
            code = plugin::codeOf(runtime().eventRecord(members.queues[i].event, members.queues[i].stream));
        if (code == abi::Code::Ok)
            code = enter(members.ordinals[root]);
        if (code == abi::Code::Ok)
            code = plugin::codeOf(runtime().streamWaitEvent(stream, members.queues[i].event, 0));
    }
    return code;
}

/// Queues the NCCL calls that `launch` makes; they run after the work already in `stream` of GPU `root`.
abi::Code queue(Members& members, std::size_t root, cudaStream_t stream, const Members::Calls& launch)
{
    abi::Code code = mark(members.ordinals[root], stream);
    if (code == abi::Code::Ok)
        code = fork(members, root, stream);
    if (code == abi::Code::Ok)
        code = members.launch(launch);
    if (code == abi::Code::Ok)
        code = members.await();  // the streams are certain to contain the kernels only after await()
    if (code == abi::Code::Ok)
        code = join(members, root, stream);
    return code == abi::Code::Ok ? mark(members.ordinals[root], stream) : code;
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
        case abi::Reduction::Sum:
            break;
    }
    return ncclSum;
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
        case Kind::AllReduce:
            break;
    }
    return codeOf(
        calls()->allReduce(step.from, step.to, size, ncclFloat, reductionOf(step.reduction), communicator, stream));
}

}  // namespace

const char* collectives()
{
    static const std::string kName = [] {
        int version = 0;
        if (calls() == nullptr || calls()->getVersion(&version) != ncclSuccess)
            return std::string();
        return "NCCL " + std::to_string(version / 10000) + "." + std::to_string(version % 10000 / 100) + "." +
               std::to_string(version % 100);
    }();
    return kName.empty() ? nullptr : kName.c_str();
}

abi::Code allReduce(abi::Stream* stream, abi::Gpu* const* gpus, float* const* data, std::int32_t count,
                    std::int64_t elements)
{
    if (collectives() == nullptr || count < 1 || gpus[0]->ordinal != stream->gpu->ordinal) {
        setError("there is no NCCL here");
        return abi::Code::Unsupported;
    }
    if (elements == 0)
        return abi::Code::Ok;
    std::vector<int> ordinals;
    for (std::int32_t i = 0; i < count; ++i)
        ordinals.push_back(gpus[i]->ordinal);
    std::ranges::sort(ordinals);
    auto lock = lockCollectives();
    bool isNew = false;
    const MembersPtr members = membersOfSum(ordinals, isNew);
    const std::size_t root = members->indexOf(gpus[0]->ordinal);
    abi::Code code = makeMark(gpus[0]->ordinal);
    if (isNew && code == abi::Code::Ok) {
        Place place{{}, 0, count};
        code = codeOf(calls()->getUniqueId(&place.id));
        if (code == abi::Code::Ok)
            code = members->open(place);
    }
    if (code == abi::Code::Ok)
        code = members->await();
    if (code == abi::Code::Ok)
        code = queue(*members, root, stream->stream, [&](std::vector<ncclComm_t>& communicators) {
            abi::Code launched = abi::Code::Ok;
            for (std::size_t i = 0; i < members->ordinals.size() && launched == abi::Code::Ok; ++i) {
                const std::size_t member = members->indexOf(gpus[i]->ordinal);
                launched = launchStep({data[i], data[i], elements}, communicators[member],
                                      member == root ? stream->stream : members->queues[member].stream);
            }
            return launched;
        });
    lock.unlock();
    if (code != abi::Code::Ok)
        drop(members);
    return code;
}

abi::Code makeId(void* id)
{
    static_assert(abi::kIdBytes == sizeof(ncclUniqueId));
    ncclUniqueId made;
    const abi::Code code = codeOf(calls()->getUniqueId(&made));
    std::memcpy(id, &made, sizeof made);
    return code;
}

abi::Code connect(abi::Gpu* gpu, std::int32_t number, const void* id, std::int32_t rank, std::int32_t count)
{
    Place place{{}, rank, count};
    std::memcpy(&place.id, id, sizeof place.id);
    const MembersPtr members = makeMembersOfRanks(gpu->ordinal, number);
    abi::Code code = abi::Code::Ok;
    {
        const auto lock = lockCollectives();
        code = makeMark(gpu->ordinal);
        if (code == abi::Code::Ok)
            code = members->open(place);
    }
    if (code == abi::Code::Ok)
        code = members->await();
    if (code != abi::Code::Ok)
        drop(members);
    return code;
}

void disconnect(abi::Gpu* gpu, std::int32_t number)
{
    if (const MembersPtr members = membersOfRanks(gpu->ordinal, number); members != nullptr)
        drop(members);
}

abi::Code exchange(abi::Stream* stream, std::int32_t number, const abi::ExchangeStep* steps, std::int32_t count)
{
    const MembersPtr members = membersOfRanks(stream->gpu->ordinal, number);
    if (members == nullptr)
        return failed("the connection with the other ranks was ended");
    const abi::Code code = queue(*members, 0, stream->stream, [&](std::vector<ncclComm_t>& communicators) {
        abi::Code launched = abi::Code::Ok;
        for (const abi::ExchangeStep& step : std::span(steps, static_cast<std::size_t>(count)))
            if (launched == abi::Code::Ok)
                launched = launchStep(step, communicators[0], stream->stream);
        return launched;
    });
    if (code != abi::Code::Ok)
        drop(members);
    return code;
}

abi::Code checkExchanges(abi::Gpu* gpu)
{
    for (const MembersPtr& members : allMembersOfRanks(gpu->ordinal)) {
        ncclResult_t state = ncclSuccess;
        if (const abi::Code code = members->check(0, state); code != abi::Code::Ok)
            return code;
    }
    return abi::Code::Ok;
}

void abandon(abi::Gpu* gpu)
{
    lose(gpu->ordinal);
}

void interrupt(abi::Gpu* gpu)
{
    stop(gpu->ordinal);
}

void closeCollectives(int ordinal)
{
    endRanks();
    clear(ordinal);
    freeMark(ordinal);
}

#else

const char* collectives()
{
    return nullptr;
}

abi::Code allReduce(abi::Stream*, abi::Gpu* const*, float* const*, std::int32_t, std::int64_t)
{
    setError("the module was built without NCCL");
    return abi::Code::Unsupported;
}

abi::Code makeId(void*)
{
    return abi::Code::Unsupported;
}

abi::Code connect(abi::Gpu*, std::int32_t, const void*, std::int32_t, std::int32_t)
{
    return abi::Code::Unsupported;
}

void disconnect(abi::Gpu*, std::int32_t) {}

abi::Code exchange(abi::Stream*, std::int32_t, const abi::ExchangeStep*, std::int32_t)
{
    return abi::Code::Unsupported;
}

abi::Code checkExchanges(abi::Gpu*)
{
    return abi::Code::Ok;
}

void abandon(abi::Gpu*) {}

void interrupt(abi::Gpu*) {}

void closeCollectives(int) {}

#endif

}  // namespace engine::devices::cuda::plugin
