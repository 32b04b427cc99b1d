#pragma once

#include <QPlainTextDocumentLayout>
#include <QTextBlock>
#include <QTextCursor>
#include <functional>
#include <utility>
#include <vector>

namespace ui::listing {

/// The layout of a listing: all lines have the same height, even with a fallback font, plus extra space below selected
/// lines.
class ListingLayout : public QPlainTextDocumentLayout {
    Q_OBJECT

public:
    explicit ListingLayout(QTextDocument* document);

    void setLineHeight(double pixels);
    /// Adds space of `pixels` below the lines for which `isWanted` returns true; lines count from 1. Edits that move a
    /// line move its space along.
    void setRoomBelow(double pixels, const std::function<bool(int line)>& isWanted);
    [[nodiscard]] static double roomBelow(const QTextBlock& block);
    [[nodiscard]] QRectF blockBoundingRect(const QTextBlock& block) const override;

protected:
    void documentChanged(int from, int charsRemoved, int charsAdded) override;

private:
    void markRooms();

    double m_lineHeight = 17;
    double m_room = 0;
    std::vector<QTextCursor> m_rooms;  ///< cursors in the lines with space below; edits move them
};

/// A visible line of the listing. Coordinates are in the viewport.
struct ListingRow {
    int line = 0;
    QTextBlock block;
    QRectF rect;
    QRectF text;      ///< the part of `rect` with the text; the rest is space below it for a result
    double left = 0;  ///< x coordinate of the first column
};

/// The x coordinate of a column.
[[nodiscard]] double xOf(const ListingRow& row, qsizetype column);

/// The x coordinates of the begin and the end of the code, without the blanks around it.
[[nodiscard]] std::pair<double, double> codeExtent(const ListingRow& row);

/// The line at `y`; 0: none.
[[nodiscard]] int lineAt(const std::vector<ListingRow>& rows, double y);

}  // namespace ui::listing
