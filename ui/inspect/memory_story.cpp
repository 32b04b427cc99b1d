#include "ui/inspect/memory_story.h"

#include "engine/analysis/forecast.h"
#include "ui/inspect/description.h"
#include "ui/inspect/detail/labels.h"

#include <algorithm>
#include <map>

namespace ui::inspect {

namespace {

bool isProduct(const Trace& trace, OpId op)
{
    return trace.has(op) && engine::analysis::isProduct(trace.text(trace.op(op).name));
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

}  // namespace

std::vector<BlockGroup> groupsOf(const Trace& trace, const std::vector<engine::analysis::MemoryBlock>& blocks)
{
    std::map<engine::Bytes, std::vector<OpId>> bySize;
    for (const auto& block : blocks)
        bySize[block.bytes].push_back(block.bornBy);
    std::vector<BlockGroup> groups;
    for (const auto& [size, ops] : bySize)
        groups.push_back({size, static_cast<int>(ops.size()), groupNames(trace, ops)});
    std::ranges::sort(groups, std::greater{}, [](const BlockGroup& group) { return group.size * group.count; });
    return groups;
}

QString wordFor(const Trace& trace, const std::vector<OpId>& ops)
{
    return std::ranges::all_of(ops, [&trace](OpId op) { return isProduct(trace, op); }) ? ui::tr("products")
                                                                                        : ui::tr("operations");
}

}  // namespace ui::inspect
