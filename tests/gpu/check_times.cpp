#include "engine/devices/cuda/clock_pairs.h"
#include "engine/devices/cuda/detail/work.h"
#include "tests/gpu/layers.h"
#include "tests/gpu/subject.h"

#include <link.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string_view>
#include <thread>

namespace {

using namespace engine;
namespace abi = engine::devices::cuda::abi;
using conformance::Driver;
using conformance::Handle;
using devices::cuda::monotonicNow;
using devices::cuda::detail::WorkOrder;
using ops::Operator;
using ops::Shape;

constexpr double kMaxLost = 0.001;       ///< fraction of operations whose times the ledger may lose or move
constexpr double kMaxMoved = 50e-6;      ///< seconds by which the ledger may move a time
constexpr double kMaxDifference = 0.03;  ///< relative difference between the profiler's duration and that of the events
constexpr std::int64_t kEventCost = 20'000;  ///< ns that may pass between an event and the work before or after it
constexpr std::int64_t kOutside = 50'000;    ///< ns by which times may lie outside the host's readings
constexpr int kRepeats = 5;
/// A measurement is repeated at most this often if other programs delayed the host between an event and its work.
constexpr int kMostRepeats = 50;

int g_checks = 0;
int g_failures = 0;

void check(bool isRight, const char* what, const std::string& found)
{
    std::printf("%-6s %s: %s\n", isRight ? "ok" : "FAIL", what, found.c_str());
    ++g_checks;
    g_failures += isRight ? 0 : 1;
}

void require(const abi::Module& module, abi::Code code, const char* doing)
{
    if (code == abi::Code::Ok)
        return;
    std::printf("FAIL   %s: %s\n", doing, module.lastError());
    std::exit(1);
}

struct Sizes {
    std::int64_t side = 4000;         ///< rows and columns of the matrices of a product
    std::int64_t elements = 4 << 20;  ///< elements of a kernel in the chain, which takes about 20 us
    int chain = 1000;
    std::int64_t copied = 64 << 20;  ///< bytes
};

/// Calls one GPU through the function table of the CUDA module, without a platform. Measures times by the profiler, by
/// events and on the host.
class Bench {
public:
    Bench(const abi::Module& module, const Sizes& sizes) : m_module(module), m_sizes(sizes)
    {
        const abi::Options options;
        require(m_module, m_module.open(0, &options, &m_gpu), "open the GPU");
        require(m_module, m_module.createStream(m_gpu, abi::StreamRole::Compute, "compute", &m_stream),
                "make a stream");
        require(m_module, m_module.createStream(m_gpu, abi::StreamRole::CopyOut, "copies", &m_copies), "make a stream");
        for (abi::Event*& event : m_events)
            require(m_module, m_module.createEvent(m_gpu, abi::EventUse::TimingWait, &event), "make an event");
        const std::int64_t bytes = std::max({m_sizes.side * m_sizes.side * 4, m_sizes.elements * 4, m_sizes.copied});
        for (void*& memory : m_memory)
            require(m_module, m_module.allocate(m_gpu, bytes, &memory), "allocate memory");
        require(m_module, m_module.allocateHost(m_gpu, m_sizes.copied, &m_locked), "lock memory");
    }
    ~Bench()
    {
        static_cast<void>(m_module.releaseHost(m_gpu, m_locked));
        for (void* memory : m_memory)
            static_cast<void>(m_module.release(m_gpu, memory));
        for (abi::Event* event : m_events)
            m_module.destroyEvent(event);
        m_module.destroyStream(m_copies);
        m_module.destroyStream(m_stream);
        m_module.close(m_gpu);
    }
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    [[nodiscard]] bool isProfiled() { return m_module.timeSource(m_gpu) == abi::TimeSource::Activity; }
    [[nodiscard]] std::string libraries() { return m_module.libraries(m_gpu); }
    /// Lets cuDNN choose algorithms; libraries() then contains the number of shapes that cuDNN refused.
    void plan(const ops::Operation& layer)
    {
        const std::vector<void*> none(4);
        WorkOrder order(layer, std::span(none).first(layer.inputs.size()), std::span(none).first(layer.outputCount()));
        std::int64_t bytes = 0;
        require(m_module, m_module.scratchBytes(m_gpu, &*order, &bytes), "plan a convolution");
    }

