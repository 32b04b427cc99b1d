#include "ui/run_choice/compare_control.h"

#include "engine/analysis/critical_path.h"
#include "engine/trace/imported.h"
#include "ui/commands/actions.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/labels.h"
#include "ui/compare/listing_pane.h"
#include "ui/compare/measures_pane.h"
#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/letter_key.h"
#include "ui/run_choice/compare_chooser.h"
#include "ui/run_choice/compare_parameters.h"
#include "ui/run_choice/compare_runs_bar.h"
#include "ui/runs/centre_header.h"
#include "ui/runs/run_change.h"
#include "ui/timeline/timeline_view.h"

#include <QBoxLayout>
#include <QShortcut>
#include <algorithm>
#include <utility>

namespace ui::run_choice {

using compare::Which;
using engine::trace::TracePtr;
using runs::Banner;
using runs::ChangeNames;
using runs::EarlierRuns;
using runs::Ending;
using runs::FigureTone;
using runs::NamedRun;
using runs::Workbench;

CompareControl::CompareControl(const Workbench& bench, const Parts& parts)
    : QObject(&bench.window),
      m_bench(bench),
      m_parts(parts),
      m_earlier(new EarlierRuns(bench, parts.header)),
      m_sides(bench, parts.machines)
{
    connect(bench.actions.compare, &QAction::triggered, this, [this] {
        isOpen() ? close() : open();
        m_bench.actions.compare->setChecked(isOpen());
    });
    connect(m_earlier, &EarlierRuns::displayedChanged, this, &CompareControl::follow);
    connect(&m_sides, &CompareSides::changed, this, &CompareControl::rebuild);
    connect(&m_sides, &CompareSides::failed, this, [this](const engine::Message& reason) {
        reportNotStarted(reason);
        close();
    });
    connect(&bench.playhead, &model::Playhead::moved, this, &CompareControl::showMoment);
    // Single letters are commands only while a view has the keyboard focus, so that they can be typed elsewhere.
    new look::LetterKey(Qt::Key_B, bench.actions.keepBefore, bench.timeline);
    new look::LetterKey(Qt::Key_C, bench.actions.compare, bench.timeline);
}

void CompareControl::build()
{
    if (m_panes != nullptr)
        return;
    QWidget* parent = m_parts.panes.parentWidget();
    m_panes = new QSplitter(Qt::Horizontal, parent);
    m_panes->setObjectName(QStringLiteral("comparePanes"));
    m_panes->setHandleWidth(1);
    m_panes->setChildrenCollapsible(false);
    m_listings = new compare::ListingPane(m_bench.theme, m_panes);
    m_parameters = new CompareParameters(m_bench.theme, m_bench.document, m_listings);
    m_listings->setFoot(m_parameters);
    m_view = new compare::CompareView(m_bench.theme, m_panes);
    m_measures = new compare::MeasuresPane(m_bench.theme, m_panes);
    look::inLanguage(m_panes, [this] {
        // After a change of language, create all texts again. During a run, create only the report again, because
        // rebuild() would insert the unfinished run as a side.
        if (isOpen() && !m_bench.feed.trace()->isLive())
            rebuild();
        else if (m_pair != nullptr)
            makeReport();
    });
    for (QWidget* pane :
         {static_cast<QWidget*>(m_listings), static_cast<QWidget*>(m_view), static_cast<QWidget*>(m_measures)})
        m_panes->addWidget(pane);
    m_panes->setStretchFactor(0, 0);
    m_panes->setStretchFactor(1, 1);
    m_panes->setStretchFactor(2, 0);
    m_listings->setMinimumWidth(m_bench.theme.px(300));
    m_measures->setMinimumWidth(m_bench.theme.px(260));
    m_panes->setSizes({m_bench.theme.px(364), m_bench.theme.px(753), m_bench.theme.px(323)});
    auto* column = static_cast<QBoxLayout*>(parent->layout());
    auto* banner = new Banner(m_bench.theme, parent);
    banner->setObjectName(QStringLiteral("compareBanner"));
    banner->setMotion(!m_bench.actions.reducedMotion->isChecked());
    connect(m_bench.actions.reducedMotion, &QAction::toggled, banner,
            [banner](bool isOn) { banner->setMotion(!isOn); });
    m_chooser = new CompareChooser(m_bench, m_sides, *m_earlier, *banner);
    column->insertWidget(column->indexOf(&m_parts.panes) + 1, banner);
    m_runsBar = new CompareRunsBar(m_bench.theme, parent);
    connect(m_runsBar, &CompareRunsBar::chosen, this, [this](const NamedRun& first, const NamedRun& other) {
        m_sides.set(CompareSource::kept(first), CompareSource::kept(other));
    });
    column->insertWidget(column->indexOf(banner) + 1, m_runsBar);
    column->insertWidget(column->indexOf(m_runsBar) + 1, m_panes, 1);
    m_panes->hide();
    connect(m_listings, &compare::ListingPane::swapWanted, this, &CompareControl::swap);
    connect(m_listings, &compare::ListingPane::closeWanted, this, &CompareControl::close);
    connect(m_listings, &compare::ListingPane::chooserWanted, m_chooser, &CompareChooser::choose);
    new look::LetterKey(Qt::Key_C, m_bench.actions.compare, *m_panes);
    auto* space = new QShortcut(QKeySequence(Qt::Key_Space), &m_view->canvas());
    space->setContext(Qt::WidgetShortcut);
    connect(space, &QShortcut::activated, m_bench.actions.play, &QAction::trigger);
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), m_panes);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &CompareControl::close);
}

