#pragma once

#include "ui/training/plot.h"

#include <QWidget>

namespace ui::training {

/// Shows a plot; the pointer or the arrow keys select values to read. Thread: GUI.
class PlotView : public QWidget {
    Q_OBJECT

public:
    explicit PlotView(const look::Theme& theme, QWidget* parent = nullptr);

    void setPlot(Plot plot);
    [[nodiscard]] const Plot& plot() const { return m_plot; }
    /// The texts beside the pointer; empty if no value is selected.
    [[nodiscard]] QStringList reading() const;

    [[nodiscard]] QSize sizeHint() const override { return {400, 190}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {220, 120}; }

signals:
    void picked(double x);  ///< the reader clicked; `x` is that of the selected values

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void readAt(double pixel);
    void paintReading(QPainter& painter) const;

    const look::Theme& m_theme;
    Plot m_plot;
    std::optional<Reading> m_reading;
};

}  // namespace ui::training
