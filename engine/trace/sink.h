#pragma once

#include "engine/trace/record.h"

#include <string_view>

namespace engine::trace {

/// Where records go. Implementations say which threads may call write(); Recorder's may be called by any.
class Sink {
public:
    virtual ~Sink() = default;
    virtual void write(Record record) = 0;

    /// The id of `text`, the same for equal texts; writes a NameRecord on first use.
    [[nodiscard]] virtual NameId intern(std::string_view text) = 0;
};

}  // namespace engine::trace
