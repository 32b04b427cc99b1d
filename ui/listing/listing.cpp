#include "ui/listing/listing.h"

#include "ui/listing/listing_layout.h"
#include "ui/listing/sync_switch.h"
#include "ui/look/in_language.h"

#include <QAbstractTextDocumentLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>

namespace ui::listing {

/// The strip at the left of the text; the switches are its children.
class Gutter final : public QWidget {
public:
    explicit Gutter(Listing& listing) : QWidget(&listing), m_listing(listing)
    {
        setObjectName(QStringLiteral("gutter"));
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const look::Theme& theme = m_listing.m_theme;
        painter.fillRect(rect(), theme.tokens().panel);
        painter.setFont(theme.mono(10.5));
        for (const Listing::Row& row : m_listing.visibleRows()) {
            const QRectF band(0, row.text.top(), width(), row.text.height());
            if (const QColor tint = m_listing.tintOf(row.line); tint.isValid())
                painter.fillRect(QRectF(0, row.rect.top(), width(), row.rect.height()), tint);
            const bool isStop = m_listing.m_breakpoints.contains(row.line);
            if (isStop)
                paintBreakpoint(painter, band);
            painter.setPen(isStop ? theme.tokens().panel : theme.tokens().text3);
            painter.drawText(band.adjusted(0, 0, -theme.px(8), 0), Qt::AlignRight | Qt::AlignVCenter,
                             QString::number(row.line));
            if (row.line == m_listing.m_currentLine)
                paintCurrent(painter, band);
        }
    }

    void mousePressEvent(QMouseEvent* event) override
    {
        const int line = m_listing.lineAt(event->position().y());
        m_listing.goToLine(line);
        if (event->button() == Qt::LeftButton && line > 0)
            emit m_listing.breakpointToggled(line);
    }

private:
    /// Draws a filled tag behind the line number.
    void paintBreakpoint(QPainter& painter, const QRectF& band) const
    {
        const look::Theme& theme = m_listing.m_theme;
        const QRectF tag(band.right() - theme.px(28), band.top() + 1, theme.px(25), band.height() - 2);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.tokens().fail);
        painter.drawRoundedRect(tag, 3, 3);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }

    /// Draws the arrow at the line that executes at the playhead.
    void paintCurrent(QPainter& painter, const QRectF& band) const
    {
        const look::Theme& theme = m_listing.m_theme;
        const double x = band.right() - theme.px(5), y = band.center().y(), size = theme.px(4);
        const QPointF arrow[] = {{x, y - size}, {x + size, y}, {x, y + size}};
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.tokens().accent);
        painter.drawPolygon(arrow, 3);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }

    Listing& m_listing;
};

Listing::Listing(const look::Theme& theme, ProgramDocument& document, model::TraceFeed& feed,
                 model::Selection& selection, QWidget* parent)
    : QPlainTextEdit(parent), m_theme(theme), m_document(document), m_feed(feed), m_selection(selection)
{
    setObjectName(QStringLiteral("listing"));
    look::inLanguage(this, [this] { setAccessibleName(tr("Listing")); });
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    m_gutter = new Gutter(*this);
    connectAll();
    showText();
}

Listing::~Listing() = default;

