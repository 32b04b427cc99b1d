#pragma once

#include "engine/trace/sink.h"
#include "engine/trace/trace.h"

#include <memory>

namespace engine::trace {

/// Collects the records of one run and publishes snapshots of it.
///
/// Each thread writes to a lane of its own; a collector thread, which starts only when a lane fills its first 64 KiB,
/// applies them to a Store. Records of one thread keep their order.
/// Threads: write(), intern(), snapshot() and version() by any; finish(), tee() and the destructor while nobody writes.
class Recorder final : public Sink {
public:
    Recorder();
    ~Recorder() override;
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Never blocks. Cost: a copy of the record.
    void write(Record record) override;
    [[nodiscard]] NameId intern(std::string_view text) override;

    /// What is recorded. Takes in what was written before the call, at most some milliseconds' work of it while the
    /// collector is behind.
    [[nodiscard]] TracePtr snapshot();

    /// Lock-free. Equals snapshot()->version() when a new snapshot would show nothing more.
    [[nodiscard]] std::uint64_t version() const;

    /// Takes in everything; after it, snapshot() is the whole run.
    void finish();

    /// Additionally hands every record, in the order applied, to `sink` (a file writer); set before the first write.
    /// The sink is called by one thread at a time: the collector, or whoever calls snapshot() or finish().
    void tee(std::shared_ptr<Sink> sink);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace engine::trace
