// Measures the cost of comparing two runs: a replot of the timeline with the other run in the background, and a replot
// of two runs on one axis. Median CPU time of the thread, 1600 x 900, software raster. Run with
// QT_QPA_PLATFORM=offscreen.
#include "tests/benchmarks/table.h"
#include "tests/benchmarks/timeline_window.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/compare/compare_painter.h"

#include <QApplication>
#include <QPainter>

namespace {

using engine::Nanoseconds;

constexpr int kLanes = 16;
constexpr std::int64_t kSpansPerLane = 1'000'000 / kLanes;

void benchGhost(bench::Table& table, const engine::trace::TracePtr& a, const engine::trace::TracePtr& b)
{
    bench::TimelineWindow window;
    window.show(a);
    window.feed.pinBefore();
    window.show(b);
    if (window.view.scene().before.ghost == nullptr)
        return table.skip("ghost replot", "there is no ghost");
    const auto extent = window.range.extent();
    for (const auto& [name, share] : {std::pair("full view", 1.0), std::pair("10 %", 0.1)}) {
        const double ms = bench::medianMs(15, [&, share = share](int i) {
            const Nanoseconds length{static_cast<std::int64_t>(static_cast<double>(extent.length().count()) * share)};
            const Nanoseconds begin = extent.length() * (share < 1 ? 30 : -1) / 100 + extent.length() * i / 10000;
            window.showRange({begin, begin + length});
        });
        table.add(
            {.name = std::string("ghost replot, 2 x 1 M spans, ") + name, .value = ms, .unit = "ms", .atMost = 12});
    }
}

void benchCompare(bench::Table& table, const engine::trace::TracePtr& a, const engine::trace::TracePtr& b)
{
    using namespace ui::compare;
    ui::look::Theme theme;
    ui::drawing::LabelCache labels;
    CompareScene scene;
    const double before = bench::cpuMs();
    scene.pair = std::make_shared<const ComparedPair>(ComparedRun{engine::analysis::wholeSide(a), {}, "A", "A"},
                                                      ComparedRun{engine::analysis::wholeSide(b), {}, "B", "B"});
    table.add({.name = "matching and comparing 2 x 1 M operations", .value = bench::cpuMs() - before, .unit = "ms"});
    scene.theme = &theme;
    scene.labels = &labels;
    scene.size = QSize(1600, 900);
    QImage image(scene.size, QImage::Format_RGB32);
    const auto whole = wholeRange(*scene.pair);
    for (const Arrangement arrangement : {Arrangement::Stacked, Arrangement::Overlaid}) {
        scene.arrangement = arrangement;
        const double ms = bench::medianMs(15, [&](int i) {
            scene.range = {whole.begin + whole.length() * i / 10000, whole.end + whole.length() * i / 10000};
            QPainter painter(&image);
            paintComparison(painter, scene);
        });
        table.add({.name = arrangement == Arrangement::Stacked ? "compare replot, stacked, 2 x 1 M spans"
                                                               : "compare replot, overlaid, 2 x 1 M spans",
                   .value = ms,
                   .unit = "ms",
                   .atMost = 12});
    }
}

}  // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    int qtArguments = 1;
    QApplication application(qtArguments, argv);
    bench::Table table("compare", argc, argv);
    const auto a = tests::randomTrace(1, kLanes, kSpansPerLane);
    const auto b = tests::randomTrace(2, kLanes, kSpansPerLane);
    if (table.wants("ghost"))
        benchGhost(table, a, b);
    if (table.wants("compare"))
        benchCompare(table, a, b);
    return table.finish();
}
