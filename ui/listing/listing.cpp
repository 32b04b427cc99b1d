#include "ui/listing/listing.h"

#include "ui/look/in_language.h"
#include "ui/look/plain_texts.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QtMath>
#include <algorithm>

namespace ui::listing {

Listing::Listing(const look::Theme& theme, ProgramDocument& document, model::TraceFeed& feed,
                 model::Selection& selection, QWidget* parent)
    : CodeEdit(document.undoStack(), parent), m_theme(theme), m_document(document), m_feed(feed), m_selection(selection)
{
    setObjectName(QStringLiteral("listing"));
    look::inLanguage(this, [this] { setAccessibleName(tr("Listing")); });
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    m_gutter = new ListingGutter(
        m_theme, m_document, m_states, [this] { return visibleRows(); }, this);
    connect(m_gutter, &ListingGutter::lineClicked, this, &Listing::goToLine);
    connect(m_gutter, &ListingGutter::insertionHovered, this, [this](int line) {
        m_insertion = line;
        viewport()->update();
    });
    connectDocument();
    connectRun();
    showText();
}

void Listing::connectDocument()
{
    // Opening another program deletes the text documents, so detach from them first.
    const ProgramListing& listing = m_document.listing();
    connect(&listing, &ProgramListing::aboutToOpen, this, [this] {
        setShownDocument(nullptr);
        m_selection.setLine(0);
    });
    connect(&listing, &ProgramListing::dialectChanged, this, &Listing::showText);
    connect(&listing, &ProgramListing::switchesChanged, this, [this] {
        if (m_highlighter != nullptr)
            m_highlighter->rehighlight();
        m_gutter->placeSwitches();
        viewport()->update();
    });
    connect(&listing, &ProgramListing::textChanged, this, [this] {
        readRun();
        readParameters();
    });
    connect(&m_document.parameters(), &ProgramParameters::valuesChanged, this, &Listing::readParameters);
    connect(&m_document.listing(), &ProgramListing::problemChanged, this, &Listing::repaintAll);
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, &ListingGutter::placeSwitches);
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        if (!m_isFollowing)
            m_selection.setLine(textCursor().blockNumber() + 1);
        repaintReplaced();
    });
    connect(this, &QPlainTextEdit::selectionChanged, this, &Listing::repaintReplaced);
}

void Listing::connectRun()
{
    connect(&m_feed, &model::TraceFeed::replaced, this, &Listing::readRun);
    connect(&m_feed, &model::TraceFeed::extended, this, &Listing::readRun);
    connect(&m_feed, &model::TraceFeed::contextChanged, this, &Listing::readRun);
    connect(&m_feed, &model::TraceFeed::beforeChanged, this, &Listing::readRun);
    connect(&m_theme, &look::Theme::changed, this, &Listing::restyle);
    connect(&m_selection, &model::Selection::lineChanged, this, [this](int line) {
        if (line > 0 && !hasFocus())
            goToLine(line);
        repaintAll();
    });
    connect(&m_selection.hover(), &model::Hover::lineChanged, this, &Listing::repaintAll);
    connect(&m_selection.hover(), &model::Hover::opChanged, this, &Listing::repaintAll);
    connect(&m_selection, &model::Selection::opChanged, this, [this](engine::OpId op) {
        if (const int line = m_states.lineOf(op); line > 0)
            m_selection.setLine(line);
    });
}

void Listing::setShownDocument(QTextDocument* text)
{
    delete std::exchange(m_highlighter, nullptr);
    // setDocument() moves the cursor, which must not count as a move by the user.
    m_isFollowing = true;
    setDocument(text);
    m_isFollowing = false;
}

void Listing::showText()
{
    QTextDocument* text = m_document.text().document();
    if (document() != text) {
        setShownDocument(text);
        m_highlighter = new PythonHighlighter(m_theme, text, [this](int line, const QString& code) {
            return m_document.text().switches().removedCode(line, code);
        });
    }
    restyle();
    readParameters();
    readRun();
}

void Listing::restyle()
{
    QTextDocument* text = document();
    const QFont font = codeFont(m_theme);
    setFont(font);
    text->setDefaultFont(font);
    text->setDocumentMargin(0);
    setTabStopDistance(QFontMetricsF(font).horizontalAdvance(QLatin1Char(' ')) * 4);
    if (auto* layout = qobject_cast<ListingLayout*>(text->documentLayout()))
        layout->setLineHeight(m_theme.px(17));
    setViewportMargins(m_gutter->widthFor(blockCount()), 0, 0, 0);
    makeRoom();
    m_gutter->placeSwitches();
    viewport()->update();
}

void Listing::readRun()
{
    const int failed = m_states.readRun();
    makeRoom();
    if (failed > 0)
        scrollToLine(failed);
    repaintAll();
}

void Listing::readParameters()
{
    m_replaced.read(m_document.request());
    viewport()->update();
}

void Listing::repaintAll()
{
    viewport()->update();
    m_gutter->update();
}

/// Call this when the caret, the selection or the focus has changed: a number that the caret touches is not painted as
/// replaced, and Qt repaints only the caret's rectangle.
void Listing::repaintReplaced()
{
    if (!m_replaced.isEmpty())
        viewport()->update();
}

// -- geometry

