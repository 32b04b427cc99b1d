#pragma once

#include <QPlainTextDocumentLayout>
#include <QTextCursor>
#include <functional>
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

}  // namespace ui::listing
