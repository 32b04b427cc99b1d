// Renders images of the graph for visual review: graph_shots TRACE PICTURE.png [GROUPING [ZOOM [light|dark [SCALE
// [WIDTHxHEIGHT [BLOCK [FIND [DEPTH [TIME [pane|window [TITLE]]]]]]]]]]]. GROUPING is alike, layer, phase, device or
// none; BLOCK -1 is the whole run; DEPTH is net, stages, blocks, layers or operations; TIME is the time of the
// playhead as a fraction of the run; TITLE is the title of the layer to open.
#include "engine/io/open_trace.h"
#include "ui/graph/detail/graph_canvas.h"
#include "ui/graph/graph_view.h"

#include <QApplication>
#include <QLineEdit>
#include <cstdio>

using namespace ui;

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    const QStringList args = QApplication::arguments();
    if (args.size() < 3)
        return 2;
    const auto opened = engine::io::openTrace(args[1].toStdString());
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().english().c_str());
        return 1;
    }
    const auto at = [&](int i, const char* otherwise) { return args.size() > i ? args[i] : QLatin1String(otherwise); };
    look::Theme theme(at(5, "light") == QLatin1String("dark") ? look::Mode::Dark : look::Mode::Light);
    theme.setScale(at(6, "1").toDouble());
    QApplication::setPalette(theme.palette());
    model::TraceFeed feed;
    model::Selection selection;
    model::Playhead playhead;
    playhead.setReducedMotion(true);
    graph::GraphView view(theme, feed, selection, playhead, nullptr,
                          at(12, "window") == QLatin1String("pane") ? graph::Frame::Pane : graph::Frame::Window);
    view.setStyleSheet(theme.styleSheet());
    const QStringList size = at(7, "960x720").split(QLatin1Char('x'));
    view.resize(size[0].toInt(), size[1].toInt());
    feed.show(opened->trace, {});
    playhead.setExtent(feed.trace()->extent());
    playhead.setTime(engine::Nanoseconds{
        static_cast<std::int64_t>(static_cast<double>(feed.trace()->extent().count()) * at(11, "1").toDouble())});
    view.show();
    selection.setBlock(at(8, "-1").toInt());
    const QStringList groupings{"alike", "layer", "phase", "device", "none"};
    view.commands()[1 + std::max<qsizetype>(0, groupings.indexOf(at(3, "alike")))]
        ->trigger();  // command 0 is the search
    const QStringList depths{"net", "stages", "blocks", "layers", "operations"};
    if (const qsizetype depth = depths.indexOf(at(10, "")); depth >= 0)
        view.commands()[1 + groupings.size() + depth]->trigger();
    auto* canvas = view.findChild<graph::GraphCanvas*>();
    for (const graph::Node& node : view.diagram().nodes)
        if (args.size() > 13 && node.title == args[13] && !node.key.isEmpty()) {
            emit canvas->toggled(graph::Node(node));
            break;
        }
    view.fit();
    view.findChild<graph::GraphCanvas*>()->zoomBy(at(4, "1").toDouble());
    if (args.size() > 9 && !args[9].isEmpty()) {
        view.openFind();
        view.findChild<QLineEdit*>(QStringLiteral("graphFindText"))->setText(args[9]);
    }
    QApplication::processEvents();
    return view.grab().save(args[2]) ? 0 : 1;
}
