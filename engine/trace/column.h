#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace engine::trace {

/// An append-only sequence in fixed chunks. A copy shares the chunks: it is a snapshot of the entries that were
/// there, and stays valid while the original goes on growing. One thread appends; copies may be read on any thread.
template <typename T, std::size_t kChunk = 4096>
class Column {
public:
    using value_type = T;

    class Iterator {
    public:
        using difference_type = std::ptrdiff_t;
        using value_type = T;
        using reference = const T&;
        using pointer = const T*;
        using iterator_category = std::random_access_iterator_tag;

        Iterator() = default;
        Iterator(const Column* column, std::size_t at) : m_column(column), m_at(at) {}
        const T& operator*() const { return (*m_column)[m_at]; }
        const T* operator->() const { return &(*m_column)[m_at]; }
        const T& operator[](difference_type n) const { return *(*this + n); }
        Iterator& operator++()
        {
            ++m_at;
            return *this;
        }
        Iterator operator++(int)
        {
            Iterator old = *this;
            ++m_at;
            return old;
        }
        Iterator& operator--()
        {
            --m_at;
            return *this;
        }
        Iterator operator--(int)
        {
            Iterator old = *this;
            --m_at;
            return old;
        }
        Iterator& operator+=(difference_type n)
        {
            m_at = static_cast<std::size_t>(static_cast<difference_type>(m_at) + n);
            return *this;
        }
        Iterator& operator-=(difference_type n) { return *this += -n; }
        friend Iterator operator+(Iterator i, difference_type n) { return i += n; }
        friend Iterator operator+(difference_type n, Iterator i) { return i += n; }
        friend Iterator operator-(Iterator i, difference_type n) { return i -= n; }
        friend difference_type operator-(Iterator a, Iterator b)
        {
            return static_cast<difference_type>(a.m_at) - static_cast<difference_type>(b.m_at);
        }
        bool operator==(const Iterator& other) const { return m_at == other.m_at; }
        auto operator<=>(const Iterator& other) const { return m_at <=> other.m_at; }

    private:
        const Column* m_column = nullptr;
        std::size_t m_at = 0;
    };

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    const T& operator[](std::size_t i) const { return m_chunks[i / kChunk].get()[i % kChunk]; }
    [[nodiscard]] const T& front() const { return (*this)[0]; }
    [[nodiscard]] const T& back() const { return (*this)[m_size - 1]; }
    [[nodiscard]] Iterator begin() const { return {this, 0}; }
    [[nodiscard]] Iterator end() const { return {this, m_size}; }

    void push_back(T value)
    {
        if (m_size % kChunk == 0)
            m_chunks.push_back(std::shared_ptr<T[]>(new T[kChunk]));
        m_chunks.back().get()[m_size % kChunk] = std::move(value);
        ++m_size;
    }

private:
    std::vector<std::shared_ptr<T[]>> m_chunks;
    std::size_t m_size = 0;
};

}  // namespace engine::trace
