#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/picture.h"
#include "ui/look/theme.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QAction>
#include <QLabel>
#include <QTimer>
#include <QWidget>

namespace ui::graph {

class GraphCanvas;
class GraphSearch;
class GroupingChoice;
class Legend;
class NetTrail;
class ScopeSelector;

/// Where a view of the graph is shown.
enum class Frame : std::uint8_t {
    Pane,    ///< beside other views
    Window,  ///< in a separate window: more operations are drawn individually
};

/// Shows the computational graph of a block or of the whole run: a header with the scope selector, the graph, a
/// one-sentence caption, and the legend of edge kinds. Nodes show their state at the playhead; a click selects the
/// operation. Thread: GUI.
class GraphView : public QWidget {
    Q_OBJECT

public:
    GraphView(look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, model::Playhead& playhead,
              QWidget* parent = nullptr, Frame frame = Frame::Pane);
    ~GraphView() override;

    [[nodiscard]] const Picture& picture() const { return m_picture; }
    /// The picture for a page: a net has all its columns, opened as it is on the screen.
    [[nodiscard]] Picture pagePicture() const;
    /// The graph of the current scope as Graphviz source.
    [[nodiscard]] QString dotText() const;
    /// Numbers the nodes on the critical path. `path` lists its operations in order; empty removes the numbers.
    void setPath(std::vector<engine::OpId> path);
    /// Zooms to show the whole graph.
    void fit();
    /// Search and grouping actions, for menus and the command palette.
    [[nodiscard]] QList<QAction*> commands() const;
    void openFind();
    /// While `note` is not empty, the view shows `note` and hides everything about the run.
    void setHidden(const QString& note);
    /// The canvas absorbs a lack of height by scrolling, so the caption's line count must not raise the minimum height.
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }

signals:
    /// Requests that the graph be saved as a file; emitted by this view or by its separate window.
    void svgRequested(GraphView* view);
    void dotRequested(GraphView* view);

private:
    void layOutParts(Frame frame);
    void toggleGroup(engine::OpId op);
    void toggleLayer(const QString& key);
    void openTo(engine::OpId op);
    void openMenu(const QPoint& global);
    void openWindow();
    void rebuild();
    void scheduleRebuild();
    [[nodiscard]] bool isLong() const;
    [[nodiscard]] Picture makeShownPicture(const PictureLimits& limits) const;
    void showSelectedOp();
    void showCaption();
    void restyle();

    look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    PictureLimits m_limits;
    Picture m_picture;
    std::vector<engine::OpId> m_path;
    QString m_hiddenNote;
    ScopeSelector* m_scope = nullptr;
    GroupingChoice* m_groups = nullptr;
    GraphCanvas* m_canvas = nullptr;
    GraphSearch* m_search = nullptr;
    NetTrail* m_trail = nullptr;
    QLabel* m_caption = nullptr;
    Legend* m_legend = nullptr;
    QTimer m_arranging;  ///< active while a deferred layout of a long run is pending
};

}  // namespace ui::graph
