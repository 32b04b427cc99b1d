#include "engine/devices/cuda/plugin/collectives.h"

#include <dlfcn.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#if defined(OVERLAP_HAS_NCCL)
#include <nccl.h>
#endif

namespace engine::devices::cuda::plugin {

namespace {

std::mutex g_mutex;  // guards allMembers(); held while a sum is queued, since groups must not interleave

}  // namespace

std::unique_lock<std::mutex> lockCollectives()
{
    return std::unique_lock(g_mutex);
}

#if defined(OVERLAP_HAS_NCCL)

namespace {

struct Calls {
    decltype(&::ncclGetVersion) version = nullptr;
    decltype(&::ncclCommInitAll) open = nullptr;
    decltype(&::ncclCommDestroy) close = nullptr;
    decltype(&::ncclCommAbort) abort = nullptr;
    decltype(&::ncclAllReduce) allReduce = nullptr;
    decltype(&::ncclGroupStart) begin = nullptr;
    decltype(&::ncclGroupEnd) end = nullptr;
    decltype(&::ncclGetErrorString) text = nullptr;
    std::string name;
};

template <typename F>
bool load(void* library, const char* name, F& function)
{
    function = reinterpret_cast<F>(dlsym(library, name));
    return function != nullptr;
}

bool loadAll(Calls& calls)
{
    void* library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    const bool isWhole = library != nullptr && load(library, "ncclGetVersion", calls.version) &&
                         load(library, "ncclCommInitAll", calls.open) &&
                         load(library, "ncclCommDestroy", calls.close) && load(library, "ncclCommAbort", calls.abort) &&
                         load(library, "ncclAllReduce", calls.allReduce) &&
                         load(library, "ncclGroupStart", calls.begin) && load(library, "ncclGroupEnd", calls.end) &&
                         load(library, "ncclGetErrorString", calls.text);
    int version = 0;
    if (!isWhole || calls.version(&version) != ncclSuccess)
        return false;
    calls.name = "NCCL " + std::to_string(version / 10000) + "." + std::to_string(version % 10000 / 100);
    return true;
}

/// Returns null if NCCL is missing.
const Calls* calls()
{
    static Calls kCalls;
    static const bool kIsThere = loadAll(kCalls);
    return kIsThere ? &kCalls : nullptr;
}

abi::Code codeOf(ncclResult_t result)
{
    if (result == ncclSuccess)
        return abi::Code::Ok;
    setError(std::string("NCCL: ") + calls()->text(result));
    return abi::Code::Failed;
}

/// The resources of a set of GPUs besides the stream in which the sum is queued.
struct Members {
    std::vector<int> ordinals;
    std::vector<ncclComm_t> communicators;
    std::vector<cudaStream_t> streams;  ///< that of the caller's GPU is not used
    std::vector<cudaEvent_t> events;    ///< of the caller's GPU: end of its earlier work; others: end of their parts

    Members() = default;
    Members(const Members&) = delete;
    Members& operator=(const Members&) = delete;
    ~Members()
    {
        for (ncclComm_t communicator : communicators)
            if (communicator != nullptr)
                calls()->close(communicator);
        forgetDevice();
        for (std::size_t i = 0; i < ordinals.size(); ++i) {
            static_cast<void>(enter(ordinals[i]));
            if (i < streams.size() && streams[i] != nullptr)
                static_cast<void>(cudaStreamDestroy(streams[i]));
            if (i < events.size() && events[i] != nullptr)
                static_cast<void>(cudaEventDestroy(events[i]));
        }
    }

    /// Ends kernels that wait for other GPUs. Later sums fail.
    void abort()
    {
        for (ncclComm_t& communicator : communicators)
            if (communicator != nullptr)
                calls()->abort(std::exchange(communicator, nullptr));
        forgetDevice();
    }

