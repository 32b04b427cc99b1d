#pragma once

#include "ui/drawing/memory_painter.h"
#include "ui/look/theme.h"
#include "ui/model/selection.h"
#include "ui/model/time_rows.h"
#include "ui/model/trace_feed.h"
#include "ui/model/visible_range.h"

#include <QTimer>
namespace ui::memory {

/// Memory below the lanes: a bar with the legend, then one row per device with allocations. A row shows two levels:
/// memory reserved when a statement is issued, and the part of it that contains results. Pass it to
/// TimelineView::setRows(). Thread: GUI.
class MemoryRows : public model::TimeRows {
    Q_OBJECT

public:
    MemoryRows(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range, QObject* parent = nullptr);

    /// Highlights the block of the selected operation.
    void setSelection(const model::Selection& selection);

    [[nodiscard]] int count() const override;
    [[nodiscard]] Size sizeOf(int row) const override;
    void paintHeader(int row, QPainter& painter, const QRectF& header) const override;
    void paintPlot(int row, QPainter& painter, const QRectF& plot, const model::TimeRange& range,
                   double devicePixelRatio) const override;
    [[nodiscard]] std::vector<QRectF> textsOf(int row) const override;
    [[nodiscard]] QStringList describe(int row, engine::Nanoseconds time) const override;

private:
    struct DeviceRow {
        drawing::MemoryTrack track;
        bool awaitsBlocks = false;
    };

    void replace();
    void extend();
    void update(DeviceRow& row);
    void findNextBlocks();
    [[nodiscard]] drawing::MemoryScene sceneOf(int row, const model::TimeRange& range, double devicePixelRatio) const;
    void paintLegend(QPainter& painter, const QRectF& plot, double devicePixelRatio) const;

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::VisibleRange& m_range;
    const model::Selection* m_selection = nullptr;
    std::vector<DeviceRow> m_rows;
    mutable std::vector<std::vector<QRectF>> m_texts;  ///< by row: rectangles of the texts painted last
    QTimer m_later;                                    ///< computes the blocks of a long run, one device per timeout
};

}  // namespace ui::memory
