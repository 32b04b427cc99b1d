#pragma once

#include "ui/model/notes.h"
#include "ui/runs/workbench.h"
#include "ui/timeline/note_layer.h"

#include <QJsonObject>

namespace ui::files {

/// Stores the notes of every program; the note book contains the notes of the program on the screen, or during a
/// lesson, the notes of the lesson. Thread: GUI.
class NoteKeeper : public QObject {
    Q_OBJECT

public:
    /// `stored`: program -> notes, in the session.
    NoteKeeper(const runs::Workbench& bench, QJsonObject& stored);

    [[nodiscard]] model::NoteBook& book() { return m_book; }
    [[nodiscard]] timeline::NoteLayer& layer() { return *m_layer; }

    /// Shows a lesson's notes instead of the user's, until restoreReaderNotes(). Notes drawn meanwhile are not
    /// stored.
    void showLessonNotes(std::vector<model::Note> notes);
    void restoreReaderNotes();

private:
    void follow();
    void store();

    model::TraceFeed& m_feed;
    model::NoteBook m_book;
    timeline::NoteLayer* m_layer = nullptr;
    QJsonObject& m_stored;
    QString m_program;  ///< program whose notes are in the book
    bool m_showsLessonNotes = false;
};

}  // namespace ui::files
