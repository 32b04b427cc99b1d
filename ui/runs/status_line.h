#pragma once

#include "ui/look/theme.h"
#include "ui/runs/status_figures.h"

#include <QWidget>

namespace ui::runs {

/// The bar at the bottom: how the run ended and its figures, or what is under way. Painted as one; a screen reader
/// hears it as one sentence. Over a figure its tooltip says what it is. Thread: GUI.
class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(look::Theme& theme, QWidget* parent = nullptr);

    void setReport(const StatusReport& report);
    /// "Running 1.2 s"; empty: the report again.
    void setActivity(const QString& activity);
    /// The status tip of what is under the pointer; empty: figures again.
    void setTip(const QString& tip);
    [[nodiscard]] QString text() const;
    /// What the figure at `x` is; empty: there is none, or its name says it.
    [[nodiscard]] QString tipAt(int x) const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Where a figure is painted: its rule, then its name, then its value.
    struct Place {
        const StatusFigure* figure = nullptr;
        int rule = 0;
        int name = 0;
        int value = 0;
        int end = 0;
    };

    [[nodiscard]] QString headline() const;
    [[nodiscard]] int headlineEnd() const;
    /// Where the note at the right begins, with its distance.
    [[nodiscard]] int limit() const;
    /// Those for which there is room.
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
