#pragma once

#include "engine/schedule/detail/group.h"

namespace engine::schedule::detail {

/// The current activity of this thread for an engine. Frames of different engines nest.
struct Frame {
    const void* core = nullptr;  ///< identifies the engine
    Frame* up = nullptr;
    Chain* queue = nullptr;  ///< operations to dispatch before this frame ends
    bool isBody = false;     ///< the frame runs a body of this engine
    Worker* worker = nullptr;
};

/// The innermost frame of this thread.
inline constinit thread_local Frame* t_frame = nullptr;

/// Makes `frame` the innermost frame of this thread while the scope exists, also if a dispatcher throws.
class FrameScope {
public:
    explicit FrameScope(Frame& frame) : m_outer(t_frame) { t_frame = &frame; }
    ~FrameScope() { t_frame = m_outer; }
    FrameScope(const FrameScope&) = delete;
    FrameScope& operator=(const FrameScope&) = delete;

private:
    Frame* m_outer;
};

/// Returns the innermost frame of `core` on this thread for which isIt(frame) holds, or null.
[[nodiscard]] Frame* findFrame(const void* core, auto&& isIt)
{
    for (Frame* frame = t_frame; frame != nullptr; frame = frame->up)
        if (frame->core == core && isIt(*frame))
            return frame;
    return nullptr;
}

/// Whether a body of this engine runs on this thread.
[[nodiscard]] inline bool isInsideBody(const void* core)
{
    return findFrame(core, [](const Frame& frame) { return frame.isBody; }) != nullptr;
}

/// Returns the frame of this thread that dispatches operations, or null.
[[nodiscard]] inline Frame* dispatchingFrame(const void* core)
{
    return findFrame(core, [](const Frame& frame) { return frame.queue != nullptr; });
}

/// Returns the worker of this engine that runs on this thread, or null.
[[nodiscard]] inline Worker* currentWorker(const void* core)
{
    const Frame* const frame = findFrame(core, [](const Frame& one) { return one.worker != nullptr; });
    return frame != nullptr ? frame->worker : nullptr;
}

}  // namespace engine::schedule::detail
