#pragma once

#include "engine/trace/coverage.h"
#include "engine/trace/store.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace engine::trace {

/// A growing part of the trace, which is shared again only after a change.
template <typename T>
struct GrowingPart {
    T content;
    bool isChanged = true;
};

/// Limits how many entries late records move. Threads that overtake each other move few; without a limit, a file with
/// descending times would keep a core busy for hours.
class MoveLimit {
public:
    /// Whether a record may be inserted so late that it moves `entries` entries, after `applied` records.
    [[nodiscard]] bool allow(std::size_t entries, std::uint64_t applied)
    {
        // About a second of work, plus some for each record.
        constexpr std::uint64_t kMaxMoved = std::uint64_t{1} << 28, kMovedForEach = 64;
        if (m_moved + entries > kMaxMoved + kMovedForEach * applied)
            return false;
        m_moved += entries;
        return true;
    }

private:
    std::uint64_t m_moved = 0;
};

/// The records applied so far. store.cpp applies the records of a run, operation_records.cpp those of its operations.
struct Store::State {
    Trace trace;  ///< its columns grow with the records
    std::vector<GrowingPart<LaneIndex>> lanes;
    std::vector<GrowingPart<LinkRates>> rates;  ///< by lane
    std::vector<bool> overlapNoted;
    std::unordered_set<std::string> ownNotes;  ///< texts of notes that the store itself created
    std::vector<GrowingPart<Column<MemoryRecord, 1024>>> memory;
    std::unordered_map<std::uint32_t, std::vector<Record>> early;  ///< by the operation for which they wait
    std::vector<DeviceRecord> devicesKnown;                        ///< copied as a whole when a snapshot is made
    std::vector<LaneRecord> lanesKnown;
    bool areDevicesChanged = false;
    bool areLanesChanged = false;
    LaneId frontend;
    std::uint64_t applied = 0;
    Detail detail = Detail::Operations;
    std::vector<Kind> kinds;  ///< of all operations, with Detail::Spans
    MoveLimit moves;
    TracePtr last;

    void extendTo(Nanoseconds t) { trace.m_extent = std::max(trace.m_extent, t); }
    void drop() { ++trace.m_dropped; }

    /// Returns whether `op` has been issued; if not, keeps `record` until it is.
    template <typename R>
    bool isIssued(OpId op, const R& record)
    {
        if (trace.has(op) || op.index < kinds.size())
            return true;
        if (!op.isValid())
            drop();
        else
            early[op.index].emplace_back(record);
        return false;
    }

    void on(const RunRecord& record);
    void on(const NameRecord& record);
    void on(const DeviceRecord& record);
    void on(const LaneRecord& record);
    void on(const IssueRecord& record);
    void on(const LabelRecord& record);
    void on(const StartRecord& record);
    void on(const LifeRecord& record);
    void on(const DependencyRecord& record);
    void on(const WaitRecord& record);
    void on(const HostRecord& record);
    void on(const LineRecord& record);
    void on(const BlockRecord& record);
    void on(const StepRecord& record);
    void on(const MemoryRecord& record);
    void on(const LinkRateRecord& record);
    void on(const MetricRecord& record);
    void on(const OutputRecord& record);
    void on(const NoteRecord& record);
    void on(const ErrorRecord& record);
    void on(const EndRecord& record);
    void on(const RankRecord& record);
    void on(const GroupRecord& record);
    void on(const CollectiveRecord& record);
    void on(const ClockRecord& record);

    [[nodiscard]] std::size_t issued() const { return detail == Detail::Spans ? kinds.size() : trace.m_ops.size(); }
    void append(const IssueRecord& record);
    void applyEarly();
    void insertSpan(LaneId lane, const Span& span);
    void visit(const Record& record)
    {
        std::visit([this](const auto& r) { on(r); }, record);
    }
};

}  // namespace engine::trace
