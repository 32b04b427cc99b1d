#include "ui/teach/step_editor.h"

#include "ui/teach/measures.h"

namespace ui::teach {

StepEditor::StepEditor(const look::Theme& theme, Step step, QWidget* parent)
    : WordsDialog(theme, tr("Step of the lesson"), parent), m_step(std::move(step))
{
    setObjectName(QStringLiteral("stepEditor"));
    const Question question = m_step.question.value_or(Question());
    m_title = addLine(tr("&Title"), read(m_step.title), "stepTitleField");
    m_text = addArea(tr("What the class &reads"), read(m_step.text), "stepTextField");
    m_question = addLine(tr("&Question"), read(question.text), "stepQuestionField");
    m_measure = addLine(tr("Number to &guess"), question.measure, "stepMeasureField");
    m_measure->setPlaceholderText(QStringLiteral("block:GPU1 & GPU2"));
    m_expected = addArea(tr("What this step &shows"), read(question.expected), "stepExpectedField");
    m_teacher = addArea(tr("For the &presenter"), read(m_step.teacher), "stepTeacherField");
    addHint(
        tr("Numbers come from the run: {block:NAME}, {total}, {peak:GPU 0}, {book:NAME}, "
           "{block:A / block:B}."));
    connect(this, &WordsDialog::edited, this, &StepEditor::check);
    resize(theme.px(560), sizeHint().height());
    check();
}

/// Accepts only a step that readLesson() can read back from a file.
void StepEditor::check()
{
    const QString number = m_measure->text().trimmed();
    const bool isKnown = number.isEmpty() || isMeasure(number);
    m_measure->setToolTip(isKnown ? QString() : tr("This is not a figure of a run; see the last line of this window."));
    const bool needsQuestion = !number.isEmpty() || !m_expected->toPlainText().trimmed().isEmpty();
    setAcceptable(!m_title->text().trimmed().isEmpty() && !m_text->toPlainText().trimmed().isEmpty() && isKnown &&
                  (!needsQuestion || !m_question->text().trimmed().isEmpty()));
}

Step StepEditor::step() const
{
    Step step = m_step;
    writeRequired(step.title, m_title->text());
    writeRequired(step.text, m_text->toPlainText());
    write(step.teacher, m_teacher->toPlainText());
    if (m_question->text().trimmed().isEmpty()) {
        step.question.reset();
        return step;
    }
    Question question = step.question.value_or(Question());
    write(question.text, m_question->text());
    write(question.expected, m_expected->toPlainText());
    if (const QString number = m_measure->text().trimmed(); number.isEmpty() || isMeasure(number))
        question.measure = number;
    step.question = question;
    return step;
}

}  // namespace ui::teach
