#pragma once

#include "engine/device/platform.h"
#include "engine/frontend/detail/program_texts.h"
#include "engine/frontend/detail/python_time.h"
#include "engine/listing/sync_point.h"
#include "engine/trace/sink.h"

#include <cstdint>
#include <string>
#include <vector>

namespace engine::frontend {

using listing::StatementText;

/// Records the first 200 000 executed statements as LineRecords. After a statement has bound the results of its
/// operations, names these operations as the user would write them: "y[17]", "y[17] = x_gpu2.mm(x_gpu2)".
/// Threads: the program's.
class Statements {
public:
    Statements(device::Platform& platform, trace::Sink& sink, std::vector<StatementText> statements);

    /// Ends the previous statement and starts statement `index`.
    void begin(std::size_t index);
    /// Ends the last statement.
    void end();

    /// Returns PythonTime::remark(), without the time of import statements. Empty on a real machine.
    [[nodiscard]] Message pythonRemark() const;

    [[nodiscard]] std::size_t count() const { return m_statements.size(); }
    [[nodiscard]] std::int32_t line() const { return m_line; }

    struct Names {
        NameId label;
        NameId text;
    };
    /// Returns the names that the next operation probably gets: in a loop, those of the previous iteration.
    [[nodiscard]] Names expected() const { return m_expected; }
    /// Call when the current statement has issued an operation with `text` as its text in the trace. Operations with
    /// the same `repeat` are repetitions of one operation.
    void issued(OpId op, NameId expression, const void* repeat, NameId text);
    /// Call when the current statement has bound the result of `op` to `name`, or to element `index` of `name`. Returns
    /// the label.
    NameId bind(OpId op, const std::string& name, std::int64_t index);

    [[nodiscard]] ProgramTexts& texts() { return m_texts; }

private:
    struct IssuedOp {
        OpId op;
        NameId expression;
        NameId label;
        const void* repeat = nullptr;
        NameId text;  ///< text of the operation in the trace so far
    };

    void closeLine(Nanoseconds now);
    void nameOperations();

    device::Platform& m_platform;
    trace::Sink& m_sink;
    ProgramTexts m_texts;
    const std::vector<StatementText> m_statements;
    bool m_hasY;                     ///< a statement binds the name y
    std::vector<Names> m_lastNames;  ///< by statement: name of its only operation in the last execution
    std::vector<IssuedOp> m_issued;
    Names m_expected;
    Nanoseconds m_begin{};
    PythonTime m_python;  ///< used only on virtual machines
    std::int32_t m_line = 0;
    std::size_t m_current = 0;
    std::size_t m_recorded = 0;
    bool m_isOpen = false;
};

}  // namespace engine::frontend
