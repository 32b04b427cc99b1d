#pragma once

#include "ui/compare/compare_scene.h"
#include "ui/run_choice/compare_sides.h"
#include "ui/runs/earlier_runs.h"
#include "ui/runs/status_figures.h"
#include "ui/runs/workbench.h"

#include <QObject>
#include <QPointer>
#include <QSplitter>
#include <optional>
#include <vector>

namespace ui::compare {
class CompareView;
class ListingPane;
class MeasuresPane;
}  // namespace ui::compare

namespace ui::runs {
class CentreHeader;
}

namespace ui::run_choice {

class CompareChooser;
class CompareParameters;
class CompareRunsBar;

/// Compares runs in the window: manages the run kept as "before", and the comparison, which replaces the three panes
/// while it is open. Thread: GUI.
class CompareControl : public QObject {
    Q_OBJECT

public:
    struct Parts {
        runs::CentreHeader& header;
        QSplitter& panes;  ///< hidden while the comparison is open
        CompareSides::Machines machines;
    };

    CompareControl(const runs::Workbench& bench, const Parts& parts);

    [[nodiscard]] runs::EarlierRuns& earlier() { return *m_earlier; }
    [[nodiscard]] bool isOpen() const { return m_panes != nullptr && m_panes->isVisibleTo(&m_bench.window); }
    /// Compares the previous run (model::RunBefore) with the displayed run. If there is no previous run, compares the
    /// timed blocks of the displayed run that did the same work. If there are none and the machine is virtual, flips
    /// one wait, runs this variant, and compares it with the displayed run.
    void open();
    void close();
    void setArrangement(compare::Arrangement arrangement);
    /// Exchanges the sides.
    void swap() { m_sides.swap(); }
    void show(CompareSource a, CompareSource b);
    /// Compares one run with the displayed run, or two or three runs with each other. All runs are drawn. If there are
    /// three, a bar selects the run with which the measures and listings compare the first run.
    void showRuns(std::vector<runs::NamedRun> runs);
    [[nodiscard]] const compare::PairPtr& pair() const { return m_pair; }
    [[nodiscard]] const runs::StatusReport& report() const { return m_report; }
    /// Sets whether the canvas follows the playhead while the comparison is open.
    void setReplaying(bool isReplaying);
    /// The time of the displayed run at which all sides have ended; none: the comparison is closed.
    [[nodiscard]] std::optional<engine::Nanoseconds> replayEnd() const;

signals:
    void openChanged(bool isOpen);
    /// Emitted when the result of report() has changed.
    void changed();
    /// Emitted with a message for the user.
    void messageReady(const ui::runs::Banner::MakeTexts& make);

private:
    void build();
    /// Updates the comparison after another run is displayed.
    void follow();
    void rebuild();
    [[nodiscard]] bool openBlocks();
    void openVariant();
    void reportNotStarted(const engine::Message& reason);
    [[nodiscard]] std::optional<int> lineToFlip() const;
    void makeReport();
    void showParameters();
    /// Start of the compared part of the displayed run; 0 if the displayed run is not compared.
    [[nodiscard]] engine::Nanoseconds replayBegin() const;
    void showMoment();

    runs::Workbench m_bench;
    Parts m_parts;
    runs::EarlierRuns* m_earlier = nullptr;
    CompareSides m_sides;
    CompareChooser* m_chooser = nullptr;
    QPointer<QSplitter> m_panes;  ///< owned by the window's central widget
    compare::ListingPane* m_listings = nullptr;
    compare::CompareView* m_view = nullptr;
    compare::MeasuresPane* m_measures = nullptr;
    CompareParameters* m_parameters = nullptr;
    CompareRunsBar* m_runsBar = nullptr;
    compare::PairPtr m_pair;
    runs::StatusReport m_report;
    bool m_isReplaying = false;
};

}  // namespace ui::run_choice
