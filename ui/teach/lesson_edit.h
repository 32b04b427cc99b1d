#pragma once

#include "ui/teach/lesson_player.h"

namespace ui::teach {

/// Edits of the steps of the lesson that `player` shows.

/// Inserts a step after the current one and makes it current. Without an open lesson it is the first step of a new one.
void insertStep(LessonPlayer& player, Step step);
void replaceStep(LessonPlayer& player, Step step);
/// Removes the current step and enters the one that takes its place. The only step of a lesson stays.
void removeStep(LessonPlayer& player);
/// Moves the current step by one position; -1: earlier.
void moveStep(LessonPlayer& player, int by);

}  // namespace ui::teach
