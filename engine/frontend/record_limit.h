#pragma once

#include "engine/base/units.h"
#include "engine/trace/recorder.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace engine::frontend {

/// Stops a program run before its records use up the computer's memory, as those of an endless loop of operations
/// would. A separate thread polls the recorder; the records are kept. The memory of tensors is limited by their
/// devices, that of Python's own objects by MemoryGuard. Thread: the one that runs the program.
class RecordLimit {
public:
    struct Limits {
        Bytes most;    ///< limit for all records, including those that are not in the trace yet
        Bytes spared;  ///< with less free memory, the run is stopped when its records use 1/16 of `most`
        std::function<Bytes()> available;  ///< returns the memory that is free now
        bool isChosen = false;             ///< `most` was set by OVERLAP_RUN_MEMORY
        Message remark{};                  ///< not empty if OVERLAP_RUN_MEMORY is not a valid number
    };
    /// `most`: half of this computer's memory, or of the limit of its control group; or the mebibytes that
    /// OVERLAP_RUN_MEMORY specifies, which may be more. `spared`: a sixteenth of the memory or of the limit.
    [[nodiscard]] static Limits ofThisComputer();

    /// `stop` is called at most once, on the polling thread. `recorder` must outlive this object.
    RecordLimit(trace::Recorder& recorder, Limits limits, std::function<void()> stop);
    RecordLimit(const RecordLimit&) = delete;
    RecordLimit& operator=(const RecordLimit&) = delete;

    /// Ends the polling. If this object stopped the program run, the first call returns a sentence that explains why;
    /// else returns an empty message.
    [[nodiscard]] Message end();

private:
    void watch(const std::stop_token& token);
    void stopRun(std::size_t operations, Bytes held, Bytes available);

    trace::Recorder& m_recorder;
    const std::uint64_t m_begin;  ///< version of the recorder when this object was created
    const Limits m_limits;
    const std::function<void()> m_stop;
    Message m_sentence;       ///< written by the thread until it is joined
    std::jthread m_watching;  ///< declared last, because it uses the members above
};

/// Whether a RecordLimit stopped the program run; recognised by the note in the trace.
[[nodiscard]] bool wasStoppedByRecordLimit(const trace::Trace& trace);

}  // namespace engine::frontend
