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

/// The content of a lane in a window. Every nanosecond of busy time is in exactly one slice or in the columns, so the
/// painted busy time equals the real busy time at every zoom.
struct Coverage {
    /// A span that is wide enough to be drawn separately.
    struct Slice {
        std::uint32_t span = 0;  ///< index into LaneIndex::spans()
        float left = 0;          ///< position in columns; may be outside the window
        float right = 0;
    };
    /// A pixel column that contains spans too narrow to be drawn separately.
    struct Column {
        std::int32_t x = 0;
        float busy = 0;             ///< fraction of the column, 0 to 1, that its narrow spans cover; excludes slices
        std::uint32_t spans = 0;    ///< number of spans that begin in the column
        std::uint32_t first = 0;    ///< index of the first span in the column, which a click selects
        Kind kind = Kind::Compute;  ///< kind of the longest span in the column
        OpState state = OpState::Done;  ///< state of the longest span in the column
    };
    std::vector<Slice> slices;    ///< sorted
    std::vector<Column> columns;  ///< sorted by x, without empty columns

    void clear()
    {
        slices.clear();
        columns.clear();
    }
};

/// The spans of one lane, with an index that draws any zoom in time proportional to the pixels. For every 16 spans it
/// stores a prefix sum of busy time and the longest span; a tree with fan-out 8 stores the longest spans of larger
/// ranges. About 25.6 bytes per span.
///
/// Spans are sorted by begin and should not overlap. Overlapping spans (an error of the producer) are kept, and their
/// common busy time counts twice.
/// Threads: one thread inserts; any thread may read copies made by share().
class LaneIndex {
public:
    /// Spans at least this many columns wide become slices.
    static constexpr double kSliceColumns = 3.0;

    [[nodiscard]] const Column<Span>& spans() const { return m_spans; }
    [[nodiscard]] bool empty() const { return m_spans.empty(); }

    /// Returns the index of the first span that ends after `t`; the number of spans if there is none.
    [[nodiscard]] std::size_t firstEndingAfter(Nanoseconds t) const;
    /// Returns the index of the first span that begins at `t` or later; the number of spans if there is none.
    [[nodiscard]] std::size_t firstBeginningAt(Nanoseconds t) const;

    /// Busy time within [begin, end). Cost: logarithmic.
    [[nodiscard]] Nanoseconds busy(Nanoseconds begin, Nanoseconds end) const;
    [[nodiscard]] Nanoseconds busy() const { return busyBefore(m_spans.size()); }

    /// Returns the index of the longest span in [from, to), which must not be empty; of several, the first.
    [[nodiscard]] std::size_t longest(std::size_t from, std::size_t to) const;

    /// Replaces the content of `coverage`. Cost: proportional to the columns, logarithmic in the spans. A window of
    /// zero length or without columns gives an empty coverage.
    void cover(const Window& window, Coverage& coverage) const;

    /// Inserts a span at its position by begin: usually at the end (constant cost), otherwise before later spans (cost:
    /// the number of these spans). Returns whether it overlaps a neighbour.
    bool insert(const Span& span);

    /// Returns a read-only copy, as Column::share() does; any thread may read it while the original grows.
    [[nodiscard]] LaneIndex share();

    /// Memory used by spans and index.
    [[nodiscard]] std::size_t bytes() const;

private:
    static constexpr std::size_t kBlock = 16;
    static constexpr std::size_t kFanOut = 8;

    /// Spans [16 i, 16 i + 16); the last block may be incomplete.
    struct Block {
        Nanoseconds begin{};
        Nanoseconds busyBefore{};
    };

    /// The longest span below a node of the tree; stores its length to compare nodes without accessing the span.
    struct Node {
        std::uint32_t span = 0;
        float length = 0;
    };
    using Level = Column<Node, 1024>;

    void append(const Span& span);
    void closeBlock();
    /// Returns the first span of a block, whose spans are contiguous in memory.
    [[nodiscard]] const Span* blockAt(std::size_t block) const { return &m_spans[block * kBlock]; }
    [[nodiscard]] Node nodeOf(std::size_t from, std::size_t to) const;
    [[nodiscard]] const Node& longerOf(const Node& a, const Node& b) const;
    void truncateIndex(std::size_t spans);
    [[nodiscard]] Nanoseconds busyBefore(std::size_t span) const;
    [[nodiscard]] std::size_t nextBeginningAt(std::size_t from, Nanoseconds t) const;

    Column<Span> m_spans;
    Column<Block, 1024> m_blocks;
    std::vector<Level> m_longest;  ///< level 0: one node per complete block; above: one per 8 complete nodes below
    Nanoseconds m_busy{};          ///< busy time of all spans together
};

}  // namespace engine::trace
