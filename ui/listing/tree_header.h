#pragma once

#include "ui/look/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace ui::listing {

class ProgramTree;

/// The line above the tree of programs: its title, or the filter. Thread: GUI.
class TreeHeader : public QWidget {
    Q_OBJECT

public:
    TreeHeader(const look::Theme& theme, QWidget* parent);

    /// Sets the tree that is filtered.
    void setTree(ProgramTree& tree);
    /// Opens the filter.
    void startSearch();

private:
    void restyle();

    const look::Theme& m_theme;
    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QLineEdit* m_filter = nullptr;
    QToolButton* m_search = nullptr;
};

}  // namespace ui::listing
