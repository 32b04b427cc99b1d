#pragma once

#include "engine/analysis/training.h"
#include "engine/trace/trace.h"
#include "ui/graph/picture.h"
#include "ui/look/theme.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QComboBox>
#include <QGraphicsScene>
#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <memory>
#include <optional>

namespace ui::graph {

class GraphCanvas;
class Legend;

/// The computational graph of a block or of the whole run: header with scope selector, the picture, one sentence
/// about it, and the legend of edge kinds. Node states are those at the playhead; a click selects the operation.
/// Thread: GUI.
class GraphView : public QWidget {
    Q_OBJECT

public:
    GraphView(look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, model::Playhead& playhead,
              QWidget* parent = nullptr);
    ~GraphView() override;

    [[nodiscard]] const Picture& picture() const { return m_picture; }
    /// The graph of the current scope as text for Graphviz.
    [[nodiscard]] QString dotText() const;
    /// Numbers the nodes that these operations, the critical path in its order, pass; empty: no numbers.
    void setPath(std::vector<engine::OpId> path);
    /// Shows the whole picture.
    void fit();
    /// A view in a window of its own has no button to open another.
    void setExpandable(bool expandable);
    /// The picture moves within what room there is; the caption's lines must not claim more.
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }

private:
    void buildHeader();
    void rebuild();
    void rebuildScopes();
    void chooseScope(int scope);
    void followPlayhead();
    [[nodiscard]] std::optional<std::size_t> batchAtPlayhead() const;
    [[nodiscard]] bool showsBatch() const;
    [[nodiscard]] bool showsPair() const;
    void updateStates();
    void numberNodes();
    void openWindow();
    void restyle();

    look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    Picture m_picture;
    std::vector<engine::OpId> m_path;
    QWidget* m_header = nullptr;
    QLabel* m_icon = nullptr;
    QLabel* m_title = nullptr;
    QComboBox* m_scope = nullptr;
    QToolButton* m_expand = nullptr;
    GraphCanvas* m_canvas = nullptr;
    QLabel* m_caption = nullptr;
    Legend* m_legend = nullptr;
    std::uint64_t m_shownVersion = 0;
    engine::analysis::Training m_training;
    std::size_t m_steps = 0;
    bool m_wantsBatch = true;  ///< of a training: one batch by layer, until the reader chooses the whole run
    std::optional<std::size_t> m_batch;
    std::optional<Pair> m_pair;
    bool m_wantsPair = true;  ///< of a net before and after compiling: both, until the reader chooses one
};

}  // namespace ui::graph
