#pragma once

#include "ui/teach/words_dialog.h"

namespace ui::teach {

/// Edits the texts of the lesson itself: its title, what it is about, and its ending (what was seen, what to do next).
/// Thread: GUI.
class LessonEditor : public WordsDialog {
    Q_OBJECT

public:
    LessonEditor(const look::Theme& theme, Lesson lesson, QWidget* parent = nullptr);

    /// The lesson with the edited texts and unchanged steps; an empty title stays as it was.
    [[nodiscard]] Lesson lesson() const;

private:
    Lesson m_lesson;
    QLineEdit* m_title = nullptr;
    QPlainTextEdit* m_about = nullptr;
    QPlainTextEdit* m_learned = nullptr;
    QPlainTextEdit* m_next = nullptr;
};

}  // namespace ui::teach
