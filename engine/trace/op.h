#pragma once

#include "engine/trace/record.h"

namespace engine::trace {

/// The state of an operation so far. Texts are interned: get them with Trace::text().
struct Op {
    OpId id;
    NameId name;
    NameId label;
    NameId text;
    NameId phase;  ///< part of the program to which the operation belongs; may be none
    NameId layer;  ///< IssueRecord::layer
    NameId shape;  ///< IssueRecord::shape
    Kind kind = Kind::Compute;
    OpState state = OpState::Issued;
    HostMemory hostMemory = HostMemory::None;
    DeviceId device;
    LaneId lane;  ///< none until the operation starts
    std::int32_t line = 0;
    Nanoseconds issueBegin{};
    Nanoseconds issued{};
    Nanoseconds ready{};
    Nanoseconds started{};   ///< valid in Running, Done and Failed
    Nanoseconds finished{};  ///< valid in Done and Failed
    double flops = 0;
    Bytes bytes;
    Bytes outputBytes;
    Cause readyCause;
    Cause startCause;
    OpId culprit;
};

}  // namespace engine::trace
