#pragma once

#include "ui/desk/desk.h"
#include "ui/files/note_keeper.h"
#include "ui/runs/before_run.h"
#include "ui/teach/lesson_author.h"
#include "ui/teach/lesson_bar.h"
#include "ui/teach/lesson_player.h"
#include "ui/teach/presenter_view.h"
#include "ui/teach/shipped_lessons.h"

#include <QAction>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <functional>
#include <optional>
#include <vector>

namespace ui::teach {

/// Presents lessons in the window: opens the program of a step, runs it, and shows its view, notes and numbers. Thread:
/// GUI.
class LessonController : public QObject {
    Q_OBJECT

public:
    struct Parts {
        files::ListingKeeper& listings;
        const machines::Machines& machines;
        files::NoteKeeper& notes;
        runs::BeforeRun& before;
        const files::Session& session;
    };
    /// `folder` has the shipped lessons; empty: there are none.
    LessonController(desk::Desk& desk, const Parts& parts, const QString& folder);
    ~LessonController() override;

    [[nodiscard]] LessonPlayer& player() { return m_player; }
    [[nodiscard]] LessonBar& bar() { return *m_bar; }
    /// Commands of the menu Lessons, in menu order.
    [[nodiscard]] const QList<QAction*>& commands() const { return m_commands; }
    [[nodiscard]] QAction* command(const QString& name) const;
    /// Whether a question is open and the lesson is not paused. Then other rooms hide everything that would reveal the
    /// answer.
    [[nodiscard]] bool isAsking() const { return m_player.isOpen() && m_player.isAsking() && !m_isAway; }
    /// Whether the step, or its answer, is completely shown; false while its run is pending.
    [[nodiscard]] bool isSettled() const { return !m_isPending; }
    /// Whether the question of the current step has been answered.
    [[nodiscard]] bool hasAnswered() const { return m_player.isOpen() && !m_player.isAsking() && m_isAnswer; }
    /// The run that was shown before the last step or answer of the same program; null: none.
    [[nodiscard]] const engine::trace::TracePtr& before() const { return m_before; }
    [[nodiscard]] const model::RunContext& beforeContext() const { return m_beforeContext; }
    /// The machine that was chosen before the lesson; empty: none to restore.
    [[nodiscard]] QString machineBefore() const { return m_own ? m_own->machine : QString(); }

    /// The entries of the shipped lessons in the program tree.
    [[nodiscard]] std::vector<listing::ProgramModel::LessonEntry> entries() const;
    /// Begins the lesson of a tree entry. Returns false if the entry is not a lesson.
    bool choose(const QString& entry);

    /// Begins a shipped lesson ("13.3") immediately, a lesson from a file after the reader has agreed.
    void open(const QString& idOrPath);
    void close();
    [[nodiscard]] LessonAuthor& author() { return m_author; }

signals:
    /// A step, or the answer to its question, is completely shown.
    void shown();
    void failed(const QString& title, const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildCommands();
    void retitle();
    void ask(Lesson lesson, const QString& path);
    void begin(Lesson lesson, const QString& path);
    void enter();
    void answer();
    void apply(const Step& step, const Setting& setting);
    void openForLesson(const QString& program, const listing::ProgramState& state, const QString& machine);
    void onRunShown();
    void showView();
    void finishPending();
    void showPresenter();
    void openFile();
    void updateCommands();
    void leave();
    void noteProgram(bool isOfReaders);
    void forgetAwaited();
    void noteOwn();
    void noteAsking();
    void goOn();
    [[nodiscard]] const ShippedLesson* following() const;
    void nameFollowing();
    [[nodiscard]] QString pathOf(const Step& step) const;
    [[nodiscard]] MeasureSource source() const;
    [[nodiscard]] const QString& machineNow() const { return m_parts.machines.chosenId(); }

    desk::Desk& m_desk;
    runs::Workbench m_bench;
    Parts m_parts;
    ShippedLessons m_shipped;
    LessonPlayer m_player;
    LessonAuthor m_author;
    LessonBar* m_bar = nullptr;
    QPointer<PresenterView> m_presenter;
    QList<QAction*> m_commands;
    bool m_isPending = false;
    bool m_isAway = false;    ///< another program is open, or the reader's own listing of the step's program
    bool m_isAnswer = false;  ///< the pending change is the answer, which keeps the view
    QTimer m_settle;
    engine::trace::TracePtr m_before;
    model::RunContext m_beforeContext;

    /// What was open before the lesson; restored at its end.
    struct Own {
        QString program, machine;
    };
    std::optional<Own> m_own;
};

}  // namespace ui::teach
