#include "ui/model/statement.h"

namespace ui::model {

QString statementOf(const QString& line)
{
    const QString text = line.trimmed();
    QChar quote;  // opening quote of the current string literal; null: outside of literals
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (!quote.isNull() && c == QLatin1Char('\\'))
            ++i;
        else if (c == quote)
            quote = {};
        else if (quote.isNull() && (c == QLatin1Char('"') || c == QLatin1Char('\'')))
            quote = c;
        else if (quote.isNull() && c == QLatin1Char('#') && i > 0)
            return text.left(i).trimmed();
    }
    return text;
}

}  // namespace ui::model
