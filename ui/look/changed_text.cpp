#include "ui/look/changed_text.h"

#include <array>

namespace ui::look {

QString beforeArrow(const QString& before, const QString& now)
{
    static const std::array kUnits{QStringLiteral(" s"),  QStringLiteral(" ms"), QStringLiteral(" µs"),
                                   QStringLiteral(" ns"), QStringLiteral(" %"),  QStringLiteral("×")};
    for (const QString& unit : kUnits)
        if (before.endsWith(unit) && now.endsWith(unit))
            return before.chopped(unit.size());
    return before;
}

}  // namespace ui::look
