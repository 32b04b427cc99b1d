#pragma once

#include "engine/analysis/collective_times.h"
#include "engine/analysis/lateness.h"
#include "engine/analysis/rank_work.h"
#include "engine/trace/trace.h"
#include "ui/model/rank_loader.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ui::model {

/// Computes which ranks are late in the displayed run of several ranks, for the views that show lateness. Every move of
/// the playhead requests the results, so they are cached until another set of ranks is displayed. Thread: GUI.
class RankFigures {
public:
    /// `loader` loads the operations of ranks after the run was opened.
    explicit RankFigures(const RankLoader& loader) : m_loader(loader) {}

    /// Sets the displayed trace. Drops the figures of other ranks.
    void follow(const engine::trace::TracePtr& trace);
    /// Returns null if the displayed run has no ranks; then do not call the functions below.
    [[nodiscard]] const engine::ranks::RunSetPtr& set() const { return m_set; }

    [[nodiscard]] const std::shared_ptr<const engine::analysis::Lateness>& lateness();
    [[nodiscard]] const engine::analysis::RankWork& work();
    /// Returns why `member` was later than the median rank. The cause is LateCause::NotLoaded while the necessary
    /// operations are not loaded.
    [[nodiscard]] const engine::analysis::LateReason& reasonOf(std::uint32_t member);
    /// The buckets of a step. At most `mostTimed` of them have times. The reference is valid until the next call of
    /// bucketsIn().
    [[nodiscard]] const std::vector<engine::analysis::Bucket>& bucketsIn(const engine::analysis::Scope& step,
                                                                         std::size_t mostTimed);

private:
    struct StepBuckets {
        engine::analysis::Scope step{};
        std::vector<engine::analysis::Bucket> buckets{};
    };

    const RankLoader& m_loader;
    engine::ranks::RunSetPtr m_set;
    std::shared_ptr<const engine::analysis::Lateness> m_lateness;
    std::optional<engine::analysis::RankWork> m_work;
    std::vector<std::optional<engine::analysis::LateReason>> m_reasons;  ///< one per member; none: not requested
    std::optional<StepBuckets> m_buckets;                                ///< buckets of the last requested step
};

}  // namespace ui::model
