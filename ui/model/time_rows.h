#pragma once

#include "ui/model/time_range.h"

#include <QObject>
#include <QRectF>
#include <QStringList>
#include <functional>
#include <vector>

class QPainter;

namespace ui::model {

/// Rows that another view adds below the lanes of the timeline. The timeline provides position and time range; the
/// other view paints the rows. Heights are device-independent pixels at the theme's scale. Thread: GUI.
class TimeRows : public QObject {
    Q_OBJECT

public:
    struct Size {
        int minimum = 0;
        bool stretches = false;  ///< receives a part of the remaining height
        bool isKey = false;      ///< explains colours and has no time axis; a replay does not grey it out
    };

    using QObject::QObject;

    [[nodiscard]] virtual int count() const = 0;
    [[nodiscard]] virtual Size sizeOf(int row) const = 0;
    virtual void paintHeader(int row, QPainter& painter, const QRectF& header) const = 0;
    /// Paints the texts of a row above the grey overlay that a replay paints on later times. Returns the texts'
    /// rectangles, so that drawn lines can avoid them.
    using TextPainter = std::function<std::vector<QRectF>(QPainter&)>;
    /// Paints a row without its texts. `range` spans the width of `plot`; `devicePixelRatio` is that of the screen.
    /// Returns a function that paints the texts; call it after the overlay of a replay (see TextPainter) is painted.
    [[nodiscard]] virtual TextPainter paintPlot(int row, QPainter& painter, const QRectF& plot, const TimeRange& range,
                                                double devicePixelRatio) const = 0;
    /// Called when the user clicks the header of a row.
    virtual void clickHeader(int /*row*/) {}
    /// Called with true if the height is too small for all rows. Rows that can be shown as a single line are then
    /// folded.
    virtual void setTight(bool /*isTight*/) {}
    /// Whether memory is scarce: an allocation was refused, or other programs use memory of the same device. In stage
    /// mode, the rows are shown only if this returns true.
    [[nodiscard]] virtual bool isScarce() const { return false; }
    /// Opens all rows that are folded to a line; closes them if all are open.
    virtual void toggleFolded() {}
    /// Lines of a tooltip for this row at `time`; empty: no tooltip.
    [[nodiscard]] virtual QStringList describe(int row, engine::Nanoseconds time) const = 0;

signals:
    void layoutChanged();   ///< the number of rows or their heights have changed
    void contentChanged();  ///< a repaint is sufficient
};

}  // namespace ui::model
