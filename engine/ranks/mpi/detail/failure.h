#pragma once

#include "engine/base/result.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>

namespace engine::ranks::mpi::detail {

/// The error with which all ranks end, one sentence. Threads: one thread may call set(), any thread may call the other
/// functions.
class Failure {
public:
    using Clock = std::chrono::steady_clock;

    /// Returns false if a sentence was set before.
    bool set(const std::string& sentence)
    {
        const std::lock_guard lock(m_mutex);
        if (m_isSet.load())
            return false;
        m_sentence = sentence;
        m_at = Clock::now();
        m_isSet.store(true);
        return true;
    }
    [[nodiscard]] bool isSet() const { return m_isSet.load(); }
    /// Returns an empty text if no sentence was set.
    [[nodiscard]] std::string sentence() const
    {
        const std::lock_guard lock(m_mutex);
        return m_sentence;
    }
    [[nodiscard]] Error error() const { return untranslatedError(ErrorCode::OperationFailed, sentence()); }
    [[nodiscard]] Clock::time_point at() const
    {
        const std::lock_guard lock(m_mutex);
        return m_at;
    }

private:
    mutable std::mutex m_mutex;  ///< guards the next two members
    std::string m_sentence;
    Clock::time_point m_at;
    std::atomic<bool> m_isSet{false};
};

}  // namespace engine::ranks::mpi::detail
