#include "ui/look/removed_code.h"

#include "ui/look/python_tokens.h"

#include <QStringList>
#include <algorithm>
#include <array>

namespace ui::look {

namespace {

// The same lists are in engine/listing/python/overlap_listing/sync.py; tests/architecture/check_reading_calls.py
// compares them.
constexpr std::array kReadings{".wait_to_read()", ".wait_to_write()", ".asnumpy()",
                               ".asscalar()",     ".item()",          ".tolist()"};
constexpr std::array kConversions{"float(", "int(", "bool("};
constexpr std::array kTexts{"str(", "repr(", "ascii(", "format(", "round(", "len(", "type(", "list(", "tuple("};
constexpr std::array kWaits{"synchronize(", "waitall(", "wait(", "barrier("};
constexpr QLatin1StringView kPrint("print(");

/// Returns the code with a letter in place of each character in its strings, so that brackets and commas in strings do
/// not count.
QString withoutStrings(QString code)
{
    OpenString open = OpenString::None;
    for (const Token& token : tokensOf(code, open))
        if (token.kind == TokenKind::String)
            code.replace(token.start, token.length, QString(token.length, QLatin1Char('s')));
    return code;
}

/// Returns how a character changes the depth of brackets: 1, −1 or 0.
int bracketOf(QChar letter)
{
    return QStringLiteral("([{").contains(letter) ? 1 : QStringLiteral(")]}").contains(letter) ? -1 : 0;
}

/// Returns the parts of `text` between the commas that are outside of brackets and strings, without surrounding spaces.
std::vector<CodeSpan> argumentsOf(const QString& text)
{
    const QString code = withoutStrings(text);
    std::vector<CodeSpan> parts;
    qsizetype start = 0;
    int depth = 0;
    for (qsizetype i = 0; i <= code.size(); ++i) {
        const QChar letter = i < code.size() ? code[i] : QLatin1Char(',');
        depth += bracketOf(letter);
        if (letter != QLatin1Char(',') || (depth != 0 && i < code.size()))
            continue;
        qsizetype end = i;
        while (start < end && code[start].isSpace())
            ++start;
        while (start < end && code[end - 1].isSpace())
            --end;
        if (start < end)
            parts.push_back({start, end - start});
        start = i + 1;
    }
    return parts;
}

/// Returns the length of the call at the end of `code` that reads a value, such as ".item()"; 0: none.
qsizetype readingLength(QStringView code)
{
    for (const char* reading : kReadings)
        if (code.endsWith(QLatin1StringView(reading)))
            return QLatin1StringView(reading).size();
    return 0;
}

/// Returns the length of an opening such as "float(" at the start of `code` whose bracket is closed at the end of
/// `code`; 0: none.
template <std::size_t count>
qsizetype openingLength(QStringView code, const std::array<const char*, count>& calls)
{
    const QString plain = withoutStrings(code.toString());
    int depth = 0;
    qsizetype closed = 0;
    for (; closed < plain.size(); ++closed)
        if (const int bracket = bracketOf(plain[closed]); (depth += bracket) == 0 && bracket < 0)
            break;
    for (const char* call : calls)
        if (const QLatin1StringView opening(call); code.startsWith(opening) && closed + 1 == plain.size())
            return opening.size();
    return 0;
}

/// Returns the part of a print's argument that issues work and therefore still runs; empty: there is none.
CodeSpan issuedPart(const QString& line, CodeSpan part)
{
    for (;;) {
        const QStringView code = QStringView(line).mid(part.start, part.length);
        if (const qsizetype reading = readingLength(code); reading > 0) {
            part.length -= reading;
            continue;
        }
        const qsizetype opening = std::max(openingLength(code, kConversions), openingLength(code, kTexts));
        if (opening == 0)
            return code.contains(QLatin1Char('(')) ? part : CodeSpan{};
        part = {part.start + opening, part.length - opening - 1};
    }
}

/// Adds the parts of the print at `call` that do not run: everything except calls in its arguments that issue
/// operations.
void addPrint(const QString& line, const CodeSpan& call, std::vector<CodeSpan>& removed)
{
    const qsizetype inside = call.start + kPrint.size();
    qsizetype from = call.start;
    for (const CodeSpan& argument : argumentsOf(line.mid(inside, call.end() - 1 - inside))) {
        const CodeSpan part = issuedPart(line, {inside + argument.start, argument.length});
        if (part.length == 0)
            continue;
        removed.push_back({from, part.start - from});
        from = part.end();
    }
    removed.push_back({from, call.end() - from});
}

void addCall(const QString& line, const CodeSpan& call, std::vector<CodeSpan>& removed)
{
    const QStringView code = QStringView(line).mid(call.start, call.length);
    if (code.startsWith(kPrint))
        return addPrint(line, call, removed);
    if (const qsizetype reading = readingLength(code); reading > 0) {
        removed.push_back({call.end() - reading, reading});
    } else if (const qsizetype opening = openingLength(code, kConversions); opening > 0) {
        removed.push_back({call.start, opening});
        removed.push_back({call.end() - 1, 1});
    } else if (std::ranges::any_of(kWaits, [&](const char* wait) { return code.contains(QLatin1StringView(wait)); })) {
        removed.push_back(call);
    }
}

}  // namespace

std::vector<CodeSpan> removedCode(const QString& line, const QString& calls)
{
    std::vector<CodeSpan> removed;
    qsizetype from = 0;
    for (const CodeSpan& call : argumentsOf(calls)) {
        const qsizetype start = line.indexOf(QStringView(calls).mid(call.start, call.length), from);
        if (start < 0)
            continue;
        addCall(line, {start, call.length}, removed);
        from = start + call.length;
    }
    return removed;
}

}  // namespace ui::look
