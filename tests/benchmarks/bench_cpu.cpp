#include "engine/devices/cpu/executor.h"
#include "engine/devices/cpu/host.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/ops/shape_rules.h"
#include "engine/trace/recorder.h"
#include "tests/benchmarks/table.h"

#include <dnnl.h>
#include <omp.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <span>
#include <thread>

using namespace engine;
using namespace engine::devices::cpu;
using ops::Operation;
using ops::Operator;
using ops::Shape;

namespace {

double secondsOf(const auto& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Returns the processor time of this thread. Other programs on the machine disturb it less than wall time.
double processorSecondsOf(const auto& work)
{
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double begin = now();
    work();
    return now() - begin;
}

std::string figure(const char* format, double value)
{
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// Tensors and the threads that compute with them, without a platform.
class Bench {
public:
    explicit Bench(int threads) : m_threads(threads), m_team(threads - 1) {}

    Tensor tensor(const Shape& shape)
    {
        Tensor tensor;
        tensor.shape = shape;
        tensor.block = *m_storage.allocate(shape.bytes());
        std::fill_n(tensor.block.data(), shape.elements(), 0.5F);
        return tensor;
    }

    double seconds(const Operation& operation, std::span<Tensor* const> inputs, std::span<Tensor* const> outputs)
    {
        return secondsOf([&] {
            if (!m_executor.execute(operation, inputs, outputs, OpId{0}, {m_threads, {}}))
                std::abort();
        });
    }
    double seconds(const Operation& operation, std::vector<Tensor*> inputs, Tensor& output)
    {
        return seconds(operation, inputs, std::array{&output});
    }

private:
    int m_threads;
    Storage m_storage{kGiB * 8};
    Team m_team;
    Executor m_executor{m_storage, m_team};
};

/// Returns the medians of both times. The repetitions of `first` and `second` alternate, so that disturbances affect
/// both.
std::pair<double, double> interleaved(int repeats, const auto& first, const auto& second)
{
    std::vector<double> a;
    std::vector<double> b;
    first();
    second();
    for (int i = 0; i < repeats; ++i) {
        a.push_back(first());
        b.push_back(second());
    }
    return {bench::median(a), bench::median(b)};
}

void benchProduct(bench::Table& table, int threads, std::int64_t n)
{
    Bench bench(threads);
    const Shape shape{n, n};
    Tensor a = bench.tensor(shape);
    Tensor b = bench.tensor(shape);
    Tensor out = bench.tensor(shape);
    const Operation product{Operator::MatMul, {shape, shape}, shape};
    const auto ours = [&] { return bench.seconds(product, {&a, &b}, out); };
    const auto theirs = [&] {
        omp_set_num_threads(threads);
        const double seconds = secondsOf([&] {
            if (dnnl_sgemm('N', 'N', n, n, n, 1, a.block.data(), n, b.block.data(), n, 0, out.block.data(), n) !=
                dnnl_success)
                std::abort();
        });
        omp_set_num_threads(1);
        return seconds;
    };
    const auto [mine, peer] = interleaved(n > 1000 ? 7 : 40, ours, theirs);
    const double flops = 2.0 * static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);
    const std::string name = "product " + std::to_string(n) + "^3, " + std::to_string(threads) + " threads";
    table.add({.name = name + ", own team / OpenMP team",
               .value = peer / mine,
               .unit = "x",
               .atLeast = 0.95,
               .note = figure("%.1f GFLOP/s", flops / mine * 1e-9) + figure(", OpenMP %.1f", flops / peer * 1e-9)});
}

void benchElementwise(bench::Table& table, int threads)
{
    Bench bench(threads);
    const Shape shape{4000, 4000};
    Tensor x = bench.tensor(shape);
    Tensor y = bench.tensor(shape);
    const Operation add{Operator::AddScalar, {shape}, shape, {1, 0}};
    const auto ours = [&] { return bench.seconds(add, {&x}, y); };
    const auto copies = [&] {
        return secondsOf([&] {
            const auto part = static_cast<std::size_t>(shape.elements()) / static_cast<std::size_t>(threads);
            std::vector<std::jthread> others;
            for (int t = 0; t < threads; ++t)
                others.emplace_back([&, t] {
                    const auto at = part * static_cast<std::size_t>(t);
                    std::memcpy(y.block.data() + at, x.block.data() + at, part * sizeof(float));
                });
        });
    };
    const auto [mine, limit] = interleaved(15, ours, copies);
    const double bytes = 2.0 * static_cast<double>(shape.bytes().value);
    table.add({.name = "x + 1 against memcpy, " + std::to_string(threads) + " threads",
               .value = limit / mine,
               .unit = "x",
               .atLeast = 0.6,
               .aim = 1,
               .note = figure("%.1f GB/s", bytes / mine * 1e-9) + figure(", memcpy %.1f", bytes / limit * 1e-9)});
}

/// Measures training operators that are bound by memory: their bytes per second relative to a copy.
void benchTraining(bench::Table& table)
{
    const Shape pictures{64, 64, 28, 28};
    const Shape c{64};
    const auto add = [&](const char* name, double atLeast, Operation operation) {
        if (Status status = ops::inferOutputs(operation); !status)
            std::abort();
        Bench bench(1);
        std::vector<Tensor> tensors;
        for (const Shape& input : operation.inputs)
            tensors.push_back(bench.tensor(input));
        for (std::size_t i = 0; i < operation.outputCount(); ++i)
            tensors.push_back(bench.tensor(operation.outputAt(i)));
        std::vector<Tensor*> all;
        for (Tensor& tensor : tensors)
            all.push_back(&tensor);
        const std::span<Tensor* const> pointers(all);
        const std::size_t inputs = operation.inputs.size();
        const ops::Cost cost = ops::costOf(operation);
        const double bytes = static_cast<double>((cost.read + cost.written).value);
        std::vector<char> from(static_cast<std::size_t>(bytes / 2), 'x');
        std::vector<char> to(from.size());
        const auto [mine, limit] = interleaved(
            9,
            [&] {
                return processorSecondsOf([&] {
                    static_cast<void>(bench.seconds(operation, pointers.first(inputs), pointers.subspan(inputs)));
                });
            },
            [&] { return processorSecondsOf([&] { std::memcpy(to.data(), from.data(), from.size()); }); });
        table.add({.name = std::string(name) + " against memcpy, 1 thread",
                   .value = limit / mine,
                   .unit = "x",
                   .atLeast = atLeast,
                   .aim = 1,
                   .note = figure("%.1f GB/s", bytes / mine * 1e-9) + figure(", memcpy %.1f", bytes / limit * 1e-9)});
    };
    const auto with = [](Operator op, std::vector<Shape> inputs, const auto& change) {
        Operation operation;
        operation.op = op;
        operation.inputs = std::move(inputs);
        change(operation);
        return operation;
    };
    const auto nothing = [](Operation&) {};
    const auto halves = [](Operation& o) { o.window = {{2, 2}, {2, 2}, {0, 0}}; };
    add("gradient of relu", 0.6, with(Operator::ReluBackward, {pictures, pictures}, nothing));
    add("update by SGD", 0.6, with(Operator::SgdUpdate, {pictures, pictures}, [](Operation& o) { o.scalars[0] = 1; }));
    add("average pooling", 0.3, with(Operator::AveragePool, {pictures}, halves));
    add("its gradient", 0.3, with(Operator::AveragePoolBackward, {{64, 64, 14, 14}, pictures}, halves));
    add("batch normalisation", 0.2,
        with(Operator::BatchNorm, {pictures, c, c, c, c}, [](Operation& o) { o.isTraining = true; }));
    add("its gradient", 0.2, with(Operator::BatchNormBackward, {pictures, pictures, c, c, c}, nothing));
    add("sums of channels", 0.2, with(Operator::Sum, {pictures}, [](Operation& o) { o.axes = 13; }));
    add("sums of columns", 0.2, with(Operator::Sum, {{4096, 784}}, [](Operation& o) { o.axes = 1; }));
    add("a batch of a data set", 0.6, with(Operator::Slice, {{4096, 784}}, [](Operation& o) {
            o.output = {2048, 784};
        }));
    add("repeating a row", 0.6, with(Operator::Broadcast, {{784}}, [](Operation& o) { o.output = {4096, 784}; }));
}

void benchGenerators(bench::Table& table)
{
    Bench bench(1);
    const Shape shape{1000, 1000};
    Tensor x = bench.tensor(shape);
    Tensor sum = bench.tensor({});
    const auto perElement = [&](const Operation& operation, std::vector<Tensor*> inputs, Tensor& output) {
        std::vector<double> times;
        for (int i = 0; i < 9; ++i)
            times.push_back(bench.seconds(operation, inputs, output));
        return bench::median(times) / static_cast<double>(shape.elements()) * 1e9;
    };
    table.add({.name = "uniform random numbers, 1 thread",
               .value = perElement({Operator::RandomUniform, {}, shape, {0, 1}, 1}, {}, x),
               .unit = "ns each",
               .atMost = 12});
    table.add({.name = "normal random numbers, 1 thread",
               .value = perElement({Operator::RandomNormal, {}, shape, {0, 1}, 1}, {}, x),
               .unit = "ns each",
               .atMost = 40});
    table.add({.name = "sum, 1 thread",
               .value = perElement({Operator::Sum, {shape}, {}}, {&x}, sum),
               .unit = "ns each",
               .atMost = 1});
}

void benchForkJoin(bench::Table& table, int threads)
{
    if (threads < 2)
        return table.skip("fork and join", "one core");
    Team team(threads - 1);
    std::vector<double> times;
    for (int i = 0; i < 2000; ++i)
        times.push_back(secondsOf([&] { team.run(threads, threads, [](std::int64_t) {}); }));
    table.add({.name = "fork and join of the team", .value = bench::median(times) * 1e6, .unit = "us", .atMost = 20});
}

/// Runs operations on this computer as a front end does.
class Program {
public:
    explicit Program(std::int64_t maxPending)
    {
        device::PlatformOptions options;
        options.semantics = device::Semantics::MXNet;
        options.maxPending = maxPending;
        auto opened = openThisComputer(options, m_recorder);
        if (!opened)
            std::abort();
        m_platform = *std::move(opened);
    }
    ~Program() { m_platform->finish(); }

    VariableId create(const Shape& shape)
    {
        device::VariableRequest request;
        request.device = DeviceId{0};
        request.shape = shape;
        return *m_platform->create(request);
    }
    void push(Operator op, std::vector<Shape> inputs, const Shape& output, std::span<const VariableId> reads,
              VariableId write)
    {
        device::OpRequest request;
        request.operation = {op, std::move(inputs), output, {0, 1}, 1};
        request.reads = reads;
        request.writes = std::span(&write, 1);
        request.device = DeviceId{0};
        if (!m_platform->push(request))
            std::abort();
    }
    void waitAll()
    {
        if (!m_platform->waitAll({}))
            std::abort();
    }
    void release(VariableId id) { m_platform->release(id); }

private:
    trace::Recorder m_recorder;
    std::unique_ptr<device::Platform> m_platform;
};

/// Program 13.2.2: two independent products take twice as long as one product, because a product uses all cores and
/// there is only one worker.
void benchTwoDots(bench::Table& table)
{
    Program program(4096);
    const Shape shape{2000, 2000};
    const VariableId x = program.create(shape);
    program.push(Operator::RandomUniform, {}, shape, {}, x);
    program.waitAll();
    const std::array reads{x, x};
    const auto dots = [&](int count) {
        return secondsOf([&] {
            for (int i = 0; i < count; ++i) {
                const VariableId y = program.create(shape);
                program.push(Operator::MatMul, {shape, shape}, shape, reads, y);
                program.release(y);
            }
            program.waitAll();
        });
    };
    const auto [one, two] = interleaved(
        7, [&] { return dots(1); }, [&] { return dots(2); });
    table.add({.name = "13.2.2: two dots / one dot",
               .value = two / one,
               .unit = "x",
               .atMost = 2.2,
               .atLeast = 1.8,
               .note = figure("one dot %.1f ms", one * 1e3)});
}

void benchPush(bench::Table& table)
{
    constexpr int kOps = 20'000;
    std::vector<double> pushes;
    std::vector<double> totals;
    for (int repeat = 0; repeat < 5; ++repeat) {
        Program program(0);
        const VariableId x = program.create({1});
        program.push(Operator::Fill, {}, {1}, {}, x);
        program.waitAll();
        double push = 0;
        const double total = secondsOf([&] {
            push = secondsOf([&] {
                for (int i = 0; i < kOps; ++i) {
                    const VariableId y = program.create({1});
                    program.push(Operator::AddScalar, {{1}}, {1}, std::span(&x, 1), y);
                    program.release(y);
                }
            });
            program.waitAll();
        });
        pushes.push_back(push / kOps * 1e9);
        totals.push_back(total / kOps * 1e9);
    }
    table.add({.name = "create, push, release of one tensor, recorded",
               .value = bench::median(pushes),
               .unit = "ns/op",
               .atMost = 5000,
               .aim = 1000});
    table.add({.name = "the same to the end of the wait",
               .value = bench::median(totals),
               .unit = "ns/op",
               .atMost = 8000,
               .aim = 2000});
}

}  // namespace

int main(int argc, char** argv)
{
    bench::Table table("cpu", argc, argv);
    const int cores = readHost().cores;
    if (table.wants("product")) {
        benchProduct(table, 1, 512);
        benchProduct(table, cores, 512);
        benchProduct(table, cores, 2000);
    }
    if (table.wants("elementwise")) {
        benchElementwise(table, 1);
        benchElementwise(table, cores);
    }
    if (table.wants("training"))
        benchTraining(table);
    if (table.wants("generators"))
        benchGenerators(table);
    if (table.wants("fork"))
        benchForkJoin(table, cores);
    if (table.wants("dots"))
        benchTwoDots(table);
    if (table.wants("push"))
        benchPush(table);
    return table.finish();
}
