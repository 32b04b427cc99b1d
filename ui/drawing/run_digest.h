#pragma once

#include "engine/analysis/concurrency.h"
#include "engine/analysis/issued.h"
#include "engine/analysis/timed_block.h"
#include "engine/analysis/training.h"
#include "engine/trace/trace.h"
#include "ui/drawing/frontend_work.h"
#include "ui/drawing/sync_marks.h"

#include <QHash>
#include <QString>
#include <QStringList>
#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace ui::drawing {

struct RankDigest;

/// Whether a trace is a later snapshot of the run that was read before.
enum class Continuity : std::uint8_t { NewRun, SameRun };

/// Adjacent operations of a lane that the same statement issued: "run(x_gpu1) · 50 × mm".
struct StatementGroup {
    engine::Nanoseconds begin{};
    engine::Nanoseconds end{};
    std::int32_t line = 0;
    std::uint32_t count = 0;
    engine::OpId first;
    engine::OpId last;
    engine::trace::Kind kind = engine::trace::Kind::Compute;
    /// The first two operators of the group; all others are counted together.
    std::array<engine::NameId, 2> names;
    std::array<std::uint32_t, 2> counts{};
    /// In a training: the part of a batch to which the operations belong. A training's operations are grouped by part,
    /// not by statement.
    std::optional<engine::analysis::Part> part;
};

/// Consecutive operations that the program's thread issued in one phase of the listing.
struct IssuePhase {
    engine::Nanoseconds begin{};
    engine::Nanoseconds end{};
    engine::NameId phase;  ///< invalid: the phase is named after `part`
    engine::analysis::Part part = engine::analysis::Part::Forward;
};

/// Data derived from a trace once per snapshot, not per frame: statement labels, issue marks, sync marks. For a live
/// run, most of the data is extended by the new records. Threads: one at a time.
class RunDigest {
public:
    /// Reads the new records of `trace`, or all records of a new run.
    void update(const engine::trace::Trace& trace, const model::RunContext& context, Continuity continuity);
    /// Whether nothing has been read yet.
    [[nodiscard]] bool isEmpty() const { return m_lanes.empty(); }
    /// The number of operations that update() would read for a later snapshot of the same run.
    [[nodiscard]] std::size_t unread(const engine::trace::Trace& trace) const;

    [[nodiscard]] const std::vector<StatementGroup>& groups(engine::LaneId lane) const;
    [[nodiscard]] const std::vector<SyncMark>& marks() const { return m_marks.all(); }
    /// The operations that the program's thread issues, and its other work; see FrontendWork::spans().
    [[nodiscard]] const engine::trace::LaneIndex& frontend() const { return m_frontend.spans(); }
    /// Epochs and batches, if the run trains.
    [[nodiscard]] const engine::analysis::Training& training() const { return m_training; }
    /// In a training: the operations that the program issued, grouped by phase.
    [[nodiscard]] const std::vector<IssuePhase>& phases() const { return m_phases; }
    /// The concurrency of lanes. In a long live run, it covers only the beginning.
    [[nodiscard]] const engine::analysis::Concurrency& concurrency() const { return m_concurrency; }
    /// The numbers of operations that a failed run had issued and finished. If memory was refused, counts only the
    /// operations of the refused statement. All zero for a run without an error.
    [[nodiscard]] const engine::analysis::Progress& progress() const { return m_progress; }
    /// The timed blocks with the ends of clock and work, by index into Trace::blocks(). In a long live run, contains
    /// only the first blocks.
    [[nodiscard]] const std::vector<engine::analysis::TimedBlock>& blocks() const { return m_blocks; }
    /// Null unless the trace shows several ranks.
    [[nodiscard]] const RankDigest* ranks() const { return m_ranks.get(); }
    /// Operations issued so far to a device.
    [[nodiscard]] std::size_t issuedTo(engine::DeviceId device) const { return m_frontend.issuedTo(device); }
    [[nodiscard]] QString groupText(const engine::trace::Trace& trace, const StatementGroup& group) const;
    /// A line of the listing without its indentation and comment.
    [[nodiscard]] QString statement(int line) const;

private:
    void addTraining(const engine::trace::Trace& trace);
    void addRanks(const engine::trace::Trace& trace);
    void addConcurrency(const engine::trace::Trace& trace);
    void addSpans(const engine::trace::Trace& trace, engine::LaneId lane);
    void addPhases(const engine::trace::Trace& trace);
    [[nodiscard]] engine::analysis::Part partOf(const engine::trace::Trace& trace, const engine::trace::Op& op);

    struct Lane {
        std::size_t spans = 0;  ///< number of spans scanned so far
        std::vector<StatementGroup> groups;
    };
    std::vector<Lane> m_lanes;
    std::shared_ptr<const RankDigest> m_ranks;
    SyncMarks m_marks;
    FrontendWork m_frontend;
    engine::analysis::Concurrency m_concurrency;
    std::vector<engine::analysis::TimedBlock> m_blocks;
    engine::analysis::Training m_training;
    engine::analysis::Progress m_progress;
    std::vector<IssuePhase> m_phases;
    QHash<quint64, engine::analysis::Part> m_parts;  ///< cache by phase, name and kind, since parsing names is slow
    std::size_t m_steps = 0;
    std::size_t m_phased = 0;  ///< operations assigned to a phase so far
    bool m_wasLive = false;
    QStringList m_source;
};

}  // namespace ui::drawing
