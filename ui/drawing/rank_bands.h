#pragma once

#include "engine/ranks/run_set.h"
#include "ui/model/time_range.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

/// Many ranks as one image: a cell has the exact fractions of its time and ranks that each kind of work takes.
namespace ui::drawing {

enum class BandKind : std::uint8_t { Forward, Backward, Update, Copy, Communication };
inline constexpr std::size_t kBandKinds = 5;

/// The fractions of the cells of one row, by column. Fractions of one kind add up to the busy time of its lanes.
struct BandRow {
    std::array<const float*, kBandKinds> busy{};  ///< null: none
    const float* waiting = nullptr;               ///< for another rank
};

/// What a band shows: ranks from top to bottom in `order` (indices of members), each with an equal part of the height.
struct BandView {
    model::TimeRange range;
    std::vector<std::uint32_t> order;
    int columns = 0;
    int rows = 0;
};

/// The work of all ranks of a run, indexed once. Of each rank and kind it has the work done at 4096 times; if fewer of
/// these are in view than half of the columns, the spans are read.
class RankBands {
public:
    explicit RankBands(std::shared_ptr<const engine::ranks::RunSet> set);

    /// Calls `visit` with each row from the top. Row by row, so that the cells stay in the processor's cache.
    void forEachRow(const BandView& view, const std::function<void(int row, const BandRow&)>& visit) const;

    [[nodiscard]] std::size_t bytes() const;

private:
    static constexpr std::size_t kBins = 4096;
    /// Work of one kind before each bin, in bins.
    using Done = std::vector<float>;
    using Columns = std::array<std::vector<float>, kBandKinds>;

    /// The bins in which the columns of a view begin and end, the same for all ranks.
    struct Edges {
        std::vector<std::uint32_t> bins;
        std::vector<float> parts;  ///< of the bin, before the edge
        float perColumn = 0;       ///< columns per bin
    };

    [[nodiscard]] Edges edgesOf(const model::TimeRange& range, std::size_t columns) const;
    void addIndexed(std::uint32_t member, const Edges& edges, Columns& columns) const;
    void addSpans(std::uint32_t member, const model::TimeRange& range, Columns& columns) const;
    /// The fractions of all cells in which ranks wait.
    [[nodiscard]] std::vector<float> waitsIn(const BandView& view) const;

    std::shared_ptr<const engine::ranks::RunSet> m_set;
    std::vector<std::array<Done, kBandKinds>> m_done;  ///< by member; empty: the rank has no work of the kind
};

[[nodiscard]] BandKind bandKindOf(engine::trace::Kind kind);

}  // namespace ui::drawing
