#pragma once

#include "ui/teach/lesson.h"

#include <QObject>
#include <map>
#include <optional>

namespace ui::teach {

/// Progress in a lesson: the current step, whether its question is answered, the guess, and the ending. The ending
/// follows the last step, whose run stays on the screen. StepStage updates the window after each signal. Thread: GUI.
class LessonPlayer : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] bool isOpen() const { return !m_lesson.steps.empty(); }
    [[nodiscard]] const Lesson& lesson() const { return m_lesson; }
    [[nodiscard]] int index() const { return m_index; }
    [[nodiscard]] int count() const { return static_cast<int>(m_lesson.steps.size()); }
    [[nodiscard]] const Step& step() const { return m_lesson.steps[static_cast<std::size_t>(m_index)]; }
    /// Returns the next step; null at the last one.
    [[nodiscard]] const Step* following() const;
    /// Whether the step has a question that is not answered yet.
    [[nodiscard]] bool isAsking() const;
    /// Whether the ending is shown.
    [[nodiscard]] bool isEnded() const { return m_isEnded; }
    [[nodiscard]] bool canAdvance() const { return isOpen() && !m_isEnded; }
    [[nodiscard]] bool canGoBack() const { return isOpen() && (m_isEnded || m_index > 0); }
    /// The guess at this step, in the unit of its measure; empty: no guess.
    [[nodiscard]] std::optional<double> guess() const;

    /// The file of the lesson; empty: not saved yet.
    [[nodiscard]] const QString& path() const { return m_path; }
    /// Call this when the lesson was opened from `path` or saved to `path`.
    void setPath(const QString& path);
    /// Whether the lesson was edited since setPath().
    [[nodiscard]] bool isModified() const { return m_isModified; }

    /// Opens a lesson at its first step.
    void open(Lesson lesson);
    /// Replaces the lesson by an edited version and makes the step `index` current, without entering it. If steps were
    /// added, removed or moved, all questions are open again.
    void edit(Lesson lesson, int index);
    void close();
    /// Handles one press of a presenter's key: answers an open question; if none is open, enters the next step; after
    /// the last step, shows the ending.
    void advance();
    /// Enters the previous step. From the ending, returns to the last step without starting that step again.
    void goBack();
    /// Enters a step and reopens its question, because a lesson may be presented twice. Step 0 reopens the questions of
    /// all steps. An invalid index is ignored.
    void goTo(int index);
    /// Answers the question of this step, with or without a guess.
    void answer(std::optional<double> guess);

signals:
    void entered(int index);   ///< a step was entered; show it from its beginning
    void answered(int index);  ///< emitted when the question is answered; the answer's change must then be applied
    void edited();             ///< steps were edited; another step may be current, but entered() is not emitted
    void changed();            ///< anything that views show about the lesson has changed
    void closed();

private:
    Lesson m_lesson;
    QString m_path;
    int m_index = 0;
    std::map<int, std::optional<double>> m_answers;
    bool m_isEnded = false;
    bool m_isModified = false;
};

}  // namespace ui::teach
