#pragma once

#include "ui/files/note_keeper.h"
#include "ui/files/session.h"
#include "ui/machines/machines.h"
#include "ui/runs/workbench.h"
#include "ui/teach/lesson_player.h"

#include <QObject>

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
    void editStep();
    void editLesson();
    /// Opens a file dialog, then saves.
    void saveFile();
    void saveTo(const QString& path);

signals:
    void failed(const ui::runs::Banner::MakeTexts& make);

private:
    runs::Workbench m_bench;
    LessonPlayer& m_player;
    const machines::Machines& m_machines;
    files::NoteKeeper& m_notes;
    const files::Session& m_session;
};

/// Inserts a step after the current one and makes it current. Without an open lesson it is the first step of a new one.
void insertStep(LessonPlayer& player, Step step);
void replaceStep(LessonPlayer& player, Step step);
/// Removes the current step and enters the one that takes its place. The only step of a lesson stays.
void removeStep(LessonPlayer& player);
/// Moves the current step by one position; -1: earlier.
void moveStep(LessonPlayer& player, int by);

}  // namespace ui::teach
