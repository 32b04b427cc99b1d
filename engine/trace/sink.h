#pragma once

#include "engine/trace/record.h"

#include <string_view>

namespace engine::trace {

/// Receives records. Thread: each implementation documents who may call write(); for Recorder, any thread.
class Sink {
public:
    virtual ~Sink() = default;
    /// Order: a record of an operation may be written before the IssueRecord if another thread writes the IssueRecord.
    virtual void write(Record record) = 0;

    /// Returns the id of `text`, the same id for equal texts. Writes a NameRecord on first use.
    [[nodiscard]] virtual NameId intern(std::string_view text) = 0;
};

}  // namespace engine::trace
