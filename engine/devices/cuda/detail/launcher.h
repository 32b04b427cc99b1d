#pragma once

#include "engine/devices/cuda/detail/gpu.h"
#include "engine/ops/operation.h"

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace engine::devices::cuda::detail {

/// Queues the arithmetic of operations in streams of one GPU. A compiled graph is captured as a CUDA graph, if
/// possible, when it runs for the second time with the same addresses in the same stream. Threads: any.
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
    /// Allocates and frees the scratch memory. Errors: OutOfMemory, DeviceFailure, Unsupported, Cancelled.
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
        std::vector<std::size_t> inputs;  ///< places of the inputs
        std::vector<std::size_t> outputs;
        std::size_t scratch = 0;  ///< place of the scratch block; used if `hasScratch`
        bool hasScratch = false;
    };
    /// How an operation runs, independent of addresses. A place is an index into the list of all inputs, outputs and
    /// scratch blocks of the operation.
    struct Plan {
        std::size_t given = 0;              ///< number of inputs and outputs
        std::vector<std::int64_t> scratch;  ///< sizes of the blocks in bytes
        std::vector<Step> steps;
        std::shared_ptr<const ops::Segment> segment;  ///< null unless the operation is a compiled graph
        bool isTemporary = false;                     ///< a library may need other scratch blocks later
    };
    using PlanPtr = std::shared_ptr<const Plan>;
    /// A compiled graph, the addresses that it uses (`places`), and its stream (matrix products of the graph use the
    /// stream's workspace).
    struct KnownGraph {
        std::shared_ptr<const ops::Segment> segment;
        const abi::Stream* stream = nullptr;
        std::vector<void*> places;
        std::shared_ptr<abi::Graph> graph;
        int uses = 0;
        bool isPlain = false;  ///< the compiled graph cannot be captured, so its steps are launched one by one

        [[nodiscard]] bool isSibling(const KnownGraph& other) const
        {
            return segment == other.segment && stream == other.stream;
        }
    };

    [[nodiscard]] Result<PlanPtr> planOf(const Job& job);
    [[nodiscard]] static Plan simplePlan(const ops::Operation& operation);
    [[nodiscard]] static Plan segmentPlan(const ops::Operation& operation);
    [[nodiscard]] Status addScratch(Plan& plan, const std::string& name) const;
    /// What run() does if a library finds no memory: it fails, or it empties the cache and queues the step again,
    /// except a step that is partly queued already. A capture must fail, because it cannot free memory.
    enum class OnFullCard : std::uint8_t { Fail, EmptyCache };
    [[nodiscard]] Status run(abi::Stream* stream, const Plan& plan, std::span<void* const> places,
                             OnFullCard onFullCard);
    [[nodiscard]] Status runGraph(abi::Stream* stream, const Plan& plan, std::span<void* const> places,
                                  std::shared_ptr<abi::Graph>& inUse);
    [[nodiscard]] bool capture(abi::Stream* stream, KnownGraph& known, const Plan& plan);
    [[nodiscard]] std::shared_ptr<abi::Graph> reuseOldGraph(const KnownGraph& known);
    [[nodiscard]] KnownGraph& find(const abi::Stream* stream, const Plan& plan, std::span<void* const> places);

    Gpu& m_gpu;
    mutable std::mutex m_mutex;     ///< guards everything below
    std::list<KnownGraph> m_known;  ///< most recently used first
    std::unordered_map<const ops::Segment*, PlanPtr> m_plans;
    Captures m_captures;
};

}  // namespace engine::devices::cuda::detail
