#include "engine/devices/cuda/plugin/runtime.h"
#include "tests/devices/fake_cuda.h"
#include "tests/devices/task_stream.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

/// NCCL over the imitated runtime: communicators that do not block, and kernels that wait for those of the other GPUs.
namespace fake {

namespace {

/// The communicators that were created with the same id.
class Circle {
public:
    /// Replaces the data of a rank by the sum over all ranks, once all have arrived. Returns early after abort().
    void add(std::int64_t number, int rank, int count, float* data, std::size_t elements)
    {
        std::unique_lock lock(m_mutex);
        Sum& sum = m_sums[number];
        sum.parts[rank].assign(data, data + elements);
        m_changed.notify_all();
        m_changed.wait(lock, [&] { return m_isAborted || static_cast<int>(sum.parts.size()) == count; });
        if (m_isAborted)
            return;
        // Adds in the order of the ranks, so that each GPU gets the same bits.
        std::vector<float> total(elements, 0.0F);
        for (const auto& [other, part] : sum.parts)
            std::transform(part.begin(), part.end(), total.begin(), total.begin(), std::plus<>());
        std::ranges::copy(total, data);
    }

    void abort()
    {
        const std::lock_guard lock(m_mutex);
        m_isAborted = true;
        m_changed.notify_all();
    }

private:
    struct Sum {
        std::map<int, std::vector<float>> parts;
    };
    std::mutex m_mutex;  // guards everything below
    std::condition_variable m_changed;
    std::map<std::int64_t, Sum> m_sums;
    bool m_isAborted = false;
};

thread_local std::vector<Task> t_group;  // launches of the group of this thread
std::mutex g_mutex;                      // guards the ids and all communicators
std::int64_t g_ids = 0;

std::map<std::int64_t, std::weak_ptr<Circle>>& circles()
{
    static auto* const kCircles = new std::map<std::int64_t, std::weak_ptr<Circle>>;
    return *kCircles;
}

}  // namespace

}  // namespace fake

struct ncclComm {
    std::shared_ptr<fake::Circle> circle;
    int rank = 0;
    int count = 0;
    int polls = 0;  // number of polls during which the last call is in progress; negative: forever
    std::int64_t sums = 0;
};

namespace fake {

namespace {

ncclResult_t getVersion(int* version)
{
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

const char* errorString(ncclResult_t result)
{
    return result == ncclInvalidUsage ? "invalid usage" : "an error of the imitated NCCL";
}

ncclResult_t getUniqueId(ncclUniqueId* id)
{
    const std::lock_guard lock(g_mutex);
    ++g_ids;
    std::memset(id, 0, sizeof *id);
    std::memcpy(id->internal, &g_ids, sizeof g_ids);
    return ncclSuccess;
}

ncclResult_t initRank(ncclComm_t* made, int count, ncclUniqueId id, int rank, ncclConfig_t* config)
{
    if (config->blocking != 0)
        return ncclInvalidUsage;  // a call that blocks cannot be interrupted
    std::int64_t number = 0;
    std::memcpy(&number, id.internal, sizeof number);
    const std::lock_guard lock(g_mutex);
    std::shared_ptr<Circle> circle = circles()[number].lock();
    if (!circle)
        circles()[number] = circle = std::make_shared<Circle>();
    *made = new ncclComm{std::move(circle), rank, count, settings().ncclPolls, 0};
    return ncclInProgress;
}

ncclResult_t asyncError(ncclComm_t communicator, ncclResult_t* state)
{
    const std::lock_guard lock(g_mutex);
    *state = communicator->polls != 0 ? ncclInProgress : ncclSuccess;
    if (communicator->polls > 0)
        --communicator->polls;
    return ncclSuccess;
}

ncclResult_t abort(ncclComm_t communicator)
{
    count(&RuntimeCounts::abortedCommunicators);
    communicator->circle->abort();
    delete communicator;
    return ncclSuccess;
}

ncclResult_t allReduce(const void*, void* data, std::size_t elements, ncclDataType_t, ncclRedOp_t,
                       ncclComm_t communicator, cudaStream_t stream)
{
    const std::lock_guard lock(g_mutex);
    communicator->polls = settings().ncclPolls;
    const int rank = communicator->rank;
    if (rank == settings().silentRank)
        return ncclInProgress;
    t_group.emplace_back([stream, circle = communicator->circle, number = communicator->sums++, rank,
                          count = communicator->count, data, elements] {
        static_cast<void>(
            launchKernel(stream, [=] { circle->add(number, rank, count, static_cast<float*>(data), elements); }));
    });
    return ncclInProgress;
}

ncclResult_t groupStart()
{
    t_group.clear();
    return ncclSuccess;
}

/// Like NCCL, launches in another thread, whose calls CUPTI cannot assign to an operation.
ncclResult_t groupEnd()
{
    std::thread([launches = std::move(t_group)] {
        for (const Task& launch : launches)
            launch();
    }).join();
    return ncclInProgress;
}

}  // namespace

}  // namespace fake

namespace engine::devices::cuda::plugin {

const Collectives* loadCollectives()
{
    static constexpr Collectives kCollectives = {
        .getVersion = fake::getVersion,
        .errorString = fake::errorString,
        .getUniqueId = fake::getUniqueId,
        .initRank = fake::initRank,
        .asyncError = fake::asyncError,
        .abort = fake::abort,
        .allReduce = fake::allReduce,
        .groupStart = fake::groupStart,
        .groupEnd = fake::groupEnd,
    };
    return &kCollectives;
}

}  // namespace engine::devices::cuda::plugin
