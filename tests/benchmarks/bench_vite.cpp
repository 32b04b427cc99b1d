// Opens and draws one trace of a million spans with ViTE (Debian package `vite`) and with our program. Measures
// processor time and peak memory of both, from their start to the first complete view. Run with
// QT_QPA_PLATFORM=offscreen.
#include "engine/io/chrome_trace.h"
#include "tests/benchmarks/table.h"
#include "tests/benchmarks/timeline_window.h"
#include "tests/benchmarks/vite_zoom.h"
#include "tests/engine/trace/sample_traces.h"

#include <QApplication>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace engine;
using namespace engine::trace;

namespace {

constexpr int kLanes = 16;
constexpr std::int64_t kSpans = 1'000'000;

/// Writes a trace in Paje's text format: one container per lane, with states.
bool writePaje(const Trace& trace, const std::filesystem::path& path)
{
    const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "w"), &std::fclose);
    if (!file)
        return false;
    std::fputs(
        "%EventDef PajeDefineContainerType 1\n% Alias string\n% ContainerType string\n% Name string\n%EndEventDef\n"
        "%EventDef PajeDefineStateType 3\n% Alias string\n% ContainerType string\n% Name string\n%EndEventDef\n"
        "%EventDef PajeDefineEntityValue 6\n% Alias string\n% EntityType string\n% Name string\n% Color color\n"
        "%EndEventDef\n"
        "%EventDef PajeCreateContainer 7\n% Time date\n% Alias string\n% Type string\n% Container string\n"
        "% Name string\n%EndEventDef\n"
        "%EventDef PajeDestroyContainer 8\n% Time date\n% Name string\n% Type string\n%EndEventDef\n"
        "%EventDef PajeSetState 10\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n"
        "1 M 0 \"Machine\"\n1 L M \"Lane\"\n3 S L \"State\"\n"
        "6 b S \"busy\" \"0.0 0.45 0.7\"\n6 i S \"idle\" \"1.0 1.0 1.0\"\n7 0.0 m M 0 \"machine\"\n",
        file.get());
    for (int lane = 0; lane < kLanes; ++lane)
        std::fprintf(file.get(), "7 0.0 l%d L m \"lane %d\"\n", lane, lane);
    // ViTE requires events in time order.
    std::vector<std::pair<std::int64_t, int>> events;
    for (const LaneRecord& lane : trace.lanes())
        for (const Span& span : trace.spans(lane.id)) {
            events.emplace_back(span.begin.count() * 2 + 1, static_cast<int>(lane.id.index));
            events.emplace_back(span.end().count() * 2, static_cast<int>(lane.id.index));
        }
    std::sort(events.begin(), events.end());
    for (const auto& [time, lane] : events)
        std::fprintf(file.get(), "10 %.9f S l%d %c\n", static_cast<double>(time / 2) * 1e-9, lane,
                     time % 2 != 0 ? 'b' : 'i');
    for (int lane = 0; lane < kLanes; ++lane)
        std::fprintf(file.get(), "8 %.9f l%d L\n", toSeconds(trace.extent()), lane);
    std::fprintf(file.get(), "8 %.9f m M\n", toSeconds(trace.extent()));
    return true;
}

struct Cost {
    double seconds = 0;  ///< processor time in seconds
    double bytes = 0;
    bool isDone = false;
};

Cost costOf(const std::vector<std::string>& words)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(120);
        bench::becomeSilently(words);
    }
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return {seconds(usage.ru_utime) + seconds(usage.ru_stime), static_cast<double>(usage.ru_maxrss) * 1024,
            WIFEXITED(status) && WEXITSTATUS(status) == 0};
}

std::string noteOf(const Cost& cost, const std::filesystem::path& picture)
{
    char text[96];
    std::snprintf(text, sizeof text, "%.2f s, %.0f MB, SVG of %.0f kB", cost.seconds, cost.bytes * 1e-6,
                  static_cast<double>(std::filesystem::file_size(picture)) * 1e-3);
    return text;
}

/// Repeats the wheel steps of viteZoomStep() in our timeline, starting with a view of the whole run.
double ownZoomStep(const TracePtr& trace)
{
    bench::TimelineWindow window;
    window.show(trace);
    std::vector<double> steps;
    ui::model::TimeRange shown = window.range.extent();
    for (int step = 0; step < 6; ++step) {
        shown = shown.zoomedAround(shown.begin + shown.length() / 2, 1.25);
        const double before = bench::cpuMs();
        window.showRange(shown);
        steps.push_back(bench::cpuMs() - before);
    }
    return bench::median(steps);
}

void measureZoom(bench::Table& table, const std::filesystem::path& paje, const TracePtr& trace)
{
    const char* const kWhat = "zoom step, 1 M spans, beside ViTE: processor time";
    std::string why;
    const auto theirs = bench::viteZoomStep(paje, why);
    if (!theirs)
        return table.skip(kWhat, why);
    const double ours = ownZoomStep(trace);
    char note[96];
    std::snprintf(note, sizeof note, "ViTE %.0f ms in a window of half the size; ours %.1f ms", *theirs, ours);
    table.add({.name = kWhat, .value = *theirs / ours, .unit = "x", .atLeast = 50, .note = note});
}

}  // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    int qtArguments = 1;
    QApplication application(qtArguments, argv);
    bench::Table table("vite", argc, argv);
    if (!table.wants("vite"))
        return table.finish();
    const char* const kWhat = "open and draw 1 M spans, beside ViTE";
    const std::filesystem::path overlap = std::filesystem::canonical("/proc/self/exe").parent_path() / "overlap";
    if (costOf({"vite", "-h"}).isDone == false) {
        table.skip(kWhat, "vite is not installed (apt-get install vite)");
        return table.finish();
    }
    if (!std::filesystem::exists(overlap)) {
        table.skip(kWhat, "overlap is not built beside this program");
        return table.finish();
    }
    const auto folder = std::filesystem::temp_directory_path() / "overlap-bench-vite";
    std::filesystem::create_directories(folder);
    {
        const TracePtr trace = tests::randomTrace(1, kLanes, kSpans / kLanes);
        if (!writePaje(*trace, folder / "trace.paje") || !io::exportChromeTrace(*trace, folder / "trace.json"))
            return 1;
        measureZoom(table, folder / "trace.paje", trace);
    }
    const auto theirs = folder / "theirs.svg";
    const auto ours = folder / "ours.svg";
    const Cost vite = costOf({"vite", "-f", (folder / "trace.paje").string(), "-e", theirs.string()});
    const Cost own = costOf({overlap.string(), "figure", (folder / "trace.json").string(), "-o", ours.string()});
    if (!vite.isDone || !std::filesystem::exists(theirs) || !own.isDone || !std::filesystem::exists(ours)) {
        table.skip(kWhat,
                   vite.isDone ? "our own figure was not written" : "vite did not write its picture within 120 s");
    } else {
        table.add({.name = std::string(kWhat) + ": processor time",
                   .value = vite.seconds / own.seconds,
                   .unit = "x",
                   .atLeast = 1,
                   .note = "ViTE " + noteOf(vite, theirs) + "; ours " + noteOf(own, ours)});
        table.add(
            {.name = std::string(kWhat) + ": memory", .value = vite.bytes / own.bytes, .unit = "x", .atLeast = 1});
    }
    std::filesystem::remove_all(folder);
    return table.finish();
}
