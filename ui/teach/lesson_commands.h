#pragma once

#include "ui/teach/lesson_author.h"
#include "ui/teach/shipped_lessons.h"
#include "ui/teach/step_stage.h"

#include <QAction>
#include <QList>

namespace ui::teach {

/// The commands of the menu Lessons: one for each shipped lesson, then the commands that open, control and edit a
/// lesson. Thread: GUI.
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

    /// Returns all commands in the order of the menu.
    [[nodiscard]] const QList<QAction*>& all() const { return m_all; }

signals:
    /// Emitted when a shipped lesson was chosen.
    void lessonWanted(const QString& id);
    void fileWanted();
    void presenterWanted();

private:
    void update();

    Parts m_parts;
    QList<QAction*> m_all;  ///< shipped lessons first
};

}  // namespace ui::teach
