#pragma once

#include "engine/base/id.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace engine::schedule::detail {

/// An operation that used a variable: its record, and its number for the trace.
struct Access {
    std::uint32_t record = ~std::uint32_t{0};
    std::uint32_t generation = 0;
    std::uint32_t op = ~std::uint32_t{0};

    [[nodiscard]] bool exists() const { return record != ~std::uint32_t{0}; }
    [[nodiscard]] std::uint64_t key() const { return std::uint64_t{generation} << 32 | record; }
};

/// One cache line: who wrote last, who has read since.
struct alignas(64) Variable {
    static constexpr std::uint32_t kInline = 2;
    enum Flag : std::uint8_t { kLive = 1, kWritten = 2, kRead = 4 };

    std::uint64_t stamp = 0;    ///< of the last push that named it: finds duplicates
    Access* spilled = nullptr;  ///< readers beyond the inline ones; owned
    Access writer;
    std::uint32_t readers = 0;
    std::uint32_t capacity = 0;  ///< of `spilled`
    Access firstReaders[kInline];
    std::uint8_t flags = 0;  ///< kWritten and kRead belong to the push of `stamp`

    [[nodiscard]] Access& reader(std::uint32_t i) { return i < kInline ? firstReaders[i] : spilled[i - kInline]; }
};
static_assert(sizeof(Variable) == 64);

/// Submission lock for everything.
class VariableTable {
public:
    VariableTable() = default;
    VariableTable(const VariableTable&) = delete;
    VariableTable& operator=(const VariableTable&) = delete;
    ~VariableTable();

    [[nodiscard]] std::uint32_t add();
    void remove(std::uint32_t index);
    /// Null: no such variable, or released.
    [[nodiscard]] Variable* find(VariableId id)
    {
        if (id.index >= m_size)
            return nullptr;
        Variable& variable = (*this)[id.index];
        return (variable.flags & Variable::kLive) != 0 ? &variable : nullptr;
    }
    [[nodiscard]] Variable& operator[](std::uint32_t index) { return m_chunks[index / kChunk][index % kChunk]; }
    [[nodiscard]] std::uint32_t size() const { return m_size; }

    /// Appends a reader. When the room is used up, those for which isDone(access) holds are dropped first, unless
    /// there are fewer than `keep`.
    template <typename IsDone>
    void addReader(Variable& variable, const Access& access, std::uint32_t keep, IsDone&& isDone)
    {
        if (variable.readers >= Variable::kInline + variable.capacity) {
            if (variable.readers >= keep)
                prune(variable, isDone);
            if (variable.readers * 2 > Variable::kInline + variable.capacity)
                grow(variable);
        }
        variable.reader(variable.readers++) = access;
    }

private:
    static constexpr std::uint32_t kChunk = 1024;

    template <typename IsDone>
    static void prune(Variable& variable, IsDone& isDone)
    {
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < variable.readers; ++i)
            if (!isDone(variable.reader(i)))
                variable.reader(kept++) = variable.reader(i);
        variable.readers = kept;
    }
    static void grow(Variable& variable);

    std::vector<std::unique_ptr<Variable[]>> m_chunks;
    std::vector<std::uint32_t> m_free;
    std::uint32_t m_size = 0;
};

}  // namespace engine::schedule::detail
