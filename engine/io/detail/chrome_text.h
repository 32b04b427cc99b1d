#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/base/units.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace engine::io::detail {

/// Formats Chrome trace events one by one into a buffer, and passes the buffer to a function when it is full.
class ChromeText {
public:
    using Output = std::function<Status(std::string_view)>;
    explicit ChromeText(Output output);

protected:
    /// Passes the buffer to the function if it contains at least `from` bytes.
    void flush(std::size_t from);
    [[nodiscard]] const Status& status() const { return m_status; }

    void integer(std::int64_t value);
    /// Writes a number. NaN and infinity, which JSON cannot express, become 0.
    void real(double value);
    /// Writes microseconds with three decimals, without rounding.
    void micros(Nanoseconds t);
    void text(std::string_view value);

    /// Starts an event; write its members next, then call end() or endSlice().
    void begin(const char* phase, int pid, std::int64_t tid);
    void end();
    /// Starts a complete slice; add members of "args" with argument(), then call endSlice().
    void slice(int pid, std::int64_t tid, std::string_view name, std::string_view category, Nanoseconds from,
               Nanoseconds to);
    /// Starts an instant event; continue as for slice().
    void instant(int pid, std::int64_t tid, std::string_view name, std::string_view category, Nanoseconds time);
    /// Writes the name of a process or thread.
    void metadata(std::string_view what, int pid, std::int64_t tid, std::string_view name);
    void endSlice();

    void argument(const char* name);
    void argument(const char* name, std::integral auto value)
    {
        argument(name);
        integer(static_cast<std::int64_t>(value));
    }
    void argument(const char* name, double value);
    void argument(const char* name, Nanoseconds value);
    void argument(const char* name, std::string_view value);
    void argument(const char* name, const std::string& value) { argument(name, std::string_view(value)); }
    void argument(const char* name, OpId op)
    {
        if (op.isValid())
            argument(name, op.index);
    }

    std::string m_buffer;

private:
    Output m_output;
    Status m_status;
    bool m_isFirst = true;
    bool m_hasArguments = false;
};

}  // namespace engine::io::detail
