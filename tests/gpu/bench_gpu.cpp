#include "tests/benchmarks/table.h"
#include "tests/gpu/bare_loops.h"
#include "tests/gpu/subject.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <utility>

namespace {

using namespace engine;
using namespace conformance;
using device::CopyStream;
using device::HostMemoryMode;
using device::Semantics;
using ops::Operator;
using ops::Shape;

constexpr int kElements = 256;  ///< elements of a tiny kernel
constexpr int kTimes = 7;       ///< measurements for a median, after one warm-up

double secondsOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double medianOf(const std::function<double()>& measure)
{
    std::vector<double> all;
    static_cast<void>(measure());
    for (int i = 0; i < kTimes; ++i)
        all.push_back(measure());
    return bench::median(all);
}

/// Returns a compiled graph of `steps` operations x + 1 on `elements` numbers; each operation reads the result of the
/// previous one. The graph has one input, one output and two blocks of scratch memory.
ops::Operation graphChain(int steps, std::int64_t elements)
{
    const Shape shape{elements};
    ops::Segment graph;
    graph.inputs = 1;
    graph.values.push_back({shape});
    graph.blocks = {shape.bytes(), shape.bytes()};
    for (int i = 0; i < steps; ++i) {
        graph.values.push_back({shape, i + 1 < steps ? i % 2 : -1});
        graph.steps.push_back({{Operator::AddScalar, {shape}, shape, {1, 0, 0}}, {i}, {i + 1}});
    }
    graph.outputs = {steps};
    ops::Operation operation;
    operation.op = Operator::Segment;
    operation.inputs = {shape};
    operation.output = shape;
    operation.segment = std::make_shared<const ops::Segment>(std::move(graph));
    return operation;
}

std::string milliseconds(double ours, double theirs)
{
    char text[96];
    std::snprintf(text, sizeof text, "%.3f ms against %.3f ms", ours * 1e3, theirs * 1e3);
    return text;
}

struct Sizes {
    int n = 4000;       ///< rows and columns of the matrices in products
    int products = 50;  ///< products in a run of program 13.3.2
    int host = 2000;    ///< rows and columns of the matrices that the CPU multiplies in program 13.3-cpu-gpu
    int chain = 10'000;
    int graph = 1000;  ///< operations of the compiled graph
    int replays = 20;
};

device::PlatformOptions optionsOf(Semantics semantics, HostMemoryMode memory = HostMemoryMode::Pageable,
                                  std::optional<CopyStream> copies = {})
{
    device::PlatformOptions options;
    options.semantics = semantics;
    options.values = trace::ValueMode::Computed;
    options.hostMemory = memory;
    options.copyStream = copies;
    options.isPinnedPoolWarm = true;
    return options;
}

/// Program 13.3.2: products of one matrix into separate results, and copies of the results to the
/// CPU.
class Copying {
public:
    Copying(const gpu::Subject& subject, const device::PlatformOptions& options, const Sizes& sizes)
        : m_driver(subject.open, options), m_sizes(sizes)
    {
        const Shape square{sizes.n, sizes.n};
        m_factor = m_driver.apply(Operator::RandomUniform, {}, square, 0, 1);
        for (int i = 0; i < sizes.products; ++i) {
            m_results.push_back(m_driver.create(square, DeviceId{1}));
            m_onHost.push_back(m_driver.create(square, DeviceId{0}));
        }
    }

    void run(std::size_t i) { static_cast<void>(m_driver.push(Operator::MatMul, {m_factor, m_factor}, m_results[i])); }
    void copy(std::size_t i)
    {
        ops::Operation operation;
        operation.op = Operator::Copy;
        operation.inputs.push_back(m_results[i].shape);
        operation.output = m_results[i].shape;
        device::OpRequest request;
        request.operation = operation;
        request.reads = std::span(&m_results[i].id, 1);
        request.writes = std::span(&m_onHost[i].id, 1);
        request.device = DeviceId{0};
        request.isNonBlocking = true;
        static_cast<void>(m_driver.platform().push(request));
    }
    void wait() { static_cast<void>(m_driver.waitAll()); }

