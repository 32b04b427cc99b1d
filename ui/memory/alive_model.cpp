#include "ui/memory/alive_model.h"

#include "engine/analysis/memory.h"
#include "ui/look/format.h"
#include "ui/model/operation_labels.h"

namespace ui::memory {

using engine::OpId;
using engine::analysis::AliveBlock;
using engine::analysis::AliveReason;

void AliveModel::show(const engine::trace::TracePtr& trace, engine::DeviceId device, engine::Nanoseconds time,
                      engine::Nanoseconds origin)
{
    beginResetModel();
    m_trace = trace;
    m_origin = origin;
    m_blocks = engine::analysis::aliveAt(*trace, device, time);
    endResetModel();
}

void AliveModel::clear()
{
    beginResetModel();
    m_blocks.clear();
    endResetModel();
}

int AliveModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_blocks.size());
}

int AliveModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

OpId AliveModel::opAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_blocks[static_cast<std::size_t>(row)].block.bornBy : OpId{};
}

int AliveModel::rowOf(OpId op) const
{
    for (std::size_t i = 0; op.isValid() && i < m_blocks.size(); ++i)
        if (m_blocks[i].block.bornBy == op)
            return static_cast<int>(i);
    return -1;
}

QVariant AliveModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::ToolTipRole && section == Size)
        return tr("The memory that the allocator reserved: whole blocks, slightly more than the tensor needs.");
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
        case Result:
            return tr("Result");
        case Size:
            return tr("Bytes");
        case MadeBy:
            return tr("Created by");
        case LastRead:
            return tr("Last read");
        case Why:
            return tr("Why it is in use");
        default:
            return {};
    }
}

QVariant AliveModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const AliveBlock& alive = m_blocks[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && index.column() == Size)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return text(alive, index.column());
    if (role == Qt::AccessibleTextRole)
        return tr("%1, %2, %3").arg(text(alive, Result), text(alive, Size), text(alive, Why));
    return {};
}

QString AliveModel::labelOf(OpId op) const
{
    return m_trace->has(op) ? model::operationLabel(*m_trace, m_trace->op(op)) : tr("not known");
}

QString AliveModel::text(const AliveBlock& alive, int column) const
{
    switch (column) {
        case Result:
            return labelOf(alive.block.bornBy);
        case Size:
            return look::bytesText(alive.block.bytes);
        case MadeBy: {
            if (!m_trace->has(alive.block.bornBy))
                return {};
            const engine::trace::Op& op = m_trace->op(alive.block.bornBy);
            const QString name = QString::fromUtf8(m_trace->text(op.name));
            return op.line > 0 ? tr("%1, line %2").arg(name, QString::number(op.line)) : name;
        }
        case LastRead:
            return alive.lastRead
                       ? tr("%1 by %2").arg(look::momentText(*alive.lastRead, m_origin), labelOf(alive.lastReader))
                       : tr("never");
        case Why:
            return whyText(alive);
        default:
            return {};
    }
}

QString AliveModel::whyText(const AliveBlock& alive) const
{
    switch (alive.because) {
        case AliveReason::NotComputed:
            return tr("reserved when issued, not computed yet");
        case AliveReason::Reader:
            return tr("%1 is issued and must still read it").arg(labelOf(alive.reader));
        case AliveReason::Gradient:
            return tr("the backward pass needs it: %1 reads it").arg(labelOf(alive.reader));
        case AliveReason::ReadLater:
            return tr("%1 will read it").arg(labelOf(alive.reader));
        case AliveReason::HeldByProgram:
            return tr("no longer read; a variable of the program keeps it until %1")
                .arg(look::momentText(*alive.block.died, m_origin));
        case AliveReason::NeverFreed:
            return tr("no longer read; the program keeps it until its end");
        case AliveReason::Unknown:
            return tr("owner not recorded in the trace");
    }
    return {};
}

}  // namespace ui::memory
