#include "engine/analysis/op_match.h"

#include <cmath>
#include <string>
#include <unordered_map>

namespace engine::analysis {

namespace {

using Key = std::uint64_t;

/// Assigns the same number to equal strings of two traces.
class Texts {
public:
    std::uint32_t of(std::string_view text)
    {
        return m_ids.emplace(std::string(text), static_cast<std::uint32_t>(m_ids.size())).first->second;
    }

private:
    std::unordered_map<std::string, std::uint32_t> m_ids;
};

/// Computes keys that identify operations, comparable between both sides.
class Keys {
public:
    Keys(const trace::Trace& trace, Texts& texts)
    {
        m_names.reserve(trace.nameCount());
        for (std::size_t i = 0; i < trace.nameCount(); ++i)
            m_names.push_back(texts.of(trace.text(NameId{i})));
        for (const trace::DeviceRecord& device : trace.devices())
            m_devices.push_back(texts.of(device.name));
    }

    [[nodiscard]] Key statement(const trace::Op& op, int row) const
    {
        return Key{static_cast<std::uint32_t>(row + 1) & 0xfffffU} << 44 | Key{deviceOf(op) & 0xfffU} << 32 |
               Key{static_cast<std::uint32_t>(op.kind)} << 28 | Key{nameOf(op) & 0xfffffffU};
    }

    /// Returns a key of the work alone, independent of the statement: device, kind, and the rounded logarithm of FLOP
    /// plus output bytes.
    [[nodiscard]] Key work(const trace::Op& op) const
    {
        const double size = std::log2(1.0 + op.flops + static_cast<double>(op.outputBytes.value));
        return Key{deviceOf(op) & 0xfffU} << 52 | Key{static_cast<std::uint32_t>(op.kind)} << 48 |
               static_cast<Key>(std::llround(size * 64));
    }

private:
    [[nodiscard]] std::uint32_t nameOf(const trace::Op& op) const
    {
        return op.name.index < m_names.size() ? m_names[op.name.index] : 0xfffffffU;
    }
    [[nodiscard]] std::uint32_t deviceOf(const trace::Op& op) const
    {
        return op.device.index < m_devices.size() ? m_devices[op.device.index] : 0xfffU;
    }

    std::vector<std::uint32_t> m_names;
    std::vector<std::uint32_t> m_devices;
};

/// Pairs unmatched operations with equal keys, in order.
void pairUp(const trace::Trace& a, OpRange ofA, const trace::Trace& b, OpRange ofB, auto keyOfA, auto keyOfB,
            OpMatch& match)
{
    struct Queue {
        std::vector<std::uint32_t> ops;
        std::size_t next = 0;
    };
    std::unordered_map<Key, Queue> waiting;
    for (std::size_t i = ofB.first; i < ofB.last; ++i)
        if (!match.aOf[i].isValid())
            waiting[keyOfB(b.op(OpId{i}))].ops.push_back(static_cast<std::uint32_t>(i));
    for (std::size_t i = ofA.first; i < ofA.last; ++i) {
        if (match.bOf[i].isValid())
            continue;
        const auto found = waiting.find(keyOfA(a.op(OpId{i})));
        if (found == waiting.end() || found->second.next == found->second.ops.size())
            continue;
        const OpId other{found->second.ops[found->second.next++]};
        match.bOf[i] = other;
        match.aOf[other.index] = OpId{i};
        ++match.pairs;
    }
}

}  // namespace

OpRange issuedBy(const Side& side)
{
    const Scope program = side.program();
    OpRange issued = issuedIn(*side.trace, program);
    if (program.begin.count() <= 0)
        issued.first = 0;
    if (program.end >= side.trace->extent())
        issued.last = side.trace->opCount();
    return issued;
}

Side wholeSide(trace::TracePtr trace)
{
    Side side;
    side.scope = runScope(*trace);
    side.trace = std::move(trace);
    return side;
}

Side sideOfBlocks(trace::TracePtr trace, std::size_t first, std::size_t last)
{
    if (first > last || last >= trace->blocks().size())
        return wholeSide(std::move(trace));
    Side side;
    side.scope = workScope(*trace, first);
    for (std::size_t block = first + 1; block <= last; ++block)
        side.scope.end = std::max(side.scope.end, workScope(*trace, block).end);
    side.last = timedBlock(*trace, last);
    side.lines = {trace->blocks()[first].line, trace->blocks()[last].line};
    const auto reach = [&, program = side.program()](std::int32_t line, Nanoseconds begin, Nanoseconds end) {
        if (begin >= program.begin && begin < program.end && end <= program.end)
            side.lines.last = std::max(side.lines.last, line);
    };
    for (const trace::LineRecord& line : trace->programPart().lines)
        reach(line.line, line.begin, line.end);
    for (const trace::WaitRecord& wait : trace->waits())
        reach(wait.line, wait.begin, wait.end);
    side.trace = std::move(trace);
    const OpRange issued = issuedBy(side);
    for (std::size_t i = issued.first; i < issued.last; ++i)
        side.lines.last = std::max(side.lines.last, side.trace->op(OpId{i}).line);
    return side;
}

OpMatch matchOps(const Side& a, const Side& b, const LineMatch& lines)
{
    Texts texts;
    const Keys keysA(*a.trace, texts);
    const Keys keysB(*b.trace, texts);
    OpMatch match;
    match.bOf.resize(a.trace->opCount());
    match.aOf.resize(b.trace->opCount());
    const OpRange ofA = issuedBy(a);
    const OpRange ofB = issuedBy(b);
    pairUp(
        *a.trace, ofA, *b.trace, ofB, [&](const trace::Op& op) { return keysA.statement(op, lines.rowOfA(op.line)); },
        [&](const trace::Op& op) { return keysB.statement(op, lines.rowOfB(op.line)); }, match);
    if (match.pairs < ofA.last - ofA.first && match.pairs < ofB.last - ofB.first)
        pairUp(
            *a.trace, ofA, *b.trace, ofB, [&](const trace::Op& op) { return keysA.work(op); },
            [&](const trace::Op& op) { return keysB.work(op); }, match);
    match.onlyA = ofA.last - ofA.first - match.pairs;
    match.onlyB = ofB.last - ofB.first - match.pairs;
    return match;
}

DeviceId matchingDevice(const trace::Trace& from, DeviceId device, const trace::Trace& to)
{
    if (device.index >= from.devices().size())
        return {};
    for (const trace::DeviceRecord& other : to.devices())
        if (other.name == from.devices()[device.index].name)
            return other.id;
    return {};
}

LaneId matchingLane(const trace::Trace& from, LaneId lane, const trace::Trace& to)
{
    if (lane.index >= from.lanes().size())
        return {};
    const trace::LaneRecord& record = from.lanes()[lane.index];
    const DeviceId device = matchingDevice(from, record.device, to);
    for (const trace::LaneRecord& other : to.lanes()) {
        const bool isSameDevice = record.device.isValid() ? other.device == device && device.isValid()
                                                          : !other.device.isValid() && other.name == record.name;
        if (isSameDevice && other.role == record.role && other.index == record.index)
            return other.id;
    }
    return {};
}

}  // namespace engine::analysis
