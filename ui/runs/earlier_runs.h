#pragma once

#include "ui/runs/run_list.h"
#include "ui/runs/workbench.h"

#include <QObject>

namespace ui::runs {

class CentreHeader;

/// Adds every finished run to the list of runs, and restores the run that was pinned as "before". Thread: GUI.
class EarlierRuns : public QObject {
    Q_OBJECT

public:
    /// Adds the chip of the "before" run to `header`.
    EarlierRuns(const Workbench& bench, CentreHeader& header);

    [[nodiscard]] RunList& list() { return m_list; }
    /// Stores runs in `folder` for later starts of the application, and lists the runs of earlier starts. The run that
    /// was pinned as "before" is pinned again when the first run has ended, if that run is of the same program.
    void storeIn(const QString& folder);

signals:
    /// Emitted when another run is displayed, or when a live run has ended.
    void displayedChanged();

private:
    void togglePin();
    void reportRefusal(const QString& folder);
    void restore(const engine::trace::TracePtr& trace);
    void onReplaced();
    void onFinished(const engine::trace::TracePtr& trace, const model::RunContext& context);

    Workbench m_bench;
    RunShelf* m_shelf = nullptr;
    RunList m_list;                        ///< deletes files of the shelf, so it must be destroyed before the shelf
    engine::trace::TracePtr m_lastBefore;  ///< the stored "before" run, until restore() uses it; null: none
    engine::trace::TracePtr m_seen;        ///< the displayed run; null while it is live
    bool m_hasRun = false;
    bool m_isRefusalReported = false;
};

}  // namespace ui::runs
