#include "engine/ranks/mpi/detail/mailbox.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace engine::ranks::mpi::detail {

namespace {

constexpr std::int32_t kTag = 0;
static_assert(std::is_trivially_copyable_v<Packet>);

}  // namespace

void Packet::setText(const std::string& sentence)
{
    length = static_cast<std::uint32_t>(sentence.copy(text.data(), text.size()));
}

Mailbox::~Mailbox() = default;

void Mailbox::send(int to, const Packet& packet)
{
    OutgoingPacket& outgoing = m_outgoing.emplace_back(packet);
    const auto size = static_cast<std::int64_t>(offsetof(Packet, text) + packet.length);
    if (m_module.send(abi::kControl, &outgoing.packet, size, to, kTag, &outgoing.request) != abi::Code::Ok)
        m_outgoing.pop_back();
}

bool Mailbox::testSends()
{
    std::erase_if(m_outgoing, [this](OutgoingPacket& outgoing) {
        std::int32_t isDone = 0;
        std::int64_t size = 0;
        return m_module.test(outgoing.request, &isDone, &size) != abi::Code::Ok || isDone != 0;
    });
    return m_outgoing.empty();
}

bool Mailbox::pollIncoming(int from)
{
    if (m_request == nullptr &&
        m_module.receive(abi::kControl, &m_next, sizeof m_next, from, kTag, &m_request) != abi::Code::Ok)
        return false;
    std::int32_t isDone = 0;
    std::int64_t size = 0;
    if (m_module.test(m_request, &isDone, &size) != abi::Code::Ok || isDone == 0)
        return false;
    m_request = nullptr;
    m_incoming = m_next;
    return true;
}

}  // namespace engine::ranks::mpi::detail
