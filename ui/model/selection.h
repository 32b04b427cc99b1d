#pragma once

#include "engine/base/id.h"
#include "ui/model/hover.h"
#include "ui/model/time_range.h"

#include <QObject>
#include <cstdint>
#include <optional>
#include <vector>

namespace ui::model {

/// The selected operations and the item under the pointer; shared by listing, timeline, dependency graph, memory and
/// inspector. Thread: GUI.
class Selection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// The selected operation, an operation of TraceFeed::operations().
    [[nodiscard]] engine::OpId op() const { return m_op; }
    /// Further selected operations, in the order of selection; op() is not among them.
    [[nodiscard]] const std::vector<engine::OpId>& more() const { return m_more; }
    /// The selected ranks of a run of several ranks, as indices of its members, in the order of selection.
    [[nodiscard]] const std::vector<std::uint32_t>& ranks() const { return m_ranks; }
    [[nodiscard]] int line() const { return m_line; }  ///< current line of the listing, 1-based; 0: none
    [[nodiscard]] const std::optional<TimeRange>& ruler() const { return m_ruler; }
    [[nodiscard]] Hover& hover() { return m_hover; }
    [[nodiscard]] const Hover& hover() const { return m_hover; }

    /// The scope of all displayed numbers: a timed block (index into Trace::blocks()); if the block is -1, range(); if
    /// there is no range either, the whole run.
    [[nodiscard]] int block() const { return m_block; }
    [[nodiscard]] const std::optional<TimeRange>& range() const { return m_range; }

    /// Selects only `op`.
    void selectOp(engine::OpId op);
    /// Selects only `ops`; op() becomes the first one.
    void selectOps(std::vector<engine::OpId> ops);
    /// Adds `op` to the selection, or removes it.
    void toggleOp(engine::OpId op);
    /// Selects only `ranks`, and no operation.
    void selectRanks(std::vector<std::uint32_t> ranks);
    /// Adds a rank to the selection, or removes it, and selects no operation. Keeps only the last RankLoader::kMost
    /// ranks.
    void toggleRank(std::uint32_t rank);
    /// Selects only `op`, an operation of `rank`, and makes this rank the last of the selected ranks.
    void selectOpOf(std::uint32_t rank, engine::OpId op);
    void setLine(int line);
    /// Makes a block the scope; -1: the whole run.
    void setBlock(int block);
    /// Makes a part of the run the scope.
    void setRange(const TimeRange& range);
    /// Sets the interval that the user measures; none: removes it.
    void setRuler(std::optional<TimeRange> ruler);
    /// Clears the selected operations and ranks, the hovered item, and the ruler. The scope and the current line stay.
    void clear();

signals:
    void opChanged(engine::OpId op);
    void moreChanged();
    void ranksChanged();
    void lineChanged(int line);
    void scopeChanged();
    void rulerChanged();

private:
    engine::OpId m_op;
    std::vector<engine::OpId> m_more;
    std::vector<std::uint32_t> m_ranks;
    Hover m_hover;
    int m_line = 0;
    int m_block = -1;
    std::optional<TimeRange> m_range;
    std::optional<TimeRange> m_ruler;
};

}  // namespace ui::model
