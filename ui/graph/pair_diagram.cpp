#include "engine/analysis/line_match.h"
#include "ui/graph/detail/scope.h"
#include "ui/graph/diagram.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace ui::graph {

using engine::trace::BlockRecord;
using engine::trace::LineRecord;

namespace {

constexpr double kHeading = 34;
constexpr double kGap = 12;
/// Maximum number of operations of each of two graphs that are drawn side by side.
constexpr std::size_t kMaxEach = 40;

/// The last execution of the statement that a block runs most often. Only statements that run at least twice and issue
/// 1 to kMaxEach operations are considered.
struct Execution {
    Nanoseconds begin{}, end{};
    QString statement;
    int times = 0;
    std::vector<QString> operators;
};

QString statementAt(const Trace& trace, int line)
{
    const std::string_view text = engine::analysis::lineOf(trace.run().source, line);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::vector<QString> operatorsIn(const Trace& trace, Nanoseconds begin, Nanoseconds end)
{
    const auto [first, last] = detail::operationsIn(trace, begin, end);
    std::vector<QString> names;
    for (std::size_t i = first; i < last && names.size() <= kMaxEach; ++i)
        names.push_back(detail::operatorOf(trace, OpId(i)));
    return names;
}

std::optional<Execution> executionIn(const Trace& trace, const BlockRecord& block)
{
    std::map<int, std::pair<int, LineRecord>> byLine;
    const auto& lines = trace.programPart().lines;  // records are in the order of their ends
    auto line = std::ranges::partition_point(lines, [&](const LineRecord& one) { return one.end < block.begin; });
    for (; line != lines.end() && line->end <= block.end; ++line) {
        if (line->begin < block.begin)
            continue;
        auto& entry = byLine[line->line];
        ++entry.first;
        entry.second = *line;
    }
    std::optional<Execution> best;
    for (const auto& [number, entry] : byLine) {
        if (entry.first < 2 || (best && entry.first <= best->times))
            continue;
        Execution execution{entry.second.begin, entry.second.end, statementAt(trace, number), entry.first,
                            operatorsIn(trace, entry.second.begin, entry.second.end)};
        if (!execution.operators.empty() && execution.operators.size() <= kMaxEach)
            best = std::move(execution);
    }
    return best;
}

void append(Diagram& whole, Diagram part, double left, const QString& title, const QString& subtitle)
{
    Node heading;
    heading.shape = NodeShape::Header;
    heading.title = title;
    heading.subtitle = subtitle;
    heading.rect = QRectF(left, 6, part.size.width(), 26);
    const auto offset = static_cast<int>(whole.nodes.size());
    for (Node& node : part.nodes) {
        node.rect.translate(left, kHeading);
        whole.nodes.push_back(std::move(node));
    }
    for (Edge& edge : part.edges) {
        edge.from += offset;
        edge.to += offset;
        for (QPointF& point : edge.points)
            point += QPointF(left, kHeading);
        whole.edges.push_back(std::move(edge));
    }
    for (Cluster& cluster : part.clusters) {
        cluster.rect.translate(left, kHeading);
        whole.clusters.push_back(std::move(cluster));
    }
    whole.nodes.push_back(std::move(heading));
    whole.operations += part.operations;
    whole.isCollapsed = whole.isCollapsed || part.isCollapsed;
    whole.counts.raw += part.counts.raw;
    whole.counts.war += part.counts.war;
    whole.counts.waw += part.counts.waw;
    whole.counts.stream += part.counts.stream;
    whole.size = QSizeF(left + part.size.width(), std::max(whole.size.height(), kHeading + part.size.height()));
}

}  // namespace

std::optional<Pair> pairOf(const Trace& trace)
{
    const auto& blocks = trace.blocks();
    for (std::size_t i = blocks.size(); i-- > 1;) {
        const auto after = executionIn(trace, blocks[i]);
        const auto before = after ? executionIn(trace, blocks[i - 1]) : std::nullopt;
        if (!before || before->statement.isEmpty() || before->statement != after->statement ||
            before->operators == after->operators)
            continue;
        return Pair{static_cast<int>(i - 1), static_cast<int>(i), before->begin, before->end, after->begin, after->end};
    }
    return std::nullopt;
}

Diagram makePairDiagram(const Trace& trace, const Pair& pair, const DiagramLimits& limits)
{
    DiagramLimits half = limits;
    half.width = (limits.width - kGap) / 2;
    // Omit inputs: the parameters of all layers would fill most of both graphs, and they are the same in both.
    half.hasInputs = false;
    Diagram before = makeDiagram(trace, pair.beforeBegin, pair.beforeEnd, half, PathEnd::Work);
    Diagram after = makeDiagram(trace, pair.afterBegin, pair.afterEnd, half, PathEnd::Work);
    const std::size_t first = before.operations, second = after.operations;
    const auto label = [&](int block) {
        return QString::fromStdString(trace.blocks()[static_cast<std::size_t>(block)].label);
    };
    const auto count = [](std::size_t operations) {
        return operations == 1
                   ? ui::tr("one operation")
                   : QCoreApplication::translate("ui::graph", "%n operation(s)", nullptr, static_cast<int>(operations));
    };
    Diagram whole;
    const double width = std::max(before.size.width(), half.width);
    append(whole, std::move(before), 0, label(pair.before), count(first));
    append(whole, std::move(after), width + kGap, label(pair.after), count(second));
    whole.caption =
        ui::tr("One execution of the same statement: %1 before, %2 after.").arg(count(first), count(second));
    return whole;
}

}  // namespace ui::graph
