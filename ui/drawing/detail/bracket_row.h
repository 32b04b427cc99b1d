#pragma once

#include "ui/drawing/bracket.h"
#include "ui/drawing/scene.h"

#include <QColor>
#include <QFont>
#include <QPointF>
#include <QRectF>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ui::drawing::detail {

class Tiers;

/// At most this many texts are placed beside or above brackets.
inline constexpr std::size_t kMaxAside = 50;

struct BracketEnds {
    double left;
    double right;
};

/// The row of the brackets. Contains the data that its painters share: fonts, the visible ends of a bracket, and the
/// space that texts already use.
class BracketRow {
public:
    /// `painter` null: only positions are computed.
    BracketRow(const Surface* painter, const Scene& scene, const Row& row);

    /// The text of a block whose bracket is too narrow for it: above or below the bracket.
    struct Aside {
        std::size_t block = 0;
        QString name, time, book;
        double sign = 0;  ///< width of the sign of a mistimed block
        double x = 0, width = 0, middle = 0;
        double timeX = 0, bookX = 0;  ///< offsets from `x`
        bool isBelow = false;
        bool isNarrow = false;  ///< the bracket itself has no text
    };
    struct Texts {
        QString label, time;
        double labelWidth = 0, timeWidth = 0, gap = 0;
        double sign = 0;  ///< width of the sign of a mistimed block, left of the label
        double x = 0, total = 0;
        bool isWhole = true;  ///< the label is shown in full
    };

    [[nodiscard]] BracketEnds endsOf(std::size_t block) const;
    [[nodiscard]] BracketEnds insideOf(std::size_t block) const;
    [[nodiscard]] bool isInView(const BracketEnds& ends) const
    {
        return ends.right + 1 >= plot.left() && ends.left <= plot.right() + 2;
    }
    [[nodiscard]] QColor colourOf(std::size_t block) const;
    [[nodiscard]] bool isMistimed(std::size_t block) const { return scene.timed(block).isMistimed(); }
    [[nodiscard]] bool hasAside(std::size_t block) const;
    /// Label and time, centred in the visible part of the bracket. The label is shortened or left out if it does not
    /// fit beside the time; none if the time does not fit.
    [[nodiscard]] std::optional<Texts> textsOf(std::size_t block, const BracketEnds& ends) const;
    /// Whether the line below the brackets is free from `left` to `right`.
    [[nodiscard]] bool isFree(double left, double right) const;
    /// Paints the sign of a mistimed block, vertically centred at `at`.
    void paintSign(double x, double at) const;

    static constexpr double kAsideRoom = 25;
    static constexpr double kAsideGap = 8;
    static constexpr double kSign = 15;

    const Surface* const painter;
    const Scene& scene;
    const look::Tokens& tokens;
    const QRectF plot;
    const double y;
    const double bottom;
    const bool hasAbove;
    const QFont asideFont, asideTimeFont, bookFont, labelFont, timeFont;
    std::vector<std::pair<double, double>> taken;  ///< intervals used by texts on the line below the brackets
    std::vector<Aside> asides;
};

/// The tails of mistimed blocks. A tail is a dashed line below the block's bracket; it shows work after the block's
/// clock stopped.
class BracketTails {
public:
    explicit BracketTails(BracketRow& row) : m_row(row) {}

    /// Places the tails of the blocks `shown`, ordered from left to right, and the texts on them: the time of the work;
    /// if the bracket has no text, also the block's name and the time of its clock. These longer texts are placed
    /// first, and the other texts avoid them.
    void place(const std::vector<std::size_t>& shown);
    void paint();
    /// Whether the text on the block's tail includes the time of the block's clock; then no text is needed beside the
    /// bracket.
    [[nodiscard]] bool isLabelled(std::size_t block) const;
    /// The block whose tail, or whose text on its tail, is at `point`; -1: none.
    [[nodiscard]] int at(const QPointF& point) const;

private:
    /// The line for a mistimed block's work after its clock stopped, with texts if there is room.
    struct Tail {
        std::size_t block = 0;
        QString work;
        double from = 0, to = 0;
        bool isNarrow = false;  ///< the bracket has no text
        int level = 0;          ///< 0: the line next to the brackets
        QString name, time;     ///< empty if the bracket shows them
        bool hasText = false;
        double x = 0, nameWidth = 0, timeWidth = 0, width = 0;
    };

    /// Moves overlapping tails to lower lines while the row has room.
    void placeInLevels();
    [[nodiscard]] double line(int level) const;
    [[nodiscard]] bool isFree(const Tail& tail, double left, double right) const;
    [[nodiscard]] QRectF roomOf(const Tail& tail) const;
    /// Contents of the text on a tail. Work: only the time of the work, because the bracket shows the rest. All: sign,
    /// name, time of the clock and time of the work. Clock: sign, name and time of the clock. Times: sign and both
    /// times.
    enum class Parts : std::uint8_t { Work, All, Clock, Times };
    bool placeText(Tail& tail, Parts parts);
    void paintText(const Tail& tail);

    BracketRow& m_row;
    std::vector<Tail> m_tails;
};

/// Texts that are too wide for their brackets, in one tier below the brackets and one above.
class BracketAsides {
public:
    BracketAsides(BracketRow& row, const BracketTails& tails) : m_row(row), m_tails(tails) {}

    /// Call it after the tails are placed. `shown`: from left to right.
    void place(const std::vector<std::size_t>& shown);
    /// Call it after all brackets are painted: their text backgrounds would cover these texts.
    void paint() const;
    /// The block whose text is at `point`; -1: none.
    [[nodiscard]] int at(const QPointF& point) const;

private:
    enum class Side : std::uint8_t { Above, Below };
    /// Contents of a text beside its bracket. Name: the name, because the bracket shows the time. NarrowName: the name,
    /// for a bracket without text. Time: also the time. Book: also the book's result.
    enum class Parts : std::uint8_t { Name, NarrowName, Time, Book };

    bool place(std::size_t block, Tiers& tiers, Side side, Parts parts);
    [[nodiscard]] QRectF rectOf(const BracketRow::Aside& aside) const;

    BracketRow& m_row;
    const BracketTails& m_tails;
};

}  // namespace ui::drawing::detail
