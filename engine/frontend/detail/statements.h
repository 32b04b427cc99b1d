#pragma once

#include "engine/device/platform.h"
#include "engine/listing/sync_point.h"
#include "engine/trace/sink.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace engine::frontend {

using listing::StatementText;

/// Records each executed statement as a LineRecord, and names operations as the user would after the statement has
/// bound their results ("y[17]", "y[17] = x_gpu2.mm(x_gpu2)").
/// Threads: the program's.
class Statements {
public:
    Statements(device::Platform& platform, trace::Sink& sink, std::vector<StatementText> texts);

    /// Ends the previous statement and starts statement `index`.
    void begin(std::size_t index);
    /// Ends the last statement.
    void end();

    /// On a virtual machine, states that statements between operations took long on this computer but no modelled time,
    /// because they ran only the program's own Python code; imports do not count. Empty if they did not take long.
    [[nodiscard]] Message pythonRemark() const;

    [[nodiscard]] std::size_t count() const { return m_texts.size(); }
    [[nodiscard]] std::int32_t line() const { return m_line; }

    struct Names {
        NameId label;
        NameId text;
    };
    /// Returns the expected name of the next operation: in a loop, that of the previous iteration.
    [[nodiscard]] Names expected() const { return m_expected; }
    /// Call when the current statement has issued an operation with `text` as its text. Operations with the same
    /// `repeat` are repetitions.
    void issued(OpId op, NameId expression, const void* repeat, NameId text);
    /// The current statement bound the result of `op` to `name` (or to element `index` of it). Returns the label.
    NameId bind(OpId op, const std::string& name, std::int64_t index);

    /// Interns a text and stores it, so that it can be used inside longer texts.
    [[nodiscard]] NameId internText(const std::string& text);
    [[nodiscard]] const std::string& textOf(NameId name) const;
    /// Caches the text of an expression that occurs repeatedly; `make` creates it the first time.
    template <typename Make>
    [[nodiscard]] NameId expression(std::string&& key, Make&& make)
    {
        constexpr std::size_t kMost = 8192;
        const auto known = m_expressions.find(key);
        if (known != m_expressions.end())
            return known->second;
        if (m_expressions.size() >= kMost)
            m_expressions.clear();
        return m_expressions.emplace(std::move(key), internText(make())).first->second;
    }

private:
    struct Issued {
        OpId op;
        NameId expression;
        NameId label;
        const void* repeat = nullptr;
        NameId text;  ///< so far
    };

    void closeLine(Nanoseconds now);
    void startPython();
    void countPython();
    void nameOperations();
    [[nodiscard]] NameId assignment(NameId label, NameId expression);
    [[nodiscard]] NameId element(const std::string& base, std::size_t index);

    device::Platform& m_platform;
    trace::Sink& m_sink;
    std::vector<StatementText> m_texts;
    bool m_hasY;                     ///< a statement binds the name y
    std::vector<Names> m_lastNames;  ///< by statement: name of its only operation in the last execution
    std::vector<Issued> m_issued;
    std::unordered_map<std::uint64_t, NameId> m_assignments;
    std::unordered_map<std::string, std::vector<NameId>> m_elements;
    std::unordered_map<std::string, NameId> m_expressions;
    std::unordered_map<std::uint32_t, std::string> m_spelled;  ///< texts of the ids created here
    Names m_expected;
    Nanoseconds m_begin{};
    // Only on virtual machines, for pythonRemark().
    std::chrono::steady_clock::time_point m_wallBegin;  ///< when the statement started
    std::chrono::steady_clock::time_point m_readAt;     ///< of `m_processor`, at most 1 ms before m_wallBegin
    Nanoseconds m_processor{};                          ///< processor time of the thread
    Nanoseconds m_sinceOperation{};                     ///< processor time of such statements since the last operation
    Nanoseconds m_unmodelled{};                         ///< and between operations
    bool m_hasIssued = false;
    std::int32_t m_line = 0;
    std::size_t m_current = 0;
    std::size_t m_recorded = 0;
    bool m_isOpen = false;
};

}  // namespace engine::frontend
