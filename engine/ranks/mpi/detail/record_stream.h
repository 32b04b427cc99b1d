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
/// 0 has not stored yet are limited by its credits, and their rate by that of a slow network. After drain() the rank
/// sends all that is left. Thread: one at a time, as World.
class RecordStream {
public:
    using Clock = std::chrono::steady_clock;

    /// The two references must outlive this.
    RecordStream(const abi::Module& module, Mailbox& mailbox, int rank, int count, World::Records records);

    /// A packet of kind Records or Credit.
    void use(const Packet& packet);
    /// `mayMove`: no collective of this rank moves numbers. `time`: of the run.
    void advance(bool mayMove, Nanoseconds time);
    /// The program has ended: the next advances send all that is left.
    void drain() { m_isDraining = true; }
    /// Whether this rank sends nothing any more: it has sent all, or MPI has failed.
    [[nodiscard]] bool isDrained() const { return !m_records.next; }
    /// On rank 0: whether this rank sends records.
    [[nodiscard]] bool isSender(std::size_t rank) const
    {
        return rank < m_incoming.size() && m_incoming[rank].isSender;
    }
    /// On rank 0: whether records of this rank are lost, because MPI has failed.
    [[nodiscard]] bool isBroken(std::size_t rank) const
    {
        return rank < m_incoming.size() && m_incoming[rank].isBroken;
    }
    /// On rank 0: whether all pieces that this rank has announced are stored.
    [[nodiscard]] bool isStored(std::size_t rank) const
    {
        return rank >= m_incoming.size() || m_incoming[rank].announced.empty();
    }
    /// When a piece was sent or stored last.
    [[nodiscard]] Clock::time_point movedAt() const { return m_movedAt; }

private:
    enum class Progress : std::uint8_t { Open, Done, Failed };
    struct Announcement {
        std::int64_t size = 0;
        std::int64_t left = 0;
    };
    /// The pieces of one rank that rank 0 has not stored yet.
    struct IncomingStream {
        std::deque<Announcement> announced;
        std::string bytes;  ///< of the first one
        abi::Request* request = nullptr;
        bool isSender = false;
        bool isBroken = false;
    };

    /// Of the request, which is null afterwards unless it is open; Done if it is null. Failed also if it received
    /// another number of bytes than `expected` (-1: it receives none).
    [[nodiscard]] Progress advanceRequest(abi::Request*& request, std::int64_t expected = -1) const;
    void send(bool mayMove);
    void receive(int rank, IncomingStream& from, bool mayMove, Nanoseconds time);

    const abi::Module& m_module;
    Mailbox& m_mailbox;
    int m_rank;
    Clock::duration m_timePerByte;  ///< so that the records of all ranks need a small part of rank 0's link
    World::Records m_records;       ///< without `next` once all is sent
    std::int64_t m_credits = 0;
    std::int64_t m_notStored = 0;  ///< bytes that were sent
    bool m_isWanted = false;       ///< rank 0 has given credits
    bool m_isDraining = false;
    std::string m_piece;
    abi::Request* m_request = nullptr;  ///< of m_piece
    std::int64_t m_reportedLeft = 0;
    Clock::time_point m_nextRead;
    Clock::time_point m_nextReport;
    Clock::time_point m_movedAt;
    Nanoseconds m_time{};                    ///< of the run, at the last advance
    std::vector<IncomingStream> m_incoming;  ///< on rank 0, by rank
};

}  // namespace engine::ranks::mpi::detail
