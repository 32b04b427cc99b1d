#include "ui/look/changed_text.h"

#include <array>

namespace ui::look {

namespace {

const std::array kUnits{QStringLiteral(" s"),  QStringLiteral(" ms"), QStringLiteral(" µs"),
                        QStringLiteral(" ns"), QStringLiteral(" %"),  QStringLiteral("×")};

QString withoutUnit(const QString& text)
{
    for (const QString& unit : kUnits)
        if (text.endsWith(unit))
            return text.chopped(unit.size());
    return text;
}

}  // namespace

QString beforeArrow(const QString& before, const QString& now)
{
    for (const QString& unit : kUnits)
        if (before.endsWith(unit) && now.endsWith(unit))
            return before.chopped(unit.size());
    return before;
}

std::vector<ChangeText> changeForms(const QString& before, const QString& now)
{
    std::vector<ChangeText> forms{{before + QStringLiteral(" → "), now}};
    // The form without units is left out if the units differ.
    if (withoutUnit(before) == before)
        forms.push_back({before + QStringLiteral("→"), withoutUnit(now)});
    forms.push_back({QStringLiteral("→ "), now});
    return forms;
}

}  // namespace ui::look
