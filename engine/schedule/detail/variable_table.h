#pragma once

#include "engine/base/id.h"
#include "engine/schedule/detail/reserved.h"

#include <cstdint>
#include <vector>

namespace engine::schedule::detail {

/// An operation that uses a variable. `key`: its generation << 32 | its record; `op`: its number in the trace.
struct Access {
    std::uint64_t key = ~std::uint64_t{0};
    std::uint32_t op = ~std::uint32_t{0};

    Access() = default;
    Access(std::uint32_t record, std::uint32_t generation, std::uint32_t number)
        : key(std::uint64_t{generation} << 32 | record), op(number)
    {
    }
    [[nodiscard]] bool exists() const { return key != ~std::uint64_t{0}; }
    [[nodiscard]] std::uint32_t record() const { return static_cast<std::uint32_t>(key); }
    [[nodiscard]] std::uint32_t generation() const { return static_cast<std::uint32_t>(key >> 32); }
};
static_assert(sizeof(Access) == 16);

/// The last writer of a variable and its readers since then; one cache line.
struct alignas(64) Variable {
    static constexpr std::uint32_t kInline = 1;
    enum Flag : std::uint8_t { kLive = 1, kWritten = 2, kRead = 4 };

    std::uint64_t stamp = 0;        ///< number of the last push that used the variable; finds duplicates
    Access* reader = firstReaders;  ///< array with room for `capacity` entries: firstReaders, or on the heap
    Access writer;
    std::uint32_t readers = 0;
    std::uint32_t capacity = kInline;
    Access firstReaders[kInline];
    std::uint8_t flags = 0;  ///< kWritten and kRead are valid for the push with the number `stamp`
};
static_assert(sizeof(Variable) == 64);

/// The variables of an engine. All functions need the submission lock.
class VariableTable {
public:
    VariableTable() = default;
    VariableTable(const VariableTable&) = delete;
    VariableTable& operator=(const VariableTable&) = delete;
    ~VariableTable();

    /// Throws std::bad_alloc when the reserved addresses are used up.
    [[nodiscard]] std::uint32_t add();
    void remove(std::uint32_t index);
    /// Returns null if the variable does not exist or was released.
    [[nodiscard]] Variable* find(VariableId id) { return isKnown(id) ? m_variables + id.index : nullptr; }
    [[nodiscard]] bool isKnown(VariableId id) const
    {
        return id.index < m_size && (m_variables[id.index].flags & Variable::kLive) != 0;
    }
    [[nodiscard]] Variable& operator[](std::uint32_t index) { return m_variables[index]; }
    [[nodiscard]] std::uint32_t size() const { return m_size; }
    [[nodiscard]] Variable* all() { return m_variables; }

    /// Makes room for another reader when the array is full. First drops readers for which isDone(access) holds, unless
    /// there are fewer than `keep` readers.
    void makeReaderRoom(Variable& variable, std::uint32_t keep, auto&& isDone)
    {
        if (variable.readers >= keep)
            prune(variable, isDone);
        if (variable.readers * 2 > variable.capacity)
            grow(variable);
    }

private:
    static void prune(Variable& variable, auto& isDone)
    {
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < variable.readers; ++i)
            if (!isDone(variable.reader[i]))
                variable.reader[kept++] = variable.reader[i];
        variable.readers = kept;
    }
    static void grow(Variable& variable);

    ReservedArray<Variable> m_addresses{1U << 25};  ///< 2 GiB of addresses
    Variable* m_variables = m_addresses.data();
    std::vector<std::uint32_t> m_free;
    std::uint32_t m_size = 0;
};

}  // namespace engine::schedule::detail
