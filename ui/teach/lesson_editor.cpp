#include "ui/teach/lesson_editor.h"

namespace ui::teach {

LessonEditor::LessonEditor(const look::Theme& theme, Lesson lesson, QWidget* parent)
    : WordsDialog(theme, tr("The lesson"), parent), m_lesson(std::move(lesson))
{
    setObjectName(QStringLiteral("lessonEditor"));
    m_title = addLine(tr("&Title"), read(m_lesson.title), "lessonTitleField");
    m_about = addArea(tr("What it is &about"), read(m_lesson.about), "lessonAboutField");
    m_learned = addArea(tr("The end: what was &seen"), read(m_lesson.ending.learned), "lessonLearnedField");
    m_learned->setPlaceholderText(tr("If empty, the summary is used."));
    m_next = addArea(tr("The end: what to do &next"), read(m_lesson.ending.next), "lessonNextField");
    m_next->setPlaceholderText(tr("If empty, the suggestions for any program are used."));
    connect(this, &WordsDialog::edited, this, [this] { setAcceptable(!m_title->text().trimmed().isEmpty()); });
    resize(theme.px(560), sizeHint().height());
}

Lesson LessonEditor::lesson() const
{
    Lesson lesson = m_lesson;
    writeRequired(lesson.title, m_title->text());
    write(lesson.about, m_about->toPlainText());
    write(lesson.ending.learned, m_learned->toPlainText());
    write(lesson.ending.next, m_next->toPlainText());
    return lesson;
}

}  // namespace ui::teach
