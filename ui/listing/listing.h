#pragma once

#include "ui/listing/listing_marks.h"
#include "ui/listing/program_document.h"
#include "ui/listing/python_highlighter.h"
#include "ui/listing/replaced_literals.h"
#include "ui/look/theme.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QPlainTextEdit>
#include <QSet>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace ui::listing {

class SyncSwitch;
class Gutter;

/// The editable listing. The gutter shows line numbers and a switch per sync point; results of Benchmarks are at the
/// right end of their line, or below it if the line is too long; the selected line and the line of an error are tinted.
/// A number that a parameter replaces is painted as the value that runs, while the text keeps its own. Thread: GUI.
class Listing : public QPlainTextEdit {
    Q_OBJECT

public:
    Listing(const look::Theme& theme, ProgramDocument& document, model::TraceFeed& feed, model::Selection& selection,
            QWidget* parent = nullptr);
    ~Listing() override;

    [[nodiscard]] int gutterWidth() const;
    /// Flips the wait on the cursor's line.
    void flipCurrentLine();
    void goToLine(int line);
    /// Whether the displayed run executed the displayed text.
    [[nodiscard]] bool isUpToDate() const { return m_isUpToDate; }
    /// The line that the program executes at the playhead during a replay; 0: none.
    void setCurrentLine(int line);
    void setBreakpoints(const QSet<int>& lines);

signals:
    /// A wait was flipped with the mouse; the window should move the keyboard focus from the text to the timeline.
    void flippedByMouse();
    /// The gutter was clicked on a line without a switch, or Shift+clicked on a line with one.
    void breakpointToggled(int line);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    friend class Gutter;
    struct Row {
        int line;
        QRectF rect;  ///< in the viewport
        QRectF text;  ///< the part of `rect` with the text; the rest is space below it for a result
    };
    /// A label at the end of a line.
    struct Chip {
        QString text;
        bool isFailed = false;
    };

    void connectAll();
    void showText();
    void restyle();
    void readRun();
    void readParameters();
    void placeSwitches();
    void makeRoom();
    void bringIntoSight(int line);
    [[nodiscard]] QFont codeFont(QFont::Weight weight = QFont::Normal) const;
    void hoverLine(int line);
    [[nodiscard]] std::vector<Row> visibleRows() const;
    [[nodiscard]] QColor tintOf(int line) const;
    [[nodiscard]] int lineAt(double y) const;
    void paintTints(QPainter& painter, const std::vector<Row>& rows) const;
    [[nodiscard]] double xOf(const QTextBlock& block, qsizetype column) const;
    [[nodiscard]] std::vector<ReplacedLiteral> replacedIn(const QTextBlock& block) const;
    [[nodiscard]] bool isInHand(const QTextBlock& block, const ReplacedLiteral& literal) const;
    void repaintReplaced();
    void paintReplaced(QPainter& painter, const std::vector<Row>& rows) const;
    [[nodiscard]] QString replacedAt(const QPoint& position) const;
    void paintStrikes(QPainter& painter, const std::vector<Row>& rows) const;
    void paintEdges(QPainter& painter, const std::vector<Row>& rows) const;
    [[nodiscard]] std::optional<Chip> chipOf(int line) const;
    [[nodiscard]] double chipWidth(const QString& text, bool isNarrow) const;
    [[nodiscard]] QFont chipFont() const;
    void paintChip(QPainter& painter, const Row& row, const Chip& chip) const;
    void paintWave(QPainter& painter, const Row& row) const;
    [[nodiscard]] QString cutOffAt(const QPoint& position) const;
    void insertIndented();

    const look::Theme& m_theme;
    ProgramDocument& m_document;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    Gutter* m_gutter = nullptr;
    PythonHighlighter* m_highlighter = nullptr;
    std::vector<SyncSwitch*> m_switches;
    std::map<int, LineMark> m_marks;
    std::vector<engine::frontend::ReplacedNumber> m_replaced;
    std::set<int> m_widerWaits;  ///< lines that wait for more devices than the text says
    int m_hoveredLine = 0;
    int m_currentLine = 0;
    int m_failedLine = 0;
    QSet<int> m_breakpoints;
    bool m_isUpToDate = false;
    bool m_isFollowing = false;
};

}  // namespace ui::listing
