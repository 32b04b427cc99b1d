#pragma once

#include "engine/base/result.h"
#include "ui/look/theme.h"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <functional>

namespace ui::inspect {

/// The effect of one change. All values come from runs of the program; they are never hard-coded.
struct Prediction {
    QString before;  ///< for example "2.468 s"; may be empty
    QString after;   ///< for example "0.507 s"
    QString hiddenBefore = {},
            hiddenAfter = {};  ///< hidden fraction of copying in the same block: "98 %"; may be empty
};

/// One suggestion. In `text`, "{after}", "{before}", "{hiddenAfter}" and "{hiddenBefore}" are replaced by the values of
/// the prediction, and text between backquotes is code. If `text` has no "{after}", the value of `after` is appended.
struct Suggestion {
    QString title;   ///< empty: the title is "Try this"
    QString text;    ///< for example "Without it, `GPU1 time` reads {after}: the clock then stops once …"
    QString button;  ///< for example "Flip line 15"
};

/// Suggests one change and states its effect, taken from a run of the changed program. Thread: GUI.
class TryThisCard : public QFrame {
    Q_OBJECT

public:
    using Done = std::function<void(engine::Result<Prediction>)>;
    /// Starts a run of the changed program and returns immediately; calls `done` once, on any thread.
    using Predict = std::function<void(Done done)>;

    explicit TryThisCard(look::Theme& theme, QWidget* parent = nullptr);

    /// Calls `predict` for the values of a suggestion, and shows the suggestion with them or with the error. Without
    /// `predict`, shows the suggestion immediately. A later call discards a pending result.
    void offer(Suggestion suggestion, Predict predict, std::function<void()> apply);
    /// Hides the card and discards a pending result.
    void withdraw();

    [[nodiscard]] QString text() const;  ///< the visible text, without markup

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
