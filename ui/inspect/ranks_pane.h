#pragma once

#include "ui/charts/histogram.h"
#include "ui/inspect/ranks_table.h"
#include "ui/look/segmented.h"
#include "ui/model/time_range.h"

#include <QLabel>
#include <QLineEdit>
#include <QWidget>
#include <memory>
#include <vector>

namespace ui::inspect {

/// Shows who is late in a run of several ranks: the table with a search, and beside it the time that each step loses,
/// or for more than 8 ranks a histogram of their lateness. A click on a bar shows its step or selects its ranks; Esc
/// deselects them. Thread: GUI.
class RanksPane : public QWidget {
    Q_OBJECT

public:
    RanksPane(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* parent = nullptr);

    /// Whether the shown run has several ranks.
    [[nodiscard]] bool hasContent() const;
    [[nodiscard]] RanksTable& table() { return *m_table; }

signals:
    void contentChanged();
    void rangeWanted(const model::TimeRange& range);  ///< emitted when a step's bar was picked

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum Chart { BySteps, ByRanks };

    void build();
    void refresh();
    void showSteps();
    void showRanks();
    void choose(int chart);
    void followSelection();
    void restyle();

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    RanksTable* m_table = nullptr;
    QWidget* m_right = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_named = nullptr;    ///< legend: the numbers of the ranks whose bars have the accent colour
    QLineEdit* m_find = nullptr;  ///< the search field; hidden for few ranks
    look::Segmented* m_charts = nullptr;
    charts::Histogram* m_steps = nullptr;
    charts::Histogram* m_lateness = nullptr;
    std::weak_ptr<const engine::ranks::RunSet> m_set;   ///< the ranks that the bars show
    std::vector<std::vector<std::uint32_t>> m_members;  ///< the ranks of each bar of `m_lateness`
};

}  // namespace ui::inspect
