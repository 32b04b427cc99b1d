#pragma once

#include "engine/analysis/lateness.h"
#include "engine/trace/trace.h"

#include <QAbstractTableModel>
#include <memory>
#include <optional>
#include <vector>

namespace ui::inspect::detail {

/// Who is late in a run of several ranks: a row per rank. Display texts use the locale; kSortRole returns the plain
/// value.
class RanksModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Rank, Node, Late, LastIn, Cost, Waits, Cause, kColumns };
    enum Role { kSortRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows the ranks of a run; none if it has no ranks.
    void show(const engine::trace::TracePtr& trace);
    /// After a change of the language.
    void refreshTexts();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Why the rank was later than the median in the steps in which it was the last; none if it never was.
    [[nodiscard]] const engine::analysis::LateReason* reasonOf(int row) const;

private:
    [[nodiscard]] QVariant value(int row, int column) const;
    [[nodiscard]] QString text(int row, int column) const;

    std::shared_ptr<const engine::ranks::RunSet> m_set;
    std::shared_ptr<const engine::analysis::Lateness> m_lateness;
    mutable std::vector<std::optional<engine::analysis::LateReason>> m_reasons;  ///< by row, as far as requested
};

}  // namespace ui::inspect::detail
