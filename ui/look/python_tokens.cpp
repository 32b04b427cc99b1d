#include "ui/look/python_tokens.h"

#include <QSet>

namespace ui::look {

namespace {

const QSet<QString>& keywords()
{
    static const QSet<QString> words{"False",  "None",     "True",     "and",    "as",   "assert", "async", "await",
                                     "break",  "class",    "continue", "def",    "del",  "elif",   "else",  "except",
                                     "for",    "from",     "finally",  "global", "if",   "import", "in",    "is",
                                     "lambda", "nonlocal", "not",      "or",     "pass", "raise",  "range", "return",
                                     "try",    "while",    "with",     "yield"};
    return words;
}

bool isWordStart(QChar c)
{
    return c.isLetter() || c == QLatin1Char('_');
}

bool isWordPart(QChar c)
{
    return c.isLetterOrNumber() || c == QLatin1Char('_');
}

/// Scans one line from left to right.
class Reader {
public:
    Reader(const QString& line, OpenString& open) : m_line(line), m_open(open) {}

    std::vector<Token> read()
    {
        if (m_open != OpenString::None)
            readTriple(0, 0);
        while (m_at < m_line.size())
            step();
        return std::move(m_tokens);
    }

private:
    [[nodiscard]] QChar at(qsizetype i) const { return i < m_line.size() ? m_line[i] : QChar(); }

    void add(qsizetype start, TokenKind kind) { m_tokens.push_back({start, m_at - start, kind}); }

    void step()
    {
        const QChar c = m_line[m_at];
        if (c == QLatin1Char('#')) {
            const qsizetype start = m_at;
            m_at = m_line.size();
            add(start, TokenKind::Comment);
        } else if (c == QLatin1Char('\'') || c == QLatin1Char('"')) {
            readString(m_at);
        } else if (isWordStart(c)) {
            readWord();
        } else if (c.isDigit()) {
            readNumber();
        } else {
            ++m_at;
        }
    }

    void readWord()
    {
        const qsizetype start = m_at;
        while (isWordPart(at(m_at)))
            ++m_at;
        const QString word = m_line.mid(start, m_at - start);
        const bool isPrefix = word.size() <= 2 && (at(m_at) == QLatin1Char('\'') || at(m_at) == QLatin1Char('"'));
        if (isPrefix)
            return readString(start);
        if (keywords().contains(word))
            return add(start, TokenKind::Keyword);
        qsizetype next = m_at;
        while (at(next) == QLatin1Char(' '))
            ++next;
        if (at(next) == QLatin1Char('('))
            add(start, TokenKind::Function);
    }

    void readNumber()
    {
        const qsizetype start = m_at;
        while (isWordPart(at(m_at)) || at(m_at) == QLatin1Char('.') ||
               ((at(m_at) == QLatin1Char('-') || at(m_at) == QLatin1Char('+')) &&
                at(m_at - 1).toLower() == QLatin1Char('e')))
            ++m_at;
        add(start, TokenKind::Number);
    }

    void readString(qsizetype start)
    {
        const QChar quote = m_line[m_at];
        if (at(m_at + 1) == quote && at(m_at + 2) == quote) {
            m_open = quote == QLatin1Char('"') ? OpenString::TripleDouble : OpenString::TripleSingle;
            return readTriple(start, m_at + 3);
        }
        for (++m_at; m_at < m_line.size() && m_line[m_at] != quote; ++m_at)
            if (m_line[m_at] == QLatin1Char('\\'))
                ++m_at;
        m_at = std::min(m_at + 1, m_line.size());
        add(start, TokenKind::String);
    }

    void readTriple(qsizetype start, qsizetype from)
    {
        const QString end = m_open == OpenString::TripleDouble ? QStringLiteral("\"\"\"") : QStringLiteral("'''");
        const qsizetype found = m_line.indexOf(end, from);
        m_at = found < 0 ? m_line.size() : found + 3;
        if (found >= 0)
            m_open = OpenString::None;
        add(start, TokenKind::String);
    }

    const QString& m_line;
    OpenString& m_open;
    qsizetype m_at = 0;
    std::vector<Token> m_tokens;
};

}  // namespace

std::vector<Token> tokensOf(const QString& line, OpenString& open)
{
    return Reader(line, open).read();
}

QColor colourOf(TokenKind kind, const Tokens& tokens)
{
    switch (kind) {
        case TokenKind::Keyword:
            return tokens.codeKeyword;
        case TokenKind::String:
            return tokens.codeString;
        case TokenKind::Number:
            return tokens.codeNumber;
        case TokenKind::Comment:
            return tokens.codeComment;
        case TokenKind::Function:
            return tokens.codeFunction;
        case TokenKind::Plain:
            break;
    }
    return tokens.text;
}

}  // namespace ui::look
