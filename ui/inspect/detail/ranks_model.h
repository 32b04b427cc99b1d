#pragma once

#include "engine/analysis/lateness.h"
#include "engine/analysis/rank_groups.h"
#include "engine/trace/trace.h"
#include "ui/model/rank_figures.h"

#include <QAbstractItemModel>
#include <memory>
#include <vector>

namespace ui::inspect::detail {

/// Lists the ranks of a run and how late each is, one row per rank. In a run of more than kMostSingle ranks,
/// consecutive equal ranks (analysis::equalRanks) share a row, and the rows of the single ranks are below it. Display
/// texts use the locale; kSortRole returns the plain value.
class RanksModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Rank, Late, Waits, LastIn, Cause, kColumns };
    enum Role { kSortRole = Qt::UserRole };
    static constexpr std::size_t kMostSingle = 8;

    RanksModel(model::RankFigures& figures, QObject* parent) : QAbstractItemModel(parent), m_figures(figures) {}

    /// Shows the ranks of the displayed run; none if it has no ranks. Returns true if the rows have changed.
    bool update();
    /// Call this after a change of the language or of the loaded ranks.
    void refreshTexts();

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// The members of the run that a row shows.
    [[nodiscard]] engine::analysis::RankGroup groupOf(const QModelIndex& index) const;
    /// The row of one member, which may be below the row of its group.
    [[nodiscard]] QModelIndex indexOf(std::uint32_t member) const;
    [[nodiscard]] const engine::ranks::RankInfo& rank(std::uint32_t member) const
    {
        return m_set->members()[member].info;
    }
    /// Why the rank was later than the median in the steps in which it arrived last; null if it never arrived last, if
    /// the clocks contradict each other, or if another run has been displayed since the last update().
    [[nodiscard]] const engine::analysis::LateReason* reasonOf(std::uint32_t member) const;

private:
    [[nodiscard]] QVariant value(const engine::analysis::RankGroup& group, int column) const;
    [[nodiscard]] QString text(const engine::analysis::RankGroup& group, int column) const;
    /// Combines the numbers of several ranks: the largest `late` and `cost`, the mean of `waits`, the sum of `lastIn`.
    [[nodiscard]] engine::analysis::RankLateness figuresOf(const engine::analysis::RankGroup& group) const;

    model::RankFigures& m_figures;
    std::shared_ptr<const engine::ranks::RunSet> m_set;
    std::shared_ptr<const engine::analysis::Lateness> m_lateness;
    std::vector<engine::analysis::RankGroup> m_groups;
};

}  // namespace ui::inspect::detail
