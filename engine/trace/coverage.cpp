#include "engine/trace/coverage.h"

#include "engine/base/expect.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace engine::trace {

namespace {

std::int64_t length(const Span& span)
{
    return span.duration().count();
}

/// Number of spans per column above which prefetching is faster.
constexpr std::size_t kScoutFrom = 8;

/// Searches forward, starting at `block`; returns the last block that begins before `t`, or `block` if there is none.
std::size_t lastBefore(const auto& blocks, std::size_t block, Nanoseconds t)
{
    const std::size_t count = blocks.size();
    if (block + 1 >= count || blocks[block + 1].begin >= t)
        return block;
    std::size_t step = 1;
    while (block + step < count && blocks[block + step].begin < t) {
        block += step;
        step *= 2;
    }
    for (std::size_t high = std::min(block + step, count); high - block > 1;) {
        const std::size_t middle = (block + high) / 2;
        (blocks[middle].begin < t ? block : high) = middle;
    }
    return block;
}

/// Collects spans that are too narrow to be slices, column by column from left to right.
class ColumnPainter {
public:
    ColumnPainter(const Window& window, std::vector<Coverage::Column>& columns)
        : m_window(window),
          m_scale(static_cast<double>(window.columns) / static_cast<double>((window.end - window.begin).count())),
          m_columns(columns)
    {
    }

    [[nodiscard]] double position(Nanoseconds t) const
    {
        return static_cast<double>((t - m_window.begin).count()) * m_scale;
    }
    [[nodiscard]] int columnAt(Nanoseconds t) const
    {
        return std::clamp(static_cast<int>(position(t)), 0, m_window.columns - 1);
    }
    /// Returns the first time after the end of `column`.
    [[nodiscard]] Nanoseconds endOf(int column) const
    {
        auto t = m_window.begin +
                 Nanoseconds{static_cast<std::int64_t>(std::ceil(static_cast<double>(column + 1) / m_scale))};
        while (t > m_window.begin && columnAt(t - Nanoseconds{1}) > column)
            --t;
        while (t < m_window.end && columnAt(t) <= column)
            ++t;
        return std::min(t, m_window.end);
    }

    Coverage::Column& column(int x, std::size_t firstSpan)
    {
        if (m_columns.empty() || m_columns.back().x < x) {
            m_columns.push_back({x, 0.0F, 0, static_cast<std::uint32_t>(firstSpan), Kind::Compute, OpState::Done});
            m_longest = -1;
        }
        return m_columns.back();
    }
    void colour(Coverage::Column& column, const Span& span)
    {
        if (length(span) <= m_longest)
            return;
        m_longest = length(span);
        column.kind = span.kind;
        column.state = span.state;
    }

    /// Adds the busy time of spans within one column.
    void add(Coverage::Column& column, Nanoseconds busy)
    {
        column.busy += static_cast<float>(static_cast<double>(busy.count()) * m_scale);
    }

    /// Adds a span that may cross several columns; each column gets exactly the part of the span's time that is within
    /// the column.
    void addSpan(std::size_t index, const Span& span)
    {
        const double left = std::max(0.0, position(span.begin));
        const double right = std::min(static_cast<double>(m_window.columns), position(span.end()));
        for (int x = columnAt(span.begin); x < m_window.columns && (x < right || x <= left); ++x) {
            Coverage::Column& target = column(x, index);
            target.busy += static_cast<float>(std::max(0.0, std::min(right, x + 1.0) - std::max(left, double(x))));
            colour(target, span);
        }
    }

private:
    const Window& m_window;
    double m_scale;
    std::vector<Coverage::Column>& m_columns;
    std::int64_t m_longest = -1;  ///< length in ns of the longest span in m_columns.back()
};

/// Finds the ends of columns some columns before they are painted, and prefetches the spans there. Without prefetching,
/// waiting for memory took a third of the time to draw a whole run.
template <typename Blocks, std::size_t kBlock>
class Prefetcher {
public:
    struct Place {
        Nanoseconds end{};      ///< first time after the column
        std::size_t block = 0;  ///< last block that begins before `end`
    };

    Prefetcher(const Column<Span>& spans, const Blocks& blocks, std::size_t block, int columns)
        : m_spans(spans), m_blocks(blocks), m_block(block), m_columns(columns)
    {
    }

    /// Returns the end of column `x`. `x` must never decrease.
    const Place& at(int x, const ColumnPainter& painter)
    {
        for (const int stop = std::min(x + kAhead, m_columns); m_next < stop; ++m_next) {
            Place& place = m_places[static_cast<std::size_t>(m_next) % kAhead];
            place.end = painter.endOf(m_next);
            place.block = m_block = lastBefore(m_blocks, m_block, place.end);
            fetch(m_block);
        }
        return m_places[static_cast<std::size_t>(x) % kAhead];
    }

private:
    static constexpr int kAhead = 8;

