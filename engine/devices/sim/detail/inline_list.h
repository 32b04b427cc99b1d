#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace engine::devices::sim::detail {

/// A list of numbers that is usually short: the first kInline numbers are stored in the object, so that most operations
/// need no heap allocation.
template <std::size_t kInline>
class InlineList {
public:
    void push(std::uint32_t value)
    {
        if (m_size < kInline) {
            m_first[m_size] = value;
        } else {
            if (!m_rest)
                m_rest = std::make_unique<std::vector<std::uint32_t>>();
            m_rest->push_back(value);
        }
        ++m_size;
    }
    void clear()
    {
        m_size = 0;
        m_rest.reset();
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::uint32_t operator[](std::size_t i) const
    {
        return i < kInline ? m_first[i] : (*m_rest)[i - kInline];
    }

private:
    std::array<std::uint32_t, kInline> m_first{};
    std::size_t m_size = 0;
    std::unique_ptr<std::vector<std::uint32_t>> m_rest;
};

}  // namespace engine::devices::sim::detail
