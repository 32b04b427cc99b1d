#pragma once

#include "ui/timeline/detail/row_scroll.h"
#include "ui/timeline/detail/run_scene.h"

#include <QVariantAnimation>

namespace ui::timeline {

/// Moves a timeline from one visible range to the next by zooming and panning, and animates spans after a flip. Thread:
/// GUI.
class ViewMotion : public QObject {
    Q_OBJECT

public:
    /// Nothing is animated while `playhead` has reduced motion.
    ViewMotion(RunScene& run, model::VisibleRange& range, RowScroll& rows, const model::Playhead& playhead,
               QWidget& view);

    void zoomTo(const model::TimeRange& range);
    /// Zooms to a range with a margin: the range gets the fraction `share` of the width.
    void zoomAround(const model::TimeRange& range, double share);
    void zoomBy(double factor, std::optional<engine::Nanoseconds> at);
    void panBy(double share);
    void showWholeRun();
    void zoomToSelection();
    /// Centres the selected operation. If the visible range cannot move, zooms as zoomToSelection() does.
    void centreSelection();
    /// Scrolls to the row of the operation. If the operation is outside the visible range, or near its edge, centres
    /// it.
    void reveal(engine::OpId op);
    void stopZoom() { m_zoom.stop(); }

    /// Animates spans and brackets from their positions in the previous view, which showed `before` in `range`.
    void morphFrom(const engine::trace::TracePtr& before, const model::TimeRange& range);
    /// Ends all animations; for tests and screenshots.
    void finish();

signals:
    void contentChanged();

private:
    [[nodiscard]] bool isAnimated() const;
    [[nodiscard]] std::optional<engine::trace::Op> selected() const;

    RunScene& m_run;
    const drawing::Scene& m_scene;
    model::VisibleRange& m_range;
    RowScroll& m_rows;
    const model::Playhead& m_playhead;
    QWidget& m_view;
    drawing::Morph m_morph;
    QVariantAnimation m_morphing;
    QVariantAnimation m_zoom;
    model::TimeRange m_zoomFrom, m_zoomTo;
};

}  // namespace ui::timeline
