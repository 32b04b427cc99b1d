#include "engine/ranks/mpi/detail/record_stream.h"

#include <algorithm>
#include <utility>

namespace engine::ranks::mpi::detail {

namespace {

constexpr std::int32_t kRecordsTag = 3;
constexpr std::int64_t kLargerAtEnd = 4;   ///< after the end of this rank's program, pieces are this many times larger
constexpr std::int64_t kRate = 1'250'000;  ///< bytes/s of all ranks together: 1 % of 1 Gbit/s
constexpr std::chrono::milliseconds kBetweenReads{20};     ///< pause after a read that found nothing to send
constexpr std::chrono::milliseconds kBetweenReports{200};  ///< pause between reports of bytes that cannot be sent yet

}  // namespace

RecordStream::RecordStream(const abi::Module& module, Mailbox& mailbox, int rank, int count, World::Records records)
    : m_module(module),
      m_mailbox(mailbox),
      m_rank(rank),
      m_timePerByte(std::chrono::nanoseconds(std::chrono::seconds(std::max(count - 1, 1))) / kRate),
      m_records(std::move(records))
{
    if (rank == 0 && m_records.append)
        m_incoming.resize(static_cast<std::size_t>(count));
}

void RecordStream::handle(const Packet& packet)
{
    if (packet.kind == Packet::Kind::Credit) {
        m_credits += packet.size;
        if (std::exchange(m_isWanted, true))
            m_notStored -= packet.size;
        return;
    }
    const auto rank = static_cast<std::size_t>(packet.rank);
    if (rank >= m_incoming.size() || m_incoming[rank].isBroken)
        return;
    m_incoming[rank].isSender = true;
    if (packet.size > 0)
        m_incoming[rank].announced.push_back({packet.size, packet.left});
    else
        m_records.append({packet.rank, {}, packet.left, m_time});
}

void RecordStream::advance(bool mayTransfer, Nanoseconds time)
{
    m_time = time;
    if (m_rank > 0) {
        send(mayTransfer);
        return;
    }
    const bool isFirst = !std::exchange(m_isWanted, true);
    for (std::size_t rank = 1; rank < m_incoming.size(); ++rank) {
        const auto number = static_cast<int>(rank);
        if (isFirst) {
            Packet packet;
            packet.kind = Packet::Kind::Credit;
            packet.size = m_records.credits;
            m_mailbox.send(number, packet);
        }
        receive(number, m_incoming[rank], mayTransfer, time);
    }
}

RecordStream::Progress RecordStream::advanceRequest(abi::Request*& request, std::int64_t expected) const
{
    if (request == nullptr)
        return Progress::Done;
    std::int32_t isDone = 0;
    std::int64_t size = 0;
    const bool isGood = m_module.test(request, &isDone, &size) == abi::Code::Ok;
    if (isGood && isDone == 0)
        return Progress::Open;
    request = nullptr;
    return isGood && (expected < 0 || size == expected) ? Progress::Done : Progress::Failed;
}

/// Sends the next piece if `mayTransfer` is true and the credits and the rate allow it. After a piece that cannot be
/// sent, sends nothing more, because the stored bytes must have no gap.
void RecordStream::send(bool mayTransfer)
{
    if (!m_records.next || !m_isWanted)
        return;
    const Progress before = advanceRequest(m_request);
    if (before == Progress::Failed) {
        m_records.next = nullptr;
        return;
    }
    const Clock::time_point now = Clock::now();
    const bool hasRoom = m_credits > 0 || (m_isDraining && m_notStored == 0);
    const bool maySend = mayTransfer && before == Progress::Done && hasRoom;
    const bool isDue = maySend ? m_isDraining || now >= m_nextRead : now >= m_nextReport;
    if (!isDue)
        return;
    const std::int64_t most = m_isDraining ? m_records.piece * kLargerAtEnd : std::min(m_records.piece, m_credits);
    World::Piece piece = m_records.next(maySend ? static_cast<std::size_t>(most) : 0);
    m_nextReport = now + kBetweenReports;
    if (maySend && piece.bytes.empty()) {
        m_nextRead = now + kBetweenReads;
        if (m_isDraining)
            m_records.next = nullptr;
    }
    if (piece.bytes.empty() && piece.left == 0 && m_reportedLeft == 0)
        return;
    m_reportedLeft = piece.left;
    Packet packet;
    packet.kind = Packet::Kind::Records;
    packet.rank = m_rank;
    packet.size = static_cast<std::int64_t>(piece.bytes.size());
    packet.left = piece.left;
    if (packet.size > 0) {
        m_piece = std::move(piece.bytes);
        m_credits -= packet.size;
        m_notStored += packet.size;
        m_progressedAt = now;
        m_nextRead = now + m_timePerByte * packet.size;
        if (m_module.send(abi::kControl, m_piece.data(), packet.size, 0, kRecordsTag, &m_request) != abi::Code::Ok) {
            m_records.next = nullptr;
            return;
        }
    }
    m_mailbox.send(0, packet);
}

/// Receives and stores announced pieces. After a piece that cannot be received, stores nothing more, because the stored
/// bytes must have no gap.
void RecordStream::receive(int rank, IncomingStream& from, bool mayTransfer, Nanoseconds time)
{
    while (!from.announced.empty() && !from.isBroken) {
        const Announcement next = from.announced.front();
        if (from.bytes.empty()) {
            if (!mayTransfer)
                return;
            from.bytes.resize(static_cast<std::size_t>(next.size));
            from.isBroken = m_module.receive(abi::kControl, from.bytes.data(), next.size, rank, kRecordsTag,
                                             &from.request) != abi::Code::Ok;
        }
        const Progress progress = from.isBroken ? Progress::Failed : advanceRequest(from.request, next.size);
        if (progress == Progress::Open)
            return;
        from.isBroken = progress == Progress::Failed;
        if (from.isBroken)
            return;
        m_records.append({rank, from.bytes, next.left, time});
        m_progressedAt = Clock::now();
        from.bytes.clear();
        from.announced.pop_front();
        Packet packet;
        packet.kind = Packet::Kind::Credit;
        packet.size = next.size;
        m_mailbox.send(rank, packet);
    }
}

}  // namespace engine::ranks::mpi::detail
