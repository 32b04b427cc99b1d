#pragma once

#include "ui/look/theme.h"
#include "ui/shell/status_figures.h"

#include <QWidget>

namespace ui::shell {

/// The bar at the bottom: how the run ended and its figures, or what is under way. Painted as one; a screen reader
/// hears it as one sentence. Thread: GUI.
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

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int paintHeadline(QPainter& painter, int x) const;
    int paintFigure(QPainter& painter, int x, const StatusFigure& figure, int limit) const;
    void restyle();

    look::Theme& m_theme;
    StatusReport m_report;
    QString m_activity;
    QString m_tip;
};

}  // namespace ui::shell
