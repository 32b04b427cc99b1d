#pragma once

#include "ui/drawing/scene.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/visible_range.h"

#include <QWidget>
#include <memory>

class QAction;

namespace ui::timeline {

class Canvas;
class OperationFind;

/// The run over time: benchmarks, front end, lanes of every device, links, the rows that other views add, and the
/// overview. One focusable widget; every single-letter key also has an action in actions(). Thread: GUI. It draws what
/// the feed shows:
///     auto* view = new TimelineView(theme, feed, range, selection, playhead, parent);
///     feed.show(trace, context);
///     view->showOpeningView();
class TimelineView : public QWidget {
    Q_OBJECT

public:
    TimelineView(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range,
                 model::Selection& selection, model::Playhead& playhead, QWidget* parent = nullptr);
    ~TimelineView() override;

    /// Rows below the lanes (memory); not owned, may be null.
    void setRows(model::TimeRows* rows);

    /// Returns one of actions() by its object name, such as "zoomIn"; TimelineKeys::buildActions() lists the names.
    [[nodiscard]] QAction* action(const QString& name) const;

    void setArrowMode(drawing::ArrowMode mode);
    /// If `isReplaying` is true, covers the part after the playhead with a grey overlay.
    void setReplaying(bool isReplaying);
    /// If `isStage` is true, lanes are as tall as the height allows. The overview, idle lanes, and memory that is not
    /// scarce are left out.
    void setStage(bool isStage);
    /// Shows the opening view: the failed statement if it is short, else one batch of a training, else the time from
    /// shortly before the first timed block to the end.
    void showOpeningView();
    void zoomTo(const model::TimeRange& range);
    void movePlayhead(engine::Nanoseconds time);
    /// Selects a batch (index into RunDigest::training()), makes the time of its work the selected range, and moves the
    /// playhead into the batch.
    void selectBatch(int batch);
    /// The initial time of the playhead in a training, within the selected batch; none: no training.
    [[nodiscard]] std::optional<engine::Nanoseconds> openingMoment() const;

    [[nodiscard]] const drawing::Scene& scene() const;

    /// Opens the search bar.
    void openFind();

    /// Ends animations, waits for background work and paints pending requests; for tests and screenshots.
    void finishPending();

    [[nodiscard]] QSize sizeHint() const override { return {772, 782}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {360, 240}; }

signals:
    /// Emitted when a sync point is clicked, or T is pressed while the pointer or the playhead is at a wait.
    void flipRequested(int line);
    void arrowModeChanged();

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Parts;

    void connectParts();
    void updateLayout();
    void paintOverlay(QPainter& painter) const;

    std::unique_ptr<Parts> m_parts;
    Canvas* m_canvas = nullptr;
    OperationFind* m_find = nullptr;
    bool m_isStage = false;
};

}  // namespace ui::timeline
