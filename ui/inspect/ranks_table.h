#pragma once

#include "ui/look/theme.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QTreeView>
#include <cstdint>
#include <vector>

namespace ui::inspect {

namespace detail {
class RankOperations;
class RankSearch;
class RanksModel;
}  // namespace detail

/// A sortable table of the ranks of a run: how late each is, in how many steps it is last, how long it
/// waits, and why it is late. Equal ranks share a
/// row, which can be unfolded. Selecting a row selects its ranks. Activating a late rank selects the operations that
/// made it late, in the last step in which the others waited for it. Thread: GUI.
class RanksTable : public QTreeView {
    Q_OBJECT

public:
    RanksTable(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection,
               QWidget* parent = nullptr);

    /// Shows only the ranks that RankSearch::find() finds.
    void find(const QString& text);
    /// Selects the first shown rank.
    void selectFirst();

signals:
    void operationsSelected();
    void rowsChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    [[nodiscard]] std::vector<std::uint32_t> unfolded() const;
    void unfold(const std::vector<std::uint32_t>& members);
    void select(const QItemSelection& chosen);
    void followSelection();
    void selectOperations(const QModelIndex& at);

    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    detail::RanksModel* m_ranks = nullptr;
    detail::RankOperations* m_operations = nullptr;
    detail::RankSearch* m_sorted = nullptr;
    std::vector<std::uint32_t> m_unfolded;  ///< first members of the rows that were unfolded before the search
    bool m_isFollowing = false;             ///< set while the selected row is adapted to the selected rank
};

}  // namespace ui::inspect
