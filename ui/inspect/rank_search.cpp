#include "ui/inspect/detail/rank_search.h"

#include "ui/look/translate.h"

#include <algorithm>
#include <vector>

namespace ui::inspect::detail {

namespace {

/// Whether `text` is `name`. If `text` has no digit yet, whether `name` starts with `text`.
bool isNameOrBegin(const QString& text, const QString& name)
{
    const bool hasNumber = std::ranges::any_of(text, [](QChar c) { return c.isDigit(); });
    return hasNumber ? name.compare(text, Qt::CaseInsensitive) == 0 : name.startsWith(text, Qt::CaseInsensitive);
}

}  // namespace

RankSearch::RankSearch(RanksModel& ranks, QObject* parent) : QSortFilterProxyModel(parent), m_ranks(ranks)
{
    setSourceModel(&ranks);
    setSortRole(RanksModel::kSortRole);
}

void RankSearch::find(const QString& text)
{
    m_text = text.simplified();
    invalidateFilter();
}

bool RankSearch::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (m_text.isEmpty())
        return true;
    const bool isNumber = std::ranges::all_of(m_text, [](QChar c) { return c.isDigit(); });
    const std::vector<std::uint32_t> members = m_ranks.groupOf(m_ranks.index(row, 0, parent)).members();
    return std::ranges::any_of(members, [&](std::uint32_t member) {
        const engine::ranks::RankInfo& rank = m_ranks.rank(member);
        const QString number = QString::number(rank.rank);
        if (isNumber)
            return m_text == number;
        return isNameOrBegin(m_text, ui::tr("Rank %1").arg(number)) ||
               isNameOrBegin(m_text, ui::tr("Node %1").arg(rank.node)) ||
               QString::fromStdString(rank.host).contains(m_text, Qt::CaseInsensitive);
    });
}

}  // namespace ui::inspect::detail
