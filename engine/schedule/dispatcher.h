#pragma once

#include "engine/base/id.h"
#include "engine/schedule/body.h"
#include "engine/schedule/failure.h"
#include "engine/trace/record.h"

#include <cstdint>

namespace engine::schedule {

/// Names one pending operation of one engine until it is complete; never valid again afterwards.
struct OpHandle {
    std::uint64_t bits = ~std::uint64_t{0};

    bool operator==(const OpHandle&) const = default;
};

/// An operation whose dependencies are satisfied.
struct ReadyOp {
    OpHandle handle;  ///< for Engine::complete()
    OpId op;
    NameId name;
    GroupId group;
    int level = 1;  ///< 0 high, 1 normal, 2 low
    std::uint64_t payload = 0;
    OpId releasedBy;  ///< operation whose completion made it ready; none: it was ready when pushed
};

/// Executes the operations of a group outside the engine, for example in a simulator or on a device. The engine calls
/// these functions on the thread that pushed or completed an operation. They may call push() and complete(), because
/// the engine holds no lock that these calls need on the same thread. If one completion releases several operations,
/// they become ready in program order.
class Dispatcher {
public:
    virtual ~Dispatcher() = default;

    /// The callee calls Engine::complete(op.handle), before it returns or later. An exception propagates to the caller
    /// of the engine function that made the operation ready; the engine stays usable.
    virtual void ready(const ReadyOp& op) = 0;

    /// The operation will never run: it is Skipped (`failure` states why) or Cancelled (`failure` is null). It counts
    /// as complete.
    virtual void dropped(const ReadyOp& op, trace::OpState state, const FailurePtr& failure) = 0;
};

/// Receives each dependency on the pushing thread, before the operation can become ready. Must not call the engine.
/// Threads: several threads may push, but calls are never concurrent, because pushes are ordered.
class EdgeSink {
public:
    virtual ~EdgeSink() = default;
    virtual void edge(OpId from, OpId to, trace::DependencyKind kind) = 0;
};

}  // namespace engine::schedule
