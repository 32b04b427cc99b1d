#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ui::graph::detail {

/// Maps keys to dense numbers, starting at 0, in order of first use. A flat hash table, because a training looks up
/// millions of edges with only some hundreds of distinct keys. `Hash` must fill all 64 bits.
template <typename Key, typename Hash>
class Numbering {
public:
    std::size_t operator()(const Key& key)
    {
        if (2 * m_keys.size() >= m_slots.size())
            grow();
        std::size_t slot = slotOf(key);
        while (m_slots[slot] != kFree && !(m_keys[m_slots[slot]] == key))
            slot = (slot + 1) & (m_slots.size() - 1);
        if (m_slots[slot] == kFree) {
            m_slots[slot] = static_cast<std::uint32_t>(m_keys.size());
            m_keys.push_back(key);
        }
        return m_slots[slot];
    }

    [[nodiscard]] const std::vector<Key>& keys() const { return m_keys; }

private:
    static constexpr std::uint32_t kFree = 0xffffffff;

    [[nodiscard]] std::size_t slotOf(const Key& key) const { return Hash{}(key) >> m_shift; }

    void grow()
    {
        constexpr std::size_t kFirst = 64;
        constexpr int kFirstShift = 58;  // the hash is the highest 6 bits, for kFirst slots
        m_shift = m_slots.empty() ? kFirstShift : m_shift - 1;
        m_slots.assign(m_slots.empty() ? kFirst : 2 * m_slots.size(), kFree);
        for (std::size_t number = 0; number < m_keys.size(); ++number) {
            std::size_t slot = slotOf(m_keys[number]);
            while (m_slots[slot] != kFree)
                slot = (slot + 1) & (m_slots.size() - 1);
            m_slots[slot] = static_cast<std::uint32_t>(number);
        }
    }

    std::vector<std::uint32_t> m_slots;
    std::vector<Key> m_keys;
    int m_shift = 64;
};

/// Mixes all bits of a number, mainly into the upper bits, which the hash tables use.
[[nodiscard]] constexpr std::uint64_t spread(std::uint64_t value)
{
    value ^= value >> 32;
    return value * 0x9e3779b97f4a7c15ULL;
}

}  // namespace ui::graph::detail
