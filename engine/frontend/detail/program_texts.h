#pragma once

#include "engine/trace/sink.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine::frontend {

/// The interned texts of a program run (names, expressions, assignments), from which longer texts are made.
/// Threads: the program's.
class ProgramTexts {
public:
    explicit ProgramTexts(trace::Sink& sink) : m_sink(sink) {}

    [[nodiscard]] NameId intern(const std::string& text);
    /// Returns a text that was interned here; an empty text for other names.
    [[nodiscard]] const std::string& of(NameId name) const;
    /// Returns the text of an expression that occurs repeatedly; `make` creates it the first time.
    [[nodiscard]] NameId expression(std::string&& key, auto&& make)
    {
        constexpr std::size_t kMost = 8192;
        const auto known = m_expressions.find(key);
        if (known != m_expressions.end())
            return known->second;
        if (m_expressions.size() >= kMost)
            m_expressions.clear();
        return m_expressions.emplace(std::move(key), intern(make())).first->second;
    }
    /// Returns "y = x + 1" for "y" and "x + 1".
    [[nodiscard]] NameId assignment(NameId label, NameId expression);
    /// Returns "y[17]" for "y" and 17.
    [[nodiscard]] NameId element(const std::string& base, std::size_t index);

private:
    trace::Sink& m_sink;
    std::unordered_map<std::uint32_t, std::string> m_spelled;
    std::unordered_map<std::string, NameId> m_expressions;
    std::unordered_map<std::uint64_t, NameId> m_assignments;
    std::unordered_map<std::string, std::vector<NameId>> m_elements;
};

}  // namespace engine::frontend
