#pragma once

#include "ui/teach/words_dialog.h"

namespace ui::teach {

/// The words of a lesson as a whole: its name, what it is about, and what stands behind its last step. Thread: GUI.
class LessonEditor : public WordsDialog {
    Q_OBJECT

public:
    LessonEditor(const look::Theme& theme, Lesson lesson, QWidget* parent = nullptr);

    /// The lesson with what was written; its steps are as they were.
    [[nodiscard]] Lesson lesson() const;

private:
    Lesson m_lesson;
    QLineEdit* m_title = nullptr;
    QPlainTextEdit* m_about = nullptr;
    QPlainTextEdit* m_learned = nullptr;
    QPlainTextEdit* m_next = nullptr;
};

}  // namespace ui::teach
