#pragma once

#include "ui/runs/workbench.h"
#include "ui/teach/guess_field.h"

#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <functional>
#include <optional>

namespace ui::teach {

/// A bar whose length represents a time. The user drags its right end or presses keys. Thread: GUI.
class GuessBar : public QWidget {
    Q_OBJECT

public:
    explicit GuessBar(const look::Theme& theme, QWidget* parent = nullptr);

    /// Sets the time that the full width represents. This time grows while the bar is held at its right end, so that
    /// any time can be set.
    void setSpan(double seconds);
    void setSeconds(double seconds);
    [[nodiscard]] double seconds() const { return m_seconds; }
    /// Whether the bar is held at its right end.
    [[nodiscard]] bool isGrowing() const { return m_growth.isActive(); }
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void moved(double seconds);  ///< the user changed the time

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void drag(double x);
    void grow();
    [[nodiscard]] QRectF track() const;

    const look::Theme& m_theme;
    double m_span = 1;
    double m_seconds = 0.5;
    QTimer m_growth;  ///< active while the bar is held at its right end
};

/// Before a run, asks how long the run will take. Covers the results while the question is open. Thread: GUI.
class GuessCard : public QWidget {
    Q_OBJECT

public:
    explicit GuessCard(const look::Theme& theme, QWidget* over);

    void ask(const QString& what, double span);
    void focusField();

signals:
    void guessed(double seconds);
    void skipped();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void restyle();

    const look::Theme& m_theme;
    QString m_what;  ///< name of the program
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    GuessField* m_field = nullptr;
    GuessBar* m_bar = nullptr;
    QPushButton* m_skip = nullptr;
};

/// Shows guess and result side by side, with the error of the guess. Thread: GUI.
class GuessStrip : public QWidget {
    Q_OBJECT

public:
    explicit GuessStrip(const look::Theme& theme, QWidget* parent = nullptr);

    void show(double guess, double result);
    [[nodiscard]] QString text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const look::Theme& m_theme;
    QToolButton* m_close = nullptr;
    double m_guess = 0;
    double m_result = 0;
    QString m_text;
};

/// The mode "Predict first": a run starts only after the user has guessed its duration or skipped the question, so that
/// no pane can reveal the answer. Thread: GUI.
class PredictFirst : public QObject {
    Q_OBJECT

public:
    explicit PredictFirst(const runs::Workbench& bench) : m_bench(bench) {}

    [[nodiscard]] bool isOn() const { return m_isOn; }
    void setOn(bool isOn);
    /// Call this before a run. Returns false if the run may start immediately. Returns true if it must wait: the card
    /// asks, and `run` is called after the guess or a skip. `key` identifies the run: if the question about this run
    /// was answered already, the user is not asked again; if the question is open, the run still waits.
    [[nodiscard]] bool mustWait(const QString& key, const QString& what, std::function<void()> run);
    /// Call this after a run; compares the time of the run with the guess.
    void onFinished();
    /// Drops question and guess. Call this when another run replaces the run of the question.
    void withdraw();
    [[nodiscard]] bool isAsking() const { return m_card != nullptr && m_card->isVisible(); }

signals:
    /// Emitted when the window must hide the results on the screen.
    void hideResults();
    /// Emitted when a question was opened or closed.
    void askingChanged(bool isAsking);

private:
    void answer(std::optional<double> seconds);

    runs::Workbench m_bench;
    QPointer<GuessCard> m_card;
    QPointer<GuessStrip> m_strip;
    std::function<void()> m_run;
    std::optional<double> m_guess;
    QString m_key;  ///< key of the last run for which the user was asked to guess; empty: none
    bool m_isOn = false;
    double m_span = 2;
};

}  // namespace ui::teach
