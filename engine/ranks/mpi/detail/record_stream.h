#pragma once

#include "engine/ranks/mpi/detail/mailbox.h"
#include "engine/ranks/mpi/world.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace engine::ranks::mpi::detail {

/// Transfers the records of ranks to rank 0 during the run (World::Records). A rank sends one piece at a time, and only
/// while none of its collectives transfers numbers; rank 0 receives pieces under the same condition. Rank 0 grants
/// credits, which limit the bytes that were sent but not stored yet; the rate is limited so that a slow network
/// suffices. After drain() the rank sends all remaining bytes. Thread: one at a time, as for World.
class RecordStream {
public:
    using Clock = std::chrono::steady_clock;

    /// `module` and `mailbox` must outlive this object.
    RecordStream(const abi::Module& module, Mailbox& mailbox, int rank, int count, World::Records records);

    /// Processes a packet of kind Records or Credit.
    void handle(const Packet& packet);
    /// Call regularly. `mayTransfer`: no collective of this rank is transferring numbers. `time`: time of the run.
    void advance(bool mayTransfer, Nanoseconds time);
    /// Call when the program has ended: advance() then sends all remaining bytes.
    void drain() { m_isDraining = true; }
    /// Whether this rank will send no further records: it has sent all, or MPI has failed.
    [[nodiscard]] bool isDrained() const { return !m_records.next; }
    /// On rank 0: whether `rank` sends records.
    [[nodiscard]] bool isSender(std::size_t rank) const
    {
        return rank < m_incoming.size() && m_incoming[rank].isSender;
    }
    /// On rank 0: whether records of `rank` are lost, because MPI has failed.
    [[nodiscard]] bool isBroken(std::size_t rank) const
    {
        return rank < m_incoming.size() && m_incoming[rank].isBroken;
    }
    /// On rank 0: whether all pieces that `rank` has announced are stored.
    [[nodiscard]] bool isStored(std::size_t rank) const
    {
        return rank >= m_incoming.size() || m_incoming[rank].announced.empty();
    }
    /// Returns the time at which a piece was last sent or stored.
    [[nodiscard]] Clock::time_point progressedAt() const { return m_progressedAt; }

private:
    enum class Progress : std::uint8_t { Open, Done, Failed };
    struct Announcement {
        std::int64_t size = 0;
        std::int64_t left = 0;
    };
    /// The pieces of one rank that rank 0 has not stored yet.
    struct IncomingStream {
        std::deque<Announcement> announced;
        std::string bytes;  ///< buffer for the first announced piece
        abi::Request* request = nullptr;
        bool isSender = false;
        bool isBroken = false;
    };

    /// Returns the progress of the request, which is Done for a null request. Sets the request to null unless it is
    /// still open. Returns Failed also if the number of received bytes is not `expected` (-1: the request receives
    /// none).
    [[nodiscard]] Progress advanceRequest(abi::Request*& request, std::int64_t expected = -1) const;
    void send(bool mayTransfer);
    void receive(int rank, IncomingStream& from, bool mayTransfer, Nanoseconds time);

    const abi::Module& m_module;
    Mailbox& m_mailbox;
    int m_rank;
    Clock::duration m_timePerByte;  ///< limits the rate of this rank, so that all ranks together send at most kRate
    World::Records m_records;       ///< `next` is empty after all records were sent
    std::int64_t m_credits = 0;
    std::int64_t m_notStored = 0;  ///< bytes that were sent and that rank 0 has not stored
    bool m_isWanted = false;       ///< rank 0 has granted credits
    bool m_isDraining = false;
    std::string m_piece;
    abi::Request* m_request = nullptr;  ///< sends m_piece
    std::int64_t m_reportedLeft = 0;
    Clock::time_point m_nextRead;
    Clock::time_point m_nextReport;
    Clock::time_point m_progressedAt;
    Nanoseconds m_time{};                    ///< time of the run at the last advance()
    std::vector<IncomingStream> m_incoming;  ///< used on rank 0; indexed by rank
};

}  // namespace engine::ranks::mpi::detail
