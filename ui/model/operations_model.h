#pragma once

#include "engine/trace/trace.h"

#include <QAbstractTableModel>

namespace ui::model {

class TraceFeed;

/// The timeline as a table: one row per operation in program order, for screen readers, for the search, and for exact
/// numbers. Display texts use the locale; kSortRole returns the plain value. Thread: GUI.
class OperationsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Label,
        Expression,
        KindName,
        Lane,
        Line,
        Issued,
        Ready,
        Begin,
        Duration,
        Waited,
        WaitsFor,
        State,
        kColumns
    };
    enum Role { kSortRole = Qt::UserRole };

    explicit OperationsModel(TraceFeed& feed, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Sets the time that is displayed as 0; it must be the same as in the other views.
    void setOrigin(engine::Nanoseconds origin);

    [[nodiscard]] engine::OpId opAt(int row) const;
    [[nodiscard]] int rowOf(engine::OpId op) const;

private:
    void reset();
    void extend();
    [[nodiscard]] QString text(const engine::trace::Op& op, int column) const;
    [[nodiscard]] QVariant value(const engine::trace::Op& op, int column) const;

    TraceFeed& m_feed;
    engine::trace::TracePtr m_trace;
    engine::Nanoseconds m_origin{};
    int m_rows = 0;
};

}  // namespace ui::model
