#include "ui/graph/detail/net_boxes.h"

#include "ui/graph/detail/facts.h"
#include "ui/graph/detail/net_texts.h"
#include "ui/look/format.h"

#include <algorithm>

namespace ui::graph::detail {

using engine::DeviceId;
using engine::trace::Kind;

namespace {

Kind kindOf(const Trace& trace, const std::vector<OpId>& ops)
{
    const bool isElementwise =
        std::all_of(ops.begin(), ops.end(), [&](OpId op) { return trace.op(op).kind == Kind::Elementwise; });
    return isElementwise ? Kind::Elementwise : Kind::Compute;
}

QString idOf(const NetLayer& of, NetPlaces::Column column, std::size_t device)
{
    return QStringLiteral("%1|%2|%3").arg(of.key, QString::number(static_cast<int>(column)), QString::number(device));
}

}  // namespace

NetBoxes::NetBoxes(const Source& source, Diagram& diagram, NetPlaces& places)
    : m_from(source), m_diagram(diagram), m_places(places)
{
    m_places.nodeOf.assign(m_from.scope.operations(), -1);
    for (const NetLayer::Passes& on : m_from.net.root().on)
        m_busy.push_back(timeOf(on.forward) + timeOf(on.backward));
}

engine::Nanoseconds NetBoxes::timeOf(const std::vector<OpId>& ops) const
{
    engine::Nanoseconds time{};
    for (const OpId op : ops)
        time += m_from.scope.ran[op.index - m_from.scope.first];
    return time;
}

QString NetBoxes::shareOf(engine::Nanoseconds time, std::size_t device) const
{
    return percentText(time, m_busy[device]);
}

void NetBoxes::addHeader(const QRectF& rect, const QString& title, const QString& subtitle)
{
    Node node;
    node.shape = NodeShape::Header;
    node.title = title;
    node.subtitle = subtitle;
    node.rect = rect;
    m_diagram.nodes.push_back(std::move(node));
}

std::size_t NetBoxes::addFrame(const NetLayer& of, const QRectF& rect, Column column)
{
    const NetLayer::Passes& on = of.on[0];
    Node frame;
    frame.shape = NodeShape::Frame;
    frame.key = of.key;
    frame.title = of.brief.isEmpty() ? of.title : of.brief;  // short title, so that no edge into the frame crosses it
    frame.id = idOf(of, column, 0);
    frame.note = shareOf(timeOf(column == Column::Forward ? on.forward : on.backward), 0);
    frame.tip = tipOf(m_from.trace, of);
    frame.rect = rect;
    m_diagram.nodes.push_back(std::move(frame));
    return m_diagram.nodes.size() - 1;
}

Node NetBoxes::boxOf(std::vector<OpId> ops, Kind kind, DeviceId device) const
{
    Node node;
    node.shape = NodeShape::Layer;
    node.kind = kind;
    node.device = device;
    node.time = timeOf(ops);
    if (!ops.empty())
        node.line = m_from.trace.op(ops.front()).line;
    node.ops = std::move(ops);
    return node;
}

void NetBoxes::addBox(Node node, Column column, std::size_t device, const NetLayer& of)
{
    for (const OpId op : node.ops)
        m_places.nodeOf[op.index - m_from.scope.first] = static_cast<int>(m_diagram.nodes.size());
    if (node.tip.isEmpty())
        node.tip = tipOf(m_from.trace, of);
    node.id =
        idOf(of, column, device) + (column == Column::Forward || column == Column::Backward ? QString() : node.title);
    m_places.at.resize(m_diagram.nodes.size() + 1);
    m_places.at.back() = {column, device, of.key, false};
    m_diagram.nodes.push_back(std::move(node));
}

void NetBoxes::addPass(const NetLayer& of, const QRectF& rect, std::size_t device, Column column)
{
    const bool isForward = column == Column::Forward;
    const std::vector<OpId>& ops = isForward ? of.on[device].forward : of.on[device].backward;
    if (ops.empty())
        return;
    Node node = boxOf(ops, isForward ? kindOf(m_from.trace, ops) : Kind::Backward, m_from.net.devices[device]);
    node.key = m_from.open.canOpen(static_cast<int>(&of - m_from.net.layers.data())) ? of.key : QString();
    constexpr qsizetype kLongTitle = 26;  // characters; a wide box of the forward pass has room for as many
    const bool isBrief = m_from.limits.isNarrow || !isForward || device > 0 || of.title.size() > kLongTitle;
    node.title = isBrief && !of.brief.isEmpty() ? of.brief : of.title;
    node.note = shareOf(node.time, device);
    node.rect = rect;
    node.hasFork = isForward && hasFork(m_from.trace, m_from.scope, m_from.net, ops);
    if (isForward) {
        node.extent = recordedShapeOf(m_from.trace, m_from.trace.op(ops.back()), QStringLiteral("×"));
        const QString parameters = of.parameters > 0 && device == 0 ? countText(of.parameters) : QString();
        constexpr double kShapeAndCount = 140;
        node.subtitle = parameters.isEmpty() ? node.extent
                        : rect.width() < kShapeAndCount && !m_from.limits.isNarrow
                            ? parameters  // without the shape, which the box beside this one shows
                            : QStringLiteral("%1 · %2").arg(node.extent, parameters);
    }
    if (node.subtitle.isEmpty() && node.time.count() > 0)
        node.subtitle = look::durationText(node.time);
    addBox(std::move(node), column, device, of);
}

void NetBoxes::addOperation(const NetLayer& of, OpId op, const QRectF& rect, std::size_t row, Column column)
{
    const engine::trace::Op operation = m_from.trace.op(op);
    Node node = boxOf({op}, operation.kind, m_from.net.devices[0]);
    node.title = text(m_from.trace, operation.name);
    node.note = shareOf(node.time, 0);
    node.rect = rect;
    addBox(std::move(node), column, 0, of);
    m_diagram.nodes.back().id += QStringLiteral("|%1").arg(row);
}

void NetBoxes::addCell(const NetLayer& of, const QRectF& rect, std::size_t device, Column column)
{
    const bool isForward = column == Column::Forward;
    const auto& ops = isForward ? of.on[device].forward : of.on[device].backward;
    if (ops.empty())
        return;
    Node node = boxOf(ops, isForward ? Kind::Compute : Kind::Backward, m_from.net.devices[device]);
    node.shape = NodeShape::Cell;
    node.title = of.title;
    node.rect = rect;
    addBox(std::move(node), Column::None, device, of);
    m_diagram.nodes.back().id += isForward ? QStringLiteral("|f") : QStringLiteral("|b");
}

void NetBoxes::addBeside(const NetLayer& of, double y, double height)
{
    addMiddle(of, y, height);
    addWeights(of, y, height);
}

/// Adds the boxes of the middle column: copies of parameters, sums of gradients and updates.
void NetBoxes::addMiddle(const NetLayer& of, double y, double height)
{
    struct Item {
        const std::vector<OpId>& ops;
        QString title;
        Kind kind;
        double part;  // relative width
    };
    const Item items[] = {{of.broadcast, ui::tr("broadcast"), Kind::CopyPeer, 1.25},
                          {of.exchange, exchangeName(m_from.trace, of.exchange), Kind::CopyPeer, 1.95},
                          {of.update, updateName(m_from.trace, of.update), Kind::Elementwise, 0.9}};
    double whole = 0;
    for (const Item& item : items)
        whole += item.ops.empty() ? 0 : item.part;
    if (whole <= 0)
        return;
    const double gap = m_from.limits.isNarrow ? 0 : 8;
    const auto count = static_cast<double>(
        std::count_if(std::begin(items), std::end(items), [](const Item& item) { return !item.ops.empty(); }));
    double x = m_from.columns.middle;
    for (const Item& item : items) {
        if (item.ops.empty())
            continue;
        const double width = (m_from.columns.middleWidth - gap * (count - 1)) * item.part / whole;
        Node node = boxOf(item.ops, item.kind, DeviceId{});
        node.title = item.title;
        node.tip = item.title + QStringLiteral(" · ") + of.title + QLatin1Char('\n') + factsOf(m_from.trace, node);
        node.rect = QRectF(x, y, width, height);
        node.shape = m_from.limits.isNarrow ? NodeShape::Cell : NodeShape::Layer;
        constexpr double kWithNote = 120;  // minimum width for bytes and time
        const engine::Bytes copied = copiedBytes(m_from.trace, item.ops);
        if (height < m_from.size.box && copied.value > 0) {  // room for a single line
            node.note = briefBytes(copied);
        } else if (width > kWithNote) {
            node.note = QStringLiteral("×%1").arg(item.ops.size());
            node.subtitle = factsOf(m_from.trace, node);
        } else {
            node.subtitle = QStringLiteral("×%1").arg(item.ops.size());
        }
        x += width + gap;
        addBox(std::move(node), Column::Middle, 0, of);
    }
}

void NetBoxes::addWeights(const NetLayer& of, double y, double height)
{
    if (m_from.columns.weightsWidth <= 0 || of.parameters <= 0)
        return;
    Node node;
    node.shape = NodeShape::Weights;
    describeWeights(of, node);
    node.rect = QRectF(m_from.columns.weights, y + (height - 18) / 2, m_from.columns.weightsWidth, 18);
    node.id = idOf(of, Column::Weights, 0);
    m_places.at.resize(m_diagram.nodes.size() + 1);
    m_places.at.back() = {Column::Weights, 0, of.key, false};
    m_diagram.nodes.push_back(std::move(node));
}

double NetBoxes::addBand(const std::vector<OpId>& ops, double y, const QString& title, Kind kind)
{
    if (ops.empty())
        return y;
    Node node = boxOf(ops, kind, DeviceId{});
    node.title = title;
    node.subtitle = node.time.count() > 0 ? look::durationText(node.time) : QString();
    node.note = QStringLiteral("×%1").arg(ops.size());
    node.tip = title + QLatin1Char('\n') + namesOf(m_from.trace, ops);
    const bool isBetween = m_from.net.hasSeveralDevices() && !m_from.limits.isNarrow;
    // In a narrow diagram the box spans both passes, since one column has no room for the name.
    const double own = m_from.limits.isNarrow ? m_from.columns.backward + m_from.size.backward - m_from.columns.forward
                                              : m_from.size.forward;
    node.rect = QRectF(isBetween ? m_from.columns.middle : m_from.columns.forward, y,
                       isBetween ? m_from.columns.middleWidth : own, m_from.size.box);
    NetLayer none;
    addBox(std::move(node), y < 60 ? Column::Before : Column::After, 0, none);
    return y + m_from.size.box + m_from.size.gap;
}

double NetBoxes::addWait(double y)
{
    if (m_from.scope.waits.empty())
        return y;
    const std::size_t index = m_from.scope.waits.back();
    const engine::trace::WaitRecord& wait = m_from.trace.waits()[index];
    Node node;
    node.shape = NodeShape::Wait;
    node.wait = static_cast<int>(index);
    node.line = wait.line;
    node.title = callOf(m_from.trace, wait);
    node.subtitle = wait.line > 0 ? ui::tr("line %1").arg(wait.line) : QString();
    node.rect = QRectF(m_from.size.side, y, m_from.columns.width - 2 * m_from.size.side, 26);
    m_diagram.nodes.push_back(std::move(node));
    return y + 26 + m_from.size.gap;
}

}  // namespace ui::graph::detail
