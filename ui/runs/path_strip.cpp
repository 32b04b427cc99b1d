#include "ui/runs/path_strip.h"

#include "engine/analysis/repeats.h"
#include "engine/base/processor_load.h"
#include "engine/frontend/plain_wait.h"
#include "engine/trace/imported.h"
#include "ui/look/format.h"
#include "ui/model/lane_names.h"
#include "ui/timeline/timeline_view.h"

#include <QCoreApplication>
#include <QPainter>
#include <QStringList>
#include <QTextLayout>
#include <algorithm>
#include <array>

namespace ui::runs {

namespace {

namespace analysis = engine::analysis;
using engine::trace::Kind;

/// Sizes in pixels at 100 %: margin beside the texts, top of the sentence, height of a line, space below the last line.
constexpr int kMargin = 14, kTop = 25, kLine = 18, kBottom = 5;

struct Part {
    Nanoseconds analysis::PathSplit::*length = nullptr;
    QString name;
    Kind kind = Kind::Compute;
    bool isWait = false;
};

std::array<Part, 5> pathParts()
{
    using analysis::PathSplit;
    return {Part{&PathSplit::compute, PathStrip::tr("compute"), Kind::Compute, false},
            Part{&PathSplit::copy, PathStrip::tr("copy"), Kind::CopyOut, false},
            Part{&PathSplit::pages, PathStrip::tr("pages"), Kind::Host, false},
            Part{&PathSplit::dispatch, PathStrip::tr("dispatch"), Kind::Host, false},
            Part{&PathSplit::wait, PathStrip::tr("wait"), Kind::Host, true}};
}

QString nameOf(const engine::trace::Trace& trace, const engine::trace::LaneRecord& lane)
{
    return model::laneName(trace, lane, model::LaneForm::Figure, model::deviceName(trace, lane.device));
}

QString verdictText(analysis::Verdict verdict)
{
    switch (verdict) {
        case analysis::Verdict::HostBound:
            return PathStrip::tr("Verdict: the program sets the pace.");
        case analysis::Verdict::PageBound:
            return PathStrip::tr("Verdict: the program's work on pages of memory decides.");
        case analysis::Verdict::ComputeBound:
            return PathStrip::tr("Verdict: computing decides.");
        case analysis::Verdict::CopyBound:
            return PathStrip::tr("Verdict: copying decides.");
        case analysis::Verdict::SyncBound:
            return PathStrip::tr("Verdict: its waits make it slow.");
    }
    return {};
}

/// Explains why the strip cannot state what limits a measured or imported run; empty if it can.
QString uncertaintyOf(const engine::trace::Trace& trace, const model::RunContext& context)
{
    if (!analysis::recordsCauses(trace))
        return PathStrip::tr("This trace records no dependencies, so it has neither a critical path nor a verdict.");
    if (!engine::trace::isMeasured(trace.run()))
        return {};
    if (!context.isRepeated())
        return PathStrip::tr("One run: the spread of its times is unknown, so no bound and no verdict are stated.");
    if (context.repeats->otherLoad > engine::kMostOtherLoad)
        return PathStrip::tr("Other programs used %1 of the cores meanwhile, so no bound and no verdict are stated.")
            .arg(look::percentText(context.repeats->otherLoad));
    return {};
}

}  // namespace

QString pathPartName(Nanoseconds analysis::PathSplit::*part)
{
    for (const Part& one : pathParts())
        if (one.length == part)
            return one.name;
    return {};
}

QString boundSentence(const engine::trace::Trace& trace, const analysis::Bound& bound)
{
    const QString time = look::durationText(bound.stated());
    switch (bound.by) {
        case analysis::Bound::By::Lane:
            if (!bound.lane.isValid() || bound.lane.index >= trace.lanes().size())
                return PathStrip::tr("Nothing ran here.");
            return PathStrip::tr("No state of the waits makes the whole run faster than %1: %2 is busy that long.")
                .arg(time, nameOf(trace, trace.lanes()[bound.lane.index]));
        case analysis::Bound::By::Program:
            return PathStrip::
                tr("No state of the waits makes the whole run faster than %1: the program itself is busy that long.")
                    .arg(time);
        case analysis::Bound::By::Dependencies:
            return PathStrip::tr(
                       "No state of the waits makes the whole run faster than %1: operations that depend on one "
                       "another take that long.")
                .arg(time);
    }
    return {};
}

QString fastestSentence(const FastestState& fastest)
{
    const QString time = look::clockText(fastest.makespan);
    if (fastest.isDisplayed)
        return PathStrip::tr("No state of the waits is faster than this one: whole run %1, the least of %n states.",
                             nullptr, fastest.states)
            .arg(time);
    QStringList off;
    for (const int line : fastest.off)
        off << QString::number(line);
    QString state = PathStrip::tr("all waits on");
    if (!off.isEmpty())
        state = (off.size() == 1 ? PathStrip::tr("line %1 off") : PathStrip::tr("lines %1 off"))
                    .arg(off.join(QStringLiteral(", ")));
    return PathStrip::tr("The fastest of %n states of the waits: whole run %1, with %2.", nullptr, fastest.states)
        .arg(time, state);
}

PathStrip::PathStrip(const Workbench& bench) : QWidget(bench.timeline.parentWidget()), m_bench(bench), m_states(bench)
{
    setObjectName(QStringLiteral("pathStrip"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&bench.timeline, &timeline::TimelineView::arrowModeChanged, this, &PathStrip::refresh);
    connect(&bench.selection, &model::Selection::scopeChanged, this, &PathStrip::refresh);
    connect(&bench.feed, &model::TraceFeed::replaced, this, &PathStrip::refresh);
    connect(&bench.feed, &model::TraceFeed::extended, this, &PathStrip::refresh);
    connect(&bench.feed, &model::TraceFeed::contextChanged, this, &PathStrip::refresh);  // the repeats may have ended
    connect(&bench.theme, &look::Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
    connect(&m_states, &WaitStates::changed, this, &PathStrip::refresh);
    bench.addAboveTimeline(*this);
    hide();
}

QSize PathStrip::sizeHint() const
{
    return {m_bench.theme.px(400), m_bench.theme.px(kTop + kLine + kBottom)};
}

int PathStrip::heightForWidth(int width) const
{
    return m_bench.theme.px(kTop + kLine * static_cast<int>(linesIn(width).size()) + kBottom);
}

/// Splits the sentence into one or two lines. Elides the second line if the sentence needs a third; the tooltip shows
/// the whole sentence.
QStringList PathStrip::linesIn(int width) const
{
    const QFont font = m_bench.theme.sans(11.5, QFont::DemiBold);
    const int room = width - m_bench.theme.px(2 * kMargin);
    QTextLayout layout(m_sentence, font);
    layout.beginLayout();
    QTextLine first = layout.createLine();
    if (first.isValid())
        first.setLineWidth(room);
    layout.endLayout();
    const qsizetype length = first.isValid() ? first.textLength() : 0;
    if (length >= m_sentence.size())
        return {m_sentence};
    return {m_sentence.left(length).trimmed(),
            QFontMetrics(font).elidedText(m_sentence.mid(length), Qt::ElideRight, room)};
}

/// Whether the bound of the displayed run holds for every state of the waits. True if the program waits wherever it can
/// and no switch also removes work: removing a print(y), for example, also removes the copy of y.
bool PathStrip::isBoundOfAllStates() const
{
    const listing::SyncSwitches& switches = m_bench.document.text().switches();
    return std::ranges::all_of(switches.points(), [&](const engine::frontend::SyncPoint& point) {
        return switches.isOn(point.line) && engine::frontend::isPlainWait(point);
    });
}

void PathStrip::refresh()
{
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    const bool isShown = m_bench.timeline.scene().selection.arrows == drawing::ArrowMode::CriticalPath &&
                         !trace.isLive() && trace.opCount() > 0;
    if (!isShown) {
        if (!isHidden())
            emit pathChanged({});
        hide();
        return;
    }
    const model::TimeRange range = m_bench.timeline.scene().scope();
    const analysis::Scope scope{range.begin, range.end};
    const analysis::CriticalPath path = analysis::criticalPath(trace, scope);
    m_split = analysis::splitOf(trace, path);
    QStringList words;
    for (const Part& part : pathParts())
        if (m_split.*part.length > Nanoseconds{0})
            words << QStringLiteral("%1 %2").arg(part.name, look::durationText(m_split.*part.length));
    m_parts = words.join(QStringLiteral(" · "));
    m_states.find();
    const std::optional<FastestState> fastest = m_states.fastest();
    const bool isChoice = fastest && fastest->states > 1;
    m_sentence = uncertaintyOf(trace, m_bench.feed.context());
    const bool isCertain = m_sentence.isEmpty();
    analysis::PathSplit split = m_split;
    const bool isNoneFaster = isChoice && fastest->makespan * 50 >= analysis::runScope(trace).length() * 49;
    if (isNoneFaster)
        split.delayedByWaits = {};  // no state of the waits is more than 2 % faster, so the waits do not limit the run
    if (isCertain)
        m_sentence = verdictText(verdict(analysis::lowerBounds(trace, scope), split));
    if (isCertain && isChoice)
        m_sentence.prepend(fastestSentence(*fastest) + QLatin1Char(' '));
    else if (isCertain && !engine::trace::isImported(trace.run()) && isBoundOfAllStates())  // imports have no switches
        m_sentence.prepend(boundSentence(trace, analysis::boundOf(trace, analysis::runScope(trace))) +
                           QLatin1Char(' '));
    setAccessibleName(tr("Critical path: %1").arg(m_parts));
    setAccessibleDescription(m_sentence);
    QStringList tip{m_sentence};
    if (isCertain)
        tip << (isChoice
                    ? tr("The program ran in the background in every state of its waits. A run ends when its work is "
                         "complete, whether the program waits for it or not.")
                    : tr("It is valid if every operation takes the same time as in this run, and its result is "
                         "waited for."));
    setToolTip(tip.join(QLatin1Char('\n')));
    emit pathChanged(analysis::operationsOf(path));
    show();
    updateGeometry();
    update();
}

void PathStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const look::Tokens& tokens = m_bench.theme.tokens();
    painter.fillRect(rect(), tokens.chrome);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens.line);
    const double margin = m_bench.theme.px(kMargin);
    const double whole = std::max(1.0, static_cast<double>(m_split.whole().count()));
    const QRectF track(margin, m_bench.theme.px(8), width() * 0.36, m_bench.theme.px(12));
    double x = track.left();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const Part& part : pathParts()) {
        const double length = track.width() * static_cast<double>((m_split.*part.length).count()) / whole;
        if (length < 0.5)
            continue;
        const QRectF piece(x, track.top(), std::max(1.0, length - 1), track.height());
        painter.setBrushOrigin(piece.topLeft());
        painter.fillRect(piece, part.isWait ? m_bench.theme.waitBrush(devicePixelRatioF())
                                            : m_bench.theme.patternBrush(part.kind, devicePixelRatioF()));
        x += length;
    }
    painter.setFont(m_bench.theme.sans(11));
    painter.setPen(tokens.text2);
    painter.drawText(QRectF(track.right() + m_bench.theme.px(10), m_bench.theme.px(4),
                            width() - track.right() - 2 * margin, m_bench.theme.px(20)),
                     Qt::AlignLeft | Qt::AlignVCenter, m_parts);
    painter.setFont(m_bench.theme.sans(11.5, QFont::DemiBold));
    painter.setPen(tokens.text);
    QRectF line(margin, m_bench.theme.px(kTop), width() - 2 * margin, m_bench.theme.px(kLine));
    for (const QString& text : linesIn(width())) {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text);
        line.translate(0, line.height());
    }
}

}  // namespace ui::runs
