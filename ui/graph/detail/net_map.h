#pragma once

#include "ui/look/theme.h"

#include <QTransform>
#include <QWidget>

namespace ui::graph {

class GraphCanvas;

/// A map of the canvas's diagram: all boxes without text, coloured if their work is done, and a frame around the
/// visible part. A click or a drag scrolls the canvas to that place. Thread: GUI.
class NetMap : public QWidget {
    Q_OBJECT

public:
    NetMap(look::Theme& theme, GraphCanvas& canvas, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    /// Maps the diagram to the widget.
    [[nodiscard]] QTransform place() const;

    look::Theme& m_theme;
    GraphCanvas& m_canvas;
};

}  // namespace ui::graph
