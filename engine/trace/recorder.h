#pragma once

#include "engine/trace/sink.h"
#include "engine/trace/trace.h"

#include <memory>

namespace engine::trace {

/// Collects the records of one run and publishes snapshots of it.
///
/// Each thread writes to a separate lane; a collector thread applies the records to a Store. The collector thread
/// starts only when a lane has filled its first 64 KiB, or, after tee(), when the first StepRecord is written. Records
/// of one thread keep their order.
/// Threads: any thread may call write(), intern(), snapshot() and version(); call finish(), tee() and the destructor
/// only while no thread writes.
///
///     Recorder recorder;
///     recorder.write(LaneRecord{LaneId{0}, DeviceId{0}, LaneRole::Compute, 0, "compute", 0});
///     IssueRecord issue;
///     issue.op = OpId{0};
///     issue.name = recorder.intern("mm");
///     recorder.write(issue);
///     const TracePtr soFar = recorder.snapshot();  // for a view of the live run
///     recorder.write(EndRecord{Nanoseconds{100}, true});
///     recorder.finish();
///     const TracePtr whole = recorder.snapshot();
class Recorder final : public Sink {
public:
    Recorder();
    ~Recorder() override;
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Does not wait for records to be applied. Cost: a copy of the record; a lock only on the first call of a thread,
    /// and to wake the collector.
    void write(Record record) override;
    [[nodiscard]] NameId intern(std::string_view text) override;

    /// Returns the records so far, including those written before the call; if the collector is far behind, only as
    /// many of them as can be applied in some milliseconds.
    [[nodiscard]] TracePtr snapshot();

    /// Lock-free. Equals snapshot()->version() if a new snapshot would contain no further records.
    [[nodiscard]] std::uint64_t version() const;

    /// Applies all records; snapshot() then returns the whole run.
    void finish();

    /// Makes snapshot() return `trace`, for a run that other processes record, so that this recorder has no records.
    /// Any thread; may be called again with a later state of the run.
    void show(TracePtr trace);

    /// Also passes every record, in the order of application, to `sink` (a file writer). Call before the first write;
    /// tee(nullptr) ends it. Only one thread at a time calls the sink: the collector, or a caller of snapshot() or
    /// finish().
    void tee(std::shared_ptr<Sink> sink);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace engine::trace
