#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/schedule/body.h"
#include "engine/schedule/dispatcher.h"
#include "engine/schedule/failure.h"
#include "engine/schedule/life.h"
#include "engine/schedule/tick_clock.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

/// The dependency engine: operations with the variables they read and write go in, in program order; each runs when
/// what it depends on has ended. Design and figures: README.md of this room.
namespace engine::schedule {

enum class Policy : std::uint8_t {
    Threaded,  ///< operations run on the workers of their group
    Naive,     ///< push() runs the operation before it returns: the oracle for everything else
};

/// In which order the operations of a group become ready.
enum class Order : std::uint8_t {
    Data,     ///< as their variables allow; ready operations of one worker run first-in first-out
    Program,  ///< a stream: each waits, besides, for the one pushed before it to the same group
};

struct GroupOptions {
    std::string name;  ///< of its threads, cut to 15 characters
    int workers = 1;
    Order order = Order::Data;
    /// Set: operations of this group carry no body and are handed to it when ready, also by the naive policy; must
    /// outlive the engine. Not set: own threads.
    Dispatcher* dispatcher = nullptr;
};

struct EngineOptions {
    Policy policy = Policy::Threaded;
    /// push() waits while so many operations are pending, until half of them are left; 0: unbounded. Operations of
    /// groups with a dispatcher count, but pushes to such groups never wait.
    std::int64_t maxPending = 4096;
    /// Keep a Life of each operation and its edges for drain().
    bool isRecording = false;
    /// Records of 128 bytes that may exist: pending operations, and one more for each seven edges beyond the first
    /// seven of an operation. Pushes beyond them fail with OutOfMemory.
    std::uint32_t maxRecords = 1U << 24;
    /// Hears of each edge at once; must outlive the engine. Edges between operations that have a number only.
    EdgeSink* edgeSink = nullptr;
};

/// What a push does when maxPending operations are pending. Pushes from a body always go over the bound.
enum class WhenFull : std::uint8_t {
    Wait,
    Refuse,  ///< error Unavailable
    Exceed,  ///< for threads that must not block
};

struct PushOptions {
    GroupId group{0};
    int priority = 0;  ///< positive before zero before negative
    /// None: the engine numbers operations 0, 1, 2, ... in the order of the pushes. A caller that numbers them itself
    /// numbers all of them, ascending.
    OpId op{};
    NameId name{};
    std::uint64_t payload = 0;      ///< for the dispatcher
    bool isUnnumbered = false;      ///< a service of the platform (freeing memory): no OpId, no Life, no edges
    bool runsAfterFailure = false;  ///< run although an input is poisoned; nothing is inherited
    WhenFull whenFull = WhenFull::Wait;
};

/// What happened so far; for display and for tests.
struct Counters {
    std::int64_t pushed = 0;
    std::int64_t completed = 0;  ///< run, failed, skipped and cancelled
    std::int64_t failed = 0;
    std::int64_t skipped = 0;
    std::int64_t stalls = 0;   ///< pushes that waited for the bound
    std::int64_t wakeUps = 0;  ///< of parked workers
    std::int64_t steals = 0;
    std::int64_t backlogged = 0;        ///< ready operations moved to a backlog, since a worker's own queue had no room
    std::int64_t lostLives = 0;         ///< recorded nowhere because nobody drained for too long
    std::int64_t operationRecords = 0;  ///< 128-byte records that exist
};

/// Threads: every call from any thread, unless said otherwise. Several engines may live side by side.
///
/// Order: pushes are atomic over all their variables and totally ordered; that order is the program order, also with
/// several pushers. A variable named twice counts once; read and written, it counts as written (and as read where
/// failures are concerned).
///
/// Failure: an operation that fails poisons the variables it writes. Operations that read a poisoned variable are
/// skipped and poison theirs; of several failures the first in program order is passed on. A variable is good again
/// once an operation that does not read it has written it, or after clearFailure().
class Engine {
public:
    explicit Engine(EngineOptions options);
    /// shutdown(Drain), unless shutdown() was called.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    [[nodiscard]] const EngineOptions& options() const;

    /// Before the first push. At most 1024 groups of at most 256 workers. Errors: InvalidArgument.
    [[nodiscard]] Result<GroupId> addGroup(GroupOptions options);

    // -- variables
    /// A variable that nobody has written and that is good. Ids of released variables are used again.
    [[nodiscard]] VariableId newVariable();
    /// Forgets the variable; operations already pushed are not affected. Storage is freed after its last use by pushing
    /// an unnumbered operation that writes the variable, before this call.
    void release(VariableId variable);

    // -- operations
    /// Returns at once, but for the bound. `body` runs when everything pushed before that writes what it reads, and
    /// everything that reads or writes what it writes, is complete.
    /// Errors: Cancelled after shutdown() or cancel(); InvalidArgument for an unknown group or variable; Unavailable
    /// when refused.
    Result<OpId> push(std::span<const VariableId> reads, std::span<const VariableId> writes, Body body,
                      const PushOptions& options = {});
    /// To a group with a dispatcher, whose ready() may be called before this returns.
    Result<OpId> push(std::span<const VariableId> reads, std::span<const VariableId> writes,
                      const PushOptions& options);

    /// Of an operation that was handed to a dispatcher; once. `failure`: it failed.
    void complete(OpHandle handle);
    void complete(OpHandle handle, Error failure);

    // -- waits. From inside a body: Deadlock, unless what is waited for has happened. After cancel(): Cancelled.
    //    With groups that have a dispatcher, another thread must complete their operations.
    /// Until the last operation pushed that writes it is complete. Errors: its failure, every time.
    [[nodiscard]] Status waitToRead(VariableId variable, OpId* releasedBy = nullptr);
    /// Until what was pushed before the call is complete; other threads that keep pushing may delay it. Errors: the
    /// first failure in program order that no such wait has reported yet, with the number of the others.
    [[nodiscard]] Status waitAll(OpId* releasedBy = nullptr);
    /// The same for the operations of one group.
    [[nodiscard]] Status waitGroup(GroupId group, OpId* releasedBy = nullptr);

    // -- state
    /// The last operation pushed that writes it; none: never written, or unnumbered.
    [[nodiscard]] OpId lastWriter(VariableId variable) const;
    /// No pending operation writes it.
    [[nodiscard]] bool isWritten(VariableId variable) const;
    /// Of a variable that is written: why its value is not good; null: it is.
    [[nodiscard]] FailurePtr failureOf(VariableId variable) const;
    void clearFailure(VariableId variable);
    /// Pushed and not complete.
    [[nodiscard]] std::int64_t pending() const;
    [[nodiscard]] std::int64_t pending(GroupId group) const;
    [[nodiscard]] Counters counters() const;

    // -- records
    /// Hands over what was recorded since the last call; one thread at a time (a collector). After shutdown() once more
    /// for the rest. Returns the number of lives.
    std::size_t drain(LifeSink& sink);

    // -- end
    /// Nothing that has not started will run; waits under way and to come return Cancelled; pushes are refused.
    /// Returns at once. On workers, what will not run counts as pending until shutdown().
    void cancel();
    enum class Ending : std::uint8_t {
        Drain,  ///< everything pushed runs first. Operations with a dispatcher that never completes them are not waited
                ///< for
        Cancel,  ///< cancel(), then wait for the bodies that run
    };
    /// Joins the workers. Idempotent. Not from inside a body.
    void shutdown(Ending ending);

private:
    struct Core;
    std::unique_ptr<Core> m_core;
};

}  // namespace engine::schedule
