#include "engine/analysis/out_of_memory.h"

#include <map>

namespace engine::analysis {

namespace {

bool isComplete(const trace::Trace& trace, OpId op, Nanoseconds time)
{
    return trace.has(op) && hasEnded(trace.op(op)) && trace.op(op).finished <= time;
}

/// If a source line has several results in memory, stores the line with the most results, and their number. Returns
/// true if such a line exists and most of the memory belongs to complete results: then the program did not run out of
/// memory by issuing ahead.
bool addKept(const trace::Trace& trace, OutOfMemory& result)
{
    Bytes complete, pending;
    std::map<int, int> countOf;  // line -> number of results
    for (const MemoryBlock& block : result.blocks) {
        (isComplete(trace, block.bornBy, result.time) ? complete : pending) += block.bytes;
        if (trace.has(block.bornBy) && trace.op(block.bornBy).line > 0)
            ++countOf[trace.op(block.bornBy).line];
    }
    const auto most = std::ranges::max_element(countOf, {}, [](const auto& entry) { return entry.second; });
    if (most == countOf.end() || most->second < 2)
        return false;
    result.keptLine = most->first;
    result.kept = most->second;
    return complete > pending;
}

void addAhead(const trace::Trace& trace, OutOfMemory& result)
{
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const trace::Op& op = trace.op(OpId(i));
        if (op.device == result.device && op.issueBegin <= result.time && op.id != result.refused &&
            !isComplete(trace, op.id, result.time))
            result.ahead.push_back(op.id);
    }
}

}  // namespace

std::optional<OutOfMemory> outOfMemory(const trace::Trace& trace)
{
    const auto refusal = decidingRefusal(trace);
    if (!refusal)
        return {};
    const trace::MemoryRecord& record = refusal->record;
    const trace::DeviceRecord& device = trace.devices()[record.device.index];
    OutOfMemory result;
    result.device = device.id;
    result.time = record.time;
    result.refused = record.op;
    result.asked = record.bytes;
    result.capacity = device.capacity;
    result.usedByOthers = device.usedByOthers;
    result.reserved = std::max(record.reserved, record.allocated);
    result.blocks = blocksAt(trace, *refusal);
    // If existing blocks are slightly larger than the request, reports their size as the requested one, because the
    // pool rounds up both in the same way.
    for (const MemoryBlock& block : result.blocks)
        if (block.bytes >= record.bytes && block.bytes - record.bytes < kMiB * 2)
            result.asked = std::max(result.asked, block.bytes);
    result.isTakenAtIssue = trace.run().dialect != "mxnet";
    if (!addKept(trace, result) || !result.isTakenAtIssue)
        addAhead(trace, result);
    return result;
}

}  // namespace engine::analysis
