#pragma once

#include "ui/files/session.h"
#include "ui/runs/workbench.h"

#include <QSplitter>
#include <QTabBar>

namespace ui::listing {
class FlipPointer;
class ProgramPane;
}  // namespace ui::listing
namespace ui::runs {
class CentreHeader;
}

namespace ui::shell {

class RightPane;

/// The panes of the window: program on the left, timeline in the middle, dependency graph and inspector on the right.
/// In a narrow window, the right pane is a tab of the left one. Thread: GUI.
class Panes : public QObject {
    Q_OBJECT

public:
    Panes(const runs::Workbench& bench, QWidget& parent);

    [[nodiscard]] QSplitter& splitter() { return *m_splitter; }
    [[nodiscard]] QWidget& left() { return *m_left; }
    [[nodiscard]] QWidget& centre() { return *m_centre; }
    [[nodiscard]] RightPane& right() { return *m_right; }
    [[nodiscard]] listing::ProgramPane& program() { return *m_program; }
    [[nodiscard]] runs::CentreHeader& header() { return *m_header; }

    /// Adapts to the width of the window.
    void fit();
    /// Enters or leaves stage mode, which shows only the listing and the timeline. Leaving restores the widths.
    void setStage(bool isStage);
    void read(const files::Session& session);
    void write(files::Session& session) const;
    /// Moves the keyboard focus to the next of `parts`; `direction` -1: to the previous one.
    void moveFocus(int direction, const QList<QWidget*>& parts);

private:
    void buildLeft();
    void buildCentre();
    void fitListing();
    [[nodiscard]] bool isStage() const { return !m_beforeStage.isEmpty(); }
    void restyle();
    void scale();

    runs::Workbench m_bench;
    QSplitter* m_splitter = nullptr;
    QWidget* m_left = nullptr;
    QTabBar* m_tabs = nullptr;
    listing::ProgramPane* m_program = nullptr;
    listing::FlipPointer* m_pointer = nullptr;
    QWidget* m_centre = nullptr;
    runs::CentreHeader* m_header = nullptr;
    RightPane* m_right = nullptr;
    bool m_isNarrow = false;
    QByteArray m_beforeStage;      ///< state of the splitter before stage mode; empty: not in stage mode
    bool m_isWidthChosen = false;  ///< the user moved the edge of the left pane, so it does not follow the listing
    int m_rightWidth = 0;          ///< the right pane's width before it was narrowed for the listing; 0: it was not
    bool m_isRightChosen = true;   ///< the user opened or closed the right pane; else the window's width decides
    bool m_isRightWidthChosen = false;  ///< the user has chosen a width of the right pane, now or in an earlier session
    double m_scale = 1.0;               ///< scale of the theme for which the widths of the panes were computed
};

}  // namespace ui::shell
