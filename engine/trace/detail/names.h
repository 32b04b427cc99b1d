#pragma once

#include "engine/base/id.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace engine::trace::detail {

/// Maps texts to ids and back, with an open hash table. Not thread-safe.
class Names {
public:
    NameId intern(std::string_view text)
    {
        if ((m_texts.size() + 1) * 2 > m_slots.size())
            grow();
        const std::uint64_t hash = std::hash<std::string_view>{}(text);
        for (std::size_t at = hash & (m_slots.size() - 1);; at = (at + 1) & (m_slots.size() - 1)) {
            Slot& slot = m_slots[at];
            if (slot.id == NameId::kNone) {
                slot = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::uint32_t>(m_texts.size())};
                m_texts.emplace_back(text);
                return NameId{slot.id};
            }
            if (slot.hash == static_cast<std::uint32_t>(hash >> 32) && m_texts[slot.id] == text)
                return NameId{slot.id};
        }
    }

    [[nodiscard]] std::size_t size() const { return m_texts.size(); }
    [[nodiscard]] const std::string& text(std::size_t i) const { return m_texts[i]; }

private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t id = NameId::kNone;
    };

    void grow()
    {
        m_slots.assign(m_slots.empty() ? 64 : m_slots.size() * 2, {});
        for (std::uint32_t id = 0; id < m_texts.size(); ++id) {
            const std::uint64_t hash = std::hash<std::string_view>{}(m_texts[id]);
            std::size_t at = hash & (m_slots.size() - 1);
            while (m_slots[at].id != NameId::kNone)
                at = (at + 1) & (m_slots.size() - 1);
            m_slots[at] = {static_cast<std::uint32_t>(hash >> 32), id};
        }
    }

    std::vector<Slot> m_slots;
    std::deque<std::string> m_texts;
};

}  // namespace engine::trace::detail
