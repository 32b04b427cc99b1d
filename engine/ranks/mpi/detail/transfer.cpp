#include "engine/ranks/mpi/detail/transfer.h"

#include "engine/base/expect.h"
#include "engine/ranks/results.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace engine::ranks::mpi::detail {

namespace {

using trace::CollectiveKind;

constexpr std::int64_t kFew = 2048;  ///< a sum of at most this many numbers is done in one step
constexpr std::int32_t kTag = 0;
constexpr std::size_t kBlock = 2048;  ///< numbers that are added at a time; small enough for the cache

}  // namespace

Buffers::Buffer Buffers::acquire(std::size_t size)
{
    auto found = std::ranges::lower_bound(m_free, size, {}, &Buffer::size);
    if (found == m_free.end() && !m_free.empty())
        m_free.pop_back();  // frees the largest buffer, because the caller allocates a larger one instead
    else if (found != m_free.end()) {
        Buffer buffer = std::move(*found);
        m_free.erase(found);
        return buffer;
    }
    return {std::make_unique_for_overwrite<float[]>(size), size};
}

void Buffers::release(Buffer buffer)
{
    if (buffer.data != nullptr)
        m_free.insert(std::ranges::lower_bound(m_free, buffer.size, {}, &Buffer::size), std::move(buffer));
}

Parts Parts::of(std::int64_t elements, std::size_t ranks)
{
    const auto count = static_cast<std::int64_t>(ranks);
    Parts parts;
    std::int64_t offset = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t part = elements / count + (i < elements % count ? 1 : 0);
        parts.counts.push_back(static_cast<std::int32_t>(part));
        parts.offsets.push_back(static_cast<std::int32_t>(offset));
        offset += part;
    }
    return parts;
}

Parts Parts::each(std::int32_t size, std::size_t ranks)
{
    Parts parts{std::vector(ranks, size), {}};
    for (std::size_t i = 0; i < ranks; ++i)
        parts.offsets.push_back(static_cast<std::int32_t>(i) * size);
    return parts;
}

int Transfer::Group::positionOf(int rank) const
{
    return static_cast<int>(std::ranges::find(ranks, rank) - ranks.begin());
}

Transfer::Transfer(const abi::Module& module, Group group, const device::RankTransport::CollectiveCall& call,
                   Buffers& buffers)
    : m_module(module),
      m_group(std::move(group)),
      m_what(call.what),
      m_elements(call.elements),
      m_buffers(buffers),
      m_owner(call.owner),
      m_programResult(call.result)
{
    if (call.payload == device::RankTransport::Payload::External)
        m_what.kind = CollectiveKind::Barrier;
    if (call.payload == device::RankTransport::Payload::Handshake) {
        m_what.kind = CollectiveKind::AllGather;
        m_elements = static_cast<std::int64_t>(call.numbers.front().size());
    }
    pack(call);
}

Transfer::~Transfer()
{
    m_buffers.release(std::move(m_packed));
    m_buffers.release(std::move(m_received));
    m_buffers.release(std::move(m_resultBuffer));
}

void Transfer::pack(const device::RankTransport::CollectiveCall& call)
{
    if (call.numbers.size() == 1) {
        m_contribution = call.numbers.front();
        return;
    }
    std::size_t size = 0;
    for (const std::span<const float> part : call.numbers)
        size += part.size();
    m_packed = m_buffers.acquire(size);
    float* to = m_packed.data.get();
    for (const std::span<const float> part : call.numbers)
        to = std::ranges::copy(part, to).out;
    m_contribution = m_packed.first(size);
}

/// Chooses memory for the result: the program's memory; else the packed contributions; else another buffer.
void Transfer::placeResult(std::size_t size)
{
    if (m_programResult.size() == size) {
        m_result = m_programResult;
    } else if (m_packed.data != nullptr && m_contribution.size() == size) {
        m_result = m_packed.first(size);
    } else {
        m_resultBuffer = m_buffers.acquire(size);
        m_result = m_resultBuffer.first(size);
    }
}

bool Transfer::isNeededHere() const
{
    return m_what.kind != CollectiveKind::Reduce || m_group.positionOf(m_what.root) == m_group.own;
}

std::span<float> Transfer::part() const
{
    const auto own = static_cast<std::size_t>(m_group.own);
    const auto size = static_cast<std::size_t>(m_layout.result.counts[own]);
    if (m_what.kind == CollectiveKind::ReduceScatter)
        return m_result;
    if (m_what.kind == CollectiveKind::AllReduce)
        return m_result.subspan(static_cast<std::size_t>(m_layout.result.offsets[own]), size);
    return m_received.first((own + 1) * size).last(size);
}

Status Transfer::statusOf(abi::Code code)
{
    if (code == abi::Code::Ok)
        return {};
    return untranslatedError(ErrorCode::OperationFailed, std::string("MPI failed: ") + m_module.lastError());
}

Status Transfer::begin()
{
    ENGINE_EXPECT(m_step == Step::Only && m_request == nullptr);
    const auto ranks = static_cast<std::int64_t>(m_group.ranks.size());
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
            placeResult(m_contribution.size() * m_group.ranks.size());
            m_layout.result = Parts::each(size, m_group.ranks.size());
            return allGather(m_group.channels.first, m_contribution, m_result.data(), m_layout.result);
        case CollectiveKind::Broadcast: {
            const int root = m_group.positionOf(m_what.root);
            placeResult(static_cast<std::size_t>(m_elements));
            if (root == m_group.own && m_result.data() != m_contribution.data())
                std::ranges::copy(m_contribution.first(std::min(m_contribution.size(), m_result.size())),
                                  m_result.begin());
            return statusOf(m_module.broadcast(m_group.channels.first, m_result.data(),
                                               static_cast<std::int32_t>(m_elements), root, &m_request));
        }
        case CollectiveKind::Send:
            return statusOf(m_module.send(m_group.channels.first, m_contribution.data(), std::int64_t{4} * size,
                                          m_group.positionOf(m_what.root), kTag, &m_request));
        case CollectiveKind::Receive:
            placeResult(static_cast<std::size_t>(m_elements));
            return statusOf(m_module.receive(m_group.channels.first, m_result.data(), 4 * m_elements,
                                             m_group.positionOf(m_what.root), kTag, &m_request));
        case CollectiveKind::Barrier:  // complete when all ranks have arrived
            return {};
        case CollectiveKind::AllToAll:
        case CollectiveKind::Gather:
        case CollectiveKind::Scatter:
            break;
    }
    return untranslatedError(ErrorCode::Unsupported, "This collective is not supported.");
}