    /// Always inline, because gcc removes calls of a function that has no effect besides prefetching.
    [[gnu::always_inline]] void fetch(std::size_t block) const
    {
        const char* spans = reinterpret_cast<const char*>(&m_spans[block * kBlock]);
        for (std::size_t line = 0; line < kBlock * sizeof(Span); line += 64)
            __builtin_prefetch(spans + line);
    }

    const Column<Span>& m_spans;
    const Blocks& m_blocks;
    std::size_t m_block;
    int m_columns;
    int m_next = 0;
    std::array<Place, kAhead> m_places;
};

}  // namespace

std::size_t LaneIndex::nextBeginningAt(std::size_t from, Nanoseconds t) const
{
    const std::size_t count = m_spans.size();
    if (const std::size_t block = lastBefore(m_blocks, from / kBlock, t); block != from / kBlock)
        from = block * kBlock;
    while (from < count) {
        const Span* spans = blockAt(from / kBlock);
        const std::size_t end = std::min(count - from / kBlock * kBlock, kBlock);
        std::size_t i = from % kBlock;
        while (i < end && spans[i].begin < t)
            ++i;
        from = from / kBlock * kBlock + i;
        if (i < end)
            break;
    }
    return from;
}

std::size_t LaneIndex::firstBeginningAt(Nanoseconds t) const
{
    return nextBeginningAt(0, t);
}

std::size_t LaneIndex::firstEndingAfter(Nanoseconds t) const
{
    std::size_t span = firstBeginningAt(t + Nanoseconds{1});
    while (span > 0 && m_spans[span - 1].end() > t)
        --span;
    while (span < m_spans.size() && m_spans[span].end() <= t)
        ++span;
    return span;
}

Nanoseconds LaneIndex::busyBefore(std::size_t span) const
{
    if (span == m_spans.size())
        return m_busy;
    const std::size_t block = span / kBlock;
    std::int64_t busy = m_blocks[block].busyBefore.count();
    const Span* spans = blockAt(block);
    for (std::size_t i = 0; i < span % kBlock; ++i)
        busy += length(spans[i]);
    return Nanoseconds{busy};
}

Nanoseconds LaneIndex::busy(Nanoseconds begin, Nanoseconds end) const
{
    const auto busyUntil = [this](Nanoseconds t) {
        const std::size_t next = firstBeginningAt(t);
        const Nanoseconds whole = busyBefore(next);
        if (next == 0)
            return whole;
        return whole - std::max(Nanoseconds{}, m_spans[next - 1].end() - t);
    };
    return end > begin ? busyUntil(end) - busyUntil(begin) : Nanoseconds{};
}

const LaneIndex::Node& LaneIndex::longerOf(const Node& a, const Node& b) const
{
    if (a.length != b.length)
        return b.length > a.length ? b : a;
    return length(m_spans[b.span]) > length(m_spans[a.span]) ? b : a;
}

/// Returns the longest of the spans [from, to) of one block.
LaneIndex::Node LaneIndex::nodeOf(std::size_t from, std::size_t to) const
{
    const Span* spans = blockAt(from / kBlock);
    const std::size_t first = from / kBlock * kBlock;
    std::size_t best = from - first;
    for (std::size_t i = best + 1; i < to - first; ++i)
        if (length(spans[i]) > length(spans[best]))
            best = i;
    return {static_cast<std::uint32_t>(first + best), static_cast<float>(length(spans[best]))};
}

std::size_t LaneIndex::longest(std::size_t from, std::size_t to) const
{
    ENGINE_EXPECT(from < to && to <= m_spans.size());
    std::size_t stop = std::min(to, (from / kBlock + 1) * kBlock);
    Node best = nodeOf(from, stop);
    for (from = stop; from < to;) {
        if (to - from < kBlock) {
            best = longerOf(best, nodeOf(from, to));
            break;
        }
        std::size_t level = 0;
        std::size_t node = from / kBlock;
        std::size_t width = kBlock;
        while (level + 1 < m_longest.size() && node % kFanOut == 0 && to - from >= width * kFanOut) {
            ++level;
            node /= kFanOut;
            width *= kFanOut;
        }
        best = longerOf(best, m_longest[level][node]);
        from += width;
    }
    return best.span;
}

