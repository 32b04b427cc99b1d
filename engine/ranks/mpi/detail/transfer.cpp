#include "engine/ranks/mpi/detail/transfer.h"

#include "engine/ranks/results.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace engine::ranks::mpi::detail {

namespace {

using trace::CollectiveKind;

constexpr std::int64_t kFew = 2048;  ///< numbers of a sum that goes in one step
constexpr std::int32_t kTag = 0;

}  // namespace

Transfer::Transfer(const abi::Module& module, Channels channels, std::span<const int> ranks, int own,
                   const device::Meeting::Arrival& arrival)
    : m_module(module),
      m_channels(channels),
      m_ranks(ranks.begin(), ranks.end()),
      m_own(own),
      m_what(arrival.what),
      m_elements(arrival.elements)
{
    pack(arrival);
}

void Transfer::pack(const device::Meeting::Arrival& arrival)
{
    if (arrival.numbers.size() == 1) {
        m_contribution = arrival.numbers.front();
        return;
    }
    std::size_t size = 0;
    for (const std::span<const float> part : arrival.numbers)
        size += part.size();
    m_packed.reserve(size);
    for (const std::span<const float> part : arrival.numbers)
        m_packed.insert(m_packed.end(), part.begin(), part.end());
    m_contribution = m_packed;
}

int Transfer::positionOf(int rank) const
{
    return static_cast<int>(std::ranges::find(m_ranks, rank) - m_ranks.begin());
}

bool Transfer::isNeededHere() const
{
    return m_what.kind != CollectiveKind::Reduce || positionOf(m_what.root) == m_own;
}

/// Cuts `elements` numbers into a part for each rank.
void Transfer::setParts(std::int64_t elements)
{
    const auto count = static_cast<std::int64_t>(m_ranks.size());
    std::int64_t offset = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t part = elements / count + (i < elements % count ? 1 : 0);
        m_counts.push_back(static_cast<std::int32_t>(part));
        m_offsets.push_back(static_cast<std::int32_t>(offset));
        offset += part;
    }
}

Status Transfer::started(abi::Code code)
{
    if (code == abi::Code::Ok)
        return {};
    return untranslatedError(ErrorCode::OperationFailed, std::string("MPI failed: ") + m_module.lastError());
}

Status Transfer::begin()
{
    const auto ranks = static_cast<std::int64_t>(m_ranks.size());
    if (m_elements * ranks > std::numeric_limits<std::int32_t>::max())
        return untranslatedError(ErrorCode::Unsupported,
                                 "A collective moves at most 2147483647 numbers; use several smaller ones.");
    const auto size = static_cast<std::int32_t>(m_contribution.size());
    switch (m_what.kind) {
        case CollectiveKind::AllReduce:
        case CollectiveKind::Reduce:
        case CollectiveKind::ReduceScatter:
            return beginSum();
        case CollectiveKind::AllGather:
            m_result.resize(m_contribution.size() * m_ranks.size());
            m_counts.assign(m_ranks.size(), size);
            for (std::int32_t i = 0; i < ranks; ++i)
                m_offsets.push_back(i * size);
            return started(m_module.allGather(m_channels.first, m_contribution.data(), size, m_result.data(),
                                              {m_counts.data(), m_offsets.data()}, &m_request));
        case CollectiveKind::Broadcast: {
            const int root = positionOf(m_what.root);
            m_result.resize(static_cast<std::size_t>(m_elements));
            if (root == m_own)
                std::ranges::copy(m_contribution.first(std::min(m_contribution.size(), m_result.size())),
                                  m_result.begin());
            return started(m_module.broadcast(m_channels.first, m_result.data(), static_cast<std::int32_t>(m_elements),
                                              root, &m_request));
        }
        case CollectiveKind::Send:
            return started(m_module.send(m_channels.first, m_contribution.data(), std::int64_t{4} * size,
                                         positionOf(m_what.root), kTag, &m_request));
        case CollectiveKind::Receive:
            m_result.resize(static_cast<std::size_t>(m_elements));
            return started(m_module.receive(m_channels.first, m_result.data(), 4 * m_elements, positionOf(m_what.root),
                                            kTag, &m_request));
        case CollectiveKind::Barrier:  // it is complete when all ranks have arrived
            return {};
        case CollectiveKind::AllToAll:
        case CollectiveKind::Gather:
        case CollectiveKind::Scatter:
            break;
    }
    return untranslatedError(ErrorCode::Unsupported, "This collective is not supported.");
}

