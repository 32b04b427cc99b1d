#pragma once

#include <cstdint>
#include <functional>

/// A build of the CUDA module (liboverlap_cuda_fake.so) over an imitation of the CUDA runtime, CUPTI, cuDNN and NCCL:
/// streams are threads, and kernels run on the CPU. Unlike fake_gpu.h, which replaces the whole module, it runs the
/// module's code for streams, events, copies, captures and times. To start the module again, a test loads a
/// copy of the library's file.
namespace fake {

struct RuntimeSettings {
    std::int32_t devices = 2;
    std::int32_t driver = 13000;
    std::int32_t runtime = 13000;                   ///< version of the toolkit that the module is built for
    std::int64_t memory = std::int64_t{256} << 20;  ///< bytes per device
    std::uint32_t cupti = 130001;                   ///< version of CUPTI
    std::int64_t clockOffset = 7'000'000'000'000;   ///< offset of CUPTI's clock from CLOCK_MONOTONIC, ns
    double clockRate = 1;                           ///< speed of CUPTI's clock relative to CLOCK_MONOTONIC
    std::int32_t zeroEvery = 0;                     ///< every n-th record has zero times; 0: none
    std::int32_t kernelTime = 0;                    ///< minimum duration of every kernel, microseconds
    std::function<void()> beforeKernel{};           ///< called by each kernel before it computes; may block it
    std::int32_t lostAtKernel = 0;                  ///< number of the kernel that loses its device; 0: none
    std::int64_t kernelMemory = 0;  ///< bytes that a kernel of each operation allocates temporarily, as a library does
    std::int32_t memoryAtKernel = 0;  ///< index, within its operation, of the kernel that allocates
    std::int32_t captureFails = 0;    ///< 1: captures end with an error
    std::int32_t updateFails = 0;     ///< 1: graphs cannot be updated
    std::int32_t ncclPolls = 3;       ///< number of polls during which a call of NCCL is in progress; negative: forever
    std::int32_t silentRank = -1;     ///< rank of NCCL whose part of a collective never runs; -1: none
    std::int32_t ncclFails = 0;       ///< the n-th poll after the end of a launch reports an error; 0: none
    std::int32_t refusedKernel = 0;   ///< kernel size for which cuDNN supports no convolution; 0: none
    std::int32_t isLayerMemoryFull = 0;  ///< 1: convolutions of cuDNN fail for lack of memory
    std::int32_t failedQueries = 0;      ///< number of queries for a workspace that fail first
};

struct RuntimeCounts {
    std::int64_t kernels = 0;
    std::int64_t apiRecords = 0;      ///< records that CUPTI wrote for calls of the runtime
    std::int64_t events = 0;          ///< recordings of events in streams
    std::int64_t sleepingEvents = 0;  ///< recordings of events with cudaEventBlockingSync, also counted in `events`
    std::int64_t sleeps = 0;          ///< calls of cudaEventSynchronize
    std::int64_t instantiations = 0;
    std::int64_t updates = 0;  ///< updates of executable graphs
    std::int64_t peers = 0;    ///< pairs of devices with direct access to each other
    std::int64_t bytes = 0;    ///< allocated device memory
    std::int64_t frees = 0;    ///< calls of cudaFree that have begun
    std::int64_t abortedCommunicators = 0;
    std::int64_t destroyedCommunicators = 0;
    std::int64_t convolutions = 0;    ///< passes computed by cuDNN
    std::int64_t algorithmLists = 0;  ///< calls that list cuDNN's algorithms
    std::int64_t descriptors = 0;     ///< existing descriptors of cuDNN
    std::int64_t blockedCopies = 0;   ///< copies to pageable memory that were queued before all kernels had ended
};

/// Controls the fake runtime, whose library exports the function `const RuntimeControl* overlapFakeRuntime()`.
struct RuntimeControl {
    void (*configure)(const RuntimeSettings* settings);
    RuntimeCounts (*counts)();
};
constexpr const char* kRuntimeControl = "overlapFakeRuntime";

}  // namespace fake
