#pragma once

#include "ui/drawing/scene.h"

#include <QObject>

class QScrollBar;
class QWidget;

namespace ui::timeline {

/// The rows where there are more of them than fit: between the axis and the overview they scroll, with a bar beside
/// them. Thread: GUI.
class RowScroll : public QObject {
    Q_OBJECT

public:
    RowScroll(drawing::Scene& scene, QWidget& view);

    /// Gives the picture what the bar leaves of the view; call it after each layout.
    void place();
    void scrollBy(int pixels);
    /// Moves as little as shows the row.
    void reveal(const drawing::Row& row);
    /// A shadow at the edge behind which rows go on.
    void paintHiddenRows(QPainter& painter) const;
    /// What is beside the picture, behind the bar.
    void paintBeside(QPainter& painter) const;

signals:
    void scrolled();

private:
    drawing::Scene& m_scene;
    QWidget& m_view;
    QScrollBar* m_bar;
};

}  // namespace ui::timeline
