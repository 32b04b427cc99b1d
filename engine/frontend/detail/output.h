#pragma once

#include "engine/trace/record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace engine::trace {
class Sink;
}

namespace engine::frontend {

/// Records the program's output as OutputRecords, one per line of text; a line of more than 64 KiB becomes several.
/// Drops the output after the first 4 MiB.
/// Threads: the program's.
class Output {
public:
    /// `echo`: see RunRequest::echo.
    Output(trace::Sink& sink, std::optional<std::string> echo) : m_sink(sink), m_echo(std::move(echo)) {}

    void write(trace::OutputStream stream, std::string_view text, Nanoseconds now, std::int32_t line);
    /// Writes the last line if it does not end with a newline.
    void flush(Nanoseconds now, std::int32_t line);

    /// Starts to capture the standard output, until endCapture().
    void startCapture();
    [[nodiscard]] std::string endCapture();

    /// Also echoes the results of cells, as a notebook prints them. Call it if the listing has cells.
    void echoResults() { m_echoesResults = true; }

private:
    void echo(trace::OutputStream stream, std::string_view text);
    void record(trace::OutputStream stream, std::string text, Nanoseconds now, std::int32_t line);

    trace::Sink& m_sink;
    std::string m_pending[3];
    std::string m_captured;
    std::size_t m_kept = 0;
    std::optional<std::string> m_echo;
    bool m_isInLine[3] = {};  ///< by stream: the last echoed text did not end with a newline
    bool m_echoesResults = false;
    bool m_isCapturing = false;
    bool m_isFull = false;
};

}  // namespace engine::frontend
