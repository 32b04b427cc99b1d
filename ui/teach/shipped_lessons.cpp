#include "ui/teach/shipped_lessons.h"

#include <QDir>

namespace ui::teach {

ShippedLessons::ShippedLessons(const QString& folder)
{
    if (folder.isEmpty())
        return;
    const QDir dir(folder);
    for (const QString& name : dir.entryList({QStringLiteral("*.overlap-lesson.json")}, QDir::Files, QDir::Name))
        if (auto read = readLessonFile(dir.filePath(name)))
            m_all.push_back({dir.filePath(name), *std::move(read)});
}

const ShippedLesson* ShippedLessons::find(const QString& id) const
{
    for (const ShippedLesson& one : m_all)
        if (one.lesson.id == id)
            return &one;
    return nullptr;
}

const ShippedLesson* ShippedLessons::after(const QString& path, const QString& id) const
{
    for (std::size_t i = 0; i + 1 < m_all.size(); ++i)
        if (m_all[i].path == path && m_all[i].lesson.id == id)
            return &m_all[i + 1];
    return nullptr;
}

QString titleOf(const ShippedLesson& shipped)
{
    return QStringLiteral("%1 %2").arg(shipped.lesson.id, textIn(shipped.lesson.title, languageNow()));
}

}  // namespace ui::teach
