#pragma once

#include "engine/trace/trace.h"

namespace engine::trace {

/// Builds a Trace from records. One thread applies records; snapshots are immutable and may be read anywhere.
///
/// Records may come in any order as far as threads overtake each other: what speaks of an operation whose IssueRecord
/// is not there yet is kept until it is, and lives of one lane may arrive in any order. Records that make no sense are
/// counted in Trace::dropped() and left out, or mended where the rest of them is of use; nothing here crashes on a
/// damaged file.
class Store {
public:
    Store();
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    Store(Store&&) noexcept;
    Store& operator=(Store&&) noexcept;

    void apply(const Record& record);

    /// No more records will come: what still waits for its operation is counted as dropped.
    void close();

    /// How many records were applied, names aside: a name shows nothing until a record uses it. The version of the next
    /// snapshot.
    [[nodiscard]] std::uint64_t version() const;

    /// Cost: proportional to what changed since the last snapshot, not to the size of the run (but for one pointer per
    /// chunk of some thousand records).
    [[nodiscard]] TracePtr snapshot();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace engine::trace
