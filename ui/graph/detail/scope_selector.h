#pragma once

#include "engine/analysis/training.h"
#include "ui/graph/diagram.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <QComboBox>
#include <optional>

namespace ui::graph {

/// Selects the part of the run that the graph shows: the scope (a timed block, a range or the run), one batch of a
/// training, or a neural net before and after compiling. Fills the combo box of these parts. Thread: GUI.
class ScopeSelector : public QObject {
    Q_OBJECT

public:
    ScopeSelector(model::TraceFeed& feed, model::Selection& selection, model::Playhead& playhead, QObject* parent);

    [[nodiscard]] QComboBox& box() { return *m_box; }
    /// Selects the part with this data in the combo box: the index of a block, or -1 for the run.
    void select(int part);
    [[nodiscard]] QString blockName(int block) const { return m_box->itemText(m_box->findData(block)); }
    /// The batch that is the scope; if the run is the scope, the batch at the playhead, or the last one before it, or
    /// the first. Null if another part is selected.
    [[nodiscard]] const engine::analysis::Batch* batch() const;
    /// The blocks before and after compiling; null if another part is selected.
    [[nodiscard]] const Pair* pair() const;

signals:
    /// Emitted when another part is shown, but not for a new trace or another Selection::block().
    void changed();

private:
    void reset();
    void readAgain();
    void refresh();
    void fill();
    void showRange();
    void followPlayhead();

    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    QComboBox* m_box = nullptr;
    std::optional<std::uint64_t> m_version;  ///< version of the trace for which the combo box was filled
    engine::analysis::Training m_training;
    std::size_t m_steps = 0;
    bool m_wantsBatch = true;  ///< select a batch of a training; false after the user chose another part
    const engine::analysis::Batch* m_shownBatch = nullptr;
    std::optional<Pair> m_pair;
    bool m_wantsPair = true;  ///< show a neural net before and after compiling, until the user selects another part
};

}  // namespace ui::graph
