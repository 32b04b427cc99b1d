#pragma once

#include "ui/runs/workbench.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <functional>
#include <optional>

namespace ui::teach {

/// A bar whose right end is dragged, or moved by keys: a time without a number. Thread: GUI.
class GuessBar : public QWidget {
    Q_OBJECT

public:
    explicit GuessBar(const look::Theme& theme, QWidget* parent = nullptr);

    /// Seconds that the whole width stands for; grows while the bar is held at its end, so that any time can be
    /// dragged.
    void setSpan(double seconds);
    void setSeconds(double seconds);
    [[nodiscard]] double seconds() const { return m_seconds; }
    /// It is held at its end.
    [[nodiscard]] bool isGrowing() const { return m_growth.isActive(); }
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void moved(double seconds);  ///< by the reader

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
    QTimer m_growth;  ///< while the bar is held at its end
};

/// The question before a run, in place of its results: how long will it take? Thread: GUI.
class GuessCard : public QWidget {
    Q_OBJECT

public:
    explicit GuessCard(const look::Theme& theme, QWidget* over);

    void ask(const QString& what, double span);
    [[nodiscard]] double seconds() const;
    void takeKeyboard();

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
    QString m_what;  ///< what runs
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QDoubleSpinBox* m_field = nullptr;
    GuessBar* m_bar = nullptr;
    QPushButton* m_show = nullptr;
    QPushButton* m_skip = nullptr;
};

/// Guess and result side by side, with the error. Thread: GUI.
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

/// Predict first: while it is on, nothing runs before the reader has guessed how long it takes, so that no pane can
/// give the answer away. Thread: GUI.
class PredictFirst : public QObject {
    Q_OBJECT

public:
    explicit PredictFirst(const runs::Workbench& bench) : m_bench(bench) {}

    [[nodiscard]] bool isOn() const { return m_isOn; }
    void setOn(bool isOn);
    /// Before a run: asks, and calls `run` when the guess is in. Returns false if the run may go on at once. `key` says
    /// what is run: the same is not asked for twice, and is held for as long as its question is open.
    [[nodiscard]] bool holds(const QString& key, const QString& what, std::function<void()> run);
    /// After a run: shows the guess against it.
    void onFinished();
    /// Something else takes the place of the run that was asked about: neither question nor guess holds any longer.
    void withdraw();
    [[nodiscard]] bool isAsking() const { return m_card != nullptr && m_card->isVisible(); }

signals:
    /// Results have to go.
    void hideResults();
    /// A guess is awaited, or no longer.
    void askingChanged(bool isAsking);

private:
    void answer(std::optional<double> seconds);

    runs::Workbench m_bench;
    QPointer<GuessCard> m_card;
    QPointer<GuessStrip> m_strip;
    std::function<void()> m_run;
    std::optional<double> m_guess;
    QString m_key;  ///< of the run that was asked for last
    bool m_isOn = false;
    double m_span = 2;
};

}  // namespace ui::teach
