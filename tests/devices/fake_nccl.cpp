#include "engine/devices/cuda/plugin/runtime.h"
#include "tests/devices/fake_cuda.h"
#include "tests/devices/made_up_ring.h"
#include "tests/devices/task_stream.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

/// NCCL over the imitated runtime. Calls do not block, except those that abort or destroy a communicator. Kernels wait
/// for the kernels of the other GPUs.
namespace fake {

namespace {

thread_local std::vector<Task> t_group;  // launches since groupStart() in this thread
std::mutex g_mutex;                      // guards the ids and all communicators
std::int32_t g_ids = 0;

/// Numbers of ranks that have joined, finalized and destroyed the communicator of one id.
struct Progress {
    int joined = 0;
    int finalized = 0;
    int destroyed = 0;
};
std::map<std::int32_t, Progress> g_progress;

}  // namespace

}  // namespace fake

struct ncclComm {
    fake::Seat seat;
    fake::Progress& progress;
    int rank = 0;
    int count = 0;
    int device = 0;
    int polls = 0;     // number of polls during which the last call is in progress; negative: forever
    int complete = 0;  // number of polls after a launch, without those that found a call in progress
    bool hasLaunched = false;
    bool isFinalizing = false;
    std::shared_ptr<std::atomic<bool>> isAborted = std::make_shared<std::atomic<bool>>(false);
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
        return ncclInvalidUsage;  // blocking communicators cannot be interrupted
    std::int32_t number = 0;
    std::memcpy(&number, id.internal, sizeof number);
    const std::lock_guard lock(g_mutex);
    Progress& progress = g_progress[number];
    ++progress.joined;
    *made = new ncclComm{Ring::join(number, rank, count), progress, rank, count, currentDevice(), settings().ncclPolls};
    return ncclInProgress;
}

ncclResult_t asyncError(ncclComm_t communicator, ncclResult_t* state)
{
    const std::lock_guard lock(g_mutex);
    const Progress& progress = communicator->progress;
    const bool waits = (communicator->isFinalizing ? progress.finalized : progress.joined) < communicator->count;
    *state = communicator->polls != 0 || waits ? ncclInProgress : ncclSuccess;
    if (communicator->polls > 0)
        --communicator->polls;
    else if (communicator->hasLaunched && ++communicator->complete >= settings().ncclFails && settings().ncclFails > 0)
        *state = ncclSystemError;
    return ncclSuccess;
}

/// Frees memory and therefore waits for all kernels of the device, also those of other communicators.
ncclResult_t abort(ncclComm_t communicator)
{
    count(&RuntimeCounts::abortedCommunicators);
    communicator->isAborted->store(true);
    awaitDevice(communicator->device);
    delete communicator;
    return ncclSuccess;
}

ncclResult_t finalize(ncclComm_t communicator)
{
    const std::lock_guard lock(g_mutex);
    communicator->polls = settings().ncclPolls;
    communicator->isFinalizing = true;
    ++communicator->progress.finalized;
    return ncclInProgress;
}

/// Waits until all ranks have called destroy().
ncclResult_t destroy(ncclComm_t communicator)
{
    count(&RuntimeCounts::destroyedCommunicators);
    const auto areOthersThere = [communicator] {
        const std::lock_guard lock(g_mutex);
        return communicator->progress.destroyed == communicator->count;
    };
    {
        const std::lock_guard lock(g_mutex);
        ++communicator->progress.destroyed;
    }
    while (!areOthersThere())
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    delete communicator;
    return ncclSuccess;
}

ncclResult_t launch(const Ring::Step& step, ncclComm_t communicator, cudaStream_t stream)
{
    const std::lock_guard lock(g_mutex);
    communicator->polls = settings().ncclPolls;
    if (communicator->rank == settings().silentRank)
        return ncclInProgress;
    communicator->hasLaunched = true;
    t_group.emplace_back([step, stream, seat = communicator->seat, isAborted = communicator->isAborted] {
        static_cast<void>(launchKernel(stream, [=] { seat.run({&step, 1}, [&] { return isAborted->load(); }); }));
    });
    return ncclInProgress;
}

using Kind = Ring::Step::Kind;
using engine::devices::cuda::abi::Reduction;

Reduction reductionOf(ncclRedOp_t op)
{
    return op == ncclProd  ? Reduction::Product
           : op == ncclMin ? Reduction::Minimum
           : op == ncclMax ? Reduction::Maximum
           : op == ncclAvg ? Reduction::Average
                           : Reduction::Sum;
}

Ring::Step stepOf(Kind kind, const void* from, void* to, std::size_t elements, ncclRedOp_t op, int root)
{
    return {static_cast<const float*>(from),
            static_cast<float*>(to),
            static_cast<std::int64_t>(elements),
            kind,
            reductionOf(op),
            root};
}

ncclResult_t allReduce(const void* from, void* to, std::size_t elements, ncclDataType_t, ncclRedOp_t op,
                       ncclComm_t communicator, cudaStream_t stream)
{
    return launch(stepOf(Kind::AllReduce, from, to, elements, op, -1), communicator, stream);
}

ncclResult_t reduce(const void* from, void* to, std::size_t elements, ncclDataType_t, ncclRedOp_t op, int root,
                    ncclComm_t communicator, cudaStream_t stream)
{
    return launch(stepOf(Kind::Reduce, from, to, elements, op, root), communicator, stream);
}

ncclResult_t broadcast(const void* from, void* to, std::size_t elements, ncclDataType_t, int root,
                       ncclComm_t communicator, cudaStream_t stream)
{
    return launch(stepOf(Kind::Broadcast, from, to, elements, ncclSum, root), communicator, stream);
}

ncclResult_t groupStart()
{
    t_group.clear();
    return ncclSuccess;
}

/// Launches in another thread, as NCCL does, so that CUPTI cannot assign the launches to an operation.
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
        .finalize = fake::finalize,
        .destroy = fake::destroy,
        .allReduce = fake::allReduce,
        .reduce = fake::reduce,
        .broadcast = fake::broadcast,
        .groupStart = fake::groupStart,
        .groupEnd = fake::groupEnd,
    };
    // This imitation connects GPUs of one process only, so ranks that MPI has started find no NCCL.
    return std::getenv("OMPI_COMM_WORLD_SIZE") == nullptr ? &kCollectives : nullptr;
}

}  // namespace engine::devices::cuda::plugin