void LaneIndex::cover(const Window& window, Coverage& coverage) const
{
    coverage.clear();
    if (window.end <= window.begin || window.columns <= 0)
        return;

    ColumnPainter painter(window, coverage.columns);
    const double narrow =
        kSliceColumns * static_cast<double>((window.end - window.begin).count()) / static_cast<double>(window.columns);
    const auto isSlice = [&](const Span& span) { return static_cast<double>(length(span)) >= narrow; };

    // Cached pair: index of a span, and the busy time before this span. The end of one column is the begin of the next,
    // so two columns use each pair.
    std::pair<std::size_t, Nanoseconds> known{m_spans.size(), m_busy};
    std::size_t i = firstEndingAfter(window.begin);
    const bool isDense = firstBeginningAt(window.end) - i > kScoutFrom * static_cast<std::size_t>(window.columns);
    Prefetcher<Column<Block, 1024>, kBlock> scout(m_spans, m_blocks, i / kBlock, window.columns);
    while (i < m_spans.size() && m_spans[i].begin < window.end) {
        const Span& first = m_spans[i];
        if (isSlice(first)) {
            coverage.slices.push_back({static_cast<std::uint32_t>(i), static_cast<float>(painter.position(first.begin)),
                                       static_cast<float>(painter.position(first.end()))});
            ++i;
            continue;
        }
        const int x = painter.columnAt(first.begin);
        std::size_t next = i;
        if (isDense) {
            const auto& place = scout.at(x, painter);
            next = nextBeginningAt(std::max(i, place.block * kBlock), place.end);
        } else {
            next = nextBeginningAt(i, painter.endOf(x));
        }
        // Spans do not overlap: only the last span that begins in this column can end after the column or be a slice.
        while (next - i > 1 && isSlice(m_spans[next - 1]))
            --next;
        painter.column(x, i).spans += static_cast<std::uint32_t>(next - i);
        const std::size_t within = next - 1;
        if (first.begin < window.begin)
            painter.addSpan(i++, first);
        if (within > i) {
            Coverage::Column& column = painter.column(x, i);
            const Nanoseconds before = known.first == i ? known.second : busyBefore(i);
            known = {within, busyBefore(within)};
            painter.add(column, known.second - before);
            painter.colour(column, m_spans[longest(i, within)]);
        }
        if (within >= i)
            painter.addSpan(within, m_spans[within]);
        if (known.first == within)
            known = {next, known.second + m_spans[within].duration()};
        i = next;
    }
}

bool LaneIndex::insert(const Span& span)
{
    if (m_spans.empty() || m_spans.back().begin <= span.begin) {
        const bool overlaps = !m_spans.empty() && m_spans.back().end() > span.begin;
        append(span);
        return overlaps;
    }
    std::size_t at = m_spans.size();
    while (at > 0 && m_spans[at - 1].begin > span.begin)
        --at;
    const bool overlaps = span.end() > m_spans[at].begin || (at > 0 && m_spans[at - 1].end() > span.begin);

    std::vector<Span> behind;
    behind.reserve(m_spans.size() - at / kBlock * kBlock + 1);
    for (std::size_t i = at / kBlock * kBlock; i < at; ++i)
        behind.push_back(m_spans[i]);
    behind.push_back(span);
    for (std::size_t i = at; i < m_spans.size(); ++i)
        behind.push_back(m_spans[i]);
    truncateIndex(at / kBlock * kBlock);
    for (const Span& each : behind)
        append(each);
    return overlaps;
}

void LaneIndex::append(const Span& span)
{
    if (m_spans.size() % kBlock == 0)
        m_blocks.push_back({span.begin, m_busy});
    m_spans.push_back(span);
    m_busy += span.duration();
    if (m_spans.size() % kBlock == 0)
        closeBlock();
}

void LaneIndex::closeBlock()
{
    Node best = nodeOf(m_spans.size() - kBlock, m_spans.size());
    for (std::size_t level = 0;; ++level) {
        if (level == m_longest.size())
            m_longest.emplace_back();
        Level& nodes = m_longest[level];
        nodes.push_back(best);
        if (nodes.size() % kFanOut != 0)
            return;
        best = nodes[nodes.size() - kFanOut];
        for (std::size_t i = nodes.size() - kFanOut; i < nodes.size(); ++i)
            best = longerOf(best, nodes[i]);
    }
}

void LaneIndex::truncateIndex(std::size_t spans)
{
    m_busy = busyBefore(spans);
    m_spans.truncate(spans);
    m_blocks.truncate(spans / kBlock);
    std::size_t nodes = spans / kBlock;
    for (Level& level : m_longest) {
        level.truncate(nodes);
        nodes /= kFanOut;
    }
}

LaneIndex LaneIndex::share()
{
    LaneIndex copy;
    copy.m_spans = m_spans.share();
    copy.m_blocks = m_blocks.share();
    for (Level& level : m_longest)
        copy.m_longest.push_back(level.share());
    copy.m_busy = m_busy;
    return copy;
}

std::size_t LaneIndex::bytes() const
{
    std::size_t total = m_spans.bytes() + m_blocks.bytes();
    for (const Level& level : m_longest)
        total += level.bytes();
    return total;
}

}  // namespace engine::trace
