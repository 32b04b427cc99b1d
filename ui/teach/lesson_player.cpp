#include "ui/teach/lesson_player.h"

#include "engine/base/expect.h"

#include <utility>

namespace ui::teach {

const Step* LessonPlayer::following() const
{
    return m_index + 1 < count() ? &m_lesson.steps[static_cast<std::size_t>(m_index) + 1] : nullptr;
}

bool LessonPlayer::isAsking() const
{
    return isOpen() && step().question && !m_answers.contains(m_index);
}

std::optional<double> LessonPlayer::guess() const
{
    const auto found = m_answers.find(m_index);
    return found == m_answers.end() ? std::nullopt : found->second;
}

void LessonPlayer::setPath(const QString& path)
{
    m_path = path;
    m_isModified = false;
}

void LessonPlayer::open(Lesson lesson)
{
    m_lesson = std::move(lesson);
    goTo(0);
}

void LessonPlayer::edit(Lesson lesson, int index)
{
    ENGINE_EXPECT(index >= 0 && index < static_cast<int>(lesson.steps.size()));
    if (index != m_index || lesson.steps.size() != m_lesson.steps.size()) {
        m_answers.clear();
        m_isEnded = false;
    }
    const bool isOtherStep = index != m_index || lesson.steps != m_lesson.steps;
    m_lesson = std::move(lesson);
    m_index = index;
    m_isModified = true;
    emit changed();
    if (isOtherStep)
        emit edited();
}

void LessonPlayer::close()
{
    if (!isOpen())
        return;
    m_lesson = {};
    m_answers.clear();
    m_index = 0;
    m_isEnded = false;
    m_isModified = false;
    emit changed();
    emit closed();
}

void LessonPlayer::goTo(int index)
{
    if (index < 0 || index >= count())
        return;
    if (index == 0)
        m_answers.clear();
    m_index = index;
    m_isEnded = false;
    m_answers.erase(index);
    emit changed();
    emit entered(index);
}

void LessonPlayer::advance()
{
    if (isAsking()) {
        answer(std::nullopt);
    } else if (following() != nullptr) {
        goTo(m_index + 1);
    } else if (canAdvance()) {
        m_isEnded = true;
        emit changed();
    }
}

void LessonPlayer::goBack()
{
    if (!std::exchange(m_isEnded, false))
        return goTo(m_index - 1);
    emit changed();
}

void LessonPlayer::answer(std::optional<double> guess)
{
    if (!isAsking())
        return;
    m_answers[m_index] = guess;
    emit changed();
    emit answered(m_index);
}

}  // namespace ui::teach
