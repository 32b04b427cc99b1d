#include "engine/ranks/shm/detail/numbers.h"

#include "engine/ranks/results.h"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <type_traits>

namespace engine::ranks::shm::detail {

namespace {

/// Calls `call` (::pread or ::pwrite) until all bytes at `at` are transferred. Returns false if the file cannot be read
/// or written.
template <typename Pointer, typename Call>
bool transfer(int file, Pointer* at, std::size_t bytes, off_t offset, Call call)
{
    auto* next = reinterpret_cast<std::conditional_t<std::is_const_v<Pointer>, const char, char>*>(at);
    while (bytes > 0) {
        const ssize_t moved = call(file, next, bytes, offset);
        if (moved <= 0 && errno != EINTR)
            return false;
        if (moved <= 0)
            continue;
        next += moved;
        offset += moved;
        bytes -= static_cast<std::size_t>(moved);
    }
    return true;
}

}  // namespace

std::int64_t Numbers::store(const device::RankTransport::CollectiveCall& call)
{
    if (call.numbers.empty())
        return 0;
    {
        const Lock lock(*m_memory.shared);
        std::erase_if(m_stored, [&](const auto& stored) {
            return m_memory.shared->entries[stored.first].generation != stored.second;
        });
    }
    if (m_stored.empty())
        m_end = 0;
    const std::int64_t begin = m_end;
    for (const std::span<const float> part : call.numbers) {
        if (!transfer(m_memory.files[static_cast<std::size_t>(m_rank)], part.data(), part.size_bytes(), m_end,
                      ::pwrite))
            return -1;
        m_end += static_cast<std::int64_t>(part.size_bytes());
    }
    return begin;
}

Result<std::vector<float>> Numbers::of(const Entry& entry, int rank) const
{
    const PostedCall& from = entry.calls[static_cast<std::size_t>(rank)];
    std::vector<float> numbers(static_cast<std::size_t>(from.numbers));
    if (!transfer(m_memory.files[static_cast<std::size_t>(rank)], numbers.data(), numbers.size() * sizeof(float),
                  from.offset, ::pread))
        return untranslatedError(ErrorCode::InputOutput,
                                 "The numbers of rank " + std::to_string(rank) + " could not be read.");
    return numbers;
}

Result<std::vector<float>> Numbers::received(const Entry& entry, std::span<const int> ranks) const
{
    const Call& own = entry.calls[static_cast<std::size_t>(m_rank)].call;
    switch (own.kind) {
        case trace::CollectiveKind::AllReduce:
            return reduced(entry, ranks);
        case trace::CollectiveKind::Reduce:
            return own.root == m_rank ? reduced(entry, ranks) : std::vector<float>();
        case trace::CollectiveKind::ReduceScatter: {
            Result<std::vector<float>> all = reduced(entry, ranks);
            if (!all)
                return all;
            const auto part = static_cast<std::ptrdiff_t>(all->size() / ranks.size());
            const auto begin = all->begin() + part * (std::ranges::find(ranks, m_rank) - ranks.begin());
            return std::vector<float>(begin, begin + part);
        }
        case trace::CollectiveKind::AllGather:
            return gathered(entry, ranks);
        case trace::CollectiveKind::Broadcast:
            return of(entry, own.root);
        case trace::CollectiveKind::Receive:
            return of(entry, entry.key.from);
        case trace::CollectiveKind::Barrier:
        case trace::CollectiveKind::Send:
        case trace::CollectiveKind::AllToAll:
        case trace::CollectiveKind::Gather:
        case trace::CollectiveKind::Scatter:
            break;
    }
    return std::vector<float>();
}

Result<std::vector<float>> Numbers::gathered(const Entry& entry, std::span<const int> ranks) const
{
    std::vector<float> all;
    for (const int rank : ranks) {
        const Result<std::vector<float>> part = of(entry, rank);
        if (!part)
            return part.error();
        all.insert(all.end(), part->begin(), part->end());
    }
    return all;
}

Result<std::vector<float>> Numbers::reduced(const Entry& entry, std::span<const int> ranks) const
{
    const trace::ReduceOp op = entry.calls[static_cast<std::size_t>(m_rank)].call.op;
    std::vector<float> result;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        Result<std::vector<float>> next = of(entry, ranks[i]);
        if (!next)
            return next;
        if (i == 0)
            result = *std::move(next);
        else
            reduceInto(result, result, *next, op, static_cast<int>(i), static_cast<int>(ranks.size()));
    }
    return result;
}

}  // namespace engine::ranks::shm::detail
