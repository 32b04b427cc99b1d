#include "tests/benchmarks/training_runs.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace bench {

namespace {

/// Runs overlap-run and returns its output; empty if the run failed.
std::string outputOf(const std::string& arguments, const std::string& machine = "this-computer")
{
    const std::string command = std::string(OVERLAP_RUN) + " " + arguments + " --machine " + machine + " 2>/dev/null";
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr)
        return {};
    std::string text;
    std::array<char, 4096> part{};
    while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
        text.append(part.data(), size);
    return pclose(pipe) == 0 ? text : std::string();
}

/// Returns the seconds printed after "label time: "; infinite if the output has no such line.
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

/// Returns, for each label, the fewest seconds of `times` runs.
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

/// Returns the processor time of all ended child programs in seconds.
double processorSecondsOfChildren()
{
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Measures the total time of a program that trains LeNet four epochs on one virtual GPU and four on two, without
/// values.
void benchTimingOnly(Table& table)
{
    double least = std::numeric_limits<double>::infinity();
    double processor = least;
    for (int i = 0; i < 3; ++i) {
        const double before = processorSecondsOfChildren();
        const auto begin = std::chrono::steady_clock::now();
        const bool isThere = !outputOf("13.5.6", "book-v100").empty();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (!isThere)
            return table.skip("LeNet, times only", "overlap-run 13.5.6 failed");
        least = std::min(least, seconds);
        processor = std::min(processor, processorSecondsOfChildren() - before);
    }
    table.add({.name = "LeNet, times only: 8 epochs, 235,000 operations",
               .value = least,
               .unit = "s",
               .atMost = 2.0,
               .note = milliseconds(processor) + " of processor time"});
}

/// Returns the sum of the peak allocated bytes of all devices of a run.
double peakOf(const std::string& arguments)
{
    const std::string output = outputOf("run 13.5.6 --summary - --set " + arguments);
    static const std::string kWord = "\"peak_allocated\": ";
    double sum = 0;
    for (std::size_t at = output.find(kWord); at != std::string::npos; at = output.find(kWord, at + 1))
        sum += std::strtod(output.c_str() + at + kWord.size(), nullptr);
    return sum;
}

/// Compares the memory that fifty training epochs on this computer need with that of two epochs.
void benchMemory(Table& table)
{
    const double few = peakOf("images=256,batch=64,epochs=2");
    const double many = peakOf("images=256,batch=64,epochs=50");
    if (few <= 0 || many <= 0)
        return table.skip("LeNet, memory", "overlap-run 13.5.6 failed; are the data there?");
    table.add({.name = "LeNet, memory: most alive in 50 epochs / in 2",
               .value = many / few,
               .unit = "x",
               .atMost = 1.05,
               .note = std::to_string(static_cast<long>(few / 1e3)) + " and " +
                       std::to_string(static_cast<long>(many / 1e3)) + " kB"});
}

}  // namespace

void benchRuns(Table& table)
{
    if (table.wants("lenet timing"))
        benchTimingOnly(table);
    if (table.wants("lenet memory"))
        benchMemory(table);
    constexpr double kMax = 1e9;
    if (table.wants("w7 run")) {
        const auto [eager, compiled] =
            fastest("13.1.3 --set calls=5000", {"before hybridizing", "after hybridizing"}, 7);
        const std::string what = "13.1.3 by overlap-run: eager / compiled";
        if (eager < kMax && compiled < kMax)
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
        if (one < kMax && two < kMax)
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
