#include "engine/devices/cpu/host.h"
#include "engine/devices/cpu/kernels/product.h"
#include "engine/devices/cpu/this_computer.h"
#include "tests/benchmarks/table.h"
#include "tests/benchmarks/training_net.h"
#include "tests/benchmarks/training_runs.h"

#include <sched.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <unordered_map>

using namespace engine;

namespace {

std::string figure(const char* format, double value)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

/// Wall time and processor time of a training step; other programs on the machine disturb processor time less.
struct Seconds {
    double wall = 0;
    double processor = 0;
};

double processorSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Seconds measure(const auto& work)
{
    const double processor = processorSeconds();
    const auto begin = std::chrono::steady_clock::now();
    work();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
            processorSeconds() - processor};
}

/// Sums the run time of operations by name and ignores the rest of the trace.
class Profile final : public trace::Sink {
public:
    void write(trace::Record record) override
    {
        const std::lock_guard lock(m_mutex);
        if (const auto* issue = std::get_if<trace::IssueRecord>(&record)) {
            m_names[issue->op.index] = issue->name;
            m_flops += m_isOn ? issue->flops : 0.0;
        }
        if (const auto* life = std::get_if<trace::LifeRecord>(&record); life != nullptr && m_isOn) {
            m_times[m_names[life->op.index].index] += life->finished - life->started;
        }
    }
    NameId intern(std::string_view text) override
    {
        const std::lock_guard lock(m_mutex);
        const auto [place, isNew] = m_ids.emplace(text, NameId(m_texts.size()));
        if (isNew)
            m_texts.emplace_back(text);
        return place->second;
    }
    void start()
    {
        const std::lock_guard lock(m_mutex);
        m_isOn = true;
    }
    /// Returns the FLOP of the operations issued since start().
    [[nodiscard]] double flops() const
    {
        const std::lock_guard lock(m_mutex);
        return m_flops;
    }
    /// Returns the operation names with their fractions of the run time since start(), such as "Convolution 42 %, ...".
    [[nodiscard]] std::string text() const
    {
        const std::lock_guard lock(m_mutex);
        std::vector<std::pair<Nanoseconds, std::string>> rows;
        Nanoseconds total{};
        for (const auto& [name, time] : m_times) {
            rows.emplace_back(time, m_texts[name]);
            total += time;
        }
        std::sort(rows.rbegin(), rows.rend());
        std::string text;
        for (std::size_t i = 0; i < rows.size() && i < 8; ++i)
            text += (i == 0 ? "" : ", ") + rows[i].second +
                    figure(" %.1f %%", 100.0 * static_cast<double>(rows[i].first.count()) /
                                           static_cast<double>(std::max<std::int64_t>(1, total.count())));
        return text;
    }

private:
    mutable std::mutex m_mutex;  ///< guards all members below
    bool m_isOn = false;
    std::unordered_map<std::string, NameId> m_ids;
    std::vector<std::string> m_texts;
    std::unordered_map<std::uint32_t, NameId> m_names;
    std::unordered_map<std::uint32_t, Nanoseconds> m_times;
    double m_flops = 0;
};

/// Runs training steps on this computer.
class Ours {
public:
    explicit Ours(const bench::Network& network) : m_network(network)
    {
        device::PlatformOptions options;
        options.semantics = device::Semantics::MXNet;
        auto opened = devices::cpu::openThisComputer(options, m_profile);
        if (!opened)
            std::abort();
        m_platform = *std::move(opened);
        m_training = std::make_unique<bench::Training>(*m_platform, m_profile);
        m_input = m_training->constant(network.input, 0.5);
        m_target = m_training->constant(network.target, 1);
    }
    ~Ours() { m_platform->finish(); }

    Seconds step()
    {
        return measure(
            [this] { m_training->step([this] { return m_network.loss(*m_training, m_input, m_target); }, 0.01); });
    }
    Profile& profile() { return m_profile; }

private:
    const bench::Network& m_network;
    Profile m_profile;
    std::unique_ptr<device::Platform> m_platform;
    std::unique_ptr<bench::Training> m_training;
    bench::Training::Value m_input;
    bench::Training::Value m_target;
};

