#pragma once

#include "ui/look/theme.h"

#include <qcustomplot.h>
#include <QString>
#include <cstdint>
#include <vector>

namespace ui::charts {

/// A bar over the interval [from, to) of the bottom axis.
struct Bin {
    double from = 0;
    double to = 0;
    double value = 0;       ///< height of the bar; 0: no bar
    bool isStrong = false;  ///< painted in the accent colour
    QString text{};         ///< describes the bar in tooltips and to screen readers
};

/// Bars, such as those of a histogram. The user selects one by a click or with the arrow keys. Thread: GUI.
class Histogram : public QCustomPlot {
    Q_OBJECT

public:
    /// Linear: for values of numbered items. Logarithmic: for counts; a count of 1 still has a visible bar.
    enum class Scale : std::uint8_t { Linear, Logarithmic };

    Histogram(const look::Theme& theme, Scale scale, QWidget* parent = nullptr);

    /// `bottom`, `left`: titles of the axes.
    void setBins(std::vector<Bin> bins, const QString& bottom, const QString& left = {});
    [[nodiscard]] const std::vector<Bin>& bins() const { return m_bins; }
    /// Outlines a bar; -1: none.
    void setCurrent(int bin);
    [[nodiscard]] int current() const { return m_current; }

    [[nodiscard]] QSize sizeHint() const override { return {260, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 100}; }

signals:
    void picked(int bin);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void restyle();
    void addBars(const QBrush& brush, bool isStrong);
    void describe();
    void pick(int bin);
    /// Returns the index of the bar at `x`; -1: none.
    [[nodiscard]] int binAt(double x) const;

    const look::Theme& m_theme;
    Scale m_scale;
    std::vector<Bin> m_bins;
    int m_current = -1;  ///< index of the outlined bar; -1: none
};

}  // namespace ui::charts
