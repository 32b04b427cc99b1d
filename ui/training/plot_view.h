#pragma once

#include "ui/training/plot.h"

#include <QWidget>

namespace ui::training {

/// A plot on the screen: the pointer, or the arrow keys, read its values. Thread: GUI.
class PlotView : public QWidget {
    Q_OBJECT

public:
    explicit PlotView(const look::Theme& theme, QWidget* parent = nullptr);

    void setPlot(Plot plot);
    [[nodiscard]] const Plot& plot() const { return m_plot; }
    /// What stands beside the pointer; empty if it reads nothing.
    [[nodiscard]] QStringList reading() const;

    [[nodiscard]] QSize sizeHint() const override { return {400, 190}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {220, 120}; }

signals:
    void picked(double x);  ///< a click, at the x that was read

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