void Listing::connectAll()
{
    // Opening another program deletes the text documents, so detach from them first.
    connect(&m_document.listing(), &ProgramListing::aboutToOpen, this, [this] {
        delete m_highlighter;
        m_highlighter = nullptr;
        m_isFollowing = true;
        setDocument(nullptr);
        m_isFollowing = false;
        m_selection.setLine(0);
    });
    connect(&m_document.listing(), &ProgramListing::dialectChanged, this, &Listing::showText);
    connect(&m_document.listing(), &ProgramListing::switchesChanged, this, [this] {
        if (m_highlighter != nullptr)
            m_highlighter->rehighlight();
        placeSwitches();
        viewport()->update();
    });
    connect(&m_document.listing(), &ProgramListing::textChanged, this, &Listing::readRun);
    connect(&m_document.parameters(), &ProgramParameters::valuesChanged, this, &Listing::readParameters);
    connect(&m_document.analysis(), &ListingAnalysis::problemChanged, this, [this] { viewport()->update(); });
    connect(&m_feed, &model::TraceFeed::replaced, this, &Listing::readRun);
    connect(&m_feed, &model::TraceFeed::extended, this, &Listing::readRun);
    connect(&m_feed, &model::TraceFeed::contextChanged, this, &Listing::readRun);
    connect(&m_theme, &look::Theme::changed, this, &Listing::restyle);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect&, int) { placeSwitches(); });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        if (!m_isFollowing)
            m_selection.setLine(textCursor().blockNumber() + 1);
        repaintReplaced();
    });
    connect(this, &QPlainTextEdit::selectionChanged, this, &Listing::repaintReplaced);
    connect(&m_selection, &model::Selection::lineChanged, this, [this](int line) {
        if (line > 0 && !hasFocus())
            goToLine(line);
        viewport()->update();
        m_gutter->update();
    });
    const auto repaint = [this] {
        viewport()->update();
        m_gutter->update();
    };
    connect(&m_selection, &model::Selection::hoveredLineChanged, this, repaint);
    connect(&m_selection, &model::Selection::hoveredChanged, this, repaint);
    connect(&m_selection, &model::Selection::opChanged, this, [this](engine::OpId op) {
        if (m_isUpToDate && op.isValid() && op.index < m_feed.trace()->opCount() && m_feed.trace()->op(op).line > 0)
            m_selection.setLine(m_feed.trace()->op(op).line);
    });
}

void Listing::showText()
{
    QTextDocument* text = m_document.text().document();
    if (document() != text) {
        delete m_highlighter;
        // The cursor change of a new document is not a move by the user.
        m_isFollowing = true;
        setDocument(text);
        m_isFollowing = false;
        m_highlighter = new PythonHighlighter(m_theme, text, [this](int line) {
            const engine::frontend::SyncPoint* point = m_document.text().switches().at(line);
            return point != nullptr && !point->rewritesCall && !m_document.text().switches().isOn(line);
        });
    }
    restyle();
    readParameters();
    readRun();
}

void Listing::restyle()
{
    QTextDocument* text = document();
    const QFont font = codeFont();
    setFont(font);
    text->setDefaultFont(font);
    text->setDocumentMargin(0);
    setTabStopDistance(QFontMetricsF(font).horizontalAdvance(QLatin1Char(' ')) * 4);
    if (auto* layout = qobject_cast<ListingLayout*>(text->documentLayout()))
        layout->setLineHeight(m_theme.px(17));
    setViewportMargins(gutterWidth(), 0, 0, 0);
    makeRoom();
    placeSwitches();
    viewport()->update();
    m_gutter->update();
}

/// The code font. Font sizes are whole pixels; if that makes characters slightly wider, negative letter spacing
/// compensates, so that lines keep the width that the pane is designed for. Ligatures are off.
QFont Listing::codeFont(QFont::Weight weight) const
{
    constexpr double kPixels = 11.5, kWidthOfLetter = 0.6;
    QFont font = m_theme.mono(kPixels, weight);
    const double wider =
        QFontMetricsF(font).horizontalAdvance(QLatin1Char('0')) - kPixels * kWidthOfLetter * m_theme.scale();
    if (wider > 0 && wider < 1)
        font.setLetterSpacing(QFont::AbsoluteSpacing, -wider);
    return font;
}

int Listing::gutterWidth() const
{
    const int digits = static_cast<int>(QString::number(std::max(1, blockCount())).size());
    const int more = std::max(0, digits - 3);
    return m_theme.px(59) + more * QFontMetrics(m_theme.mono(10.5)).horizontalAdvance(QLatin1Char('0'));
}

void Listing::readRun()
{
    const engine::trace::Trace& trace = *m_feed.trace();
    QString ran = QString::fromStdString(trace.run().source);
    while (ran.endsWith(QLatin1Char('\n')))
        ran.chop(1);
    QString shown = m_document.text().source();
    while (shown.endsWith(QLatin1Char('\n')))
        shown.chop(1);
    m_isUpToDate = !ran.isEmpty() && ran == shown;
    m_marks = m_isUpToDate ? marksOf(trace) : std::map<int, LineMark>();
    m_widerWaits = m_isUpToDate ? widerWaitsOf(trace) : std::set<int>();
    makeRoom();
    const int failed = m_isUpToDate && trace.error() ? statementLineOf(*trace.error()) : 0;
    if (std::exchange(m_failedLine, failed) != failed && failed > 0)
        bringIntoSight(failed);
    viewport()->update();
    m_gutter->update();
}

