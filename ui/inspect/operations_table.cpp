#include "ui/inspect/operations_table.h"

#include "ui/look/in_language.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPainter>
#include <algorithm>

namespace ui::inspect {

OperationsTable::OperationsTable(const look::Theme& theme, model::TraceFeed& feed, const model::VisibleRange& range,
                                 model::Selection& selection, QWidget* parent)
    : QTableView(parent), m_theme(theme), m_selection(selection)
{
    using model::OperationsModel;
    setObjectName(QStringLiteral("operationsTable"));
    look::inLanguage(this, [this] { setAccessibleName(tr("Operations")); });
    m_operations = new OperationsModel(feed, this);
    m_operations->setOrigin(range.origin());
    connect(&range, &model::VisibleRange::originChanged, m_operations, &OperationsModel::setOrigin);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_operations);
    m_sorted->setSortRole(OperationsModel::kSortRole);
    setModel(m_sorted);
    setSortingEnabled(true);
    sortByColumn(-1, Qt::AscendingOrder);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    verticalHeader()->hide();
    // With word wrap, a cell would show only the first line of a long statement.
    setWordWrap(false);
    const auto restyle = [this, &theme] {
        setMinimumHeight(theme.px(220));
        verticalHeader()->setDefaultSectionSize(theme.px(23));
        for (int column = 0; column < model()->columnCount(); ++column) {
            const bool isText = column == OperationsModel::Expression || column == OperationsModel::Lane;
            // A time in the warm-up is shown as a phrase, such as "in the warm-up, 0.3 s after the start", so a column
            // of times is as wide as its longest text.
            setColumnWidth(column, isText ? theme.px(150) : std::max(theme.px(92), sizeHintForColumn(column)));
        }
    };
    connect(m_sorted, &QAbstractItemModel::modelReset, this, restyle);
    connect(&theme, &look::Theme::changed, this, restyle);
    restyle();
    // Use the selected row, not the current one: Qt makes the first row current on keyboard focus.
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &OperationsTable::select);
    connect(&selection, &model::Selection::opChanged, this, &OperationsTable::follow);
    if (selection.more().empty())
        follow(selection.op());
}

void OperationsTable::select(const QItemSelection& chosen)
{
    if (chosen.isEmpty())
        return;
    const engine::OpId op = m_operations->opAt(m_sorted->mapToSource(chosen.indexes().constLast()).row());
    if (op != m_selection.op())
        m_selection.selectOp(op);
}

void OperationsTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (m_operations->rowCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setFont(m_theme.sans(12));
    painter.setPen(m_theme.tokens().text2);
    painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                     tr("No operations yet. Run the program: each of its operations is listed here."));
}

void OperationsTable::follow(engine::OpId op)
{
    if (const int row = m_operations->rowOf(op); row >= 0)
        setCurrentIndex(m_sorted->mapFromSource(m_operations->index(row, 0)));
}

}  // namespace ui::inspect
