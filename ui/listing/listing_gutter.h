#pragma once

#include "ui/listing/line_states.h"
#include "ui/listing/listing_layout.h"

#include <QSet>
#include <QWidget>
#include <functional>

namespace ui::listing {

class LeverButton;
class SyncSwitch;

/// The strip at the left of the listing: a switch per sync point, the levers of each line, line numbers, breakpoints
/// and the current line.
/// Thread: GUI.
class ListingGutter : public QWidget {
    Q_OBJECT

public:
    /// `rows` returns the visible lines of the listing.
    ListingGutter(const look::Theme& theme, ProgramDocument& document, const LineStates& states,
                  std::function<std::vector<ListingRow>()> rows, QWidget* parent);

    [[nodiscard]] int widthFor(int lines) const;
    /// Moves the switches to their lines and shows their states.
    void placeSwitches();
    /// Does the same as a click on the levers of `line`: flips a single lever with two states; otherwise opens a menu.
    void openLevers(int line);
    void setBreakpoints(const QSet<int>& lines);

signals:
    /// Emitted when a wait was changed with the mouse, or a lever by its button or menu; the window should move the
    /// keyboard focus from the text to the timeline.
    void flippedByMouse();
    void lineClicked(int line);  ///< emitted for a click that inserts no wait; `line` is 0 below the last line
    /// Emitted for a left click on the gutter outside its switches and levers. Where a click inserts a wait, emitted
    /// for a click with Shift.
    void breakpointToggled(int line);
    /// Emitted when the pointer is over a line after which a wait can be inserted; `line` is 0 when it leaves.
    void insertionHovered(int line);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void placeLevers(const std::vector<ListingRow>& rows);
    void hoverInsertion(int line);
    [[nodiscard]] QPoint besideCode(int line) const;
    /// The area where a click inserts a wait; as wide as a switch.
    [[nodiscard]] QRectF switchOf(const ListingRow& row) const;

    const look::Theme& m_theme;
    ProgramDocument& m_document;
    const LineStates& m_states;
    std::function<std::vector<ListingRow>()> m_rows;
    std::vector<SyncSwitch*> m_switches;
    std::vector<LeverButton*> m_levers;
    QSet<int> m_breakpoints;
    int m_insertion = 0;  ///< the line that insertionHovered() reported last
};

}  // namespace ui::listing
