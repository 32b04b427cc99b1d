#pragma once

#include "ui/look/theme.h"
#include "ui/runs/status_figures.h"

#include <QWidget>

namespace ui::runs {

/// The status bar: how the run ended and its figures, or the current activity. Painted as one widget; screen readers
/// read it as one sentence. The tooltip over a figure explains it. Thread: GUI.
class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(look::Theme& theme, QWidget* parent = nullptr);

    void setReport(const StatusReport& report);
    /// Shows an activity ("Running 1.2 s"); empty: shows the report.
    void setActivity(const QString& activity);
    /// Shows the status tip of the item under the pointer; empty: shows the figures.
    void setTip(const QString& tip);
    [[nodiscard]] QString text() const;
    /// The explanation of the figure at `x`; empty if there is none.
    [[nodiscard]] QString tipAt(int x) const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Position of a figure: its separator line, then its name, then the value of the run before, then its value.
    struct Place {
        const StatusFigure* figure = nullptr;
        int rule = 0;
        int name = 0;
        int before = 0;
        int value = 0;
        int end = 0;
    };

    [[nodiscard]] QString headline() const;
    [[nodiscard]] int headlineEnd() const;
    /// Right limit of the figures: the left end of the note, minus a gap.
    [[nodiscard]] int limit() const;
    /// The figures that fit.
    [[nodiscard]] std::vector<Place> places() const;
    [[nodiscard]] QFont valueFont(const StatusFigure& figure) const;
    void paintHeadline(QPainter& painter) const;
    void paintFigure(QPainter& painter, const Place& place) const;
    void restyle();

    look::Theme& m_theme;
    StatusReport m_report;
    QString m_activity;
    QString m_tip;
};

}  // namespace ui::runs
