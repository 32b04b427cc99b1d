#include "ui/inspect/ranks_table.h"

#include "engine/ranks/overview.h"
#include "ui/inspect/detail/ranks_model.h"
#include "ui/look/in_language.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <algorithm>
#include <vector>

namespace ui::inspect {

using detail::RanksModel;

namespace {

constexpr std::size_t kMostSelected = 64;

}  // namespace

RanksTable::RanksTable(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* parent)
    : QTreeView(parent), m_feed(feed), m_selection(selection)
{
    setObjectName(QStringLiteral("ranksTable"));
    m_ranks = new RanksModel(feed.ranks(), this);
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Who is late"));
        m_ranks->refreshTexts();
    });
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_ranks);
    m_sorted->setSortRole(RanksModel::kSortRole);
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
            setColumnWidth(column, theme.px(column == RanksModel::Rank ? 138 : 70));
    };
    connect(&theme, &look::Theme::changed, this, restyle);
    restyle();
    connect(&feed, &model::TraceFeed::replaced, this, &RanksTable::refresh);
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

/// Lateness is computed only for a visible table.
void RanksTable::refresh()
{
    if (isVisible() && m_ranks->show(m_feed.trace()))
        followSelection();
    emit rowsChanged();
}

void RanksTable::select(const QItemSelection& chosen)
{
    if (chosen.isEmpty() || m_isFollowing)
        return;
    m_selection.selectRanks(m_ranks->groupOf(m_sorted->mapToSource(chosen.indexes().constFirst())).members());
}

/// Marks the row of a rank that was selected elsewhere, or the folded row that it is in. Several ranks have a mark only
/// if they were selected by their row.
void RanksTable::followSelection()
{
    const std::vector<std::uint32_t>& ranks = m_selection.ranks();
    if (!isVisible() || m_ranks->rowCount() == 0)
        return;
    m_isFollowing = true;
    if (ranks.size() == 1) {
        QModelIndex row = m_sorted->mapFromSource(m_ranks->indexOf(ranks.front()));
        if (row.parent().isValid() && !isExpanded(row.parent()))
            row = row.parent();
        if (row.isValid() && !selectionModel()->isRowSelected(row.row(), row.parent())) {
            scrollTo(row);
            setCurrentIndex(row);
        }
    } else if (const QModelIndexList rows = selectionModel()->selectedRows();
               !rows.isEmpty() && m_ranks->groupOf(m_sorted->mapToSource(rows.front())).members() != ranks) {
        clearSelection();
    }
    m_isFollowing = false;
}

void RanksTable::selectOperations(const QModelIndex& at)
{
    const auto group = m_ranks->groupOf(m_sorted->mapToSource(at));
    const engine::analysis::LateReason* const reason = group.count == 1 ? m_ranks->reasonOf(group.first) : nullptr;
    if (reason == nullptr)
        return;
    std::vector<engine::OpId> ops = engine::ranks::shownOps(*m_feed.trace(), group.first, reason->ops);
    if (ops.empty())
        return;
    ops.resize(std::min(ops.size(), kMostSelected));
    m_selection.selectOps(std::move(ops));
    if (reason->line > 0)
        m_selection.setLine(reason->line);
    emit operationsSelected();
}

}  // namespace ui::inspect
