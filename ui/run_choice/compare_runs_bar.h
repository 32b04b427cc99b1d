#pragma once

#include "ui/look/segmented.h"
#include "ui/runs/before_run.h"
#include "ui/runs/run_change.h"

#include <QLabel>
#include <QWidget>
#include <vector>

namespace ui::run_choice {

/// A bar above a comparison of three runs. Lists the runs with their makespans, and selects the run that is B. The
/// measures and listings compare A with B; the drawing also shows the remaining run, C. Thread: GUI.
class CompareRunsBar : public QWidget {
    Q_OBJECT

public:
    CompareRunsBar(const look::Theme& theme, QWidget* parent);

    /// Sets the compared runs. The bar is hidden with fewer than three runs.
    void setRuns(std::vector<runs::NamedRun> runs, runs::ChangeNames names = {});
    /// The run that is neither A nor B; null with fewer than three runs.
    [[nodiscard]] const runs::NamedRun* third() const { return m_runs.size() == 3 ? &m_runs[3 - m_other] : nullptr; }

signals:
    void chosen(const ui::runs::NamedRun& first, const ui::runs::NamedRun& other);

private:
    void setTexts();
    void restyle();

    const look::Theme& m_theme;
    std::vector<runs::NamedRun> m_runs;
    runs::ChangeNames m_names;
    std::size_t m_other = 1;  ///< index of B in `m_runs`
    QLabel* m_first = nullptr;
    look::Segmented* m_others = nullptr;
};

}  // namespace ui::run_choice