    double timeOf(bool isRunning, bool isCopying)
    {
        wait();
        return secondsOf([&] {
            for (std::size_t i = 0; i < m_results.size(); ++i) {
                if (isRunning)
                    run(i);
                if (isCopying)
                    copy(i);
            }
            wait();
        });
    }
    trace::TracePtr finish() { return m_driver.finish(); }

private:
    Driver m_driver;
    Sizes m_sizes;
    Handle m_factor;
    std::vector<Handle> m_results;
    std::vector<Handle> m_onHost;
};

/// Seconds of a cuBLAS loop; 0 if it failed, with the reason in `problem`.
double bareProducts(const Sizes& sizes, std::string& problem)
{
    bare::Products bare(sizes.n, sizes.products);
    const double best = medianOf([&] { return bare.run(); });
    problem = bare::problem();
    return best;
}

void products(bench::Table& table, const gpu::Subject& subject, const Sizes& sizes, bool isMadeUp,
              const std::filesystem::path& traces)
{
    // The bare loops run before the platform is opened and after it is closed, because its profiler would slow them
    // down.
    std::string problem = "made-up GPUs have no cuBLAS";
    double best = isMadeUp ? 0 : bareProducts(sizes, problem);
    double run = 0;
    double copy = 0;
    double both = 0;
    {
        Copying own(subject, optionsOf(Semantics::Torch, HostMemoryMode::Pinned, CopyStream::Own), sizes);
        run = medianOf([&] { return own.timeOf(true, false); });
        copy = medianOf([&] { return own.timeOf(false, true); });
        both = medianOf([&] { return own.timeOf(true, true); });
        gpu::keepTrace(*own.finish(), traces, "w12-own-stream");
    }
    if (problem.empty())
        best = std::min(best, bareProducts(sizes, problem));
    if (!problem.empty())
        table.skip("products: ours against a cuBLAS loop", problem);
    else
        table.add({.name = "13.3.2, products: rate against a cuBLAS loop",
                   .value = best / run,
                   .unit = "x",
                   .atLeast = 0.98,
                   .note = milliseconds(run, best)});
    table.add({.name = "run + copy, own stream, pinned pool / longer",
               .value = both / std::max(run, copy),
               .unit = "x",
               .atMost = 1.03,
               .note = milliseconds(both, std::max(run, copy))});
    Copying current(subject, optionsOf(Semantics::Torch, HostMemoryMode::Pinned, CopyStream::Current), sizes);
    const double apart =
        medianOf([&] { return current.timeOf(true, false); }) + medianOf([&] { return current.timeOf(false, true); });
    const double together = medianOf([&] { return current.timeOf(true, true); });
    gpu::keepTrace(*current.finish(), traces, "w12-current-stream");
    table.add({.name = "run + copy, current stream / sum",
               .value = together / apart,
               .unit = "x",
               .atLeast = 0.95,
               .note = milliseconds(together, apart)});
}

/// Program 13.3-cpu-gpu: concurrent products on the CPU and on the GPU.
void both(bench::Table& table, const gpu::Subject& subject, const Sizes& sizes, const std::filesystem::path& traces)
{
    Driver driver(subject.open, optionsOf(Semantics::MXNet));
    const Handle remote = driver.apply(Operator::RandomUniform, {}, {sizes.n, sizes.n}, 0, 1);
    driver.device = DeviceId{0};
    const Handle local = driver.apply(Operator::RandomUniform, {}, {sizes.host, sizes.host}, 0, 1);
    const Handle onGpu = driver.create({sizes.n, sizes.n}, DeviceId{1});
    const Handle onCpu = driver.create({sizes.host, sizes.host}, DeviceId{0});
    const int hostProducts = std::max(1, sizes.products / 25);
    const auto timeOf = [&](bool isGpu, bool isCpu) {
        static_cast<void>(driver.waitAll());
        return secondsOf([&] {
            for (int i = 0; i < sizes.products && isGpu; ++i)
                static_cast<void>(driver.push(Operator::MatMul, {remote, remote}, onGpu));
            for (int i = 0; i < hostProducts && isCpu; ++i)
                static_cast<void>(driver.push(Operator::MatMul, {local, local}, onCpu));
            static_cast<void>(driver.waitAll());
        });
    };
    const double gpuAlone = medianOf([&] { return timeOf(true, false); });
    const double cpuAlone = medianOf([&] { return timeOf(false, true); });
    const double together = medianOf([&] { return timeOf(true, true); });
    gpu::keepTrace(*driver.finish(), traces, "w9");
    table.add({.name = "13.3-cpu-gpu, CPU and GPU / longer",
               .value = together / std::max(gpuAlone, cpuAlone),
               .unit = "x",
               .atMost = 1.05,
               .note = milliseconds(together, std::max(gpuAlone, cpuAlone))});
}

struct ChainTimes {
    double issuing = 0;   ///< issue time of the chain, operation by operation
    double replayed = 0;  ///< time of the chain's compiled graph
};

ChainTimes ourChain(const gpu::Subject& subject, const Sizes& sizes, const std::filesystem::path& traces,
                    const std::string& name)
{
    Driver driver(subject.open, optionsOf(Semantics::Torch));
    const Handle x = driver.fill({kElements}, 0);
    static_cast<void>(driver.waitAll());
    ChainTimes times;
    times.issuing = medianOf([&] {
        static_cast<void>(driver.waitAll());
        const double issuing = secondsOf([&] {
            for (int i = 0; i < sizes.chain; ++i)
                static_cast<void>(driver.push(Operator::AddScalar, {x}, x, 1));
        });
        static_cast<void>(driver.waitAll());
        return issuing;
    });
    const ops::Operation compiled = graphChain(sizes.graph, kElements);
    const Handle y = driver.create({kElements});
    for (int i = 0; i < 3; ++i)
        static_cast<void>(driver.push(compiled, {x}, {y}));
    times.replayed = medianOf([&] {
        static_cast<void>(driver.waitAll());
        return secondsOf([&] {
            for (int i = 0; i < sizes.replays; ++i)
                static_cast<void>(driver.push(compiled, {x}, {y}));
            static_cast<void>(driver.waitAll());
        });
    });
    gpu::keepTrace(*driver.finish(), traces, name);
    return times;
}

ChainTimes bareChain(const Sizes& sizes)
{
    ChainTimes times;
    bare::Chain bare(sizes.chain, kElements);
    times.issuing = medianOf([&] {
        double issuing = 0;
        static_cast<void>(bare.launch(issuing));
        return issuing;
    });
    bare::Chain graph(sizes.graph, kElements);
    times.replayed = medianOf([&] { return graph.replay(sizes.replays); });
    return times;
}

/// Measures kernels that are so short that the host determines the time. The results with and without the profiler show
/// what the profiler costs.
void chain(bench::Table& table, const gpu::Subject& subject, const Sizes& sizes, bool isMadeUp,
           const std::filesystem::path& traces)
{
    if (isMadeUp) {
        static_cast<void>(ourChain(subject, sizes, traces, "chain"));
        return table.skip("chain of tiny kernels against a bare loop", "made-up GPUs have no bare loop");
    }
    ChainTimes theirs = bareChain(sizes);
    const ChainTimes ours = ourChain(subject, sizes, traces, "chain");
    std::vector<std::pair<std::string, ChainTimes>> others;
    for (const char* source : {"events", "host"}) {
        setenv("OVERLAP_CUDA_TIMES", source, 1);
        others.emplace_back(source, ourChain(subject, sizes, traces, std::string("chain-") + source));
    }
    unsetenv("OVERLAP_CUDA_TIMES");
    const ChainTimes again = bareChain(sizes);
    if (const std::string problem = bare::problem(); !problem.empty())
        return table.skip("chain of tiny kernels against a bare loop", problem);
    theirs.issuing = std::min(theirs.issuing, again.issuing);
    theirs.replayed = std::min(theirs.replayed, again.replayed);
    table.add({.name = "chain of tiny kernels: host cost / bare launch loop",
               .value = ours.issuing / theirs.issuing,
               .unit = "x",
               .atMost = 1.5,
               .note = milliseconds(ours.issuing, theirs.issuing)});
    table.add({.name = "the chain as a graph / CUDA's own replay",
               .value = ours.replayed / theirs.replayed,
               .unit = "x",
               .atMost = 1.1,
               .note = milliseconds(ours.replayed, theirs.replayed)});
    for (const auto& [source, times] : others)
        table.add({.name = "chain: host cost, times by " + source + " / bare loop",
                   .value = times.issuing / theirs.issuing,
                   .unit = "x",
                   .note = milliseconds(times.issuing, theirs.issuing)});
}

}  // namespace

/// Measures ratios that need hardware: bench_gpu [--plain] [--made-up] [--traces FOLDER] [FILTER].
int main(int argc, char** argv)
{
    return gpu::run(argc, argv, [argc, argv](const gpu::Arguments& arguments, const gpu::Subject& subject) {
        std::vector<char*> rest;  // arguments for the table: all except those of this program and their values
        for (int i = 0; i < argc; ++i) {
            const std::string word = argv[i];
            if (word == "--traces" || word == "--count")
                ++i;
            else if (word != "--made-up")
                rest.push_back(argv[i]);
        }
        bench::Table table("gpu", static_cast<int>(rest.size()), rest.data());
        Sizes sizes;
        if (arguments.isMadeUp)
            sizes = {.n = 64, .products = 8, .host = 64, .chain = 50, .graph = 50, .replays = 2};
        if (table.wants("products"))
            products(table, subject, sizes, arguments.isMadeUp, arguments.traces);
        if (table.wants("both"))
            both(table, subject, sizes, arguments.traces);
        if (table.wants("chain"))
            chain(table, subject, sizes, arguments.isMadeUp, arguments.traces);
        return table.finish();
    });
}
