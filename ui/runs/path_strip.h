#pragma once

#include "engine/analysis/bound.h"
#include "engine/analysis/figures.h"
#include "ui/runs/wait_states.h"

#include <QWidget>

namespace ui::runs {

/// Returns the name by which the strip shows a part of the critical path: "copy".
[[nodiscard]] QString pathPartName(engine::Nanoseconds engine::analysis::PathSplit::*part);

/// Shows the parts of the critical path as a stacked bar, and a sentence about what limits the time of the selected
/// part of the run. For the whole run, shows also the fastest state of the waits, or else a lower bound with its
/// reason. If a measured run was not repeated or was disturbed, or if the trace records no dependencies, states instead
/// why bound and verdict are missing. Visible above the timeline while the path is shown. Thread: GUI.
class PathStrip : public QWidget {
    Q_OBJECT

public:
    explicit PathStrip(const Workbench& bench);

    [[nodiscard]] const engine::analysis::PathSplit& split() const { return m_split; }
    [[nodiscard]] QString sentence() const { return m_sentence; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

signals:
    /// Emitted with the operations on the path, in order; with an empty list when the path is hidden.
    void pathChanged(const std::vector<engine::OpId>& path);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    [[nodiscard]] bool isBoundOfAllStates() const;
    [[nodiscard]] QStringList linesIn(int width) const;

    Workbench m_bench;
    WaitStates m_states;
    engine::analysis::PathSplit m_split;
    QString m_parts;     ///< the parts of the bar as text
    QString m_sentence;  ///< the fastest state or the bound, and the verdict; or the reason why both are missing
};

/// Formats a sentence such as "The fastest of 4 states of the waits: whole run 1.0320 s, with line 15 off."
[[nodiscard]] QString fastestSentence(const FastestState& fastest);
/// Formats a sentence such as "No state of the waits makes the whole run faster than 490 ms: GPU 0 compute is busy that
/// long."
[[nodiscard]] QString boundSentence(const engine::trace::Trace& trace, const engine::analysis::Bound& bound);

}  // namespace ui::runs
