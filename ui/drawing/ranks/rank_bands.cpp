#include "ui/drawing/ranks/rank_bands.h"

#include "engine/analysis/scope.h"
#include "ui/drawing/ranks/detail/wide_vectors.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <ranges>
#include <utility>

namespace ui::drawing {

using engine::ranks::Arrival;
using engine::ranks::MatchedCollective;
using engine::ranks::Member;
using engine::trace::Span;

namespace {

/// A column that is narrower than two bins overlaps at most three bins.
constexpr std::size_t kBinsPerColumn = 3;
constexpr std::size_t kBinPadding = 20;  ///< bins that sample() may read after the last one

/// The cells of a row that an interval covers, and the covered fractions of the first and the last cell.
struct Interval {
    int first = 0, last = -1;  ///< last < first: no cell
    float firstPart = 0, lastPart = 0;
};

/// The interval [from, to) in a row of `count` columns.
inline Interval intervalOf(double from, double to, int count)
{
    from = std::max(from, 0.0);
    to = std::min(to, static_cast<double>(count));
    if (to <= from)
        return {};
    const int first = static_cast<int>(from);
    const int last = std::min(count - 1, static_cast<int>(to));
    if (first == last)
        return {first, last, static_cast<float>(to - from), 0};
    return {first, last, static_cast<float>(first + 1 - from), static_cast<float>(to - last)};
}

/// Adds `weight` to the cells that an interval covers, in proportion to the covered part of each cell.
inline void addInterval(float* cells, const Interval& interval, float weight)
{
    if (interval.last < interval.first)
        return;
    cells[interval.first] += weight * interval.firstPart;
    for (int x = interval.first + 1; x < interval.last; ++x)
        cells[x] += weight;
    if (interval.last > interval.first)
        cells[interval.last] += weight * interval.lastPart;
}

/// Calls `add` with each row of the image that rank `index` of `count` covers, and the covered part of that row.
void forRows(std::size_t index, std::size_t count, int rows, const auto& add)
{
    const double height = static_cast<double>(rows) / static_cast<double>(count);
    const double top = static_cast<double>(index) * height;
    const double bottom = top + height;
    for (int row = static_cast<int>(top); row < rows && row < bottom; ++row) {
        const double part = std::min(bottom, row + 1.0) - std::max(top, static_cast<double>(row));
        if (part > 1e-9)
            add(row, static_cast<float>(part));
    }
}

/// Merges bins until `count` are left.
void merge(std::vector<float>& bins, std::size_t count)
{
    const std::size_t step = bins.size() / count;
    for (std::size_t i = 0; i < count; ++i) {
        const auto first = bins.begin() + static_cast<std::ptrdiff_t>(i * step);
        bins[i] = std::accumulate(first, first + static_cast<std::ptrdiff_t>(step), 0.0F) / static_cast<float>(step);
    }
    bins.resize(count);
}

/// The bins of one rank, and the factor by which they count in the sum of a band's row.
struct WeightedBins {
    const std::uint8_t* bins;
    float weight;
};

template <std::size_t kRanks>
[[gnu::always_inline]] inline void sumRanks(float* __restrict to, const WeightedBins* ranks, std::size_t count,
                                            bool replaces)
{
    std::array<WeightedBins, kRanks> of;
    std::copy_n(ranks, kRanks, of.begin());
    const auto sumFrom = [&of](float sum, std::size_t first, std::size_t i) {
        for (std::size_t rank = first; rank < kRanks; ++rank)
            sum += of[rank].weight * static_cast<float>(of[rank].bins[i]);
        return sum;
    };
    if (replaces)
        for (std::size_t i = 0; i < count; ++i)
            to[i] = sumFrom(of[0].weight * static_cast<float>(of[0].bins[i]), 1, i);
    else
        for (std::size_t i = 0; i < count; ++i)
            to[i] = sumFrom(to[i], 0, i);
}

/// Sums `count` bins of several ranks, three ranks at a time, since most rows have at most three.
OVERLAP_FOR_EACH_WIDTH void sumBins(float* to, const std::vector<WeightedBins>& ranks, std::size_t count)
{
    for (std::size_t at = 0; at < ranks.size(); at += 3) {
        const WeightedBins* const next = &ranks[at];
        const std::size_t left = ranks.size() - at;
        if (left == 1)
            sumRanks<1>(to, next, count, at == 0);
        else if (left == 2)
            sumRanks<2>(to, next, count, at == 0);
        else
            sumRanks<3>(to, next, count, at == 0);
    }
}

/// Adds the cells of a rank to a row of the image. `weight`: the part of the row that the rank covers.
OVERLAP_FOR_EACH_WIDTH void addCells(float* __restrict to, const float* __restrict from, std::size_t count,
                                     float weight)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] += weight * from[i];
}

