#include "ui/graph/detail/facts.h"

#include "ui/graph/detail/diagram_look_up.h"
#include "ui/model/lane_names.h"

#include <algorithm>
#include <map>

namespace ui::graph::detail {

namespace {

/// Adds one cluster for each device and each interval between waits that has nodes of work.
void addClusters(const Trace& trace, Diagram& diagram)
{
    std::vector<double> waits;
    for (const Node& node : diagram.nodes)
        if (node.shape == NodeShape::Wait)
            waits.push_back(node.rect.center().y());
    std::ranges::sort(waits);
    std::map<std::pair<std::uint32_t, std::size_t>, Cluster> clusters;
    for (const Node& node : diagram.nodes) {
        const bool isWork = node.shape != NodeShape::Wait && node.shape != NodeShape::Input && !isText(node) &&
                            node.shape != NodeShape::Result;
        if (!isWork)
            continue;
        const auto segment =
            static_cast<std::size_t>(std::ranges::upper_bound(waits, node.rect.center().y()) - waits.begin());
        Cluster& cluster = clusters[{node.device.index, segment}];
        cluster.rect = cluster.rect.isNull() ? node.rect : cluster.rect.united(node.rect);
        cluster.name = node.device.isValid() ? model::deviceName(trace, node.device) : node.title;
        cluster.operations += node.ops.size();
        cluster.time += node.time;
    }
    for (auto& [key, cluster] : clusters)
        diagram.clusters.push_back(std::move(cluster));
}

}  // namespace

QString callOf(const Trace& trace, const engine::trace::WaitRecord& wait)
{
    const QString call = text(trace, wait.call);
    const bool isName = std::ranges::all_of(call, [](QChar c) { return c.isLetter() || c == QLatin1Char('_'); });
    return isName && !call.isEmpty() ? QStringLiteral(".%1()").arg(call) : call;
}

void addFacts(const Trace& trace, const Scope& scope, Diagram& diagram)
{
    for (Node& node : diagram.nodes) {
        node.time = {};
        for (const engine::OpId op : node.ops)
            node.time += scope.contains(op) ? scope.ran[op.index - scope.first] : ranFor(trace.op(op));
        if (!node.ops.empty() && node.shape != NodeShape::Fold)
            node.extent = shapeOf(trace, trace.op(node.ops.front()));
    }
    addClusters(trace, diagram);
}

}  // namespace ui::graph::detail
