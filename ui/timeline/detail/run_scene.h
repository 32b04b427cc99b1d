#pragma once

#include "ui/drawing/overview.h"
#include "ui/drawing/scene.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/visible_range.h"
#include "ui/timeline/detail/background_digest.h"

#include <QObject>

namespace ui::timeline {

/// Owns the scene of a timeline and the data derived from its run. Follows the run, the visible range, the selection
/// and the playhead. Thread: GUI.
class RunScene : public QObject {
    Q_OBJECT

public:
    RunScene(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range, model::Selection& selection,
             model::Playhead& playhead, QObject* parent);

    [[nodiscard]] drawing::Scene& scene() { return m_scene; }
    [[nodiscard]] const drawing::Scene& scene() const { return m_scene; }
    [[nodiscard]] const drawing::RunDigest& digest() const { return m_digest.digest(); }

    /// Reads the run of the feed. `isSameRun`: the same run has grown.
    void adoptTrace(bool isSameRun);
    void setRows(model::TimeRows* rows);
    /// The rows that another view adds; null: none.
    [[nodiscard]] model::TimeRows* rows() const { return m_rows; }
    void setArrowMode(drawing::ArrowMode mode);
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool isFollowing);
    void showOpeningView();
    void selectBatch(int batch);
    [[nodiscard]] std::optional<engine::Nanoseconds> openingMoment() const;

    /// Waits until the computation in the background is complete.
    void finish() { m_digest.finish(); }
    void paintContent(QPainter& painter);
    /// A painter of layers over the content, which avoids the texts of the content.
    [[nodiscard]] drawing::Surface surfaceOf(QPainter& painter) { return {painter, &m_texts}; }
    [[nodiscard]] const drawing::IdleLabels& idleLabels() const { return m_idleLabels; }

signals:
    void contentChanged();
    void overlayChanged();  ///< only parts that depend on pointer, selection or playhead changed
    void rowsChanged();     ///< the rows need a new layout
    void namesChanged();    ///< the accessible texts of the view changed
    void arrowModeChanged();
    /// The feed has another run of the same program. The scene previously showed `before` in `range`.
    void flipped(const engine::trace::TracePtr& before, const model::TimeRange& range);
    void programChanged();

private:
    void connectModels();
    void replaceTrace();
    void onDigestCompleted();
    void adoptBefore();
    void updateGhost();
    void adoptScope();
    void updateCriticalPath();
    [[nodiscard]] model::TimeRange openingRange() const;

    model::TraceFeed& m_feed;
    model::VisibleRange& m_range;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    drawing::Scene m_scene;
    model::TimeRows* m_rows = nullptr;  ///< as Scene::extra
    BackgroundDigest m_digest;
    drawing::Overview m_overview;
    drawing::Ghost m_ghost;
    drawing::LabelCache m_labels;
    std::vector<QRectF> m_texts;       ///< of the last painted content
    drawing::IdleLabels m_idleLabels;  ///< of the last painted content
    bool m_isMoving = false;           ///< set while the scene itself changes the range
    bool m_isOpeningView = true;
    bool m_isFollowing = false;
};

}  // namespace ui::timeline