/// Describes how columns that are narrower than two bins sample the bins.
struct Sampling {
    const std::uint32_t* bins;                         ///< first bin of each column
    std::array<const float*, kBinsPerColumn> weights;  ///< weights of each column's first bin and of the next two bins
    std::size_t columns;
};

inline void sampleFrom(std::size_t x, const Sampling& by, const float* bins, float* cells)
{
    const auto [first, second, third] = by.weights;
    for (; x < by.columns; ++x) {
        const float* const bin = bins + by.bins[x];
        cells[x] = first[x] * bin[0] + second[x] * bin[1] + third[x] * bin[2];
    }
}

/// Computes the cells of columns that are narrower than two bins. Reads up to kBinPadding bins after the last.
#if OVERLAP_WIDE_VECTORS
[[gnu::target("avx2")]] void sample(const Sampling& by, const float* bins, float* cells)
{
    using Floats [[gnu::vector_size(32)]] = float;
    using Places [[gnu::vector_size(32)]] = std::uint32_t;
    static_assert(kBinPadding >= 2 * 8 + kBinsPerColumn);
    std::size_t x = 0;
    for (; x + 8 <= by.columns; x += 8) {
        const float* const begin = bins + by.bins[x];
        Places places;
        std::memcpy(&places, by.bins + x, sizeof places);
        places -= by.bins[x];  // each place is now below 16, the number of elements of `near` and `far` together
        Floats sum{};
        for (std::size_t i = 0; i < kBinsPerColumn; ++i) {
            Floats weights, near, far;
            std::memcpy(&weights, by.weights[i] + x, sizeof weights);
            std::memcpy(&near, begin + i, sizeof near);
            std::memcpy(&far, begin + i + 8, sizeof far);
            sum += weights * __builtin_shuffle(near, far, places);
        }
        std::memcpy(cells + x, &sum, sizeof sum);
    }
    sampleFrom(x, by, bins, cells);
}
[[gnu::target("default")]]
#endif
void sample(const Sampling& by, const float* bins, float* cells)
{
    sampleFrom(0, by, bins, cells);
}

void forWorkLanes(const Member& member, const auto& visit)
{
    for (const engine::trace::LaneRecord& lane : member.trace->lanes())
        if (engine::analysis::isWorkLane(lane))
            visit(member.trace->index(lane.id));
}

}  // namespace

BandKind bandKindOf(engine::trace::Kind kind)
{
    using engine::trace::Kind;
    switch (kind) {
        case Kind::Compute:
            return BandKind::Forward;
        case Kind::Backward:
            return BandKind::Backward;
        case Kind::CopyIn:
        case Kind::CopyOut:
        case Kind::CopyPeer:
            return BandKind::Copy;
        case Kind::Collective:
            return BandKind::Communication;
        case Kind::Elementwise:
        case Kind::Host:
            break;
    }
    return BandKind::Update;
}

std::set<engine::trace::Kind> kindsIn(const engine::ranks::RunSet& set, const model::TimeRange& range)
{
    using engine::trace::Kind;
    constexpr std::array kKinds{Kind::Compute, Kind::Backward, Kind::Elementwise, Kind::CopyIn, Kind::Collective};
    std::set<Kind> kinds;
    for (const Member& member : set.members())
        forWorkLanes(member, [&](const engine::trace::LaneIndex& index) {
            const std::size_t last = index.firstBeginningAt(member.clock.toLocal(range.end));
            std::size_t i = index.firstEndingAfter(member.clock.toLocal(range.begin));
            for (; i < last && kinds.size() < kKinds.size(); ++i)
                kinds.insert(kKinds[static_cast<std::size_t>(bandKindOf(index.spans()[i].kind))]);
        });
    return kinds;
}

