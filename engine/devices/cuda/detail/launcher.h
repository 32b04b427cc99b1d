#pragma once

#include "engine/devices/cuda/detail/gpu.h"
#include "engine/ops/operation.h"

#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace engine::devices::cuda::detail {

/// Queues the arithmetic of operations in streams of one GPU. A compiled graph becomes a CUDA graph when it runs again
/// with the same addresses. Threads: any.
class Launcher {
public:
    explicit Launcher(Gpu& gpu) : m_gpu(gpu) {}
    Launcher(const Launcher&) = delete;
    Launcher& operator=(const Launcher&) = delete;

    struct Job {
        const ops::Operation& operation;
        std::vector<void*> inputs;
        std::vector<void*> outputs;
        GpuStream::Entry entry;
    };
    /// Allocates and frees the scratch memory. Errors: OutOfMemory, DeviceFailure, Unsupported.
    Result<Point> launch(GpuStream& stream, Job job);

    /// The total cost of captures so far.
    struct Captures {
        int graphs = 0;
        int nodes = 0;
        Nanoseconds spent{};
    };
    [[nodiscard]] Captures captures() const;

private:
    struct Step {
        const ops::Operation* operation = nullptr;
        std::vector<void*> inputs;
        std::vector<void*> outputs;
        void* scratch = nullptr;
    };
    /// A compiled graph in one stream, since its products use that stream's workspace.
    struct Known {
        std::shared_ptr<const ops::Segment> segment;
        const abi::Stream* stream = nullptr;
        std::vector<void*> addresses;
        std::shared_ptr<abi::Graph> graph;
        int uses = 0;
        bool isPlain = false;  ///< cannot be captured, so it always runs step by step
    };

    [[nodiscard]] Result<std::vector<Step>> stepsOf(GpuStream& stream, const Job& job, std::vector<GpuBlock>& blocks);
    [[nodiscard]] Result<void*> allocateScratch(GpuStream& stream, std::int64_t bytes, OpId op,
                                                std::vector<GpuBlock>& blocks);
    [[nodiscard]] Status run(abi::Stream* stream, const std::vector<Step>& steps);
    [[nodiscard]] Status runGraph(abi::Stream* stream, const Job& job, const std::vector<Step>& steps,
                                  std::shared_ptr<abi::Graph>& inUse);
    [[nodiscard]] bool capture(abi::Stream* stream, Known& known, const std::vector<Step>& steps);
    [[nodiscard]] Known& find(const abi::Stream* stream, const Job& job, const std::vector<Step>& steps);

    Gpu& m_gpu;
    mutable std::mutex m_mutex;  ///< guards everything below
    std::list<Known> m_known;    ///< most recently used first
    Captures m_captures;
};

}  // namespace engine::devices::cuda::detail
