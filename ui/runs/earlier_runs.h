#pragma once

#include "ui/runs/before_run.h"
#include "ui/runs/run_shelf.h"
#include "ui/runs/workbench.h"

#include <QObject>
#include <deque>

namespace ui::runs {

class CentreHeader;

/// The runs to compare with: the run pinned as "before", the last runs of this start, and those of earlier starts.
/// Thread: GUI.
class EarlierRuns : public QObject {
    Q_OBJECT

public:
    /// Adds the chip of the "before" run to `header`.
    EarlierRuns(const Workbench& bench, CentreHeader& header);

    /// The last runs of this start, newest first.
    [[nodiscard]] const std::deque<NamedRun>& runs() const { return m_runs; }
    /// Null: no runs are stored between starts.
    [[nodiscard]] const RunShelf* shelf() const { return m_shelf; }
    /// Stores runs in `folder` for later starts of the application, and offers those of earlier starts. The run that
    /// was pinned as "before" is restored as soon as its program has run.
    void storeIn(const QString& folder);

signals:
    /// Another run is displayed, or a live run has ended.
    void displayedChanged();

private:
    void togglePin();
    void restore(const engine::trace::TracePtr& trace);
    void onReplaced();
    void onFinished();

    Workbench m_bench;
    RunShelf* m_shelf = nullptr;
    std::deque<NamedRun> m_runs;
    engine::trace::TracePtr m_lastBefore;  ///< the "before" run of the previous start, until the first run is shown
    engine::trace::TracePtr m_seen;        ///< the newest finished run
    bool m_hasRun = false;
};

}  // namespace ui::runs
