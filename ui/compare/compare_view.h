#pragma once

#include "ui/compare/compare_scene.h"
#include "ui/look/segmented.h"

#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <vector>

namespace ui::compare {

/// The drawing of a comparison, with zoom and scrolling. One focusable widget whose accessible description has the
/// content as text. Thread: GUI.
class CompareCanvas : public QWidget {
    Q_OBJECT

public:
    explicit CompareCanvas(const look::Theme& theme, QWidget* parent = nullptr);

    /// `more`: the pairs of A with each further side.
    void setPair(PairPtr pair, std::vector<PairPtr> more = {});
    void setArrangement(Arrangement arrangement);
    /// Draws the runs until this time, counted from the begin of each side; none: draws them completely.
    void setMoment(std::optional<engine::Nanoseconds> moment);
    [[nodiscard]] const CompareScene& scene() const { return m_scene; }
    void zoomBy(double factor, double x);
    void zoomBy(double factor);
    void panBy(double share);
    void fit();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void setRange(const model::TimeRange& range);
    void scrollBy(int pixels);
    [[nodiscard]] double plotLeft() const;

    const look::Theme& m_theme;
    CompareScene m_scene;
    drawing::LabelCache m_labels;
    std::vector<QRectF> m_texts;
    QPointF m_pressed;
    model::TimeRange m_pressRange;
    int m_pressScroll = 0;
};

/// The middle pane of the comparison: title, stacked or overlaid, zoom, and the drawing. Thread: GUI.
class CompareView : public QWidget {
    Q_OBJECT

public:
    explicit CompareView(const look::Theme& theme, QWidget* parent = nullptr);

    /// `more`: the pairs of A with each further side.
    void setPair(const PairPtr& pair, const std::vector<PairPtr>& more = {});
    void setArrangement(Arrangement arrangement);
    [[nodiscard]] CompareCanvas& canvas() { return *m_canvas; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addTool(const char* icon, const char* text, void (CompareView::*call)());
    void zoomIn() { m_canvas->zoomBy(1.5); }
    void zoomOut() { m_canvas->zoomBy(1 / 1.5); }
    void fit() { m_canvas->fit(); }
    void restyle();

    struct Tool {
        QToolButton* button;
        QString icon;
    };
    const look::Theme& m_theme;
    QWidget* m_header = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_chip = nullptr;
    look::Segmented* m_arrangement = nullptr;
    std::vector<Tool> m_tools;
    CompareCanvas* m_canvas = nullptr;
    PairPtr m_pair;
};

}  // namespace ui::compare