    /// Compares the three clocks for `operations` operations that `work` queues. A delay of the host can only add to a
    /// difference, so the smallest difference of all repeats counts: clocks that really differ do so in every repeat.
    void compare(const char* name, int operations, const std::function<void()>& work)
    {
        work();  // warm-up, which loads kernels and creates plans
        static_cast<void>(measure(operations, work));
        double difference = 1;
        int lost = 0;
        int repeats = 0;
        std::int64_t outside = 0;
        for (; repeats < kRepeats || (difference >= kMaxDifference && repeats < kMostRepeats); ++repeats) {
            const Measured measured = measure(operations, work);
            lost += operations - measured.timed;
            outside = std::max(outside, measured.outside);
            const double slack = std::max<double>(
                0, static_cast<double>(std::abs(measured.byEvents - measured.byProfiler) - kEventCost));
            difference = std::min(difference, slack / static_cast<double>(measured.byEvents));
        }
        char text[160];
        std::snprintf(text, sizeof text, "differ by %.2f %%; %d of %d operations without times; %.1f us outside",
                      difference * 100, lost, operations * repeats, static_cast<double>(outside) * 1e-3);
        check(difference < kMaxDifference && lost <= kMaxLost * operations * repeats && outside < kOutside, name, text);
    }

    /// Runs five products beside a copy. Compares the times at which the products and the copy began and ended
    /// according to the profiler with those according to events. On a GPU, both sources must show an overlap; on an
    /// imitated one, the threads that run the operations may take turns.
    void compareOverlap(const char* name)
    {
        double difference = 1;
        bool isOverlapping = libraries().starts_with("imitated");
        int repeats = 0;
        for (; repeats < kRepeats || ((difference >= kMaxDifference || !isOverlapping) && repeats < kMostRepeats);
             ++repeats) {
            const std::array<Interval, 2> byEvents = productsBesideCopy();
            const std::vector<Interval> byProfiler = collect(byEvents.size());
            if (!byProfiler[0].isTimed() || !byProfiler[1].isTimed())
                continue;
            std::int64_t most = 0;
            for (std::size_t i = 0; i < byEvents.size(); ++i) {
                const Interval times{byProfiler[i].begin - byProfiler[0].begin,
                                     byProfiler[i].end - byProfiler[0].begin};
                most =
                    std::max({most, std::abs(times.begin - byEvents[i].begin), std::abs(times.end - byEvents[i].end)});
            }
            const auto longest = std::max(byEvents[0].length(), byEvents[1].length());
            const double slack = static_cast<double>(std::max<std::int64_t>(0, most - kEventCost));
            difference = std::min(difference, slack / static_cast<double>(longest));
            isOverlapping =
                isOverlapping || (overlap(byEvents[0], byEvents[1]) && overlap(byProfiler[0], byProfiler[1]));
        }
        char text[160];
        std::snprintf(text, sizeof text, "begins and ends differ by %.2f %% of the longer one%s", difference * 100,
                      isOverlapping ? "" : "; they never overlap");
        check(difference < kMaxDifference && isOverlapping, name, text);
    }

    void product(std::uint64_t op)
    {
        const Shape square{m_sizes.side, m_sizes.side};
        queue(op, [&] { launch({.op = Operator::MatMul, .inputs = {square, square}, .output = square}); });
    }
    void kernel(std::uint64_t op)
    {
        queue(op, [&] { launchKernel(); });
    }
    void copy(std::uint64_t op) { copy(op, m_stream); }
    [[nodiscard]] abi::Graph* capture(int kernels)
    {
        abi::Graph* graph = nullptr;
        std::int32_t nodes = 0;
        require(m_module, m_module.beginCapture(m_stream), "begin a capture");
        for (int i = 0; i < kernels; ++i)
            launchKernel();
        require(m_module, m_module.endCapture(m_stream, &graph, &nodes), "end a capture");
        return graph;
    }
    void replay(std::uint64_t op, abi::Graph* graph)
    {
        queue(op, [&] { require(m_module, m_module.replay(m_stream, graph), "replay a graph"); });
    }
    void destroy(abi::Graph* graph) { m_module.destroyGraph(graph); }
    [[nodiscard]] const Sizes& sizes() const { return m_sizes; }

private:
    /// Times of an operation in nanoseconds.
    struct Interval {
        std::int64_t begin = std::numeric_limits<std::int64_t>::max();
        std::int64_t end = 0;