// -- what is compared

void CompareControl::follow()
{
    if (!isOpen() || !m_sides.areFollowing() || m_bench.feed.trace()->isLive())
        return;
    const bool isOfBlocks = m_sides.source(Which::A).kind == CompareSource::Kind::Blocks ||
                            m_sides.source(Which::B).kind == CompareSource::Kind::Blocks;
    // Another program may have been opened, so search the displayed run for blocks to compare.
    if (isOfBlocks && !openBlocks())
        return close();
    if (!isOfBlocks)
        m_sides.runAgain();
}

void CompareControl::open()
{
    const TracePtr& now = m_bench.feed.trace();
    if (now->isLive() || now->opCount() == 0) {
        emit messageReady(
            runs::bannerTexts(QT_TR_NOOP("There is nothing to compare yet"), QT_TR_NOOP("Run the program first.")));
        return;
    }
    if (const auto& [trace, context] = m_bench.feed.before(); trace != nullptr && trace != now) {
        CompareSource current;
        current.title = [] { return tr("Now"); };
        return m_sides.set(CompareSource::kept({trace, context}, [] { return tr("Before"); }), std::move(current));
    }
    if (!openBlocks())
        openVariant();
}

bool CompareControl::openBlocks()
{
    const TracePtr& now = m_bench.feed.trace();
    const auto pair = engine::analysis::findOverlapPair(now);
    if (!pair)
        return false;
    const auto& blocks = now->blocks();
    const auto lastWith = [&](Nanoseconds engine::trace::BlockRecord::*moment, Nanoseconds time) {
        std::size_t index = 0;
        for (std::size_t i = 0; i < blocks.size(); ++i)
            if (blocks[i].*moment == time)
                index = i;
        return index;
    };
    const auto sourceOf = [&](const engine::analysis::Side& side) {
        const engine::analysis::Scope program = side.program();
        return CompareSource{CompareSource::Kind::Blocks,
                             lastWith(&engine::trace::BlockRecord::begin, program.begin),
                             lastWith(&engine::trace::BlockRecord::end, program.end),
                             {},
                             {}};
    };
    m_sides.set(sourceOf(pair->first), sourceOf(pair->second));
    return true;
}