void Listing::readParameters()
{
    auto replaced = engine::frontend::replacedNumbers(m_document.request());
    m_replaced = replaced ? *std::move(replaced) : std::vector<engine::frontend::ReplacedNumber>();
    viewport()->update();
}

// -- geometry

std::vector<Listing::Row> Listing::visibleRows() const
{
    std::vector<Row> rows;
    QTextBlock block = firstVisibleBlock();
    QRectF rect = block.isValid() ? blockBoundingGeometry(block).translated(contentOffset()) : QRectF();
    for (; block.isValid() && rect.top() <= viewport()->height(); block = block.next()) {
        const double height = blockBoundingRect(block).height();
        const QRectF whole(0, rect.top(), viewport()->width(), height);
        rows.push_back({block.blockNumber() + 1, whole, whole.adjusted(0, 0, 0, -ListingLayout::roomBelow(block))});
        rect.translate(0, height);
    }
    return rows;
}

int Listing::lineAt(double y) const
{
    for (const Row& row : visibleRows())
        if (y >= row.rect.top() && y < row.rect.bottom())
            return row.line;
    return 0;
}

/// Reserves space below lines that are too long for a label at their end. While the text differs from the run there are
/// no labels, and lines keep their space until the next run.
void Listing::makeRoom()
{
    auto* layout = qobject_cast<ListingLayout*>(document()->documentLayout());
    if (layout == nullptr || !m_isUpToDate)
        return;
    const QFontMetricsF metrics(codeFont());
    const bool isLive = m_feed.trace()->isLive();
    layout->setRoomBelow(m_theme.px(17), [&](int line) {
        const QTextBlock block = document()->findBlockByNumber(line - 1);
        const auto chip = chipOf(line);
        if (!chip)
            return isLive && ListingLayout::roomBelow(block) > 0;  // its result is still pending
        return metrics.horizontalAdvance(block.text()) + chipWidth(chip->text, true) > viewport()->width();
    });
}

void Listing::placeSwitches()
{
    const auto& points = m_document.text().switches().points();
    while (m_switches.size() < points.size()) {
        auto* made = new SyncSwitch(m_theme, m_gutter);
        connect(made, &SyncSwitch::flippedByMouse, this, &Listing::flippedByMouse);
        connect(made, &QAbstractButton::clicked, this, [this, made] { m_document.listing().flip(made->line()); });
        m_switches.push_back(made);
    }
    const std::vector<Row> rows = visibleRows();
    for (std::size_t i = 0; i < m_switches.size(); ++i) {
        SyncSwitch* row = m_switches[i];
        const auto at = i < points.size() ? std::find_if(rows.begin(), rows.end(),
                                                         [&](const Row& r) { return r.line == points[i].line; })
                                          : rows.end();
        row->setVisible(at != rows.end());
        if (i >= points.size())
            continue;
        row->describe(points[i].line, QString::fromStdString(points[i].call));
        row->setChecked(m_document.text().switches().isOn(points[i].line));
        if (at != rows.end())
            row->setGeometry(0, qRound(at->text.top()), m_theme.px(32), qRound(at->text.height()));
        row->update();
    }
    m_gutter->update();
}

void Listing::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    const QRect area = contentsRect();
    m_gutter->setGeometry(area.left(), area.top(), gutterWidth(), area.height());
    makeRoom();
    placeSwitches();
}

void Listing::scrollContentsBy(int dx, int dy)
{
    QPlainTextEdit::scrollContentsBy(dx, dy);
    viewport()->update();
    placeSwitches();
}

void Listing::setCurrentLine(int line)
{
    const int shown = m_isUpToDate ? line : 0;
    if (shown == m_currentLine)
        return;
    m_currentLine = shown;
    if (shown > 0)
        bringIntoSight(shown);
    viewport()->update();
    m_gutter->update();
}

