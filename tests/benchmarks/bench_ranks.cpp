// Measures opening and drawing a run of many ranks: processor time of the thread, and memory of the process. A separate
// process writes the file, so that its memory is not counted. Run with QT_QPA_PLATFORM=offscreen.
#include "engine/io/run_set_file.h"
#include "engine/io/trace_file.h"
#include "tests/benchmarks/table.h"
#include "tests/ui/drawing/rank_stage.h"

#include <QGuiApplication>
#include <filesystem>
#include <fstream>
#include <optional>

#include <sys/wait.h>
#include <unistd.h>

namespace {

using engine::Nanoseconds;
using engine::ranks::RunSetPtr;

/// Returns the resident memory in MB.
double residentMb()
{
    std::ifstream status("/proc/self/statm");
    long long pages = 0;
    status >> pages >> pages;
    return static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE)) * 1e-6;
}

tests::RanksPlan planOf(std::uint32_t ranks, int steps, int layers)
{
    tests::RanksPlan plan;
    plan.ranks = ranks;
    plan.ranksPerNode = 8;
    plan.steps = steps;
    plan.layers = layers;
    return plan;
}

bool writeFile(const tests::RanksPlan& plan, const std::filesystem::path& folder)
{
    const pid_t child = fork();
    if (child == 0) {
        const tests::RanksSchedule schedule(plan);
        std::filesystem::create_directory(folder / "ranks");
        bool isGood = true;
        for (std::uint32_t rank = 0; rank < plan.ranks; ++rank) {
            const auto writer =
                *engine::io::TraceFileWriter::create(folder / "ranks" / ("rank-" + std::to_string(rank)));
            schedule.write(rank, *writer);
            isGood &= writer->close().has_value();
        }
        isGood &= engine::io::mergeRanks(folder / "ranks", folder / "run").has_value();
        _exit(isGood ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0;
}

std::size_t spansOf(const engine::ranks::RunSet& set)
{
    std::size_t spans = 0;
    for (const auto& member : set.members())
        for (const auto& lane : member.trace->lanes())
            spans += member.trace->spans(lane.id).size();
    return spans;
}

void measure(bench::Table& table, const std::string& name, const tests::RanksPlan& plan, bool isLimited)
{
    const auto folder = std::filesystem::temp_directory_path() / ("overlap-bench-ranks-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    if (!writeFile(plan, folder)) {
        table.skip(name, "the file could not be written");
        std::filesystem::remove_all(folder);
        return;
    }
    const double megabytes = static_cast<double>(std::filesystem::file_size(folder / "run")) * 1e-6;
    const double memoryBefore = residentMb();
    RunSetPtr set;
    const double open = bench::medianMs(1, [&](int) { set = engine::io::openRunSet(folder / "run").value().set; });
    std::optional<tests::RankStage> stage;
    const double prepare =
        bench::medianMs(1, [&](int) { stage.emplace(set, ui::look::Mode::Light, QSize(1336, 700)); });
    const double memory = residentMb() - memoryBefore;
    const double whole = bench::medianMs(9, [&](int) { static_cast<void>(stage->paint()); });
    const Nanoseconds length = stage->scene.extent.length();
    const auto zoomed = [&](int part) {
        return bench::medianMs(9, [&, part](int i) {
            const Nanoseconds begin = length / 9 * i / 2;
            stage->scene.range = {begin, begin + length / part};
            static_cast<void>(stage->paint());
        });
    };
    const std::string of =
        std::to_string(spansOf(*set)) + " spans, " + std::to_string(static_cast<int>(megabytes)) + " MB";
    const auto limit = [&](double value) { return isLimited ? std::optional(value) : std::nullopt; };
    table.add({.name = name + ": open", .value = open / 1000, .unit = "s", .atMost = limit(5), .note = of});
    table.add({.name = name + ": prepare the picture", .value = prepare / 1000, .unit = "s"});
    table.add({.name = name + ": memory", .value = memory, .unit = "MB", .atMost = limit(500)});
    table.add({.name = name + ": replot the whole run", .value = whole, .unit = "ms", .atMost = limit(16)});
    table.add({.name = name + ": replot a fifth", .value = zoomed(5), .unit = "ms", .atMost = limit(16)});
    table.add({.name = name + ": replot a tenth", .value = zoomed(10), .unit = "ms", .atMost = limit(16)});
    table.add({.name = name + ": replot a hundredth", .value = zoomed(100), .unit = "ms", .atMost = limit(16)});
    std::filesystem::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication app(argc, argv);
    bench::Table table("ranks", argc, argv);
    if (table.wants("128 ranks"))
        measure(table, "128 ranks x 200", planOf(128, 1, 98), false);
    if (table.wants("1024 ranks"))
        measure(table, "1024 ranks x 10000", planOf(1024, 50, 98), true);
    if (table.wants("3000 collectives")) {
        tests::RanksPlan plan = planOf(1024, 50, 60);
        plan.buckets = 60;
        measure(table, "1024 ranks, 3000 collectives", plan, false);
    }
    return table.finish();
}
