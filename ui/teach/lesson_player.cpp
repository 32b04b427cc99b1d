#include "ui/teach/lesson_player.h"

#include <algorithm>
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

void LessonPlayer::open(Lesson lesson)
{
    m_lesson = std::move(lesson);
    m_isChanged = false;
    if (isOpen())
        enter(0);
}

void LessonPlayer::close()
{
    if (!isOpen())
        return;
    m_lesson = {};
    m_answers.clear();
    m_index = 0;
    m_isEnded = false;
    emit changed();
    emit closed();
}

/// Entering a step reopens its question, because a lesson may be presented twice.
void LessonPlayer::enter(int index)
{
    if (index == 0)
        m_answers.clear();
    m_index = index;
    m_isEnded = false;
    m_answers.erase(index);
    emit changed();
    emit entered(index);
}

void LessonPlayer::goOn()
{
    if (isAsking())
        answer(std::nullopt);
    else if (m_index + 1 < count())
        enter(m_index + 1);
    else if (canGoOn())
        end(true);
}

void LessonPlayer::goBack()
{
    if (m_isEnded)
        end(false);
    else if (canGoBack())
        enter(m_index - 1);
}

void LessonPlayer::end(bool isEnded)
{
    m_isEnded = isEnded;
    emit changed();
}

void LessonPlayer::goTo(int index)
{
    if (index >= 0 && index < count())
        enter(index);
}

void LessonPlayer::answer(std::optional<double> guess)
{
    if (!isAsking())
        return;
    m_answers[m_index] = guess;
    emit changed();
    emit answered(m_index);
}

void LessonPlayer::insert(Step step)
{
    if (m_lesson.steps.size() >= kMostSteps)
        return;
    const int at = isOpen() ? m_index + 1 : 0;
    m_lesson.steps.insert(m_lesson.steps.begin() + at, std::move(step));
    m_answers.clear();
    m_isEnded = false;
    m_index = at;
    m_isChanged = true;
    emit changed();
    emit rearranged();
}

void LessonPlayer::replace(Step step)
{
    if (!isOpen())
        return;
    m_lesson.steps[static_cast<std::size_t>(m_index)] = std::move(step);
    m_isChanged = true;
    emit changed();
    emit rearranged();
}

void LessonPlayer::remove()
{
    if (count() < 2)
        return;
    m_lesson.steps.erase(m_lesson.steps.begin() + m_index);
    m_isChanged = true;
    m_answers.clear();
    enter(std::min(m_index, count() - 1));
}

void LessonPlayer::move(int by)
{
    const int to = m_index + by;
    if (!isOpen() || to < 0 || to >= count())
        return;
    std::swap(m_lesson.steps[static_cast<std::size_t>(m_index)], m_lesson.steps[static_cast<std::size_t>(to)]);
    m_answers.clear();
    m_isEnded = false;
    m_index = to;
    m_isChanged = true;
    emit changed();
    emit rearranged();
}

void LessonPlayer::setWords(const Lesson& lesson)
{
    std::vector<Step> steps = std::move(m_lesson.steps);
    m_lesson = lesson;
    m_lesson.steps = std::move(steps);
    m_isChanged = true;
    emit changed();
}

}  // namespace ui::teach
