#pragma once

#include "ui/drawing/memory/memory_painter.h"
#include "ui/look/theme.h"
#include "ui/model/selection.h"
#include "ui/model/time_rows.h"
#include "ui/model/trace_feed.h"
#include "ui/model/visible_range.h"

#include <QTimer>
#include <cstdint>
#include <set>
#include <string>

namespace ui::memory {

/// Memory below the lanes: a bar with the legend, then one row per device with allocations. A row shows two levels: the
/// memory reserved when a statement is issued, and the part that results occupy. A row shows nothing new if its levels
/// stay the same, or if its highest levels equal those of the previous run; such a row is one line of text until the
/// user opens it. If there is no room for all rows, the other rows are one line, too. A row whose memory is scarce is
/// always shown in full. Pass this object to TimelineView::setRows(). Thread: GUI.
class MemoryRows : public model::TimeRows {
    Q_OBJECT

public:
    MemoryRows(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range, QObject* parent = nullptr);

    /// Highlights the block of the selected operation.
    void setSelection(const model::Selection& selection);

    [[nodiscard]] int count() const override;
    [[nodiscard]] Size sizeOf(int row) const override;
    void paintHeader(int row, QPainter& painter, const QRectF& header) const override;
    [[nodiscard]] TextPainter paintPlot(int row, QPainter& painter, const QRectF& plot, const model::TimeRange& range,
                                        double devicePixelRatio) const override;
    void clickHeader(int row) override;
    void toggleFolded() override;
    void setTight(bool isTight) override { m_isTight = isTight; }
    [[nodiscard]] bool isScarce() const override;
    [[nodiscard]] QStringList describe(int row, engine::Nanoseconds time) const override;

private:
    struct DeviceRow {
        drawing::MemoryTrack track;
        bool awaitsBlocks = false;
        bool isScarce = false;  ///< an allocation was refused, or other programs use the memory too
        bool isFlat = false;    ///< the levels of the row do not change during the run
        bool isBefore = false;  ///< the highest levels of the row equal those of the previous run
    };

    void replace();
    void extend();
    void update(DeviceRow& row);
    void findNextBlocks();
    [[nodiscard]] const DeviceRow& deviceRow(int row) const { return m_rows[static_cast<std::size_t>(row - 1)]; }
    [[nodiscard]] static bool showsNothingNew(const DeviceRow& row) { return row.isFlat || row.isBefore; }
    [[nodiscard]] bool canFold(const DeviceRow& row) const
    {
        return showsNothingNew(row) || (m_isTight && !row.isScarce);
    }
    [[nodiscard]] bool isThin(int row) const;
    [[nodiscard]] QString thinText(const DeviceRow& of) const;
    [[nodiscard]] drawing::MemoryScene sceneOf(int row, const model::TimeRange& range, double devicePixelRatio) const;
    [[nodiscard]] std::vector<const drawing::MemoryTrack*> shownTracks() const;

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::VisibleRange& m_range;
    const model::Selection* m_selection = nullptr;
    std::vector<DeviceRow> m_rows;
    bool m_isTight = false;
    std::set<std::uint32_t> m_opened;  ///< devices whose thin row the user opened
    std::string m_program;             ///< the program to which m_opened belongs
    QTimer m_later;                    ///< computes the blocks of a long run, one device per timeout
};

}  // namespace ui::memory