    abi::Code open(const std::vector<int>& wanted)
    {
        ordinals = wanted;
        communicators.resize(wanted.size(), nullptr);
        streams.resize(wanted.size(), nullptr);
        events.resize(wanted.size(), nullptr);
        if (std::set<int>(wanted.begin(), wanted.end()).size() != wanted.size()) {
            setError("NCCL takes one replica per GPU");
            return abi::Code::Unsupported;
        }
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (const abi::Code code = enter(wanted[i]); code != abi::Code::Ok)
                return code;
            if (const abi::Code code = plugin::codeOf(cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming));
                code != abi::Code::Ok)
                return code;
            if (const abi::Code code = plugin::codeOf(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
                code != abi::Code::Ok)
                return code;
        }
        const ncclResult_t opened = calls()->open(communicators.data(), static_cast<int>(wanted.size()), wanted.data());
        forgetDevice();
        return codeOf(opened);
    }
};

/// By set of GPUs in ascending order, so that a set has one set of communicators: two could wait for each other. Never
/// destroyed, because CUDA may end before static objects do.
std::map<std::vector<int>, Members>& allMembers()
{
    static auto* const kMembers = new std::map<std::vector<int>, Members>;
    return *kMembers;
}

abi::Code membersOf(abi::Gpu* const* gpus, std::int32_t count, Members*& members)
{
    std::vector<int> ordinals;
    for (std::int32_t i = 0; i < count; ++i)
        ordinals.push_back(gpus[i]->ordinal);
    std::sort(ordinals.begin(), ordinals.end());
    const auto [found, isNew] = allMembers().try_emplace(ordinals);
    members = &found->second;
    if (!isNew)
        return abi::Code::Ok;
    const abi::Code code = found->second.open(ordinals);
    if (code != abi::Code::Ok)
        allMembers().erase(found);
    return code;
}

/// The streams of the other GPUs wait for `stream` of GPU `root`.
abi::Code fork(const Members& members, std::size_t root, cudaStream_t stream)
{
    abi::Code code = enter(members.ordinals[root]);
    if (code == abi::Code::Ok)
        code = plugin::codeOf(cudaEventRecord(members.events[root], stream));
    for (std::size_t i = 0; i < members.streams.size() && code == abi::Code::Ok; ++i) {
        if (i == root)
            continue;
        code = enter(members.ordinals[i]);
        if (code == abi::Code::Ok)
            code = plugin::codeOf(cudaStreamWaitEvent(members.streams[i], members.events[root], 0));
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
            code = plugin::codeOf(cudaEventRecord(members.events[i], members.streams[i]));
        if (code == abi::Code::Ok)
            code = enter(members.ordinals[root]);
        if (code == abi::Code::Ok)
            code = plugin::codeOf(cudaStreamWaitEvent(stream, members.events[i], 0));
    }
    return code;
}

}  // namespace

const char* collectivesName()
{
    const Calls* nccl = calls();
    return nccl != nullptr ? nccl->name.c_str() : nullptr;
}

abi::Code allReduce(abi::Stream& stream, abi::Gpu* const* gpus, float* const* data, std::int32_t count,
                    std::int64_t elements)
{
    const Calls* nccl = calls();
    if (nccl == nullptr || count < 1 || gpus[0]->ordinal != stream.gpu->ordinal) {
        setError("there is no NCCL here");
        return abi::Code::Unsupported;
    }
    if (elements == 0)
        return abi::Code::Ok;
    const std::lock_guard lock(g_mutex);
    Members* members = nullptr;
    if (const abi::Code code = membersOf(gpus, count, members); code != abi::Code::Ok)
        return code;
    const auto indexOf = [&](int ordinal) {
        return static_cast<std::size_t>(std::find(members->ordinals.begin(), members->ordinals.end(), ordinal) -
                                        members->ordinals.begin());
    };
    const std::size_t root = indexOf(stream.gpu->ordinal);
    if (members->communicators[root] == nullptr) {
        setError("NCCL: a GPU of this sum was lost");
        return abi::Code::Failed;
    }
    if (const abi::Code code = fork(*members, root, stream.stream); code != abi::Code::Ok)
        return code;
    abi::Code code = codeOf(nccl->begin());
    for (std::int32_t i = 0; i < count && code == abi::Code::Ok; ++i) {
        const std::size_t member = indexOf(gpus[i]->ordinal);
        code = codeOf(nccl->allReduce(data[i], data[i], static_cast<std::size_t>(elements), ncclFloat, ncclSum,
                                      members->communicators[member],
                                      member == root ? stream.stream : members->streams[member]));
    }
    const abi::Code ended = codeOf(nccl->end());
    forgetDevice();
    if (code == abi::Code::Ok)
        code = ended;
    return code == abi::Code::Ok ? join(*members, root, stream.stream) : code;
}

void abandonCollectives(int ordinal)
{
    const std::lock_guard lock(g_mutex);
    for (auto& [ordinals, members] : allMembers())
        if (std::find(ordinals.begin(), ordinals.end(), ordinal) != ordinals.end())
            members.abort();
}

void closeCollectives(int ordinal)
{
    const std::lock_guard lock(g_mutex);
    std::erase_if(allMembers(), [ordinal](const auto& one) {
        return std::find(one.first.begin(), one.first.end(), ordinal) != one.first.end();
    });
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

void abandonCollectives(int) {}

void closeCollectives(int) {}

#endif

}  // namespace engine::devices::cuda::plugin
