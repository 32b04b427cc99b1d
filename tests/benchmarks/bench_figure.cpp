// Measures figures: time and size of SVG, PDF and PNG at 100 k and 1 M spans, 16 lanes, 1600 x 900. CPU time of the
// thread. Run with QT_QPA_PLATFORM=offscreen.
#include "tests/benchmarks/table.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/figure/figure.h"

#include <QGuiApplication>
#include <ctime>

namespace {

struct Cost {
    double ms = 0;
    double bytes = 0;
};

Cost measure(const engine::trace::Trace& trace, ui::figure::Format format)
{
    ui::figure::FigureOptions options;
    options.preset = ui::figure::Preset::Custom;
    options.size = QSize(1600, 900);
    options.pngScale = 1;
    Cost cost;
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) {
        const double before = bench::cpuMs();
        const auto bytes = ui::figure::renderFigure(trace, options, format);
        times.push_back(bench::cpuMs() - before);
        cost.bytes = bytes ? static_cast<double>(bytes->size()) : 0;
    }
    cost.ms = bench::median(times);
    return cost;
}

}  // namespace

int main(int argc, char** argv)
{
    QGuiApplication app(argc, argv);
    bench::Table table("figure", argc, argv);
    if (!table.wants("export"))
        return table.finish();
    const auto small = tests::randomTrace(1, 16, 6250);
    const auto large = tests::randomTrace(1, 16, 62'500);
    using ui::figure::Format;
    const Cost smallSvg = measure(*small, Format::Svg);
    const Cost svg = measure(*large, Format::Svg);
    const Cost pdf = measure(*large, Format::Pdf);
    const Cost png = measure(*large, Format::Png);
    table.add({.name = "export of 1 M spans as SVG", .value = svg.ms, .unit = "ms", .atMost = 150});
    table.add({.name = "its size", .value = svg.bytes / 1e6, .unit = "MB", .atMost = 2});
    table.add({.name = "its size over that of 100 k spans",
               .value = svg.bytes / std::max(smallSvg.bytes, 1.0),
               .unit = "x",
               .atMost = 1.3});
    table.add({.name = "export of 1 M spans as PDF", .value = pdf.ms, .unit = "ms", .atMost = 150});
    table.add({.name = "its size", .value = pdf.bytes / 1e3, .unit = "kB", .atMost = 200});
    table.add({.name = "export of 1 M spans as PNG", .value = png.ms, .unit = "ms", .atMost = 250});
    return table.finish();
}
