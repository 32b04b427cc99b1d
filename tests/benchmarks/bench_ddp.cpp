// A step of DistributedDataParallel in two processes of this computer, beside PyTorch with the same program and as many
// threads. OVERLAP_TORCH_PYTHON names a Python that has PyTorch; otherwise python3. Options: those of table.h.
#include "tests/benchmarks/table.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

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
    std::vector<double> own, traced, others;
    for (int round = 0; round < kRounds; ++round) {
        own.push_back(stepOf(ours + rest));
        traced.push_back(stepOf("d=$(mktemp -d) && " + ours + "--trace \"$d\"" + rest + "; rm -r \"$d\""));
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
    table.add({.name = name + ", with / without --trace",
               .value = bench::median(traced) / step,
               .unit = "x",
               .atMost = 1.03});
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
