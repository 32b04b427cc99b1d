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

/// Says which run is kept as "before", with a cross that drops it. Thread: GUI.
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

/// A run that was kept, with what it is called.
struct KeptRun {
    engine::trace::TracePtr trace;
    model::RunContext context;
    QString name;
};

/// Keeps a run as "before" and shows it behind later ones. Thread: GUI.
class BeforeRun : public QObject {
    Q_OBJECT

public:
    BeforeRun(model::TraceFeed& feed, timeline::TimelineView& timeline, BeforeChip& chip, QObject* parent = nullptr);

    [[nodiscard]] const KeptRun& run() const { return m_run; }
    [[nodiscard]] bool isKept() const { return m_run.trace != nullptr; }
    /// A run of the program on show is kept.
    [[nodiscard]] bool isOfThisProgram() const;
    /// Keeps the run on show; a second time drops it. Says nothing if there is no run that has ended.
    void toggle();
    void keep();
    /// As it was kept before the program ended last: only behind a run of the same program, and if none is kept yet.
    void restore(const engine::trace::TracePtr& trace);
    void drop();

signals:
    void changed();

private:
    void showChip();

    model::TraceFeed& m_feed;
    timeline::TimelineView& m_timeline;
    BeforeChip& m_chip;
    KeptRun m_run;
};

/// "Two V100 · waits on 15, 19 · 1.0118 s": what tells a run from others.
[[nodiscard]] QString nameOfRun(const engine::trace::Trace& trace);

}  // namespace ui::runs
