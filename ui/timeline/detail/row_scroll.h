#pragma once

#include "ui/drawing/scene.h"

#include <QObject>

class QScrollBar;
class QWidget;

namespace ui::timeline {

/// Scrolls the rows between axis and overview if they do not fit, and shows a scroll bar beside them. Thread: GUI.
class RowScroll : public QObject {
    Q_OBJECT

public:
    RowScroll(drawing::Scene& scene, QWidget& view);

    /// Sets the width of the scene to that of the view without the scroll bar; call it after each layout.
    void place();
    void scrollBy(int pixels);
    /// Scrolls as little as necessary to show the row.
    void reveal(const drawing::Row& row);
    /// Paints a shadow at each edge beyond which rows are hidden.
    void paintHiddenRows(QPainter& painter) const;
    /// Paints the strip behind the scroll bar.
    void paintBeside(QPainter& painter) const;

signals:
    void scrolled();

private:
    drawing::Scene& m_scene;
    QWidget& m_view;
    QScrollBar* m_bar;
};

}  // namespace ui::timeline
