#include "ui/graph/detail/staircase.h"

#include "engine/trace/decisive_cause.h"
#include "ui/model/lane_names.h"

#include <algorithm>
#include <set>

namespace ui::graph::detail {

using engine::trace::DependencyKind;
using engine::trace::Kind;

namespace {

constexpr std::size_t kFewest = 3;  // fewer copies do not show a pattern

// Positions and sizes of the columns and rows of the diagram.
constexpr double kMadeX = 28, kMadeWidth = 60;
constexpr double kCopyX = 128, kCopyWidth = 64;
constexpr double kResultX = 222, kResultWidth = 60;
constexpr double kRowTop = 36, kRowHeight = 22, kRowPitch = 32;
constexpr double kWidth = 304;

/// The number in brackets at the end of a label, or else the position in the list.
QString ordinalOf(const Trace& trace, OpId op, std::size_t place)
{
    const QString label = text(trace, trace.op(op).label);
    const qsizetype open = label.lastIndexOf(QLatin1Char('['));
    if (open >= 0 && label.endsWith(QLatin1Char(']')))
        return label.mid(open + 1, label.size() - open - 2);
    return QString::number(place);
}

engine::DeviceId sourceDevice(const Trace& trace, const Op& copy)
{
    if (copy.lane.isValid() && copy.lane.index < trace.lanes().size())
        return trace.lanes()[copy.lane.index].device;
    return copy.device;
}

/// The visible rows: a contiguous range around the focus, and the last row.
struct Window {
    std::vector<int> rows;  // row numbers; -1: an ellipsis
};

Window windowOf(int count, int focus, int room)
{
    Window window;
    if (count <= room + 2) {
        for (int i = 0; i < count; ++i)
            window.rows.push_back(i);
        return window;
    }
    int first = 0;
    if (focus >= room - 1)
        first = std::min(focus - room / 2, count - room);
    if (first > 0)
        window.rows.push_back(-1);
    for (int i = first; i < first + room; ++i)
        window.rows.push_back(i);
    if (first + room < count - 1)
        window.rows.push_back(-1);
    if (first + room < count)
        window.rows.push_back(count - 1);
    return window;
}

Node header(const QString& title, const QString& subtitle, double centre, double width)
{
    Node node;
    node.shape = NodeShape::Header;
    node.rect = QRectF(centre - width / 2, 2, width, 26);
    node.title = title;
    node.subtitle = subtitle;
    return node;
}

class Builder {
public:
    Builder(const Trace& trace, const Stairs& stairs, Diagram& diagram)
        : m_trace(trace), m_stairs(stairs), m_diagram(diagram)
    {
    }

    void headers()
    {
        const Op& made = m_trace.op(m_stairs.made.front());
        const Op& copy = m_trace.op(m_stairs.copies.front());
        const QString source = model::deviceName(m_trace, sourceDevice(m_trace, copy));
        m_diagram.nodes.push_back(
            header(model::deviceName(m_trace, made.device), tr("compute"), kMadeX + kMadeWidth / 2, kMadeWidth + 20));
        m_diagram.nodes.push_back(header(source, tr("copy out"), kCopyX + kCopyWidth / 2, kCopyWidth + 20));
        m_diagram.nodes.push_back(header(model::deviceName(m_trace, copy.device), tr("result"),
                                         kResultX + kResultWidth / 2, kResultWidth + 10));
    }

    void row(std::size_t i, double y)
    {
        const OpId made = m_stairs.made[i], copy = m_stairs.copies[i];
        const int from = add(NodeShape::Op, made, nameOf(m_trace, made), {}, kMadeX, kMadeWidth, y);
        const QString title = tr("copy %1").arg(ordinalOf(m_trace, copy, i));
        const int to = add(NodeShape::Op, copy, title, {}, kCopyX, kCopyWidth, y);
        const QString label = text(m_trace, m_trace.op(copy).label);
        const int result =
            add(NodeShape::Result, copy, label.isEmpty() ? tr("on CPU") : label, {}, kResultX, kResultWidth, y);
        link(from, to, y, kMadeX + kMadeWidth, kCopyX);
        link(to, result, y, kCopyX + kCopyWidth, kResultX);
        if (m_before >= 0)
            chain(m_before, to, m_last, copy);
        m_before = to;
        m_last = copy;
    }

