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

/// One line of a plot. `look` selects colour, marker and dash pattern together, so that runs differ not only in colour.
struct Series {
    QString name;
    std::vector<QPointF> points;  ///< ascending in x
    Side side = Side::Left;
    int look = 0;
    bool isThin = false;  ///< many points: a thin line without markers
    bool isStepped = false;
    QString endText;  ///< label beside the last point
};

/// A vertical line with a label, at a certain x.
struct Mark {
    double x = 0;
    QString text;
};

struct Axis {
    QString title;
    QString unit;  ///< shown with the first label of the bottom axis
    double from = 0;
    double to = 1;
    bool isLogarithmic = false;
};

/// A chart as plain data. Widgets and exported files are painted from the same data.
struct Plot {
    QString title;
    Axis bottom, left, right;  ///< `right` is used only if a series belongs to it
    std::vector<Series> series;
    std::vector<Mark> marks;

    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] bool hasRight() const;
};

/// Sets the ranges of all axes to include every finite value. The left and right axes include 0 and end at ticks.
void fitAxes(Plot& plot);

/// At most `most` ticks at round values, in steps of 1, 2, 2.5 or 5 times a power of ten; powers of ten for a
/// logarithmic axis.
[[nodiscard]] std::vector<double> ticksOf(const Axis& axis, int most);
[[nodiscard]] QString tickText(double value);

/// Maps values of a plot to pixels of a widget or page.
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

/// The values nearest to a horizontal position: their x, and one line of text per series.
struct Reading {
    double x = 0;
    QStringList lines;
    std::vector<QPointF> places;  ///< positions of these points, in pixels
};
[[nodiscard]] std::optional<Reading> readingAt(const Plot& plot, const PlotFrame& frame, double pixel);

/// Describes the plot for screen readers: name, first, highest and last value of each series.
[[nodiscard]] QString spokenPlot(const Plot& plot);

}  // namespace ui::training
