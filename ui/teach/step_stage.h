#pragma once

#include "ui/files/note_keeper.h"
#include "ui/runs/before_run.h"
#include "ui/teach/measures.h"
#include "ui/teach/step_program.h"

#include <QObject>
#include <QTimer>

namespace ui::teach {

/// Shows the current step of a lesson in the window: runs its program, then shows its view and notes. Pauses the lesson
/// while another program, or the user's own listing of the step's program, is open. Thread: GUI.
class StepStage : public QObject {
    Q_OBJECT

public:
    struct Parts {
        LessonPlayer& player;
        files::ListingKeeper& listings;
        const machines::Machines& machines;
        files::NoteKeeper& notes;
    };
    StepStage(desk::Desk& desk, const Parts& parts);

    [[nodiscard]] const StepProgram& program() const { return m_program; }
    /// Whether the step, or the answer to its question, is completely shown; false while its run is pending.
    [[nodiscard]] bool isSettled() const { return !m_isPending; }
    /// Whether the lesson is paused.
    [[nodiscard]] bool isAway() const { return m_isAway; }
    /// Whether a question is open and the lesson is not paused. The views then hide everything that would reveal the
    /// answer.
    [[nodiscard]] bool isAsking() const { return m_player.isAsking() && !m_isAway; }
    /// Whether the question of the current step has been answered.
    [[nodiscard]] bool hasAnswered() const { return m_player.isOpen() && !m_player.isAsking() && m_isAnswer; }
    /// The run that was shown before the last step or answer of the same program; a null trace: none.
    [[nodiscard]] const runs::NamedRun& before() const { return m_before; }
    /// Returns the numbers of the displayed run, of before() and of the book. While a run is pending, those of the
    /// displayed run are left out; while the lesson is paused, there are no numbers.
    [[nodiscard]] MeasureSource source() const;

    void begin(Lesson lesson, const QString& path);
    /// Called for Page Down: returns from a pause to the step, or continues the lesson.
    void advance();

signals:
    /// Emitted when a step, or the answer to its question, is completely shown.
    void shown();
    /// Emitted when the numbers of the step change, or when the lesson is paused or resumed.
    void changed();
    void failed(const ui::runs::Banner::MakeTexts& make);

private:
    void enter();
    void answer();
    void apply(const Setting& setting, StepProgram::Change change);
    /// Stores the state before the run of the step. `comparable`: the displayed run; null: it cannot be compared with
    /// the step's run.
    void storeBefore(const engine::trace::TracePtr& comparable);
    void onRunShown();
    void finishPending();
    void showView();
    void onProgramOpened(files::ListingKeeper::Owner owner);
    void leave();
    void reportAsking();

    desk::Desk& m_desk;
    runs::Workbench m_bench;
    LessonPlayer& m_player;
    files::ListingKeeper& m_listings;
    files::NoteKeeper& m_notes;
    StepProgram m_program;
    bool m_isPending = false;
    bool m_isAway = false;
    bool m_isAnswer = false;  ///< the pending change is an answer, so the view does not change
    QTimer m_settleTimer;
    runs::NamedRun m_before;
};

}  // namespace ui::teach