Status Transfer::beginSum()
{
    const auto size = static_cast<std::int32_t>(m_contribution.size());
    const auto ranks = static_cast<std::int32_t>(m_ranks.size());
    setParts(m_elements);
    if (m_elements <= kFew && m_what.kind != CollectiveKind::ReduceScatter) {
        m_isGathered = true;
        m_ownCounts.assign(m_ranks.size(), size);
        for (std::int32_t i = 0; i < ranks; ++i)
            m_ownOffsets.push_back(i * size);
        m_received.resize(m_contribution.size() * m_ranks.size());
        const abi::Parts parts{m_ownCounts.data(), m_ownOffsets.data()};
        if (m_what.kind == CollectiveKind::Reduce)
            return started(m_module.gather(m_channels.first, m_contribution.data(), size, m_received.data(), parts,
                                           positionOf(m_what.root), &m_request));
        return started(
            m_module.allGather(m_channels.first, m_contribution.data(), size, m_received.data(), parts, &m_request));
    }
    m_step = Step::Parts;
    const std::int32_t own = m_counts[static_cast<std::size_t>(m_own)];
    m_ownCounts.assign(m_ranks.size(), own);
    for (std::int32_t i = 0; i < ranks; ++i)
        m_ownOffsets.push_back(i * own);
    m_received.resize(static_cast<std::size_t>(own) * m_ranks.size());
    return started(m_module.allToAll(m_channels.first, m_contribution.data(), {m_counts.data(), m_offsets.data()},
                                     m_received.data(), {m_ownCounts.data(), m_ownOffsets.data()}, &m_request));
}

Result<bool> Transfer::advance(bool mayGoOn)
{
    if (m_request != nullptr) {
        std::int32_t isDone = 0;
        std::int64_t size = 0;
        if (Status status = started(m_module.test(m_request, &isDone, &size)); !status)
            return std::move(status).error();
        if (isDone == 0)
            return false;
        m_request = nullptr;
        endStep();
    }
    if (m_step == Step::Added && mayGoOn)
        if (Status status = beginSecond(); !status)
            return std::move(status).error();
    return m_request == nullptr && m_step != Step::Added;
}

/// Adds `size` numbers of each rank.
void Transfer::reduce(std::span<float> result, std::size_t size) const
{
    for (std::size_t i = 0; i < m_ranks.size(); ++i)
        reduceInto(result, std::span(m_received).subspan(i * size, size), m_what.op, static_cast<int>(i),
                   static_cast<int>(m_ranks.size()));
}

void Transfer::endStep()
{
    const bool isSource = m_what.kind == CollectiveKind::Broadcast && positionOf(m_what.root) == m_own;
    if (isSource)
        m_result.clear();  // it receives nothing
    if (m_isGathered && isNeededHere()) {
        m_result.resize(m_contribution.size());
        reduce(m_result, m_contribution.size());
    }
    if (m_step != Step::Parts)
        return;
    const auto own = static_cast<std::size_t>(m_counts[static_cast<std::size_t>(m_own)]);
    const bool isLast = m_what.kind == CollectiveKind::ReduceScatter;
    std::vector<float>& sum = isLast ? m_result : m_part;
    sum.resize(own);
    reduce(sum, own);
    m_step = isLast ? Step::Only : Step::Added;
}

Status Transfer::beginSecond()
{
    m_step = Step::Second;
    if (isNeededHere())
        m_result.resize(static_cast<std::size_t>(m_elements));
    const abi::Parts parts{m_counts.data(), m_offsets.data()};
    const auto size = static_cast<std::int32_t>(m_part.size());
    return started(
        m_what.kind == CollectiveKind::Reduce
            ? m_module.gather(m_channels.second, m_part.data(), size, m_result.data(), parts, positionOf(m_what.root),
                              &m_request)
            : m_module.allGather(m_channels.second, m_part.data(), size, m_result.data(), parts, &m_request));
}

}  // namespace engine::ranks::mpi::detail
