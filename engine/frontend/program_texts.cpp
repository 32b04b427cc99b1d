#include "engine/frontend/detail/program_texts.h"

namespace engine::frontend {

NameId ProgramTexts::intern(const std::string& text)
{
    const NameId id = m_sink.intern(text);
    m_spelled.try_emplace(id.index, text);
    return id;
}

const std::string& ProgramTexts::of(NameId name) const
{
    static const std::string kNothing;
    const auto found = m_spelled.find(name.index);
    return found == m_spelled.end() ? kNothing : found->second;
}

NameId ProgramTexts::assignment(NameId label, NameId expression)
{
    NameId& known = m_assignments[(std::uint64_t{label.index} << 32) | expression.index];
    if (!known.isValid())
        known = intern(of(label) + " = " + of(expression));
    return known;
}

NameId ProgramTexts::element(const std::string& base, std::size_t index)
{
    constexpr std::size_t kMost = 8192;  // limits the table, because an index may be any number
    std::vector<NameId>& known = m_elements[base];
    while (known.size() <= index && known.size() < kMost)
        known.push_back(intern(base + "[" + std::to_string(known.size()) + "]"));
    return index < known.size() ? known[index] : intern(base + "[" + std::to_string(index) + "]");
}

}  // namespace engine::frontend