/// Runs the same steps in PyTorch, in a separate process that runs one step for each line that it receives.
/// OVERLAP_TORCH_PYTHON names a Python that has PyTorch; otherwise python3 is used.
class Torch {
public:
    Torch(const std::string& network, int threads)
    {
        std::array<int, 2> there{};
        std::array<int, 2> back{};
        if (pipe(there.data()) != 0 || pipe(back.data()) != 0)
            return;
        m_process = fork();
        if (m_process == 0) {
            dup2(there[0], STDIN_FILENO);
            dup2(back[1], STDOUT_FILENO);
            for (const int end : {there[0], there[1], back[0], back[1]})
                close(end);
            const char* python = std::getenv("OVERLAP_TORCH_PYTHON");
            python = python != nullptr ? python : "python3";
            execlp(python, python, OVERLAP_TORCH_TRAINING, std::to_string(threads).c_str(), network.c_str(), "-",
                   nullptr);
            _exit(3);
        }
        close(there[0]);
        close(back[1]);
        m_commands = fdopen(there[1], "w");
        m_answers = fdopen(back[0], "r");
        std::array<char, 64> version{};
        if (m_process > 0 && std::fscanf(m_answers, "ready %63s", version.data()) == 1)
            m_version = version.data();
    }
    ~Torch()
    {
        if (m_commands != nullptr)
            std::fclose(m_commands);
        if (m_answers != nullptr)
            std::fclose(m_answers);
        if (m_process > 0)
            waitpid(m_process, nullptr, 0);
    }
    Torch(const Torch&) = delete;
    Torch& operator=(const Torch&) = delete;

    /// The version of PyTorch; empty if it is not installed.
    [[nodiscard]] const std::string& version() const { return m_version; }

    Seconds step()
    {
        Seconds seconds;
        std::fputs("step\n", m_commands);
        std::fflush(m_commands);
        if (std::fscanf(m_answers, "%lf %lf", &seconds.wall, &seconds.processor) != 2)
            std::abort();
        return seconds;
    }

private:
    pid_t m_process = -1;
    std::FILE* m_commands = nullptr;
    std::FILE* m_answers = nullptr;
    std::string m_version;
};

/// FLOP per second of processor time of a product of matrices of 512 x 512, a practical upper limit of the other
/// results.
double productRate()
{
    constexpr std::int64_t kSize = 512;
    const std::vector<float> factor(static_cast<std::size_t>(kSize * kSize), 0.5F);
    std::vector<float> out(factor.size());
    devices::cpu::Tile tile;
    tile.a = tile.b = factor.data();
    tile.out = out.data();
    tile.rows = tile.columns = tile.inner = tile.aStride = tile.bStride = tile.outStride = kSize;
    std::vector<double> times;
    for (int i = 0; i < 30; ++i)
        times.push_back(measure([&] {
                            if (!devices::cpu::multiply(tile))
                                std::abort();
                        }).processor);
    return 2.0 * kSize * kSize * kSize / bench::median(times);
}

struct Medians {
    std::vector<double> wall;
    std::vector<double> processor;
    void add(const Seconds& seconds)
    {
        wall.push_back(seconds.wall);
        processor.push_back(seconds.processor);
    }
};

void benchNetwork(bench::Table& table, const std::string& name, int threads)
{
    const bench::Network network = bench::networkOf(name);
    const std::string what = name + " training, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    Ours ours(network);
    Torch torch(name, threads);
    for (int i = 0; i < 2; ++i)
        static_cast<void>(ours.step());
    ours.profile().start();
    Medians mine;
    Medians theirs;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(8);
    while (mine.wall.size() < 3 || std::chrono::steady_clock::now() < end) {
        mine.add(ours.step());
        if (!torch.version().empty())
            theirs.add(torch.step());
    }
    const double seconds = bench::median(mine.wall);
    const double rate = ours.profile().flops() / static_cast<double>(mine.wall.size()) / bench::median(mine.processor);
    table.add({.name = what,
               .value = static_cast<double>(network.batch) / seconds,
               .unit = "img/s",
               .note = figure("%.1f ms a step; ", seconds * 1e3) + figure("a core makes %.0f GFLOP/s, ", rate * 1e-9) +
                       figure("%.0f %% of a product's; ", 100 * rate / productRate()) + ours.profile().text()});
    if (torch.version().empty())
        return table.skip(what + " / PyTorch",
                          "PyTorch is not installed; OVERLAP_TORCH_PYTHON may name a Python that has it");
    table.add(
        {.name = what + " / PyTorch",
         .value = bench::median(theirs.wall) / seconds,
         .unit = "x",
         .atLeast = 1.0,
         .note = "PyTorch " + torch.version() + figure(" %.1f ms; ", bench::median(theirs.wall) * 1e3) +
                 figure("of processor time %.2f x", bench::median(theirs.processor) / bench::median(mine.processor)) +
                 figure(" (%.1f", bench::median(mine.processor) * 1e3) +
                 figure(" and %.1f ms)", bench::median(theirs.processor) * 1e3)});
}

