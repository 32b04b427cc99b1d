#include "engine/analysis/timed_block.h"

#include "engine/ranks/overview.h"
#include "engine/trace/decisive_cause.h"

#include <algorithm>
#include <cstdint>
#include <set>

namespace engine::analysis {

namespace {

/// Finds, for each device with work that was issued before the block, the first operation of the block that this work
/// delayed according to the operation's recorded cause. If there is none, finds the first operation that the program
/// issued after it had waited for such work.
void findDelays(const trace::Trace& trace, OpRange issued, TimedBlock& block)
{
    const auto isEarlier = [&](OpId op) { return op.isValid() && op.index < issued.first; };
    std::set<std::uint32_t> devices;
    for (std::size_t i = issued.first; i < issued.last; ++i) {
        const trace::Op op = trace.op(OpId{i});
        const OpId cause = trace::decisiveCause(op).op;
        if (hasStarted(op) && isEarlier(cause) && trace.op(cause).finished > op.issued &&
            devices.insert(deviceOf(trace, trace.op(cause)).index).second)
            block.delays.push_back({op.id, cause});
    }
    if (!block.delays.empty())
        return;
    const auto& waits = trace.waits();
    auto wait = std::ranges::lower_bound(waits, block.begin, {}, &trace::WaitRecord::end);
    for (; wait != waits.end() && wait->begin < block.clock; ++wait) {
        if (wait->begin < block.begin || !isEarlier(wait->releasedBy) ||
            trace.op(wait->releasedBy).finished <= wait->begin)
            continue;
        const std::size_t next = issuedIn(trace, {wait->end, block.clock}).first;
        if (next >= issued.last)
            return;
        block.delays.push_back({OpId{next}, wait->releasedBy});
        return;
    }
}

/// Whether the block measures the time of an epoch: it contains batches, and at most one loop over them.
bool isEpoch(const trace::Trace& trace, const trace::BlockRecord& block)
{
    const auto& steps = trace.programPart().steps;
    int epochs = 0, batches = 0;
    auto step = std::ranges::upper_bound(steps, block.begin, {}, &trace::StepRecord::end);
    for (; step != steps.end() && step->end <= block.end; ++step) {
        if (step->begin < block.begin)
            continue;
        ++(step->kind == trace::StepKind::Epoch ? epochs : batches);
    }
    return batches > 0 && epochs <= 1;
}

/// Returns a block of an overview of several ranks, which is a block of the first rank. It is computed from that rank's
/// trace, because only that rank's work counts, and the overview does not contain the waits of its program.
TimedBlock ofFirstRank(const trace::Trace& trace, const ranks::RunSet& set, std::size_t index)
{
    const ranks::Member& first = set.members().front();
    TimedBlock block = timedBlock(*first.trace, index);
    for (Nanoseconds* time : {&block.begin, &block.clock, &block.work})
        *time = first.clock.toReference(*time);
    for (TimedBlock::Delay& delay : block.delays)
        delay = {ranks::shownOp(trace, 0, delay.delayed), ranks::shownOp(trace, 0, delay.earlier)};
    std::erase_if(block.delays, [](const auto& one) { return !one.delayed.isValid() || !one.earlier.isValid(); });
    return block;
}

}  // namespace

bool TimedBlock::isClockEarly() const
{
    // Two runs of one program may differ by this time (see change_effect.cpp).
    constexpr Nanoseconds kLeast = std::chrono::microseconds(200);
    return work - clock > std::max((clock - begin) / 100, kLeast);
}

TimedBlock timedBlock(const trace::Trace& trace, std::size_t index)
{
    if (const ranks::RunSet* set = ranks::setOf(trace))
        return ofFirstRank(trace, *set, index);
    const trace::BlockRecord& record = trace.blocks()[index];
    TimedBlock block;
    block.begin = record.begin;
    block.clock = record.end;
    block.work = workEnd(trace, blockScope(trace, index));
    block.isFailed = record.isFailed;
    if (!isEpoch(trace, record))
        findDelays(trace, issuedIn(trace, blockScope(trace, index)), block);
    return block;
}

std::vector<TimedBlock> timedBlocks(const trace::Trace& trace)
{
    std::vector<TimedBlock> blocks;
    for (std::size_t i = 0; i < trace.blocks().size(); ++i)
        blocks.push_back(timedBlock(trace, i));
    return blocks;
}

Scope workScope(const trace::Trace& trace, std::size_t block)
{
    return block < trace.blocks().size() ? timedBlock(trace, block).scope() : runScope(trace);
}

}  // namespace engine::analysis
