#pragma once

#include "ui/look/theme.h"
#include "ui/runs/status_figures.h"

#include <QMenu>
#include <QToolButton>
#include <QWidget>

namespace ui::runs {

/// The status bar: the scope, which a click switches, the numbers of the scope, a warning, and how the run ended or the
/// current activity. The bar is one widget, which screen readers read as one sentence. The tooltip over a number
/// explains the number. A click on the ellipsis opens a menu with the numbers that do not fit; an entry copies its
/// number. Thread: GUI.
class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(look::Theme& theme, QWidget* parent = nullptr);

    void setReport(const StatusReport& report);
    /// Shows an activity ("Running 1.2 s"); empty: shows the report.
    void setActivity(const QString& activity);
    /// Shows the status tip of the item under the pointer; empty: shows the numbers.
    void setTip(const QString& tip);
    [[nodiscard]] QString text() const;
    /// Returns the explanation of the number, the warning or the headline at `x`; over the ellipsis, the numbers that
    /// do not fit, with their explanations. Empty if there is none.
    [[nodiscard]] QString tipAt(int x) const;
    /// The menu with the numbers that do not fit, if the ellipsis is at `x`; otherwise null.
    [[nodiscard]] QMenu* menuAt(int x);

signals:
    void scopeSwitchRequested();

protected:
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Position of a number: the separator line, the name, the value of the previous run, and the value.
    struct Place {
        const StatusFigure* figure = nullptr;
        int rule = 0;
        int name = 0;
        int before = 0;
        int value = 0;
        int end = 0;
        QString elided{};  ///< an ellipsis if neither this number nor the following ones fit; else empty
    };

    [[nodiscard]] QString headline() const;
    /// Left end of the numbers, after the scope.
    [[nodiscard]] int figuresBegin() const;
    /// Left end of headline and note, which are at the right.
    [[nodiscard]] int headlineBegin() const;
    [[nodiscard]] int warningBegin() const;
    /// Right limit of the numbers.
    [[nodiscard]] int limit() const { return warningBegin() - m_theme.px(14); }
    void placeScope();
    void paintWarning(QPainter& painter) const;
    /// Returns the numbers that fit. If some do not fit, an ellipsis replaces the first of them.
    [[nodiscard]] std::vector<Place> places() const;
    /// The first number that does not fit, if the ellipsis is at `x`; otherwise null.
    [[nodiscard]] const StatusFigure* firstHiddenAt(int x) const;
    [[nodiscard]] QString restFrom(const StatusFigure& first) const;
    [[nodiscard]] QFont valueFont(const StatusFigure& figure) const;
    void paintHeadline(QPainter& painter) const;
    void paintFigure(QPainter& painter, const Place& place) const;
    void restyle();

    look::Theme& m_theme;
    QToolButton* m_scope;
    StatusReport m_report;
    QString m_activity;
    QString m_tip;
};

}  // namespace ui::runs