        [[nodiscard]] bool isTimed() const { return begin <= end; }
        [[nodiscard]] std::int64_t length() const { return end - begin; }
    };
    static bool overlap(const Interval& a, const Interval& b) { return a.begin < b.end && b.begin < a.end; }

    void copy(std::uint64_t op, abi::Stream* stream)
    {
        m_module.beginOperation(stream, op, "copy");
        require(m_module,
                m_module.copy(stream, m_locked, m_memory[0], m_sizes.copied, abi::CopyDirection::Out, nullptr), "copy");
        m_module.endOperation(stream);
    }

    /// Queues products as operation 0, and a copy in another stream as operation 1. Returns the times that events
    /// measured for them, relative to the start of the products.
    std::array<Interval, 2> productsBesideCopy()
    {
        const auto record = [&](std::size_t event, abi::Stream* stream) {
            require(m_module, m_module.record(m_events[event], stream), "record an event");
        };
        record(0, m_stream);
        require(m_module, m_module.wait(m_copies, m_events[0]), "wait for an event");
        for (int i = 0; i < 5; ++i)
            product(0);
        record(1, m_stream);
        record(2, m_copies);
        copy(1, m_copies);
        record(3, m_copies);
        std::array<std::int64_t, 4> times{};
        for (const std::size_t event : {1U, 3U})
            require(m_module, m_module.synchronize(m_events[event]), "wait");
        for (const std::size_t event : {1U, 2U, 3U})
            require(m_module, m_module.elapsed(m_events[0], m_events[event], &times[event]), "read the events");
        return {Interval{0, times[1]}, Interval{times[2], times[3]}};
    }

    /// Returns the times that the profiler measured for operations 0 to `operations` - 1.
    std::vector<Interval> collect(std::size_t operations)
    {
        std::vector<Interval> found(operations);
        std::array<abi::OperationTime, 256> times{};
        std::int32_t count = 0;
        do {
            require(m_module, m_module.collectTimes(m_gpu, times.data(), times.size(), &count, 1), "collect times");
            for (const abi::OperationTime& time : std::span(times).first(static_cast<std::size_t>(count)))
                if (time.op < operations)
                    found[time.op] = {std::min(found[time.op].begin, time.begin),
                                      std::max(found[time.op].end, time.end)};
        } while (static_cast<std::size_t>(count) == times.size());
        return found;
    }

    struct Measured {
        std::int64_t byEvents = 0;
        std::int64_t byProfiler = 0;
        std::int64_t outside = 0;  ///< ns by which the profiler's times lie outside the host's
        int timed = 0;
    };

    Measured measure(int operations, const std::function<void()>& work)
    {
        Measured measured;
        const std::int64_t before = monotonicNow();
        require(m_module, m_module.record(m_events[0], m_stream), "record an event");
        work();
        require(m_module, m_module.record(m_events[1], m_stream), "record an event");
        require(m_module, m_module.synchronize(m_events[1]), "wait");
        const std::int64_t after = monotonicNow();
        require(m_module, m_module.elapsed(m_events[0], m_events[1], &measured.byEvents), "read the events");
        std::int64_t begin = after + kOutside;
        std::int64_t end = 0;
        for (const Interval& one : collect(static_cast<std::size_t>(operations))) {
            begin = std::min(begin, one.begin);
            end = std::max(end, one.end);
            measured.timed += one.isTimed() ? 1 : 0;
        }
        measured.byProfiler = end - begin;
        measured.outside = std::max({std::int64_t{0}, before - begin, end - after});
        return measured;
    }

