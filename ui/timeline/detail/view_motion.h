#pragma once

#include "ui/timeline/detail/row_scroll.h"
#include "ui/timeline/detail/run_scene.h"

#include <QVariantAnimation>

namespace ui::timeline {

/// How a timeline gets from one view to the next: zooming, moving, and spans that move after a flip. Thread: GUI.
class ViewMotion : public QObject {
    Q_OBJECT

public:
    ViewMotion(RunScene& run, model::VisibleRange& range, RowScroll& rows, QWidget& view);

    void setReduced(bool isReduced) { m_isReduced = isReduced; }

    void zoomTo(const model::TimeRange& range);
    /// A range with a margin: `share` of the picture is for the range.
    void zoomAround(const model::TimeRange& range, double share);
    void zoomBy(double factor, std::optional<engine::Nanoseconds> at);
    void panBy(double share);
    void showWholeRun();
    void zoomToSelection();
    /// Centres the selected operation. Where that moves nothing, zooms to it.
    void centreSelection();
    /// Moves as little as shows the operation.
    void reveal(engine::OpId op);
    void stopZoom() { m_zoom.stop(); }

    /// Spans and brackets move from where they were in `before`.
    void morphFrom(const engine::trace::TracePtr& before, const model::TimeRange& range);
    /// Ends what moves; for tests and screenshots.
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
    QWidget& m_view;
    drawing::Morph m_morph;
    QVariantAnimation m_morphing;
    QVariantAnimation m_zoom;
    model::TimeRange m_zoomFrom, m_zoomTo;
    bool m_isReduced = false;
};

}  // namespace ui::timeline
