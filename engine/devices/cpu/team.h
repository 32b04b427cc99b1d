#pragma once

#include "engine/base/units.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace engine::devices::cpu {

/// Helper threads for operations that are large enough to be cut into pieces. Idle helpers sleep.
/// Threads: any number of threads may call run() at the same time; a helper works for one of them at a time.
class Team {
public:
    explicit Team(int helpers);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    /// Number of helper threads.
    [[nodiscard]] int helpers() const { return static_cast<int>(m_helpers.size()); }

    /// Calls body(piece) once for each piece in [0, pieces), on the calling thread and on at most threads - 1 idle
    /// helpers; returns when all pieces are done. `watch` is called around the work of each helper. `body` must not
    /// throw.
    using PieceBody = std::function<void(std::int64_t piece)>;
    using Enter = std::function<void(int helper)>;
    using Leave = std::function<void(int helper)>;
    struct Watch {
        Enter enter;  ///< called on a helper's thread before its first piece
        Leave leave;  ///< called on a helper's thread after its last piece
    };
    void run(std::int64_t pieces, int threads, const PieceBody& body, const Watch& watch = {});

private:
    struct Round {
        const PieceBody* body = nullptr;
        const Watch* watch = nullptr;
        std::int64_t pieces = 0;
        int seats = 0;    ///< number of helpers that may still join; guarded by m_mutex
        int present = 0;  ///< number of helpers at work; guarded by m_mutex
        std::atomic<std::int64_t> next{0};
    };

    void help(const std::stop_token& stop, int helper);
    static bool workOn(Round& round);
    Round* join(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);

    std::mutex m_mutex;            ///< guards m_rounds and the seats in them
    std::vector<Round*> m_rounds;  ///< rounds that more helpers may join
    std::condition_variable_any m_called;
    std::condition_variable m_left;
    std::vector<std::jthread> m_helpers;
};

}  // namespace engine::devices::cpu
