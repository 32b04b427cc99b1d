#include "tests/benchmarks/training_runs.h"

#include <array>
#include <cstdlib>
#include <limits>

namespace bench {

namespace {

/// What the program printed; empty if it did not end well.
std::string outputOf(const std::string& arguments)
{
    const std::string command = std::string(OVERLAP_RUN) + " " + arguments + " --machine this-computer 2>/dev/null";
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr)
        return {};
    std::string text;
    std::array<char, 4096> part{};
    while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
        text.append(part.data(), size);
    return pclose(pipe) == 0 ? text : std::string();
}

/// The seconds behind "label time: "; infinite if they were not printed.
double secondsOf(const std::string& output, const std::string& label)
{
    const std::string words = label + " time: ";
    const std::size_t at = output.find(words);
    return at == std::string::npos ? std::numeric_limits<double>::infinity()
                                   : std::strtod(output.c_str() + at + words.size(), nullptr);
}

std::string milliseconds(double seconds)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f ms", seconds * 1e3);
    return text.data();
}

/// The least seconds of each label over `times` runs.
std::array<double, 2> fastest(const std::string& arguments, const std::array<const char*, 2>& labels, int times)
{
    std::array<double, 2> least{};
    least.fill(std::numeric_limits<double>::infinity());
    for (int i = 0; i < times; ++i) {
        const std::string output = outputOf(arguments);
        for (std::size_t k = 0; k < labels.size(); ++k)
            least[k] = std::min(least[k], secondsOf(output, labels[k]));
    }
    return least;
}

}  // namespace

void benchRuns(Table& table)
{
    constexpr double kMost = 1e9;
    if (table.wants("w7 run")) {
        const auto [eager, compiled] =
            fastest("13.1.3 --set calls=5000", {"before hybridizing", "after hybridizing"}, 7);
        const std::string what = "W7 by overlap-run: eager / compiled";
        if (eager < kMost && compiled < kMost)
            table.add({.name = what,
                       .value = eager / compiled,
                       .unit = "x",
                       .atLeast = 2.0,
                       .note = milliseconds(eager / 5) + " and " + milliseconds(compiled / 5) + " for 1000 forwards"});
        else
            table.skip(what, "overlap-run 13.1.3 failed");
    }
    if (table.wants("lenet run")) {
        constexpr double kImages = 5120;
        const auto [one, two] = fastest("13.5.6 --set images=5120,epochs=1", {"1 CPU, epoch 1", "2 CPU, epoch 1"}, 3);
        const std::string what = "lenet by overlap-run";
        if (one < kMost && two < kMost)
            table.add({.name = what,
                       .value = kImages / one,
                       .unit = "img/s",
                       .note = "split over two contexts of the CPU " +
                               std::to_string(static_cast<long>(kImages / two)) + " img/s"});
        else
            table.skip(what, "overlap-run 13.5.6 failed; are the data there (package dataset-fashion-mnist)?");
    }
}

}  // namespace bench
