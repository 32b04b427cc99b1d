#pragma once

#include <QPointF>
#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

namespace ui::charts {

enum class Side : std::uint8_t { Left, Right };

/// One curve of a plot.
struct Series {
    QString name;
    std::vector<QPointF> points;  ///< ascending in x; points that are not finite are left out
    Side side = Side::Left;
    int look = 0;         ///< selects colour, dash pattern and marker together, so that runs differ not only in colour
    bool isThin = false;  ///< a thin line without markers, for many points
    bool isStepped = false;
    QString legend;         ///< entry of the legend; empty: none
    bool isHidden = false;  ///< the curve is not drawn; its entry of the legend stays
};

/// A vertical line with a label, at a certain x.
struct Mark {
    double x = 0;
    QString text;
};

struct Interval {
    double from = 0;
    double to = 1;
};

struct Axis {
    QString title;
    QString unit;
    bool isLogarithmic = false;
    /// Bottom axis: the visible part; none: all values. Value axis: values to include unless the plot is zoomed.
    std::optional<Interval> shown;
};

/// A chart as plain data. The screen and exported files show the same data.
struct Plot {
    QString title;
    Axis bottom, left, right;  ///< `right` is used if a series is on that side
    std::vector<Series> series;
    std::vector<Mark> marks;

    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] bool hasRight() const;
};

/// Describes the plot in words, for screen readers and exported files.
[[nodiscard]] QString spokenPlot(const Plot& plot);

}  // namespace ui::charts
