#pragma once

#include "engine/frontend/program.h"

#include <QAbstractItemModel>
#include <vector>

namespace ui::listing {

/// The book's programs by section, followed by the user's own files.
class ProgramModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Role : int {
        NumberRole = Qt::UserRole,  ///< number of a section: "13.3"
        ProgramIdRole,              ///< id of a program; empty for a section
    };

    using QAbstractItemModel::QAbstractItemModel;

    /// A lesson in the tree. It is the first entry of its section and is selected by its id, like a program.
    struct LessonEntry {
        QString id, section, title;
    };

    void setLessons(std::vector<LessonEntry> lessons);
    void setPrograms(const std::vector<engine::frontend::Program>& programs);
    void addFile(const engine::frontend::Program& program);
    /// Updates the texts after a language change.
    void refreshTexts();
    [[nodiscard]] QModelIndex indexOf(const QString& programId) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    struct Entry {
        QString id;
        QString title;
        bool isLesson = false;
    };
    struct Section {
        QString number;
        QString title;
        std::vector<Entry> entries;
    };

    void placeLessons();
    void renameLessons(std::vector<LessonEntry> lessons);
    [[nodiscard]] QVariant sectionData(const Section& section, int role) const;
    [[nodiscard]] QVariant entryData(const Entry& entry, int role) const;

    std::vector<Section> m_sections;
    std::vector<LessonEntry> m_lessons;
};

}  // namespace ui::listing
