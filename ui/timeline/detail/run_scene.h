#pragma once

#include "ui/drawing/scene.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/visible_range.h"
#include "ui/timeline/detail/background_digest.h"
#include "ui/timeline/detail/painted_content.h"
#include "ui/timeline/detail/view_range.h"

#include <QObject>
#include <cstdint>
#include <optional>

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

    /// Reads the run of the feed.
    void adoptTrace(drawing::Continuity continuity);
    void setRows(model::TimeRows* rows);
    /// The rows that another view adds; null: none.
    [[nodiscard]] model::TimeRows* rows() const { return m_rows; }
    void setArrowMode(drawing::ArrowMode mode);
    void showOpeningView();
    void selectBatch(int batch);
    /// The selected ranks; none if they are more than RankLoader::kMost.
    [[nodiscard]] std::vector<drawing::OpenRank> openedRanks() const;

    /// Waits until the computation in the background is complete.
    void finish() { m_digest.finish(); }
    [[nodiscard]] PaintedContent& content() { return m_content; }
    [[nodiscard]] ViewRange& range() { return m_range; }

signals:
    void contentChanged();
    void overlayChanged();  ///< only parts that depend on pointer, selection or playhead changed
    void rowsChanged();     ///< the rows need a new layout
    void namesChanged();    ///< the accessible texts of the view changed
    void arrowModeChanged();
    /// Emitted when the feed has another run of the same program. The scene showed `before` in `range` until then.
    void flipped(const engine::trace::TracePtr& before, const model::TimeRange& range);
    void programChanged();

private:
    void connectModels();
    void replaceTrace();
    void openRanks();
    void keepRanks();
    void onDigestCompleted();
    void adoptScope();
    void updateCriticalPath();

    model::TraceFeed& m_feed;
    model::VisibleRange& m_visible;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    drawing::Scene m_scene;
    model::TimeRows* m_rows = nullptr;        ///< rows that another view adds (see Scene::extra)
    std::optional<std::uint32_t> m_rankOfOp;  ///< rank of the selected operation; none: no operation of a rank
    BackgroundDigest m_digest;
    drawing::Ghost m_ghost;
    PaintedContent m_content;
    ViewRange m_range;
};

}  // namespace ui::timeline
