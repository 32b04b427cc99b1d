#include "engine/ranks/mpi/detail/post.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace engine::ranks::mpi::detail {

namespace {

constexpr std::int32_t kTag = 0;
static_assert(std::is_trivially_copyable_v<Letter>);

}  // namespace

void Letter::setText(const std::string& sentence)
{
    length = static_cast<std::uint32_t>(sentence.copy(text.data(), text.size()));
}

Post::~Post() = default;

void Post::send(int to, const Letter& letter)
{
    Outgoing& outgoing = m_outgoing.emplace_back(letter);
    outgoing.letter.arrived.call.type = {};  // a pointer of this process
    const auto size = static_cast<std::int64_t>(offsetof(Letter, text) + letter.length);
    if (m_module.send(abi::kControl, &outgoing.letter, size, to, kTag, &outgoing.request) != abi::Code::Ok)
        m_outgoing.pop_back();
}

bool Post::isAllSent()
{
    std::erase_if(m_outgoing, [this](Outgoing& one) {
        std::int32_t isDone = 0;
        std::int64_t size = 0;
        return m_module.test(one.request, &isDone, &size) != abi::Code::Ok || isDone != 0;
    });
    return m_outgoing.empty();
}

bool Post::pollIncoming(int from)
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
    m_incoming.arrived.call.type = "float32";
    return true;
}

}  // namespace engine::ranks::mpi::detail
