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

/// Everything of comparing that the window carries: the run kept as "before", and the comparison, which takes the place
/// of the three panes while it is open. Thread: GUI.
class CompareControl : public QObject {
    Q_OBJECT

public:
    struct Parts {
        CentreHeader& header;
        QSplitter& panes;  ///< hidden while the comparison is open
        /// Every machine there is, and the id of the one that is chosen.
        std::function<const std::vector<engine::device::MachineInfo>&()> machines;
        std::function<QString()> machine;
    };

    CompareControl(const Workbench& bench, const Parts& parts);

    /// From here on runs are kept in `folder` for later starts, and those of earlier ones are offered. The one that was
    /// kept as "before" is so again as soon as its program has run.
    void keepRunsIn(const QString& folder);
    [[nodiscard]] BeforeRun& before() { return *m_before; }
    [[nodiscard]] bool isOpen() const { return m_panes != nullptr && m_panes->isVisibleTo(&m_bench.window); }
    /// Before and now; without a run kept as before, the parts of this run that did the same work; without such parts,
    /// this run and the same with one wait turned over, which is run for it (virtual machines only).
    void open();
    void close();
    void swap();
    void setArrangement(compare::Arrangement arrangement);
    /// Opens the comparison of two runs.
    void show(const KeptRun& a, const KeptRun& b, const QString& titleA = {}, const QString& titleB = {});
    [[nodiscard]] const compare::PairPtr& pair() const { return m_pair; }
    [[nodiscard]] const StatusReport& report() const { return m_report; }

signals:
    void openChanged(bool isOpen);
    /// The report is another one.
    void changed();
    /// Something that the reader should know.
    void said(const QString& title, const QString& text);

private:
    /// Where a side comes from: what follows the run on show is made anew with it.
    struct Source {
        enum class Kind : std::uint8_t { Now, Blocks, Kept };
        Kind kind = Kind::Now;
        std::size_t first = 0;  ///< of Blocks
        std::size_t last = 0;
        KeptRun run;  ///< of Kept
        QString title;
        /// Of Kept: how it is run anew when the program changes; empty: it stays what it was.
        std::function<engine::frontend::RunRequest()> request{};
        quint64 awaits = 0;  ///< what the reader has chosen instead and is still to come; 0: nothing

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
    QPointer<QSplitter> m_panes;  ///< goes with the window's central widget
    compare::ListingPane* m_listings = nullptr;
    compare::CompareView* m_view = nullptr;
    compare::MeasuresPane* m_measures = nullptr;
    CompareParameters* m_parameters = nullptr;
    Banner* m_banner = nullptr;  ///< above the comparison
    TraceOpener* m_opener = nullptr;
    quint64 m_fileChoice = 0;  ///< what the file that is being opened was chosen for
    QString m_fileName;
    Source m_a;
    Source m_b;
    compare::PairPtr m_pair;
    StatusReport m_report;
    std::deque<KeptRun> m_earlier;         ///< newest first
    engine::trace::TracePtr m_lastBefore;  ///< of the start before, until the first run is shown
    bool m_hasRun = false;
    RunShelf* m_shelf = nullptr;     ///< null: nothing is kept between starts
    engine::trace::TracePtr m_seen;  ///< the newest that has ended
    quint64 m_round = 0;             ///< of running sides anew; an answer of an older one is dropped
    quint64 m_lastChoice = 0;        ///< of a run that is to come
    int m_awaited = 0;               ///< sides of this round that are still to come
};

}  // namespace ui::runs
