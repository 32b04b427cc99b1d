#pragma once

#include "engine/base/result.h"
#include "ui/look/theme.h"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <functional>

namespace ui::inspect {

/// What changing one thing would do; both numbers come from runs, never from a text.
struct Prediction {
    QString before;  ///< "2.468 s"; may be empty
    QString after;   ///< "0.507 s"
};

/// One suggestion. In `text`, "{after}" and "{before}" stand for the numbers of the prediction, and what stands
/// between two backquotes is code. A text without "{after}" has the number added at its end.
struct Suggestion {
    QString title;   ///< empty: "Try this"
    QString text;    ///< "Without it, `GPU1 time` reads {after}: the clock then stops once …"
    QString button;  ///< "Flip line 15"
};

/// A card that offers one change, with the number that the change really gives: predict() runs the variant.
/// Thread: GUI.
class TryThisCard : public QFrame {
    Q_OBJECT

public:
    using Done = std::function<void(engine::Result<Prediction>)>;
    /// Starts the variant and returns at once; calls `done` once, on any thread.
    using Predict = std::function<void(Done done)>;

    explicit TryThisCard(look::Theme& theme, QWidget* parent = nullptr);

    /// Shows a suggestion and asks for its number. A later call supersedes an answer still under way.
    void offer(Suggestion suggestion, Predict predict, std::function<void()> apply);
    /// Nothing to suggest: hides the card.
    void withdraw();

    [[nodiscard]] QString text() const;  ///< as the reader sees it, without markup

private:
    void restyle();
    void showText();

    look::Theme& m_theme;
    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QPushButton* m_button = nullptr;
    Suggestion m_suggestion;
    std::optional<Prediction> m_prediction;
    QString m_problem;
    std::function<void()> m_apply;
    std::uint64_t m_request = 0;
};

}  // namespace ui::inspect
