#pragma once

#include "ui/look/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace ui::graph {

/// The line above the graph: title, scope, and buttons for grouping, search and a separate window. In the separate
/// window, the line also has the program's name and commands, and a button that exports the graph. Thread: GUI.
class GraphHeader : public QWidget {
    Q_OBJECT

public:
    GraphHeader(look::Theme& theme, QComboBox& scope, const QList<QAction*>& groupings);

    /// Makes this the header of a separate window, with buttons for `commands`.
    void setWindow(const QList<QAction*>& commands);
    /// Sets the name of the program, which a window shows beside the title.
    void setProgram(const QString& name);

signals:
    void findRequested();
    void windowRequested();
    void exportRequested();

private:
    void setTexts();
    void restyle();

    look::Theme& m_theme;
    QComboBox& m_scope;
    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_program = nullptr;
    QHBoxLayout* m_commands = nullptr;
    QToolButton* m_grouping = nullptr;
    QToolButton* m_search = nullptr;
    QToolButton* m_window = nullptr;
    QPushButton* m_export = nullptr;
};

}  // namespace ui::graph
