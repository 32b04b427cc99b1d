#include "ui/graph/detail/quotient_parts.h"

#include "ui/graph/detail/grouping.h"
#include "ui/look/format.h"
#include "ui/model/lane_names.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace ui::graph::detail {

namespace {

QString rangeName(const Trace& trace, const std::vector<OpId>& ops)
{
    if (ops.size() == 1)
        return nameOf(trace, ops.front());
    return nameOf(trace, ops.front()) + QStringLiteral(" … ") + nameOf(trace, ops.back());
}

QString sizeText(const Trace& trace, const Op& op)
{
    const QString shape = shapeOf(trace, op);
    return shape.isEmpty() ? operatorOf(trace, op.id) : shape;
}

/// The device on which an operation before the scope ran.
engine::DeviceId placeBefore(const Trace& trace, const Op& op)
{
    const auto lanes = trace.lanes();
    return op.lane.index < lanes.size() && lanes[op.lane.index].device.isValid() ? lanes[op.lane.index].device
                                                                                 : op.device;
}

}  // namespace

std::vector<std::size_t> classesOf(const Scope& scope, const std::vector<OpId>& ops)
{
    std::vector<char> isKnown(scope.classes.size(), 0);
    std::vector<std::size_t> result;
    for (const OpId op : ops) {
        const std::size_t c = scope.classOf[op.index - scope.first];
        if (isKnown[c] == 0) {
            isKnown[c] = 1;
            result.push_back(c);
        }
    }
    return result;
}

Node NodeMaker::ofInputs(const std::vector<OpId>& ops) const
{
    const Op& op = m_trace.op(ops.front());
    Node node = ofOperations(ops);
    node.shape = NodeShape::Input;
    node.title = rangeName(m_trace, ops);
    const QString size = sizeText(m_trace, op);
    const bool areOneSize =
        std::all_of(ops.begin(), ops.end(), [&](OpId other) { return sizeText(m_trace, m_trace.op(other)) == size; });
    node.subtitle = ops.size() == 1 ? size
                    : areOneSize    ? QStringLiteral("%1 × %2").arg(ops.size()).arg(size)
                                    : tr("%1 tensors").arg(ops.size());
    return node;
}

Node NodeMaker::ofOperations(std::vector<OpId> members, bool hasInnerEdge) const
{
    const Op& op = m_trace.op(members.front());
    Node node;
    node.ops = std::move(members);
    const std::vector<OpId>& ops = node.ops;
    node.kind = op.kind;
    node.device = m_scope.contains(op.id) ? m_scope.classAt(op.id).place : placeBefore(m_trace, op);
    node.line = op.line;
    const QString name = operatorOf(m_trace, op.id);
    if (ops.size() == 1) {
        const QString label = text(m_trace, op.label);
        node.title = label.isEmpty() ? name : label;
        node.subtitle = label.isEmpty() ? QString() : name;
        return node;
    }
    const auto [names, isOneKind] = varietyOf(ops);
    // Inputs from before the scope belong to no group.
    if (m_given != nullptr && m_scope.contains(ops.front())) {
        node.shape = NodeShape::Fold;
        node.title = m_given->titles[static_cast<std::size_t>(m_given->of[ops.front().index - m_scope.first])];
        node.subtitle = groupText(ops, names);
        return node;
    }
    const bool isAlike = names.size() == 1 && isOneKind && !hasInnerEdge;
    node.shape = isAlike ? NodeShape::Matrix : NodeShape::Fold;
    node.title = model::deviceName(m_trace, node.device);
    if (isAlike) {
        node.subtitle = QStringLiteral("%1 × %2").arg(ops.size()).arg(name);
        return node;
    }
    QStringList words;
    for (const std::uint32_t n : names)
        if (words.size() < 3)
            words << text(m_trace, engine::NameId(n));
    node.subtitle = QStringLiteral("%1 × %2").arg(ops.size()).arg(words.join(QStringLiteral(", ")));
    if (static_cast<qsizetype>(names.size()) > words.size())
        node.subtitle += QStringLiteral(", …");
    return node;
}

NodeMaker::Variety NodeMaker::varietyOf(const std::vector<OpId>& ops) const
{
    Variety variety;
    const Op& first = m_trace.op(ops.front());
    if (!m_scope.contains(ops.front())) {
        for (const OpId id : ops) {
            variety.names.insert(m_trace.op(id).name.index);
            variety.isOneKind = variety.isOneKind && m_trace.op(id).kind == first.kind;
        }
        return variety;
    }
    for (const std::size_t c : classesOf(m_scope, ops)) {
        variety.names.insert(m_scope.classes[c].name.index);
        variety.isOneKind = variety.isOneKind && m_scope.classes[c].kind == first.kind;
    }
    return variety;
}

QString NodeMaker::groupText(const std::vector<OpId>& ops, const std::set<std::uint32_t>& names) const
{
    engine::Nanoseconds time{};
    for (const OpId op : ops)
        time += m_scope.ran[op.index - m_scope.first];
    const QString what =
        names.size() == 1
            ? QStringLiteral("%1 × %2").arg(ops.size()).arg(operatorOf(m_trace, ops.front()))
            : QCoreApplication::translate("ui::graph", "%n operation(s)", nullptr, static_cast<int>(ops.size()));
    return what + QStringLiteral(" · ") + look::durationText(time);
}

}  // namespace ui::graph::detail
