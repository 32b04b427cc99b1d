#include "engine/ranks/mpi/detail/transfers.h"

#include "engine/base/expect.h"
#include "engine/ranks/mpi/detail/abandoned.h"

#include <algorithm>
#include <utility>

namespace engine::ranks::mpi::detail {

Transfers::Ticket Transfers::add(const CollectiveKey& key, const World::CollectiveCall& call,
                                 std::span<const int> ranks, int own)
{
    auto unused = std::ranges::find_if_not(m_open, &Open::isOpen);
    if (unused == m_open.end())
        unused = m_open.insert(unused, Open{});
    *unused = {};
    unused->key = key;
    unused->position = {call.what.kind, call.what.sequence, call.line};
    unused->call = m_calls++;
    unused->transfer = std::make_unique<Transfer>(
        m_module, Transfer::Group{m_channels[call.what.group.index], {ranks.begin(), ranks.end()}, own}, call,
        m_buffers);
    return static_cast<Ticket>(unused - m_open.begin());
}

void Transfers::agree(const CollectiveKey& key, std::int64_t now)
{
    for (Open& open : m_open)
        if (open.isOpen() && open.key == key && !open.isAgreed()) {
            open.agreed = now;
            open.number = m_agreements++;
        }
}

/// Begins transfers in the order in which rank 0 agreed to the collectives, because MPI requires the same order on all
/// ranks.
Status Transfers::advance()
{
    std::vector<Open*> inOrder;
    for (Open& open : m_open)
        if (open.isAgreed() && !open.isDone)
            inOrder.push_back(&open);
    std::ranges::sort(inOrder, {}, &Open::number);
    for (Open* const open : inOrder) {
        if (!std::exchange(open->hasBegun, true))
            if (Status status = open->transfer->begin(); !status)
                return status;
        const bool mayBeginSecond = std::ranges::none_of(inOrder, [&](const Open* other) {
            return other->key.group == open->key.group && other->number < open->number &&
                   other->transfer->isInFirstOfTwo();
        });
        const Result<bool> hasEnded = open->transfer->advance(mayBeginSecond);
        if (!hasEnded)
            return hasEnded.error();
        open->isDone = *hasEnded;
    }
    return {};
}

std::vector<World::CompleteCollective> Transfers::popComplete()
{
    std::vector<World::CompleteCollective> complete;
    for (Open& open : m_open) {
        if (!open.isAgreed() || open.isReturned || !open.isDone)
            continue;
        open.isReturned = true;
        World::CompleteCollective& collective = complete.emplace_back();
        collective.ticket = static_cast<Ticket>(&open - m_open.data());
        collective.started = open.agreed;
    }
    std::ranges::sort(complete, {},
                      [this](const World::CompleteCollective& collective) { return m_open[collective.ticket].number; });
    return complete;
}

Result<std::span<const float>> Transfers::resultOf(Ticket ticket)
{
    ENGINE_EXPECT(ticket < m_open.size() && m_open[ticket].isDone);
    return m_open[ticket].transfer->result();
}

void Transfers::release(Ticket ticket)
{
    ENGINE_EXPECT(ticket < m_open.size() && m_open[ticket].isOpen());
    Open& open = m_open[ticket];
    if (open.hasBegun && !open.isDone)
        abandon(std::move(open.transfer));
    open = {};
}

bool Transfers::hasOpen() const
{
    return std::ranges::any_of(m_open, &Open::isOpen);
}

bool Transfers::isTransferring() const
{
    return std::ranges::any_of(m_open, [](const Open& open) { return open.isOpen() && open.hasBegun && !open.isDone; });
}

bool Transfers::isUnderWay() const
{
    return std::ranges::any_of(m_open, [](const Open& open) { return open.isAgreed() && !open.isDone; });
}

std::optional<World::Position> Transfers::position() const
{
    const Open* first = nullptr;
    for (const Open& open : m_open)
        if (open.isOpen() && !open.isReturned && (first == nullptr || open.call < first->call))
            first = &open;
    return first != nullptr ? std::optional(first->position) : std::nullopt;
}

}  // namespace engine::ranks::mpi::detail
