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

/// Gives lessons in the window: opens the program of a step, runs it, shows its view, its notes and its numbers.
/// Thread: GUI.
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
    /// `folder`: of the lessons that ship; empty: none.
    LessonController(desk::Desk& desk, const Parts& parts, const QString& folder);
    ~LessonController() override;

    [[nodiscard]] LessonPlayer& player() { return m_player; }
    [[nodiscard]] LessonBar& bar() { return *m_bar; }
    /// Commands of the menu Lessons, in its order.
    [[nodiscard]] const QList<QAction*>& commands() const { return m_commands; }
    [[nodiscard]] QAction* command(const QString& name) const;
    /// The class is to guess: what tells the answer has no place on the screen.
    [[nodiscard]] bool isAsking() const { return m_player.isOpen() && m_player.isAsking() && !m_isAway; }
    /// What a step shows is on the screen.
    [[nodiscard]] bool isSettled() const { return !m_isPending; }
    /// The change that the step asks about has been made.
    [[nodiscard]] bool hasAnswered() const { return m_player.isOpen() && !m_player.isAsking() && m_isAnswer; }
    /// The run before the last change of the lesson; null: there was none.
    [[nodiscard]] const engine::trace::TracePtr& before() const { return m_before; }
    [[nodiscard]] const model::RunContext& beforeContext() const { return m_beforeContext; }
    /// The machine that the reader had chosen before the lesson; empty: there is none to go back to.
    [[nodiscard]] QString machineBefore() const { return m_own ? m_own->machine : QString(); }

    /// For the tree of the chapter.
    [[nodiscard]] std::vector<listing::ProgramModel::LessonEntry> entries() const;
    /// Begins the lesson of an entry of the tree; false: it is none.
    bool choose(const QString& entry);

    /// Begins a lesson that ships ("13.3") at once; one from a file after the reader has agreed.
    void open(const QString& idOrPath);
    void close();
    [[nodiscard]] LessonAuthor& author() { return m_author; }

signals:
    /// A step, or the answer to its question, is on the screen.
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
    bool m_isAway = false;  ///< something else than the step's program was opened, be it the reader's own listing of it
    bool m_isAnswer = false;  ///< what is pending is the answer: the view stays
    QTimer m_settle;
    engine::trace::TracePtr m_before;
    model::RunContext m_beforeContext;

    /// What the reader had open before the lesson.
    struct Own {
        QString program, machine;
    };
    std::optional<Own> m_own;
};

}  // namespace ui::teach
