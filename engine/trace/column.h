#pragma once

#include "engine/base/expect.h"
#include "engine/base/index_iterator.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace engine::trace {

/// A growing sequence in fixed chunks. share() returns a read-only copy that shares the chunks and never changes.
/// Appending to the original writes after the end of the copy; changing an entry that a copy contains first copies its
/// chunk (once per share()). Members that share() sets, not reference counts, determine which entries a copy contains,
/// so readers need no synchronisation.
/// Threads: one thread changes the original; any thread may read copies.
template <typename T, std::size_t kChunk = 4096>
class Column {
public:
    using value_type = T;

    using Iterator = IndexIterator<const Column, const T&>;

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    const T& operator[](std::size_t i) const
    {
        ENGINE_EXPECT(i < m_size);
        return m_chunks[i / kChunk].get()[i % kChunk];
    }
    [[nodiscard]] const T& front() const { return (*this)[0]; }
    [[nodiscard]] const T& back() const { return (*this)[m_size - 1]; }
    [[nodiscard]] Iterator begin() const { return {this, 0}; }
    [[nodiscard]] Iterator end() const { return {this, m_size}; }

    void push_back(T value)
    {
        if (m_size == m_capacity)
            grow();
        T& slot = m_size >= m_visible ? m_chunks[m_size / kChunk].get()[m_size % kChunk] : writable(m_size);
        slot = std::move(value);
        ++m_size;
    }

    /// Returns an entry that may be changed in place. If a copy of the column shares the entry, copies the entry's
    /// chunk first.
    [[nodiscard]] T& writable(std::size_t i)
    {
        const std::size_t chunk = i / kChunk;
        if (i < m_visible && m_owned[chunk] != m_round) {
            std::shared_ptr<T[]> own = newChunk(std::min(kChunk, m_capacity));
            std::copy_n(m_chunks[chunk].get(), std::min(kChunk, std::max(m_size, i + 1) - chunk * kChunk), own.get());
            m_chunks[chunk] = std::move(own);
            m_owned[chunk] = m_round;
        }
        return m_chunks[chunk].get()[i % kChunk];
    }

    /// Inserts before entry `at`. Cost: the number of later entries.
    void insert(std::size_t at, T value)
    {
        ENGINE_EXPECT(at <= m_size);
        push_back(std::move(value));
        for (std::size_t i = m_size - 1; i > at; --i) {
            T& before = writable(i - 1);  // called first, because writable() may replace the chunk of both entries
            std::swap(before, writable(i));
        }
    }

    void truncate(std::size_t size) { m_size = std::min(m_size, size); }

    /// Returns a read-only copy of the present content. Cost: one pointer per chunk.
    [[nodiscard]] Column share()
    {
        m_visible = std::max(m_visible, m_size);
        ++m_round;
        Column copy;
        copy.m_chunks = m_chunks;
        copy.m_size = m_size;
        copy.m_capacity = m_capacity;
        return copy;
    }

    /// Memory used by the chunks.
    [[nodiscard]] std::size_t bytes() const { return m_capacity * sizeof(T); }

private:
    /// Not shared_ptr(new T[kChunk]): if the second allocation (for the reference counts) fails, gcc 12 destroys the
    /// entries twice.
    static std::shared_ptr<T[]> newChunk(std::size_t size) { return std::make_shared_for_overwrite<T[]>(size); }

    /// The first chunk starts small and doubles, because most columns of most runs stay short, and a run of a thousand
    /// ranks has some ten thousand columns. Copies keep the chunk that they share.
    void grow()
    {
        if (m_capacity == 0 || m_capacity >= kChunk) {
            m_chunks.push_back(newChunk(m_capacity == 0 ? std::min(kChunk, kFirst) : kChunk));
            m_owned.push_back(m_round);
            m_capacity += m_capacity == 0 ? std::min(kChunk, kFirst) : kChunk;
            return;
        }
        m_capacity *= 2;
        std::shared_ptr<T[]> larger = newChunk(m_capacity);
        std::copy_n(m_chunks.front().get(), m_size, larger.get());
        m_chunks.front() = std::move(larger);
        m_owned.front() = m_round;
    }

    static constexpr std::size_t kFirst = 16;
    static_assert((kChunk & (kChunk - 1)) == 0);

    std::vector<std::shared_ptr<T[]>> m_chunks;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;          ///< number of entries for which the chunks have room
    std::size_t m_visible = 0;           ///< a copy may contain the entries before this one
    std::uint32_t m_round = 1;           ///< increased by share()
    std::vector<std::uint32_t> m_owned;  ///< per chunk: m_round at its creation; if equal to m_round, no copy shares it
};

}  // namespace engine::trace
