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
/// other view paints them. Heights are device-independent pixels at the theme's scale. Thread: GUI.
class TimeRows : public QObject {
    Q_OBJECT

public:
    struct Size {
        int minimum = 0;
        bool stretches = false;  ///< receives a part of the remaining height
        bool isKey = false;      ///< explains colours and has no time axis; the veil does not cover it
    };

    using QObject::QObject;

    [[nodiscard]] virtual int count() const = 0;
    [[nodiscard]] virtual Size sizeOf(int row) const = 0;
    virtual void paintHeader(int row, QPainter& painter, const QRectF& header) const = 0;
    /// Paints the texts of a row, which the veil over the future must not cover. Returns their rectangles, so that
    /// lines can avoid them.
    using TextPainter = std::function<std::vector<QRectF>(QPainter&)>;
    /// Paints a row without its texts. `range` spans the width of `plot`; `devicePixelRatio` is that of the screen.
    /// Call the returned function after the veil is painted; it paints the texts.
    [[nodiscard]] virtual TextPainter paintPlot(int row, QPainter& painter, const QRectF& plot, const TimeRange& range,
                                                double devicePixelRatio) const = 0;
    /// Called when the user clicks the header of a row.
    virtual void clickHeader(int /*row*/) {}
    /// Called with true if the height is too small for all rows, so that the rows that can be folded to a line are
    /// folded.
    virtual void setTight(bool /*isTight*/) {}
    /// Whether the rows show that memory ran out or nearly did. The stage shows the rows only then.
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
