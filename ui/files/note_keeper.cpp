#include "ui/files/note_keeper.h"

#include <QUndoStack>

namespace ui::files {

NoteKeeper::NoteKeeper(const runs::Workbench& bench, const QJsonObject& saved)
    : QObject(&bench.window), m_feed(bench.feed), m_saved(saved)
{
    m_book.setUndoStack(&bench.document.undoStack());
    m_layer = new timeline::NoteLayer(bench.theme, bench.timeline, m_book, bench.selection);
    connect(&bench.feed, &model::TraceFeed::replaced, this, &NoteKeeper::follow);
    follow();
}

void NoteKeeper::keep()
{
    m_saved = saved();
}

/// Loads the notes of the program on the screen if it has changed.
void NoteKeeper::follow()
{
    const QString program = QString::fromStdString(m_feed.trace()->run().program);
    if (program.isEmpty() || program == m_program)
        return;
    keep();
    m_program = program;
    if (!m_showsLessonNotes)
        m_book.setNotes(model::notesFrom(m_saved[program].toArray()));
}

QJsonObject NoteKeeper::saved() const
{
    QJsonObject saved = m_saved;
    if (!m_program.isEmpty() && !m_showsLessonNotes) {
        if (m_book.notes().empty())
            saved.remove(m_program);
        else
            saved[m_program] = model::toJson(m_book.notes());
    }
    return saved;
}

void NoteKeeper::showLessonNotes(std::vector<model::Note> notes)
{
    keep();
    m_showsLessonNotes = true;
    m_book.setNotes(std::move(notes));
}

void NoteKeeper::restoreReaderNotes()
{
    if (!m_showsLessonNotes)
        return;
    m_showsLessonNotes = false;
    m_book.setNotes(model::notesFrom(m_saved[m_program].toArray()));
}

}  // namespace ui::files
