#pragma once

#include "ui/look/theme.h"

#include <QAction>
#include <QLabel>
#include <QList>
#include <QWidget>

class QComboBox;

namespace ui::graph {

class GraphCanvas;

/// The line above a net: where the focused box is ("net › Residual 3.0 › Conv2d 3×3", each part a link), and how far
/// the net is opened, as a list of the depths. Thread: GUI.
class NetTrail : public QWidget {
    Q_OBJECT

public:
    NetTrail(look::Theme& theme, GraphCanvas& canvas, const QList<QAction*>& depths);

    /// Moves the focus to the layer with this key.
    void focus(const QString& key);
    /// Selects, in the list of depths, the depth whose action is checked.
    void showDepth();

private:
    void restyle();
    void showPath();

    look::Theme& m_theme;
    GraphCanvas& m_canvas;
    QLabel* m_path = nullptr;
    QList<QAction*> m_depths;
    QLabel* m_openTo = nullptr;
    QComboBox* m_depth = nullptr;
};

}  // namespace ui::graph