RankBands::RankBands(std::shared_ptr<const engine::ranks::RunSet> set) : m_set(std::move(set))
{
    const std::size_t finest = m_levels.back().bins;
    for (Level& level : m_levels)
        level.work.resize(m_set->members().size());
    const double scale =
        static_cast<double>(finest) / std::max<double>(1, static_cast<double>(m_set->extent().count()));
    Columns bins;
    for (std::size_t i = 0; i < m_set->members().size(); ++i) {
        const Member& member = m_set->members()[i];
        const auto binOf = [&](Nanoseconds time) {
            return static_cast<double>((member.clock.isExact() ? time : member.clock.toReference(time)).count()) *
                   scale;
        };
        for (std::vector<float>& kind : bins)
            kind.clear();
        forWorkLanes(member, [&](const engine::trace::LaneIndex& index) {
            for (const Span& span : index.spans()) {
                std::vector<float>& kind = bins[static_cast<std::size_t>(bandKindOf(span.kind))];
                kind.resize(finest);
                addInterval(kind.data(), intervalOf(binOf(span.begin), binOf(span.end()), static_cast<int>(finest)),
                            1.0F);
            }
        });
        for (std::size_t kind = 0; kind < kBandKinds; ++kind)
            for (auto level = m_levels.rbegin(); level != m_levels.rend() && !bins[kind].empty(); ++level) {
                if (level != m_levels.rbegin())
                    merge(bins[kind], level->bins);
                level->work[i][kind] = packed(bins[kind]);
            }
    }
}

RankBands::Work RankBands::packed(const std::vector<float>& bins)
{
    constexpr float kMost = 254;  // one less than the maximum of a byte, because rounding may add one step
    Work work;
    // The value of a bin may exceed 1 (one lane busy for the whole bin), because several lanes of the kind may work
    // concurrently.
    work.unit = std::max(*std::ranges::max_element(bins), 1e-6F) / kMost;
    work.bins.resize(bins.size());
    const double steps = 1 / static_cast<double>(work.unit);
    double sum = 0.5;
    std::int32_t before = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        sum += static_cast<double>(bins[i]) * steps;
        const auto now = static_cast<std::int32_t>(sum);
        work.bins[i] = static_cast<std::uint8_t>(now - before);
        before = now;
    }
    return work;
}

const RankBands::Level* RankBands::levelFor(const BandView& view) const
{
    const double part = engine::toSeconds(view.range.length()) / std::max(1e-9, engine::toSeconds(m_set->extent()));
    const auto found = std::ranges::find_if(
        m_levels, [&](const Level& level) { return 2 * static_cast<double>(level.bins) * part >= view.columns; });
    return found == m_levels.end() ? nullptr : &*found;
}

RankBands::Edges RankBands::edgesOf(const model::TimeRange& range, std::size_t columns, std::size_t bins) const
{
    const auto end = static_cast<double>(bins);
    const double scale = end / std::max<double>(1, static_cast<double>(m_set->extent().count()));
    const double first = static_cast<double>(range.begin.count()) * scale;
    const double step = static_cast<double>(range.length().count()) * scale / static_cast<double>(columns);
    const auto binOf = [bins](double place) {
        return std::min(static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(bins - 1));
    };
    Edges edges;
    edges.perColumn = static_cast<float>(1 / step);
    edges.first = binOf(std::clamp(first, 0.0, end));
    for (std::size_t x = 0; x <= columns; ++x) {
        const double place = std::clamp(first + static_cast<double>(x) * step, 0.0, end);
        edges.bins.push_back(binOf(place) - edges.first);
        edges.parts.push_back(static_cast<float>(place - binOf(place)));
    }
    edges.count = edges.bins.back() + 1;
    for (std::size_t x = 0; step < kBinsPerColumn - 1 && x < columns; ++x) {
        const std::uint32_t whole = edges.bins[x + 1] - edges.bins[x];
        std::array<float, kBinsPerColumn> weights{};
        for (std::uint32_t i = 0; i < whole; ++i)
            weights[i] = edges.perColumn;
        weights[whole] = edges.parts[x + 1] * edges.perColumn;
        weights[0] -= edges.parts[x] * edges.perColumn;
        for (std::size_t i = 0; i < kBinsPerColumn; ++i)
            edges.weights[i].push_back(weights[i]);
    }
    return edges;
}

