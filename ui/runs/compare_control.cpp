#include "ui/runs/compare_control.h"

#include "engine/analysis/critical_path.h"
#include "engine/trace/imported.h"
#include "ui/commands/actions.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/listing_pane.h"
#include "ui/compare/measures_pane.h"
#include "ui/compare/words.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/look/letter_key.h"
#include "ui/runs/banner.h"
#include "ui/runs/centre_header.h"
#include "ui/runs/compare_parameters.h"
#include "ui/runs/trace_opener.h"
#include "ui/timeline/timeline_view.h"

#include <QBoxLayout>
#include <QShortcut>
#include <algorithm>
#include <utility>

namespace ui::runs {

using compare::Compared;
using compare::Which;
using engine::Nanoseconds;
using engine::trace::TracePtr;

namespace {

/// Limits for runs that are remembered automatically: few runs, none with much memory.
constexpr std::size_t kMostEarlier = 6;
constexpr std::size_t kMostOperations = 200'000;

bool isWorthKeeping(const engine::trace::Trace& trace)
{
    return !trace.isLive() && trace.opCount() > 0 && trace.opCount() <= kMostOperations;
}

}  // namespace

CompareControl::CompareControl(const Workbench& bench, const Parts& parts)
    : QObject(&bench.window), m_bench(bench), m_parts(parts)
{
    auto* chip = new BeforeChip(bench.theme, &parts.header);
    parts.header.addChip(chip);
    m_before = new BeforeRun(bench.feed, bench.timeline, *chip, this);
    connect(bench.actions.keepBefore, &QAction::triggered, m_before, &BeforeRun::toggle);
    connect(bench.actions.compare, &QAction::triggered, this, [this] {
        isOpen() ? close() : open();
        m_bench.actions.compare->setChecked(isOpen());
    });
    connect(&bench.feed, &model::TraceFeed::replaced, this, &CompareControl::onReplaced);
    // A live run was already in the feed when it started, so replaced() was not emitted at its end.
    connect(&bench.controller, &RunController::finished, this, [this] {
        if (m_bench.feed.trace() != m_seen)
            onReplaced();
        shelve();
        if (const TracePtr last = std::exchange(m_lastBefore, nullptr))
            m_before->restore(last);
        m_hasRun = true;
    });
    // Single letters are commands only while a view has the keyboard focus, so that they can be typed elsewhere.
    new look::LetterKey(Qt::Key_B, bench.actions.keepBefore, bench.timeline);
    new look::LetterKey(Qt::Key_C, bench.actions.compare, bench.timeline);
}

void CompareControl::keepRunsIn(const QString& folder)
{
    delete m_shelf;
    m_shelf = new RunShelf(folder, this);
    connect(m_before, &BeforeRun::changed, m_shelf, [this] {
        m_lastBefore = nullptr;
        const TracePtr& kept = m_before->run().trace;
        m_shelf->keepBefore(kept != nullptr && isWorthKeeping(*kept) ? kept : nullptr);
    });
    m_shelf->loadBefore(this, [this](const TracePtr& trace) {
        if (m_hasRun)
            m_before->restore(trace);
        else
            m_lastBefore = trace;
    });
}

/// Stores the run that has just ended; an opened trace already has a file.
void CompareControl::shelve()
{
    const TracePtr& trace = m_bench.feed.trace();
    if (m_shelf != nullptr && isWorthKeeping(*trace))
        m_shelf->look(trace, nameOfRun(*trace));
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
    buildOpener(*parent);
    column->insertWidget(column->indexOf(&m_parts.panes) + 1, m_banner);
    column->insertWidget(column->indexOf(m_banner) + 1, m_panes, 1);
    m_panes->hide();
    connect(m_listings, &compare::ListingPane::swapWanted, this, &CompareControl::swap);
    connect(m_listings, &compare::ListingPane::closeWanted, this, &CompareControl::close);
    connect(m_listings, &compare::ListingPane::chooserWanted, this, &CompareControl::choose);
    new look::LetterKey(Qt::Key_C, m_bench.actions.compare, *m_panes);
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), m_panes);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &CompareControl::close);
}

// -- what is compared

void CompareControl::remember()
{
    const TracePtr& trace = m_bench.feed.trace();
    const bool isKnown =
        std::any_of(m_earlier.begin(), m_earlier.end(), [&](const KeptRun& run) { return run.trace == trace; });
    if (isKnown || !isWorthKeeping(*trace))
        return;
    m_earlier.push_front({trace, m_bench.feed.context(), nameOfRun(*trace)});
    if (m_earlier.size() > kMostEarlier)
        m_earlier.pop_back();
}

void CompareControl::onReplaced()
{
    remember();
    m_seen = m_bench.feed.trace()->isLive() ? nullptr : m_bench.feed.trace();
    if (!isOpen() || !(m_a.isFollowing() || m_b.isFollowing()) || m_bench.feed.trace()->isLive())
        return;
    const bool isOfBlocks = m_a.kind == Source::Kind::Blocks || m_b.kind == Source::Kind::Blocks;
    // Another program has different blocks.
    if (isOfBlocks && !openBlocks())
        return close();
    if (!isOfBlocks)
        runAnew();
}

