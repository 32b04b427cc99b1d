#pragma once

#include <QPlainTextDocumentLayout>
#include <QTextCursor>
#include <functional>
#include <vector>

namespace ui::listing {

/// The layout of a listing: every line has the same height, whatever font a character falls back to, and room below it
/// where that is asked for.
class ListingLayout : public QPlainTextDocumentLayout {
    Q_OBJECT

public:
    explicit ListingLayout(QTextDocument* document);

    void setLineHeight(double pixels);
    /// Room below the lines that `isWanted` names by their numbers, from 1 on; it stays with a line that edits move.
    void setRoomBelow(double pixels, const std::function<bool(int line)>& isWanted);
    [[nodiscard]] static double roomBelow(const QTextBlock& block);
    [[nodiscard]] QRectF blockBoundingRect(const QTextBlock& block) const override;

protected:
    void documentChanged(int from, int charsRemoved, int charsAdded) override;

private:
    void markRooms();

    double m_lineHeight = 17;
    double m_room = 0;
    std::vector<QTextCursor> m_rooms;  ///< in the lines with room below them, moved by edits
};

}  // namespace ui::listing
