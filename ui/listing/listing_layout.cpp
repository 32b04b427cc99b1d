#include "ui/listing/listing_layout.h"

#include <QFontMetricsF>
#include <QTextLayout>
#include <algorithm>
#include <utility>

namespace ui::listing {

namespace {

class RoomBelow final : public QTextBlockUserData {
public:
    explicit RoomBelow(double pixels) : m_pixels(pixels) {}
    [[nodiscard]] double pixels() const { return m_pixels; }

private:
    double m_pixels;
};

}  // namespace

ListingLayout::ListingLayout(QTextDocument* document) : QPlainTextDocumentLayout(document) {}

void ListingLayout::setLineHeight(double pixels)
{
    m_lineHeight = std::max(1.0, pixels);
    requestUpdate();
}

QRectF ListingLayout::blockBoundingRect(const QTextBlock& block) const
{
    QRectF rect = QPlainTextDocumentLayout::blockBoundingRect(block);
    if (block.layout()->lineCount() > 1 && block.layout()->lineAt(1).x() <= document()->documentMargin())
        hang(block);
    if (rect.height() > 0)
        rect.setHeight(m_lineHeight * std::max(1, block.layout()->lineCount()) + roomBelow(block));
    return rect;
}

/// Lays a wrapped line out again to indent its later rows, which Qt's layout of plain text cannot do.
void ListingLayout::hang(const QTextBlock& block) const
{
    constexpr int kColumns = 8;
    QTextLayout& layout = *block.layout();
    const double width = layout.lineAt(0).width();
    const QString text = block.text();
    const auto code = std::find_if(text.begin(), text.end(), [](QChar letter) { return !letter.isSpace(); });
    const double column = QFontMetricsF(document()->defaultFont()).horizontalAdvance(QLatin1Char(' '));
    const double indent = std::min(width / 2, (static_cast<double>(code - text.begin()) + kColumns) * column);
    layout.beginLayout();
    int rows = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine(), ++rows) {
        const double left = rows > 0 ? indent : 0;
        line.setLeadingIncluded(true);
        line.setLineWidth(width - left);
        line.setPosition({left, rows * m_lineHeight});
    }
    layout.endLayout();
    QTextBlock(block).setLineCount(rows);
}

void ListingLayout::setRoomBelow(double pixels, const std::function<bool(int line)>& isWanted)
{
    bool isOther = false;
    std::vector<QTextCursor> rooms;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const double wanted = isWanted(block.blockNumber() + 1) ? pixels : 0;
        isOther = isOther || wanted != roomBelow(block);
        if (wanted <= 0)
            continue;
        // A cursor at the end of a line moves with text inserted before it, but not with text inserted after it.
        QTextCursor& end = rooms.emplace_back(block);
        end.movePosition(QTextCursor::EndOfBlock);
        end.setKeepPositionOnInsert(true);
    }
    if (!isOther)
        return;
    m_room = pixels;
    m_rooms = std::move(rooms);
    markRooms();
    requestUpdate();
    emit documentSizeChanged(documentSize());
}

void ListingLayout::markRooms()
{
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        if (roomBelow(block) > 0)
            block.setUserData(nullptr);
    for (const QTextCursor& room : m_rooms)
        room.block().setUserData(new RoomBelow(m_room));
}

/// When a line is split, Qt leaves its user data at the first half, so assign the space again to the lines in which the
/// cursors are now.
void ListingLayout::documentChanged(int from, int charsRemoved, int charsAdded)
{
    if (!m_rooms.empty())
        markRooms();
    QPlainTextDocumentLayout::documentChanged(from, charsRemoved, charsAdded);
}

double ListingLayout::roomBelow(const QTextBlock& block)
{
    const auto* room = dynamic_cast<const RoomBelow*>(block.userData());
    return room != nullptr ? room->pixels() : 0;
}

QRectF firstRow(const ListingRow& row)
{
    const int rows = std::max(1, row.block.layout()->lineCount());
    return {row.text.topLeft(), QSizeF(row.text.width(), row.text.height() / rows)};
}

std::vector<QRectF> codeRects(const ListingRow& row, qsizetype from, qsizetype to)
{
    std::vector<QRectF> rects;
    QRectF rect = firstRow(row);
    const QTextLayout* layout = row.block.layout();
    for (int i = 0; i < layout->lineCount(); ++i, rect.translate(0, rect.height())) {
        const QTextLine line = layout->lineAt(i);
        const int begin = std::max(static_cast<int>(from), line.textStart());
        const int end = std::min(static_cast<int>(to), line.textStart() + line.textLength());
        if (begin >= end)
            continue;
        rect.setLeft(row.left + line.cursorToX(begin));
        rect.setRight(row.left + line.cursorToX(end));
        rects.push_back(rect);
    }
    return rects;
}

std::vector<QRectF> codeRects(const ListingRow& row)
{
    const QString code = row.block.text().trimmed();
    const qsizetype first = row.block.text().indexOf(code);
    return codeRects(row, first, first + code.size());
}

QRectF freeEnd(const ListingRow& row)
{
    const std::vector<QRectF> code = codeRects(row);
    QRectF end = firstRow(row);
    end.setLeft(row.left);
    if (!code.empty()) {
        end.moveTop(code.back().top());
        end.setLeft(code.back().right());
    }
    end.setRight(row.rect.right());
    return end;
}

int lineAt(const std::vector<ListingRow>& rows, double y)
{
    const auto found = std::find_if(
        rows.begin(), rows.end(), [y](const ListingRow& row) { return y >= row.rect.top() && y < row.rect.bottom(); });
    return found != rows.end() ? found->line : 0;
}

}  // namespace ui::listing
