#include "engine/frontend/detail/output.h"

#include "engine/messages/messages.h"
#include "engine/trace/sink.h"

#include <cstdio>
#include <utility>

namespace engine::frontend {

namespace {

constexpr std::size_t kMaxKept = std::size_t{4} << 20;
constexpr std::size_t kMaxLine = std::size_t{64} << 10;  ///< longer lines are recorded in pieces

}  // namespace

void Output::write(trace::OutputStream stream, std::string_view text, Nanoseconds now, std::int32_t line)
{
    if (m_echo && (stream != trace::OutputStream::Result || m_echoesResults))
        echo(stream, text);
    if (m_isCapturing && stream == trace::OutputStream::Standard && m_captured.size() < kMaxLine)
        m_captured.append(text.substr(0, kMaxLine));
    std::string& pending = m_pending[static_cast<std::size_t>(stream)];
    while (!text.empty()) {
        const std::size_t newline = text.find('\n');
        const bool isLine = newline != std::string_view::npos;
        const std::size_t taken = isLine ? newline + 1 : text.size();
        pending.append(text.substr(0, taken));
        text.remove_prefix(taken);
        if (isLine || pending.size() > kMaxLine)
            record(stream, std::exchange(pending, {}), now, line);
    }
}

void Output::echo(trace::OutputStream stream, std::string_view text)
{
    std::string tagged;
    if (!m_echo->empty())
        for (const char letter : text) {
            if (!std::exchange(m_isInLine[static_cast<std::size_t>(stream)], letter != '\n'))
                tagged += *m_echo;
            tagged += letter;
        }
    const std::string_view all = m_echo->empty() ? text : tagged;
    std::FILE* const file = stream == trace::OutputStream::Error ? stderr : stdout;
    // Flushes after whole lines, so that the progress of a long program is visible in a pipe or file too. The start of
    // a line is not flushed, because mpirun could insert lines of other ranks after it.
    const std::size_t lines = all.rfind('\n') + 1;
    std::fwrite(all.data(), 1, lines, file);
    if (lines > 0)
        std::fflush(stdout);
    std::fwrite(all.data() + lines, 1, all.size() - lines, file);
}

void Output::flush(Nanoseconds now, std::int32_t line)
{
    for (std::size_t i = 0; i < 3; ++i)
        if (!m_pending[i].empty())
            record(static_cast<trace::OutputStream>(i), std::exchange(m_pending[i], {}), now, line);
    if (m_echo)
        std::fflush(stdout);
}

void Output::startCapture()
{
    m_captured.clear();
    m_isCapturing = true;
}

std::string Output::endCapture()
{
    m_isCapturing = false;
    return std::exchange(m_captured, {});
}

void Output::record(trace::OutputStream stream, std::string text, Nanoseconds now, std::int32_t line)
{
    if (m_isFull)
        return;
    m_kept += text.size();
    if (m_kept > kMaxKept) {
        m_isFull = true;
        m_sink.write(
            trace::NoteRecord{.time = now, .text = message("run.output-bound"), .isWarning = true, .line = line});
        return;
    }
    m_sink.write(trace::OutputRecord{now, line, stream, std::move(text)});
}

}  // namespace engine::frontend
