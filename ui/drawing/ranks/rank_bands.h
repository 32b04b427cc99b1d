#pragma once

#include "engine/ranks/run_set.h"
#include "ui/model/time_range.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <vector>

/// The work of many ranks as the cells of an image. A cell covers some time of some ranks, and has for each kind of
/// work the fraction of this time, summed over the ranks, that the kind takes.
namespace ui::drawing {

enum class BandKind : std::uint8_t { Forward, Backward, Update, Copy, Communication };
inline constexpr std::size_t kBandKinds = 5;

/// For each kind of work: by column, the fraction of the cell that this kind takes in one row. Null: the row has no
/// work of this kind.
using Busy = std::array<const float*, kBandKinds>;

/// The fractions of one row's cells. Fractions of one kind add up to the busy time of its lanes.
struct BandRow {
    Busy busy{};
    const float* waiting = nullptr;  ///< fractions of the cells in which ranks wait for other ranks
};

/// The content of a band: ranks from top to bottom in `order` (indices of members), each with an equal part of the
/// height.
struct BandView {
    model::TimeRange range;
    std::vector<std::uint32_t> order;
    int columns = 0;
    int rows = 0;
    bool hasWaits = true;  ///< false: all waits are 0
};

/// Indexes the work of all ranks of a run once: for each rank and kind, the work in each of 1024, 4096 and 16384 bins
/// of the run. A view uses the coarsest of these levels that has a bin for every two columns; if none has, it reads the
/// spans. Thread: any, since it is constant after its construction.
class RankBands {
public:
    explicit RankBands(std::shared_ptr<const engine::ranks::RunSet> set);

    /// Calls `visit` with each row from the top. Computes one row at a time, so that its cells stay in the processor's
    /// cache.
    void forEachRow(const BandView& view, const std::function<void(int row, const BandRow&)>& visit) const;

    [[nodiscard]] std::size_t bytes() const;

private:
    /// Work of one kind in each bin, in steps of `unit`, which is a fraction of a bin. A remainder is carried to the
    /// next bin, so that sums of bins are exact to a step.
    struct Work {
        std::vector<std::uint8_t> bins;  ///< empty: the rank has no work of the kind
        float unit = 0;
    };
    using Columns = std::array<std::vector<float>, kBandKinds>;
    class Rows;

    struct Level {
        std::size_t bins = 0;
        std::vector<std::array<Work, kBandKinds>> work;  ///< work of each member, for each kind
    };

    /// The bins in which the columns of a view begin and end, the same for all ranks.
    struct Edges {
        std::uint32_t first = 0;          ///< the first bin in view
        std::uint32_t count = 0;          ///< number of bins in view
        std::vector<std::uint32_t> bins;  ///< bin of each column's begin, then of the last end; counted from `first`
        std::vector<float> parts;         ///< for each of `bins`: fraction of the bin before the column's edge
        float perColumn = 0;              ///< columns per bin
        /// For each column: weights of its first bin and of the next two. Empty if a column may cover more than three
        /// bins.
        std::array<std::vector<float>, 3> weights;
    };

    /// Returns the coarsest level that is fine enough for the view; null if the view must read the spans.
    [[nodiscard]] const Level* levelFor(const BandView& view) const;
    [[nodiscard]] Edges edgesOf(const model::TimeRange& range, std::size_t columns, std::size_t bins) const;
    [[nodiscard]] static Work packed(const std::vector<float>& bins);
    void addSpans(std::uint32_t member, const model::TimeRange& range, Columns& columns) const;
    /// For each cell, the fraction in which ranks wait.
    [[nodiscard]] std::vector<float> waitsIn(const BandView& view) const;

    std::shared_ptr<const engine::ranks::RunSet> m_set;
    std::array<Level, 3> m_levels{Level{1024, {}}, Level{4096, {}}, Level{16384, {}}};
};

/// Returns the kinds of work in a range of all ranks; kinds that a band does not distinguish are returned as one. Cost:
/// up to linear in the spans.
[[nodiscard]] std::set<engine::trace::Kind> kindsIn(const engine::ranks::RunSet& set, const model::TimeRange& range);

[[nodiscard]] BandKind bandKindOf(engine::trace::Kind kind);

}  // namespace ui::drawing
