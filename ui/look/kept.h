#pragma once

#include <map>

namespace ui::look {

/// What costs more to make than to keep: made once per key. A key says all that its value depends on, so that nothing
/// kept is ever stale; more than `kMost` and all are dropped, to be made anew as they are asked for.
template <typename Key, typename Value, std::size_t kMost>
class Kept {
public:
    template <typename Make>
    [[nodiscard]] Value get(const Key& key, Make make)
    {
        if (const auto known = m_values.find(key); known != m_values.end())
            return known->second;
        if (m_values.size() >= kMost)
            m_values.clear();
        return m_values.emplace(key, make()).first->second;
    }

private:
    std::map<Key, Value> m_values;
};

}  // namespace ui::look
