#pragma once

#include <qcustomplot.h>

#include <functional>

namespace ui::timeline {

/// The plot as three sheets: content, marks and overlay. Each has a buffer of its own, so that what moves with the
/// pointer is painted without what stands still.
class Canvas : public QCustomPlot {
    Q_OBJECT

public:
    using Paint = std::function<void(QPainter&)>;

    Canvas(QWidget* parent, Paint content, Paint marks, Paint overlay);

    /// Each is done at most once per turn of the event loop; a sheet implies those above it.
    void requestContent();
    void requestMarks();
    void requestOverlay();
    /// Paints what was requested at once.
    void flush();

private:
    enum Sheet : int { kNothing, kOverlay, kMarks, kContent };

    void request(Sheet sheet);

    Sheet m_requested = kNothing;
};

}  // namespace ui::timeline
