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

/// The dependency engine: callers push operations with the variables that they read and write, in program order; each
/// runs when the operations it depends on are complete. Design: README.md, measurements: NOTES.md in this folder.
///
///     Engine engine(EngineOptions{});
///     const GroupId group = engine.addGroup({.name = "worker", .workers = 2}).value();
///     const VariableId x = engine.newVariable();
///     const auto written = engine.push({}, std::array{x}, [&] { sum = 1; }, {.group = group});
///     const auto printed = engine.push(std::array{x}, {}, [&] { std::printf("%d", sum); }, {.group = group});
///     const Status status = engine.waitAll();  // the first failure of a body
namespace engine::schedule {

enum class Policy : std::uint8_t {
    Threaded,  ///< operations run on the workers of their group
    Naive,     ///< push() runs the operation before it returns; a reference for tests
};

/// Determines when the operations of a group become ready.
enum class Order : std::uint8_t {
    Data,     ///< dependencies follow from the variables; a single worker runs ready operations first in, first out
    Program,  ///< a stream: each operation also waits for the previous operation pushed to the same group
};

/// A group of workers, or the dispatcher that replaces them.
struct GroupOptions {
    std::string name;  ///< the threads are named NAME INDEX, cut to 15 characters
    int workers = 1;
    Order order = Order::Data;
    /// If set, operations of this group have no body, and the engine passes them to this dispatcher when they are
    /// ready, also under the naive policy. The dispatcher must outlive the engine. If null, the group owns threads.
    Dispatcher* dispatcher = nullptr;
};

/// Settings that do not change while an engine exists.
struct EngineOptions {
    Policy policy = Policy::Threaded;
    /// push() blocks while this many operations are pending, until half of them are left; 0: unbounded. Operations of
    /// groups with a dispatcher count, but pushes to such groups never block.
    std::int64_t maxPending = 4096;
    /// Record a Life of each operation, and its edges, for drain().
    bool isRecording = false;
    /// Limit on records of 128 bytes: one per pending operation, and one per seven edges beyond the first seven of an
    /// operation. A push that finds none fails with OutOfMemory.
    std::uint32_t maxRecords = 1U << 24;
    /// Receives each edge between numbered operations during the push; must outlive the engine.
    EdgeSink* edgeSink = nullptr;
};

/// What a push does when maxPending operations are pending. A push from a body exceeds the bound instead of waiting or
/// failing.
enum class WhenFull : std::uint8_t {
    Wait,
    Refuse,  ///< the push fails with Unavailable
    Exceed,  ///< exceeds the bound; for threads that must not block
};

/// How one operation is executed and recorded.
struct PushOptions {
    GroupId group{0};
    int priority = 0;  ///< operations with positive priority run first, those with negative priority last
    /// If none, the engine numbers operations 0, 1, 2, ... in the order of the pushes. A caller that numbers operations
    /// must number all of them, in ascending order.
    OpId op{};
    NameId name{};
    std::uint64_t payload = 0;      ///< passed to the dispatcher
    bool isUnnumbered = false;      ///< work of the platform, such as freeing memory: no OpId, no Life, no edges
    bool runsAfterFailure = false;  ///< runs although an input is poisoned, and inherits no failure
    WhenFull whenFull = WhenFull::Wait;
};

/// Totals since the engine was created; for display and for tests.
struct Counters {
    std::int64_t pushed = 0;
    std::int64_t completed = 0;  ///< operations that ran, failed, were skipped or were cancelled
    std::int64_t failed = 0;
    std::int64_t skipped = 0;
    std::int64_t stalls = 0;   ///< pushes that blocked because maxPending operations were pending
    std::int64_t wakeUps = 0;  ///< wake-ups of sleeping workers
    std::int64_t steals = 0;
    std::int64_t backlogged =
        0;  ///< ready operations moved to a backlog, since more were ready than a worker pops at a time
    std::int64_t lostLives = 0;         ///< lifetimes and edges dropped because drain() was not called for too long
    std::int64_t operationRecords = 0;  ///< 128-byte records that exist
};

/// Threads: any thread may call any function, unless stated otherwise. Several engines may exist at the same time.
///
/// Order: pushes are atomic over all their variables and totally ordered; that order is the program order, also with
/// several pushers. A variable named twice counts once. A variable that is both read and written counts as written; for
/// failures, it also counts as read.
///
/// Failure: an operation that fails poisons the variables it writes. Operations that read a poisoned variable are
/// skipped and poison the variables they write; of several failures the first in program order is passed on. A variable
/// is valid again once an operation that does not read it has written it, or after clearFailure().
class Engine {
public:
    explicit Engine(EngineOptions options);
    /// Calls shutdown(Drain), unless shutdown() was called.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    [[nodiscard]] const EngineOptions& options() const;

