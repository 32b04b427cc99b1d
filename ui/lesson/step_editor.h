#pragma once

#include "ui/lesson/lesson.h"
#include "ui/look/theme.h"

#include <QDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace ui::lesson {

/// The words of a step in the language of the program; those of other languages stay as they are. Thread: GUI.
class StepEditor : public QDialog {
    Q_OBJECT

public:
    StepEditor(const look::Theme& theme, Step step, QWidget* parent = nullptr);

    /// The step with what was written.
    [[nodiscard]] Step step() const;

private:
    void check();

    Step m_step;
    QString m_language;
    QLineEdit* m_title = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QPlainTextEdit* m_teacher = nullptr;
    QLineEdit* m_question = nullptr;
    QLineEdit* m_measure = nullptr;
    QPlainTextEdit* m_expected = nullptr;
    QPushButton* m_accept = nullptr;
};

}  // namespace ui::lesson
