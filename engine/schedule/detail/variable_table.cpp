#include "engine/schedule/detail/variable_table.h"

#include <algorithm>
#include <new>

namespace engine::schedule::detail {

VariableTable::~VariableTable()
{
    for (std::uint32_t i = 0; i < m_size; ++i)
        if (Variable& variable = (*this)[i]; variable.reader != variable.firstReaders)
            delete[] variable.reader;
}

std::uint32_t VariableTable::add()
{
    std::uint32_t index = m_size;
    if (!m_free.empty()) {
        index = m_free.back();
        m_free.pop_back();
    } else {
        if (m_size == m_addresses.size())
            throw std::bad_alloc();
        new (m_variables + m_size) Variable;
        ++m_size;
    }
    (*this)[index].flags = Variable::kLive;
    return index;
}

void VariableTable::remove(std::uint32_t index)
{
    Variable& variable = (*this)[index];
    variable.flags = 0;
    variable.writer = Access{};
    variable.readers = 0;
    m_free.push_back(index);
}

void VariableTable::grow(Variable& variable)
{
    const std::uint32_t capacity = std::max<std::uint32_t>(8, variable.capacity * 2);
    auto* const larger = new Access[capacity];
    std::copy_n(variable.reader, variable.readers, larger);
    if (variable.reader != variable.firstReaders)
        delete[] variable.reader;
    variable.reader = larger;
    variable.capacity = capacity;
}

}  // namespace engine::schedule::detail
