#pragma once

#include "ui/inspect/detail/ranks_model.h"

#include <QSortFilterProxyModel>
#include <QString>

namespace ui::inspect::detail {

/// Sorts the rows of a RanksModel, and hides ranks that do not match the search.
class RankSearch : public QSortFilterProxyModel {
    Q_OBJECT

public:
    RankSearch(RanksModel& ranks, QObject* parent);

    /// `text`: the number of a rank ("500", "rank 500"), a node ("node 12"), or a part of a host's name; empty: all
    /// ranks.
    void find(const QString& text);
    [[nodiscard]] bool isSearching() const { return !m_text.isEmpty(); }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    RanksModel& m_ranks;
    QString m_text;
};

}  // namespace ui::inspect::detail
