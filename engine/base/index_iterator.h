#pragma once

#include <compare>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace engine {

/// Random-access iterator of a container with operator[]. It stores an index, so it stays valid while the container
/// grows.
template <typename Container, typename Reference>
class IndexIterator {
public:
    using difference_type = std::ptrdiff_t;
    using value_type = std::remove_cvref_t<Reference>;
    using reference = Reference;
    using pointer = std::add_pointer_t<Reference>;
    using iterator_category = std::random_access_iterator_tag;

    IndexIterator() = default;
    IndexIterator(Container* container, std::size_t at) : m_container(container), m_at(at) {}
    Reference operator*() const { return (*m_container)[m_at]; }
    pointer operator->() const { return &**this; }
    Reference operator[](difference_type n) const { return *(*this + n); }
    IndexIterator& operator++() { return *this += 1; }
    IndexIterator& operator--() { return *this -= 1; }
    IndexIterator operator++(int)
    {
        const IndexIterator old = *this;
        ++m_at;
        return old;
    }
    IndexIterator operator--(int)
    {
        const IndexIterator old = *this;
        --m_at;
        return old;
    }
    IndexIterator& operator+=(difference_type n)
    {
        m_at += static_cast<std::size_t>(n);
        return *this;
    }
    IndexIterator& operator-=(difference_type n) { return *this += -n; }
    friend IndexIterator operator+(IndexIterator i, difference_type n) { return i += n; }
    friend IndexIterator operator+(difference_type n, IndexIterator i) { return i += n; }
    friend IndexIterator operator-(IndexIterator i, difference_type n) { return i -= n; }
    friend difference_type operator-(IndexIterator a, IndexIterator b)
    {
        return static_cast<difference_type>(a.m_at) - static_cast<difference_type>(b.m_at);
    }
    bool operator==(const IndexIterator& other) const { return m_at == other.m_at; }
    auto operator<=>(const IndexIterator& other) const { return m_at <=> other.m_at; }

private:
    Container* m_container = nullptr;
    std::size_t m_at = 0;
};

}  // namespace engine
