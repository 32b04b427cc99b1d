#include "ui/compare/labels.h"

#include "engine/analysis/difference.h"
#include "engine/analysis/scope.h"
#include "ui/look/flow.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/look/translate.h"
#include "ui/model/lane_names.h"
#include "ui/model/operation_labels.h"
#include "ui/model/run_before.h"

#include <QLocale>
#include <QRegularExpression>
#include <cmath>

namespace ui::compare {

using engine::analysis::Finding;
using engine::analysis::isClockStoppedEarly;
using engine::analysis::isNegligible;
using engine::analysis::largestShift;
using engine::analysis::Measure;
using engine::analysis::MeasureRow;
using engine::analysis::Reason;
using engine::analysis::RunComparison;
using engine::analysis::Side;
using engine::analysis::Unit;
using engine::trace::CauseKind;

namespace {

/// Returns `text`. Cuts a text of more than 48 characters to 48, of which the last is an ellipsis.
QString shortened(const std::string& text)
{
    constexpr qsizetype kMax = 48;
    const QString whole = QString::fromStdString(text);
    return whole.size() <= kMax ? whole : whole.left(kMax - 1) + QChar(0x2026);
}

/// The unit and the decimals of times that are shown side by side.
struct TimeFormat {
    double perSecond = 1;
    int decimals = 4;
    QString unit;

    /// Selects the unit of the largest time, so that the times are easy to compare.
    explicit TimeFormat(double largest)
    {
        constexpr double kLong = 0.1;  // s; longer times are shown as the benchmarks of a listing print them
        const QString like =
            largest >= kLong ? look::benchmarkText(largest) : look::durationText(engine::fromSeconds(largest));
        unit = like.mid(like.lastIndexOf(QRegularExpression(QStringLiteral("\\s"))));
        if (largest >= kLong)
            return;
        perSecond = largest >= 0.9995e-3 ? 1e3 : largest >= 0.9995e-6 ? 1e6 : 1e9;
        const double value = largest * perSecond;
        decimals = perSecond > 1e6 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    }

