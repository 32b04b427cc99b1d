#pragma once

#include "ui/graph/search.h"
#include "ui/look/find_bar.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QAction>

namespace ui::graph {

class GraphCanvas;

/// Searches the shown diagram for the text of its find bar, highlights the matches in the canvas, and selects the match
/// to which the user steps. Thread: GUI.
class GraphSearch : public QObject {
    Q_OBJECT

public:
    /// `diagram` is the canvas's diagram, which may change.
    GraphSearch(look::Theme& theme, GraphCanvas& canvas, const Diagram& diagram, model::TraceFeed& feed,
                model::Selection& selection, QObject* parent);

    [[nodiscard]] look::FindBar& bar() const { return *m_bar; }
    /// The action that opens the find bar.
    [[nodiscard]] QAction& command() const { return *m_command; }
    void open();
    /// Repeats the search after the diagram changed; no effect while the find bar is closed.
    void update();
    /// While this is true, the selection moves to a match, and the layout must not change: a match must not move while
    /// the user steps through the matches.
    [[nodiscard]] bool isStepping() const { return m_isStepping; }

signals:
    void started();
    /// Emitted when the search text changes. Layers that were opened for matches of the previous text may be closed
    /// again.
    void restarted();
    /// Emitted when the user steps to a match, or when the first match in a net is found.
    void found(engine::OpId op);

private:
    void close();
    void changeText();
    void step(int direction);

    look::FindBar* m_bar;
    QAction* m_command;
    GraphCanvas& m_canvas;
    const Diagram& m_diagram;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    std::vector<Match> m_matches;
    int m_current = -1;
    bool m_isStepping = false;
};

}  // namespace ui::graph
