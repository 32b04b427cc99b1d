#pragma once

#include "engine/base/units.h"
#include "engine/trace/recorder.h"

#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace engine::frontend {

/// Ends a run whose records would take all of the computer's memory, as an endless loop of operations does. Watches the
/// recorder from a thread of its own; what is recorded stays. Values of tensors are counted by their device, Python's
/// own objects by MemoryGuard.
class RecordBound {
public:
    struct Limits {
        Bytes most;                        ///< of what is recorded, read or not
        Bytes spared;                      ///< of what is free on the computer; less than this ends a large run as well
        std::function<Bytes()> available;  ///< free on the computer right now
        bool isChosen = false;             ///< `most` is what OVERLAP_RUN_MEMORY says
        std::string remark{};              ///< a sentence if that says something that is no limit
    };
    /// Half of the memory of this computer, or of what its control group may take; or so many megabytes as
    /// OVERLAP_RUN_MEMORY says, more than that half as well. What must stay free on the computer does so in any case.
    [[nodiscard]] static Limits ofThisComputer();

    /// `stop` is called once, on the bound's thread. `recorder` outlives this.
    RecordBound(trace::Recorder& recorder, Limits limits, std::function<void()> stop);
    RecordBound(const RecordBound&) = delete;
    RecordBound& operator=(const RecordBound&) = delete;

    /// Watches no more. Why the run was stopped, as a sentence; empty: it was not. The second time empty.
    [[nodiscard]] std::string end();

private:
    void watch(const std::stop_token& token);
    void reach(std::size_t operations, Bytes held, Bytes available);

    trace::Recorder& m_recorder;
    const Limits m_limits;
    const std::function<void()> m_stop;
    std::string m_sentence;   ///< the thread's until it is joined
    std::jthread m_watching;  ///< last: it uses the rest
};

/// Whether a run was ended by its bound, by the note that says so.
[[nodiscard]] bool wasEndedByItsBound(const trace::Trace& trace);

}  // namespace engine::frontend
