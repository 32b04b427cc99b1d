#pragma once

#include "ui/look/theme.h"

#include <QAction>
#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <vector>

namespace ui::look {
class ElidedLine;
}

namespace ui::runs {

/// The header above the timeline: title, section, the chip "simulated" or "measured", zoom, and tools of the timeline.
/// Thread: GUI.
class CentreHeader : public QWidget {
    Q_OBJECT

public:
    CentreHeader(look::Theme& theme, QWidget* parent = nullptr);

    /// `number` is shown instead of `section` if the section does not fit.
    void setTitle(const QString& title, const QString& section, const QString& number = {});
    /// Sets the text of the chip that states where the times come from. An empty text hides the chip.
    void setChip(const QString& text, const QString& toolTip);
    /// Inserts a chip of another part of the window to the left of the chip of setChip().
    void addChip(QWidget* chip);
    /// IfTitleFits: the part is hidden where it would leave too little room for the title.
    enum class Room : std::uint8_t { Always, IfTitleFits };
    /// Adds a button for a command; `icon` is a name in resources/icons.
    void addTool(QAction* action, const QString& icon, Room room = Room::Always);
    void addDivider(Room room = Room::Always);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    void fit();

    struct Tool {
        QToolButton* button;
        QString icon;
    };

    look::Theme& m_theme;
    QLabel* m_title = nullptr;
    look::ElidedLine* m_section = nullptr;
    QLabel* m_chip = nullptr;
    std::vector<Tool> m_tools;
    std::vector<QWidget*> m_dividers;
    std::vector<QWidget*> m_optional;  ///< the parts with Room::IfTitleFits
};

}  // namespace ui::runs
