#include "ui/inspect/ranks_table.h"

#include "engine/ranks/overview.h"
#include "ui/inspect/detail/ranks_model.h"
#include "ui/look/in_language.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <algorithm>

namespace ui::inspect {

using detail::RanksModel;

namespace {

constexpr std::size_t kMostSelected = 64;

}  // namespace

RanksTable::RanksTable(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* parent)
    : QTableView(parent), m_feed(feed), m_selection(selection)
{
    setObjectName(QStringLiteral("ranksTable"));
    m_ranks = new RanksModel(this);
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Ranks by lateness"));
        m_ranks->refreshTexts();
    });
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_ranks);
    m_sorted->setSortRole(RanksModel::kSortRole);
    setModel(m_sorted);
    setSortingEnabled(true);
    sortByColumn(RanksModel::Cost, Qt::DescendingOrder);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    verticalHeader()->hide();
    setWordWrap(false);
    horizontalHeader()->setStretchLastSection(true);
    const auto restyle = [this, &theme] {
        setMinimumHeight(theme.px(160));
        verticalHeader()->setDefaultSectionSize(theme.px(23));
        for (int column = 0; column < RanksModel::Cause; ++column)
            setColumnWidth(column, theme.px(column == RanksModel::Rank ? 56 : column == RanksModel::Node ? 92 : 82));
    };
    connect(&theme, &look::Theme::changed, this, restyle);
    restyle();
    connect(&feed, &model::TraceFeed::replaced, this, &RanksTable::update);
    connect(&feed, &model::TraceFeed::extended, this, &RanksTable::update);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &RanksTable::select);
    update();
}

bool RanksTable::hasContent() const
{
    return engine::ranks::setOf(*m_feed.trace()) != nullptr;
}

void RanksTable::showEvent(QShowEvent* event)
{
    QTableView::showEvent(event);
    update();
}

/// Lateness is computed only for a visible table.
void RanksTable::update()
{
    if (isVisible())
        m_ranks->show(m_feed.trace());
    emit contentChanged();
}

void RanksTable::select(const QItemSelection& chosen)
{
    if (chosen.isEmpty())
        return;
    const int row = m_sorted->mapToSource(chosen.indexes().constFirst()).row();
    const engine::analysis::LateReason* const reason = m_ranks->reasonOf(row);
    if (reason == nullptr)
        return;
    std::vector<engine::OpId> ops =
        engine::ranks::shownOps(*m_feed.trace(), static_cast<std::uint32_t>(row), reason->ops);
    ops.resize(std::min(ops.size(), kMostSelected));
    for (std::size_t i = 0; i < ops.size(); ++i)
        if (i == 0)
            m_selection.selectOp(ops[i]);
        else
            m_selection.toggleOp(ops[i]);
    if (reason->line > 0)
        m_selection.setLine(reason->line);
}

}  // namespace ui::inspect
