#pragma once

#include "engine/trace/trace.h"

#include <unordered_map>

namespace engine::trace {

/// Builds a Trace from records. One thread applies records; snapshots are immutable and may be read anywhere.
/// Records of one operation arrive in the order Issue, [Start], Life; of one lane, lives arrive in any order.
class Store {
public:
    Store();
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    void apply(const Record& record);

    /// Cost: proportional to what changed since the last snapshot, not to the size of the run.
    [[nodiscard]] TracePtr snapshot();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace engine::trace
