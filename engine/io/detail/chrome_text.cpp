#include "engine/io/detail/chrome_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace engine::io::detail {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;  // 256 KiB: few writes, little memory

}  // namespace

ChromeText::ChromeText(Output output) : m_output(std::move(output))
{
    m_buffer.reserve(kBuffer + kBuffer / 4);
}

void ChromeText::flush(std::size_t from)
{
    if (m_buffer.size() < from)
        return;
    if (m_status)
        m_status = m_output(m_buffer);
    m_buffer.clear();
}

void ChromeText::integer(std::int64_t value)
{
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    m_buffer.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

void ChromeText::real(double value)
{
    std::array<char, 32> digits;
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), std::isfinite(value) ? value : 0.0).ptr;
    m_buffer.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

void ChromeText::micros(Nanoseconds t)
{
    std::int64_t ns = t.count();
    if (ns < 0) {
        m_buffer.push_back('-');
        ns = -ns;
    }
    integer(ns / 1000);
    const auto rest = static_cast<int>(ns % 1000);
    const char digits[4] = {'.', static_cast<char>('0' + rest / 100), static_cast<char>('0' + rest / 10 % 10),
                            static_cast<char>('0' + rest % 10)};
    m_buffer.append(digits, 4);
}

void ChromeText::text(std::string_view value)
{
    m_buffer.push_back('"');
    for (const char c : value) {
        if (c == '"' || c == '\\') {
            m_buffer.push_back('\\');
            m_buffer.push_back(c);
        } else if (static_cast<unsigned char>(c) < 0x20) {
            constexpr std::string_view kDigits = "0123456789abcdef";
            m_buffer += c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\u00";
            if (c != '\n' && c != '\t') {
                m_buffer.push_back(kDigits[static_cast<unsigned char>(c) >> 4]);
                m_buffer.push_back(kDigits[static_cast<unsigned char>(c) & 15]);
            }
        } else {
            m_buffer.push_back(c);
        }
    }
    m_buffer.push_back('"');
}

void ChromeText::begin(const char* phase, int pid, std::int64_t tid)
{
    m_buffer += m_isFirst ? "{\"ph\":\"" : ",\n{\"ph\":\"";
    m_isFirst = false;
    m_buffer += phase;
    m_buffer += "\",\"pid\":";
    integer(pid);
    m_buffer += ",\"tid\":";
    integer(tid);
}

void ChromeText::end()
{
    m_buffer.push_back('}');
    flush(kBuffer);
}

void ChromeText::slice(int pid, std::int64_t tid, std::string_view name, std::string_view category, Nanoseconds from,
                       Nanoseconds to)
{
    begin("X", pid, tid);
    m_buffer += ",\"ts\":";
    micros(from);
    m_buffer += ",\"dur\":";
    micros(to - from);
    m_buffer += ",\"cat\":\"";
    m_buffer += category;
    m_buffer += "\",\"name\":";
    text(name);
    m_hasArguments = false;
}

void ChromeText::argument(const char* name)
{
    m_buffer += m_hasArguments ? ",\"" : ",\"args\":{\"";
    m_hasArguments = true;
    m_buffer += name;
    m_buffer += "\":";
}

void ChromeText::argument(const char* name, double value)
{
    argument(name);
    real(value);
}

void ChromeText::argument(const char* name, Nanoseconds value)
{
    argument(name);
    micros(value);
}

void ChromeText::argument(const char* name, std::string_view value)
{
    argument(name);
    text(value);
}

void ChromeText::endSlice()
{
    if (m_hasArguments)
        m_buffer.push_back('}');
    end();
}

void ChromeText::instant(int pid, std::int64_t tid, std::string_view name, std::string_view category, Nanoseconds time)
{
    begin("i", pid, tid);
    m_buffer += ",\"ts\":";
    micros(time);
    m_buffer += ",\"s\":\"t\",\"cat\":\"";
    m_buffer += category;
    m_buffer += "\",\"name\":";
    text(name);
    m_hasArguments = false;
}

void ChromeText::metadata(std::string_view what, int pid, std::int64_t tid, std::string_view name)
{
    begin("M", pid, tid);
    m_buffer += ",\"name\":\"";
    m_buffer += what;
    m_buffer.push_back('"');
    m_hasArguments = false;
    argument("name", name);
    endSlice();
}

}  // namespace engine::io::detail
