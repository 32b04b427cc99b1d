#include "ui/lesson/step_editor.h"

#include "ui/lesson/measures.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace ui::lesson {

StepEditor::StepEditor(const look::Theme& theme, Step step, QWidget* parent)
    : QDialog(parent), m_step(std::move(step)), m_language(languageNow())
{
    setObjectName(QStringLiteral("stepEditor"));
    setWindowTitle(tr("Step of the lesson"));
    auto* form = new QFormLayout;
    const auto line = [&](const QString& label, const QString& text, const char* name) {
        auto* field = new QLineEdit(text, this);
        field->setObjectName(QLatin1String(name));
        field->setMaxLength(static_cast<int>(kMostLetters));
        form->addRow(label, field);
        connect(field, &QLineEdit::textChanged, this, &StepEditor::check);
        return field;
    };
    const auto area = [&](const QString& label, const QString& text, const char* name) {
        auto* field = new QPlainTextEdit(text, this);
        field->setObjectName(QLatin1String(name));
        field->setTabChangesFocus(true);
        field->setFixedHeight(theme.px(72));
        form->addRow(label, field);
        connect(field, &QPlainTextEdit::textChanged, this, &StepEditor::check);
        return field;
    };
    const Question question = m_step.question.value_or(Question());
    m_title = line(tr("&Title"), textIn(m_step.title, m_language), "stepTitleField");
    m_text = area(tr("What the class &reads"), textIn(m_step.text, m_language), "stepTextField");
    m_question = line(tr("&Question"), textIn(question.text, m_language), "stepQuestionField");
    m_measure = line(tr("Number to &guess"), question.measure, "stepMeasureField");
    m_measure->setPlaceholderText(QStringLiteral("block:GPU1 & GPU2"));
    m_expected = area(tr("What is to be &seen"), textIn(question.expected, m_language), "stepExpectedField");
    m_teacher = area(tr("For the &presenter"), textIn(m_step.teacher, m_language), "stepTeacherField");
    auto* hint = new QLabel(tr("Numbers come from the run: {block:NAME}, {total}, {peak:GPU 0}, {book:NAME}, "
                               "{block:A / block:B}."),
                            this);
    hint->setWordWrap(true);
    hint->setTextFormat(Qt::PlainText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_accept = buttons->button(QDialogButtonBox::Ok);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(hint);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(theme.px(560), sizeHint().height());
    check();
}

/// What could not be read back from the file is not accepted.
void StepEditor::check()
{
    const QString number = m_measure->text().trimmed();
    const bool isKnown = number.isEmpty() || isMeasure(number);
    m_measure->setToolTip(isKnown ? QString() : tr("This is no number of a run; see the line at the foot."));
    const bool needsQuestion = !number.isEmpty() || !m_expected->toPlainText().trimmed().isEmpty();
    m_accept->setEnabled(!m_title->text().trimmed().isEmpty() && !m_text->toPlainText().trimmed().isEmpty() &&
                         isKnown && (!needsQuestion || !m_question->text().trimmed().isEmpty()));
}

Step StepEditor::step() const
{
    Step step = m_step;
    const auto set = [&](Texts& texts, const QString& text) {
        if (text.trimmed().isEmpty())
            texts.remove(m_language);
        else
            texts[m_language] = text.trimmed().left(kMostLetters);
    };
    set(step.title, m_title->text());
    set(step.text, m_text->toPlainText());
    set(step.teacher, m_teacher->toPlainText());
    if (m_question->text().trimmed().isEmpty()) {
        step.question.reset();
        return step;
    }
    Question question = step.question.value_or(Question());
    set(question.text, m_question->text());
    set(question.expected, m_expected->toPlainText());
    question.measure = m_measure->text().trimmed();
    step.question = question;
    return step;
}

}  // namespace ui::lesson
