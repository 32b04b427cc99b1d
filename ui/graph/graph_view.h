#pragma once

#include "engine/analysis/training.h"
#include "engine/trace/trace.h"
#include "ui/graph/picture.h"
#include "ui/graph/search.h"
#include "ui/look/theme.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <memory>
#include <optional>

class QActionGroup;

namespace ui::look {
class FindBar;
}

namespace ui::graph {

class GraphCanvas;
class Legend;

/// Shows the computational graph of a block or of the whole run: a header with the scope selector, the graph, a
/// one-sentence caption, and the legend of edge kinds. Nodes show their state at the playhead; a click selects the
/// operation. Thread: GUI.
class GraphView : public QWidget {
    Q_OBJECT

public:
    GraphView(look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, model::Playhead& playhead,
              QWidget* parent = nullptr);
    ~GraphView() override;

    [[nodiscard]] const Picture& picture() const { return m_picture; }
    /// The graph of the current scope as Graphviz source.
    [[nodiscard]] QString dotText() const;
    /// Numbers the nodes on the critical path. `path` lists its operations in order; empty removes the numbers.
    void setPath(std::vector<engine::OpId> path);
    /// Zooms to show the whole graph.
    void fit();
    /// Shows or hides the button that opens a separate window; a view that is such a window hides it.
    void setExpandable(bool expandable);
    [[nodiscard]] Grouping grouping() const { return m_grouping; }
    void setGrouping(Grouping grouping);
    /// Search and grouping actions, for menus and the command palette.
    [[nodiscard]] const QList<QAction*>& commands() const { return m_commands; }
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
    void buildCommands();
    void toggleGroup(engine::OpId op);
    void closeFind();
    void search();
    void stepMatch(int direction);
    void openMenu(const QPoint& global);
    void buildHeader();
    void rebuild();
    void rebuildSoon();
    [[nodiscard]] bool isLong() const;
    void rebuildScopes();
    void chooseScope(int scope);
    void followPlayhead();
    [[nodiscard]] std::optional<std::size_t> batchAtPlayhead() const;
    [[nodiscard]] bool showsBatch() const;
    [[nodiscard]] bool showsPair() const;
    void updateStates();
    [[nodiscard]] bool isShown(engine::OpId op) const;
    void showCaption();
    void numberNodes();
    void openWindow();
    void restyle();

    look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    Picture m_picture;
    std::vector<engine::OpId> m_path;
    QList<QAction*> m_commands;
    QActionGroup* m_groupings = nullptr;
    Grouping m_grouping = Grouping::Alike;
    std::vector<engine::OpId> m_opened;
    std::vector<Match> m_matches;
    int m_match = -1;
    bool m_isStepping = false;
    QString m_hiddenNote;
    QWidget* m_header = nullptr;
    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QComboBox* m_scope = nullptr;
    QToolButton* m_grouped = nullptr;
    QToolButton* m_search = nullptr;
    QToolButton* m_expand = nullptr;
    look::FindBar* m_find = nullptr;
    GraphCanvas* m_canvas = nullptr;
    QLabel* m_caption = nullptr;
    Legend* m_legend = nullptr;
    std::uint64_t m_shownVersion = 0;
    bool m_isArranging = false;  ///< a deferred layout of a long run is pending
    QTimer m_arranging;
    engine::analysis::Training m_training;
    std::size_t m_steps = 0;
    bool m_wantsBatch = true;  ///< for a training: show one batch by layer, until the user selects the whole run
    std::optional<std::size_t> m_batch;
    std::optional<Pair> m_pair;
    bool m_wantsPair = true;  ///< for a model before and after compiling: show both, until the user selects one
};

}  // namespace ui::graph