/// Runs the sides again that are separate runs of the current program. The comparison is updated when all of them are
/// complete.
void CompareControl::runAnew()
{
    ++m_round;
    m_awaited = 0;
    for (const Which which : {Which::A, Which::B}) {
        const Source& source = which == Which::A ? m_a : m_b;
        if (source.request && canRunUnasked(QString::fromStdString(source.request().machine)))
            runAnew(which);
    }
    if (m_awaited == 0)
        rebuild();
}

/// Only virtual machines, only a trusted listing, and only if the displayed run is of the same program; real
/// measurements start only on request.
bool CompareControl::canRunUnasked(const QString& machine) const
{
    const engine::device::MachineInfo* on = machineOf(machine);
    const std::string& program = m_bench.document.program().id;
    return on != nullptr && on->kind == engine::trace::PlatformKind::Virtual && m_bench.document.isTrusted() &&
           !program.empty() && m_bench.feed.trace()->run().program == program;
}

const engine::device::MachineInfo* CompareControl::machineOf(const QString& id) const
{
    const auto& machines = m_parts.machines();
    const auto found = std::find_if(machines.begin(), machines.end(),
                                    [&](const auto& machine) { return QString::fromStdString(machine.id) == id; });
    return found == machines.end() ? nullptr : &*found;
}

void CompareControl::runAnew(Which which)
{
    ++m_awaited;
    const Source& source = which == Which::A ? m_a : m_b;
    m_bench.controller.predict(source.request(), this, [this, which, round = m_round](const auto& answer) {
        if (round != m_round || !isOpen())
            return;
        if (!answer) {
            emit said(tr("The other run could not start"), look::inWords(answer.error().message));
            return close();
        }
        Source& made = which == Which::A ? m_a : m_b;
        made.run = KeptRun{*answer, m_bench.feed.context(), nameOfRun(**answer)};
        if (--m_awaited == 0)
            rebuild();
    });
}

void CompareControl::open()
{
    const TracePtr& now = m_bench.feed.trace();
    if (now->isLive() || now->opCount() == 0) {
        emit said(tr("There is nothing to compare yet"), tr("Run the program first."));
        return;
    }
    if (m_before->isKept() && m_before->run().trace != now) {
        Source before{Source::Kind::Kept, 0, 0, m_before->run(), tr("Before")};
        Source current;
        current.title = tr("Now");
        return present(std::move(before), std::move(current));
    }
    if (!openBlocks())
        openVariant();
}

bool CompareControl::openBlocks()
{
    const TracePtr& now = m_bench.feed.trace();
    const auto pair = engine::analysis::naturalPair(now);
    if (!pair)
        return false;
    const auto& blocks = now->blocks();
    const auto indexAt = [&](Nanoseconds begin, bool isEnd) {
        std::size_t index = 0;
        for (std::size_t i = 0; i < blocks.size(); ++i)
            if (isEnd ? blocks[i].end == begin : blocks[i].begin == begin)
                index = i;
        return index;
    };
    const auto sourceOf = [&](const engine::analysis::Side& side) {
        return Source{Source::Kind::Blocks, indexAt(side.scope.begin, false), indexAt(side.scope.end, true), {}, {}};
    };
    present(sourceOf(pair->first), sourceOf(pair->second));
    return true;
}

/// The wait that the program suggests to flip, or else the first active one.
std::optional<int> CompareControl::lineToFlip() const
{
    const auto& suggestions = m_bench.document.program().suggestions;
    if (const auto found = suggestions.find(m_bench.document.dialect()); found != suggestions.end())
        for (const auto& suggestion : found->second)
            if (suggestion.flipLine)
                return suggestion.flipLine;
    for (const auto& point : m_bench.document.switches().points())
        if (m_bench.document.switches().isOn(point.line))
            return point.line;
    return std::nullopt;
}

void CompareControl::openVariant()
{
    const auto line = lineToFlip();
    const bool isReal = m_bench.feed.trace()->run().platform == engine::trace::PlatformKind::Real;
    if (!line || isReal || !canRunUnasked(m_parts.machine())) {
        emit said(tr("There is only one run to compare"),
                  tr("Keep it with B, change a wait, a parameter or the machine, run, and compare again."));
        return;
    }
    const auto request = [this, line] {
        engine::frontend::RunRequest variant = m_bench.document.variant(line, {});
        variant.machine = m_parts.machine().toStdString();
        return variant;
    };
    const auto then = [this, request, now = m_bench.feed.trace(), round = m_round](const auto& answer) {
        if (now != m_bench.feed.trace() || round != m_round)
            return;
        if (!answer) {
            emit said(tr("The other run could not start"), look::inWords(answer.error().message));
            return;
        }
        KeptRun run{*answer, m_bench.feed.context(), nameOfRun(**answer)};
        present(Source(), Source{Source::Kind::Kept, 0, 0, std::move(run), {}, request});
    };
    m_bench.controller.predict(request(), this, then);
}

