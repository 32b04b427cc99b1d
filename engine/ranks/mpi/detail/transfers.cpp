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
    for (Open& one : m_open)
        if (one.isOpen() && one.key == key && !one.isAgreed()) {
            one.agreed = now;
            one.number = m_agreements++;
        }
}

/// Begins transfers in the order in which rank 0 agreed to the collectives, because MPI requires the same order on all
/// ranks.
Status Transfers::advance()
{
    std::vector<Open*> inOrder;
    for (Open& one : m_open)
        if (one.isAgreed() && !one.isMoved)
            inOrder.push_back(&one);
    std::ranges::sort(inOrder, {}, &Open::number);
    for (Open* const one : inOrder) {
        if (!std::exchange(one->isMoving, true))
            if (Status status = one->transfer->begin(); !status)
                return status;
        const bool mayGoOn = std::ranges::none_of(inOrder, [&](const Open* other) {
            return other->key.group == one->key.group && other->number < one->number &&
                   other->transfer->isInFirstOfTwo();
        });
        const Result<bool> isDone = one->transfer->advance(mayGoOn);
        if (!isDone)
            return isDone.error();
        one->isMoved = *isDone;
    }
    return {};
}

std::vector<World::CompleteCollective> Transfers::popComplete()
{
    std::vector<World::CompleteCollective> complete;
    for (Open& one : m_open) {
        if (!one.isAgreed() || one.isTaken || !one.isMoved)
            continue;
        one.isTaken = true;
        World::CompleteCollective& taken = complete.emplace_back();
        taken.ticket = static_cast<Ticket>(&one - m_open.data());
        taken.started = one.agreed;
    }
    std::ranges::sort(complete, {}, [this](const World::CompleteCollective& one) { return m_open[one.ticket].number; });
    return complete;
}

Result<std::span<const float>> Transfers::resultOf(Ticket ticket)
{
    ENGINE_EXPECT(ticket < m_open.size() && m_open[ticket].isMoved);
    return m_open[ticket].transfer->result();
}

void Transfers::release(Ticket ticket)
{
    ENGINE_EXPECT(ticket < m_open.size() && m_open[ticket].isOpen());
    Open& one = m_open[ticket];
    if (one.isMoving && !one.isMoved)
        abandon(std::move(one.transfer));
    one = {};
}

bool Transfers::hasOpen() const
{
    return std::ranges::any_of(m_open, &Open::isOpen);
}

bool Transfers::isMoving() const
{
    return std::ranges::any_of(m_open, [](const Open& one) { return one.isOpen() && one.isMoving && !one.isMoved; });
}

bool Transfers::isUnderWay() const
{
    return std::ranges::any_of(m_open, [](const Open& one) { return one.isAgreed() && !one.isMoved; });
}

std::optional<World::Position> Transfers::position() const
{
    const Open* first = nullptr;
    for (const Open& one : m_open)
        if (one.isOpen() && !one.isTaken && (first == nullptr || one.call < first->call))
            first = &one;
    return first != nullptr ? std::optional(first->position) : std::nullopt;
}

}  // namespace engine::ranks::mpi::detail