void RankBands::addSpans(std::uint32_t member, const model::TimeRange& range, Columns& columns) const
{
    const Member& of = m_set->members()[member];
    // Within a view, the clock of a rank is treated as linear.
    const Nanoseconds begin = of.clock.toLocal(range.begin);
    const Nanoseconds end = of.clock.toLocal(range.end);
    const auto count = static_cast<int>(columns[0].size());
    const double scale = count / std::max<double>(1, static_cast<double>((end - begin).count()));
    forWorkLanes(of, [&](const engine::trace::LaneIndex& index) {
        const std::size_t last = index.firstBeginningAt(end);
        for (std::size_t i = index.firstEndingAfter(begin); i < last; ++i) {
            const Span& span = index.spans()[i];
            addInterval(columns[static_cast<std::size_t>(bandKindOf(span.kind))].data(),
                        intervalOf(static_cast<double>((span.begin - begin).count()) * scale,
                                   static_cast<double>((span.end() - begin).count()) * scale, count),
                        1.0F);
        }
    });
}

std::vector<float> RankBands::waitsIn(const BandView& view) const
{
    struct Part {
        float* cells;
        float part;
    };
    std::vector<float> waiting(static_cast<std::size_t>(view.columns) * static_cast<std::size_t>(view.rows));
    if (!view.hasWaits)
        return waiting;
    // The rows of the i-th member are [begins[i], begins[i + 1]) of `parts`.
    constexpr std::uint32_t kAbsent = ~0U;
    std::vector<std::uint32_t> places(m_set->members().size(), kAbsent);
    for (std::uint32_t i = 0; i < view.order.size(); ++i)
        places[view.order[i]] = i;
    std::vector<Part> parts;
    std::vector<std::size_t> begins;
    for (const std::uint32_t place : places) {
        begins.push_back(parts.size());
        if (place != kAbsent)
            forRows(place, view.order.size(), view.rows, [&](int row, float part) {
                parts.push_back(
                    {&waiting[static_cast<std::size_t>(row) * static_cast<std::size_t>(view.columns)], part});
            });
    }
    begins.push_back(parts.size());
    // Reads only the arrivals from the view's lowest to its highest rank. If the run is divided into several views in
    // rank order, they together read each arrival only once.
    const auto [lowest, highest] = std::ranges::minmax_element(view.order);
    const model::TimeRange& range = view.range;
    const double scale = view.columns / std::max<double>(1, static_cast<double>(range.length().count()));
    const auto columnOf = [&](Nanoseconds time) { return static_cast<double>((time - range.begin).count()) * scale; };
    for (const MatchedCollective& collective : m_set->collectives()) {
        if (collective.lastPosted <= range.begin || collective.firstPosted >= range.end)
            continue;
        const double end = columnOf(collective.lastPosted);
        const auto arrivals = m_set->arrivals(collective);
        const auto first = std::ranges::lower_bound(arrivals, *lowest, {}, &Arrival::member);
        const auto last = std::ranges::upper_bound(arrivals, *highest, {}, &Arrival::member);
        for (const Arrival& arrival : std::ranges::subrange(first, last)) {
            if (!m_set->hasWaited(collective, arrival))
                continue;
            const Interval wait = intervalOf(columnOf(arrival.posted), end, view.columns);
            for (std::size_t i = begins[arrival.member]; i < begins[arrival.member + 1]; ++i)
                addInterval(parts[i].cells, wait, parts[i].part);
        }
    }
    return waiting;
}

/// Computes the cells of a band, one row at a time.
class RankBands::Rows {
public:
    /// A rank in a row, and the part of the row that it covers.
    struct Share {
        std::size_t place;  ///< index into BandView::order
        float part;
        friend bool operator==(const Share&, const Share&) = default;
    };

    Rows(const RankBands& bands, const BandView& view)
        : m_bands(bands), m_view(view), m_level(bands.levelFor(view)), m_width(static_cast<std::size_t>(view.columns))
    {
        if (m_level != nullptr)
            m_edges = bands.edgesOf(view.range, m_width, m_level->bins);
        for (std::size_t kind = 0; kind < kBandKinds; ++kind) {
            m_cells[kind].resize(m_width);
            m_sums[kind].resize(m_level != nullptr ? m_edges.count + kBinPadding : m_width);
        }
    }

