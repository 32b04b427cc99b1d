#pragma once

#include "ui/look/theme.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QSortFilterProxyModel>
#include <QTableView>

namespace ui::inspect {

namespace detail {
class RanksModel;
}

/// A sortable table of the ranks of a run: how late each is, how long the others wait for it, and why. Selecting a row
/// selects the operations that made the rank late, in the last step in which the others waited for it. Thread: GUI.
class RanksTable : public QTableView {
    Q_OBJECT

public:
    RanksTable(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection,
               QWidget* parent = nullptr);

    /// Whether the shown run has several ranks.
    [[nodiscard]] bool hasContent() const;

signals:
    void contentChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void update();
    void select(const QItemSelection& chosen);

    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    detail::RanksModel* m_ranks = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
};

}  // namespace ui::inspect
