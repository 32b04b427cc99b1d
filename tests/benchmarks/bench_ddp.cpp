// Measures a training step of DistributedDataParallel in two processes of this computer, and compares it with PyTorch,
// which runs the same program with as many threads. OVERLAP_TORCH_PYTHON names a Python that has PyTorch; otherwise
// python3 is used. Options: those of table.h.
#include "engine/analysis/lateness.h"
#include "engine/io/run_set_file.h"
#include "tests/benchmarks/table.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

/// Runs a command of the shell; returns the number after "step " in its output, 0 if there is none.
double stepOf(const std::string& command)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(popen(command.c_str(), "r"), pclose);
    double step = 0;
    std::array<char, 256> line{};
    while (output && std::fgets(line.data(), line.size(), output.get()) != nullptr)
        static_cast<void>(std::sscanf(line.data(), "step %lf", &step));
    return step;
}

/// Returns the time of transfers during which the ranks computed, divided by the time of transfers that a perfect
/// overlap can hide. A perfect overlap can hide all sums except the last one of each step, which starts when all
/// gradients are computed. Returns none if each step has one sum, if no transfer can be hidden, or if the traces cannot
/// be opened. `folder`: the traces of the ranks.
std::optional<double> hiddenOfBound(const std::filesystem::path& folder)
{
    using namespace engine;
    const auto opened = io::openRunSet(folder);
    if (!opened)
        return std::nullopt;
    const analysis::Lateness times = analysis::lateness(*opened->set);
    const auto isSum = [](const ranks::MatchedCollective& one) {
        return one.what.kind == trace::CollectiveKind::AllReduce;
    };
    Nanoseconds last{};
    bool areSeveral = false;
    const auto& all = opened->set->collectives();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool isFollowed = i + 1 < all.size() && isSum(all[i + 1]);
        areSeveral |= isSum(all[i]) && isFollowed;
        if (isSum(all[i]) && !isFollowed)
            last += all[i].done - all[i].lastPosted;
    }
    if (!areSeveral || last >= times.transfer)
        return std::nullopt;
    return toSeconds(times.transfer - times.exposed) / toSeconds(times.transfer - last);
}

void measure(bench::Table& table, const std::string& network, const std::string& arguments)
{
    constexpr int kRounds = 3;
    const std::string program = std::string(" '" OVERLAP_DDP_TRAINING "' ");
    const std::string ours = "'" OVERLAP_RUN "'" + program + "--ranks 2 --machine this-computer --values computed ";
    const std::string rest = " -- " + arguments + " 2>/dev/null";
    const char* const given = std::getenv("OVERLAP_TORCH_PYTHON");
    const std::string python = given != nullptr ? given : "python3";
    const std::string theirs =
        "export OMP_NUM_THREADS=1 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=29517; for r in 0 1; do RANK=$r '" +
        python + "'" + program + arguments + " 2>/dev/null & done; wait";
    // Starts the ranks with mpirun directly, because `overlap-run --ranks` would also read their records during the
    // run.
    const std::string alone = "mpirun -n 2 --oversubscribe --bind-to none '" OVERLAP_RUN "'" + program +
                              "--machine this-computer --values computed" + rest;
    const auto folder = std::filesystem::temp_directory_path() / ("overlap-bench-ddp-" + std::to_string(getpid()));
    std::vector<double> own, bare, traced, others, hidden;
    for (int round = 0; round < kRounds; ++round) {
        own.push_back(stepOf(ours + rest));
        bare.push_back(stepOf(alone));
        traced.push_back(stepOf(ours + "--trace '" + folder.string() + "'" + rest));
        if (const auto part = hiddenOfBound(folder))
            hidden.push_back(100 * *part);
        std::filesystem::remove_all(folder);
        others.push_back(stepOf(theirs));
    }
    const double step = bench::median(own), other = bench::median(others);
    const std::string name = "DDP step of " + network + ", 2 ranks";
    if (step <= 0)
        return table.skip(name, "overlap-run printed no time; ranks on this computer need Open MPI");
    char note[80];
    std::snprintf(note, sizeof note, "%.1f and %.1f ms", step, other);
    if (other > 0)
        table.add({.name = name + " / PyTorch", .value = step / other, .unit = "x", .atMost = 1.0, .note = note});
    else
        table.skip(name + " / PyTorch", "PyTorch is not installed");
    const auto addRatio = [&](const char* what, double time, double base, double limit) {
        if (time > 0 && base > 0)
            table.add({.name = name + what, .value = time / base, .unit = "x", .atMost = limit});
        else
            table.skip(name + what, "the run printed no time");
    };
    addRatio(", with / without --trace", bench::median(traced), step, 1.02);
    addRatio(", by --ranks / by mpirun alone", step, bench::median(bare), 1.03);
    const std::string share = name + ", hidden communication of the bound";
    if (!hidden.empty())
        table.add({.name = share, .value = bench::median(hidden), .unit = "%", .atLeast = 80});
    else
        table.skip(share, "no step has several sums, or its trace cannot be read");
}

}  // namespace

int main(int argc, char** argv)
{
    bench::Table table("ranks", argc, argv);
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // only for these benchmarks
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    if (table.wants("DDP step of LeNet"))
        measure(table, "LeNet", "lenet 256 5");
    if (table.wants("DDP step of ResNet-18"))
        measure(table, "ResNet-18", "resnet18 4 5");
    return table.finish();
}