/// Returns the line of the wait that a suggestion of the program switches; without such a suggestion, the line of the
/// first wait that is switched on.
std::optional<int> CompareControl::lineToFlip() const
{
    const auto& suggestions = m_bench.document.program().suggestions;
    if (const auto found = suggestions.find(m_bench.document.listing().dialect()); found != suggestions.end())
        for (const auto& suggestion : found->second)
            if (suggestion.flipLine)
                return suggestion.flipLine;
    for (const auto& point : m_bench.document.text().switches().points())
        if (m_bench.document.text().switches().isOn(point.line))
            return point.line;
    return std::nullopt;
}

void CompareControl::openVariant()
{
    const auto line = lineToFlip();
    const bool isReal = m_bench.feed.trace()->run().platform == engine::trace::PlatformKind::Real;
    if (!line || isReal || !m_sides.canRunUnasked(m_parts.machines.selected())) {
        emit messageReady(runs::bannerTexts(
            QT_TR_NOOP("There is only one run to compare"),
            QT_TR_NOOP("Keep it with B, change a wait, a parameter or the machine, run, and compare again.")));
        return;
    }
    const auto request = [this, line] {
        engine::frontend::RunRequest variant = m_bench.document.variant(line, {});
        variant.machine = m_parts.machines.selected().toStdString();
        return variant;
    };
    const auto then = [this, request, now = m_bench.feed.trace(), round = m_sides.round()](const auto& answer) {
        if (now != m_bench.feed.trace() || round != m_sides.round())
            return;
        if (!answer)
            return reportNotStarted(answer.error().message);
        CompareSource other = CompareSource::kept({*answer, m_bench.feed.context().ofAnotherRun()});
        other.request = request;
        m_sides.set({}, std::move(other));
    };
    m_bench.controller.thread().predict(request(), this, then);
}

void CompareControl::reportNotStarted(const engine::Message& reason)
{
    emit messageReady(runs::bannerTexts(QT_TR_NOOP("The other run could not start"), reason));
}

void CompareControl::show(CompareSource a, CompareSource b)
{
    build();
    m_runsBar->setRuns({});
    m_sides.set(std::move(a), std::move(b));
}

void CompareControl::showRuns(std::vector<NamedRun> runs)
{
    if (runs.empty())
        return;
    build();
    m_runsBar->setRuns(runs, runs::changeNames(m_bench, runs.front().trace->run().program));
    m_sides.set(CompareSource::kept(runs.front()), runs.size() > 1 ? CompareSource::kept(runs[1]) : CompareSource());
}

// -- the panes

void CompareControl::rebuild()
{
    build();
    compare::ComparedRun a = m_sides.compared(Which::A), b = m_sides.compared(Which::B);
    std::vector<compare::PairPtr> more;
    if (const NamedRun* third = m_runsBar->third()) {
        // Titles such as "Without" distinguish only two runs, so each of three runs gets a title with its changed
        // settings.
        const ChangeNames names = runs::changeNames(m_bench, a.side.trace->run().program);
        const auto titled = [&](compare::ComparedRun run) {
            run.title = runs::changeTitle({a.side.trace, a.context}, {run.side.trace, run.context}, names);
            run.title = run.heading();
            return run;
        };
        b = titled(b);
        a.title = a.heading();
        more.push_back(std::make_shared<const compare::ComparedPair>(a, titled(comparedRun(*third))));
    }
    m_pair = std::make_shared<const compare::ComparedPair>(std::move(a), std::move(b));
    m_listings->setPair(m_pair);
    m_view->setPair(m_pair, more);
    m_measures->setPair(m_pair);
    showParameters();
    makeReport();
    const bool wasOpen = isOpen();
    m_parts.panes.hide();
    m_panes->show();
    m_bench.actions.compare->setChecked(true);
    if (!wasOpen) {
        m_view->canvas().setFocus();
        emit openChanged(true);
    }
    emit changed();
    showMoment();
}

