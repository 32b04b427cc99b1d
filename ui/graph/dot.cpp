#include "ui/graph/dot.h"

#include "ui/graph/detail/scope.h"
#include "ui/model/lane_names.h"

#include <map>
#include <vector>

namespace ui::graph {

using engine::trace::DependencyKind;

namespace {

std::string quoted(const QString& text)
{
    QString escaped = text;
    escaped.replace(QLatin1Char('\\'), QLatin1String("\\\\"));
    escaped.replace(QLatin1Char('"'), QLatin1String("\\\""));
    escaped.replace(QLatin1Char('\n'), QLatin1String("\\n"));
    return '"' + escaped.toStdString() + '"';
}

std::string nodeId(OpId op)
{
    return "op" + std::to_string(op.index);
}

const char* attributesOf(DependencyKind kind)
{
    switch (kind) {
        case DependencyKind::ReadAfterWrite:
            return "";
        case DependencyKind::WriteAfterRead:
            return " [style=dashed]";
        case DependencyKind::WriteAfterWrite:
            return " [style=dotted]";
        case DependencyKind::Stream:
            return " [color=gray, constraint=false]";
    }
    return "";
}

std::string textOf(const Trace& trace, const detail::Scope& scope)
{
    std::string out = "digraph " + quoted(QString::fromStdString(trace.run().title)) + " {\n  node [shape=box];\n";
    std::map<std::uint32_t, std::vector<OpId>> byDevice;
    for (std::size_t i = scope.first; i < scope.last; ++i)
        byDevice[trace.op(OpId(i)).device.index].push_back(OpId(i));
    for (const OpId op : scope.inputs)
        out += "  " + nodeId(op) + " [label=" + quoted(detail::nameOf(trace, op)) + ", style=rounded];\n";
    for (const auto& [device, ops] : byDevice) {
        out += "  subgraph cluster_" + std::to_string(device) +
               " {\n    label=" + quoted(model::deviceName(trace, engine::DeviceId(device))) + ";\n";
        for (const OpId op : ops)
            out += "    " + nodeId(op) + " [label=" + quoted(detail::nameOf(trace, op)) + "];\n";
        out += "  }\n";
    }
    scope.forEachEdge(trace, [&](const engine::trace::Edge& edge) {
        if (scope.contains(edge.from) || edge.kind == DependencyKind::ReadAfterWrite)
            out += "  " + nodeId(edge.from) + " -> " + nodeId(edge.to) + attributesOf(edge.kind) + ";\n";
    });
    return out + "}\n";
}

}  // namespace

std::string dotText(const Trace& trace, int block)
{
    return textOf(trace, detail::scopeOf(trace, block));
}

std::string dotText(const Trace& trace, engine::Nanoseconds begin, engine::Nanoseconds end)
{
    return textOf(trace, detail::scopeOf(trace, begin, end));
}

}  // namespace ui::graph
