#pragma once

#include "ui/files/note_keeper.h"
#include "ui/files/session.h"
#include "ui/machines/machines.h"
#include "ui/runs/workbench.h"
#include "ui/teach/lesson_player.h"
#include "ui/teach/words_dialog.h"

#include <QJsonObject>
#include <QObject>
#include <functional>

namespace ui::teach {

/// File name extension of lessons.
inline constexpr const char* kLessonEnding = ".overlap-lesson.json";

/// Creates lessons: stores the state of the window as a step, opens the dialogs for texts, saves the file. Thread: GUI.
class LessonAuthor : public QObject {
    Q_OBJECT

public:
    struct Parts {
        LessonPlayer& player;
        const machines::Machines& machines;
        files::NoteKeeper& notes;
        const files::Session& session;
    };
    LessonAuthor(const runs::Workbench& bench, const Parts& parts, QObject* parent);

    /// Returns the state of the window as a step: program, switches, parameters, machine, view, notes.
    [[nodiscard]] Step present() const;
    void addStep();
    void editStep(const QJsonObject& typed = {});
    void editLesson(const QJsonObject& typed = {});
    /// Opens a file dialog, then saves.
    void saveFile();
    void saveTo(const QString& path);

    /// Returns the lesson with all texts that are not saved to a file; empty if all are saved. Includes the texts in an
    /// open dialog, even if they are not acceptable.
    [[nodiscard]] QJsonObject unsaved() const;
    /// Opens the lesson that unsaved() returned, without entering a step. If unsaved() also contains the texts of a
    /// dialog, which were not acceptable, opens that dialog.
    void restore(const QJsonObject& unsaved);

    struct EditedLesson {
        Lesson lesson;
        int index = 0;
    };

signals:
    /// Emitted when a text was typed into an open dialog, the dialog was closed, or the lesson was saved.
    void unsavedChanged();
    void failed(const ui::runs::Banner::MakeTexts& make);

private:
    void show(WordsDialog* editor, const std::function<EditedLesson()>& edited, const QJsonObject& typed);
    void apply(EditedLesson edited);

    runs::Workbench m_bench;
    LessonPlayer& m_player;
    const machines::Machines& m_machines;
    files::NoteKeeper& m_notes;
    const files::Session& m_session;
    WordsDialog* m_editor = nullptr;         ///< the open dialog; null until a text was typed
    std::function<EditedLesson()> m_edited;  ///< returns the lesson with the dialog's texts
};

/// Inserts a step after the current one and makes it current. Without an open lesson it is the first step of a new one.
void insertStep(LessonPlayer& player, Step step);
/// Removes the current step and enters the next one, or the previous one if there is no next. A lesson's only step is
/// not removed.
void removeStep(LessonPlayer& player);
/// Moves the current step by one position; −1: to an earlier position.
void moveStep(LessonPlayer& player, int by);

}  // namespace ui::teach