/// Shows the parameter fields only if a change of a parameter runs the program immediately. Real machines run only on
/// request, so they show no fields.
void CompareControl::showParameters()
{
    const QString id = m_parts.machines.selected();
    const engine::device::MachineInfo* machine = m_parts.machines.find(id);
    const bool isRunAtOnce = m_sides.canRunUnasked(id);
    m_parameters->setSides({.a = isRunAtOnce && m_sides.source(Which::A).isFollowing(),
                            .b = isRunAtOnce && m_sides.source(Which::B).isFollowing()},
                           machine != nullptr ? machine->gpuCount : 0);
}

void CompareControl::close()
{
    m_bench.actions.compare->setChecked(false);
    m_sides.abandon();
    if (!isOpen())
        return;
    m_chooser->cancel();
    m_runsBar->setRuns({});
    m_panes->hide();
    m_parts.panes.show();
    m_bench.timeline.setFocus();
    emit openChanged(false);
    emit changed();
}

// -- replay

Nanoseconds CompareControl::replayBegin() const
{
    for (const compare::DrawnSide& drawn : compare::sidesOf(m_view->canvas().scene()))
        if (drawn.side().trace == m_bench.feed.trace())
            return drawn.side().scope.begin;
    return {};
}

std::optional<Nanoseconds> CompareControl::replayEnd() const
{
    return isOpen() ? std::optional(replayBegin() + compare::lengthOf(m_view->canvas().scene())) : std::nullopt;
}

void CompareControl::setReplaying(bool isReplaying)
{
    m_isReplaying = isReplaying;
    showMoment();
}

/// Shows the playhead's time. A replay starts at the begin of the sides, where they are aligned, and not in the
/// warm-up.
void CompareControl::showMoment()
{
    if (!isOpen())
        return;
    const Nanoseconds begin = replayBegin();
    if (m_isReplaying && m_bench.playhead.time() < begin)
        return m_bench.playhead.setTime(begin);  // setTime() leads to another call of this function
    m_view->canvas().setMoment(m_isReplaying ? std::optional(m_bench.playhead.time() - begin) : std::nullopt);
}

void CompareControl::setArrangement(compare::Arrangement arrangement)
{
    build();
    m_view->setArrangement(arrangement);
}

void CompareControl::makeReport()
{
    using engine::analysis::Measure;
    const auto& comparison = m_pair->comparison();
    m_report = {};
    m_report.ending = Ending::Finished;
    m_report.headline = tr("Compared");
    m_report.scope = compare::scopeText(comparison);
    m_report.isScopeFixed = true;
    const bool isSlower = comparison.saved() < Nanoseconds{};
    m_report.figures.push_back({tr("A"), look::clockText(comparison.lengthA())});
    m_report.figures.push_back({tr("B"), look::clockText(comparison.lengthB())});
    if (comparison.isUndecided()) {
        m_report.figures.push_back({tr("Gain"), compare::factorText(comparison)});
    } else {
        m_report.figures.push_back(
            {isSlower ? tr("Longer") : tr("Saved"), look::clockText(std::chrono::abs(comparison.saved()))});
        m_report.figures.push_back({tr("Gain"), look::factorText(comparison.speedUp()), FigureTone::Strong,
                                    tr("The makespan of A divided by the makespan of B.")});
    }
    if (const auto* many = comparison.measure(Measure::ManyBusy))
        m_report.figures.push_back(
            {compare::measureName(comparison, *many),
             tr("%1 → %2").arg(look::percentText(many->a), look::percentText(many->b)),
             {},
             tr("The fraction of the compared time in which two or more devices are busy, or two or more streams of "
                "the only device, in A and in B.")});
    const auto path = [](const engine::analysis::Side& side) {
        return runs::chainText(*side.trace, engine::analysis::longestChain(*side.trace, side.scope));
    };
    const QString a = path(comparison.a);
    const QString b = path(comparison.b);
    m_report.figures.push_back(runs::chainFigure(a == b ? tr("%1 in both").arg(a) : tr("%1 → %2").arg(a, b)));
    m_report.note = tr("matched operations: %1").arg(comparison.ops.pairs);
}

}  // namespace ui::run_choice
