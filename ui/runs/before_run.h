#pragma once

#include "ui/look/theme.h"
#include "ui/model/trace_feed.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QWidget>

namespace ui::runs {

/// Shows which run is pinned as "before", with a button that unpins it; hidden if none is pinned. Thread: GUI.
class BeforeChip : public QWidget {
    Q_OBJECT

public:
    BeforeChip(const look::Theme& theme, model::TraceFeed& feed, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void restyle();

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    QLabel* m_text = nullptr;
    QToolButton* m_drop = nullptr;
};

struct NamedRun {
    engine::trace::TracePtr trace;
    model::RunContext context;
    QString ownName{};  ///< name of the file or the machine; empty: none

    /// Returns the name in the current language.
    [[nodiscard]] QString name() const;
};

/// A name that distinguishes runs: "Parallel computation on GPUs on 2× V100, waits on 15, 19, 1.0118 s".
[[nodiscard]] QString nameOfRun(const engine::trace::Trace& trace);

}  // namespace ui::runs