    [[nodiscard]] double rounded(double seconds) const
    {
        const double steps = std::pow(10.0, decimals);
        return std::round(seconds * perSecond * steps) / steps;
    }
    [[nodiscard]] QString text(double shown) const { return QLocale().toString(shown, 'f', decimals) + unit; }
};

QString statementOf(const Side& side, int line)
{
    return QString::fromUtf8(engine::analysis::lineOf(side.trace->run().source, line));
}

QString deviceOf(const Side& side, OpId op)
{
    return model::deviceName(*side.trace, engine::analysis::deviceOf(*side.trace, side.trace->op(op)));
}

QString labelOf(const Side& side, OpId op)
{
    return model::operationLabel(*side.trace, side.trace->op(op));
}

/// The letters of the slower and the faster side.
struct Letters {
    QString slower;
    QString faster;
};

Letters lettersOf(const Reason& reason)
{
    return reason.isASlower ? Letters{QStringLiteral("A"), QStringLiteral("B")}
                            : Letters{QStringLiteral("B"), QStringLiteral("A")};
}

/// States the work that the device does in the faster run at times when the device is idle in the slower run.
QString filledText(const Side& faster, const Reason& reason)
{
    if (reason.filled <= Nanoseconds{})
        return {};
    const Letters letters = lettersOf(reason);
    return QLatin1Char(' ') + tr("In %1, %2 works for %3 of the time for which it is idle in %4.")
                                  .arg(letters.faster, deviceOf(faster, reason.delayedInFaster),
                                       look::durationText(reason.filled), letters.slower);
}

QString waitReason(const Side& slower, const Side& faster, const Reason& reason)
{
    const Letters letters = lettersOf(reason);
    if (!reason.delayed.isValid())
        return tr("In %1 line %2 waits until %3 has finished, and the time counts that. In %4 nothing waits for it.")
            .arg(letters.slower)
            .arg(reason.line)
            .arg(deviceOf(slower, reason.awaited), letters.faster);
    const QString delayed = statementOf(slower, slower.trace->op(reason.delayed).line);
    QString text;
    if (reason.times > 1)
        text = tr("In %1, line %2 delays the program %3 times before it issues more work, longest before %4.")
                   .arg(letters.slower)
                   .arg(reason.line)
                   .arg(reason.times)
                   .arg(delayed);
    else
        text = tr("In %1, line %2 delayed issuing %3 until %4 had finished.")
                   .arg(letters.slower)
                   .arg(reason.line)
                   .arg(delayed, deviceOf(slower, reason.awaited));
    const QString device = deviceOf(faster, reason.delayedInFaster);
    const QString start = look::durationText(reason.start);
    const QString startInFaster = look::durationText(reason.startInFaster);
    text += QLatin1Char(' ') +
            (start == startInFaster
                 ? tr("Without that wait %1 starts %2 earlier.")
                       .arg(device, look::durationText(reason.start - reason.startInFaster))
                 : tr("Without that wait %1 starts after %2, not after %3.").arg(device, startInFaster, start));
    return text + filledText(faster, reason);
}

QString queueReason(const Side& slower, const Side& faster, const Reason& reason)
{
    const Letters letters = lettersOf(reason);
    QString behind;
    switch (reason.cause) {
        case CauseKind::Data:
            behind = tr("In %1, %2 needed %3 first and started after %4.");
            break;
        case CauseKind::Stream:
            behind = tr("In %1, %2 waited behind %3 in its stream and started after %4.");
            break;
        case CauseKind::CopyEngine:
            behind = tr("In %1, %2 waited behind %3 for the copy engine and started after %4.");
            break;
        case CauseKind::Worker:
            behind = tr("In %1, %2 waited behind %3 for the worker and started after %4.");
            break;
        default:
            behind = tr("In %1, %2 waited behind %3, which used what it needs, and started after %4.");
    }
    if (!reason.delayed.isValid())
        return tr("In %1 operations wait longer for others than in %2.").arg(letters.slower, letters.faster);
    return behind.arg(letters.slower, labelOf(slower, reason.delayed), labelOf(slower, reason.awaited),
                      look::durationText(reason.start)) +
           QLatin1Char(' ') +
           tr("In %1 it starts after %2.").arg(letters.faster, look::durationText(reason.startInFaster)) +
           filledText(faster, reason);
}

/// States what takes longer in the faster run, if that is notable. Otherwise states how much of the difference the
/// reason explains, unless the reason explains nearly all of it.
QString shareText(const Reason& reason)
{
    const Letters letters = lettersOf(reason);
    const QString lost = look::durationText(reason.lost);
    if (reason.lost * 20 >= reason.total) {
        if (reason.against == Reason::Kind::Program)
            return QLatin1Char(' ') +
                   tr("In return, the program's thread takes %1 longer in %2.").arg(lost, letters.faster);
        if (reason.against == Reason::Kind::Running)
            return QLatin1Char(' ') +
                   tr("%1 take %2 longer in %3, though.")
                       .arg(model::kindName(reason.lostKind, model::KindForm::Subject), lost, letters.faster);
        return QLatin1Char(' ') + tr("Elsewhere %1 takes %2 longer.").arg(letters.faster, lost);
    }
    if (reason.share * 20 >= reason.total * 19)
        return {};
    return QLatin1Char(' ') + tr("That is %1 of the difference of %2.")
                                  .arg(look::durationText(reason.share), look::durationText(reason.total));
}

/// Converts a count to the int that tr() takes for %n.
int number(std::size_t count)
{
    return static_cast<int>(count);
}

QString waitFinding(const Finding& finding)
{
    const auto waits = [](int line, std::size_t count, const char* side) {
        return count == 1 ? tr("Line %1 waits in %2").arg(line).arg(QLatin1String(side))
                          : tr("Line %1 waits %2 times in %3").arg(line).arg(count).arg(QLatin1String(side));
    };
    if (finding.countB == 0)
        return tr("%1, nothing waits there in B").arg(waits(finding.lineA, finding.countA, "A"));
    if (finding.countA == 0)
        return tr("%1, nothing waits there in A").arg(waits(finding.lineB, finding.countB, "B"));
    return tr("%1, %n time(s) in B", nullptr, number(finding.countB)).arg(waits(finding.lineA, finding.countA, "A"));
}

QString statementFinding(const Finding& finding)
{
    if (finding.isEqual)
        return tr("Same lines of code");
    if (finding.lineB == 0)
        return tr("Line %1 only in A: %2").arg(finding.lineA).arg(shortened(finding.textA));
    if (finding.lineA == 0)
        return tr("Line %1 only in B: %2").arg(finding.lineB).arg(shortened(finding.textB));
    return tr("Line %1 reads %2 in A, %3 in B")
        .arg(finding.lineA)
        .arg(shortened(finding.textA), shortened(finding.textB));
}

/// The benchmark's label in the listing; without a label, its line.
QString benchmarkName(const RunComparison& comparison, int benchmark)
{
    if (benchmark < 0 || static_cast<std::size_t>(benchmark) >= comparison.benchmarks.size())
        return {};
    const auto& block = comparison.a.trace->blocks()[comparison.benchmarks[static_cast<std::size_t>(benchmark)].blockA];
    return block.label.empty() ? tr("Benchmark on line %1").arg(block.line)
                               : tr("Benchmark %1").arg(QString::fromStdString(block.label).simplified());
}

}  // namespace

QString unitName(const RunComparison& comparison, const Unit& unit)
{
    const QString device = QString::fromStdString(unit.device);
    if (unit.isDevice || unit.lane == unit.device)
        return device;
    for (const Side* side : {&comparison.a, &comparison.b})
        for (const engine::trace::LaneRecord& lane : side->trace->lanes())
            if (lane.role == unit.role && lane.index == unit.index && lane.name == unit.lane &&
                model::deviceName(*side->trace, lane.device) == device)
                return QStringLiteral("%1 %2").arg(device, model::laneName(*side->trace, lane));
    return QStringLiteral("%1 %2").arg(device, QString::fromStdString(unit.lane));
}

QString measureName(const RunComparison& comparison, const MeasureRow& row)
{
    const auto unit = [&] {
        return row.unit >= 0 && static_cast<std::size_t>(row.unit) < comparison.units.size()
                   ? unitName(comparison, comparison.units[static_cast<std::size_t>(row.unit)])
                   : QString();
    };
    const std::size_t count = comparison.units.size();
    switch (row.what) {
        case Measure::Makespan:
            return tr("Makespan");
        case Measure::Benchmark:
            return benchmarkName(comparison, row.unit);
        case Measure::Busy:
            return tr("%1 busy", "a device or its stream").arg(unit());
        case Measure::ManyBusy:
            return count == 2 ? tr("Both busy") : tr("Two or more busy");
        case Measure::ProgramWaits:
            return tr("Program waits");
        case Measure::Start:
            return tr("Start of %1").arg(unit());
        case Measure::Idle:
            return count == 1   ? tr("Idle time of %1").arg(unitName(comparison, comparison.units.front()))
                   : count == 2 ? tr("Idle time, both")
                                : tr("Idle time, all %1").arg(count);
        case Measure::LostToLateRanks:
            return tr("Time lost waiting for late ranks");
        case Measure::ExposedCommunication:
            return tr("Exposed communication");
        case Measure::HiddenCommunication:
            return tr("Hidden communication");
        case Measure::PeakMemory:
            break;
    }
    return tr("Peak allocated memory");
}

QString valueText(const MeasureRow& row, double value)
{
    switch (row.what) {
        case Measure::Busy:
        case Measure::ManyBusy:
        case Measure::HiddenCommunication:
            return look::percentText(value);
        case Measure::PeakMemory:
            return look::bytesText(engine::Bytes{static_cast<std::int64_t>(value)});
        default:
            break;
    }
    const TimeFormat format(std::max(row.a, row.b));
    return format.text(format.rounded(value));
}

QString differenceText(const RunComparison& comparison, const MeasureRow& row)
{
    if (comparison.hasStoppedRun() && row.what != Measure::Benchmark)
        return tr("not compared");
    const double difference = row.difference();
    if (valueText(row, row.a) == valueText(row, row.b))
        return tr("equal");
    if (isClockStoppedEarly(comparison, row))
        return tr("stopped early");
    if (row.isHigherBetter())  // computed from the rounded values that are displayed beside it
        return look::signedText(difference,
                                QString::number(std::abs(std::lround(row.b * 100) - std::lround(row.a * 100))));
    if (row.what == Measure::PeakMemory)
        return look::signedText(difference, valueText(row, std::abs(difference)));
    const TimeFormat format(std::max(row.a, row.b));
    const double shown = format.rounded(std::abs(difference));
    return look::signedText(
        difference, shown > 0 ? format.text(shown) : look::durationText(engine::fromSeconds(std::abs(difference))));
}

namespace {

bool isOneRun(const RunComparison& comparison)
{
    return comparison.measured == engine::Difference::OneRun;
}

}  // namespace

int betterOf(const RunComparison& comparison, const MeasureRow& row)
{
    if (valueText(row, row.a) == valueText(row, row.b) || isNegligible(comparison, row) ||
        isClockStoppedEarly(comparison, row) || comparison.isUndecided())
        return 0;
    return (row.difference() > 0) == row.isHigherBetter() ? 1 : -1;
}

QString findingText(const Finding& finding)
{
    using Subject = Finding::Subject;
    switch (finding.what) {
        case Subject::Wait:
            return finding.isEqual ? tr("The same waits") : waitFinding(finding);
        case Subject::Blocks:
            return finding.isEqual ? tr("Benchmarks: %1 on each side").arg(finding.countA)
                                   : tr("Benchmarks: %1 in A, %2 in B").arg(finding.countA).arg(finding.countB);
        case Subject::Statement:
            return statementFinding(finding);
        case Subject::Operations:
            if (!finding.isEqual)
                return tr("%n operation(s) only in A, %1 only in B", nullptr, number(finding.countA))
                    .arg(finding.countB);
            return finding.name.empty()
                       ? tr("Operations: %1, the same on both sides").arg(finding.countA)
                       : tr("%1 × %2, the same on both sides")
                             .arg(look::countText(finding.countA), QString::fromStdString(finding.name));
        case Subject::Work:
            return finding.isEqual ? tr("Same work of each operation")
                                   : tr("Operations of different size: %1").arg(finding.countA);
        case Subject::Edges:
            if (!finding.isEqual)
                return tr("Different graph: %n edge(s) only in A, %1 only in B", nullptr, number(finding.countA))
                    .arg(finding.countB);
            return finding.countA == 0 ? tr("Same graph: no edge between its operations")
                                       : tr("Same graph, edges: %1").arg(finding.countA);
        case Subject::Results:
            return finding.isEqual ? tr("Same results printed")
                                   : tr("Different result: %1 in A, %2 in B")
                                         .arg(shortened(finding.textA), shortened(finding.textB));
        case Subject::Machine:
            return finding.isEqual
                       ? tr("Same machine")
                       : tr("A on %1, B on %2")
                             .arg(QString::fromStdString(finding.textA), QString::fromStdString(finding.textB));
        case Subject::Dialect:
            return tr("A with %1, B with %2")
                .arg(QString::fromStdString(finding.textA), QString::fromStdString(finding.textB));
        case Subject::Parameter:
            break;
    }
    return finding.isEqual ? tr("Same parameters")
                           : tr("%1 is %2 in A, %3 in B")
                                 .arg(QString::fromStdString(finding.name), QString::fromStdString(finding.textA),
                                      QString::fromStdString(finding.textB));
}

QString busyText(const RunComparison& comparison, Which side)
{
    const MeasureRow* many = comparison.measure(Measure::ManyBusy);
    if (many == nullptr)
        return {};
    const double share = side == Which::A ? many->a : many->b;
    const QString letter = side == Which::A ? QStringLiteral("A") : QStringLiteral("B");
    if (share < 0.005)
        return tr("%1: one at a time").arg(letter);
    return comparison.units.size() == 2
               ? tr("%1: both busy for %2 of the time").arg(letter, look::percentText(share))
               : tr("%1: two or more busy for %2 of the time").arg(letter, look::percentText(share));
}

QString factorText(const RunComparison& comparison)
{
    if (comparison.isUndecided())
        return model::undecidedText(comparison.hasStoppedRun(),
                                    comparison.measured.value_or(engine::Difference::Shown));
    if (!comparison.ops.areSame())
        return tr("as fast, other operations");
    return comparison.ops.pairs > 0 ? tr("as fast, same operations") : tr("as fast");
}

QString scopeText(const Side& side)
{
    if (!side.last)
        return model::scopeName(*side.trace, -1, std::nullopt);
    QStringList labels;
    for (const engine::trace::BlockRecord& block : side.trace->blocks())
        if (block.begin >= side.scope.begin && block.end <= side.program().end && !block.label.empty())
            labels << QString::fromStdString(block.label).simplified();
    if (labels.isEmpty())
        return tr("lines %1–%2").arg(side.lines.first).arg(side.lines.last);
    return labels.size() == 1 ? labels.first() : tr("%1 – %2").arg(labels.first(), labels.last());
}

QString scopeText(const RunComparison& comparison)
{
    const QString a = scopeText(comparison.a), b = scopeText(comparison.b);
    return a == b ? a : tr("A: %1, B: %2").arg(a, b);
}

QString whyTitle(const RunComparison& comparison)
{
    if (comparison.hasStoppedRun())
        return tr("Lengths are not compared");
    if (comparison.isUndecided() && !isOneRun(comparison))
        return tr("No difference that this machine shows");
    if (comparison.isUndecided())
        return isNegligible(comparison) ? tr("No difference that one run shows") : tr("Too few runs");
    if (isNegligible(comparison))
        return largestShift(comparison) == nullptr ? tr("Equally long")
               : comparison.benchmarks.size() == 1 ? tr("Equally long in total, not in the benchmark")
                                                   : tr("Equally long in total, not in each benchmark");
    return comparison.saved() > Nanoseconds{} ? tr("Why is B faster?") : tr("Why is B slower?");
}

namespace {

/// Explains a benchmark that is shorter in one of two runs of nearly equal length.
QString benchmarkText(const RunComparison& comparison, const MeasureRow& row)
{
    const bool isShorterB = row.b < row.a;
    const QString text =
        QLatin1Char(' ') + tr("%1: %2 in A, %3 in B.")
                               .arg(benchmarkName(comparison, row.unit), valueText(row, row.a), valueText(row, row.b));
    const auto late = engine::analysis::lateWork(comparison, row);
    return !late ? text
                 : text + QLatin1Char(' ') +
                       tr("The clock in %1 does not include work that nothing waits for: %2 continues for %3.")
                           .arg(isShorterB ? QStringLiteral("B") : QStringLiteral("A"),
                                deviceOf(isShorterB ? comparison.b : comparison.a, late->last),
                                look::durationText(late->time));
}

/// Returns a warning if the side's clock stopped before its work was complete, so that the program printed a time that
/// is too short.
QString clockText(const Side& side, const QString& letter)
{
    const bool isEarly = side.last && side.last->isClockEarly();
    const auto late = isEarly ? engine::analysis::lateWork(*side.trace, side.program()) : std::nullopt;
    if (!late)
        return {};
    return QLatin1Char(' ') + tr("The clock of %1 stopped too early: %2 continues for %3, which is compared as well.")
                                  .arg(letter, deviceOf(side, late->last), look::durationText(late->time));
}

QString rankCountOf(const Side& side)
{
    return look::countText(engine::analysis::rankCountOf(*side.trace));
}

QString reasonText(const RunComparison& comparison)
{
    const Reason& reason = comparison.reason;
    const Side& slower = reason.isASlower ? comparison.a : comparison.b;
    const Side& faster = reason.isASlower ? comparison.b : comparison.a;
    const Letters letters = lettersOf(reason);
    if (isNegligible(comparison) && comparison.saved() != Nanoseconds{})
        return tr("Both take the same time, except for %1, less than 1 %.")
            .arg(look::durationText(std::max(comparison.saved(), -comparison.saved())));
    switch (reason.what) {
        case Reason::Kind::None:
            return comparison.saved() == Nanoseconds{}
                       ? tr("Both take the same time.")
                       : tr("No single wait, copy or operation explains the difference.");
        case Reason::Kind::Wait:
            return waitReason(slower, faster, reason) + shareText(reason);
        case Reason::Kind::Queue:
            return queueReason(slower, faster, reason) + shareText(reason);
        case Reason::Kind::Running:
            return tr("%1 take %3 in %2 and %5 in %4.")
                       .arg(model::kindName(reason.kind, model::KindForm::Subject), letters.slower,
                            look::durationText(reason.running), letters.faster,
                            look::durationText(reason.runningInFaster)) +
                   shareText(reason);
        case Reason::Kind::More:
            return tr("Operations that only %1 has and waits for: %2, for %3.")
                       .arg(letters.slower, QString::number(reason.times), look::durationText(reason.share)) +
                   shareText(reason);
        case Reason::Kind::LateRanks:
            return tr("In %1, ranks wait %2 for late ranks, in %3 %4.")
                       .arg(letters.slower, look::durationText(reason.running), letters.faster,
                            look::durationText(reason.runningInFaster)) +
                   shareText(reason);
        case Reason::Kind::ExposedCommunication:
            return tr("In %1, exposed communication takes %2, in %3 %4.")
                       .arg(letters.slower, look::durationText(reason.running), letters.faster,
                            look::durationText(reason.runningInFaster)) +
                   shareText(reason);
        case Reason::Kind::OtherRanks:
            return tr("Ranks: %1 in A, %2 in B. Their operations cannot be compared one by one.")
                .arg(rankCountOf(comparison.a), rankCountOf(comparison.b));
        case Reason::Kind::Program:
            break;
    }
    return tr("The program's thread takes %1 longer in %2 than in %3.")
               .arg(look::durationText(reason.share), letters.slower, letters.faster) +
           shareText(reason);
}

/// "A stopped with IndexError on line 5. "; empty if the run reached its end.
QString stoppedText(const Side& side, const QString& letter)
{
    if (const auto& error = side.trace->error())
        return tr("%1 stopped with %2 on line %3.")
                   .arg(letter, QString::fromStdString(error->type), QString::number(error->line)) +
               QLatin1Char(' ');
    return engine::analysis::wasStopped(*side.trace) ? tr("%1 was stopped.").arg(letter) + QLatin1Char(' ') : QString();
}

}  // namespace

QString whyText(const RunComparison& comparison)
{
    if (comparison.hasStoppedRun())
        return stoppedText(comparison.a, QStringLiteral("A")) + stoppedText(comparison.b, QStringLiteral("B"));
    const QString clocks = clockText(comparison.a, QStringLiteral("A")) + clockText(comparison.b, QStringLiteral("B"));
    if (comparison.isUndecided())
        return look::formatForWrapping(
            (isOneRun(comparison)
                 ? tr("A took %1, B %2. How much a run varies on this computer is unknown after one run.")
                 : tr("A took %1, B %2. Repeated runs on this computer vary more than that."))
                .arg(look::clockText(comparison.lengthA()), look::clockText(comparison.lengthB())) +
            clocks);
    const MeasureRow* shifted = isNegligible(comparison) ? largestShift(comparison) : nullptr;
    return look::formatForWrapping(reasonText(comparison) +
                                   (shifted != nullptr ? benchmarkText(comparison, *shifted) : QString()) + clocks);
}

SideTitles titlesOf(const RunComparison& comparison)
{
    const auto nameOf = [](const Side& side) {
        const engine::trace::RunInfo& run = side.trace->run();
        return run.title.empty() ? QString::fromStdString(run.program) : look::programText(run.program, run.title);
    };
    if (comparison.a.trace->run().program != comparison.b.trace->run().program)
        return {nameOf(comparison.a), nameOf(comparison.b)};
    for (const Finding& finding : comparison.findings)
        if (finding.what == Finding::Subject::Wait && !finding.name.empty()) {
            const QString with = tr("With %1").arg(QString::fromStdString(finding.name));
            return finding.countB == 0 ? SideTitles{with, tr("Without")} : SideTitles{tr("Without"), with};
        }
    return {};
}

}  // namespace ui::compare
