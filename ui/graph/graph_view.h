#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/diagram.h"
#include "ui/look/theme.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QAction>
#include <QList>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <utility>

namespace ui::graph {

class GraphCanvas;
class GraphCaption;
class GraphHeader;
class GraphSearch;
class GroupingChoice;
class Legend;
class NetSide;
class NetTrail;
class ScopeSelector;
struct GraphSource;

/// The place where a view of the graph is shown.
enum class Frame : std::uint8_t {
    Pane,    ///< the view is beside other views
    Window,  ///< the view is in a separate window: more operations are drawn individually
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

    [[nodiscard]] const Diagram& diagram() const { return m_diagram; }
    /// The diagram for a page, with the same layers open as on the screen. A net has all its columns; other graphs are
    /// at most as wide as a slide can show legibly.
    [[nodiscard]] Diagram pageDiagram() const;
    /// The graph of the current scope as Graphviz source.
    [[nodiscard]] QString dotText() const;
    /// Numbers the nodes on the critical path. `path` lists its operations in order; empty removes the numbers.
    void setPath(std::vector<engine::OpId> path);
    /// Zooms to show the whole graph.
    void fit();
    /// Search and grouping actions, for menus and the command palette.
    [[nodiscard]] QList<QAction*> commands() const;
    void openFind();
    /// Sets the commands that have buttons in a separate window.
    void setWindowCommands(QList<QAction*> commands) { m_windowCommands = std::move(commands); }
    /// While `note` is not empty, the view shows `note` and hides everything about the run.
    void setHidden(const QString& note);
    /// False, so that a caption of several lines does not raise the minimum height: the canvas scrolls if it is too
    /// low.
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }

signals:
    /// Requests that the graph be saved as a file; emitted by this view or by its separate window.
    void svgRequested(GraphView* view);
    void dotRequested(GraphView* view);
    /// Requests that the graph be exported as a figure.
    void figureRequested(GraphView* view);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOutParts(Frame frame);
    void toggleGroup(engine::OpId op);
    void toggleLayer(const QString& key);
    void openTo(engine::OpId op);
    void openMenu(const QPoint& global);
    void openWindow();
    void rebuild();
    void scheduleRebuild();
    void showSelectedOp();
    void showSide();
    void restyle();

    look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    Diagram m_diagram;
    std::unique_ptr<GraphSource> m_source;
    QList<QAction*> m_windowCommands;
    GraphHeader* m_header = nullptr;
    ScopeSelector* m_scope = nullptr;
    GroupingChoice* m_groups = nullptr;
    GraphCanvas* m_canvas = nullptr;
    GraphSearch* m_search = nullptr;
    NetTrail* m_trail = nullptr;
    NetSide* m_side = nullptr;  ///< only in a separate window
    GraphCaption* m_caption = nullptr;
    Legend* m_legend = nullptr;
    QTimer m_arranging;  ///< active while a deferred layout of a long run is pending
};

}  // namespace ui::graph