    /// Call before the first push. At most 1024 groups of at most 256 workers. Errors: InvalidArgument; OutOfMemory if
    /// there are no addresses for the group's queues; Cancelled after shutdown().
    [[nodiscard]] Result<GroupId> addGroup(GroupOptions options);

    // -- variables
    /// Creates a variable without a writer and without a failure. Ids of released variables are reused.
    [[nodiscard]] VariableId newVariable();
    /// Removes the variable; operations already pushed are not affected. To free storage after its last use, push an
    /// unnumbered operation that writes the variable before this call.
    void release(VariableId variable);

    // -- operations
    /// Blocks only when maxPending operations are pending. `body` runs once all earlier conflicting operations are
    /// complete: the writers of the variables that it reads, and the readers and writers of the variables that it
    /// writes. Errors: Cancelled after shutdown() or cancel(); InvalidArgument for an unknown group or variable, or for
    /// a group with a dispatcher; Unavailable with WhenFull::Refuse; OutOfMemory if all records are in use
    /// (maxRecords).
    Result<OpId> push(std::span<const VariableId> reads, std::span<const VariableId> writes, Body body,
                      const PushOptions& options = {});
    /// Pushes an operation to a group with a dispatcher. The dispatcher's ready() may be called before this returns.
    Result<OpId> push(std::span<const VariableId> reads, std::span<const VariableId> writes,
                      const PushOptions& options);

    /// Completes an operation that was passed to a dispatcher; call it once for each. With `failure`, the operation
    /// failed.
    void complete(OpHandle handle);
    void complete(OpHandle handle, Error failure);

    // -- waits. Errors: Deadlock if the body of an operation calls a wait that would block; Cancelled after
    // cancel(). If a group has a dispatcher, another thread must call complete(), or the wait never ends.
    /// Waits for the last operation pushed that writes the variable. Errors: at every call, the failure that
    /// failureOf() returns; InvalidArgument for an unknown variable.
    [[nodiscard]] Status waitToRead(VariableId variable, OpId* releasedBy = nullptr);
    /// Waits for all operations pushed before the call; pushes of other threads during the wait may delay it. Errors:
    /// the first failure in program order that no such wait has reported yet, with the number of the others.
    [[nodiscard]] Status waitAll(OpId* releasedBy = nullptr);
    /// Like waitAll(), but waits only for the operations of one group. Errors: also InvalidArgument for an unknown
    /// group.
    [[nodiscard]] Status waitGroup(GroupId group, OpId* releasedBy = nullptr);

    // -- state
    /// Returns the last operation pushed that writes the variable; none if there is no such operation or it is
    /// unnumbered.
    [[nodiscard]] OpId lastWriter(VariableId variable) const;
    /// Whether no pending operation writes the variable.
    [[nodiscard]] bool isWritten(VariableId variable) const;
    /// Returns the failure that made the value of a written variable invalid; null if the value is valid.
    [[nodiscard]] FailurePtr failureOf(VariableId variable) const;
    void clearFailure(VariableId variable);
    /// Returns the number of operations that were pushed and are not complete.
    [[nodiscard]] std::int64_t pending() const;
    [[nodiscard]] std::int64_t pending(GroupId group) const;
    [[nodiscard]] Counters counters() const;

    // -- records
    /// Passes everything recorded since the last call to `sink`; one thread at a time (a collector). Call it once more
    /// after shutdown(). Returns the number of lifetimes.
    std::size_t drain(LifeSink& sink);

    // -- end
    /// Operations that have not started never run; current and later waits return Cancelled; pushes are refused. Does
    /// not block. On workers, operations that will not run count as pending until shutdown().
    void cancel();
    /// How shutdown() treats pending operations.
    enum class Ending : std::uint8_t {
        Drain,   ///< run all pushed operations first; an engine with dispatchers treats Drain as Cancel
        Cancel,  ///< cancel(), then wait for the bodies that run
    };
    /// Joins the workers. Further calls have no effect. Must not be called from a body.
    void shutdown(Ending ending);

private:
    struct Core;
    std::unique_ptr<Core> m_core;
};

}  // namespace engine::schedule
