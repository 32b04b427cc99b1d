#include "engine/calibrate/measure.h"

#include "engine/calibrate/detail/bench.h"
#include "engine/messages/messages.h"

#include <chrono>
#include <utility>

namespace engine::calibrate {

using namespace detail;

namespace {

// s; with at most one GPU, programs may use the rest of a minute
constexpr double kLongest = 40;
constexpr double kLongestPerGpu = 15;

/// Reports the progress; the remaining time is extrapolated from the weights and the duration of the items so far.
class ProgressReporter {
public:
    ProgressReporter(const Control& control, double weight) : m_control(control), m_weight(weight) {}

    void begin(const Item& item)
    {
        if (!m_control.report)
            return;
        const double spent = seconds();
        const double part = m_done / m_weight;
        const double remaining = m_done > 0 ? spent / m_done * (m_weight - m_done) : m_weight;
        m_control.report({.item = item.name, .fraction = part, .remaining = remaining});
    }
    void end(const Item& item) { m_done += item.weight; }
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    }

private:
    const Control& m_control;
    double m_weight = 1;
    double m_done = 0;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

Error stopped()
{
    return makeError(ErrorCode::Cancelled, messages::message("calibrate.stopped"));
}

double longestFor(int gpus)
{
    return kLongest + kLongestPerGpu * std::max(0, gpus - 1);
}

Status measureAll(Bench& bench, const std::vector<Item>& items, ProgressReporter& progress, Report& report)
{
    for (const Item& item : items) {
        if (bench.isStopped())
            return stopped();
        if (progress.seconds() > longestFor(bench.gpus())) {
            report.remarks.push_back(
                messages::message("calibrate.not-measured", item.name, messages::message("calibrate.time-up")));
            continue;
        }
        progress.begin(item);
        const Status status = item.measure(bench, report);
        bench.forget();
        if (bench.isStopped())
            return stopped();
        if (!status)
            report.remarks.push_back(messages::message("calibrate.not-measured", item.name, status.error().message));
        progress.end(item);
    }
    return {};
}

double weightOf(const std::vector<Item>& items)
{
    double sum = 0;
    for (const Item& item : items)
        sum += item.weight;
    return sum;
}

void addHost(const device::DeviceInfo& host, Report& report)
{
    report.processor = host.model;
    if (host.capacity.value > 0)
        report.numbers.push_back({.path = "host.memoryGiB",
                                  .value = static_cast<double>(host.capacity.value) / (1 << 30),
                                  .how = "memory that programs can have",
                                  .statistics = {}});
}

std::vector<Item> itemsFor(int gpus)
{
    std::vector<Item> items = hostItems();
    const auto append = [&items](std::vector<Item> more) {
        items.insert(items.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    for (int gpu = 0; gpu < gpus; ++gpu) {
        append(gpuItems(gpu));
        append(gpuMemoryItems(gpu));
    }
    append(peerItems(gpus));
    return items;
}

device::PlatformOptions optionsFor(device::Semantics semantics)
{
    device::PlatformOptions options;
    options.semantics = semantics;
    options.maxPending = 0;
    return options;
}

}  // namespace

Result<Report> measurePlatform(const Opener& open, const Control& control)
{
    // The dependency engine first, because later items subtract its cost.
    auto engine = Bench::open(open, optionsFor(device::Semantics::MXNet), control.stop);
    if (!engine)
        return std::move(engine).error();
    const std::vector<Item> items = itemsFor(engine->gpus());
    const std::vector<Item> workers = workerItems();
    Report report;
    ProgressReporter progress(control, weightOf(items) + weightOf(workers));
    if (Status status = measureAll(*engine, workers, progress, report); !status)
        return std::move(status).error();
    engine->close();
    auto bench = Bench::open(open, optionsFor(device::Semantics::Torch), control.stop);
    if (!bench)
        return std::move(bench).error();
    report.mallocWaits.resize(static_cast<std::size_t>(bench->gpus()));
    for (const device::DeviceInfo& device : bench->platform().devices())
        if (device.kind == trace::DeviceKind::Gpu)
            report.gpus.push_back(device.model);
        else
            addHost(device, report);
    if (Status status = measureAll(*bench, items, progress, report); !status)
        return std::move(status).error();
    report.seconds = progress.seconds();
    return report;
}

}  // namespace engine::calibrate
