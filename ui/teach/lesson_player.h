#pragma once

#include "ui/teach/lesson.h"

#include <QObject>
#include <map>
#include <optional>

namespace ui::teach {

/// Where a class stands in a lesson: the step, whether its question is answered, what was guessed; behind the last step
/// the ending, which leaves the step's run on the screen. It says what has to be shown; others show it. Also the lesson
/// that is being written. Thread: GUI.
class LessonPlayer : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] bool isOpen() const { return !m_lesson.steps.empty(); }
    [[nodiscard]] const Lesson& lesson() const { return m_lesson; }
    [[nodiscard]] int index() const { return m_index; }
    [[nodiscard]] int count() const { return static_cast<int>(m_lesson.steps.size()); }
    [[nodiscard]] const Step& step() const { return m_lesson.steps[static_cast<std::size_t>(m_index)]; }
    /// The step after this one; null at the end.
    [[nodiscard]] const Step* following() const;
    /// The step has a question, and it is still open.
    [[nodiscard]] bool isAsking() const;
    /// Behind the last step.
    [[nodiscard]] bool isEnded() const { return m_isEnded; }
    [[nodiscard]] bool canGoOn() const { return isOpen() && !m_isEnded; }
    [[nodiscard]] bool canGoBack() const { return isOpen() && (m_isEnded || m_index > 0); }
    /// What was guessed at this step, in the unit of its measure; none: nothing.
    [[nodiscard]] std::optional<double> guess() const;
    [[nodiscard]] bool isChanged() const { return m_isChanged; }

    /// The file of the lesson; empty: it has none yet.
    [[nodiscard]] const QString& path() const { return m_path; }
    void setPath(const QString& path) { m_path = path; }

    /// Begins at the first step.
    void open(Lesson lesson);
    void close();
    /// As a presenter's key: an open question is answered first, then the next step comes, or the ending.
    void goOn();
    /// To the step before; from the ending to the last step as it was left.
    void goBack();
    void goTo(int index);
    /// Ends the question of this step, with a guess or without.
    void answer(std::optional<double> guess);

    // -- writing a lesson
    /// Puts a step behind the present one, which it becomes; the first of a new lesson without any.
    void insert(Step step);
    void replace(Step step);
    void remove();
    /// Moves the present step by one place; -1: earlier.
    void move(int by);
    /// Takes over all but the steps.
    void setWords(const Lesson& lesson);
    void setSaved() { m_isChanged = false; }

signals:
    void entered(int index);   ///< this step is to be shown, as it begins
    void answered(int index);  ///< the change of its question is to be made
    void rearranged();         ///< the lesson is being written: the present step may be another, and is not entered
    void changed();            ///< what a bar or a list says of the lesson
    void closed();

private:
    void enter(int index);
    void end(bool isEnded);

    Lesson m_lesson;
    QString m_path;
    int m_index = 0;
    std::map<int, std::optional<double>> m_answers;
    bool m_isEnded = false;
    bool m_isChanged = false;
};

}  // namespace ui::teach
