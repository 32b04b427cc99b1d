#include "ui/teach/lesson_edit.h"

#include <algorithm>
#include <utility>

namespace ui::teach {

void insertStep(LessonPlayer& player, Step step)
{
    Lesson lesson = player.lesson();
    if (lesson.steps.size() >= kMaxSteps)
        return;
    const int at = player.isOpen() ? player.index() + 1 : 0;
    lesson.steps.insert(lesson.steps.begin() + at, std::move(step));
    player.edit(std::move(lesson), at);
}

void replaceStep(LessonPlayer& player, Step step)
{
    if (!player.isOpen())
        return;
    Lesson lesson = player.lesson();
    lesson.steps.at(static_cast<std::size_t>(player.index())) = std::move(step);
    player.edit(std::move(lesson), player.index());
}

void removeStep(LessonPlayer& player)
{
    if (player.count() < 2)
        return;
    Lesson lesson = player.lesson();
    lesson.steps.erase(lesson.steps.begin() + player.index());
    const int at = std::min(player.index(), player.count() - 2);
    player.edit(std::move(lesson), at);
    player.goTo(at);
}

void moveStep(LessonPlayer& player, int by)
{
    const int to = player.index() + by;
    if (to < 0 || to >= player.count())
        return;
    Lesson lesson = player.lesson();
    std::swap(lesson.steps[static_cast<std::size_t>(player.index())], lesson.steps[static_cast<std::size_t>(to)]);
    player.edit(std::move(lesson), to);
}

}  // namespace ui::teach
