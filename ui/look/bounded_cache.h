#pragma once

#include <map>

namespace ui::look {

/// Bounded memo table: creates a value once per key, and clears itself when it holds `kMax` values. A key must contain
/// everything that its value depends on, so that a cached value is never stale.
template <typename Key, typename Value, std::size_t kMax>
class BoundedCache {
public:
    [[nodiscard]] Value get(const Key& key, auto make)
    {
        if (const auto known = m_values.find(key); known != m_values.end())
            return known->second;
        if (m_values.size() >= kMax)
            m_values.clear();
        return m_values.emplace(key, make()).first->second;
    }

private:
    std::map<Key, Value> m_values;
};

}  // namespace ui::look