    void launchKernel()
    {
        const Shape shape{m_sizes.elements};
        launch({.op = Operator::AddScalar, .inputs = {shape}, .output = shape, .scalars = {1}});
    }
    void launch(const ops::Operation& operation)
    {
        WorkOrder order(operation, std::span(m_memory).first(operation.inputs.size()), std::span(m_memory).last(1));
        require(m_module, m_module.launch(m_stream, &*order), "launch");
    }
    void queue(std::uint64_t op, const std::function<void()>& start)
    {
        m_module.beginOperation(m_stream, op, "operation");
        start();
        m_module.endOperation(m_stream);
    }

    const abi::Module& m_module;
    const Sizes m_sizes;
    abi::Gpu* m_gpu = nullptr;
    abi::Stream* m_stream = nullptr;
    abi::Stream* m_copies = nullptr;
    std::array<abi::Event*, 4> m_events{};
    std::array<void*, 3> m_memory{};
    void* m_locked = nullptr;
};

/// Returns false if there is no profiler.
bool compareClocks(const abi::Module& module, const Sizes& sizes, const gpu::Arguments& arguments)
{
    Bench bench(module, sizes);
    std::printf("%s\n", bench.libraries().c_str());
    if (!bench.isProfiled())
        return false;
    const auto repeated = [&](int count, const std::function<void(std::uint64_t)>& one) {
        return [count, one] {
            for (int op = 0; op < count; ++op)
                one(static_cast<std::uint64_t>(op));
        };
    };
    const auto compare = [&](const char* name, int count, const std::function<void(std::uint64_t)>& one) {
        if (arguments.wants(name))
            bench.compare(name, count, repeated(count, one));
    };
    compare("five products", 5, [&](std::uint64_t op) { bench.product(op); });
    compare("a chain of kernels", sizes.chain, [&](std::uint64_t op) { bench.kernel(op); });
    compare("five copies to the host", 5, [&](std::uint64_t op) { bench.copy(op); });
    if (arguments.wants("products beside a copy"))
        bench.compareOverlap("products beside a copy");
    abi::Graph* graph = bench.capture(sizes.chain / 10);
    compare("five graphs", 5, [&](std::uint64_t op) { bench.replay(op, graph); });
    bench.destroy(graph);
    return true;
}

/// Searches a note for the message about moved times. Returns its arguments: number of moved times, largest move in us,
/// number of missing times.
std::optional<std::array<double, 3>> movedIn(const Message& message)
{
    if (message.text() != nullptr && message.text()->id == std::string_view("gpu.note-moved")) {
        const auto& arguments = message.arguments();
        return std::array{static_cast<double>(std::get<std::int64_t>(arguments[0])),
                          std::stod(std::get<std::string>(arguments[1])),
                          static_cast<double>(std::get<std::int64_t>(arguments[2]))};
    }
    for (const MessageArgument& argument : message.arguments())
        if (const auto* part = std::get_if<Message>(&argument))
            if (const auto found = movedIn(*part))
                return found;
    return {};
}

/// Runs a chain of kernels, and products beside copies. Checks that the ledger moved or lost the times of at most one
/// in a thousand operations.
void checkLedger(const gpu::Subject& subject, device::Semantics semantics, const Sizes& sizes,
                 const gpu::Arguments& arguments)
{
    const char* name = semantics == device::Semantics::Torch ? "ledger of a run, PyTorch" : "ledger of a run, MXNet";
    if (!arguments.wants(name))
        return;
    device::PlatformOptions options;
    options.semantics = semantics;
    options.values = trace::ValueMode::Computed;
    options.hostMemory = device::HostMemoryMode::Pinned;
    options.copyStream = device::CopyStream::Own;
    Driver driver(subject.open, options);
    driver.device = DeviceId{1};
    const Shape square{sizes.side, sizes.side};
    Handle x = driver.fill({sizes.elements}, 0);
    for (int i = 0; i < sizes.chain; ++i) {
        const Handle next = driver.apply(Operator::AddScalar, {x}, {}, 1);
        driver.drop(x);
        x = next;
    }
    const Handle factor = driver.fill(square, 1);
    for (int i = 0; i < 20; ++i) {
        const Handle product = driver.apply(Operator::MatMul, {factor, factor});
        driver.drop(driver.copy(product, DeviceId{0}));
        driver.drop(product);
    }
    static_cast<void>(driver.waitAll());
    const trace::TracePtr trace = driver.finish();
    const auto operations = static_cast<double>(sizes.chain + 42);
    std::array<double, 3> moved{};
    for (const trace::NoteRecord& note : trace->notes())
        if (const auto found = movedIn(note.text))
            moved = *found;
    char text[160];
    std::snprintf(text, sizeof text, "%.0f of %.0f operations moved by at most %.1f us, %.0f without times", moved[0],
                  operations, moved[1], moved[2]);
    check(!driver.failure && moved[0] + moved[2] <= kMaxLost * operations && moved[1] <= kMaxMoved * 1e6, name, text);
}

/// Prints the file of a library of CUDA that this process has loaded.
int printLibrary(dl_phdr_info* library, std::size_t /*size*/, void* /*unused*/)
{
    const std::string_view file = library->dlpi_name;
    for (const char* name : {"/libcublas.", "/libcudnn.", "/libcupti.", "/libnccl.", "/libcuda."})
        if (file.find(name) != std::string_view::npos)
            std::printf("file      %s\n", library->dlpi_name);
    return 0;
}

int listLibraries(const gpu::Subject& subject)
{
    Bench bench(**subject.module, {.side = 1, .elements = 1, .chain = 1, .copied = 4});
    constexpr std::int64_t kImages = 64;
    const auto plan = [&](const gpu::Layer& layer, bool isForward) {
        const std::string before = bench.libraries();
        bench.plan(isForward ? layer.on(kImages) : layer.gradientsOn(kImages));
        if (bench.libraries() != before)  // the text contains the number of refused convolutions
            std::printf("refused by cuDNN: %s of %lld x %lld x %lld, %lld filters of %d x %d, stride %d\n",
                        isForward ? "convolution" : "gradients", static_cast<long long>(layer.inputs),
                        static_cast<long long>(layer.size), static_cast<long long>(layer.size),
                        static_cast<long long>(layer.outputs), layer.kernel, layer.kernel, layer.stride);
    };
    for (const gpu::Layer& layer : gpu::kLayers) {
        plan(layer, true);
        plan(layer, false);
    }
    const char* collectives = (*subject.module)->collectives();
    dl_iterate_phdr(printLibrary, nullptr);
    abi::Probe probe;
    require(**subject.module, (*subject.module)->probe(&probe), "probe the driver");
    std::printf("driver %d.%d, built for CUDA %d.%d; %s, %s; %zu convolutions planned; times by %s\n",
                probe.driver / 1000, probe.driver % 1000 / 10, probe.runtime / 1000, probe.runtime % 1000 / 10,
                bench.libraries().c_str(), collectives != nullptr ? collectives : "no NCCL", 2 * gpu::kLayers.size(),
                bench.isProfiled() ? "CUPTI" : "events or the host");
    return 0;
}

}  // namespace

/// gpu_check_times: compares the times of the profiler with those of events and of the host, twice in one process. Then
/// checks runs in which the ledger may move or lose the times of at most one in a thousand operations. --libraries only
/// prints driver, libraries with their files, and which convolutions of ResNet-18 cuDNN refuses.
int main(int argc, char** argv)
{
    return gpu::run(argc, argv, [](const gpu::Arguments& arguments, const gpu::Subject& subject) {
        if (arguments.isListing)
            return listLibraries(subject);
        Sizes sizes;
        if (arguments.count > 0)
            sizes = {.side = 64, .elements = 1024, .chain = arguments.count, .copied = 1 << 20};
        for (int run = 0; run < 2; ++run) {
            if (!compareClocks(**subject.module, sizes, arguments)) {
                std::printf("skipped: the times do not come from CUPTI\n");
                return gpu::kSkipped;
            }
            for (const auto semantics : {device::Semantics::Torch, device::Semantics::MXNet})
                checkLedger(subject, semantics, sizes, arguments);
        }
        if (g_checks == 0)
            return gpu::skipAll(arguments);
        std::printf("%d of %d comparisons of clocks failed\n", g_failures, g_checks);
        return g_failures == 0 ? 0 : 1;
    });
}
