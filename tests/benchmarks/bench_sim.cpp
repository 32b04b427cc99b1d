#include "engine/device/machine_file.h"
#include "engine/devices/sim/open_virtual.h"
#include "engine/trace/recorder.h"
#include "engine/trace/store.h"
#include "tests/benchmarks/table.h"
#include "tests/benchmarks/training_net.h"
#include "tests/source_dir.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>

// Measures the speed of virtual machines: operations as in program 13.3.1 (50 products of 4000 x 4000 per GPU and
// round), with and without recording; a queue of a million operations; the run after a user flips a switch.
namespace {

using namespace engine;

constexpr int kRounds = 400;
constexpr int kProducts = 50;
constexpr int kRepeats = 5;

/// Returns the CPU time of this thread, which other programs on the machine hardly affect.
double now()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

class Nothing final : public trace::Sink {
public:
    void write(trace::Record) override {}
    [[nodiscard]] NameId intern(std::string_view) override { return NameId{0}; }
};

class IntoStore final : public trace::Sink {
public:
    void write(trace::Record record) override { m_store.apply(record); }
    [[nodiscard]] NameId intern(std::string_view) override { return NameId{0}; }

private:
    trace::Store m_store;
};

device::Machine bookMachine()
{
    auto machine = device::readMachine(tests::inSource("resources/machines/book-v100.json"));
    if (!machine) {
        std::fprintf(stderr, "%s\n", machine.error().english().c_str());
        std::exit(1);
    }
    return *std::move(machine);
}

VariableId tensor(device::Platform& platform, DeviceId device)
{
    device::VariableRequest request;
    request.device = device;
    request.shape = {4000, 4000};
    return *platform.create(request);
}

device::OpRequest product(DeviceId device)
{
    device::OpRequest request;
    request.operation.op = ops::Operator::MatMul;
    request.operation.inputs = {{4000, 4000}, {4000, 4000}};
    request.operation.output = {4000, 4000};
    request.device = device;
    return request;
}

/// Issues one round of products to both GPUs, and drops the results as the book's program does. Returns the number
/// of operations that it pushed.
int runBoth(device::Platform& platform, const std::array<VariableId, 2>& inputs)
{
    int pushed = 0;
    for (int gpu = 0; gpu < 2; ++gpu) {
        const DeviceId device{gpu + 1};
        device::OpRequest request = product(device);
        const VariableId x = inputs[static_cast<std::size_t>(gpu)];
        const std::array<VariableId, 2> reads{x, x};
        request.reads = reads;
        std::array<VariableId, kProducts> results;
        for (VariableId& y : results) {
            y = tensor(platform, device);
            request.writes = {&y, 1};
            if (!platform.push(request))
                std::abort();
            ++pushed;
        }
        for (VariableId y : results)
            platform.release(y);
    }
    if (!platform.waitAll({}))
        std::abort();
    return pushed;
}

/// Returns the seconds per operation.
template <typename Sink>
double measure(const device::Machine& machine, device::Semantics semantics, int rounds)
{
    Sink sink;
    device::PlatformOptions options;
    options.semantics = semantics;
    const double begin = now();
    auto platform = *devices::sim::openVirtual(machine, options, sink);
    const std::array<VariableId, 2> inputs{tensor(*platform, DeviceId{1}), tensor(*platform, DeviceId{2})};
    int pushed = 0;
    for (int round = 0; round < rounds; ++round)
        pushed += runBoth(*platform, inputs);
    platform->finish();
    return (now() - begin) / pushed;
}

void operations(bench::Table& table, const device::Machine& machine, device::Semantics semantics, const char* dialect)
{
    std::vector<double> plain;
    std::vector<double> stored;
    std::vector<double> recorded;
    for (int i = 0; i < kRepeats; ++i) {
        plain.push_back(1e-6 / measure<Nothing>(machine, semantics, kRounds));
        stored.push_back(1e-6 / measure<IntoStore>(machine, semantics, kRounds));
        recorded.push_back(1e-6 / measure<trace::Recorder>(machine, semantics, kRounds));
    }
    const std::string name = std::string("products on two GPUs, ") + dialect;
    table.add({.name = name + ", into a store", .value = bench::median(stored), .unit = "M/s", .atLeast = 1.0});
    table.add(
        {.name = name + ", through the recorder", .value = bench::median(recorded), .unit = "M/s", .atLeast = 1.0});
    table.add({.name = name + ", not recorded", .value = bench::median(plain), .unit = "M/s"});
}

void flip(bench::Table& table, const device::Machine& machine)
{
    std::vector<double> times;
    for (int i = 0; i < 20; ++i)
        times.push_back(1e3 * 300 * measure<IntoStore>(machine, device::Semantics::Torch, 3));
    table.add({.name = "a run of 300 operations from opening to end",
               .value = bench::median(times),
               .unit = "ms",
               .atMost = 5.0});
}

void queueOfAMillion(bench::Table& table, const device::Machine& machine)
{
    trace::Recorder sink;
    auto platform = *devices::sim::openVirtual(machine, {}, sink);
    const VariableId x = tensor(*platform, DeviceId{1});
    const VariableId y = tensor(*platform, DeviceId{1});
    device::OpRequest request = product(DeviceId{1});
    const std::array<VariableId, 2> reads{x, x};
    request.reads = reads;
    request.writes = {&y, 1};
    double begin = now();
    for (int i = 0; i < 1'000'000; ++i)
        if (!platform->push(request))
            std::abort();
    table.add({.name = "push, a million pending", .value = (now() - begin) * 1e3, .unit = "ns/op"});
    begin = now();
    platform->cancel();
    static_cast<void>(platform->waitAll({}));
    platform->finish();
    table.add({.name = "cancel with a million pending", .value = (now() - begin) * 1e3, .unit = "ms", .atMost = 500.0});
}

class Counting final : public trace::Sink {
public:
    void write(trace::Record record) override
    {
        m_operations += std::holds_alternative<trace::IssueRecord>(record) ? 1 : 0;
        m_recorder.write(std::move(record));
    }
    [[nodiscard]] NameId intern(std::string_view text) override { return m_recorder.intern(text); }
    [[nodiscard]] std::int64_t operations() const { return m_operations; }

private:
    trace::Recorder m_recorder;
    std::int64_t m_operations = 0;
};

/// Trains LeNet for 4 epochs on 2 GPUs, timing only. Measures how long a user waits after flipping a switch of program
/// 13.5.6.
void training(bench::Table& table, const device::Machine& machine)
{
    constexpr int kSteps = 4 * 235;
    Counting sink;
    device::PlatformOptions options;
    options.semantics = device::Semantics::MXNet;
    bench::Network network = bench::networkOf("lenet");
    network.input = {network.input[0] / 2, network.input[1], network.input[2], network.input[3]};
    network.target = {network.target[0] / 2};
    const double begin = now();
    auto platform = *devices::sim::openVirtual(machine, options, sink);
    std::vector<std::unique_ptr<bench::Training>> replicas;
    std::vector<std::array<bench::Training::Value, 2>> batches;
    for (int gpu = 1; gpu <= 2; ++gpu) {
        replicas.push_back(std::make_unique<bench::Training>(*platform, sink, DeviceId(gpu)));
        batches.push_back(
            {replicas.back()->constant(network.input, 0.5), replicas.back()->constant(network.target, 1)});
    }
    for (int step = 0; step < kSteps; ++step)
        for (std::size_t gpu = 0; gpu < 2; ++gpu)
            replicas[gpu]->step([&] { return network.loss(*replicas[gpu], batches[gpu][0], batches[gpu][1]); }, 0.01);
    platform->finish();
    const double seconds = now() - begin;
    table.add({.name = "4 epochs of LeNet on 2 GPUs, timing only",
               .value = seconds,
               .unit = "s",
               .atMost = 2.0,
               .note = std::to_string(sink.operations()) + " operations"});
}

}  // namespace

int main(int argc, char** argv)
{
    bench::Table table("sim", argc, argv);
    const device::Machine machine = bookMachine();
    if (table.wants("operations")) {
        operations(table, machine, device::Semantics::Torch, "PyTorch");
        operations(table, machine, device::Semantics::MXNet, "MXNet");
    }
    if (table.wants("training"))
        training(table, machine);
    if (table.wants("flip"))
        flip(table, machine);
    if (table.wants("million"))
        queueOfAMillion(table, machine);
    return table.finish();
}
