#include "engine/schedule/detail/variable_table.h"

#include <algorithm>

namespace engine::schedule::detail {

VariableTable::~VariableTable()
{
    for (std::uint32_t i = 0; i < m_size; ++i)
        delete[](*this)[i].spilled;
}

std::uint32_t VariableTable::add()
{
    std::uint32_t index = m_size;
    if (!m_free.empty()) {
        index = m_free.back();
        m_free.pop_back();
    } else {
        if (m_size % kChunk == 0)
            m_chunks.push_back(std::make_unique<Variable[]>(kChunk));
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
    const std::uint32_t capacity = std::max<std::uint32_t>(6, variable.capacity * 2);
    auto* larger = new Access[capacity];
    std::copy_n(variable.spilled, variable.capacity, larger);
    delete[] variable.spilled;
    variable.spilled = larger;
    variable.capacity = capacity;
}

}  // namespace engine::schedule::detail
