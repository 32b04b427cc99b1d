#pragma once

#include "ui/look/theme.h"

#include <QAction>
#include <QLabel>
#include <QToolButton>
#include <QWidget>

namespace ui::graph {

class GraphCanvas;

/// The line above a net: where the focused box is ("net › Residual 3.0 › Conv2d 3×3", each part a link), and how far
/// the net is opened. Thread: GUI.
class NetTrail : public QWidget {
    Q_OBJECT

public:
    NetTrail(look::Theme& theme, GraphCanvas& canvas, const QList<QAction*>& depths);

    /// Moves the focus to the layer with this key.
    void focus(const QString& key);

private:
    void restyle();
    void showPath();

    look::Theme& m_theme;
    GraphCanvas& m_canvas;
    QLabel* m_path = nullptr;
    QToolButton* m_depth = nullptr;
};

}  // namespace ui::graph
