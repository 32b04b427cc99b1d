#include "ui/look/placeholders.h"

#include <QRegularExpression>
#include <algorithm>

namespace ui::look {

namespace {

/// With fewer letters, a pattern such as "%1, %2" would match every list. A Chinese or Korean character counts as two
/// letters.
constexpr qsizetype kFewestLetters = 4;

qsizetype lettersOf(const QString& text)
{
    qsizetype letters = 0;
    for (const QChar c : text)
        letters += c.unicode() > 0x2E80 ? 2 : c.isLetter() ? 1 : 0;
    return letters;
}

}  // namespace

Placeholders::Placeholders(const QString& text)
{
    static const QRegularExpression kPlaceholder(QStringLiteral("%L?([1-9n])|\\{([0-9])\\}"));
    qsizetype from = 0;
    auto found = kPlaceholder.globalMatch(text);
    while (found.hasNext()) {
        const QRegularExpressionMatch match = found.next();
        m_parts << text.mid(from, match.capturedStart() - from);
        m_placeholders << (match.captured(1) == QLatin1String("n") ? 0
                           : match.captured(1).isEmpty()           ? match.captured(2).toInt() + 1
                                                                   : match.captured(1).toInt());
        from = match.capturedEnd();
    }
    m_parts << text.mid(from);
    if (m_placeholders.isEmpty())
        return;
    for (const QString& part : m_parts)
        m_letters += lettersOf(part);
    if (m_letters < kFewestLetters)
        m_letters = 0;
}

std::optional<QStringList> Placeholders::match(const QString& text) const
{
    if (!text.startsWith(m_parts.front()))
        return std::nullopt;
    QStringList values;
    qsizetype from = m_parts.front().size();
    for (qsizetype i = 1; i < m_parts.size(); ++i) {
        const QString& part = m_parts[i];
        const bool isLast = i + 1 == m_parts.size();
        const qsizetype at = isLast ? text.size() - part.size() : text.indexOf(part, from);
        if (at < from || QStringView(text).mid(at, part.size()) != part)
            return std::nullopt;
        values << text.mid(from, at - from);
        from = at + part.size();
    }
    return values;
}

std::optional<QStringList> Placeholders::valuesIn(const QString& text) const
{
    const std::optional<QStringList> found = match(text);
    if (!found)
        return std::nullopt;
    const int last = *std::max_element(m_placeholders.begin(), m_placeholders.end());
    QStringList values(last);
    for (qsizetype i = 0; i < m_placeholders.size(); ++i)
        if (m_placeholders[i] > 0)
            values[m_placeholders[i] - 1] = (*found)[i];
    return values;
}

int Placeholders::numberIn(const QString& text) const
{
    const std::optional<QStringList> found = match(text);
    const qsizetype at = m_placeholders.indexOf(0);
    if (!found || at < 0)
        return -1;
    QString digits;
    for (const QChar c : (*found)[at])
        if (c.isDigit())
            digits += c;
    bool isNumber = false;
    const int number = digits.toInt(&isNumber);
    return isNumber ? number : -1;
}

}  // namespace ui::look
