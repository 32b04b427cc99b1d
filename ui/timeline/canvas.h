#pragma once

#include <qcustomplot.h>

#include <functional>

namespace ui::timeline {

/// Paints three layers: content, marks and overlay. The first two share a buffer (another buffer costs 1 ms per frame
/// at 1600 x 900); the overlay has a separate one, so that pointer moves do not repaint the content.
class Canvas : public QCustomPlot {
    Q_OBJECT

public:
    using Paint = std::function<void(QPainter&)>;

    Canvas(QWidget* parent, Paint content, Paint marks, Paint overlay);

    /// Schedules a repaint, at most once per iteration of the event loop. requestContent() repaints marks and overlay,
    /// too.
    void requestContent();
    void requestOverlay();
    /// Paints pending requests immediately.
    void flush();

private:
    enum Sheet : int { kNothing, kOverlay, kContent };

    void request(Sheet sheet);

    Sheet m_requested = kNothing;
};

}  // namespace ui::timeline