Status Transfer::allGather(std::int32_t channel, std::span<const float> from, float* to, const Parts& parts)
{
    const bool isInPlace = from.data() == to + parts.offsets[static_cast<std::size_t>(m_group.own)];
    return statusOf(m_module.allGather(channel, isInPlace ? nullptr : from.data(),
                                       static_cast<std::int32_t>(from.size()), to, parts.view(), &m_request));
}

Status Transfer::gather(std::int32_t channel, std::span<const float> from, float* to, const Parts& parts)
{
    return statusOf(m_module.gather(channel, from.data(), static_cast<std::int32_t>(from.size()), to, parts.view(),
                                    m_group.positionOf(m_what.root), &m_request));
}

Status Transfer::beginSum()
{
    const std::size_t ranks = m_group.ranks.size();
    const auto own = static_cast<std::size_t>(m_group.own);
    const bool isScattered = m_what.kind == CollectiveKind::ReduceScatter;
    const bool isGathered = m_elements <= kFew && !isScattered;
    m_layout.result = Parts::of(m_elements, ranks);
    const std::int32_t size =
        isGathered ? static_cast<std::int32_t>(m_contribution.size()) : m_layout.result.counts[own];
    m_layout.received = Parts::each(size, ranks);
    if (isNeededHere())
        placeResult(static_cast<std::size_t>(isScattered ? size : m_elements));
    m_received = m_buffers.acquire(static_cast<std::size_t>(size) * ranks);
    float* const to = m_received.data.get();
    m_step = isGathered ? Step::Gathered : Step::Parts;
    if (isGathered)
        return m_what.kind == CollectiveKind::AllReduce
                   ? allGather(m_group.channels.first, m_contribution, to, m_layout.received)
                   : gather(m_group.channels.first, m_contribution, to, m_layout.received);
    m_layout.sent = m_layout.result;
    m_layout.sent.counts[own] = m_layout.received.counts[own] = 0;  // this rank does not send its part to itself
    return statusOf(m_module.allToAll(m_group.channels.first, m_contribution.data(), m_layout.sent.view(), to,
                                      m_layout.received.view(), &m_request));
}

Result<bool> Transfer::advance(bool mayBeginSecond)
{
    if (m_request != nullptr) {
        std::int32_t isDone = 0;
        std::int64_t size = 0;
        if (Status status = statusOf(m_module.test(m_request, &isDone, &size)); !status)
            return std::move(status).error();
        if (isDone == 0)
            return false;
        m_request = nullptr;
        endStep();
    }
    if (m_step == Step::Added && mayBeginSecond)
        if (Status status = beginSecond(); !status)
            return std::move(status).error();
    return m_request == nullptr && m_step != Step::Added;
}

/// Writes the reduction of the contributions of all ranks to `result`. `own`: this rank's contribution; it may be the
/// memory of `result`.
void Transfer::reduce(std::span<float> result, std::span<const float> own) const
{
    ENGINE_EXPECT(result.size() >= own.size());
    const auto count = static_cast<int>(m_group.ranks.size());
    std::array<float, kBlock> sum{};
    for (std::size_t begin = 0; begin < own.size(); begin += kBlock) {
        const std::size_t size = std::min(kBlock, own.size() - begin);
        const auto contribution = [&](int rank) {
            const float* const received = m_received.data.get() + static_cast<std::size_t>(rank) * own.size();
            return std::span(rank == m_group.own ? own.data() : received, own.size()).subspan(begin, size);
        };
        std::span<const float> before = contribution(0);
        for (int rank = 1; rank < count; ++rank) {
            // Only the last rank's step writes to the result: the result may be the memory of `own`, which earlier
            // steps read.
            const std::span<float> to = rank + 1 == count ? result.subspan(begin, size) : std::span(sum).first(size);
            reduceInto(to, before, contribution(rank), m_what.op, rank, count);
            before = to;
        }
    }
    if (count == 1)
        std::ranges::copy(own, result.begin());
}

void Transfer::endStep()
{
    if (m_what.kind == CollectiveKind::Broadcast && m_group.positionOf(m_what.root) == m_group.own)
        m_result = {};  // the root of a broadcast receives nothing
    if (m_step == Step::Gathered && isNeededHere())
        reduce(m_result, m_contribution);
    if (m_step != Step::Parts)
        return;
    const std::int32_t begin = m_layout.result.offsets[static_cast<std::size_t>(m_group.own)];
    reduce(part(), m_contribution.subspan(static_cast<std::size_t>(begin), part().size()));
    m_step = m_what.kind == CollectiveKind::ReduceScatter ? Step::Only : Step::Added;
}

Status Transfer::beginSecond()
{
    m_step = Step::Second;
    return m_what.kind == CollectiveKind::AllReduce
               ? allGather(m_group.channels.second, part(), m_result.data(), m_layout.result)
               : gather(m_group.channels.second, part(), m_result.data(), m_layout.result);
}

}  // namespace engine::ranks::mpi::detail
