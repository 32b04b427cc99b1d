#pragma once

#include "engine/frontend/program.h"
#include "ui/files/session.h"

#include <QHash>
#include <QString>
#include <utility>

namespace ui::files {

/// Programs that a reader starts from nothing ("own:1") are stored as edits of an empty listing, also after they were
/// saved: the file is another program.
[[nodiscard]] bool isOwnProgram(const QString& id);
/// An empty listing in both dialects.
[[nodiscard]] engine::frontend::Program ownProgram(const QString& id);

/// The one place through which programs are opened, so that what the reader did to the one before is kept every time.
/// What is open is the reader's or a lesson's; of a lesson's nothing is kept. Thread: GUI.
class ListingKeeper {
public:
    enum class Owner : std::uint8_t { Reader, Lesson };

    ListingKeeper(listing::ProgramDocument& document, KeptPrograms kept);

    [[nodiscard]] bool isReaders() const { return m_owner == Owner::Reader; }
    /// As the reader left every program, the one that is open included.
    [[nodiscard]] KeptPrograms kept() const;
    /// The program that the reader had open last: its file, or its id; empty: none yet.
    [[nodiscard]] QString last() const;

    /// The id of the first of the reader's own programs that has no text yet.
    [[nodiscard]] QString freeOwnProgram() const;
    /// Ids of those that have text, in their order.
    [[nodiscard]] QStringList ownProgramsWithText() const;

    /// Opens the reader's listing of a program, or the lesson's that it awaits. A file that the reader has let run
    /// needs no word a second time, unless another text stands in it by now.
    void open(const engine::frontend::Program& program);
    void openForLesson(const engine::frontend::Program& program, const listing::ProgramState& state);
    /// A program from a file opens later; the lesson's then. Another one that opens before makes that void.
    void awaitForLesson(const QString& path) { m_awaited = path; }
    /// Returns whether there was one.
    bool forgetAwaited() { return !std::exchange(m_awaited, {}).isEmpty(); }
    /// A lesson goes on with what is open: what it changes from now on is its own.
    void lend();

private:
    [[nodiscard]] bool holdsReaders() const { return isReaders() && !m_document.program().id.empty(); }
    void keep();
    void trustAgain(const QString& id);
    [[nodiscard]] listing::ProgramState stateOfFile() const;

    listing::ProgramDocument& m_document;
    KeptPrograms m_kept;
    QHash<QString, QString> m_trusted;  ///< of files that the reader has let run: the text as the file has it
    QString m_last;
    QString m_awaited;  ///< path of the program that a lesson waits for; empty: none
    Owner m_owner = Owner::Reader;
};

}  // namespace ui::files
