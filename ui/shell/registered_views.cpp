#include "engine/trace/imported.h"
#include "ui/commands/actions.h"
#include "ui/desk/desk.h"
#include "ui/inspect/operations_table.h"
#include "ui/inspect/ranks_pane.h"
#include "ui/listing/parameter_panel.h"
#include "ui/machines/what_if.h"
#include "ui/memory/alive_pane.h"
#include "ui/run_choice/compare_control.h"
#include "ui/run_choice/runs_pane.h"
#include "ui/shell/views.h"
#include "ui/shell/window_parts.h"
#include "ui/timeline/timeline_view.h"
#include "ui/training/training_pane.h"

#include <QAction>

/// Registers each view once. A new view also needs its folder in `USES` and translations of its texts; see README.md.
namespace ui::shell {

namespace {

using runs::Workbench;

QWidget* makeCharts(const Workbench& bench, const View::Report& report, QWidget* parent)
{
    using training::TrainingPane;
    auto* pane = new TrainingPane(bench.theme, bench.feed, parent);
    pane->setValuesCommand(*bench.actions.computedValues);
    pane->setParameterWords([bench](const std::string& name, const std::string& value) {
        return listing::parameterWords(bench.document.program(), name, value);
    });
    QObject::connect(pane, &TrainingPane::rangeWanted, &bench.timeline, [bench](const model::TimeRange& range) {
        bench.timeline.zoomTo(range.zoomedAround(range.begin + range.length() / 2, 0.94));
    });
    // An imported trace of a profiler may have steps, but it has no values to plot.
    QObject::connect(pane, &TrainingPane::contentChanged, pane, [bench, report, pane] {
        report(pane->hasContent() && !engine::trace::isImported(bench.feed.trace()->run()));
    });
    return pane;
}

QWidget* makeTable(const Workbench& bench, const View::Report&, QWidget* parent)
{
    return new inspect::OperationsTable(bench.theme, bench.feed, bench.range, bench.selection, parent);
}

QWidget* makeRanks(const Workbench& bench, const View::Report& report, QWidget* parent)
{
    auto* pane = new inspect::RanksPane(bench.theme, bench.feed, bench.selection, parent);
    QObject::connect(pane, &inspect::RanksPane::contentChanged, pane, [report, pane] { report(pane->hasContent()); });
    QObject::connect(&pane->table(), &inspect::RanksTable::operationsSelected,
                     bench.timeline.action(QStringLiteral("zoomSelection")), &QAction::trigger);
    QObject::connect(pane, &inspect::RanksPane::rangeWanted, &bench.timeline, [bench](const model::TimeRange& range) {
        bench.timeline.zoomTo(range.zoomedAround(range.begin + range.length() / 2, 0.94));
    });
    report(pane->hasContent());
    return pane;
}

QWidget* makeAlive(const Workbench& bench, const View::Report&, QWidget* parent)
{
    return new memory::AlivePane(bench.theme, bench.feed, bench.range, bench.selection, bench.playhead, parent);
}

}  // namespace

void registerViews(Views& views)
{
    views.add({.name = "charts",
               .title = QT_TRANSLATE_NOOP("Overlap", "&Charts"),
               .tip = QT_TRANSLATE_NOOP("Overlap", "Accuracy, loss, sweeps and the chapter's model below the timeline"),
               .isShownAtFirst = true,
               .reportsContent = true,
               .opensItself = [](QWidget& view) { return static_cast<training::TrainingPane&>(view).opensItself(); },
               .make = makeCharts});
    views.add({.name = "table",
               .title = QT_TRANSLATE_NOOP("Overlap", "&Table of operations"),
               .tip = QT_TRANSLATE_NOOP("Overlap", "The timeline as a table: lane, operation, start, duration"),
               .key = Qt::CTRL | Qt::Key_T,
               .make = makeTable});
    views.add({.name = "ranks",
               .title = QT_TRANSLATE_NOOP("Overlap", "Ran&ks by lateness"),
               .tip = QT_TRANSLATE_NOOP("Overlap", "Which rank comes last, how long the others wait for it, and why"),
               .key = Qt::CTRL | Qt::SHIFT | Qt::Key_L,
               .reportsContent = true,
               .make = makeRanks});
    views.add({.name = "alive",
               .title = QT_TRANSLATE_NOOP("Overlap", "Memory in &use"),
               .tip = QT_TRANSLATE_NOOP("Overlap", "Every block in use at the peak or at the playhead, and why"),
               .key = Qt::CTRL | Qt::SHIFT | Qt::Key_M,
               .make = makeAlive});
}

void registerRunViews(Views& views, const Workbench& bench, const WindowParts& parts)
{
    views.add({.name = "runs",
               .title = QT_TRANSLATE_NOOP("Overlap", "&Runs"),
               .tip = QT_TRANSLATE_NOOP("Overlap",
                                        "All runs of this start and of earlier ones: open, name, "
                                        "compare, delete"),
               .key = Qt::CTRL | Qt::SHIFT | Qt::Key_R,
               .isOfProgram = false,
               .make = [desk = parts.desk, compare = parts.compareControl](const Workbench& of, const View::Report&,
                                                                           QWidget* parent) {
                   auto* pane = new run_choice::RunsPane(of, *compare, parent);
                   QObject::connect(pane, &run_choice::RunsPane::openRequested, desk, &desk::Desk::openRun);
                   return pane;
               }});
    views.add({.name = "whatIf",
               .title = "",
               .tip = "",
               .mode = bench.actions.whatIf,
               .make = [whatIf = parts.whatIf](const Workbench&, const View::Report&, QWidget*) -> QWidget* {
                   return whatIf->panel();
               }});
}

}  // namespace ui::shell
