#pragma once

#include "engine/ranks/mpi/abi.h"
#include "engine/ranks/mpi/detail/checker.h"

#include <array>
#include <list>
#include <string>
#include <vector>

namespace engine::ranks::mpi::detail {

/// Increment this version with each change of Packet: computers may have different versions of the program.
constexpr std::uint32_t kPacketVersion = 4;

/// A control message between rank 0 and another rank. The values of collectives are not sent in packets, but by
/// Transfer. Ranks other than 0 exchange no packets with each other.
struct Packet {
    enum class Kind : std::uint32_t {
        Posted,     ///< to rank 0: the sender has posted a collective
        Ended,      ///< to or from rank 0: the sender's program has ended; `text`: the error
        AllEnded,   ///< from rank 0: the programs of all ranks have ended
        Failed,     ///< to rank 0: MPI or a device failed on the sender; from rank 0: ends all ranks; `text`: the error
        Report,     ///< to rank 0: `size` bytes of the sender's report follow
        Complete,   ///< from rank 0: all ranks of a collective have arrived, with equal calls
        Sleeping,   ///< to rank 0: the sender's program sleeps in line `size`; `size` 0: it is awake
        MayFinish,  ///< from rank 0: rank 0 has received all reports
        Records,    ///< to rank 0: `size` bytes of records follow; the sender has `left` more
        Credit,     ///< from rank 0: the receiver of this packet may send `size` more bytes of records
        // The next three kinds are for IdleClocks.
        ClockQuestion,  ///< from rank 0; `size`: number of the question
        ClockAnswer,    ///< to rank 0; `clock`: time, clock of rank 0's computer (0 on other computers), uncertainty
        ClockResult,    ///< from rank 0; `clock`: the result
    };
    static constexpr std::size_t kMostText = 3000;

    Kind kind = Kind::Posted;
    std::int32_t rank = 0;
    CallNotice notice;
    std::int64_t size = 0;
    std::int64_t left = 0;
    trace::ClockRecord clock;
    std::uint32_t length = 0;  ///< length of the text
    std::array<char, kMostText> text{};

    void setText(const std::string& sentence);
    [[nodiscard]] std::string sentence() const { return {text.data(), length}; }
};

/// Sends and receives packets without blocking. Thread: one at a time.
class Mailbox {
public:
    explicit Mailbox(const abi::Module& module) : m_module(module) {}
    ~Mailbox();
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;

    void send(int to, const Packet& packet);
    /// Calls `handler` for each packet that has arrived from `from` (abi::kAnyRank: from any rank).
    template <typename Handler>
    void receive(int from, Handler handler)
    {
        while (pollIncoming(from))
            handler(m_incoming);
    }
    /// Tests the pending sends and frees those that are complete. Returns whether none is pending. Call regularly.
    bool testSends();

private:
    /// Returns whether another packet has arrived; it is then in m_incoming.
    [[nodiscard]] bool pollIncoming(int from);

    struct OutgoingPacket {
        Packet packet;
        abi::Request* request = nullptr;
    };
    const abi::Module& m_module;
    std::list<OutgoingPacket> m_outgoing;
    Packet m_incoming;
    Packet m_next;  ///< the buffer of the next packet
    abi::Request* m_request = nullptr;
};

}  // namespace engine::ranks::mpi::detail
