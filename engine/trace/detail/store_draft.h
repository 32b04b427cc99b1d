#pragma once

#include "engine/trace/store.h"

#include <cstddef>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace engine::trace {

/// A growing part of the trace. A snapshot shares `content` again only if it has changed since the previous snapshot.
template <typename T>
struct GrowingPart {
    T content;
    bool isChanged = true;
};

/// Limits how many entries are moved to insert late records, that is, records with an earlier time than a previous
/// record. Late records of concurrent threads move few entries; but without a limit, a file with descending times would
/// occupy a core for hours.
class MoveLimit {
public:
    /// Returns whether a late record may be inserted although it moves `entries` entries, and if so counts them.
    /// `applied`: number of records applied so far.
    [[nodiscard]] bool allow(std::size_t entries, std::uint64_t applied)
    {
        // Moving kMaxMoved entries takes about a second.
        constexpr std::uint64_t kMaxMoved = std::uint64_t{1} << 28, kMovedForEach = 64;
        if (m_moved + entries > kMaxMoved + kMovedForEach * applied)
            return false;
        m_moved += entries;
        return true;
    }

private:
    std::uint64_t m_moved = 0;
};

/// The devices recorded so far, with the memory events of each.
class Store::Devices {
public:
    [[nodiscard]] bool has(DeviceId id) const { return id.index < m_records.size(); }
    [[nodiscard]] bool isEmpty() const { return m_records.empty(); }
    /// Adds a device, or replaces the one with this id. Returns false for an id that leaves a gap.
    bool set(DeviceRecord record);
    /// Returns the memory events of a device, for a caller that changes them.
    [[nodiscard]] Column<MemoryRecord, 1024>& growingMemory(DeviceId id);
    [[nodiscard]] const Column<MemoryRecord, 1024>& memory(DeviceId id) const { return m_memory[id.index].content; }
    [[nodiscard]] Trace::Devices share();

private:
    std::vector<DeviceRecord> m_records;
    std::vector<GrowingPart<Column<MemoryRecord, 1024>>> m_memory;
    bool m_areRecordsChanged = false;
    Trace::Devices m_shared;
};

/// The lanes recorded so far, with the spans, the rates and the running operation of each.
class Store::Lanes {
public:
    [[nodiscard]] bool has(LaneId id) const { return id.index < m_records.size(); }
    [[nodiscard]] const LaneRecord& operator[](LaneId id) const { return m_records[id.index]; }
    /// The first lane of the program's thread; none if no such lane has been recorded.
    [[nodiscard]] LaneId frontend() const { return m_frontend; }
    /// Adds a lane, or replaces the one with this id. Returns false for an id that leaves a gap.
    bool set(LaneRecord record);
    /// Each returns the spans or the rates of a lane, for a caller that changes them.
    [[nodiscard]] LaneIndex& growingSpans(LaneId id);
    [[nodiscard]] LinkRates& growingRates(LaneId id);
    [[nodiscard]] const LaneIndex& spans(LaneId id) const { return m_spans[id.index].content; }
    [[nodiscard]] const LinkRates& rates(LaneId id) const { return m_rates[id.index].content; }
    void setRunning(LaneId id, OpId op) { m_shared.running[id.index] = op; }
    /// Call when `op` has ended on the lane `id`, which may be none.
    void stopRunning(LaneId id, OpId op);
    /// Returns true the first time that two spans of a lane overlap.
    [[nodiscard]] bool noteOverlap(LaneId id);
    [[nodiscard]] Trace::Lanes share();

private:
    std::vector<LaneRecord> m_records;
    std::vector<GrowingPart<LaneIndex>> m_spans;
    std::vector<GrowingPart<LinkRates>> m_rates;
    std::vector<bool> m_isOverlapNoted;
    bool m_areRecordsChanged = false;
    LaneId m_frontend;
    Trace::Lanes m_shared;
};

/// The trace that is built from the applied records.
struct Store::Draft {
    Trace trace;  ///< all columns except those of `devices` and `lanes`
    Devices devices;
    Lanes lanes;
    std::uint64_t applied = 0;
    MoveLimit moves;
    std::unordered_set<std::string> ownNotes;  ///< texts of notes that the store itself created

    void extendTo(Nanoseconds t);
    void drop() { ++trace.m_dropped; }
    /// Returns whether a late record may be inserted although it moves `entries` entries; see MoveLimit.
    [[nodiscard]] bool mayMove(std::size_t entries) { return moves.allow(entries, applied); }
    void insertSpan(LaneId lane, const Span& span);
    [[nodiscard]] TracePtr snapshot();
};

}  // namespace engine::trace