/// Scrolls without moving the user's cursor.
void Listing::bringIntoSight(int line)
{
    const std::vector<Row> rows = visibleRows();
    const bool isSeen = std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
        return row.line == line && row.rect.bottom() <= viewport()->height();
    });
    if (!isSeen)
        verticalScrollBar()->setValue(std::max(0, line - static_cast<int>(rows.size()) / 2));
}

void Listing::setBreakpoints(const QSet<int>& lines)
{
    m_breakpoints = lines;
    m_gutter->update();
}

// -- input

bool Listing::event(QEvent* event)
{
    // Undo uses the window's stack, which contains flips as well.
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return false;
        }
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint position = viewport()->mapFrom(this, help->pos());
        const QString replaced = replacedAt(position);
        QToolTip::showText(help->globalPos(), replaced.isEmpty() ? cutOffAt(position) : replaced, this);
        return true;
    }
    return QPlainTextEdit::event(event);
}

void Listing::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Undo))
        return m_document.undoStack().undo();
    if (event->matches(QKeySequence::Redo))
        return m_document.undoStack().redo();
    // If the focus arrived by Tab, Tab moves it on until the user types a character; then Tab indents.
    if (!event->text().isEmpty() && event->text()[0].isPrint())
        setTabChangesFocus(false);
    if (event->key() == Qt::Key_Tab && event->modifiers() == Qt::NoModifier && !tabChangesFocus())
        return textCursor().insertText(QStringLiteral("    "));
    if (event->key() == Qt::Key_Return && event->modifiers() == Qt::NoModifier)
        return insertIndented();
    QPlainTextEdit::keyPressEvent(event);
}

/// Tab indents only while the text itself has the focus; switches in the gutter pass it on.
bool Listing::focusNextPrevChild(bool next)
{
    return hasFocus() ? QPlainTextEdit::focusNextPrevChild(next) : QAbstractScrollArea::focusNextPrevChild(next);
}

void Listing::focusInEvent(QFocusEvent* event)
{
    if (event->reason() == Qt::MouseFocusReason)
        setTabChangesFocus(false);
    else if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        setTabChangesFocus(true);
    QPlainTextEdit::focusInEvent(event);
    repaintReplaced();
}

void Listing::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    repaintReplaced();
}

void Listing::insertIndented()
{
    QTextCursor cursor = textCursor();
    const QString before = cursor.block().text().left(cursor.positionInBlock());
    qsizetype indent = 0;
    while (indent < before.size() && before[indent] == QLatin1Char(' '))
        ++indent;
    if (before.trimmed().endsWith(QLatin1Char(':')))
        indent += 4;
    cursor.insertText(QLatin1Char('\n') + QString(indent, QLatin1Char(' ')));
    setTextCursor(cursor);
    ensureCursorVisible();
}

void Listing::hoverLine(int line)
{
    if (line == m_hoveredLine)
        return;
    m_hoveredLine = line;
    m_selection.hoverLine(line);
}

void Listing::mouseMoveEvent(QMouseEvent* event)
{
    hoverLine(lineAt(event->position().y()));
    QPlainTextEdit::mouseMoveEvent(event);
}

void Listing::leaveEvent(QEvent* event)
{
    hoverLine(0);
    QPlainTextEdit::leaveEvent(event);
}

void Listing::dragEnterEvent(QDragEnterEvent* event)
{
    // The window opens files that are dropped here, instead of pasting their paths.
    if (event->mimeData()->hasUrls())
        event->ignore();
    else
        QPlainTextEdit::dragEnterEvent(event);
}

void Listing::flipCurrentLine()
{
    m_document.listing().flip(textCursor().blockNumber() + 1);
}

void Listing::goToLine(int line)
{
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (!block.isValid() || textCursor().blockNumber() + 1 == line) {
        m_selection.setLine(line);
        return;
    }
    m_isFollowing = true;
    QTextCursor cursor(block);
    setTextCursor(cursor);
    m_isFollowing = false;
    m_selection.setLine(line);
}

}  // namespace ui::listing
