// Measures the graph view: folding and layout of the graphs of the built-in programs, and of large graphs. CPU time of
// the thread.
#include "engine/analysis/training.h"
#include "engine/io/open_trace.h"
#include "tests/benchmarks/table.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/graph/detail/diagram_painter.h"
#include "ui/graph/diagram.h"
#include "ui/graph/layered_layout.h"

#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include <unistd.h>

namespace {

/// Returns the time to lay out rows of 30 nodes with random edges to the next row.
double randomLayout(int count, int edges, std::size_t& crossings)
{
    std::mt19937 random(1);
    const std::vector<ui::graph::LayoutNode> nodes(static_cast<std::size_t>(count));
    std::vector<ui::graph::LayoutEdge> list;
    for (int i = 0; i < edges; ++i) {
        const int from = static_cast<int>(random() % static_cast<unsigned>(count - 60));
        list.push_back({from, from - from % 30 + 30 + static_cast<int>(random() % 30)});
    }
    return bench::medianMs(5, [&](int) { crossings = ui::graph::layOut(nodes, list).crossings; });
}

/// Returns the output of a shell command.
std::string saidTo(const std::string& command)
{
    std::string said;
    if (FILE* pipe = popen(command.c_str(), "r")) {
        char part[4096];
        for (std::size_t n = 0; (n = fread(part, 1, sizeof part, pipe)) > 0;)
            said.append(part, n);
        pclose(pipe);
    }
    return said;
}

/// Makes diagrams of the whole run and of its first 4 timed blocks, each with every grouping. Returns the time of the
/// slowest diagram; `which` receives its name.
double slowestDiagram(const engine::trace::Trace& trace, std::string& which)
{
    using ui::graph::Grouping;
    double slowest = 0;
    const char* names[] = {"alike", "layer", "phase", "device", "none"};
    const int blocks = static_cast<int>(std::min<std::size_t>(trace.blocks().size(), 4));
    for (int block = -1; block < blocks; ++block)
        for (const Grouping grouping :
             {Grouping::Alike, Grouping::Layer, Grouping::Phase, Grouping::Device, Grouping::None}) {
            ui::graph::DiagramLimits limits;
            limits.grouping = grouping;
            const double ms =
                bench::medianMs(3, [&](int) { static_cast<void>(ui::graph::makeDiagram(trace, block, {}, limits)); });
            if (ms <= slowest)
                continue;
            slowest = ms;
            which = std::string(names[static_cast<std::size_t>(grouping)]) +
                    (block < 0 ? ", whole run" : ", block " + std::to_string(block + 1));
        }
    return slowest;
}

/// Measures the graph of one batch of a training: opening it to each depth, and a zoom step in a window of 1440 x 900.
void measureNet(bench::Table& table, const std::string& id, const engine::trace::Trace& trace)
{
    using ui::graph::Depth;
    const engine::analysis::Training training = engine::analysis::training(trace);
    if (training.batches.empty())
        return;
    const engine::analysis::Batch& batch = training.batches[training.batches.size() / 2];
    ui::look::Theme theme;
    QImage image(1096, 750, QImage::Format_RGB32);
    double opening = 0, zooming = 0;
    std::size_t boxes = 0;
    for (const Depth depth : {Depth::Net, Depth::Stages, Depth::Blocks, Depth::Layers, Depth::Operations}) {
        ui::graph::DiagramLimits limits;
        limits.depth = depth;
        limits.isNarrow = false;
        ui::graph::Diagram diagram;
        opening = std::max(opening, bench::medianMs(5, [&](int) {
                               diagram = ui::graph::makeNetDiagram(trace, batch.begin, batch.end, limits);
                           }));
        boxes = std::max(boxes, diagram.nodes.size());
        ui::graph::detail::PaintState state;
        state.trace = &trace;
        state.theme = &theme;
        state.now = batch.begin + (batch.end - batch.begin) / 2;
        for (const double scale : {0.3, 0.7, 1.0, 2.0}) {
            state.scale = scale;
            zooming =
                std::max(zooming, bench::medianMs(5, [&](int) {
                             QPainter painter(&image);
                             painter.fillRect(image.rect(), Qt::white);
                             painter.scale(scale, scale);
                             ui::graph::detail::paintDiagram(
                                 painter, diagram, state, QRectF(0, 0, image.width() / scale, image.height() / scale));
                         }));
        }
    }
    const std::string note = "up to " + std::to_string(boxes) + " boxes";
    table.add({.name = "net of " + id + ", opened to a depth, the slowest",
               .value = opening,
               .unit = "ms",
               .atMost = 50,
               .note = note});
    table.add({.name = "net of " + id + ", a step of zoom, the slowest",
               .value = zooming,
               .unit = "ms",
               .atMost = 16,
               .note = note});
}

/// Measures the built-in programs with their default settings and machines. Needs overlap-run in the same folder.
void measureChapter(bench::Table& table)
{
    namespace fs = std::filesystem;
    const fs::path run = fs::canonical("/proc/self/exe").parent_path() / "overlap-run";
    if (!fs::exists(run))
        return table.skip("pictures of the chapter", "overlap-run is not built");
    const fs::path file = fs::temp_directory_path() / ("overlap-bench-" + std::to_string(getpid()) + ".overlap");
    std::istringstream list(saidTo("'" + run.string() + "' list"));
    for (std::string line; std::getline(list, line);) {
        std::istringstream words(line);
        std::string id;
        words >> id;
        if (line.rfind("  ", 0) != 0 || id.empty() || std::isdigit(static_cast<unsigned char>(id[0])) == 0)
            continue;
        static_cast<void>(saidTo("timeout 60 '" + run.string() + "' " + id + " --values timing --trace '" +
                                 file.string() + "' 2>/dev/null"));
        const auto opened = engine::io::openTrace(file);
        std::error_code gone;
        fs::remove(file, gone);
        if (!opened) {
            table.skip("pictures of " + id, opened.error().english());
            continue;
        }
        measureNet(table, id, *opened->trace);
        std::string which;
        const double ms = slowestDiagram(*opened->trace, which);
        table.add({.name = "pictures of " + id + ", the slowest",
                   .value = ms,
                   .unit = "ms",
                   .atMost = 50,
                   .note = which + "; " + std::to_string(opened->trace->opCount()) + " operations"});
    }
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    bench::Table table("graph", argc, argv);
    if (table.wants("chapter"))
        measureChapter(table);
    if (table.wants("picture")) {
        using tests::Sample;
        for (const auto& [sample, name] :
             {std::pair{Sample::Elementwise, "13.2.1"}, {Sample::TwoGpus, "13.3.1"}, {Sample::CopyOverlap, "13.3.2"}}) {
            const auto trace = tests::sampleTrace(sample);
            const double ms = bench::medianMs(9, [&](int) { static_cast<void>(ui::graph::makeDiagram(*trace, -1)); });
            table.add(
                {.name = std::string("picture of ") + name + ", whole run", .value = ms, .unit = "ms", .atMost = 50});
        }
        const auto many = tests::randomTrace(2, 16, 1250);
        const double manyMs = bench::medianMs(3, [&](int) { static_cast<void>(ui::graph::makeDiagram(*many, -1)); });
        table.add({.name = "picture of 20,000 operations, collapsed", .value = manyMs, .unit = "ms", .atMost = 1000});
        const auto large = tests::randomTrace(1, 16, 6250);
        const double ms = bench::medianMs(3, [&](int) { static_cast<void>(ui::graph::makeDiagram(*large, -1)); });
        table.add({.name = "picture of 100 k operations", .value = ms, .unit = "ms"});
    }
    if (table.wants("layout")) {
        std::size_t crossings = 0;
        const double small = randomLayout(1000, 1920, crossings);
        table.add({.name = "layout of 1000 nodes, 1920 edges", .value = small, .unit = "ms", .atMost = 100});
        const double large = randomLayout(3000, 5760, crossings);
        table.add({.name = "layout of 3000 nodes, 5760 edges",
                   .value = large,
                   .unit = "ms",
                   .atMost = 200,
                   .note = std::to_string(crossings) + " crossings"});
    }
    return table.finish();
}
