#include "engine/calibrate/measure.h"

#include "engine/calibrate/detail/bench.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace engine::calibrate {

using namespace detail;

namespace {

// in s; a calibration with at most one GPU should take a minute: 40 s for the items, 20 s for the held-out programs
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
        const double part = std::min(m_done / m_weight, kMostDone);
        const double remaining = m_done > 0 ? spent / m_done * std::max(0.0, m_weight - m_done) : m_weight;
        m_control.report({.item = item.name, .fraction = part, .remaining = remaining});
    }
    void end(const Item& item) { m_done += item.weight; }
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    }

private:
    // Limits the progress before the end: the weights are estimates, and 100 % would look finished.
    static constexpr double kMostDone = 0.99;

    const Control& m_control;
    double m_weight = 1;
    double m_done = 0;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

double longestFor(int gpus)
{
    return kLongest + kLongestPerGpu * std::max(0, gpus - 1);
}

/// Copies the numbers of `measured`, starting at index `first`, to `report`. Replaces numbers with the same path.
void replaceNumbers(const Report& measured, std::size_t first, Report& report)
{
    for (std::size_t i = first; i < measured.numbers.size(); ++i) {
        const Number& number = measured.numbers[i];
        const auto old = std::ranges::find(report.numbers, number.path, &Number::path);
        if (old != report.numbers.end())
            *old = number;
        else
            report.numbers.push_back(number);
    }
}

/// Measures items in rounds, until two rounds of each quantity agree, or the time or the number of rounds reaches its
/// limit. Each round measures all items that need it before the next round starts, so a temporary load disturbs only
/// some of the rounds. While other programs run, all rounds are measured, because two disturbed rounds may agree. The
/// numbers are computed from the samples of all rounds.
class ItemRounds {
public:
    ItemRounds(Bench& bench, const std::vector<Item>& items, ProgressReporter& progress, Report& report)
        : m_bench(bench), m_items(items), m_progress(progress), m_report(report), m_rounds(items.size())
    {
    }

    Status measure(const OtherPrograms& others)
    {
        for (std::size_t i = 0; i < m_items.size(); ++i)
            if (Status status = measureFirst(i); !status)
                return status;
        for (int round = 1; round < kMostRounds; ++round)
            for (std::size_t i = 0; i < m_items.size(); ++i)
                if (!isTimeUp() && (!isAgreed(i) || (!m_rounds[i].empty() && others.areDisturbing())))
                    if (!measureAgain(i))
                        return stopped();
        for (std::size_t i = 0; i < m_items.size(); ++i)
            recall(i);
        reportScattered();
        return {};
    }

private:
    static constexpr int kMostRounds = 8;  // on a loaded computer, rounds may never agree

    [[nodiscard]] bool isTimeUp() const { return m_progress.seconds() > longestFor(m_bench.gpus()); }
    [[nodiscard]] bool isAgreed(std::size_t item) const
    {
        return std::ranges::all_of(m_rounds[item], &Rounds::isAgreed);
    }

    Status run(std::size_t item, Report& report, Bench::Mode mode)
    {
        m_bench.exchangeRounds(m_rounds[item], mode);
        Status status = m_items[item].measure(m_bench, report);
        m_bench.exchangeRounds(m_rounds[item]);
        m_bench.forget();
        return status;
    }

    /// Measures the first round of an item. Adds a remark if the time is up or if the item fails. Errors: Cancelled.
    Status measureFirst(std::size_t item)
    {
        const Message& name = m_items[item].name;
        if (m_bench.isStopped())
            return stopped();
        if (isTimeUp()) {
            m_report.remarks.push_back(message("calibrate.not-measured", name, message("calibrate.time-up")));
            return {};
        }
        m_progress.begin(m_items[item]);
        const Status status = run(item, m_report, Bench::Mode::Measure);
        m_progress.end(m_items[item]);
        if (m_bench.isStopped())
            return stopped();
        if (!status)
            m_report.remarks.push_back(message("calibrate.not-measured", name, status.error().message));
        return {};
    }

    /// Measures one more round. Returns false if the calibration was stopped. If the round fails, the samples of
    /// earlier rounds remain.
    bool measureAgain(std::size_t item)
    {
        if (m_bench.isStopped())
            return false;
        Report ignored = m_report;
        m_progress.begin(m_items[item]);
        static_cast<void>(run(item, ignored, Bench::Mode::Measure));
        m_progress.end(m_items[item]);
        return !m_bench.isStopped();
    }

    /// Computes the item's numbers from the samples of all its rounds. The numbers may depend on those of earlier
    /// items.
    void recall(std::size_t item)
    {
        if (m_rounds[item].empty())
            return;
        Report again = m_report;
        if (run(item, again, Bench::Mode::Recall))
            replaceNumbers(again, m_report.numbers.size(), m_report);
    }

    void reportScattered()
    {
        std::vector<MessageArgument> scattered;
        for (std::size_t i = 0; i < m_items.size(); ++i)
            if (!isAgreed(i))
                scattered.emplace_back(m_items[i].name);
        if (!scattered.empty())
            m_report.remarks.push_back(message("calibrate.not-agreed", std::move(scattered)));
    }

    Bench& m_bench;
    const std::vector<Item>& m_items;
    ProgressReporter& m_progress;
    Report& m_report;
    std::vector<std::vector<Rounds>> m_rounds;  ///< for each item: the rounds of each quantity
};

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
    const OtherPrograms others(control.processors);
    // Measures the cost of an operation in the dependency engine, which measureFrontEnd() subtracts later.
    auto engine = Bench::open(open, optionsFor(device::Semantics::MXNet), control.stop);
    if (!engine)
        return std::move(engine).error();
    const std::vector<Item> items = itemsFor(engine->gpus());
    const std::vector<Item> workers = workerItems();
    Report report;
    constexpr double kRounds = 2;  // usual number of rounds
    ProgressReporter progress(control, kRounds * (weightOf(items) + weightOf(workers)));
    if (Status status = ItemRounds(*engine, workers, progress, report).measure(others); !status)
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
    if (Status status = ItemRounds(*bench, items, progress, report).measure(others); !status)
        return std::move(status).error();
    report.seconds = progress.seconds();
    return report;
}

}  // namespace engine::calibrate
