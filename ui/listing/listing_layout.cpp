#include "ui/listing/listing_layout.h"

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
    if (rect.height() > 0)
        rect.setHeight(m_lineHeight * std::max(1, block.layout()->lineCount()) + roomBelow(block));
    return rect;
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
        // A cursor at the end of the line moves with text inserted before it, but not with text inserted after it.
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

/// When a line is split, Qt leaves the user data with the first part; assign the space to the lines of the cursors
/// again.
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

double xOf(const ListingRow& row, qsizetype column)
{
    const QTextLine line = row.block.layout()->lineAt(0);
    return row.left + (line.isValid() ? line.cursorToX(static_cast<int>(column)) : 0.0);
}

std::pair<double, double> codeExtent(const ListingRow& row)
{
    const QString code = row.block.text().trimmed();
    const qsizetype first = row.block.text().indexOf(code);
    return {xOf(row, first), xOf(row, first + code.size())};
}

int lineAt(const std::vector<ListingRow>& rows, double y)
{
    const auto found = std::find_if(
        rows.begin(), rows.end(), [y](const ListingRow& row) { return y >= row.rect.top() && y < row.rect.bottom(); });
    return found != rows.end() ? found->line : 0;
}

}  // namespace ui::listing
