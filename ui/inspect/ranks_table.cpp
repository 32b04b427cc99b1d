#include "ui/inspect/ranks_table.h"

#include "ui/inspect/detail/rank_operations.h"
#include "ui/inspect/detail/rank_search.h"
#include "ui/inspect/detail/ranks_model.h"
#include "ui/look/in_language.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <algorithm>
#include <vector>

namespace ui::inspect {

using detail::RanksModel;

RanksTable::RanksTable(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* parent)
    : QTreeView(parent), m_feed(feed), m_selection(selection)
{
    setObjectName(QStringLiteral("ranksTable"));
    m_ranks = new RanksModel(feed.rankFigures(), this);
    m_operations = new detail::RankOperations(feed, selection, this);
    connect(m_operations, &detail::RankOperations::selected, this, &RanksTable::operationsSelected);
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Who is late"));
        m_ranks->refreshTexts();
    });
    m_sorted = new detail::RankSearch(*m_ranks, this);
    setModel(m_sorted);
    setSortingEnabled(true);
    sortByColumn(RanksModel::Cause, Qt::DescendingOrder);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setUniformRowHeights(true);
    setExpandsOnDoubleClick(false);
    setFrameShape(QFrame::NoFrame);
    header()->setStretchLastSection(true);
    const auto restyle = [this, &theme] {
        setMinimumHeight(theme.px(120));
        setStyleSheet(QStringLiteral("QTreeView::item { height: %1px; }").arg(theme.px(22)));
        setIndentation(theme.px(14));
        for (int column = 0; column < RanksModel::Cause; ++column)
            setColumnWidth(column, theme.px(column == RanksModel::Rank ? 134 : 64));
    };
    connect(&theme, &look::Theme::changed, this, restyle);
    restyle();
    connect(&feed, &model::TraceFeed::replaced, this, [this] {
        m_unfolded.clear();
        collapseAll();
        refresh();
    });
    connect(&feed, &model::TraceFeed::extended, this, &RanksTable::refresh);
    connect(&feed.ranks(), &model::RankLoader::changed, m_ranks, &RanksModel::refreshTexts);
    connect(&selection, &model::Selection::ranksChanged, this, &RanksTable::followSelection);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &RanksTable::select);
    connect(this, &QTreeView::clicked, this, [this](const QModelIndex& at) {
        if (const QModelIndex row = at.siblingAtColumn(0); m_sorted->hasChildren(row))
            setExpanded(row, !isExpanded(row));
    });
    connect(this, &QTreeView::activated, this, &RanksTable::selectOperations);
    refresh();
}

void RanksTable::showEvent(QShowEvent* event)
{
    QTreeView::showEvent(event);
    refresh();
    followSelection();
}

/// Requests the lateness, which is costly to compute, only while the table is visible.
void RanksTable::refresh()
{
    if (isVisible()) {
        const std::vector<std::uint32_t> open = unfolded();
        const int scroll = verticalScrollBar()->value();
        if (m_ranks->update()) {
            if (m_sorted->isSearching())
                expandAll();
            else
                unfold(open);
            followSelection();
            verticalScrollBar()->setValue(scroll);
        }
    }
    emit rowsChanged();
}

/// Returns the first member of each unfolded row.
std::vector<std::uint32_t> RanksTable::unfolded() const
{
    std::vector<std::uint32_t> members;
    for (int row = 0; row < m_ranks->rowCount(); ++row)
        if (const QModelIndex group = m_ranks->index(row, 0); isExpanded(m_sorted->mapFromSource(group)))
            members.push_back(m_ranks->groupOf(group).first);
    return members;
}

/// Unfolds the rows that contain `members`.
void RanksTable::unfold(const std::vector<std::uint32_t>& members)
{
    for (const std::uint32_t member : members)
        if (const QModelIndex row = m_ranks->indexOf(member); row.parent().isValid())
            expand(m_sorted->mapFromSource(row.parent()));
}

void RanksTable::find(const QString& text)
{
    if (!m_sorted->isSearching())
        m_unfolded = unfolded();
    {
        // If the current row is hidden, Qt selects a row beside it. This must not select other ranks.
        const QScopedValueRollback following(m_isFollowing, true);
        m_sorted->find(text);
        if (m_sorted->isSearching()) {
            expandAll();
        } else {
            collapseAll();
            unfold(m_unfolded);
        }
    }
    followSelection();
}

void RanksTable::selectFirst()
{
    QModelIndex row = m_sorted->index(0, 0);
    if (m_sorted->hasChildren(row))
        row = m_sorted->index(0, 0, row);
    if (row.isValid())
        setCurrentIndex(row);
}

void RanksTable::select(const QItemSelection& chosen)
{
    if (chosen.isEmpty() || m_isFollowing)
        return;
    m_selection.selectRanks(m_ranks->groupOf(m_sorted->mapToSource(chosen.indexes().constFirst())).members());
}

/// Selects the row of a rank that was selected elsewhere, or the folded row that contains the rank. Several ranks stay
/// marked only if they were selected by a click on their common row. No row is marked if the search hides the rank.
void RanksTable::followSelection()
{
    const std::vector<std::uint32_t>& ranks = m_selection.ranks();
    if (!isVisible() || m_ranks->rowCount() == 0)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    if (ranks.size() == 1) {
        QModelIndex row = m_sorted->mapFromSource(m_ranks->indexOf(ranks.front()));
        if (row.parent().isValid() && !isExpanded(row.parent()))
            row = row.parent();
        if (!row.isValid()) {
            clearSelection();
        } else if (!selectionModel()->isRowSelected(row.row(), row.parent())) {
            scrollTo(row);
            setCurrentIndex(row);
        }
    } else if (const QModelIndexList rows = selectionModel()->selectedRows();
               !rows.isEmpty() && m_ranks->groupOf(m_sorted->mapToSource(rows.front())).members() != ranks) {
        clearSelection();
    }
}

void RanksTable::selectOperations(const QModelIndex& at)
{
    const auto group = m_ranks->groupOf(m_sorted->mapToSource(at));
    const engine::analysis::LateReason* const reason = group.count == 1 ? m_ranks->reasonOf(group.first) : nullptr;
    if (reason != nullptr)
        m_operations->select(group.first, *reason);
}

}  // namespace ui::inspect