    void ellipsis(double y)
    {
        for (const auto& [x, width] : {std::pair{kMadeX, kMadeWidth}, {kCopyX, kCopyWidth}, {kResultX, kResultWidth}}) {
            Node node;
            node.shape = NodeShape::Ellipsis;
            node.rect = QRectF(x, y, width, kRowHeight);
            node.title = QStringLiteral("⋮");
            m_diagram.nodes.push_back(std::move(node));
        }
        m_hasGap = true;
    }

private:
    int add(NodeShape shape, OpId op, const QString& title, const QString& subtitle, double x, double width, double y)
    {
        Node node;
        node.shape = shape;
        node.ops = {op};
        node.title = title;
        node.subtitle = subtitle;
        node.kind = m_trace.op(op).kind;
        node.device = m_trace.op(op).device;
        node.line = m_trace.op(op).line;
        node.rect = QRectF(x, y, width, kRowHeight);
        m_diagram.nodes.push_back(std::move(node));
        return static_cast<int>(m_diagram.nodes.size()) - 1;
    }

    void link(int from, int to, double y, double left, double right)
    {
        Edge edge;
        edge.from = from;
        edge.to = to;
        edge.points = {{left, y + kRowHeight / 2}, {right, y + kRowHeight / 2}};
        m_diagram.edges.push_back(std::move(edge));
    }

    /// Links a copy to the previous one in the copy engine's queue, if rows between them are left out or the copy
    /// waited for the previous one. This is no data dependency but often the critical path.
    void chain(int from, int to, OpId before, OpId copy)
    {
        if (!m_hasGap && engine::trace::decisiveCause(m_trace.op(copy)).op != before)
            return;
        Edge edge;
        edge.from = from;
        edge.to = to;
        edge.style = EdgeStyle::Stream;
        const double x = kCopyX + kCopyWidth / 2;
        const double top = m_diagram.nodes[static_cast<std::size_t>(from)].rect.bottom();
        const double bottom = m_diagram.nodes[static_cast<std::size_t>(to)].rect.top();
        edge.hasHead = m_hasGap;
        if (m_hasGap) {
            // Interrupts the drawn line where rows are left out.
            Edge stub = edge;
            stub.hasHead = false;
            stub.points = {{x, top}, {x, top + kRowPitch - kRowHeight - 1}};
            m_diagram.edges.push_back(std::move(stub));
            edge.points = {{x, bottom - kRowPitch + kRowHeight + 1}, {x, bottom}};
        } else {
            edge.points = {{x, top}, {x, bottom}};
        }
        m_diagram.edges.push_back(std::move(edge));
        m_hasGap = false;
    }

    const Trace& m_trace;
    const Stairs& m_stairs;
    Diagram& m_diagram;
    int m_before = -1;
    OpId m_last;
    bool m_hasGap = false;
};

}  // namespace

std::optional<Stairs> stairsOf(const Trace& trace, const Scope& scope)
{
    std::size_t copies = 0;
    for (std::size_t c = 0; c < scope.classes.size(); ++c)
        copies += scope.classes[c].kind == Kind::CopyOut ? static_cast<std::size_t>(scope.sizeOf[c]) : 0;
    const std::size_t others = scope.operations() - copies;
    if (copies < kFewest || others > copies)
        return {};
    Stairs stairs;
    std::set<OpId> made;
    for (std::size_t i = scope.first; i < scope.last; ++i) {
        const Op& op = trace.op(OpId(i));
        if (op.kind != Kind::CopyOut)
            continue;
        OpId source;
        for (const engine::trace::Edge& edge : trace.edges().into(op.id)) {
            if (edge.kind != DependencyKind::ReadAfterWrite)
                continue;
            if (source.isValid())
                return {};
            source = edge.from;
        }
        if (!source.isValid() || !made.insert(source).second)
            return {};
        stairs.made.push_back(source);
        stairs.copies.push_back(op.id);
    }
    std::size_t here = 0;
    for (const OpId op : stairs.made) {
        here += scope.contains(op) ? 1 : 0;
        if (trace.op(op).kind == Kind::CopyOut || trace.op(op).device != trace.op(stairs.made.front()).device)
            return {};
    }
    const bool isAll = here == stairs.made.size() ? others == here : here == 0 && others == 0;
    return isAll ? std::optional(stairs) : std::nullopt;
}

void placeStairs(const Trace& trace, const Stairs& stairs, OpId focus, const DiagramLimits& limits, Diagram& diagram)
{
    Builder builder(trace, stairs, diagram);
    builder.headers();
    int at = -1;
    for (std::size_t i = 0; i < stairs.copies.size(); ++i)
        if (focus.isValid() && (stairs.copies[i] == focus || stairs.made[i] == focus))
            at = static_cast<int>(i);
    double y = kRowTop;
    for (const int row : windowOf(static_cast<int>(stairs.copies.size()), at, limits.stairRows).rows) {
        if (row < 0)
            builder.ellipsis(y);
        else
            builder.row(static_cast<std::size_t>(row), y);
        y += kRowPitch;
    }
    diagram.isCollapsed = static_cast<int>(stairs.copies.size()) > limits.stairRows + 2;
    diagram.size = QSizeF(kWidth, y - kRowPitch + kRowHeight + 4);
}

}  // namespace ui::graph::detail
