#include "ui/drawing/rank_bands.h"

#include "engine/analysis/scope.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace ui::drawing {

using engine::Nanoseconds;
using engine::ranks::Arrival;
using engine::ranks::MatchedCollective;
using engine::ranks::Member;
using engine::trace::Span;

namespace {

/// Adds the interval [from, to) to the cells of a row of `count` columns, each by the part that it covers.
inline void addInterval(float* cells, double from, double to, int count, float weight)
{
    from = std::max(from, 0.0);
    to = std::min(to, static_cast<double>(count));
    if (to <= from)
        return;
    const int first = static_cast<int>(from);
    const int last = std::min(count - 1, static_cast<int>(to));
    if (first == last) {
        cells[first] += weight * static_cast<float>(to - from);
        return;
    }
    cells[first] += weight * static_cast<float>(first + 1 - from);
    for (int x = first + 1; x < last; ++x)
        cells[x] += weight;
    cells[last] += weight * static_cast<float>(to - last);
}

/// Calls `add` with each row of the image that rank `index` of `count` covers, and the covered part of that row.
template <typename Add>
void forRows(std::size_t index, std::size_t count, int rows, const Add& add)
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

/// Adds `count` values, each multiplied by `weight`, or replaces the sums.
template <typename Value>
void addWeighted(float* __restrict to, const Value* __restrict from, std::size_t count, float weight, bool replaces)
{
    if (replaces)
        for (std::size_t i = 0; i < count; ++i)
            to[i] = weight * static_cast<float>(from[i]);
    else
        for (std::size_t i = 0; i < count; ++i)
            to[i] += weight * static_cast<float>(from[i]);
}

template <typename Visit>
void forWorkLanes(const Member& member, const Visit& visit)
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
                addInterval(kind.data(), binOf(span.begin), binOf(span.end()), static_cast<int>(finest), 1.0F);
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
    constexpr float kMost = 254;  // rounding adds up to one step
    Work work;
    // More than one lane of the kind may work at once.
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
    for (std::size_t x = 0; step < kPadding && x < columns; ++x) {
        const std::uint32_t whole = edges.bins[x + 1] - edges.bins[x];
        std::array<float, kPadding + 1> weights{};
        for (std::uint32_t i = 0; i < whole; ++i)
            weights[i] = edges.perColumn;
        weights[whole] = edges.parts[x + 1] * edges.perColumn;
        weights[0] -= edges.parts[x] * edges.perColumn;
        edges.weights.push_back(weights);
    }
    return edges;
}

/// `bins`: the work in each bin in view, then kPadding zeros.
void RankBands::toCells(const std::vector<float>& bins, const Edges& edges, std::vector<float>& cells)
{
    if (!edges.weights.empty()) {
        for (std::size_t x = 0; x < cells.size(); ++x) {
            const float* bin = &bins[edges.bins[x]];
            const std::array<float, kPadding + 1>& weights = edges.weights[x];
            cells[x] = weights[0] * bin[0] + weights[1] * bin[1] + weights[2] * bin[2];
        }
        return;
    }
    for (std::size_t x = 0; x < cells.size(); ++x) {
        const std::uint32_t from = edges.bins[x];
        const std::uint32_t to = edges.bins[x + 1];
        float sum = edges.parts[x + 1] * bins[to] - edges.parts[x] * bins[from];
        for (std::uint32_t bin = from; bin < to; ++bin)
            sum += bins[bin];
        cells[x] = sum * edges.perColumn;
    }
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
                        static_cast<double>((span.begin - begin).count()) * scale,
                        static_cast<double>((span.end() - begin).count()) * scale, count, 1.0F);
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
    // The rows of each member: those of the i-th member are [begins[i], begins[i + 1]) of `parts`.
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
    const model::TimeRange& range = view.range;
    const double scale = view.columns / std::max<double>(1, static_cast<double>(range.length().count()));
    const auto columnOf = [&](Nanoseconds time) { return static_cast<double>((time - range.begin).count()) * scale; };
    for (const MatchedCollective& collective : m_set->collectives()) {
        if (collective.lastPosted <= range.begin || collective.firstPosted >= range.end)
            continue;
        const double end = columnOf(collective.lastPosted);
        for (const Arrival& arrival : m_set->arrivals(collective)) {
            const double begin = columnOf(arrival.posted);
            for (std::size_t i = begins[arrival.member]; i < begins[arrival.member + 1]; ++i)
                addInterval(parts[i].cells, begin, end, view.columns, parts[i].part);
        }
    }
    return waiting;
}

void RankBands::forEachRow(const BandView& view, const std::function<void(int row, const BandRow&)>& visit) const
{
    if (view.columns <= 0 || view.rows <= 0 || view.order.empty() || view.range.length() <= Nanoseconds{})
        return;
    const auto width = static_cast<std::size_t>(view.columns);
    const Level* const level = levelFor(view);
    const Edges edges = level != nullptr ? edgesOf(view.range, width, level->bins) : Edges{};
    const std::vector<float> waiting = waitsIn(view);
    Columns own;  // spans of one rank, if the view needs them
    Columns sum;  // sums over the ranks of the row: by cell, or by bin of the level
    Columns cells;
    for (std::size_t kind = 0; kind < kBandKinds; ++kind) {
        own[kind].resize(level != nullptr ? 0 : width);
        sum[kind].resize(level != nullptr ? edges.count + kPadding : width);
        cells[kind].resize(level != nullptr ? width : 0);
    }
    std::size_t at = view.order.size();
    const double ranksPerRow = static_cast<double>(view.order.size()) / view.rows;
    for (int row = 0; row < view.rows; ++row) {
        BandRow shown;
        shown.waiting = &waiting[static_cast<std::size_t>(row) * width];
        const double top = row * ranksPerRow;
        const double bottom = top + ranksPerRow;
        for (auto i = static_cast<std::size_t>(top); i < view.order.size() && static_cast<double>(i) < bottom; ++i) {
            const double inside = std::min(bottom, static_cast<double>(i + 1)) - std::max(top, static_cast<double>(i));
            const auto part = static_cast<float>(inside / ranksPerRow);
            if (part < 1e-6F)
                continue;
            const std::uint32_t member = view.order[i];
            if (level == nullptr && at != i) {
                for (std::vector<float>& kind : own)
                    std::ranges::fill(kind, 0.0F);
                addSpans(member, view.range, own);
                at = i;
            }
            for (std::size_t kind = 0; kind < kBandKinds; ++kind) {
                const Work& work = (level != nullptr ? *level : m_levels.front()).work[member][kind];
                if (work.bins.empty())
                    continue;
                float* const to = sum[kind].data();
                const bool isFirst = std::exchange(shown.busy[kind], to) == nullptr;
                if (level != nullptr)
                    addWeighted(to, work.bins.data() + edges.first, edges.count, part * work.unit, isFirst);
                else
                    addWeighted(to, own[kind].data(), width, part, isFirst);
            }
        }
        for (std::size_t kind = 0; level != nullptr && kind < kBandKinds; ++kind)
            if (shown.busy[kind] != nullptr) {
                toCells(sum[kind], edges, cells[kind]);
                shown.busy[kind] = cells[kind].data();
            }
        visit(row, shown);
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
