#pragma once

#include "ui/look/theme.h"
#include "ui/model/operations_model.h"
#include "ui/model/selection.h"
#include "ui/model/visible_range.h"

#include <QSortFilterProxyModel>
#include <QTableView>

namespace ui::inspect {

/// A sortable table of a run's operations. It shares the window's selection. Thread: GUI.
class OperationsTable : public QTableView {
    Q_OBJECT

public:
    OperationsTable(const look::Theme& theme, model::TraceFeed& feed, const model::VisibleRange& range,
                    model::Selection& selection, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void select(const QItemSelection& chosen);
    void follow(engine::OpId op);

    const look::Theme& m_theme;
    model::Selection& m_selection;
    model::OperationsModel* m_operations = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
};

}  // namespace ui::inspect
