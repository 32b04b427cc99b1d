#pragma once

#include "engine/analysis/lateness.h"
#include "engine/analysis/rank_groups.h"
#include "engine/trace/trace.h"
#include "ui/model/rank_loader.h"

#include <QAbstractItemModel>
#include <memory>
#include <optional>
#include <vector>

namespace ui::inspect::detail {

/// Who is late in a run of several ranks: a row per rank. In a run of more than kMostSingle ranks, consecutive equal
/// ones (analysis::equalRanks) share a row, and their own rows are below it. Display texts use the locale; kSortRole
/// returns the plain value.
class RanksModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Rank, Late, Waits, LastIn, Cause, kColumns };
    enum Role { kSortRole = Qt::UserRole };
    static constexpr std::size_t kMostSingle = 8;

    /// `loader`: the ranks of the run that are loaded after it was opened.
    RanksModel(const model::RankLoader& loader, QObject* parent) : QAbstractItemModel(parent), m_loader(loader) {}

    /// Shows the ranks of a run; none if it has no ranks. Returns whether the rows are new.
    bool show(const engine::trace::TracePtr& trace);
    /// After a change of the language, or of the loaded ranks.
    void refreshTexts();

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// The members that a row stands for, as indices of the run.
    [[nodiscard]] engine::analysis::RankGroup groupOf(const QModelIndex& index) const;
    /// The own row of a member, which may be below the row of its group.
    [[nodiscard]] QModelIndex indexOf(std::uint32_t member) const;
    /// Why the rank was later than the median in the steps in which it was the last; none if it never was.
    [[nodiscard]] const engine::analysis::LateReason* reasonOf(std::uint32_t member) const;

private:
    [[nodiscard]] QVariant value(const engine::analysis::RankGroup& group, int column) const;
    [[nodiscard]] QString text(const engine::analysis::RankGroup& group, int column) const;
    /// The figures of ranks together: `late` and `cost` the largest, `waits` the mean, `lastIn` the sum.
    [[nodiscard]] engine::analysis::RankLateness figuresOf(const engine::analysis::RankGroup& group) const;

    const model::RankLoader& m_loader;
    std::shared_ptr<const engine::ranks::RunSet> m_set;
    std::shared_ptr<const engine::analysis::Lateness> m_lateness;
    std::vector<engine::analysis::RankGroup> m_groups;
    mutable std::vector<std::optional<engine::analysis::LateReason>> m_reasons;  ///< by member, as far as requested
};

}  // namespace ui::inspect::detail
