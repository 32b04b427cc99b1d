#pragma once

#include "ui/charts/histogram.h"
#include "ui/inspect/ranks_table.h"

#include <QLabel>
#include <QWidget>
#include <vector>

namespace ui::inspect {

/// Who is late in a run of several ranks: the table, and for more than 8 ranks a histogram of their lateness. A click
/// on a bar selects its ranks, and Esc deselects them. Thread: GUI.
class RanksPane : public QWidget {
    Q_OBJECT

public:
    RanksPane(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* parent = nullptr);

    /// Whether the shown run has several ranks.
    [[nodiscard]] bool hasContent() const;
    [[nodiscard]] RanksTable& table() { return *m_table; }

signals:
    void contentChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void followSelection();
    void restyle();

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    model::Selection& m_selection;
    RanksTable* m_table = nullptr;
    QWidget* m_right = nullptr;
    QLabel* m_title = nullptr;
    charts::Histogram* m_histogram = nullptr;
    std::weak_ptr<const engine::ranks::RunSet> m_set;   ///< shown by the histogram
    std::vector<std::vector<std::uint32_t>> m_members;  ///< by bin
};

}  // namespace ui::inspect
