#pragma once

#include "ui/look/theme.h"

#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

class QPainter;

namespace ui::training {

enum class Side : std::uint8_t { Left, Right };

/// One line of a plot. `look` tells runs apart by colour, marker and dashes together, so that no one of them is alone.
struct Series {
    QString name;
    std::vector<QPointF> points;  ///< ascending in x
    Side side = Side::Left;
    int look = 0;
    bool isThin = false;  ///< many points: a thin line without markers
    bool isStepped = false;
    QString endText;  ///< beside the last point
};

/// A moment or value worth a mark across the plot.
struct Mark {
    double x = 0;
    QString text;
};

struct Axis {
    QString title;
    QString unit;  ///< on the first label of the bottom axis
    double from = 0;
    double to = 1;
    bool isLogarithmic = false;
};

/// A chart as values; the screen and exports paint the same one.
struct Plot {
    QString title;
    Axis bottom, left, right;  ///< `right` counts if a series stands on it
    std::vector<Series> series;
    std::vector<Mark> marks;

    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] bool hasRight() const;
};

/// Sets the ends of all axes so that every finite value is in, the left and right from 0, rounded to whole ticks.
void fitAxes(Plot& plot);

/// Steps of 1, 2, 2.5 or 5 between round ends, at most `most`; powers of ten for a logarithmic axis.
[[nodiscard]] std::vector<double> ticksOf(const Axis& axis, int most);
[[nodiscard]] QString tickText(double value);

/// Where values stand within a widget or a page of `size`.
struct PlotFrame {
    QRectF area;

    [[nodiscard]] double xOf(const Plot& plot, double x) const;
    [[nodiscard]] double yOf(const Plot& plot, Side side, double y) const;
};
[[nodiscard]] PlotFrame frameOf(const Plot& plot, const QSizeF& size, const look::Theme& theme);

/// The colour, dash pattern and marker of a look.
[[nodiscard]] QColor colourOf(const look::Theme& theme, int look);
void paintMarker(QPainter& painter, const look::Theme& theme, int look, const QPointF& at, double radius);

void paintPlot(QPainter& painter, const Plot& plot, const QSizeF& size, const look::Theme& theme);

/// What the plot says nearest to a horizontal place: the x read, and a line of text a series.
struct Reading {
    double x = 0;
    QStringList lines;
    std::vector<QPointF> places;  ///< of the points read, in pixels
};
[[nodiscard]] std::optional<Reading> readingAt(const Plot& plot, const PlotFrame& frame, double pixel);

/// The plot as a table of text: what a screen reader reads, what is copied.
[[nodiscard]] QString spokenPlot(const Plot& plot);

}  // namespace ui::training
