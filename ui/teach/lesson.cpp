#include "ui/teach/lesson.h"

#include "ui/look/languages.h"

#include <QLocale>

namespace ui::teach {

QString textIn(const Texts& texts, const QString& language)
{
    for (const QString& wanted : {language, QStringLiteral("en")})
        if (const auto found = texts.constFind(wanted); found != texts.constEnd() && !found->isEmpty())
            return *found;
    return texts.isEmpty() ? QString() : texts.first();
}

QString languageNow()
{
    return look::codeOf(look::languageOf(QLocale()));
}

Contents contentsOf(const Lesson& lesson)
{
    Contents contents;
    contents.steps = lesson.steps.size();
    const auto once = [](QStringList& list, const QString& text) {
        if (!text.isEmpty() && !list.contains(text))
            list << text;
    };
    for (const Step& step : lesson.steps) {
        const bool isFile =
            step.program.endsWith(QLatin1String(".py")) || step.program.endsWith(QLatin1String(".ipynb"));
        once(isFile ? contents.files : contents.programs, step.program);
        if (!step.listing.isEmpty())
            ++contents.listings;
        once(contents.machines, step.setting.machine);
        if (step.question && step.question->change)
            once(contents.machines, step.question->change->machine);
    }
    return contents;
}

}  // namespace ui::teach
