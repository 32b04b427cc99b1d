#include "ui/inspect/detail/ranks_model.h"
#include "engine/ranks/overview.h"
#include "ui/inspect/detail/ranks.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <QLocale>
#include <algorithm>

namespace ui::inspect::detail {

using engine::Nanoseconds;
using engine::analysis::LateCause;
using engine::analysis::LateReason;
using engine::analysis::RankLateness;

namespace {

QString causeText(const LateReason& reason)
{
    const QString name = QString::fromStdString(reason.name);
    // The profile of another program may have no lines.
    const auto at = [&](const QString& what) {
        return reason.line > 0 ? ui::tr("%1, line %2").arg(what, QString::number(reason.line)) : what;
    };
    const QString ratio = QLocale().toString(reason.ratio, 'f', 1);
    switch (reason.cause) {
        case LateCause::Input:
            return at(ui::tr("late input"));
        case LateCause::Issue:
            return at(ui::tr("issued later"));
        case LateCause::Call:
            return at(name);
        case LateCause::AllSlower:
            return ui::tr("all operations take %1 ×").arg(ratio);
        case LateCause::Slower:
            return name.isEmpty() ? ui::tr("all operations take %1 ×").arg(ratio)
                                  : at(ui::tr("%1 takes %2 ×").arg(name, ratio));
        case LateCause::MoreWork:
            return at(ui::tr("more %1").arg(name));
        case LateCause::SlowCopies:
            return at(ui::tr("slower copies"));
        case LateCause::NotLoaded:
            return ui::tr("operations not loaded");
        case LateCause::Unknown:
            break;
    }
    return ui::tr("no single cause");
}

QString signedText(Nanoseconds time)
{
    return time < Nanoseconds{} ? QStringLiteral("−") + look::durationText(-time) : look::durationText(time);
}

}  // namespace

void RanksModel::show(const engine::trace::TracePtr& trace)
{
    const auto& set = trace->rankPart().set;
    if (set == m_set)
        return;
    beginResetModel();
    m_set = set;
    m_lateness = set ? latenessOf(set) : nullptr;
    m_reasons.assign(m_lateness ? m_lateness->ranks.size() : 0, std::nullopt);
    endResetModel();
}

void RanksModel::refreshTexts()
{
    emit headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int RanksModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_reasons.size());
}

int RanksModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

const LateReason* RanksModel::reasonOf(int row) const
{
    const auto member = static_cast<std::uint32_t>(row);
    if (m_lateness->ranks[member].lastIn == 0)
        return nullptr;
    std::optional<LateReason>& reason = m_reasons[member];
    if (!reason)
        reason = engine::analysis::reasonOf(*m_set, *m_lateness, member);
    return &*reason;
}

QVariant RanksModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
        case Qt::DisplayRole:
            return text(index.row(), index.column());
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(
                (index.column() == Cause || index.column() == Node ? Qt::AlignLeft : Qt::AlignRight) |
                Qt::AlignVCenter);
        case kSortRole:
            return value(index.row(), index.column());
        default:
            return {};
    }
}

QVariant RanksModel::value(int row, int column) const
{
    const RankLateness& rank = m_lateness->ranks[static_cast<std::size_t>(row)];
    switch (column) {
        case Rank:
            return m_set->members()[static_cast<std::size_t>(row)].info.rank;
        case Node:
            return m_set->members()[static_cast<std::size_t>(row)].info.node;
        case Late:
            return static_cast<qlonglong>(rank.late.count());
        case LastIn:
            return rank.lastIn;
        case Waits:
            return static_cast<qlonglong>(rank.waits.count());
        default:  // causes are ordered by what they cost
            return static_cast<qlonglong>(rank.cost.count());
    }
}

QString RanksModel::text(int row, int column) const
{
    const engine::ranks::Member& member = m_set->members()[static_cast<std::size_t>(row)];
    const RankLateness& rank = m_lateness->ranks[static_cast<std::size_t>(row)];
    switch (column) {
        case Rank:
            return look::countText(member.info.rank);
        case Node:
            return member.info.host.empty()
                       ? look::countText(member.info.node)
                       : QStringLiteral("%1 · %2").arg(member.info.node).arg(QString::fromStdString(member.info.host));
        case Late:
            return signedText(rank.late);
        case LastIn:
            return ui::tr("%1 of %2").arg(look::countText(rank.lastIn), look::countText(m_lateness->steps.size()));
        case Cost:
            return look::durationText(rank.cost);
        case Waits:
            return look::durationText(rank.waits);
        default:
            break;
    }
    const LateReason* const reason = reasonOf(row);
    return reason != nullptr ? causeText(*reason) : QString();
}

QVariant RanksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    struct Texts {
        QString title, tip;
    };
    const Texts texts = [section]() -> Texts {
        switch (section) {
            case Rank:
                return {ui::tr("Rank"), ui::tr("The number of the process")};
            case Node:
                return {ui::tr("Node"), ui::tr("The computer on which it runs")};
            case Late:
                return {ui::tr("Late"), ui::tr("Median over the steps: its arrival after that of the median rank, of "
                                               "two ranks after the other's")};
            case LastIn:
                return {ui::tr("Last in"), ui::tr("Steps in which the others waited longest for this rank")};
            case Cost:
                return {ui::tr("Others wait"),
                        ui::tr("Time per step for which the median of the other ranks only waited for this one")};
            case Waits:
                return {ui::tr("Waits"), ui::tr("Time per step for which it only waited for other ranks")};
            default:
                return {ui::tr("Cause"), ui::tr("The largest difference from the median rank before it arrived last")};
        }
    }();
    if (role == Qt::DisplayRole)
        return texts.title;
    return role == Qt::ToolTipRole ? QVariant(texts.tip) : QVariant();
}

}  // namespace ui::inspect::detail
