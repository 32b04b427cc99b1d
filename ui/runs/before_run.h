#pragma once

#include "ui/commands/actions.h"
#include "ui/look/theme.h"
#include "ui/model/trace_feed.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QWidget>

namespace ui::timeline {
class TimelineView;
}

namespace ui::runs {

/// Shows which run is kept as "before", with a button that drops it. Thread: GUI.
class BeforeChip : public QWidget {
    Q_OBJECT

public:
    explicit BeforeChip(const look::Theme& theme, QWidget* parent = nullptr);

    void show(const QString& text, const QString& detail);

signals:
    void dropped();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const look::Theme& m_theme;
    QLabel* m_text = nullptr;
    QToolButton* m_drop = nullptr;
};

struct NamedRun {
    engine::trace::TracePtr trace;
    model::RunContext context;
    QString ownName{};  ///< file or machine; empty: none

    /// In the current language.
    [[nodiscard]] QString name() const;
};

/// Keeps one run as "before" and shows it behind later ones on the timeline. Thread: GUI.
class BeforeRun : public QObject {
    Q_OBJECT

public:
    BeforeRun(model::TraceFeed& feed, timeline::TimelineView& timeline, BeforeChip& chip, QObject* parent = nullptr);

    [[nodiscard]] const NamedRun& run() const { return m_run; }
    [[nodiscard]] bool isKept() const { return m_run.trace != nullptr; }
    /// Whether a run is kept and belongs to the displayed program.
    [[nodiscard]] bool isOfThisProgram() const;
    /// Keeps the displayed run, or drops it if it is kept already. Does nothing if the displayed run has not ended or
    /// has no operations.
    void toggle();
    void keep();
    /// Keeps the run that was kept when the application last exited. Does nothing if a run is kept already, or if the
    /// displayed run is of another program.
    void restore(const engine::trace::TracePtr& trace);
    void drop();

signals:
    void changed();

private:
    void showChip();

    model::TraceFeed& m_feed;
    timeline::TimelineView& m_timeline;
    BeforeChip& m_chip;
    NamedRun m_run;
};

/// A name that distinguishes runs: "Parallel computation on GPUs on 2× V100, waits on 15, 19, 1.0118 s".
[[nodiscard]] QString nameOfRun(const engine::trace::Trace& trace);

}  // namespace ui::runs
