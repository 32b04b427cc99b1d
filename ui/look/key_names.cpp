#include "ui/look/key_names.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <array>
#include <utility>

namespace ui::look {

QString keyNames(const QString& portable)
{
    const std::array<std::pair<QLatin1String, QString>, 8> names{{
        {QLatin1String("Left"), QStringLiteral("←")},
        {QLatin1String("Right"), QStringLiteral("→")},
        {QLatin1String("Up"), QStringLiteral("↑")},
        {QLatin1String("Down"), QStringLiteral("↓")},
        {QLatin1String("Return"), QStringLiteral("Enter")},
        {QLatin1String("PgUp"), QStringLiteral("Page Up")},
        {QLatin1String("PgDown"), QStringLiteral("Page Down")},
        {QLatin1String("Space"), QCoreApplication::translate("Keys", "Space")},
    }};
    QString text = portable;
    for (const auto& [name, shown] : names)
        text.replace(QRegularExpression(QStringLiteral("\\b%1\\b").arg(name)), shown);
    // Code fonts draw "++" as one ligature; a zero-width character in between prevents it.
    text.replace(QStringLiteral("++"), QStringLiteral("+\u200c+"));
    return text;
}

QString keyNames(const QKeySequence& keys)
{
    return keyNames(keys.toString(QKeySequence::PortableText));
}

}  // namespace ui::look
