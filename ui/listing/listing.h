#pragma once

#include "ui/listing/code_edit.h"
#include "ui/listing/line_states.h"
#include "ui/listing/listing_gutter.h"
#include "ui/listing/listing_layers.h"
#include "ui/listing/python_highlighter.h"
#include "ui/listing/replaced_literals.h"

namespace ui::listing {

/// The editable listing. The gutter shows line numbers and a switch per sync point; results of Benchmarks are at the
/// right end of their line, or below it if the line is too long; the selected line and the line of an error are tinted.
/// A number that a parameter replaces is painted as the parameter's value; the text stays unchanged. Thread: GUI.
class Listing : public CodeEdit {
    Q_OBJECT

public:
    Listing(const look::Theme& theme, ProgramDocument& document, model::TraceFeed& feed, model::Selection& selection,
            QWidget* parent = nullptr);

    [[nodiscard]] ListingGutter& gutter() { return *m_gutter; }
    [[nodiscard]] const LineStates& states() const { return m_states; }
    /// Returns the width at which no line of up to 96 columns is wrapped.
    [[nodiscard]] int wantedWidth() const;
    [[nodiscard]] std::vector<ListingRow> visibleRows() const;
    /// Flips the wait on the cursor's line.
    void flipCurrentLine();
    /// Does the same as a click on the levers of the cursor's line: flips a single lever with two states; otherwise
    /// opens a menu.
    void openLeversOfCurrentLine();
    void goToLine(int line);
    /// Scrolls to a line that is not visible, without moving the user's cursor.
    void scrollToLine(int line);
    /// The line that the program executes at the playhead during a replay; 0: none.
    void setCurrentLine(int line);
    /// Hides the results after the playhead of a replay; none: no replay.
    void setMoment(std::optional<engine::Nanoseconds> moment);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void connectDocument();
    void connectRun();
    void showText();
    void setShownDocument(QTextDocument* text);
    void restyle();
    void readRun();
    void readParameters();
    void repaintAll();
    void repaintReplaced();
    void makeRoom();

    const look::Theme& m_theme;
    ProgramDocument& m_document;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    LineStates m_states{m_document, m_feed, m_selection};
    ListingLayers m_layers{m_theme, m_document, m_states};
    ReplacedLiterals m_replaced{m_theme};
    ListingGutter* m_gutter = nullptr;
    PythonHighlighter* m_highlighter = nullptr;
    int m_insertion = 0;         ///< the line after which a click would insert a wait; 0: none
    bool m_isFollowing = false;  ///< set while this class, not the user, moves the cursor
};

}  // namespace ui::listing
