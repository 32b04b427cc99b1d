#pragma once

#include "engine/analysis/bound.h"
#include "engine/analysis/figures.h"
#include "ui/look/theme.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QWidget>

namespace ui::timeline {
class TimelineView;
}

namespace ui::runs {

/// Shows the parts of the critical path as a stacked bar, the lower bound of the run time with its reason, and the
/// verdict. Visible above the timeline while the path is shown. Thread: GUI.
class PathStrip : public QWidget {
    Q_OBJECT

public:
    PathStrip(look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, timeline::TimelineView& timeline,
              QWidget* parent = nullptr);

    [[nodiscard]] const engine::analysis::PathSplit& split() const { return m_split; }
    [[nodiscard]] QString sentence() const { return m_sentence; }

    [[nodiscard]] QSize sizeHint() const override;

signals:
    /// The operations on the path, in order; empty when the path is hidden.
    void pathChanged(const std::vector<engine::OpId>& path);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    look::Theme& m_theme;
    model::TraceFeed& m_feed;
    timeline::TimelineView& m_timeline;
    engine::analysis::PathSplit m_split;
    QString m_parts;     ///< the bar as text
    QString m_sentence;  ///< the bound and the verdict
};

/// As "No switch can beat 0.4957 s here: GPU 0 compute is busy that long."
[[nodiscard]] QString boundSentence(const engine::trace::Trace& trace, const engine::analysis::Bound& bound);

}  // namespace ui::runs
