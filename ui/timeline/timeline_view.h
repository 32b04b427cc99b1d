#pragma once

#include "ui/drawing/overview.h"
#include "ui/drawing/scene.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/visible_range.h"

#include <QPointer>
#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>
#include <memory>

class QScrollBar;

namespace ui::timeline {

class Canvas;
class OperationFind;
class Tooltip;

/// The run over time: benchmarks, front end, lanes of every device, links, the rows that other views add, and the
/// overview. One focusable widget; its keys and gestures are those of the design's table, and every single-letter key
/// is also one of actions(). Thread: GUI.
class TimelineView : public QWidget {
    Q_OBJECT

public:
    TimelineView(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range,
                 model::Selection& selection, model::Playhead& playhead, QWidget* parent = nullptr);
    ~TimelineView() override;

    /// Keeps a run as "before": it shows as a pale ghost behind every later run of the same program; null: none.
    void setBefore(engine::trace::TracePtr before);
    [[nodiscard]] const drawing::Ghost* ghost() const { return m_scene.ghost; }
    /// Rows below the lanes (memory); not owned, may be null.
    void setRows(model::TimeRows* rows);

    /// One of actions() by its object name: "zoomIn", "zoomOut", "fit", "zoomSelection", "back", "forward", "previous",
    /// "next", "producer", "consumer", "find", "arrows", "criticalPath", "mark", "follow", "flipSync", "clear",
    /// "ruler".
    [[nodiscard]] QAction* action(const QString& name) const;

    [[nodiscard]] drawing::ArrowMode arrowMode() const { return m_scene.arrows; }
    void setArrowMode(drawing::ArrowMode mode);
    void setReducedMotion(bool reduced) { m_reducedMotion = reduced; }
    [[nodiscard]] bool isFollowing() const { return m_following; }
    void setFollowing(bool following);
    /// On: what lies after the playhead is drawn as not yet run.
    void setReplaying(bool isReplaying);
    /// Off: a left drag pans instead of measuring.
    void setRulerTool(bool on);
    /// Back to the opening view: from the first timed block to the end.
    void showOpeningView();
    void zoomTo(const model::TimeRange& range);
    void movePlayhead(engine::Nanoseconds time) { m_playhead.setTime(time); }
    /// Makes a batch (index into RunDigest::training()) the one that is looked at: times count from its begin, and the
    /// playhead stands within it.
    void lookAtBatch(int batch);
    /// Where the playhead stands when a training is opened: within the batch that is looked at; none: no training.
    [[nodiscard]] std::optional<engine::Nanoseconds> openingMoment() const;

    [[nodiscard]] const drawing::Scene& scene() const { return m_scene; }
    [[nodiscard]] const drawing::RunDigest& digest() const { return m_digest; }

    /// The search over the timeline.
    void openFind();

    /// Waits until every queued repaint is done; for tests and screenshots.
    void settle();

    [[nodiscard]] QSize sizeHint() const override { return {772, 782}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {360, 240}; }

signals:
    /// A sync point was clicked, or T pressed over it.
    void flipRequested(int line);
    void arrowModeChanged();

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Drag : std::uint8_t { None, Pending, Ruler, RulerBegin, RulerEnd, Pan, Playhead, AxisZoom, Overview };

    // -- following the models (timeline_view.cpp)
    void connectModels();
    void onReplaced();
    void onExtended();
    void adoptTrace(bool isSameRun);
    void updateLayout();
    void updateNames();
    void updateCriticalPath();
    void updateOrigin();
    void requestContent();
    void requestMarks();
    void requestOverlay();
    void updateGhost();
    void startMorph(const engine::trace::TracePtr& before, const model::TimeRange& rangeBefore);
    [[nodiscard]] model::TimeRange openingRange() const;
    void animateTo(const model::TimeRange& range);

    // -- more rows than fit (timeline_scroll.cpp)
    void buildScrollBar();
    void placeScrollBar();
    void paintHiddenRows(QPainter& painter) const;
    void scrollBy(int pixels);

    // -- keys (timeline_keys.cpp)
    void buildActions();
    [[nodiscard]] bool handleKey(int key, Qt::KeyboardModifiers modifiers);
    [[nodiscard]] bool handleViewKey(int key, double pace);
    [[nodiscard]] bool handleWalkKey(int key, bool ctrl);
    [[nodiscard]] bool handleCommandKey(int key);
    void centreSelection();
    void flipAtCursor();
    void zoomBy(double factor, std::optional<engine::Nanoseconds> at);
    void panBy(double share);
    void walk(int direction);
    void walkLane(int direction);
    void walkEdge(bool toConsumer);
    [[nodiscard]] bool walkFromWait();
    void stepPlayhead(int direction);
    void cycleArrows();
    void markSelection();
    void clearSelection();
    void reveal(engine::OpId op);
    void zoomToSelection();
    [[nodiscard]] engine::Nanoseconds cursorTime() const;

    // -- pointer (timeline_mouse.cpp)
    void updateHover(const QPointF& point);
    void click(const QPointF& point, Qt::KeyboardModifiers modifiers);
    void dragTo(const QPointF& point, Qt::KeyboardModifiers modifiers);
    void beginDrag();
    [[nodiscard]] engine::Nanoseconds snapped(const QPointF& point, Qt::KeyboardModifiers modifiers) const;
    [[nodiscard]] engine::OpId opAt(const QPointF& point) const;
    void updateCursor(const QPointF& point);
    void showTooltip(const QPointF& point);

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::VisibleRange& m_range;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    QPointer<model::TimeRows> m_rows;

    drawing::Scene m_scene;
    drawing::RunDigest m_digest;
    drawing::Overview m_overview;
    drawing::Morph m_morph;
    engine::trace::TracePtr m_before;
    drawing::Ghost m_ghost;
    drawing::LabelCache m_labels;
    drawing::IdleLabels m_idleLabels;  ///< of the content painted last
    Canvas* m_canvas = nullptr;
    QScrollBar* m_bar = nullptr;
    OperationFind* m_find = nullptr;
    std::unique_ptr<Tooltip> m_tooltip;
    QVariantAnimation m_morphAnimation;
    QVariantAnimation m_zoomAnimation;
    model::TimeRange m_zoomFrom;
    model::TimeRange m_zoomTo;
    bool m_isMoving = false;  ///< the view itself changes the range
    bool m_isOpeningView = true;
    bool m_following = false;
    bool m_rulerTool = true;
    bool m_reducedMotion = false;
    bool m_showsFocus = false;

    Drag m_drag = Drag::None;
    QPointF m_pressed;
    QPointF m_pointer{-1, -1};
    Qt::MouseButton m_button = Qt::NoButton;
    Qt::KeyboardModifiers m_pressModifiers;
    engine::Nanoseconds m_pressTime{};
    model::TimeRange m_pressRange;
    int m_pressScroll = 0;
    drawing::Overview::Part m_overviewPart = drawing::Overview::Part::None;
    std::size_t m_edgeAt = 0;  ///< which producer or consumer [ and ] come to next
    engine::OpId m_edgeOf;
    bool m_edgeToConsumer = false;
    std::optional<model::TimeRange> m_axisZoom;
};

}  // namespace ui::timeline
