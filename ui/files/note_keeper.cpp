#include "ui/files/note_keeper.h"

#include <QUndoStack>
#include <utility>

namespace ui::files {

NoteKeeper::NoteKeeper(const runs::Workbench& bench, QJsonObject& stored)
    : QObject(&bench.window), m_feed(bench.feed), m_stored(stored)
{
    m_book.setUndoStack(&bench.document.undoStack());
    m_layer = new timeline::NoteLayer(bench.theme, bench.timeline, m_book, bench.selection);
    connect(&m_book, &model::NoteBook::edited, this, &NoteKeeper::store);
    connect(&bench.feed, &model::TraceFeed::replaced, this, &NoteKeeper::follow);
    follow();
}

void NoteKeeper::store()
{
    if (m_program.isEmpty() || m_showsLessonNotes)
        return;
    if (m_book.notes().empty())
        m_stored.remove(m_program);
    else
        m_stored[m_program] = model::toJson(m_book.notes());
}

/// When another program is on the screen, loads its notes.
void NoteKeeper::follow()
{
    const QString program = QString::fromStdString(m_feed.trace()->run().program);
    if (program.isEmpty() || program == m_program)
        return;
    m_program = program;
    if (!m_showsLessonNotes)
        m_book.setNotes(model::notesFrom(m_stored.value(program).toArray()));
}

void NoteKeeper::showLessonNotes(std::vector<model::Note> notes)
{
    m_showsLessonNotes = true;
    m_book.setNotes(std::move(notes));
}

void NoteKeeper::restoreReaderNotes()
{
    if (!std::exchange(m_showsLessonNotes, false))
        return;
    m_book.setNotes(model::notesFrom(m_stored.value(m_program).toArray()));
}

}  // namespace ui::files
