#include "ui/listing/replaced_literals.h"

namespace ui::listing {

namespace {

/// Whether a literal (0x10, 1_000, 0.2, 2e-1) has the value of `number` in Python.
bool isNumber(QString literal, const engine::frontend::ReplacedNumber& number)
{
    literal.remove(QLatin1Char('_'));
    const QString listed = QString::fromStdString(number.listed);
    const bool isHex = literal.startsWith(QLatin1String("0x"), Qt::CaseInsensitive);
    const bool isReal = !isHex && (literal.contains(QLatin1Char('.')) || literal.contains(QLatin1Char('e')) ||
                                   literal.contains(QLatin1Char('E')));
    if (isReal != number.isReal)
        return false;
    bool isRead = false;
    if (isReal)
        return literal.toDouble(&isRead) == listed.toDouble() && isRead;
    return literal.toLongLong(&isRead, isHex ? 16 : 10) == listed.toLongLong() && isRead;
}

}  // namespace

std::vector<ReplacedLiteral> replacedLiterals(const QString& line, OpenString open,
                                              const std::vector<engine::frontend::ReplacedNumber>& numbers)
{
    std::vector<ReplacedLiteral> found;
    if (numbers.empty())
        return found;
    for (const Token& token : tokensOf(line, open)) {
        if (token.kind != TokenKind::Number)
            continue;
        for (const engine::frontend::ReplacedNumber& number : numbers)
            if (isNumber(line.mid(token.start, token.length), number)) {
                found.push_back({token.start, token.length, QString::fromStdString(number.runs),
                                 QString::fromStdString(number.parameter)});
                break;
            }
    }
    return found;
}

}  // namespace ui::listing
