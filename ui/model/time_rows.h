#pragma once

#include "ui/model/time_range.h"

#include <QObject>
#include <QRectF>
#include <QStringList>
#include <vector>

class QPainter;

namespace ui::model {

/// Rows that another view adds below the lanes of the timeline, on its time axis: the timeline gives them place and
/// range and knows nothing of what they show. Heights are in device-independent pixels at the theme's scale.
/// Thread: GUI.
class TimeRows : public QObject {
    Q_OBJECT

public:
    struct Size {
        int minimum = 0;
        bool stretches = false;  ///< takes its part of the height that is left
    };

    using QObject::QObject;

    [[nodiscard]] virtual int count() const = 0;
    [[nodiscard]] virtual Size sizeOf(int row) const = 0;
    virtual void paintHeader(int row, QPainter& painter, const QRectF& header) const = 0;
    /// `range` spans the width of `plot`; columns are painted for `devicePixelRatio`.
    virtual void paintPlot(int row, QPainter& painter, const QRectF& plot, const TimeRange& range,
                           double devicePixelRatio) const = 0;
    /// Where the row last painted texts, in the coordinates of its plot: lines of a moment leave them out.
    [[nodiscard]] virtual std::vector<QRectF> textsOf(int /*row*/) const { return {}; }
    /// What the row says of a moment, for the tooltip; empty: nothing.
    [[nodiscard]] virtual QStringList describe(int row, engine::Nanoseconds time) const = 0;

signals:
    void layoutChanged();   ///< count or sizes
    void contentChanged();  ///< repaint
};

}  // namespace ui::model
