#include "engine/devices/sim/detail/regions.h"

#include <algorithm>

namespace engine::devices::sim::detail {

const Regions::Accesses& Regions::of(std::span<const VariableId> reads, std::span<const VariableId> writes,
                                     Earlier earlier)
{
    m_earlier = earlier;
    m_accesses.reads.clear();
    m_accesses.writes.clear();
    for (const VariableId id : reads)
        addRead(id);
    for (const VariableId id : writes)
        addWrite(id);
    if (writes.size() > 1 && !m_parts.empty()) {  // removes duplicates: two outputs may be parts of one root
        std::ranges::sort(m_accesses.writes);
        const auto repeated = std::ranges::unique(m_accesses.writes);
        m_accesses.writes.erase(repeated.begin(), repeated.end());
    }
    return m_accesses;
}

void Regions::forEachOverlap(const Parts& parts, const Views::Range& range, auto add)
{
    for (auto part = parts.entries.lower_bound({range.begin - parts.longest, 0});
         part != parts.entries.end() && part->first.begin < range.end; ++part)
        if (part->first.end > range.begin)
            add(part->second);
}

const Regions::Parts* Regions::partsWith(VariableId id)
{
    const Variable& root = m_state.storage.rootOf(id);
    const Views::Range range = m_views.rangeOf(id);
    if (!m_state.isTorch() || range == m_views.rangeOf(root.root))
        return nullptr;
    const auto found = m_parts.find(root.root.index);
    if (found != m_parts.end() && found->second.entries.contains(range))
        return &found->second;
    if (m_earlier == Earlier::Reads && root.wasRead)
        return nullptr;
    Parts& parts = m_parts[root.root.index];
    parts.entries.emplace(range, m_engine.newVariable());
    parts.longest = std::max(parts.longest, range.end - range.begin);
    return &parts;
}

void Regions::addRead(VariableId id)
{
    const Variable& variable = m_state.storage[id];
    m_accesses.reads.push_back(variable.tracked);
    if (variable.root == id || partsWith(id) == nullptr)
        m_state.storage.rootOf(id).wasRead = true;
    if (const auto found = m_parts.find(variable.root.index); found != m_parts.end())
        forEachOverlap(found->second, m_views.rangeOf(id),
                       [&](VariableId entry) { m_accesses.reads.push_back(entry); });
}

void Regions::addWrite(VariableId id)
{
    const Variable& variable = m_state.storage[id];
    const auto write = [&](VariableId entry) { m_accesses.writes.push_back(entry); };
    if (const Parts* parts = variable.root == id ? nullptr : partsWith(id)) {
        m_accesses.reads.push_back(variable.tracked);
        forEachOverlap(*parts, m_views.rangeOf(id), write);
        return;
    }
    write(variable.tracked);
    m_state.storage.rootOf(id).wasRead = false;
    if (const auto found = m_parts.find(variable.root.index); found != m_parts.end())
        forEachOverlap(found->second, m_views.rangeOf(variable.root), write);
}

std::vector<VariableId> Regions::entriesOf(VariableId id) const
{
    const Variable& variable = m_state.storage[id];
    std::vector<VariableId> entries{variable.tracked};
    if (const auto found = m_parts.find(variable.root.index); found != m_parts.end())
        forEachOverlap(found->second, m_views.rangeOf(id), [&](VariableId tracked) { entries.push_back(tracked); });
    return entries;
}

void Regions::release(VariableId root)
{
    m_engine.release(m_state.storage[root].tracked);
    const auto found = m_parts.find(root.index);
    if (found == m_parts.end())
        return;
    for (const auto& [range, tracked] : found->second.entries)
        m_engine.release(tracked);
    m_parts.erase(found);
}

}  // namespace engine::devices::sim::detail
