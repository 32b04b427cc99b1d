#pragma once

#include "engine/ranks/mpi/detail/mailbox.h"
#include "engine/ranks/mpi/world.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace engine::ranks::mpi::detail {

/// The records of ranks on their way to rank 0 while the run goes on (World::Records). A rank sends one piece at a
/// time, and none while a collective moves numbers; rank 0 does not receive while one of its own does. Bytes that rank
/// 0 has not stored yet are limited by its credits. Thread: one at a time, as World.
class RecordStream {
public:
    /// The two references must outlive this.
    RecordStream(const abi::Module& module, Mailbox& mailbox, int rank, int count, World::Records records);

    /// A packet of kind Records or Credit.
    void use(const Packet& packet);
    /// `isQuiet`: no collective of this rank moves numbers. `time`: of the run.
    void advance(bool isQuiet, Nanoseconds time);
    /// Sends no further piece.
    void close() { m_records.next = nullptr; }
    /// On rank 0: whether all pieces that were announced are stored.
    [[nodiscard]] bool isIdle() const;

private:
    using Clock = std::chrono::steady_clock;
    struct Announced {
        std::int64_t size = 0;
        std::int64_t left = 0;
    };
    /// The pieces of one rank that rank 0 has not stored yet.
    struct Incoming {
        std::deque<Announced> announced;
        std::string bytes;  ///< of the first one
        abi::Request* request = nullptr;
    };

    [[nodiscard]] bool isOver(abi::Request*& request) const;
    void send(bool isQuiet);
    void receive(int rank, Incoming& from, bool isQuiet, Nanoseconds time);

    const abi::Module& m_module;
    Mailbox& m_mailbox;
    int m_rank;
    World::Records m_records;
    std::int64_t m_credits = 0;
    bool m_isWanted = false;  ///< rank 0 has given credits
    std::string m_piece;
    abi::Request* m_request = nullptr;  ///< of m_piece
    std::int64_t m_toldLeft = 0;
    Clock::time_point m_nextRead;
    Clock::time_point m_nextReport;
    std::vector<Incoming> m_incoming;  ///< on rank 0, by rank
};

}  // namespace engine::ranks::mpi::detail
