#include "ui/model/operations_model.h"

#include "engine/analysis/scope.h"
#include "ui/look/format.h"
#include "ui/model/lane_names.h"
#include "ui/model/operation_labels.h"
#include "ui/model/trace_feed.h"

#include <QLocale>

namespace ui::model {

using engine::analysis::hasEnded;
using engine::analysis::hasStarted;
using engine::trace::OpState;

namespace {

double milliseconds(Nanoseconds t)
{
    return static_cast<double>(t.count()) * 1e-6;
}

/// Returns the name of the lane, with the lane's device: a copy's result is stored on another device.
QString laneText(const Trace& trace, const Op& op)
{
    if (!op.lane.isValid() || op.lane.index >= trace.lanes().size())
        return deviceName(trace, op.device);
    const engine::trace::LaneRecord& lane = trace.lanes()[op.lane.index];
    const QString device = deviceName(trace, lane.device.isValid() ? lane.device : op.device);
    const QString name = laneName(trace, lane);
    return device.isEmpty() ? name : device + QStringLiteral(" · ") + name;
}

}  // namespace

OperationsModel::OperationsModel(TraceFeed& feed, QObject* parent)
    : QAbstractTableModel(parent), m_feed(feed), m_trace(feed.trace()), m_rows(static_cast<int>(m_trace->opCount()))
{
    connect(&feed, &TraceFeed::replaced, this, &OperationsModel::reset);
    connect(&feed, &TraceFeed::extended, this, &OperationsModel::extend);
}

void OperationsModel::setOrigin(engine::Nanoseconds origin)
{
    if (origin == m_origin)
        return;
    m_origin = origin;
    // Emit nothing if the trace has changed: reset() or extend() follows, and a sorted table would sort twice.
    if (m_rows > 0 && m_trace == m_feed.trace())
        emit dataChanged(index(0, Issued), index(m_rows - 1, Begin));
}

void OperationsModel::reset()
{
    beginResetModel();
    m_trace = m_feed.trace();
    m_rows = static_cast<int>(m_trace->opCount());
    endResetModel();
}

void OperationsModel::extend()
{
    const int rows = static_cast<int>(m_feed.trace()->opCount());
    const int before = m_rows;
    if (rows > before) {
        beginInsertRows({}, before, rows - 1);
        m_trace = m_feed.trace();
        m_rows = rows;
        endInsertRows();
    } else {
        m_trace = m_feed.trace();
    }
    // Report all earlier rows as changed, because any operation may have changed. The view repaints only visible rows.
    if (before > 0)
        emit dataChanged(index(0, 0), index(before - 1, kColumns - 1));
}

int OperationsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int OperationsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

engine::OpId OperationsModel::opAt(int row) const
{
    return row >= 0 && row < m_rows ? engine::OpId{row} : engine::OpId{};
}

int OperationsModel::rowOf(engine::OpId op) const
{
    return op.isValid() && static_cast<int>(op.index) < m_rows ? static_cast<int>(op.index) : -1;
}

QVariant OperationsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows)
        return {};
    const Op& op = m_trace->op(engine::OpId{index.row()});
    switch (role) {
        case Qt::DisplayRole:
            return text(op, index.column());
        case Qt::AccessibleTextRole:
            return index.column() == Label ? QVariant(spokenOperation(*m_trace, op)) : text(op, index.column());
        case Qt::TextAlignmentRole:
            return value(op, index.column()).typeId() == QMetaType::QString
                       ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                       : QVariant(Qt::AlignRight | Qt::AlignVCenter);
        case kSortRole:
            return value(op, index.column());
        default:
            return {};
    }
}

QVariant OperationsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section + 1;
    switch (section) {
        case Label:
            return tr("Operation");
        case Expression:
            return tr("Statement");
        case KindName:
            return tr("Kind");
        case Lane:
            return tr("Lane");
        case Line:
            return tr("Line");
        case Issued:
            return tr("Issued (ms)");
        case Ready:
            return tr("Ready (ms)");
        case Begin:
            return tr("Start (ms)");
        case Duration:
            return tr("Duration (ms)");
        case Waited:
            return tr("Waited (ms)");
        case WaitsFor:
            return tr("Waits for");
        case State:
            return tr("State");
        default:
            return {};
    }
}

QVariant OperationsModel::value(const Op& op, int column) const
{
    switch (column) {
        case Line:
            return op.line;
        case Issued:
            return milliseconds(op.issued - m_origin);
        case Ready:
            return op.state == OpState::Issued ? QVariant(0.0) : QVariant(milliseconds(op.ready - m_origin));
        case Begin:
            return hasStarted(op) ? milliseconds(op.started - m_origin) : 0.0;
        case Duration:
            return hasEnded(op) ? milliseconds(op.finished - op.started) : 0.0;
        case Waited:
            return hasStarted(op) ? milliseconds(op.started - op.issued) : 0.0;
        default:
            return text(op, column);
    }
}

QString OperationsModel::text(const Op& op, int column) const
{
    const auto number = [](double ms) { return QLocale().toString(ms, 'f', 3); };
    const auto timeText = [&](engine::Nanoseconds time) {
        return time < m_origin ? look::momentText(time, m_origin) : number(milliseconds(time - m_origin));
    };
    switch (column) {
        case Label:
            return operationLabel(*m_trace, op);
        case Expression:
            return QString::fromUtf8(m_trace->text(op.text));
        case KindName:
            return kindName(op.kind);
        case Lane:
            return laneText(*m_trace, op);
        case Line:
            return op.line > 0 ? QString::number(op.line) : QString();
        case Issued:
            return timeText(op.issued);
        case Ready:
            return op.state == OpState::Issued ? QString() : timeText(op.ready);
        case Begin:
            return hasStarted(op) ? timeText(op.started) : QString();
        case Duration:
            return hasEnded(op) ? number(milliseconds(op.finished - op.started)) : QString();
        case Waited:
            return hasStarted(op) ? number(milliseconds(op.started - op.issued)) : QString();
        case WaitsFor:
            return waitedFor(*m_trace, op);
        case State:
            return stateName(op.state);
        default:
            return {};
    }
}

}  // namespace ui::model
