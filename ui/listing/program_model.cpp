#include "ui/listing/program_model.h"

#include "ui/look/languages.h"

#include <algorithm>

namespace ui::listing {

namespace {

constexpr const char* kOpenedFiles = QT_TRANSLATE_NOOP("Overlap", "Opened files");

/// The internal id of a section's index. Entries use their section's row + 1.
constexpr quintptr kSection = 0;

/// Splits "13.3 Automatic parallelism" into number and title.
std::pair<QString, QString> splitGroup(const QString& group)
{
    const qsizetype space = group.indexOf(QLatin1Char(' '));
    if (space > 0 && group[0].isDigit())
        return {group.left(space), group.mid(space + 1)};
    return {QString(), group};
}

}  // namespace

void ProgramModel::setPrograms(const std::vector<engine::frontend::Program>& programs)
{
    beginResetModel();
    m_sections.clear();
    for (const engine::frontend::Program& program : programs) {
        const auto [number, title] = splitGroup(QString::fromStdString(program.group));
        const auto same = [&, key = std::pair(number, title)](const Section& section) {
            return section.number == key.first && section.title == key.second;
        };
        auto section = std::ranges::find_if(m_sections, same);
        if (section == m_sections.end())
            section = m_sections.insert(m_sections.end(), Section{number, title, {}});
        section->entries.push_back({QString::fromStdString(program.id), QString::fromStdString(program.title)});
    }
    placeLessons();
    endResetModel();
}

void ProgramModel::setLessons(std::vector<LessonEntry> lessons)
{
    const auto isSame = [](const LessonEntry& a, const LessonEntry& b) {
        return a.id == b.id && a.section == b.section;
    };
    if (std::equal(m_lessons.begin(), m_lessons.end(), lessons.begin(), lessons.end(), isSame)) {
        renameLessons(std::move(lessons));
        return;
    }
    beginResetModel();
    m_lessons = std::move(lessons);
    for (Section& section : m_sections)
        std::erase_if(section.entries, [](const Entry& entry) { return entry.isLesson; });
    std::erase_if(m_sections, [](const Section& section) { return section.entries.empty(); });
    placeLessons();
    endResetModel();
}

/// Changes the titles after a language change without a model reset, so that expanded sections and the selection are
/// kept.
void ProgramModel::renameLessons(std::vector<LessonEntry> lessons)
{
    m_lessons = std::move(lessons);
    for (Section& section : m_sections)
        for (Entry& entry : section.entries)
            for (const LessonEntry& lesson : m_lessons)
                if (entry.isLesson && entry.id == lesson.id)
                    entry.title = tr("Lesson: %1").arg(lesson.title);
    refreshTexts();
}

/// Inserts the lessons. A section with a lesson but no program is created at its position in the book.
void ProgramModel::placeLessons()
{
    if (m_sections.empty())
        return;
    for (const LessonEntry& lesson : m_lessons) {
        const auto [number, title] = splitGroup(lesson.section);
        auto section = std::ranges::find(m_sections, number, &Section::number);
        if (section == m_sections.end()) {
            const auto after = std::ranges::find_if(
                m_sections, [&, key = number](const Section& s) { return s.number.isEmpty() || s.number > key; });
            section = m_sections.insert(after, Section{number, title, {}});
        }
        section->entries.insert(section->entries.begin(), {lesson.id, tr("Lesson: %1").arg(lesson.title), true});
    }
}

void ProgramModel::addFile(const engine::frontend::Program& program)
{
    const QString id = QString::fromStdString(program.id);
    if (indexOf(id).isValid())
        return;
    const QString title = QLatin1String(kOpenedFiles);
    if (m_sections.empty() || m_sections.back().title != title) {
        const int row = static_cast<int>(m_sections.size());
        beginInsertRows({}, row, row);
        m_sections.push_back({QString(), title, {}});
        endInsertRows();
    }
    const int row = static_cast<int>(m_sections.back().entries.size());
    beginInsertRows(index(static_cast<int>(m_sections.size()) - 1, 0), row, row);
    m_sections.back().entries.push_back({id, QString::fromStdString(program.title)});
    endInsertRows();
}

void ProgramModel::refreshTexts()
{
    for (int s = 0; s < rowCount({}); ++s) {
        const QModelIndex section = index(s, 0);
        emit dataChanged(section, section);
        if (const int last = rowCount(section) - 1; last >= 0)
            emit dataChanged(index(0, 0, section), index(last, 0, section));
    }
}

QModelIndex ProgramModel::indexOf(const QString& programId) const
{
    for (std::size_t s = 0; s < m_sections.size(); ++s)
        for (std::size_t e = 0; e < m_sections[s].entries.size(); ++e)
            if (m_sections[s].entries[e].id == programId)
                return index(static_cast<int>(e), 0, index(static_cast<int>(s), 0));
    return {};
}

QModelIndex ProgramModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row() + 1) : kSection);
}

QModelIndex ProgramModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == kSection)
        return {};
    return createIndex(static_cast<int>(child.internalId()) - 1, 0, kSection);
}

int ProgramModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_sections.size());
    if (parent.internalId() != kSection || parent.column() != 0)
        return 0;
    return static_cast<int>(m_sections[static_cast<std::size_t>(parent.row())].entries.size());
}

int ProgramModel::columnCount(const QModelIndex&) const
{
    return 1;
}

QVariant ProgramModel::sectionData(const Section& section, int role) const
{
    const auto titleOf = [](const Section& of) {
        return of.title == QLatin1String(kOpenedFiles) ? tr(kOpenedFiles) : look::headerText(of.title.toStdString());
    };
    if (role == Qt::DisplayRole)
        return titleOf(section);
    if (role == Qt::AccessibleTextRole)
        return QString(section.number + QLatin1Char(' ') + titleOf(section)).trimmed();
    if (role == NumberRole)
        return section.number;
    if (role == Qt::ToolTipRole)
        return titleOf(section);
    return role == ProgramIdRole ? QVariant(QString()) : QVariant();
}

QVariant ProgramModel::entryData(const Entry& entry, int role) const
{
    const QString title = look::programText(entry.id.toStdString(), entry.title.toStdString());
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
        return title;
    if (role == ProgramIdRole)
        return entry.id;
    return role == NumberRole ? QVariant(QString()) : QVariant();
}

QVariant ProgramModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const bool isSection = index.internalId() == kSection;
    const auto sectionRow = static_cast<std::size_t>(isSection ? index.row() : index.parent().row());
    const Section& section = m_sections[sectionRow];
    return isSection ? sectionData(section, role)
                     : entryData(section.entries[static_cast<std::size_t>(index.row())], role);
}

}  // namespace ui::listing
