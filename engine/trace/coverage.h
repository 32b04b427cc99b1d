#pragma once

#include "engine/trace/column.h"
#include "engine/trace/span.h"

#include <cstdint>
#include <vector>

namespace engine::trace {

/// An interval of the run's clock, drawn on `columns` pixel columns.
struct Window {
    Nanoseconds begin{};
    Nanoseconds end{1};
    int columns = 1;
};

/// What a lane shows in a window. Every nanosecond of busy time is in exactly one slice or in the columns: painted
/// busy time equals true busy time at every zoom.
struct Coverage {
    /// A span that is wide enough to be drawn by itself.
    struct Slice {
        std::uint32_t span = 0;  ///< index into LaneIndex::spans()
        float left = 0;          ///< column position, may lie outside of the window
        float right = 0;
    };
    /// A pixel column with spans too narrow to be drawn one by one.
    struct Column {
        std::int32_t x = 0;
        float busy = 0;                 ///< share of the column, 0 to 1; without what the slices cover
        std::uint32_t spans = 0;        ///< how many spans begin in it
        std::uint32_t first = 0;        ///< index of the first span in it: what a click selects
        Kind kind = Kind::Compute;      ///< of the longest span in it
        OpState state = OpState::Done;  ///< of the longest span in it; Failed if any in a short run of spans failed
    };
    std::vector<Slice> slices;    ///< sorted
    std::vector<Column> columns;  ///< sorted by x, empty columns left out

    void clear()
    {
        slices.clear();
        columns.clear();
    }
};

/// The spans of one lane with an index by which any zoom is drawn in time proportional to the pixels: every 16 spans
/// a prefix sum of busy time and the longest span, over them a tree of longest spans with fan-out 8. 25.3 bytes a span.
///
/// Spans are sorted by begin and do not overlap; what overlaps (a fault of the producer) is kept, and its busy time
/// counts twice.
/// Threads: one thread inserts; copies made by share() may be read anywhere.
class LaneIndex {
public:
    /// Slices at least this many columns wide are listed one by one.
    static constexpr double kSliceColumns = 3.0;

    [[nodiscard]] const Column<Span>& spans() const { return m_spans; }
    [[nodiscard]] bool empty() const { return m_spans.empty(); }

    /// Index of the first span that ends after / begins at or after `t`; the number of spans if there is none.
    [[nodiscard]] std::size_t firstEndingAfter(Nanoseconds t) const;
    [[nodiscard]] std::size_t firstBeginningAt(Nanoseconds t) const;

    /// Busy time within [begin, end). Cost: logarithmic.
    [[nodiscard]] Nanoseconds busy(Nanoseconds begin, Nanoseconds end) const;
    [[nodiscard]] Nanoseconds busy() const { return busyBefore(m_spans.size()); }

    /// Index of the longest span among [from, to), which must not be empty; the first of equals.
    [[nodiscard]] std::size_t longest(std::size_t from, std::size_t to) const;

    /// Fills `coverage` (cleared first). Cost: proportional to the columns, logarithmic in the spans. Windows of no
    /// length or no columns give nothing.
    void cover(const Window& window, Coverage& coverage) const;

    /// Inserts a span at its place: at the end as a rule (constant cost), earlier if it comes late (cost: the spans
    /// behind it). Returns whether it overlaps a neighbour.
    bool insert(const Span& span);

    [[nodiscard]] LaneIndex share();

    /// What spans and index take in memory.
    [[nodiscard]] std::size_t bytes() const;

private:
    static constexpr std::size_t kBlock = 16;
    static constexpr std::size_t kFanOut = 8;

    /// Of spans [16 i, 16 i + 16): complete ones and the open last one.
    struct Block {
        Nanoseconds begin{};
        Nanoseconds busyBefore{};
    };

    /// The longest span below a node of the tree; its length only to compare without a look at the span.
    struct Node {
        std::uint32_t span = 0;
        float length = 0;
    };
    using Level = Column<Node, 1024>;

    void append(const Span& span);
    void closeBlock();
    /// The spans of a block lie side by side.
    [[nodiscard]] const Span* blockAt(std::size_t block) const { return &m_spans[block * kBlock]; }
    [[nodiscard]] Node nodeOf(std::size_t from, std::size_t to) const;
    [[nodiscard]] const Node& longerOf(const Node& a, const Node& b) const;
    void truncateIndex(std::size_t spans);
    [[nodiscard]] Nanoseconds busyBefore(std::size_t span) const;
    [[nodiscard]] std::size_t nextBeginningAt(std::size_t from, Nanoseconds t) const;

    Column<Span> m_spans;
    Column<Block, 1024> m_blocks;
    std::vector<Level> m_longest;  ///< level 0: per complete block; above: per 8 complete nodes
    Nanoseconds m_busy{};          ///< of all spans
};

}  // namespace engine::trace
