#pragma once

#include "engine/trace/trace.h"

#include <cstdint>
#include <memory>

namespace engine::trace {

enum class Detail : std::uint8_t {
    Operations,  ///< all records of operations
    Spans,       ///< only the span of each operation, 24 bytes; Trace::op() returns an empty operation
};

/// Builds a Trace from records. One thread applies records; snapshots are immutable and any thread may read them.
///
/// Records of different threads may arrive in any order. A record that arrives before the IssueRecord of its operation
/// is stored until the IssueRecord arrives; lifetimes of one lane may arrive in any order. Invalid records are counted
/// in Trace::dropped() and skipped, or corrected if the rest of their content is useful; a damaged file never causes a
/// crash.
class Store {
public:
    explicit Store(Detail detail = Detail::Operations);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    Store(Store&&) noexcept;
    Store& operator=(Store&&) noexcept;

    /// Adds a record, for the next snapshot(). An invalid record is counted, and ignored or corrected.
    void apply(const Record& record);

    /// Makes the trace show all ranks of `set`. `origins`: for each operation of the trace, the operation of a rank
    /// that it shows.
    void show(std::shared_ptr<const ranks::RunSet> set, std::vector<RankPart::Origin> origins);

    /// Call after the last record. Counts the records that still wait for their operation as dropped.
    void close();

    /// Number of applied records except names, since a name has no effect until a record uses it. It is the version of
    /// the next snapshot.
    [[nodiscard]] std::uint64_t version() const;

    /// Cost: proportional to the changes since the last snapshot, not to the size of the run (except for one pointer
    /// per chunk of some thousand records).
    [[nodiscard]] TracePtr snapshot();

private:
    class Devices;
    class Lanes;
    class Operations;
    struct Draft;
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace engine::trace
