#pragma once

#include "ui/compare/compare_scene.h"
#include "ui/runs/before_run.h"
#include "ui/runs/run_shelf.h"
#include "ui/runs/status_figures.h"
#include "ui/runs/workbench.h"

#include <QAction>
#include <QObject>
#include <QPointer>
#include <QSplitter>
#include <deque>
#include <functional>
#include <optional>

class QMenu;

namespace ui::compare {
class CompareView;
class ListingPane;
class MeasuresPane;
}  // namespace ui::compare

namespace ui::runs {

class CentreHeader;
class CompareParameters;
class TraceOpener;

/// The window's part of comparing runs: the run kept as "before", and the comparison, which replaces the three panes
/// while it is open. Thread: GUI.
class CompareControl : public QObject {
    Q_OBJECT

public:
    struct Parts {
        CentreHeader& header;
        QSplitter& panes;  ///< hidden while the comparison is open
        /// All machines, and the id of the selected one.
        std::function<const std::vector<engine::device::MachineInfo>&()> machines;
        std::function<QString()> machine;
    };

    CompareControl(const Workbench& bench, const Parts& parts);

    /// Stores runs in `folder` for later starts of the application, and offers those of earlier starts. The run that
    /// was kept as "before" is restored as soon as its program has run.
    void keepRunsIn(const QString& folder);
    [[nodiscard]] BeforeRun& before() { return *m_before; }
    [[nodiscard]] bool isOpen() const { return m_panes != nullptr && m_panes->isVisibleTo(&m_bench.window); }
    /// Compares the run kept as "before" with the displayed one. If none is kept: the timed blocks of the displayed run
    /// that did the same work. If there are none: the displayed run with a variant in which one wait is flipped; the
    /// variant is run for this, on virtual machines only.
    void open();
    void close();
    void swap();
    void setArrangement(compare::Arrangement arrangement);
    void show(const KeptRun& a, const KeptRun& b, const QString& titleA = {}, const QString& titleB = {});
    [[nodiscard]] const compare::PairPtr& pair() const { return m_pair; }
    [[nodiscard]] const StatusReport& report() const { return m_report; }

signals:
    void openChanged(bool isOpen);
    /// report() has changed.
    void changed();
    /// A message for the user.
    void said(const QString& title, const QString& text);

private:
    /// The source of one side. Sides that follow the displayed run are updated with it.
    struct Source {
        enum class Kind : std::uint8_t { Now, Blocks, Kept };
        Kind kind = Kind::Now;
        std::size_t first = 0;  ///< index of the first block; for Kind::Blocks
        std::size_t last = 0;
        KeptRun run;  ///< for Kind::Kept
        QString title;
        /// For Kind::Kept: the request to run again when the program changes; empty: the run stays.
        std::function<engine::frontend::RunRequest()> request{};
        quint64 awaits = 0;  ///< id of the choice that will replace this side; 0: none is pending

        [[nodiscard]] bool isFollowing() const { return kind != Kind::Kept || request; }
    };

    void build();
    void remember();
    void shelve();
    void onReplaced();
    void rebuild();
    void present(Source a, Source b);
    [[nodiscard]] compare::Compared comparedOf(const Source& source) const;
    [[nodiscard]] bool openBlocks();
    void openVariant();
    void runAnew();
    void runAnew(compare::Which which);
    [[nodiscard]] bool canRunUnasked(const QString& machine) const;
    [[nodiscard]] const engine::device::MachineInfo* machineOf(const QString& id) const;
    [[nodiscard]] std::optional<int> lineToFlip() const;
    void choose(compare::Which which, QWidget* below);
    void addShelf(QMenu& menu, compare::Which which);
    void addMachines(QMenu& menu, compare::Which which);
    void runOn(const std::string& machine, const QString& label, quint64 choice);
    void openFile(compare::Which which);
    void openPath(compare::Which which, const QString& path, const QString& name);
    void buildOpener(QWidget& parent);
    void say(const QString& title, const QString& text);
    void setSource(compare::Which which, Source source);
    [[nodiscard]] quint64 await(compare::Which which);
    [[nodiscard]] std::optional<compare::Which> sideThatAwaits(quint64 choice) const;
    void makeReport();
    void showParameters();

    Workbench m_bench;
    Parts m_parts;
    BeforeRun* m_before = nullptr;
    QPointer<QSplitter> m_panes;  ///< owned by the window's central widget
    compare::ListingPane* m_listings = nullptr;
    compare::CompareView* m_view = nullptr;
    compare::MeasuresPane* m_measures = nullptr;
    CompareParameters* m_parameters = nullptr;
    Banner* m_banner = nullptr;  ///< shown above the comparison
    TraceOpener* m_opener = nullptr;
    quint64 m_fileChoice = 0;  ///< id of the choice that the file being opened is for
    QString m_fileName;
    Source m_a;
    Source m_b;
    compare::PairPtr m_pair;
    StatusReport m_report;
    std::deque<KeptRun> m_earlier;         ///< newest first
    engine::trace::TracePtr m_lastBefore;  ///< the "before" run of the previous start, until the first run is shown
    bool m_hasRun = false;
    RunShelf* m_shelf = nullptr;     ///< null: no runs are stored between starts
    engine::trace::TracePtr m_seen;  ///< the newest finished run
    quint64 m_round = 0;             ///< counts repeated runs of the sides; older answers are dropped
    quint64 m_lastChoice = 0;        ///< id of the last choice with a pending run
    int m_awaited = 0;               ///< sides of this round with a pending run
};

}  // namespace ui::runs
