#pragma once

#include "engine/trace/column.h"
#include "engine/trace/coverage.h"
#include "engine/trace/detail/op_column.h"
#include "engine/trace/edges.h"
#include "engine/trace/op.h"
#include "engine/trace/span.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace engine::ranks {
class RunSet;
}

namespace engine::trace {

/// The transfer rate of a link from `time` until the next LinkRate.
struct LinkRate {
    Nanoseconds time{};
    double rate = 0;   ///< bytes/s
    double bytes = 0;  ///< transferred before `time`
};
using LinkRates = Column<LinkRate, 1024>;

/// Returns the bytes that a link with these rates transferred before `time`. Cost: logarithmic in the number of rates.
[[nodiscard]] double transferred(const LinkRates& rates, Nanoseconds time);

/// The records about ranks and collectives; empty unless the run has several ranks.
struct RankPart {
    std::optional<RankRecord> rank;
    Column<GroupRecord, 16> groups;              ///< by id
    Column<ClockRecord, 64> clock;               ///< `local` and `reference` ascend
    Column<CollectiveRecord, 64> collectives{};  ///< in the order of their records

    /// Where an operation of an overview comes from: the operation in the trace of one rank.
    struct Origin {
        std::uint32_t member = 0;  ///< index into the set's members
        OpId op;
    };
    /// Set if this trace shows several ranks (ranks::overviewOf): their run, and the origin of each operation.
    std::shared_ptr<const ranks::RunSet> set{};
    std::shared_ptr<const std::vector<Origin>> origins{};
};

/// Records about the program's threads, except those of issued operations and of waits.
struct ProgramPart {
    Column<HostRecord, 256> hosts;
    Column<LineRecord> lines;
    Column<StepRecord, 256> steps;  ///< iterations of training loops: epochs and batches, sorted by their ends
    Column<MetricRecord, 256> metrics;
    Column<OutputRecord, 256> outputs;
};

/// An immutable snapshot of a run, cheap to copy and share; all views, exports and analyses read it.
/// Threads: any number of readers. Made by Store::snapshot(). For example, the time in which the lanes are busy:
///     Nanoseconds busy{};
///     for (const LaneRecord& lane : trace.lanes())
///         for (const Span& span : trace.spans(lane.id))
///             busy += span.duration();
class Trace {
public:
    [[nodiscard]] std::uint64_t version() const { return m_version; }
    [[nodiscard]] bool isLive() const { return !m_end.has_value(); }
    [[nodiscard]] const RunInfo& run() const { return *m_run; }
    [[nodiscard]] std::string_view text(NameId name) const;  ///< "" for none
    [[nodiscard]] std::size_t nameCount() const { return m_names.size(); }

    [[nodiscard]] std::span<const DeviceRecord> devices() const { return *m_devices.records; }
    [[nodiscard]] std::span<const LaneRecord> lanes() const { return *m_lanes.records; }

    [[nodiscard]] std::size_t opCount() const { return m_ops.size(); }
    [[nodiscard]] bool has(OpId id) const { return id.index < m_ops.size(); }
    /// Returns an operation; for an unknown id (none, or from a damaged file) an empty one.
    [[nodiscard]] Op op(OpId id) const { return has(id) ? m_ops[id.index] : Op{}; }

    /// The spans of a lane that have ended, sorted by begin. They overlap only if their producer made an error.
    [[nodiscard]] const Column<Span>& spans(LaneId lane) const { return index(lane).spans(); }
    /// Returns the index of a lane's spans, by which they are drawn and summed at any zoom.
    [[nodiscard]] const LaneIndex& index(LaneId lane) const;
    /// Returns the operation that currently runs on a lane (live runs), if any.
    [[nodiscard]] std::optional<OpId> running(LaneId lane) const;

    [[nodiscard]] const Edges& edges() const { return m_edges; }

    [[nodiscard]] const Column<WaitRecord, 256>& waits() const { return m_waits; }
    [[nodiscard]] const Column<BlockRecord, 64>& blocks() const { return m_blocks; }
    /// Memory events of one device, sorted by time.
    [[nodiscard]] const Column<MemoryRecord, 1024>& memory(DeviceId device) const;
    /// Changes of a link's transfer rate, sorted by time; empty if they were not recorded.
    [[nodiscard]] const LinkRates& rates(LaneId link) const;
    [[nodiscard]] const Column<NoteRecord, 64>& notes() const { return m_notes; }
    [[nodiscard]] const std::optional<ErrorRecord>& error() const { return m_error; }
    [[nodiscard]] const std::optional<EndRecord>& end() const { return m_end; }

    [[nodiscard]] const ProgramPart& programPart() const { return m_programPart; }
    [[nodiscard]] const RankPart& rankPart() const { return m_rankPart; }

    /// The latest time in any record.
    [[nodiscard]] Nanoseconds extent() const { return m_extent; }

    /// Number of invalid records (of a damaged file or a faulty producer) that were skipped or corrected.
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }

    /// Approximate memory used by the trace.
    [[nodiscard]] std::size_t bytes() const;

private:
    friend class Store;

    template <typename T>
    using Shared = std::shared_ptr<const T>;

    struct Devices {
        Shared<std::vector<DeviceRecord>> records = std::make_shared<std::vector<DeviceRecord>>();
        std::vector<Shared<Column<MemoryRecord, 1024>>> memory;
    };
    struct Lanes {
        Shared<std::vector<LaneRecord>> records = std::make_shared<std::vector<LaneRecord>>();
        std::vector<Shared<LaneIndex>> spans;
        std::vector<Shared<LinkRates>> rates;
        std::vector<OpId> running;
    };

    std::uint64_t m_version = 0;
    Shared<RunInfo> m_run = std::make_shared<RunInfo>();
    Devices m_devices;
    Lanes m_lanes;
    Column<std::string, 1024> m_names;
    detail::OpColumn m_ops;
    Edges m_edges;
    Column<WaitRecord, 256> m_waits;
    Column<BlockRecord, 64> m_blocks;
    Column<NoteRecord, 64> m_notes;
    ProgramPart m_programPart;
    RankPart m_rankPart;
    std::optional<ErrorRecord> m_error;
    std::optional<EndRecord> m_end;
    Nanoseconds m_extent{};
    std::uint64_t m_dropped = 0;
};

using TracePtr = std::shared_ptr<const Trace>;

}  // namespace engine::trace
