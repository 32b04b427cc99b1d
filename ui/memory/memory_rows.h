#pragma once

#include "ui/drawing/block_stack.h"
#include "ui/drawing/memory_scale.h"
#include "ui/drawing/step_curve.h"
#include "ui/look/theme.h"
#include "ui/model/selection.h"
#include "ui/model/time_rows.h"
#include "ui/model/trace_feed.h"
#include "ui/model/visible_range.h"

#include <QTimer>
namespace ui::memory {

/// Memory below the lanes: a bar with the legend, then one row per device that memory was taken from. Two tones: what
/// is reserved when a statement is issued, and what of it holds results. Hand it to TimelineView::setRows().
/// Thread: GUI.
class MemoryRows : public model::TimeRows {
    Q_OBJECT

public:
    MemoryRows(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range, QObject* parent = nullptr);

    /// The block of the selected operation stands out.
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
        engine::trace::DeviceRecord device;
        drawing::StepCurve curve;
        drawing::MemoryScale scale;
        bool showsOthers = false;
        bool isBinary = false;        ///< numbers are the framework's, in GiB
        std::ptrdiff_t refused = -1;  ///< index of the record that was refused
        std::size_t looked = 0;
        std::vector<engine::analysis::MemoryBlock> blocks;  ///< of a run that is over
        std::vector<drawing::StackPiece> stack;
        std::int64_t ground = 0;  ///< what was handed out before the first record
        bool awaitsBlocks = false;
    };

    void replace();
    void extend();
    void addDevice(const engine::trace::DeviceRecord& device);
    void update(DeviceRow& row);
    void findBlocks(DeviceRow& row);
    void findNextBlocks();
    /// The capacity of a device that refused something; 0 of others.
    [[nodiscard]] static std::int64_t refusedAt(const DeviceRow& row);
    [[nodiscard]] QString bytesText(const DeviceRow& row, std::int64_t bytes) const;

    void paintLegend(QPainter& painter, const QRectF& plot, double devicePixelRatio) const;
    void paintCurve(QPainter& painter, const DeviceRow& row, const QRectF& plot, const model::TimeRange& range,
                    double devicePixelRatio) const;
    void paintBlocks(QPainter& painter, const DeviceRow& row, const QRectF& area, const model::TimeRange& range) const;
    void paintPoolText(QPainter& painter, const DeviceRow& row, const QRectF& room, engine::Bytes kept) const;
    void paintCapacity(QPainter& painter, const DeviceRow& row, const QRectF& plot, std::vector<QRectF>& texts) const;
    void paintPeak(QPainter& painter, const DeviceRow& row, const QRectF& plot, const model::TimeRange& range,
                   std::vector<QRectF>& texts) const;
    void paintRefused(QPainter& painter, const DeviceRow& row, const QRectF& plot, const model::TimeRange& range,
                      double devicePixelRatio) const;

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::VisibleRange& m_range;
    const model::Selection* m_selection = nullptr;
    std::vector<DeviceRow> m_rows;
    mutable std::vector<std::vector<QRectF>> m_texts;  ///< by row, as last painted
    QTimer m_later;                                    ///< active: blocks of a long run are still looked for
};

}  // namespace ui::memory
