#include "ui/inspect/memory_story.h"

#include "engine/analysis/forecast.h"
#include "engine/analysis/memory.h"
#include "ui/inspect/description.h"
#include "ui/inspect/detail/labels.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace ui::inspect {

using engine::Bytes;
using engine::trace::MemoryAct;
using engine::trace::MemoryRecord;
namespace analysis = engine::analysis;

namespace {

bool isProduct(const Trace& trace, OpId op)
{
    return trace.has(op) && analysis::isProduct(trace.text(trace.op(op).name));
}

struct Block {
    Bytes size;
    OpId op;
};

std::vector<Block> liveBlocks(const Trace& trace, const analysis::Refusal& refusal)
{
    // The key is the variable, or the operation if the record names no variable; both are numbered in the order of
    // creation.
    const auto keyOf = [](const MemoryRecord& record) {
        constexpr std::uint64_t kOps = std::uint64_t{1} << 32;
        return record.variable.isValid() ? record.variable.index : kOps + record.op.index;
    };
    std::map<std::uint64_t, Block> live;
    const auto& records = trace.memory(refusal.record.device);
    for (std::size_t i = 0; i < refusal.index; ++i) {
        const MemoryRecord& record = records[i];
        if (record.act == MemoryAct::Allocate) {
            live[keyOf(record)] = {record.bytes, record.op};
        } else if (record.act == MemoryAct::Free && live.erase(keyOf(record)) == 0) {
            // No block is recorded under this key: remove the oldest block of the same size.
            const auto same = std::find_if(live.begin(), live.end(),
                                           [&](const auto& entry) { return entry.second.size == record.bytes; });
            if (same != live.end())
                live.erase(same);
        }
    }
    std::vector<Block> blocks;
    blocks.reserve(live.size());
    for (const auto& [key, block] : live)
        blocks.push_back(block);
    return blocks;
}

QString groupNames(const Trace& trace, const std::vector<OpId>& ops)
{
    std::vector<OpId> products, others;
    for (const OpId op : ops)
        (isProduct(trace, op) ? products : others).push_back(op);
    QStringList words;
    for (const OpId op : others)
        words << (op.isValid() ? nameOf(trace, op) : ui::tr("a block"));
    if (words.size() > 3)
        words = {ui::tr("%1 results").arg(words.size())};
    if (products.size() == 1)
        words << nameOf(trace, products.front());
    else if (!products.empty())
        words << ui::tr("%1 products").arg(products.size());
    const QString last = words.isEmpty() ? QString() : words.takeLast();
    return words.isEmpty() ? last : ui::tr("%1 and %2").arg(words.join(QStringLiteral(", ")), last);
}

std::vector<BlockGroup> groupsOf(const Trace& trace, const std::vector<Block>& blocks)
{
    std::map<std::int64_t, std::vector<OpId>> bySize;
    for (const Block& block : blocks)
        bySize[block.size.value].push_back(block.op);
    std::vector<BlockGroup> groups;
    for (const auto& [size, ops] : bySize)
        groups.push_back({Bytes{size}, static_cast<int>(ops.size()), groupNames(trace, ops)});
    std::sort(groups.begin(), groups.end(),
              [](const BlockGroup& a, const BlockGroup& b) { return a.size.value * a.count > b.size.value * b.count; });
    return groups;
}

bool isComplete(const Trace& trace, OpId op, engine::Nanoseconds time)
{
    return trace.has(op) && analysis::hasEnded(trace.op(op)) && trace.op(op).finished <= time;
}

/// If a source line has several results in memory, stores the line with the most results, and their number. Returns
/// true if such a line exists and most of the memory belongs to complete results: then the program did not run out of
/// memory by issuing ahead.
bool addKept(const Trace& trace, const std::vector<Block>& blocks, MemoryStory& story)
{
    Bytes complete, pending;
    std::map<int, int> countOf;  // line -> number of results
    for (const Block& block : blocks) {
        (isComplete(trace, block.op, story.time) ? complete : pending) += block.size;
        if (trace.has(block.op) && trace.op(block.op).line > 0)
            ++countOf[trace.op(block.op).line];
    }
    const auto most = std::max_element(countOf.begin(), countOf.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == countOf.end() || most->second < 2)
        return false;
    story.keptLine = most->first;
    story.kept = most->second;
    return complete > pending;
}

}  // namespace

std::optional<MemoryStory> memoryStory(const Trace& trace)
{
    const auto refusal = analysis::decidingRefusal(trace);
    if (!refusal)
        return {};
    const MemoryRecord& record = refusal->record;
    const engine::trace::DeviceRecord& device = trace.devices()[record.device.index];
    MemoryStory story;
    story.device = device.id;
    story.deviceName = QString::fromStdString(device.name);
    story.time = record.time;
    story.refused = record.op;
    story.asked = record.bytes;
    story.total = device.capacity;
    story.usedByOthers = device.usedByOthers;
    story.reserved = std::max(record.reserved, record.allocated);
    story.free = Bytes{std::max<std::int64_t>(0, story.total.value - story.reserved.value - story.usedByOthers.value)};
    const std::vector<Block> blocks = liveBlocks(trace, *refusal);
    story.groups = groupsOf(trace, blocks);
    // If existing blocks are slightly larger than the request, reports their size as the requested one, because the
    // pool rounds up both in the same way.
    for (const BlockGroup& group : story.groups)
        if (group.size >= story.asked && group.size - story.asked < Bytes{2 * engine::kMiB.value})
            story.asked = group.size;
    story.isTakenAtIssue = trace.run().dialect != "mxnet";
    const bool isByKeeping = addKept(trace, blocks, story) && story.isTakenAtIssue;
    int products = 0;
    for (std::size_t i = 0; i < trace.opCount() && !isByKeeping; ++i) {
        const Op& op = trace.op(OpId(i));
        if (op.device != device.id || op.issueBegin > record.time || op.id == record.op ||
            isComplete(trace, op.id, record.time))
            continue;
        ++story.ahead;
        products += isProduct(trace, op.id) ? 1 : 0;
    }
    story.aheadWord = products == story.ahead ? ui::tr("products") : ui::tr("operations");
    return story;
}

}  // namespace ui::inspect
