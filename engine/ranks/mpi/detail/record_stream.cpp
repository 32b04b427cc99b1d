#include "engine/ranks/mpi/detail/record_stream.h"

#include <algorithm>
#include <utility>

namespace engine::ranks::mpi::detail {

namespace {

constexpr std::int32_t kRecordsTag = 3;
constexpr std::int64_t kPiece = 64 * 1024;
constexpr std::chrono::milliseconds kBetweenReads{20};     ///< if there was nothing to send
constexpr std::chrono::milliseconds kBetweenReports{200};  ///< of bytes that may not be sent

}  // namespace

RecordStream::RecordStream(const abi::Module& module, Mailbox& mailbox, int rank, int count, World::Records records)
    : m_module(module), m_mailbox(mailbox), m_rank(rank), m_records(std::move(records))
{
    if (rank == 0 && m_records.append)
        m_incoming.resize(static_cast<std::size_t>(count));
}

void RecordStream::use(const Packet& packet)
{
    if (packet.kind == Packet::Kind::Credit) {
        m_isWanted = true;
        m_credits += packet.size;
    } else if (const auto rank = static_cast<std::size_t>(packet.rank); rank < m_incoming.size()) {
        m_incoming[rank].announced.push_back({packet.size, packet.left});
    }
}

void RecordStream::advance(bool isQuiet, Nanoseconds time)
{
    if (m_rank > 0) {
        send(isQuiet);
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
        receive(number, m_incoming[rank], isQuiet, time);
    }
}

bool RecordStream::isIdle() const
{
    return std::ranges::all_of(m_incoming, [](const Incoming& from) { return from.announced.empty(); });
}

/// Whether the request is complete, or there is none.
bool RecordStream::isOver(abi::Request*& request) const
{
    std::int32_t isDone = 0;
    std::int64_t size = 0;
    if (request != nullptr && m_module.test(request, &isDone, &size) == abi::Code::Ok && isDone == 0)
        return false;
    request = nullptr;
    return true;
}

void RecordStream::send(bool isQuiet)
{
    if (!m_records.next || !m_isWanted || !isOver(m_request))
        return;
    const Clock::time_point now = Clock::now();
    const bool maySend = isQuiet && m_credits > 0;
    if (now < (maySend ? m_nextRead : m_nextReport))
        return;
    World::Piece piece = m_records.next(maySend ? static_cast<std::size_t>(std::min(kPiece, m_credits)) : 0);
    m_nextReport = now + kBetweenReports;
    if (maySend && piece.bytes.empty())
        m_nextRead = now + kBetweenReads;
    if (piece.bytes.empty() && piece.left == m_toldLeft)
        return;
    m_toldLeft = piece.left;
    m_piece = std::move(piece.bytes);
    Packet packet;
    packet.kind = Packet::Kind::Records;
    packet.rank = m_rank;
    packet.size = static_cast<std::int64_t>(m_piece.size());
    packet.left = piece.left;
    m_mailbox.send(0, packet);
    m_credits -= packet.size;
    if (!m_piece.empty() &&
        m_module.send(abi::kControl, m_piece.data(), packet.size, 0, kRecordsTag, &m_request) != abi::Code::Ok)
        close();
}

void RecordStream::receive(int rank, Incoming& from, bool isQuiet, Nanoseconds time)
{
    while (!from.announced.empty()) {
        const Announced next = from.announced.front();
        if (next.size > 0 && from.bytes.empty()) {
            if (!isQuiet)
                return;
            from.bytes.resize(static_cast<std::size_t>(next.size));
            if (m_module.receive(abi::kControl, from.bytes.data(), next.size, rank, kRecordsTag, &from.request) !=
                abi::Code::Ok)
                return;
        }
        if (!isOver(from.request))
            return;
        m_records.append({rank, from.bytes, next.left, time});
        from.bytes.clear();
        from.announced.pop_front();
        if (next.size == 0)
            continue;
        Packet packet;
        packet.kind = Packet::Kind::Credit;
        packet.size = next.size;
        m_mailbox.send(rank, packet);
    }
}

}  // namespace engine::ranks::mpi::detail