    /// The fractions of the cells of a row in which its ranks work; valid until the next call. Adjacent rows of the
    /// same rank are computed once.
    [[nodiscard]] const Busy& busy(const std::vector<Share>& shares)
    {
        if (shares == m_shares)
            return m_busy;
        m_shares = shares;
        m_busy = {};
        if (m_level != nullptr)
            addBins();
        else
            addSpans();
        return m_busy;
    }

private:
    void addBins()
    {
        for (std::size_t kind = 0; kind < kBandKinds; ++kind) {
            m_ranks.clear();
            for (const Share& share : m_shares)
                if (const Work& work = m_level->work[m_view.order[share.place]][kind]; !work.bins.empty())
                    m_ranks.push_back({work.bins.data() + m_edges.first, share.part * work.unit});
            if (m_ranks.empty())
                continue;
            const float* const bins = m_sums[kind].data();
            float* const cells = m_cells[kind].data();
            sumBins(m_sums[kind].data(), m_ranks, m_edges.count);
            if (m_edges.weights[0].empty())
                sumColumns(bins, cells);
            else
                sample({m_edges.bins.data(),
                        {m_edges.weights[0].data(), m_edges.weights[1].data(), m_edges.weights[2].data()},
                        m_width},
                       bins, cells);
            m_busy[kind] = cells;
        }
    }

    /// Computes the cells of columns of any width. `bins`: the work in each bin in view, followed by zeros.
    void sumColumns(const float* bins, float* cells) const
    {
        for (std::size_t x = 0; x < m_width; ++x) {
            const std::uint32_t from = m_edges.bins[x];
            const std::uint32_t to = m_edges.bins[x + 1];
            float sum = m_edges.parts[x + 1] * bins[to] - m_edges.parts[x] * bins[from];
            for (std::uint32_t bin = from; bin < to; ++bin)
                sum += bins[bin];
            cells[x] = sum * m_edges.perColumn;
        }
    }

    /// Computes the cells of a rank once for all rows that it covers.
    void addSpans()
    {
        for (const Share& share : m_shares) {
            const std::uint32_t member = m_view.order[share.place];
            if (m_summed != share.place) {
                for (std::vector<float>& kind : m_sums)
                    std::ranges::fill(kind, 0.0F);
                m_bands.addSpans(member, m_view.range, m_sums);
                m_summed = share.place;
            }
            for (std::size_t kind = 0; kind < kBandKinds; ++kind) {
                if (m_bands.m_levels.front().work[member][kind].bins.empty())
                    continue;
                float* const to = m_cells[kind].data();
                if (std::exchange(m_busy[kind], to) == nullptr)
                    std::ranges::fill(m_cells[kind], 0.0F);
                addCells(to, m_sums[kind].data(), m_width, share.part);
            }
        }
    }

    const RankBands& m_bands;
    const BandView& m_view;
    const Level* const m_level;  ///< null: reads the spans
    const std::size_t m_width;
    Edges m_edges;
    Columns m_sums;   ///< if m_level is set: sums of the row's ranks by bin; otherwise: cells of one rank
    Columns m_cells;  ///< cells of the row
    Busy m_busy{};
    std::vector<Share> m_shares;             ///< ranks of the row
    std::vector<WeightedBins> m_ranks;       ///< bins of the row's ranks, for one kind of work
    std::size_t m_summed = ~std::size_t{0};  ///< if m_level is null: place of the rank whose cells are in m_sums
};

void RankBands::forEachRow(const BandView& view, const std::function<void(int row, const BandRow&)>& visit) const
{
    if (view.columns <= 0 || view.rows <= 0 || view.order.empty() || view.range.length() <= Nanoseconds{})
        return;
    const std::vector<float> waiting = waitsIn(view);
    Rows rows(*this, view);
    std::vector<Rows::Share> shares;
    const double ranksPerRow = static_cast<double>(view.order.size()) / view.rows;
    for (int row = 0; row < view.rows; ++row) {
        shares.clear();
        const double top = row * ranksPerRow;
        const double bottom = top + ranksPerRow;
        for (auto i = static_cast<std::size_t>(top); i < view.order.size() && static_cast<double>(i) < bottom; ++i) {
            const double inside = std::min(bottom, static_cast<double>(i + 1)) - std::max(top, static_cast<double>(i));
            if (const auto part = static_cast<float>(inside / ranksPerRow); part >= 1e-6F)
                shares.push_back({i, part});
        }
        visit(row,
              {rows.busy(shares), &waiting[static_cast<std::size_t>(row) * static_cast<std::size_t>(view.columns)]});
    }
}

std::size_t RankBands::bytes() const
{
    std::size_t total = 0;
    for (const Level& level : m_levels)
        for (const auto& member : level.work)
            for (const Work& work : member)
                total += work.bins.capacity();
    return total;
}

}  // namespace ui::drawing
