#pragma once

#include <qcustomplot.h>

#include <functional>

namespace ui::timeline {

/// The plot as three sheets: content, marks and overlay. The first two share a buffer (composing one more costs every
/// frame 1 ms at 1600 x 900); the overlay has its own, so that what moves with the pointer is painted without what
/// stands still.
class Canvas : public QCustomPlot {
    Q_OBJECT

public:
    using Paint = std::function<void(QPainter&)>;

    Canvas(QWidget* parent, Paint content, Paint marks, Paint overlay);

    /// Done at most once per turn of the event loop; the content implies marks and overlay.
    void requestContent();
    void requestOverlay();
    /// Paints what was requested at once.
    void flush();

private:
    enum Sheet : int { kNothing, kOverlay, kContent };

    void request(Sheet sheet);

    Sheet m_requested = kNothing;
};

}  // namespace ui::timeline
