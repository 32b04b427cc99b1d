#pragma once

#include "ui/teach/lesson.h"

#include <QObject>
#include <map>
#include <optional>

namespace ui::teach {

/// Progress in a lesson: the current step, whether its question is answered, the guess, and the ending after the last
/// step, which keeps that step's run on the screen. Emits signals for what must be shown; LessonController shows it.
/// Also owns a lesson that is being written. Thread: GUI.
class LessonPlayer : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] bool isOpen() const { return !m_lesson.steps.empty(); }
    [[nodiscard]] const Lesson& lesson() const { return m_lesson; }
    [[nodiscard]] int index() const { return m_index; }
    [[nodiscard]] int count() const { return static_cast<int>(m_lesson.steps.size()); }
    [[nodiscard]] const Step& step() const { return m_lesson.steps[static_cast<std::size_t>(m_index)]; }
    /// The next step; null at the last one.
    [[nodiscard]] const Step* following() const;
    /// Whether the step has a question that is not answered yet.
    [[nodiscard]] bool isAsking() const;
    /// Whether the ending is shown.
    [[nodiscard]] bool isEnded() const { return m_isEnded; }
    [[nodiscard]] bool canGoOn() const { return isOpen() && !m_isEnded; }
    [[nodiscard]] bool canGoBack() const { return isOpen() && (m_isEnded || m_index > 0); }
    /// The guess at this step, in the unit of its measure; empty: no guess.
    [[nodiscard]] std::optional<double> guess() const;
    [[nodiscard]] bool isChanged() const { return m_isChanged; }

    /// The file of the lesson; empty: not saved yet.
    [[nodiscard]] const QString& path() const { return m_path; }
    void setPath(const QString& path) { m_path = path; }

    /// Opens a lesson at its first step.
    void open(Lesson lesson);
    void close();
    /// One press of a presenter's key: answers an open question; else enters the next step; after the last step shows
    /// the ending.
    void goOn();
    /// Enters the previous step; from the ending returns to the last step without restarting it.
    void goBack();
    void goTo(int index);
    /// Answers the question of this step, with or without a guess.
    void answer(std::optional<double> guess);

    // -- writing a lesson
    /// Inserts a step after the current one and makes it current. Without an open lesson it is the first step of a new
    /// one.
    void insert(Step step);
    void replace(Step step);
    void remove();
    /// Moves the current step by one position; -1: earlier.
    void move(int by);
    /// Copies everything but the steps from `lesson`.
    void setWords(const Lesson& lesson);
    void setSaved() { m_isChanged = false; }

signals:
    void entered(int index);   ///< show this step from its beginning
    void answered(int index);  ///< apply the change of its question
    void rearranged();  ///< an author changed the steps; the current step may be another one, which is not entered
    void changed();     ///< anything that views show of the lesson
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