void CompareControl::show(const KeptRun& a, const KeptRun& b, const QString& titleA, const QString& titleB)
{
    present(Source{Source::Kind::Kept, 0, 0, a, titleA}, Source{Source::Kind::Kept, 0, 0, b, titleB});
}

Compared CompareControl::comparedOf(const Source& source) const
{
    const TracePtr& now = m_bench.feed.trace();
    Compared compared;
    compared.title = source.title;
    switch (source.kind) {
        case Source::Kind::Kept:
            compared.side = engine::analysis::wholeSide(source.run.trace);
            compared.context = source.run.context;
            compared.name = source.run.name;
            return compared;
        case Source::Kind::Now:
            compared.side = engine::analysis::wholeSide(now);
            break;
        case Source::Kind::Blocks:
            compared.side = engine::analysis::sideOfBlocks(now, source.first, source.last);
            break;
    }
    compared.context = m_bench.feed.context();
    compared.name = nameOfRun(*now);
    return compared;
}

// -- the panes

void CompareControl::present(Source a, Source b)
{
    ++m_round;
    m_awaited = 0;
    m_a = std::move(a);
    m_b = std::move(b);
    rebuild();
}

void CompareControl::rebuild()
{
    build();
    m_pair = std::make_shared<const compare::ComparedPair>(comparedOf(m_a), comparedOf(m_b));
    m_listings->setPair(m_pair);
    m_view->setPair(m_pair);
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
}

/// Fields are shown only if a change runs the program at once, which excludes machines that measure.
void CompareControl::showParameters()
{
    const engine::device::MachineInfo* machine = machineOf(m_parts.machine());
    const bool isRunAtOnce = canRunUnasked(m_parts.machine());
    m_parameters->setSides(isRunAtOnce && m_a.isFollowing(), isRunAtOnce && m_b.isFollowing(),
                           machine != nullptr ? machine->gpuCount : 0);
}

void CompareControl::close()
{
    m_bench.actions.compare->setChecked(false);
    ++m_round;
    m_awaited = 0;
    if (!isOpen())
        return;
    m_opener->cancel();
    m_banner->close();
    m_panes->hide();
    m_parts.panes.show();
    m_bench.timeline.setFocus();
    emit openChanged(false);
    emit changed();
}

void CompareControl::swap()
{
    std::swap(m_a, m_b);
    // Pending runs would be assigned to the wrong side, so restart them.
    m_awaited > 0 ? runAnew() : rebuild();
}

void CompareControl::setArrangement(compare::Arrangement arrangement)
{
    build();
    m_view->setArrangement(arrangement);
}

void CompareControl::setSource(Which which, Source source)
{
    (which == Which::A ? m_a : m_b) = std::move(source);
    m_awaited > 0 ? runAnew() : rebuild();
}

/// Assigns a new id to a pending choice and stores it in its side. The id moves with the side when the sides are
/// swapped; another choice for the side, or another comparison, replaces it.
quint64 CompareControl::await(Which which)
{
    return (which == Which::A ? m_a : m_b).awaits = ++m_lastChoice;
}

std::optional<Which> CompareControl::sideThatAwaits(quint64 choice) const
{
    if (!isOpen())
        return std::nullopt;
    return m_a.awaits == choice   ? std::optional(Which::A)
           : m_b.awaits == choice ? std::optional(Which::B)
                                  : std::nullopt;
}

void CompareControl::makeReport()
{
    using engine::analysis::Measure;
    const auto& comparison = m_pair->comparison();
    const auto seconds = [](Nanoseconds time) { return look::benchmarkText(engine::toSeconds(time)); };
    m_report = {};
    m_report.ending = Ending::Finished;
    m_report.headline = tr("Compared");
    const bool isSlower = comparison.saved() < Nanoseconds{};
    m_report.figures.push_back({tr("A"), seconds(comparison.lengthA())});
    m_report.figures.push_back({tr("B"), seconds(comparison.lengthB())});
    m_report.figures.push_back({isSlower ? tr("Longer") : tr("Saved"),
                                seconds(isSlower ? -comparison.saved() : comparison.saved()),
                                isSlower ? FigureTone::Fail : FigureTone::Plain});
    m_report.figures.push_back(
        {tr("Speed-up"), look::factorText(comparison.speedUp()), isSlower ? FigureTone::Fail : FigureTone::Strong});
    if (const auto* many = comparison.measure(Measure::ManyBusy))
        m_report.figures.push_back(
            {compare::measureName(comparison, *many),
             tr("%1 → %2").arg(look::percentText(many->a), look::percentText(many->b)),
             {},
             tr("The share of the compared time in which two or more work at once, in A and in B.")});
    const auto path = [](const engine::analysis::Side& side) {
        return look::clockText(engine::analysis::dependencyPath(*side.trace, side.scope).length);
    };
    const QString a = path(comparison.a);
    const QString b = path(comparison.b);
    m_report.figures.push_back(chainFigure(a == b ? tr("%1 in both").arg(a) : tr("%1 → %2").arg(a, b)));
    m_report.note = tr("matched operations: %1").arg(comparison.ops.pairs);
}

}  // namespace ui::runs
