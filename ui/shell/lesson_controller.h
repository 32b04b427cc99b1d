#pragma once

#include "ui/files/note_keeper.h"
#include "ui/listing/program_document.h"
#include "ui/listing/program_model.h"
#include "ui/teach/lesson_bar.h"
#include "ui/teach/lesson_player.h"
#include "ui/teach/presenter_view.h"

#include <QAction>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <functional>
#include <optional>
#include <vector>

namespace ui::shell {

class MainWindow;

/// Gives lessons in the window: opens what a step names, runs it, shows its part, its notes and its numbers; and takes
/// the present state down as a step of a lesson that is being written. Thread: GUI.
class LessonController : public QObject {
    Q_OBJECT

public:
    /// `folder`: of the lessons that ship; empty: none.
    LessonController(MainWindow& window, look::Theme& theme, files::NoteKeeper& notes, const QString& folder);
    ~LessonController() override;

    [[nodiscard]] teach::LessonPlayer& player() { return m_player; }
    [[nodiscard]] teach::LessonBar& bar() { return *m_bar; }
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
    /// The lesson as it stands, in a file.
    void saveTo(const QString& path);
    /// The present state of the window as a step: program, switches, parameters, machine, view, notes.
    [[nodiscard]] teach::Step present() const;

signals:
    void retitled();  ///< the language changed
    /// A step, or the answer to its question, is on the screen.
    void shown();
    void failed(const QString& title, const QString& sentence);
    /// isAsking() may be another.
    void askingChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Shipped {
        QString path;
        teach::Lesson lesson;
    };

    void readShipped(const QString& folder);
    void buildCommands();
    void retitle();
    void ask(teach::Lesson lesson, const QString& path);
    void begin(teach::Lesson lesson, const QString& path);
    void enter();
    void answer();
    void apply(const teach::Step& step, const teach::Setting& setting);
    void openForLesson(const QString& program, const listing::ProgramState& state, const QString& machine);
    void onRunShown();
    void showView();
    void finishPending();
    void showPresenter();
    void addStep();
    void editStep();
    void editLesson();
    void openFile();
    void saveFile();
    void updateCommands();
    void leave();
    void noteProgram(bool isOfReaders);
    void forgetAwaited();
    void noteOwn();
    void noteAsking();
    void goOn();
    [[nodiscard]] const Shipped* following() const;
    void nameFollowing();
    [[nodiscard]] QString pathOf(const teach::Step& step) const;
    [[nodiscard]] teach::MeasureSource source() const;

    MainWindow& m_window;
    look::Theme& m_theme;
    files::NoteKeeper& m_notes;
    teach::LessonPlayer m_player;
    teach::LessonBar* m_bar = nullptr;
    QPointer<teach::PresenterView> m_presenter;
    std::vector<Shipped> m_shipped;
    QList<QAction*> m_commands;
    QString m_path;  ///< of the lesson that is open
    bool m_isPending = false;
    bool m_wasAsking = false;
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

}  // namespace ui::shell
