#pragma once

#include "ui/teach/words_dialog.h"

namespace ui::teach {

/// Edits the texts of a step. Thread: GUI.
class StepEditor : public WordsDialog {
    Q_OBJECT

public:
    StepEditor(const look::Theme& theme, Step step, QWidget* parent = nullptr);

    /// Returns the step with the edited texts. A text that is not acceptable keeps its previous value.
    [[nodiscard]] Step step() const;

private:
    void check();

    Step m_step;
    QLineEdit* m_title = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QPlainTextEdit* m_teacher = nullptr;
    QLineEdit* m_question = nullptr;
    QLineEdit* m_measure = nullptr;
    QPlainTextEdit* m_expected = nullptr;
};

}  // namespace ui::teach
