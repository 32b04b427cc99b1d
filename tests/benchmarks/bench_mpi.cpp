#include "engine/device/rank_transport.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/ranks/mpi/module.h"
#include "engine/ranks/mpi/world.h"
#include "engine/trace/recorder.h"
#include "tests/benchmarks/table.h"

#include <mpi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <thread>

/// Measures sums over the two ranks of a run on this computer, and compares them with loops of MPI alone in the same
/// processes, and with PyTorch's Gloo, which uses TCP. OVERLAP_TORCH_PYTHON names a Python that has PyTorch; otherwise
/// python3 is used. The benchmark runs twice. In the second run, for which it sets the environment variable kTcp, MPI
/// uses TCP as well.
using namespace engine;
using Clock = std::chrono::steady_clock;

namespace {

constexpr const char* kWait = "rank that waits 1 s for another: of a core";
constexpr const char* kTcp = "OVERLAP_BENCH_TCP";
constexpr const char* kGloo = "OVERLAP_BENCH_GLOO";  ///< environment variable with the output of gloo_sums.py

double secondsOf(const auto& work)
{
    const auto begin = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

[[noreturn]] void fail(const Error& error)
{
    std::fprintf(stderr, "bench_mpi: %s\n", error.english().c_str());
    std::_Exit(1);
}

/// Durations of calls, in seconds.
struct Times {
    std::vector<double> all;

    void measure(int calls, const auto& call)
    {
        for (int i = 0; i < calls; ++i)
            all.push_back(secondsOf(call));
    }
    /// Returns the first quartile. It changes little if the machine is slower during some of the calls.
    [[nodiscard]] double quartile() const
    {
        std::vector<double> sorted = all;
        const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 4);
        std::ranges::nth_element(sorted, at);
        return *at;
    }
};

struct Size {
    const char* name;
    std::int64_t elements;
    int calls;
    Times ours{};
    Times loop{};   ///< times of MPI_Iallreduce with a loop of MPI_Test
    Times block{};  ///< times of MPI_Allreduce
};

void measureMpi(Size& size)
{
    std::vector<float> numbers(static_cast<std::size_t>(size.elements));
    const auto count = static_cast<int>(size.elements);
    size.loop.measure(size.calls, [&] {
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Iallreduce(MPI_IN_PLACE, numbers.data(), count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, &request);
        for (int isDone = 0; isDone == 0;)
            MPI_Test(&request, &isDone, MPI_STATUS_IGNORE);
    });
    size.block.measure(size.calls,
                       [&] { MPI_Allreduce(MPI_IN_PLACE, numbers.data(), count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); });
}

/// A rank with a recorded run on this computer, like the rank of a program.
class Rank {
public:
    explicit Rank(ranks::mpi::World& world)
    {
        device::PlatformOptions options;
        options.transport = &world;
        auto platform = devices::cpu::openThisComputer(options, m_recorder);
        if (!platform)
            fail(platform.error());
        m_platform = *std::move(platform);
        m_name = m_recorder.intern("all_reduce");
    }
    ~Rank() { m_platform->finish(); }
    Rank(const Rank&) = delete;
    Rank& operator=(const Rank&) = delete;

    VariableId tensor(std::int64_t elements)
    {
        const auto variable = m_platform->create({.device = DeviceId{0}, .shape = {elements}, .hostMemory = {}});
        if (!variable)
            fail(variable.error());
        const std::vector<float> zeros(static_cast<std::size_t>(elements));
        if (Status status = m_platform->write(*variable, zeros); !status)
            fail(status.error());
        return *variable;
    }

    void sum(VariableId variable)
    {
        device::CollectiveRequest request;
        request.op = trace::ReduceOp::Sum;
        request.reads = request.writes = std::span(&variable, 1);
        request.device = DeviceId{0};
        request.name = m_name;
        if (const auto op = m_platform->ranks()->collective(request); !op)
            fail(op.error());
        if (Status status = m_platform->waitToRead(variable, {}); !status)
            fail(status.error());
    }

    void measure(Size& size)
    {
        const VariableId variable = tensor(size.elements);
        size.ours.measure(size.calls, [&] { sum(variable); });
        m_platform->release(variable);
    }

