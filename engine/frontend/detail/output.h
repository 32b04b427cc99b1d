#pragma once

#include "engine/trace/record.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace engine::trace {
class Sink;
}

namespace engine::frontend {

/// What the program prints becomes OutputRecords, a line each; the trace keeps the first 4 MiB of it.
/// Thread: the program's.
class Output {
public:
    Output(trace::Sink& sink, bool echo) : m_sink(sink), m_echo(echo) {}

    void write(trace::OutputStream stream, std::string_view text, Nanoseconds now, std::int32_t line);
    /// Writes what has no newline yet.
    void flush(Nanoseconds now, std::int32_t line);

    /// From here on what is printed to the standard stream is also kept in captured().
    void startCapture();
    [[nodiscard]] std::string endCapture();

private:
    void record(trace::OutputStream stream, std::string text, Nanoseconds now, std::int32_t line);

    trace::Sink& m_sink;
    std::string m_pending[3];
    std::string m_captured;
    std::size_t m_kept = 0;
    bool m_echo = false;
    bool m_isCapturing = false;
    bool m_isFull = false;
};

}  // namespace engine::frontend
