#pragma once

#include <QPlainTextDocumentLayout>
#include <QTextBlock>
#include <QTextCursor>
#include <functional>
#include <vector>

namespace ui::listing {

/// The layout of a listing: all lines have the same height, even with a fallback font, plus extra space below the lines
/// that setRoomBelow() selects. The second and later rows of a wrapped line are indented below its code.
class ListingLayout : public QPlainTextDocumentLayout {
    Q_OBJECT

public:
    explicit ListingLayout(QTextDocument* document);

    void setLineHeight(double pixels);
    /// Adds space of `pixels` below the lines for which `isWanted` returns true; lines count from 1. An edit that moves
    /// a line also moves its space.
    void setRoomBelow(double pixels, const std::function<bool(int line)>& isWanted);
    [[nodiscard]] static double roomBelow(const QTextBlock& block);
    [[nodiscard]] QRectF blockBoundingRect(const QTextBlock& block) const override;

protected:
    void documentChanged(int from, int charsRemoved, int charsAdded) override;

private:
    void markRooms();
    void hang(const QTextBlock& block) const;

    double m_lineHeight = 17;
    double m_room = 0;
    std::vector<QTextCursor> m_rooms;  ///< cursors in the lines with space below; edits move them
};

/// A visible line of the listing. Its coordinates are those of the viewport.
struct ListingRow {
    int line = 0;
    QTextBlock block;
    QRectF rect;
    QRectF text;      ///< the part of `rect` with the text; the rest is space below it for a result
    double left = 0;  ///< x coordinate of the first column
};

/// The rectangles of the code from column `from` to column `to`, one for each row of a wrapped line.
[[nodiscard]] std::vector<QRectF> codeRects(const ListingRow& row, qsizetype from, qsizetype to);

/// The rectangles of the code without the blanks around it.
[[nodiscard]] std::vector<QRectF> codeRects(const ListingRow& row);

/// Returns the first row of a wrapped line, across the whole width; the whole line if it is not wrapped.
[[nodiscard]] QRectF firstRow(const ListingRow& row);

/// Returns the free rectangle at the end of the line's last row, to the right of the code.
[[nodiscard]] QRectF freeEnd(const ListingRow& row);

/// The line at `y`; 0: none.
[[nodiscard]] int lineAt(const std::vector<ListingRow>& rows, double y);

}  // namespace ui::listing
