#pragma once

#include "ui/teach/lesson.h"

#include <vector>

namespace ui::teach {

struct ShippedLesson {
    QString path;
    Lesson lesson;
};

/// The lessons that ship with the program, in the order of their file names.
class ShippedLessons {
public:
    /// Reads the lessons in `folder`; empty: no lessons. Skips a lesson that cannot be read, so that a damaged
    /// installation can still show the others.
    explicit ShippedLessons(const QString& folder);

    [[nodiscard]] const std::vector<ShippedLesson>& all() const { return m_all; }
    /// Returns null if no lesson has this id.
    [[nodiscard]] const ShippedLesson* find(const QString& id) const;
    /// Returns the lesson after the one with `id`, which was opened from `path`; null if that lesson is the last one or
    /// is not shipped.
    [[nodiscard]] const ShippedLesson* after(const QString& path, const QString& id) const;

private:
    std::vector<ShippedLesson> m_all;
};

/// "13.3 Automatic parallelism", in the current language.
[[nodiscard]] QString titleOf(const ShippedLesson& shipped);

}  // namespace ui::teach