/// Program 13.1.3: a thousand forward passes of a small network, first operation by operation, then as one compiled
/// operation.
void benchForwards(bench::Table& table, int threads)
{
    constexpr int kForwards = 1000;
    Profile sink;
    device::PlatformOptions options;
    options.semantics = device::Semantics::MXNet;
    auto platform = devices::cpu::openThisComputer(options, sink);
    if (!platform)
        std::abort();
    bench::Training training(**platform, sink);
    bench::Perceptron net(training);
    Torch eagerTorch("w7", threads);
    Torch compiledTorch("w7-compiled", threads);
    const auto ours = [&](bool isCompiled) {
        return measure([&] {
            for (int i = 0; i < kForwards; ++i)
                net.forward(isCompiled);
            training.finishStep();
        });
    };
    std::array<Medians, 4> times;
    for (int i = 0; i < 9; ++i) {
        times[0].add(ours(false));
        times[1].add(ours(true));
        if (eagerTorch.version().empty())
            continue;
        times[2].add(eagerTorch.step());
        times[3].add(compiledTorch.step());
    }
    (*platform)->finish();
    std::array<double, 4> wall{};
    for (std::size_t i = 0; i < wall.size(); ++i)
        wall[i] = bench::median(times[i].wall);
    const std::string what = "13.1.3, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    table.add({.name = what + ": eager / compiled, without the dialect",
               .value = wall[0] / wall[1],
               .unit = "x",
               .atLeast = 2.0,
               .note = figure("%.1f ms", wall[0] * 1e3) + figure(" and %.1f ms for 1000 forwards; ", wall[1] * 1e3) +
                       figure("of processor time %.1f", bench::median(times[0].processor) * 1e3) +
                       figure(" and %.1f ms", bench::median(times[1].processor) * 1e3)});
    if (eagerTorch.version().empty())
        return table.skip(what + " / PyTorch", "PyTorch is not installed");
    table.add({.name = what + ": PyTorch / ours, eager",
               .value = wall[2] / wall[0],
               .unit = "x",
               .note = figure("PyTorch %.1f ms", wall[2] * 1e3)});
    table.add({.name = what + ": PyTorch / ours, compiled",
               .value = wall[3] / wall[1],
               .unit = "x",
               .note = figure("torch.jit.trace %.1f ms", wall[3] * 1e3)});
}

/// Restricts this process and its children to one processor, like a machine with one core.
void useOneProcessor()
{
    cpu_set_t all;
    CPU_ZERO(&all);
    if (sched_getaffinity(0, sizeof all, &all) != 0)
        return;
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
        if (CPU_ISSET(cpu, &all))
            CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
}

}  // namespace

int main(int argc, char** argv)
{
    bench::Table table("training", argc, argv);
    const int cores = devices::cpu::readHost().cores;
    const std::array<std::string, 3> networks{"lenet", "resnet18", "mlp"};
    for (const std::string& name : networks)
        if (cores > 1 && table.wants(name + " all"))
            benchNetwork(table, name, cores);
    if (cores > 1 && table.wants("w7 all"))
        benchForwards(table, cores);
    bench::benchRuns(table);
    useOneProcessor();
    for (const std::string& name : networks)
        if (table.wants(name + " one"))
            benchNetwork(table, name, 1);
    if (table.wants("w7 one"))
        benchForwards(table, 1);
    return table.finish();
}
