#pragma once

#include "ui/look/theme.h"
#include "ui/teach/guess_field.h"
#include "ui/teach/lesson_player.h"
#include "ui/teach/measures.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>
#include <functional>

namespace ui::teach {

/// Shows the lesson above the timeline: the number and texts of the step, its question with a field for a guess, and
/// after the answer the explanation and the error of the guess. After the last step it shows the ending. Thread: GUI.
class LessonBar : public QWidget {
    Q_OBJECT

public:
    /// `source` returns the run whose numbers replace measures in texts.
    LessonBar(const look::Theme& theme, LessonPlayer& player, std::function<MeasureSource()> source,
              QWidget* parent = nullptr);

    /// Sets whether a program other than the step's is open. The bar then shows the lesson's title, the step's number,
    /// a note that the lesson is paused, and a button that returns to the step.
    void setAway(bool isAway);
    /// Sets the name of the next lesson, "13.4 The way to the CPU"; empty: this is the last lesson.
    void setFollowing(const QString& name);
    /// Updates all texts. Call this after a change of the step, the run or the language.
    void refresh();
    /// All visible texts, for screen readers.
    [[nodiscard]] QString spoken() const;

signals:
    void presenterWanted();
    void projectorWanted();
    void closeWanted();
    void backWanted();       ///< emitted to return to the program of the step
    void followingWanted();  ///< emitted to start the next lesson

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build();
    void restyle();
    void showAnswer();
    void showQuestion();
    void submitGuess();
    void showAway();
    void showEnding();
    void advance();

    const look::Theme& m_theme;
    LessonPlayer& m_player;
    std::function<MeasureSource()> m_source;
    bool m_isAway = false;
    QString m_following;
    Measure m_asked;  ///< value of the guessed measure when the question was shown; sets the field's unit
    QLabel* m_lessonTitle = nullptr;
    QLabel* m_progress = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_question = nullptr;
    QLabel* m_answer = nullptr;
    GuessField* m_guess = nullptr;
    QPushButton* m_previous = nullptr;
    QPushButton* m_next = nullptr;
    QToolButton* m_presenter = nullptr;
    QToolButton* m_projector = nullptr;
    QToolButton* m_close = nullptr;
};

/// Returns the source of numbers for the text of a step. If an answer has changed the program, these are the numbers of
/// the run before the change. (The text of the answer uses the run after the change.)
[[nodiscard]] MeasureSource sourceOfWords(const LessonPlayer& player, MeasureSource source);

/// The texts of the ending, in the current language.
[[nodiscard]] QString endingTitle();
[[nodiscard]] QString learnedText(const Lesson& lesson);
[[nodiscard]] QString nextText(const Lesson& lesson);

}  // namespace ui::teach
