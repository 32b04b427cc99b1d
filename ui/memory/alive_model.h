#pragma once

#include "engine/analysis/blocks.h"

#include <QAbstractTableModel>

namespace ui::memory {

/// Lists the blocks that are allocated on a device at one time, as texts: one row per block, the largest first. Thread:
/// GUI.
class AliveModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Result, Size, MadeBy, LastRead, Why, kColumns };

    using QAbstractTableModel::QAbstractTableModel;

    void show(const engine::trace::TracePtr& trace, engine::DeviceId device, engine::Nanoseconds time,
              engine::Nanoseconds origin);
    void clear();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    [[nodiscard]] const std::vector<engine::analysis::AliveBlock>& blocks() const { return m_blocks; }
    [[nodiscard]] engine::OpId opAt(int row) const;
    /// Returns the row of an operation's result; -1: the result is not allocated.
    [[nodiscard]] int rowOf(engine::OpId op) const;

private:
    [[nodiscard]] QString text(const engine::analysis::AliveBlock& alive, int column) const;
    [[nodiscard]] QString labelOf(engine::OpId op) const;
    [[nodiscard]] QString whyText(const engine::analysis::AliveBlock& alive) const;

    engine::trace::TracePtr m_trace;
    engine::Nanoseconds m_origin{};
    std::vector<engine::analysis::AliveBlock> m_blocks;
};

}  // namespace ui::memory
