#include "ui/look/changed_text.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

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

struct DurationUnit {
    double size;   ///< length of the unit, in nanoseconds
    int decimals;  ///< number of decimals for values of at least `least` units
    double least;
    const QString& name;
};

const DurationUnit& unitOf(double nanoseconds)
{
    static const std::array<DurationUnit, 4> units{
        {{1e9, 3, 0.1, kUnits[0]}, {1e6, 2, 1, kUnits[1]}, {1e3, 2, 1, kUnits[2]}, {1, 0, 1, kUnits[3]}}};
    const auto fits = [&](const DurationUnit& unit) { return nanoseconds >= unit.least * unit.size; };
    const auto found = std::find_if(units.begin(), units.end(), fits);
    return found != units.end() ? *found : units.back();
}

QString inUnit(double nanoseconds, const DurationUnit& unit)
{
    constexpr int kMostDecimals = 6;
    const double value = nanoseconds / unit.size;
    int decimals = 0;
    if (value >= unit.least)
        decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(value))), 0, unit.decimals);
    else if (value > 0)
        decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(value))), unit.decimals, kMostDecimals);
    if (unit.decimals == 3 && value >= unit.least && value < 1000)
        decimals = unit.decimals;  // the same decimals as in labels of the timeline
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return locale.toString(value, 'f', decimals) + unit.name;
}

}  // namespace

QString beforeArrow(const QString& before, const QString& now)
{
    for (const QString& unit : kUnits)
        if (before.endsWith(unit) && now.endsWith(unit))
            return before.chopped(unit.size());
    return before;
}

ChangeText durationPair(engine::Nanoseconds before, engine::Nanoseconds now)
{
    const auto was = static_cast<double>(before.count()), is = static_cast<double>(now.count());
    const DurationUnit& unit = unitOf(std::max(was, is));
    return {inUnit(was, unit), inUnit(is, unit)};
}

std::vector<ChangeText> changeForms(const QString& before, const QString& now)
{
    std::vector<ChangeText> forms{{before + QStringLiteral(" → "), now}};
    // If the units differ, omit the form without units.
    if (withoutUnit(before) == before)
        forms.push_back({before + QStringLiteral("→"), withoutUnit(now)});
    forms.push_back({QStringLiteral("→ "), now});
    return forms;
}

}  // namespace ui::look
