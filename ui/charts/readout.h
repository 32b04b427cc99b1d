#pragma once

#include <QStringList>
#include <vector>

class QCPItemLine;
class QCPItemText;
class QCPItemTracer;
class QCustomPlot;

namespace ui::look {
class Theme;
}

namespace ui::charts {

struct Plot;

/// The values of a chart at one x: a vertical line, a ring on each curve, and a box with their numbers. They are items
/// of the chart's layer "overlay", which is replotted alone. Thread: GUI.
class Readout {
public:
    /// Creates hidden items. The curves (QCPGraph) of `chart` are the series of `plot`, in this order.
    Readout(QCustomPlot& chart, const Plot& plot, const look::Theme& theme);

    /// Shows the values nearest to `x`; none if the plot has no values.
    void readAt(double x);
    void clear();
    /// One line of text for x, and one per curve; empty if no values are shown.
    [[nodiscard]] const QStringList& lines() const { return m_lines; }
    [[nodiscard]] double x() const { return m_x; }

private:
    void addLine(std::size_t series);

    QCustomPlot& m_chart;
    const Plot& m_plot;
    std::vector<QCPItemTracer*> m_rings;  ///< one per series
    QCPItemLine* m_cursor;
    QCPItemText* m_box;
    QStringList m_lines;
    double m_x = 0;
};

}  // namespace ui::charts
