#pragma once

#include "ui/teach/words_dialog.h"

namespace ui::teach {

/// Edits the texts of the whole lesson: its title, its subject, and its ending (what was learned, what to do next).
/// Thread: GUI.
class LessonEditor : public WordsDialog {
    Q_OBJECT

public:
    LessonEditor(const look::Theme& theme, Lesson lesson, QWidget* parent = nullptr);

    /// Returns the lesson with the edited texts and unchanged steps. An empty title keeps the previous title.
    [[nodiscard]] Lesson lesson() const;

private:
    Lesson m_lesson;
    QLineEdit* m_title = nullptr;
    QPlainTextEdit* m_about = nullptr;
    QPlainTextEdit* m_learned = nullptr;
    QPlainTextEdit* m_next = nullptr;
};

}  // namespace ui::teach
