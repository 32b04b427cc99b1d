#pragma once

#include "ui/charts/plot.h"
#include "ui/charts/readout.h"
#include "ui/look/theme.h"

#include <qcustomplot.h>

class QMenu;

namespace ui::charts {

/// Shows a plot on the screen or on paper. The pointer and the arrow keys select the values that a box shows. The
/// wheel, W and S zoom along the bottom axis; a drag pans it, and so do the arrow keys if the next value is out of
/// view; Home and a double click show all values. The value axes fit the visible part. A click on an entry of the
/// legend hides or shows its curves. Thread: GUI.
class Chart : public QCustomPlot {
    Q_OBJECT

public:
    explicit Chart(const look::Theme& theme, QWidget* parent = nullptr);

    /// Shows `plot`. If the current plot and its bottom axis have the same titles, keeps the user's zoom, hidden curves
    /// and, if possible, scale.
    void setPlot(Plot plot);
    /// The plot with the user's zoom, scale and hidden curves.
    [[nodiscard]] const Plot& plot() const { return m_plot; }
    /// Adds the commands of the chart: zoom, scale, and one entry per curve of the legend.
    void addCommands(QMenu& menu);
    /// Adapts legend and ticks to a width in pixels. A widget calls this function when it is resized.
    void arrange(int width);

    [[nodiscard]] QSize sizeHint() const override { return {400, 190}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {220, 120}; }

signals:
    void picked(double x);  ///< emitted on a click, with the x of the selected values

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void addSeries(const Series& series);
    void styleAxis(QCPAxis& axis, const Axis& values);
    void addMarks();
    void fit();
    void fitValues(QCPAxis& axis, const Axis& values);
    void onRangeChanged(const QCPRange& range);
    void zoomBy(double factor);
    void showAll();
    void toggle(const QString& name);
    [[nodiscard]] QString legendNameAt(const QPointF& place) const;
    void step(int direction);

    const look::Theme& m_theme;
    Plot m_plot;
    std::optional<bool> m_isLogarithmic;  ///< the user's choice of scale
    QCPRange m_whole;                     ///< range of the bottom axis that shows all values
    std::optional<Readout> m_readout;     ///< none before the first setPlot()
};

}  // namespace ui::charts
