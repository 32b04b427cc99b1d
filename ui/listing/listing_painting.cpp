#include "ui/listing/listing.h"

#include <QPainter>
#include <QTextBlock>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

/// Paints the listing's layers behind and over the text.
namespace ui::listing {

namespace {

constexpr double kEdgeFade = 28;  ///< width of the fade at the end of a line that is cut off

}  // namespace

QColor Listing::tintOf(int line) const
{
    const look::Tokens& tokens = m_theme.tokens();
    if (const auto mark = m_marks.find(line); mark != m_marks.end() && !mark->second.problem.isEmpty())
        return tokens.failSoft;
    if (m_document.analysis().problem() && m_document.analysis().problem()->line == line)
        return tokens.failSoft;
    if (line == (m_currentLine > 0 ? m_currentLine : m_selection.line()))
        return tokens.accentSoft;
    const engine::OpId op = m_selection.hovered();
    const bool isOfHovered =
        m_isUpToDate && op.isValid() && op.index < m_feed.trace()->opCount() && m_feed.trace()->op(op).line == line;
    if (isOfHovered || line == m_selection.hoveredLine())
        return tokens.hover;
    return {};
}

void Listing::paintEvent(QPaintEvent* event)
{
    const std::vector<Row> rows = visibleRows();
    {
        QPainter painter(viewport());
        paintTints(painter, rows);
    }
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    paintReplaced(painter, rows);
    paintStrikes(painter, rows);
    paintEdges(painter, rows);
}

void Listing::paintTints(QPainter& painter, const std::vector<Row>& rows) const
{
    for (const Row& row : rows)
        if (const QColor tint = tintOf(row.line); tint.isValid())
            painter.fillRect(row.rect, tint);
}

std::vector<ReplacedLiteral> Listing::replacedIn(const QTextBlock& block) const
{
    const int open = block.previous().isValid() ? std::max(0, block.previous().userState()) : 0;
    return replacedLiterals(block.text(), static_cast<OpenString>(open), m_replaced);
}

/// The x coordinate of a column of a line, in the viewport.
double Listing::xOf(const QTextBlock& block, qsizetype column) const
{
    const QTextLine line = block.layout()->lineAt(0);
    return contentOffset().x() + (line.isValid() ? line.cursorToX(static_cast<int>(column)) : 0.0);
}

/// Whether the caret or the selection touches the number; the user may be about to edit it, so the written number is
/// shown.
bool Listing::isInHand(const QTextBlock& block, const ReplacedLiteral& literal) const
{
    const QTextCursor cursor = textCursor();
    const qsizetype begin = block.position() + literal.start;
    return (hasFocus() || cursor.hasSelection()) && cursor.selectionEnd() >= begin &&
           cursor.selectionStart() <= begin + literal.length;
}

/// Qt repaints only the caret's rectangle when the caret moves, so repaint the viewport.
void Listing::repaintReplaced()
{
    if (!m_replaced.empty())
        viewport()->update();
}

/// Paints the number that runs, clipped to the place of the written one. A longer number is compressed to at most half
/// its width, then elided.
void Listing::paintReplaced(QPainter& painter, const std::vector<Row>& rows) const
{
    constexpr double kNarrowest = 0.5;
    const look::Tokens& tokens = m_theme.tokens();
    const QFont font = codeFont(QFont::DemiBold);
    const QFontMetricsF metrics(font);
    for (const Row& row : rows) {
        const QTextBlock block = document()->findBlockByNumber(row.line - 1);
        for (const ReplacedLiteral& literal : replacedIn(block)) {
            if (isInHand(block, literal))
                continue;
            const double left = xOf(block, literal.start);
            const QRectF place(left, row.text.top(), xOf(block, literal.start + literal.length) - left,
                               row.text.height());
            QString number = metrics.elidedText(literal.runs, Qt::ElideRight, place.width() / kNarrowest + 0.5);
            if (number != literal.runs && number.size() < 3)
                number = QStringLiteral("…");  // a single digit would look like the whole number
            const double width = metrics.horizontalAdvance(number);
            const double squeeze = std::min(place.width() / width, 1.0);
            painter.save();
            painter.setClipRect(place);
            painter.fillRect(place, tokens.panel);
            painter.fillRect(place, tokens.accentSoft);
            painter.translate(place.left() + (place.width() - width * squeeze) / 2, place.top());
            painter.scale(squeeze, 1);
            painter.setFont(font);
            painter.setPen(tokens.accent);
            painter.drawText(QRectF(0, 0, width + 2, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, number);
            painter.restore();
        }
    }
}

/// The tooltip of the replaced number at `position` in the viewport; empty if there is none.
QString Listing::replacedAt(const QPoint& position) const
{
    const QTextCursor cursor = cursorForPosition(position);
    for (const ReplacedLiteral& literal : replacedIn(cursor.block()))
        if (cursor.positionInBlock() >= literal.start && cursor.positionInBlock() <= literal.start + literal.length)
            return tr("The listing has %1; the field %2 makes it %3.")
                .arg(cursor.block().text().mid(literal.start, literal.length), literal.parameter, literal.runs);
    return {};
}

void Listing::paintStrikes(QPainter& painter, const std::vector<Row>& rows) const
{
    const SyncSwitches& switches = m_document.text().switches();
    const QFontMetricsF metrics(codeFont());
    painter.setPen(QPen(m_theme.tokens().sync, std::max(1.0, m_theme.scale())));
    for (const Row& row : rows) {
        const engine::frontend::SyncPoint* point = switches.at(row.line);
        if (point == nullptr || point->rewritesCall || switches.isOn(row.line))
            continue;
        const QTextBlock block = document()->findBlockByNumber(row.line - 1);
        const QString body = block.text().trimmed();
        const qsizetype first = block.text().indexOf(body);
        const double y = std::floor(row.text.top() + metrics.height() * 0.56) + 0.5;
        painter.drawLine(QPointF(xOf(block, first), y), QPointF(xOf(block, first + body.size()), y));
    }
}

/// Fades the end of lines that are cut off.
void Listing::paintEdges(QPainter& painter, const std::vector<Row>& rows) const
{
    const QFontMetricsF metrics(codeFont());
    painter.save();
    painter.setOpacity(m_feed.context().isStale ? 0.45 : 1.0);
    for (const Row& row : rows) {
        const QString text = document()->findBlockByNumber(row.line - 1).text();
        if (contentOffset().x() + metrics.horizontalAdvance(text) > row.rect.width()) {
            const QColor ground = tintOf(row.line).isValid() ? tintOf(row.line) : m_theme.tokens().panel;
            QColor clear = ground;
            clear.setAlpha(0);
            const QRectF edge = row.text.adjusted(row.text.width() - m_theme.px(kEdgeFade), 0, 0, 0);
            QLinearGradient fade(edge.left(), 0, edge.right(), 0);
            fade.setColorAt(0, clear);
            fade.setColorAt(1, ground);
            painter.fillRect(edge, fade);
        }
        if (const auto chip = chipOf(row.line))
            paintChip(painter, row, *chip);
    }
    painter.restore();
}

std::optional<Listing::Chip> Listing::chipOf(int line) const
{
    if (const auto mark = m_marks.find(line); mark != m_marks.end())
        return mark->second.result.isEmpty() ? Chip{mark->second.problem, true}
                                             : Chip{mark->second.result, mark->second.isFailed};
    if (m_document.analysis().problem() && m_document.analysis().problem()->line == line)
        return Chip{tr("syntax"), true};
    if (m_widerWaits.count(line) != 0)
        return Chip{tr("all GPUs"), false};
    return std::nullopt;
}

/// Width of a label including its margins.
double Listing::chipWidth(const QString& text, bool isNarrow) const
{
    return QFontMetricsF(chipFont()).horizontalAdvance(text) + m_theme.px(isNarrow ? 8 : 14);
}

QFont Listing::chipFont() const
{
    return m_theme.mono(10, QFont::DemiBold);
}

void Listing::paintChip(QPainter& painter, const Row& row, const Chip& chip) const
{
    const look::Tokens& tokens = m_theme.tokens();
    const double s = m_theme.scale();
    const QTextBlock block = document()->findBlockByNumber(row.line - 1);
    const double free = row.rect.right() - xOf(block, block.text().size());
    const bool isBelow = row.rect.height() > row.text.height();
    const bool isNarrow = !isBelow && chipWidth(chip.text, false) > free;
    const double width = chipWidth(chip.text, isNarrow);
    if (!isBelow && width > free) {
        // This happens only while the text is being edited, since lines keep their space until the next run.
        if (chip.isFailed)
            paintWave(painter, row);
        return;
    }
    const double margin = (isNarrow ? 2 : 4) * s;
    const QRectF plate(row.rect.right() - width + margin / 2, (isBelow ? row.text.bottom() : row.text.top()) + 1 * s,
                       width - 1.5 * margin, 15 * s);
    painter.setPen(Qt::NoPen);
    painter.setBrush(chip.isFailed ? tokens.failSoft : tokens.okSoft);
    painter.drawRoundedRect(plate, 3 * s, 3 * s);
    painter.setPen(chip.isFailed ? tokens.fail : tokens.ok);
    painter.setFont(chipFont());
    painter.drawText(plate, Qt::AlignCenter, chip.text);
}

/// Draws a wave below a line with a syntax error that has no room for a label.
void Listing::paintWave(QPainter& painter, const Row& row) const
{
    const QTextBlock block = document()->findBlockByNumber(row.line - 1);
    const QString body = block.text().trimmed();
    const qsizetype first = block.text().indexOf(body);
    const double left = xOf(block, first), right = std::min(xOf(block, first + body.size()), row.rect.right());
    const double step = m_theme.scale() * 2.5, y = row.text.bottom() - m_theme.scale() * 2.5;
    QPolygonF wave;
    for (double x = left; x <= right; x += step)
        wave << QPointF(x, y + (wave.size() % 2 == 0 ? 0 : step * 0.7));
    painter.setPen(QPen(m_theme.tokens().fail, std::max(1.0, m_theme.scale() * 1.2)));
    painter.drawPolyline(wave);
}

/// The full text of a line that is cut off, for a tooltip over its faded end; empty elsewhere.
QString Listing::cutOffAt(const QPoint& position) const
{
    if (position.x() < viewport()->width() - m_theme.px(kEdgeFade))
        return {};
    const QString text = document()->findBlockByNumber(lineAt(position.y()) - 1).text();
    const bool isCut = contentOffset().x() + QFontMetricsF(codeFont()).horizontalAdvance(text) > viewport()->width();
    return isCut ? QStringLiteral("<pre>%1</pre>").arg(text.trimmed().toHtmlEscaped()) : QString();
}

}  // namespace ui::listing
