// Measures the timeline: a replot, a hover and a live update on the GUI thread. Median CPU time of the thread, 1600 x
// 900, 16 lanes, software raster. Run with QT_QPA_PLATFORM=offscreen.
#include "engine/trace/store.h"
#include "tests/benchmarks/table.h"
#include "tests/benchmarks/timeline_window.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/engine/trace/training_sample.h"
#include "ui/drawing/lane_layout.h"
#include "ui/drawing/run_digest.h"
#include "ui/memory/memory_rows.h"

#include <QApplication>
#include <algorithm>
#include <iterator>
#include <optional>
#include <random>
#include <tuple>

namespace {

using bench::cpuMs;
using bench::medianMs;
using engine::Nanoseconds;
using engine::trace::Recorder;
using ui::model::TimeRange;

constexpr int kLanes = 16;

/// Returns a run whose lanes are about 80 % busy with spans of log-normal lengths; one thread issues them in order.
engine::trace::TracePtr randomRun(std::int64_t spans)
{
    using namespace engine::trace;
    Store store;
    store.apply(DeviceRecord{engine::DeviceId{0}, DeviceKind::Cpu, "CPU", "", {}, {}, 0});
    for (int lane = 0; lane < kLanes; ++lane)
        store.apply(LaneRecord{engine::LaneId{lane}, engine::DeviceId{0}, LaneRole::CpuWorker,
                               static_cast<std::uint16_t>(lane), "compute", 0});
    store.apply(NameRecord{engine::NameId{0}, "mm"});
    std::mt19937 random(1);
    std::lognormal_distribution<double> length(9.4, 1.0);
    constexpr Kind kKinds[] = {Kind::Compute, Kind::Backward, Kind::Elementwise, Kind::CopyIn, Kind::CopyOut};
    std::vector<std::int64_t> at(kLanes, 0);
    Nanoseconds last{};
    for (std::int64_t i = 0; i < spans; ++i) {
        const int lane = static_cast<int>(i % kLanes);
        std::int64_t& t = at[static_cast<std::size_t>(lane)];
        const auto duration = static_cast<std::int64_t>(length(random)) + 1;
        IssueRecord issue;
        issue.op = engine::OpId{static_cast<std::size_t>(i)};
        issue.begin = Nanoseconds{i * 100};
        issue.end = issue.begin + Nanoseconds{80};
        issue.name = engine::NameId{0};
        issue.kind = kKinds[random() % std::size(kKinds)];
        issue.device = engine::DeviceId{0};
        store.apply(issue);
        LifeRecord life;
        life.op = issue.op;
        life.lane = engine::LaneId{lane};
        life.ready = life.started = Nanoseconds{t};
        life.finished = Nanoseconds{t + duration};
        store.apply(life);
        t += duration + (random() % 4 == 0 ? static_cast<std::int64_t>(length(random)) : 0);
        last = std::max(last, life.finished);
    }
    store.apply(EndRecord{last, true});
    return store.snapshot();
}

/// A timeline that displays a run.
struct Stage : bench::TimelineWindow {
    explicit Stage(const engine::trace::TracePtr& trace) { show(trace); }
    /// Replots a range once, as a zoom step does.
    void showShare(double share, double shift)
    {
        const TimeRange extent = range.extent();
        const auto length = static_cast<double>(extent.length().count());
        const Nanoseconds begin{static_cast<std::int64_t>(length * (0.3 + shift))};
        showRange(share >= 1 ? TimeRange{-Nanoseconds{static_cast<std::int64_t>(length * (0.01 + shift))},
                                         extent.end + extent.length() / 100}
                             : TimeRange{begin, begin + Nanoseconds{static_cast<std::int64_t>(length * share)}});
    }
};

void benchReplot(bench::Table& table, const engine::trace::TracePtr& run, const char* size, std::optional<double> full,
                 std::optional<double> zoomed)
{
    Stage stage(run);
    for (const auto& [name, share, limit] :
         {std::tuple{"full view", 1.0, full}, std::tuple{"10 %", 0.1, zoomed}, std::tuple{"1 %", 0.01, zoomed}}) {
        const double ms = medianMs(15, [&, share = share](int i) { stage.showShare(share, i * 1e-4); });
        table.add({.name = std::string("replot, ") + size + ", " + name, .value = ms, .unit = "ms", .atMost = limit});
    }
    const auto& trace = *stage.feed.trace();
    const double hover = medianMs(31, [&](int i) {
        stage.selection.hover().setOp(engine::OpId{static_cast<std::size_t>(i) * 97 % trace.opCount()});
        stage.view.finishPending();
        QCoreApplication::processEvents();
    });
    table.add({.name = std::string("hover, ") + size, .value = hover, .unit = "ms", .atMost = 1.5});
    stage.view.setReplaying(true);
    const double step = medianMs(31, [&](int i) {
        stage.playhead.setTime(trace.extent() * (i + 1) / 40);
        stage.view.finishPending();
        QCoreApplication::processEvents();
    });
    table.add({.name = std::string("playhead step of a replay, ") + size, .value = step, .unit = "ms", .atMost = 4});
    stage.view.setReplaying(false);
    const double digest = medianMs(3, [&](int) {
        ui::drawing::RunDigest fresh;
        fresh.update(trace, {}, ui::drawing::Continuity::NewRun);
    });
    table.add({.name = std::string("overlap band and labels of a new run, ") + size, .value = digest, .unit = "ms"});
    const engine::trace::TracePtr other = std::make_shared<const engine::trace::Trace>();
    const double shown = medianMs(3, [&](int) {
        stage.feed.show(other, {});
        stage.feed.show(run, {});
    });
    stage.settle();
    table.add(
        {.name = std::string("a new run on the window's thread, ") + size, .value = shown, .unit = "ms", .atMost = 40});
    const ui::drawing::LaneLayout layout = ui::drawing::layOut(trace, {});
    if (layout.rowOf(ui::drawing::RowKind::Overlap) == nullptr)
        table.skip(std::string("overlap band, ") + size, "the picture has none");
    std::size_t bytes = 0;
    std::size_t count = 0;
    for (const auto& lane : trace.lanes()) {
        bytes += trace.index(lane.id).bytes();
        count += trace.spans(lane.id).size();
    }
    if (count >= 1'000'000)
        table.add({.name = std::string("memory, ") + size,
                   .value = static_cast<double>(bytes) / static_cast<double>(count),
                   .unit = "B/span",
                   .atMost = 28});
}

/// Measures which fraction of a core a live run of 100 k spans per second needs while the view follows at 30 frames per
/// second.
void benchLive(bench::Table& table)
{
    constexpr int kRate = 100'000;
    constexpr int kFrames = 45;
    constexpr int kPerFrame = kRate / 30;
    using namespace engine::trace;
    auto recorder = std::make_shared<Recorder>();
    recorder->write(DeviceRecord{engine::DeviceId{0}, DeviceKind::Cpu, "CPU", "", {}, {}, 0});
    for (int lane = 0; lane < kLanes; ++lane)
        recorder->write(LaneRecord{engine::LaneId{lane}, engine::DeviceId{0}, LaneRole::CpuWorker,
                                   static_cast<std::uint16_t>(lane), "compute", 0});
    const engine::NameId name = recorder->intern("mm");
    Stage stage(std::make_shared<const Trace>());
    stage.feed.follow(recorder, {});
    std::vector<double> frames;
    std::uint32_t next = 0;
    for (int frame = 0; frame < kFrames; ++frame) {
        for (int i = 0; i < kPerFrame; ++i, ++next) {
            const Nanoseconds begin{std::int64_t{next / kLanes} * 160'000};
            IssueRecord issue;
            issue.op = engine::OpId{next};
            issue.begin = issue.end = begin;
            issue.name = name;
            issue.device = engine::DeviceId{0};
            recorder->write(issue);
            LifeRecord life;
            life.op = issue.op;
            life.lane = engine::LaneId{next % kLanes};
            life.ready = life.started = begin;
            life.finished = begin + Nanoseconds{130'000};
            recorder->write(life);
        }
        const auto snapshot = recorder->snapshot();
        const double before = cpuMs();
        // Does what TraceFeed does at each tick of its timer.
        stage.feed.finishFollowing(snapshot);
        stage.view.finishPending();
        QCoreApplication::processEvents();
        frames.push_back(cpuMs() - before);
        stage.feed.follow(recorder, {});
        QCoreApplication::processEvents();
    }
    std::sort(frames.begin(), frames.end());
    const double p95 = frames[frames.size() * 95 / 100];
    table.add(
        {.name = "live tick at 100 k spans/s, median", .value = bench::median(frames), .unit = "ms", .atMost = 12});
    table.add({.name = "live tick at 100 k spans/s, p95", .value = p95, .unit = "ms", .atMost = 33});
    table.add({.name = "live, share of a core at 30 frames/s",
               .value = bench::median(frames) * 30 / 1000,
               .unit = "cores",
               .atMost = 0.35});
}

void benchFlip(bench::Table& table)
{
    const auto before = tests::sampleTrace(tests::Sample::TwoGpus);
    const auto after = tests::sampleTrace(tests::Sample::TwoGpusOverlap);
    Stage stage(before);
    ui::memory::MemoryRows rows(stage.theme, stage.feed, stage.range);
    stage.view.setRows(&rows);
    stage.settle();
    const double ms = medianMs(15, [&](int i) {
        stage.feed.show(i % 2 == 0 ? after : before, {});
        stage.view.finishPending();
        QCoreApplication::processEvents();
    });
    table.add({.name = "flip: new trace to painted timeline", .value = ms, .unit = "ms", .atMost = 20});
}

}  // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    int qtArguments = 1;
    QApplication application(qtArguments, argv);
    bench::Table table("timeline", argc, argv);
    if (table.wants("flip"))
        benchFlip(table);
    if (table.wants("replot 100 k"))
        benchReplot(table, randomRun(100'000), "100 k spans", std::nullopt, std::nullopt);
    if (table.wants("replot 1 M"))
        benchReplot(table, randomRun(1'000'000), "1 M spans", 8.0, 4.0);
    if (table.wants("replot 10 M"))
        benchReplot(table, randomRun(10'000'000), "10 M spans", 25.0, std::nullopt);
    if (table.wants("replot training"))
        benchReplot(table, tests::trainingTrace({{1, 2}, 4, 235}), "training of 124 k operations", 8.0, 4.0);
    if (table.wants("live"))
        benchLive(table);
    return table.finish();
}
