#include "engine/trace/detail/op_column.h"

#include <bit>

namespace engine::trace::detail {

namespace {

/// Number of hash values. A new operation is compared only with the last statement that has the same hash.
constexpr std::size_t kRecent = 4096;

constexpr int kTimeBits = 38;
constexpr int kHighBits = kTimeBits - 32;
/// 69 s, in ns. A packed time may be at most this much earlier than the issue of the first operation of its chunk, or
/// at most 206 s later.
constexpr std::uint64_t kEarlier = std::uint64_t{1} << (kTimeBits - 2);

std::size_t hashOf(const auto&... fields)
{
    std::uint64_t hash = 0;
    ((hash = (hash ^ static_cast<std::uint64_t>(fields)) * 0x9e3779b97f4a7c15, hash ^= hash >> 29), ...);
    return static_cast<std::size_t>(hash >> 32) % kRecent;
}

}  // namespace

std::uint32_t OpColumn::statementOf(const Op& op)
{
    const Statement row{op.name,  op.phase,      op.layer,
                        op.shape, op.device,     op.line,
                        op.kind,  op.hostMemory, std::bit_cast<std::uint64_t>(op.flops),
                        op.bytes, op.outputBytes};
    if (m_recent.empty())
        m_recent.resize(kRecent);
    std::uint32_t& index =
        m_recent[hashOf(row.name.index, row.phase.index, row.layer.index, row.shape.index, row.device.index, row.line,
                        row.kind, row.hostMemory, row.flops, row.bytes.value, row.outputBytes.value)];
    if (index >= m_statements.size() || !(m_statements[index] == row)) {
        index = static_cast<std::uint32_t>(m_statements.size());
        m_statements.push_back(row);
    }
    return index;
}

/// Returns false if a time does not fit. A time of 0, which most operations have until they start, is stored as 0.
bool OpColumn::packTimes(const Times& times, std::uint64_t origin, PackedOp& packed)
{
    packed.high = 0;
    for (std::size_t i = 0; i < kTimes; ++i) {
        const auto time = static_cast<std::uint64_t>(times[i].count());
        const std::uint64_t bits = time == 0 ? 0 : time - origin;
        if (bits >> kTimeBits != 0 || (bits == 0 && time != 0))
            return false;
        packed.low[i] = static_cast<std::uint32_t>(bits & 0xffffffff);
        packed.high |= static_cast<std::uint32_t>(bits >> 32) << (kHighBits * static_cast<int>(i));
    }
    return true;
}

OpColumn::Times OpColumn::unpackTimes(const PackedOp& packed, std::uint64_t origin)
{
    Times times;
    for (std::size_t i = 0; i < kTimes; ++i) {
        const std::uint64_t high = packed.high >> (kHighBits * static_cast<int>(i)) & ((1 << kHighBits) - 1);
        const std::uint64_t bits = high << 32 | packed.low[i];
        times[i] = Nanoseconds{bits == 0 ? 0 : static_cast<std::int64_t>(origin + bits)};
    }
    return times;
}

Op OpColumn::operator[](std::size_t i) const
{
    const PackedOp& packed = m_packed[i];
    const Statement& statement = m_statements[packed.statement];
    const FarTimes far =
        packed.isFar != 0 ? m_far[packed.low[0]] : FarTimes{unpackTimes(packed, m_origins[i / kChunk]), {}};
    Op op;
    op.id = OpId{i};
    op.name = statement.name;
    op.label = packed.label;
    op.text = packed.text;
    op.phase = statement.phase;
    op.layer = statement.layer;
    op.shape = statement.shape;
    op.kind = statement.kind;
    op.state = static_cast<OpState>(packed.state);
    op.hostMemory = statement.hostMemory;
    op.device = statement.device;
    op.lane = LaneId{packed.lane - 1};
    op.line = statement.line;
    op.issueBegin = far.times[0];
    op.issued = far.times[1];
    op.ready = far.times[2];
    op.started = far.times[3];
    op.finished = far.times[4];
    op.flops = std::bit_cast<double>(statement.flops);
    op.bytes = statement.bytes;
    op.outputBytes = statement.outputBytes;
    op.readyCause = {static_cast<CauseKind>(packed.readyCause), packed.readyOp};
    op.startCause = {static_cast<CauseKind>(packed.startCause), packed.startOp};
    op.culprit = far.culprit;
    return op;
}

void OpColumn::push_back(const Op& op)
{
    if (m_packed.size() % kChunk == 0)
        m_origins.push_back(static_cast<std::uint64_t>(op.issueBegin.count()) - kEarlier);
    PackedOp packed;
    packed.statement = statementOf(op);
    m_packed.push_back(packed);
    update(op);
}

void OpColumn::update(const Op& op)
{
    PackedOp& packed = m_packed.writable(op.id.index);
    packed.label = op.label;
    packed.text = op.text;
    packed.readyOp = op.readyCause.op;
    packed.startOp = op.startCause.op;
    packed.lane = (op.lane.index + 1) & 0x1ffff;
    packed.state = static_cast<std::uint32_t>(op.state) & 0x7;
    packed.readyCause = static_cast<std::uint32_t>(op.readyCause.kind) & 0xf;
    packed.startCause = static_cast<std::uint32_t>(op.startCause.kind) & 0xf;
    const Times times{op.issueBegin, op.issued, op.ready, op.started, op.finished};
    if (packed.isFar != 0) {
        m_far.writable(packed.low[0]) = {times, op.culprit};
    } else if (op.culprit.isValid() || !packTimes(times, m_origins[op.id.index / kChunk], packed)) {
        packed.isFar = 1;
        packed.low[0] = static_cast<std::uint32_t>(m_far.size());
        m_far.push_back({times, op.culprit});
    }
}

OpColumn OpColumn::share()
{
    OpColumn copy;
    copy.m_packed = m_packed.share();
    copy.m_origins = m_origins.share();
    copy.m_statements = m_statements.share();
    copy.m_far = m_far.share();
    return copy;
}

std::size_t OpColumn::bytes() const
{
    return m_packed.bytes() + m_origins.bytes() + m_statements.bytes() + m_far.bytes();
}

}  // namespace engine::trace::detail
