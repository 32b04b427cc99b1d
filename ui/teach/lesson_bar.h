#pragma once

#include "ui/look/theme.h"
#include "ui/teach/lesson_player.h"
#include "ui/teach/measures.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>
#include <functional>

namespace ui::teach {

/// The lesson above the picture: which step, its words, its question with a field for a guess, and after the answer
/// what is to be seen and how near the guess was; behind the last step what was learned and what to do next. Thread:
/// GUI.
class LessonBar : public QWidget {
    Q_OBJECT

public:
    /// `source` gives the run that numbers are taken from.
    LessonBar(const look::Theme& theme, LessonPlayer& player, std::function<MeasureSource()> source,
              QWidget* parent = nullptr);

    /// Another program than the step's is on the screen: the bar says where the lesson stands and offers the way back.
    void setAway(bool isAway);
    /// "13.4 The way to the CPU": the lesson that comes after this one; empty: there is none.
    void setFollowing(const QString& name);
    /// Fills the words in anew: another step, another run, another language.
    void refresh();
    /// What stands there, as a screen reader says it.
    [[nodiscard]] QString spoken() const;

signals:
    void presenterWanted();
    void projectorWanted();
    void closeWanted();
    void backWanted();       ///< to the program of the step
    void followingWanted();  ///< the lesson that comes after this one

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build();
    void restyle();
    void showAnswer();
    void showQuestion();
    void give();
    void showAway();
    void showEnding();
    void goOn();

    const look::Theme& m_theme;
    LessonPlayer& m_player;
    std::function<MeasureSource()> m_source;
    bool m_isAway = false;
    QString m_following;
    QLabel* m_lessonTitle = nullptr;
    QLabel* m_progress = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_question = nullptr;
    QLabel* m_answer = nullptr;
    QWidget* m_guessRow = nullptr;
    QLineEdit* m_guess = nullptr;
    QLabel* m_unit = nullptr;
    QPushButton* m_show = nullptr;
    QPushButton* m_previous = nullptr;
    QPushButton* m_next = nullptr;
    QToolButton* m_presenter = nullptr;
    QToolButton* m_projector = nullptr;
    QToolButton* m_close = nullptr;
};

/// What the words of a step speak of: the run that it began with. Its answer speaks of the run after the change.
[[nodiscard]] MeasureSource sourceOfWords(const LessonPlayer& player, MeasureSource source);

/// The words of the ending, in the reader's language.
[[nodiscard]] QString endingTitle();
[[nodiscard]] QString learnedText(const Lesson& lesson);
[[nodiscard]] QString nextText(const Lesson& lesson);

}  // namespace ui::teach
