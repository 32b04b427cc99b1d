#pragma once

#include "engine/base/message.h"
#include "engine/base/units.h"

#include <chrono>

namespace engine::frontend {

/// The time that the program's own Python code takes on this computer between operations. On a virtual machine, this
/// code takes no modelled time. Threads: the program's.
class PythonTime {
public:
    /// Call when a statement starts.
    void start();
    /// Call when the statement ends, if the statement took no modelled time.
    void add();
    /// Call when an operation was issued. Time after the last operation is not counted.
    void issued();
    /// Returns a message if the code took long compared with the modelled time of the program run; else an empty
    /// message.
    [[nodiscard]] Message remark(Nanoseconds modelled) const;

private:
    std::chrono::steady_clock::time_point m_wallBegin;  ///< when the statement started
    std::chrono::steady_clock::time_point m_readAt;     ///< when m_processor was read, at most 1 ms before m_wallBegin
    Nanoseconds m_processor{};                          ///< processor time of the thread at m_readAt
    Nanoseconds m_sinceOperation{};                     ///< time that add() counted since the last operation
    Nanoseconds m_betweenOperations{};
    bool m_hasIssued = false;
};

}  // namespace engine::frontend