    /// Returns the processor time that this process uses while it waits for the late rank, as a fraction of one core.
    /// `isLate`: this rank is the late one.
    double measureWait(bool isLate)
    {
        constexpr std::chrono::milliseconds kLate{1000};
        const VariableId variable = tensor(1);
        sum(variable);
        const auto used = [] {
            rusage usage{};
            getrusage(RUSAGE_SELF, &usage);
            const auto seconds = [](const timeval& t) {
                return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
            };
            return seconds(usage.ru_utime) + seconds(usage.ru_stime);
        };
        if (isLate)
            std::this_thread::sleep_for(kLate);
        const double before = used();
        const double waited = secondsOf([&] { sum(variable); });
        return (used() - before) / waited;
    }

private:
    trace::Recorder m_recorder;
    std::unique_ptr<device::Platform> m_platform;
    NameId m_name;
};

std::string figure(const char* format, double a, double b)
{
    char text[96];
    std::snprintf(text, sizeof text, format, a, b);
    return text;
}

std::string sectionOf(const Size& size)
{
    return std::string("all_reduce of ") + size.name;
}

std::vector<Size> sizes()
{
    return {{"4 B", 1, 2000},
            {"64 KiB", 1 << 14, 500},
            {"1 MiB", 1 << 18, 100},
            {"6.3 MB", 1'575'000, 40},
            {"26 MB", 6'500'000, 15}};
}

/// Runs Gloo and stores its times in an environment variable for the ranks.
void measureGloo()
{
    const char* const given = std::getenv("OVERLAP_TORCH_PYTHON");
    std::string command =
        "export OMP_NUM_THREADS=1 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=29518 GLOO_SOCKET_IFNAME=lo; "
        "for r in 0 1; do RANK=$r '";
    command += given != nullptr ? given : "python3";
    command += "' '" OVERLAP_GLOO_SUMS "'";
    for (const Size& size : sizes())
        command.append(" ").append(std::to_string(size.elements)).append(":").append(std::to_string(size.calls));
    command += " 2>/dev/null & done; wait";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(popen(command.c_str(), "r"), pclose);
    std::array<char, 256> line{};
    std::string all;
    while (output && std::fgets(line.data(), line.size(), output.get()) != nullptr)
        all += line.data();
    setenv(kGloo, all.c_str(), 1);
}

/// Prints our time divided by that of Gloo.
void printBesideGloo(bench::Table& table, const Size& size)
{
    const bool isTcp = std::getenv(kTcp) != nullptr;
    const std::string name = sectionOf(size) + (isTcp ? " by TCP" : "") + " / Gloo of PyTorch by TCP";
    std::istringstream lines(std::getenv(kGloo) != nullptr ? std::getenv(kGloo) : "");
    std::string word;
    std::int64_t elements = 0;
    double gloo = 0;
    while (lines >> word >> elements >> gloo && elements != size.elements) {
    }
    if (elements != size.elements)
        return table.skip(name,
                          "no time from Gloo: PyTorch is not installed (OVERLAP_TORCH_PYTHON), or its run failed");
    const double ours = size.ours.quartile();
    table.add({.name = name,
               .value = ours / gloo,
               .unit = "x",
               .atMost = size.elements * 4 >= 1 << 20 ? std::optional(isTcp ? 1.3 : 1.0) : std::nullopt,
               .note = figure("%.4g ms, Gloo %.4g", ours * 1e3, gloo * 1e3)});
}

void print(bench::Table& table, const Size& size)
{
    const std::string name = sectionOf(size);
    const double ours = size.ours.quartile();
    const std::string note =
        figure("%.4g ms, MPI %.4g", ours * 1e3, size.loop.quartile() * 1e3) +
        figure("; medians %.4g, %.4g", bench::median(size.ours.all) * 1e3, bench::median(size.loop.all) * 1e3);
    if (size.elements == 1) {
        table.add({.name = name + ": above MPI_Iallreduce",
                   .value = (ours - size.loop.quartile()) * 1e6,
                   .unit = "us",
                   .atMost = 15,
                   .note = note});
        return;
    }
    const bool isLarge = size.elements * 4 >= 1 << 20;
    const auto limit = [isLarge](double value) { return isLarge ? std::optional(value) : std::nullopt; };
    table.add({.name = name + " / MPI_Iallreduce",
               .value = ours / size.loop.quartile(),
               .unit = "x",
               .atMost = limit(1.05),
               .note = note});
    table.add(
        {.name = name + " / MPI_Allreduce",
         .value = ours / size.block.quartile(),
         .unit = "x",
         .atMost = limit(1.25),
         .note = figure("MPI %.4g ms; median %.4g", size.block.quartile() * 1e3, bench::median(size.block.all) * 1e3)});
}

int runRank(bench::Table& table)
{
    const auto module = ranks::mpi::loadModule(ranks::mpi::modulePlaces());
    if (!module)
        fail(module.error());
    const auto world = ranks::mpi::World::start(**module, {});
    if (!world)
        fail(world.error());
    const int rank = (*world)->place().rank;
    const bool isTcp = std::getenv(kTcp) != nullptr;
    std::vector<Size> wanted = sizes();
    std::erase_if(wanted, [&](const Size& size) { return !table.wants(sectionOf(size)); });
    // Only one thread at a time may call MPI, so the loops of MPI alone run before and after the recorded run.
    std::ranges::for_each(wanted, measureMpi);
    double wait = 0;
    {
        Rank one(**world);
        for (Size& size : wanted)
            one.measure(size);
        if (table.wants(kWait) && !isTcp)
            wait = one.measureWait(rank == 1);
    }
    std::ranges::for_each(wanted, measureMpi);
    if (rank == 0) {
        for (const Size& size : wanted) {
            if (!isTcp)
                print(table, size);
            printBesideGloo(table, size);
        }
        if (table.wants(kWait) && !isTcp)
            table.add({.name = kWait, .value = wait * 100, .unit = "%", .atMost = 2});
    }
    static_cast<void>((*world)->close({}));
    return rank == 0 ? table.finish() : 0;
}

}  // namespace

int main(int argc, char** argv)
{
    bench::Table table("ranks", argc, argv);
    if (ranks::mpi::placeInEnvironment())
        return runRank(table);
    if (!table.wants("all_reduce of 4 B, 64 KiB, 1 MiB, 6.3 MB, 26 MB") && !table.wants(kWait))
        return table.finish();
    // Without these variables, mpirun refuses to run as root, for example in a container.
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    std::array<char, 4096> self{};
    if (::readlink("/proc/self/exe", self.data(), self.size() - 1) < 0)
        return 1;
    std::string run = "mpirun -n 2 --oversubscribe --bind-to none ${" + std::string(kTcp) +
                      ":+--mca pml ob1 --mca btl self,tcp --mca btl_tcp_if_include lo} '" + self.data() + "'";
    for (int i = 1; i < argc; ++i)
        run += " '" + std::string(argv[i]) + "'";
    if (std::system("command -v mpirun >/dev/null") != 0) {
        table.skip("all_reduce", "mpirun is not installed");
        return table.finish();
    }
    measureGloo();
    int status = std::system(run.c_str());
    setenv(kTcp, "1", 1);
    status |= std::system(run.c_str());
    return status == 0 ? 0 : 1;
}