std::vector<ListingRow> Listing::visibleRows() const
{
    std::vector<ListingRow> rows;
    QTextBlock block = firstVisibleBlock();
    QRectF rect = block.isValid() ? blockBoundingGeometry(block).translated(contentOffset()) : QRectF();
    for (; block.isValid() && rect.top() <= viewport()->height(); block = block.next()) {
        const double height = blockBoundingRect(block).height();
        const QRectF whole(0, rect.top(), viewport()->width(), height);
        rows.push_back({block.blockNumber() + 1, block, whole,
                        whole.adjusted(0, 0, 0, -ListingLayout::roomBelow(block)), contentOffset().x()});
        rect.translate(0, height);
    }
    return rows;
}

int Listing::wantedWidth() const
{
    constexpr double kMostColumns = 96;
    const double column = QFontMetricsF(codeFont(m_theme)).horizontalAdvance(QLatin1Char(' '));
    double longest = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        longest = std::max(longest, QFontMetricsF(codeFont(m_theme)).horizontalAdvance(block.text()));
    return m_gutter->widthFor(blockCount()) + qCeil(std::min(longest, kMostColumns * column)) + m_theme.px(6) +
           verticalScrollBar()->sizeHint().width();
}

/// Reserves space below lines whose end has no room for their label. While the text differs from that of the run, no
/// results are shown, and lines keep the space below them until the next run.
void Listing::makeRoom()
{
    auto* layout = qobject_cast<ListingLayout*>(document()->documentLayout());
    if (layout == nullptr || !m_states.isUpToDate())
        return;
    const bool isLive = m_feed.trace()->isLive();
    layout->setRoomBelow(m_theme.px(17), [&](int line) {
        const QTextBlock block = document()->findBlockByNumber(line - 1);
        const auto label = m_states.labelOf(line);
        if (!label)
            return isLive && ListingLayout::roomBelow(block) > 0;  // keeps the space of a result that is still pending
        const QRectF whole(0, 0, viewport()->width(), layout->blockBoundingRect(block).height());
        return freeEnd({line, block, whole, whole, 0}).width() <
               m_layers.labelWidth(*label, ListingLayers::Margins::Narrow);
    });
}

void Listing::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    const QRect area = contentsRect();
    m_gutter->setGeometry(area.left(), area.top(), m_gutter->widthFor(blockCount()), area.height());
    makeRoom();
    m_gutter->placeSwitches();
}

void Listing::scrollContentsBy(int dx, int dy)
{
    QPlainTextEdit::scrollContentsBy(dx, dy);
    viewport()->update();
    m_gutter->placeSwitches();
}

void Listing::setCurrentLine(int line)
{
    if (!m_states.setCurrentLine(line))
        return;
    if (m_states.currentLine() > 0)
        scrollToLine(m_states.currentLine());
    repaintAll();
}

void Listing::setMoment(std::optional<engine::Nanoseconds> moment)
{
    if (m_states.setMoment(moment))
        repaintAll();
}

void Listing::scrollToLine(int line)
{
    const std::vector<ListingRow> rows = visibleRows();
    const bool isSeen = std::ranges::any_of(
        rows, [&](const ListingRow& row) { return row.line == line && row.rect.bottom() <= viewport()->height(); });
    if (!isSeen)
        verticalScrollBar()->setValue(
            std::max(0, document()->findBlockByNumber(line - 1).firstLineNumber() - static_cast<int>(rows.size()) / 2));
}

void Listing::paintEvent(QPaintEvent* event)
{
    const std::vector<ListingRow> rows = visibleRows();
    {
        QPainter painter(viewport());
        m_layers.paintTints(painter, rows);
    }
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    const QTextCursor cursor = textCursor();
    m_replaced.paint(painter, rows, hasFocus() || cursor.hasSelection() ? cursor : QTextCursor());
    m_layers.paintStrikes(painter, rows);
    m_layers.paintInsertion(painter, rows, m_insertion);
    m_layers.paintEnds(painter, rows);
}

// -- input

bool Listing::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint position = viewport()->mapFrom(this, help->pos());
        const QString change = m_layers.toolTipAt(visibleRows(), position);
        look::showToolTip(help->globalPos(),
                          change.isEmpty() ? m_replaced.toolTipAt(cursorForPosition(position)) : change, this);
        return true;
    }
    const bool isHandled = CodeEdit::event(event);
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        repaintReplaced();
    return isHandled;
}

void Listing::mouseMoveEvent(QMouseEvent* event)
{
    m_selection.hover().setLine(lineAt(visibleRows(), event->position().y()));
    QPlainTextEdit::mouseMoveEvent(event);
}

void Listing::leaveEvent(QEvent* event)
{
    m_selection.hover().setLine(0);
    QPlainTextEdit::leaveEvent(event);
}

void Listing::flipCurrentLine()
{
    m_document.edits().flip(textCursor().blockNumber() + 1);
}

void Listing::openLeversOfCurrentLine()
{
    m_gutter->openLevers(textCursor().blockNumber() + 1);
}

void Listing::goToLine(int line)
{
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (block.isValid() && textCursor().blockNumber() + 1 != line) {
        m_isFollowing = true;
        setTextCursor(QTextCursor(block));
        m_isFollowing = false;
    }
    m_selection.setLine(line);
}

}  // namespace ui::listing
