#include "ui/inspect/detail/ranks_model.h"
#include "engine/ranks/overview.h"
#include "ui/inspect/detail/ranks.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <algorithm>

namespace ui::inspect::detail {

using engine::analysis::LateReason;
using engine::analysis::RankGroup;
using engine::analysis::RankLateness;

bool RanksModel::update()
{
    if (m_figures.set() == m_set)
        return false;
    beginResetModel();
    m_set = m_figures.set();
    m_lateness = m_set ? m_figures.lateness() : nullptr;
    m_groups.clear();
    const std::size_t ranks = m_lateness ? m_lateness->ranks.size() : 0;
    if (ranks > kMostSingle)
        m_groups = engine::analysis::equalRanks(*m_lateness);
    else
        for (std::uint32_t i = 0; i < ranks; ++i)
            m_groups.push_back({i, 1});
    endResetModel();
    return true;
}

void RanksModel::refreshTexts()
{
    emit headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    const auto refreshBelow = [this](const QModelIndex& parent) {
        if (const int rows = rowCount(parent); rows > 0)
            emit dataChanged(index(0, 0, parent), index(rows - 1, kColumns - 1, parent));
    };
    refreshBelow({});
    for (int row = 0; row < rowCount(); ++row)
        refreshBelow(index(row, 0));
}

/// The internal id of an index is 0 for a row at the top level, else the parent's row + 1.
QModelIndex RanksModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex RanksModel::parent(const QModelIndex& index) const
{
    return index.isValid() && index.internalId() > 0
               ? createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr{0})
               : QModelIndex();
}

int RanksModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.internalId() > 0 || parent.column() > 0)
        return 0;
    const std::uint32_t count = m_groups[static_cast<std::size_t>(parent.row())].count;
    return count > 1 ? static_cast<int>(count) : 0;
}

int RanksModel::columnCount(const QModelIndex&) const
{
    return kColumns;
}

RankGroup RanksModel::groupOf(const QModelIndex& index) const
{
    if (index.internalId() == 0)
        return m_groups[static_cast<std::size_t>(index.row())];
    const RankGroup& group = m_groups[static_cast<std::size_t>(index.internalId()) - 1];
    return {group.first + static_cast<std::uint32_t>(index.row()), 1};
}

QModelIndex RanksModel::indexOf(std::uint32_t member) const
{
    const auto after = std::ranges::upper_bound(m_groups, member, {}, &RankGroup::first);
    if (after == m_groups.begin() || member >= (after - 1)->first + (after - 1)->count)
        return {};
    const QModelIndex group = index(static_cast<int>(after - m_groups.begin()) - 1, 0);
    return (after - 1)->count == 1 ? group : index(static_cast<int>(member - (after - 1)->first), 0, group);
}

const LateReason* RanksModel::reasonOf(std::uint32_t member) const
{
    const bool isLast = !m_lateness->isClockWrong && m_lateness->ranks[member].lastIn > 0;
    return m_figures.set() == m_set && isLast ? &m_figures.reasonOf(member) : nullptr;
}

RankLateness RanksModel::figuresOf(const RankGroup& group) const
{
    RankLateness all = m_lateness->ranks[group.first];
    for (std::uint32_t i = group.first + 1; i < group.first + group.count; ++i) {
        const RankLateness& rank = m_lateness->ranks[i];
        all.late = std::max(all.late, rank.late);
        all.cost = std::max(all.cost, rank.cost);
        all.waits += rank.waits;
        all.lastIn += rank.lastIn;
    }
    all.waits /= static_cast<std::int64_t>(group.count);
    return all;
}

QVariant RanksModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
        case Qt::DisplayRole:
            return text(groupOf(index), index.column());
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(
                (index.column() == Cause || index.column() == Rank ? Qt::AlignLeft : Qt::AlignRight) |
                Qt::AlignVCenter);
        case Qt::ToolTipRole:  // shows a cause that is wider than its column
            return index.column() == Cause ? text(groupOf(index), Cause) : QVariant();
        case kSortRole:
            return value(groupOf(index), index.column());
        default:
            return {};
    }
}

QVariant RanksModel::value(const RankGroup& group, int column) const
{
    if (m_lateness->isClockWrong && column != Rank)
        return 0;
    const RankLateness rank = figuresOf(group);
    switch (column) {
        case Rank:
            return m_set->members()[group.first].info.rank;
        case Late:
            return static_cast<qlonglong>(rank.late.count());
        case LastIn:
            return rank.lastIn;
        case Waits:
            return static_cast<qlonglong>(rank.waits.count());
        default:  // sorts causes by their cost
            return static_cast<qlonglong>(rank.cost.count());
    }
}

QString RanksModel::text(const RankGroup& group, int column) const
{
    if (m_lateness->isClockWrong && column != Rank)
        return QStringLiteral("–");
    const RankLateness rank = figuresOf(group);
    switch (column) {
        case Rank:
            return group.count == 1 ? ranksText(*m_set, group.members())
                                    : ui::tr("ranks %1, equal").arg(ranksText(*m_set, group.members()));
        case Late:
            return latenessText(*m_lateness, rank.late);
        case LastIn:
            return ui::tr("%1 of %2").arg(look::countText(rank.lastIn), look::countText(m_lateness->steps.size()));
        case Waits:
            return look::durationText(rank.waits);
        default:
            break;
    }
    const LateReason* const reason = group.count == 1 ? reasonOf(group.first) : nullptr;
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
                return {ui::tr("Rank"),
                        ui::tr("The number of the process. Neighbours are equal if none is a straggler, "
                               "and how late they are, what they wait and what others wait for them differ by at most "
                               "1 % of a step")};
            case Late:
                return {ui::tr("Late"), ui::tr("Median over the steps: its arrival after that of the median rank, of "
                                               "two ranks after the other's. Of equal ranks, the latest")};
            case LastIn:
                return {ui::tr("Last in"), ui::tr("Steps in which the others waited longest for this rank")};
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
