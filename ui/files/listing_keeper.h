#pragma once

#include "engine/frontend/program.h"
#include "ui/files/session.h"

#include <QHash>
#include <QString>
#include <utility>

namespace ui::files {

/// Whether `id` denotes a new program of the user ("own:1"). Such a program is stored as edits of a template, also
/// after it was saved, since the saved file is another program.
[[nodiscard]] bool isOwnProgram(const QString& id);
/// Returns the template of a new program, in both dialects.
[[nodiscard]] engine::frontend::Program ownProgram(const QString& id);

/// Opens every program, after storing the user's edits of the previous one. The open listing belongs to the user, to a
/// lesson or to a trace; only the user's edits are stored. Thread: GUI.
class ListingKeeper {
public:
    enum class Owner : std::uint8_t { Reader, Lesson, Trace };

    ListingKeeper(listing::ProgramDocument& document, EditedPrograms kept);

    [[nodiscard]] Owner owner() const { return m_owner; }
    /// Returns the user's edits of all programs, including the open one.
    [[nodiscard]] EditedPrograms kept() const;
    /// The program that the user opened last: its file or its id; empty: none yet.
    [[nodiscard]] QString last() const;

    /// Returns an unused id for a new program of the user: the first id for which no text is stored.
    [[nodiscard]] QString freeOwnProgram() const;
    /// Ids of the user's own programs that have text, in ascending order.
    [[nodiscard]] QStringList ownProgramsWithText() const;

    /// Opens the user's listing of a program, or the lesson's if the lesson waits for this program. A file that the
    /// user trusted before stays trusted unless its content has changed.
    void open(const engine::frontend::Program& program);
    /// The dialect in which open() will show a program.
    [[nodiscard]] engine::frontend::Dialect nextDialect(const engine::frontend::Program& program) const;
    void openForLesson(const engine::frontend::Program& program, const listing::ProgramState& state);
    /// Opens the listing of a trace. It does not run until the user allows it.
    void openOfTrace(const engine::frontend::Program& program, const listing::ProgramState& state);
    /// Marks a program file that a lesson will open once it is loaded. Opening another program before that cancels the
    /// mark.
    void awaitForLesson(const QString& path) { m_awaited = path; }
    /// Cancels awaitForLesson(). Returns false if no program was awaited.
    bool forgetAwaited() { return !std::exchange(m_awaited, {}).isEmpty(); }
    /// Hands the open listing to a lesson; later changes belong to the lesson and are not stored.
    void transferToLesson();

private:
    [[nodiscard]] bool hasReaderProgram() const { return m_owner == Owner::Reader && !m_document.program().id.empty(); }
    /// The displayed dialect if the open program has both dialects and does not belong to a lesson or a trace;
    /// otherwise the dialect in which the last such program was displayed.
    [[nodiscard]] engine::frontend::Dialect usualDialect() const;
    void store();
    void restoreTrust(const QString& id);
    [[nodiscard]] listing::ProgramState stateOfFile() const;
    void openFor(Owner owner, const engine::frontend::Program& program, const listing::ProgramState& state);

    listing::ProgramDocument& m_document;
    EditedPrograms m_kept;
    QHash<QString, QString> m_trusted;  ///< trusted files: id -> content of the file
    /// Dialect of the last opened program that exists in both dialects.
    engine::frontend::Dialect m_dialect = engine::frontend::Dialect::Torch;
    QString m_last;
    QString m_awaited;  ///< path of the program that a lesson waits for; empty: none
    Owner m_owner = Owner::Reader;
};

}  // namespace ui::files
