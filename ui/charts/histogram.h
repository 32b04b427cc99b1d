#pragma once

#include "ui/look/theme.h"

#include <qcustomplot.h>
#include <QString>
#include <vector>

namespace ui::charts {

/// A bar of a histogram: how many values are in [from, to).
struct Bin {
    double from = 0;
    double to = 0;
    int count = 0;
    bool isStrong = false;  ///< in the accent colour
};

/// A histogram with logarithmic counts. A click on a bar or the arrow keys pick it. Thread: GUI.
class Histogram : public QCustomPlot {
    Q_OBJECT

public:
    explicit Histogram(const look::Theme& theme, QWidget* parent = nullptr);

    /// `spoken`: what the bars count, with "%1" for a count and "%2" for an interval with its unit.
    void setBins(std::vector<Bin> bins, const QString& unit, const QString& spoken);
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
    void pick(int bin);
    /// -1: none.
    [[nodiscard]] int binAt(double x) const;
    [[nodiscard]] QString textOf(const Bin& bin) const;

    const look::Theme& m_theme;
    std::vector<Bin> m_bins;
    QString m_unit, m_spoken;
    int m_current = -1;  ///< the outlined bar
};

}  // namespace ui::charts
