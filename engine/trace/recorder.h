#pragma once

#include "engine/trace/sink.h"
#include "engine/trace/trace.h"

#include <memory>

namespace engine::trace {

/// Collects the records of one run and publishes snapshots of it.
/// write(): any thread, never blocks on a reader for longer than a pointer copy.
/// snapshot(): any thread. version(): any thread, lock-free, changes whenever a new snapshot would differ.
/// finish(): drains everything; after it, snapshot() is the whole run.
class Recorder final : public Sink {
public:
    Recorder();
    ~Recorder() override;

    void write(Record record) override;
    [[nodiscard]] NameId intern(std::string_view text) override;
    [[nodiscard]] TracePtr snapshot();
    [[nodiscard]] std::uint64_t version() const;
    void finish();

    /// Additionally hands every record, in the order applied, to `sink` (a file writer); set before the first write.
    void tee(std::shared_ptr<Sink> sink);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace engine::trace
