#pragma once

#include "engine/devices/cpu/clock.h"
#include "engine/devices/cpu/lanes.h"
#include "engine/schedule/engine.h"
#include "engine/trace/sink.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace engine::devices::cpu {

/// Writes a trace record for each lifetime and edge that the dependency engine has stored, on a separate thread during
/// the run. Thread: the owner's; lives() and edges() are called on the separate thread, and in finish().
class LifeWriter final : public schedule::LifeSink {
public:
    LifeWriter(const RunClock& clock, Lanes lanes, trace::Sink& sink);
    ~LifeWriter() override;

    /// A function that returns true if the lifetime is recorded elsewhere. For other lifetimes, the function may
    /// correct values that the engine cannot know. Set it before start().
    using ExternalRecorder = std::function<bool(schedule::Life&)>;
    void setExternalRecorder(ExternalRecorder recorder) { m_externalRecorder = std::move(recorder); }

    /// Call before the first push.
    void start(schedule::Engine& engine);
    /// Joins the thread and writes the remaining lifetimes. Call after the engine has been shut down. Further calls
    /// have no effect.
    void finish();

    void lives(std::span<const schedule::Life> lives) override;
    void edges(std::span<const schedule::EdgeEntry> edges) override;

    [[nodiscard]] const Lanes& lanes() const { return m_lanes; }

private:
    void collect(const std::stop_token& stop);
    void write(const schedule::Life& life);
    [[nodiscard]] LaneId laneOf(const schedule::Life& life) const;

    const RunClock& m_clock;
    const Lanes m_lanes;
    trace::Sink& m_sink;
    ExternalRecorder m_externalRecorder;
    schedule::Engine* m_engine = nullptr;
    std::vector<Nanoseconds> m_lastEnd;  ///< by lane: end of the last span, since spans of a lane must not overlap
    std::mutex m_mutex;                  ///< required by m_tick; guards nothing
    std::condition_variable_any m_tick;
    std::jthread m_thread;
};

}  // namespace engine::devices::cpu
