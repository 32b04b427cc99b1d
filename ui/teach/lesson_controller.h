#pragma once

#include "ui/teach/lesson_bar.h"
#include "ui/teach/lesson_commands.h"
#include "ui/teach/presenter_view.h"

#include <QPointer>

namespace ui::teach {

/// Opens lessons, and connects the parts that present and write them. Thread: GUI.
class LessonController : public QObject {
    Q_OBJECT

public:
    struct Parts {
        files::ListingKeeper& listings;
        const machines::Machines& machines;
        files::NoteKeeper& notes;
        const files::Session& session;
    };
    /// `folder` contains the shipped lessons; empty: there are none.
    LessonController(desk::Desk& desk, const Parts& parts, const QString& folder);
    ~LessonController() override;

    [[nodiscard]] LessonPlayer& player() { return m_player; }
    [[nodiscard]] const StepStage& stage() const { return m_stage; }
    [[nodiscard]] LessonAuthor& author() { return m_author; }
    [[nodiscard]] LessonBar& bar() { return *m_bar; }
    [[nodiscard]] const LessonCommands& commands() const { return *m_commands; }

    /// Starts the lesson of an entry of the program tree. Returns false if the entry is not a lesson.
    bool choose(const QString& entry);
    /// Starts a shipped lesson ("13.3") immediately, and a lesson from a file after the user has agreed.
    void open(const QString& idOrPath);

signals:
    void failed(const ui::runs::Banner::MakeTexts& make);

private:
    void connectBar();
    void showShipped();
    void nameFollowing();
    [[nodiscard]] const ShippedLesson* following() const;
    void ask(const Lesson& lesson, const QString& path);
    void openFile();
    void showPresenter();

    runs::Workbench m_bench;
    const files::Session& m_session;
    ShippedLessons m_shipped;
    LessonPlayer m_player;
    StepStage m_stage;
    LessonAuthor m_author;
    LessonCommands* m_commands = nullptr;
    LessonBar* m_bar = nullptr;
    QPointer<PresenterView> m_presenter;
};

}  // namespace ui::teach
