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

/// A string is cut off behind 64 KiB when it is read.
inline constexpr std::size_t kLongestText = 60'000;

/// The text of Chrome trace events, one by one through a buffer.
class ChromeText {
public:
    using Take = std::function<Status(std::string_view)>;
    explicit ChromeText(Take take);

protected:
    /// Hands the buffer on if it holds `from` bytes.
    void flush(std::size_t from);
    [[nodiscard]] const Status& status() const { return m_status; }

    void integer(std::int64_t value);
    /// JSON has no word for NaN and infinity, which only a damaged file brings here: they are 0.
    void real(double value);
    /// Microseconds with three decimals, exactly.
    void micros(Nanoseconds t);
    void text(std::string_view value);
    /// Without what a reader would cut off; whole characters.
    [[nodiscard]] static std::string_view clipped(std::string_view text);
    /// The beginning of `rest` that a reader takes at once, off which it is taken.
    static std::string_view nextPart(std::string_view& rest);

    /// Begins an event; its members follow, then end() or endSlice().
    void begin(const char* phase, int pid, std::int64_t tid);
    void end();
    /// A complete slice; members of "args" may follow with argument(), then endSlice().
    void slice(int pid, std::int64_t tid, std::string_view name, std::string_view category, Nanoseconds from,
               Nanoseconds to);
    /// A moment; likewise.
    void instant(int pid, std::int64_t tid, std::string_view name, std::string_view category, Nanoseconds time);
    /// What a process or thread is; likewise.
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

    /// A member of the event itself.
    void member(const char* name, std::integral auto value)
    {
        member(name);
        integer(static_cast<std::int64_t>(value));
    }
    void member(const char* name, std::string_view value);
    void member(const char* name);

    std::string m_buffer;

private:
    Take m_take;
    Status m_status;
    bool m_isFirst = true;
    bool m_hasArguments = false;
};

}  // namespace engine::io::detail
