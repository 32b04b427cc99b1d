#pragma once

#include "engine/frontend/program.h"

#include <QAbstractItemModel>
#include <QHash>
#include <QSet>
#include <vector>

namespace ui::listing {

/// How many times as fast the last part of a program is as the parts before it; the tree shows it.
struct Badge {
    /// Which two times the badge divides.
    enum class Gain : std::uint8_t { BlocksBefore, FirstOfTwoBlocks, TrainingBefore };

    QString text;             ///< "1.96×"; empty: none
    bool isMistimed = false;  ///< one of the two times was printed by a mistimed block
    Gain gain = Gain::BlocksBefore;

    bool operator==(const Badge&) const = default;
};

/// The book's programs by section, followed by the user's own files.
class ProgramModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Role : int {
        NumberRole = Qt::UserRole,  ///< number of a section: "13.3"
        BadgeRole,                  ///< gain from a run, "1.96×"; empty: none yet
        MistimedRole,               ///< bool: Badge::isMistimed
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
    void setBadge(const QString& programId, const Badge& badge);
    /// While badges are hidden, only those of revealed programs are shown, because a badge answers the lesson's
    /// question "how much faster?".
    void setBadgesHidden(bool areHidden);
    void setRevealed(const QString& programId, bool isRevealed);
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
    [[nodiscard]] static QString gainText(const Badge& badge);
    [[nodiscard]] QVariant entryData(const Entry& entry, int role) const;

    std::vector<Section> m_sections;
    std::vector<LessonEntry> m_lessons;
    [[nodiscard]] Badge shownBadge(const QString& programId) const;
    void badgeChanged(const QString& programId);

    QHash<QString, Badge> m_badges;
    QSet<QString> m_revealed;
    bool m_areBadgesHidden = false;
};

}  // namespace ui::listing
