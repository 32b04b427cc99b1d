#include "engine/analysis/training.h"
#include "ui/drawing/batch_painter.h"
#include "ui/figure/detail/bodies.h"
#include "ui/graph/page.h"
#include "ui/model/operation_labels.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ui::figure::detail {

using engine::trace::Kind;
using graph::Node;
using graph::NodeShape;

namespace {

constexpr double kTallest = 940;  // maximum height on a printed page, in units

/// Maximum number of nodes that are readable on a page.
constexpr std::size_t kReadable = 60;
constexpr int kMaxBlocksBack = 16;

/// Returns the graph of the last timed block that has more than half of the run's operations and a readable number of
/// nodes, so that preparations are left out. Examines only the last blocks; if none of them fits, returns `whole`.
graph::Diagram partOf(const Trace& trace, const graph::DiagramLimits& limits, graph::Diagram whole)
{
    const int last = static_cast<int>(trace.blocks().size()) - 1;
    for (int block = last; block >= std::max(0, last - kMaxBlocksBack); --block) {
        graph::Diagram part = graph::makeDiagram(trace, block, {}, limits);
        if (part.operations * 2 > whole.operations && part.nodes.size() <= kReadable)
            return part;
    }
    return whole;
}

}  // namespace

std::shared_ptr<const graph::Diagram> diagramOf(const Trace& trace, const FigureOptions& options)
{
    if (options.diagram)
        return options.diagram;
    graph::DiagramLimits limits;
    limits.width = options.preset == Preset::Column85mm ? 276 : options.preset == Preset::Page178mm ? 560 : 900;
    limits.stairRows = options.preset == Preset::Column85mm ? 6 : 10;
    limits.isNarrow = options.preset == Preset::Column85mm;
    if (options.block < 0 && !trace.programPart().steps.empty()) {
        // For a training, shows the batch that the window shows first, drawn by layer.
        const engine::analysis::Training training = engine::analysis::training(trace);
        if (const int opening = drawing::openingBatch(training); opening >= 0) {
            const engine::analysis::Batch& batch = training.batches[static_cast<std::size_t>(opening)];
            return std::make_shared<graph::Diagram>(graph::makeNetDiagram(trace, batch.begin, batch.end, limits));
        }
    }
    const auto make = [&](const graph::DiagramLimits& with) {
        graph::Diagram whole = graph::makeDiagram(trace, options.block, {}, with);
        const bool isReadable = options.block >= 0 || whole.nodes.size() <= kReadable;
        return isReadable ? whole : partOf(trace, with, std::move(whole));
    };
    return std::make_shared<graph::Diagram>(options.preset == Preset::Slide ? graph::makeForSlide(limits, make)
                                                                            : make(limits));
}

FigureOptions withDiagram(const Trace& trace, const FigureOptions& options)
{
    FigureOptions with = options;
    if (figureKindOf(options) == FigureKind::Graph)
        with.diagram = diagramOf(trace, options);
    return with;
}

std::vector<Plan::LegendEntry> graphLegend(const Trace& trace, const FigureOptions& options)
{
    using Entry = Plan::LegendEntry::Subject;
    const auto diagram = diagramOf(trace, options);
    std::vector<Plan::LegendEntry> legend;
    std::set<Kind> kinds;
    bool hasWait = false, hasCritical = false;
    for (const Node& node : diagram->nodes) {
        hasWait = hasWait || node.shape == NodeShape::Wait;
        hasCritical = hasCritical || node.isCritical;
        if (!node.ops.empty() && node.shape != NodeShape::Input && node.shape != NodeShape::Result)
            kinds.insert(node.kind);
    }
    for (const Kind kind : kinds)
        legend.push_back({Entry::Kind, kind, model::kindName(kind, model::KindForm::Figure), {}});
    if (hasWait)
        legend.push_back({Entry::WaitNode, Kind::Host, tr("program waits"), {}});
    const auto has = [&diagram](graph::EdgeStyle style) {
        return std::ranges::find(diagram->edges, style, &graph::Edge::style) != diagram->edges.end();
    };
    if (diagram->isNet && has(graph::EdgeStyle::Data))
        legend.push_back({Entry::Data, Kind::Host, tr("data"), {}});
    if (has(graph::EdgeStyle::Gradient))
        legend.push_back({Entry::Gradient, Kind::Host, tr("gradient"), {}});
    if (has(graph::EdgeStyle::Saved))
        legend.push_back({Entry::SavedForBackward, Kind::Host, tr("saved for backward"), {}});
    if (!diagram->isNet && diagram->counts.raw > 0)
        legend.push_back({Entry::Data, Kind::Host, tr("reads what was written"), {}});
    if (!diagram->isNet && diagram->counts.war + diagram->counts.waw > 0)
        legend.push_back({Entry::Reuse, Kind::Host, tr("overwrites"), {}});
    if (hasCritical)
        legend.push_back({Entry::Critical, Kind::Host, tr("critical path"), {}});
    return legend;
}

void placeGraph(const Trace& trace, const FigureOptions& options, Plan& plan)
{
    const auto diagram = diagramOf(trace, options);
    const double top = plan.heading.end + (plan.size.width() < 1000 ? 14 : 22);
    const double width = plan.right - plan.left;
    double height = std::max(120.0, plan.page.wanted - top - plan.below() - 6);
    // A slide is enlarged, at most to kTallest, so that both lines of a node have room in the smallest font.
    constexpr double kLine = 11;  // font size of a node's name, in units of the diagram
    if (options.preset == Preset::Slide)
        height = std::max(height, std::min(kTallest, diagram->size.height() * plan.type.body / kLine));
    if (plan.page.wanted <= 0) {
        const double scale = std::min(1.5, width / std::max(1.0, diagram->size.width()));
        height = std::clamp(diagram->size.height() * scale, 60.0, kTallest);
    }
    plan.body = QRectF(plan.left, top, width, height);
    plan.finish(top + height + 6);
}

void paintGraph(const Ink& ink, const Trace& trace, const FigureOptions& options, const Plan& plan)
{
    graph::paintOnPage(ink.painter(), *diagramOf(trace, options),
                       {trace, options.until.value_or(trace.extent()), ink.paper()}, plan.body);
}

}  // namespace ui::figure::detail
