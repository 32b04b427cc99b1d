#pragma once

#include "ui/look/theme.h"

#include <QLabel>
#include <QWidget>

namespace ui::graph {

class GraphCanvas;
class NetMap;

/// The column beside a net in a window: a description of the focused box, what each device runs at the playhead, and
/// the map. Thread: GUI.
class NetSide : public QWidget {
    Q_OBJECT

public:
    NetSide(look::Theme& theme, GraphCanvas& canvas);

private:
    void restyle();
    void setTexts();
    void showBox();
    void showNow();

    look::Theme& m_theme;
    GraphCanvas& m_canvas;
    QLabel* m_box = nullptr;  ///< title of the focused box
    QLabel* m_facts = nullptr;
    QLabel* m_nowTitle = nullptr;
    QLabel* m_now = nullptr;
    QLabel* m_mapTitle = nullptr;
    NetMap* m_map = nullptr;
};

}  // namespace ui::graph
