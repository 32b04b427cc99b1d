#pragma once

#include "ui/look/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QToolButton>

namespace ui::graph {

/// The line above the graph: title, scope, and buttons for grouping, search and a separate window. Thread: GUI.
class GraphHeader : public QWidget {
    Q_OBJECT

public:
    GraphHeader(look::Theme& theme, QComboBox& scope, const QList<QAction*>& groupings);

    /// Hides the button that opens a separate window.
    void hideWindowButton() { m_window->hide(); }

signals:
    void findRequested();
    void windowRequested();

private:
    void setTexts();
    void restyle();

    look::Theme& m_theme;
    QComboBox& m_scope;
    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QToolButton* m_grouping = nullptr;
    QToolButton* m_search = nullptr;
    QToolButton* m_window = nullptr;
};

}  // namespace ui::graph
