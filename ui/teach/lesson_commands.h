#pragma once

#include "ui/teach/lesson_author.h"
#include "ui/teach/shipped_lessons.h"
#include "ui/teach/step_stage.h"

#include <QAction>
#include <QKeySequence>
#include <functional>
#include <vector>

namespace ui::teach {

/// The commands of the menu Lessons: one for each shipped lesson, then opening, steps and writing. Thread: GUI.
class LessonCommands : public QObject {
    Q_OBJECT

public:
    struct Parts {
        const ShippedLessons& shipped;
        LessonPlayer& player;
        StepStage& stage;
        LessonAuthor& author;
    };
    /// `parent` must have a window among its parents.
    LessonCommands(QWidget& window, const Parts& parts, QObject* parent);

    /// In menu order.
    [[nodiscard]] QList<QAction*> all() const;

signals:
    /// A shipped lesson was chosen.
    void lessonWanted(const QString& id);
    void fileWanted();
    void presenterWanted();

private:
    struct Command {
        QAction* action = nullptr;
        const char* text = nullptr;  ///< null: set by retitle(), from the file of a lesson
        const char* tip = nullptr;
        std::function<bool()> isEnabled;
    };

    void add(const QString& name, Command command, std::function<void()> run, const QKeySequence& shortcut = {});
    void retitle();
    void update();

    QWidget& m_window;
    Parts m_parts;
    std::vector<Command> m_commands;
};

}  // namespace ui::teach
