#include "ui/runs/run_change.h"

#include "engine/analysis/change_effect.h"
#include "engine/analysis/failure.h"
#include "engine/analysis/flip_effect.h"
#include "engine/analysis/line_match.h"
#include "engine/analysis/op_match.h"
#include "engine/analysis/rank_times.h"
#include "engine/analysis/scope.h"
#include "ui/look/changed_text.h"
#include "ui/look/flow.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/look/translate.h"
#include "ui/runs/path_strip.h"
#include "ui/timeline/timeline_view.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

namespace ui::runs {

namespace {

using engine::trace::TracePtr;
using Run = model::RunBefore::Run;

/// Measured runs whose makespans differ by less than this fraction count as equally fast.
constexpr double kNoise = 0.02;

/// A line of a listing, without its line break.
std::string lineOf(const std::string& source, int line)
{
    std::size_t begin = 0;
    for (int at = 1; at < line && begin != std::string::npos; ++at)
        begin = source.find('\n', begin) == std::string::npos ? std::string::npos : source.find('\n', begin) + 1;
    return begin == std::string::npos ? std::string() : source.substr(begin, source.find('\n', begin) - begin);
}

/// Adds the changes of levers that turn the line `before` into `now`. Returns false if there are none, for example
/// because the lines also differ in something else. Tries the levers of every line, because lines may have been
/// inserted or removed above since the levers were found.
bool addLevers(const std::vector<engine::frontend::Lever>& levers, int line, const std::string& before,
               const std::string& now, std::vector<LeverLine>& changes)
{
    for (auto first = levers.begin(); first != levers.end();) {
        const auto last = std::find_if(first, levers.end(), [&](const auto& one) { return one.line != first->line; });
        const auto found = engine::listing::changedLevers({first, last}, before, now);
        for (const engine::listing::LeverChange& lever : found)
            changes.push_back({line, QString::fromStdString(lever.name), QString::fromStdString(lever.before),
                               QString::fromStdString(lever.now)});
        if (!found.empty())
            return true;
        first = last;
    }
    return false;
}

/// Finds the switched, inserted and removed waits and the changed levers, and whether the listings differ in other
/// lines.
void compareListings(const Run& before, const Run& now, const std::vector<engine::frontend::Lever>& levers,
                     RunChange& change)
{
    const auto lines = engine::analysis::matchLines(before.trace->run().source, {}, now.trace->run().source, {});
    const QHash<int, bool>&was = before.context.syncPoints, &is = now.context.syncPoints;
    for (const engine::analysis::LineRow& row : lines.rows) {
        if (row.a == 0 && is.contains(row.b))
            change.waits[row.b] = true;
        else if (row.b == 0 && was.contains(row.a))
            change.waits[row.a] = false;
        else if (row.isPair() && was.contains(row.a) && is.contains(row.b) && was[row.a] != is[row.b])
            change.flips[row.b] = is[row.b];
        else if (!row.isSame && !(row.isPair() && addLevers(levers, row.b, lineOf(before.trace->run().source, row.a),
                                                            lineOf(now.trace->run().source, row.b), change.levers)))
            change.isEdited = true;
    }
}

QString waitsText(const RunChange& change)
{
    QStringList texts;
    for (const auto& [line, isOn] : change.flips)
        texts << (isOn ? tr("Line %1 on") : tr("Line %1 off")).arg(line);
    for (const auto& [line, isInserted] : change.waits)
        texts << (isInserted ? tr("Wait on line %1 inserted") : tr("Wait on line %1 removed")).arg(line);
    return texts.join(QStringLiteral(", "));
}

QString subjectOf(const RunChange& change, const engine::trace::RunInfo& now)
{
    QStringList texts;
    if (change.isOnOtherMachine)
        texts << tr("Machine: %1").arg(look::machineText(now.machine, now.machineLabel));
    if (change.hasWaits())
        texts << waitsText(change);
    for (const LeverLine& lever : change.levers)
        texts << leverText(lever);
    for (const RunChange::Parameter& parameter : change.parameters)
        texts << tr("%1 %2 → %3").arg(parameter.label, parameter.before, parameter.now);
    if (change.isEdited)
        texts << tr("Listing edited");
    return texts.join(QStringLiteral(", "));
}

QString deviceOf(const Trace& trace, engine::OpId op)
{
    const engine::DeviceId device = engine::analysis::deviceOf(trace, trace.op(op));
    for (const auto& record : trace.devices())
        if (record.id == device)
            return QString::fromStdString(record.name);
    return {};
}

/// Replaces %1 in `text` by `now` and %2 by `before`, both durations in one unit.
QString withDurations(const QString& text, Nanoseconds before, Nanoseconds now)
{
    const look::ChangeText both = look::durationPair(before, now);
    return text.arg(both.now, both.before);
}

QString pathText(const engine::analysis::PathChange& path, Nanoseconds before, Nanoseconds now)
{
    return withDurations(tr("on the critical path, %3 takes %1 instead of %2"), before, now)
        .arg(pathPartName(path.part));
}

/// States that the program waits less but works longer on pages of host memory, or the reverse.
QString pagesText(Nanoseconds longerBlocked, Nanoseconds longerOnPages)
{
    return longerBlocked < Nanoseconds{}
               ? withDurations(tr("the program waits %2 less, but works %1 longer on pages of host memory"),
                               -longerBlocked, longerOnPages)
               : withDurations(tr("the program works %1 less on pages of host memory, but waits %2 longer"),
                               longerBlocked, -longerOnPages);
}

/// Explains the effect of a flip by waits, memory pages and the critical path, if no more specific reason applies.
QString totalsReason(const engine::analysis::FlipEffect& effect, bool isOn)
{
    using Times = engine::analysis::FlipEffect::Times;
    const auto before = [isOn](const Times& times) { return isOn ? times.without : times.with; };
    const auto now = [isOn](const Times& times) { return isOn ? times.with : times.without; };
    if (effect.blocked && effect.pages)
        return pagesText(now(*effect.blocked) - before(*effect.blocked), now(*effect.pages) - before(*effect.pages));
    if (effect.blocked)
        return withDurations(tr("the program waits %1 instead of %2"), before(*effect.blocked), now(*effect.blocked));
    if (effect.path)
        return isOn ? pathText(*effect.path, effect.path->now, effect.path->before)
                    : pathText(*effect.path, effect.path->before, effect.path->now);
    if (effect.stillBlocked)
        return (isOn ? tr("the line took %1 before, too") : tr("the line still takes %1"))
            .arg(drawing::laneDuration(*effect.stillBlocked));
    if (effect.elsewhere)
        return (isOn ? tr("other lines wait %1 less instead") : tr("other lines wait %1 longer instead"))
            .arg(drawing::laneDuration(*effect.elsewhere));
    const Nanoseconds hardly = effect.hardlyBlocked.value_or(Nanoseconds{});
    return hardly.count() > 0 ? tr("the program waits only %1 there").arg(drawing::laneDuration(hardly))
                              : tr("the program does not wait there");
}

/// The reason for the effect of flipping a wait in the warm-up.
QString warmUpReason(const Trace& without, const engine::analysis::FlipEffect::WarmUp& warmUp, bool isOn)
{
    const auto first = std::ranges::min_element(without.blocks(), {}, &engine::trace::BlockRecord::begin);
    const QString block = QString::fromStdString(first->label);
    return isOn ? tr("no work of the warm-up runs when “%1” begins").arg(block)
                : tr("%1 still does work of the warm-up for %2 when “%3” begins")
                      .arg(deviceOf(without, warmUp.op), drawing::laneDuration(warmUp.into), block);
}

/// The reasons for the effect of one flip.
QString flipReason(const Run& before, const Run& now, int line, bool isOn)
{
    const TracePtr &with = isOn ? now.trace : before.trace, &without = isOn ? before.trace : now.trace;
    const engine::analysis::FlipEffect effect = engine::analysis::flipEffect(with, without, line);
    const auto lines = engine::analysis::matchLines(without->run().source, {}, now.trace->run().source, {});
    QStringList reasons;
    if (effect.clock) {
        const QString work = drawing::laneDuration(effect.clock->work);
        reasons << (!isOn ? tr("the clock stops before the work is done, which takes %1").arg(work)
                    : effect.clock->isEarlyWith ? tr("the clock stops later, but before the work is done")
                                                : tr("the clock now stops when the work is done"));
    }
    if (effect.start) {
        const engine::trace::Op& op = without->op(effect.start->op);
        const QString device = deviceOf(*without, op.id), time = drawing::laneDuration(effect.start->earlier);
        if (!device.isEmpty() && op.line > 0)
            reasons << (isOn ? tr("%1 starts line %2 %3 later") : tr("%1 starts line %2 %3 earlier"))
                           .arg(device, QString::number(lines.bOf(op.line)), time);
    }
    if (reasons.isEmpty() && effect.moved) {
        const QString time = drawing::laneDuration(effect.moved->longer);
        reasons << (isOn ? tr("line %1 waits %2 less instead") : tr("line %1 waits %2 longer instead"))
                       .arg(QString::number(lines.bOf(effect.moved->line)), time);
    }
    if (reasons.isEmpty() && effect.earlierWork) {
        const QString block = QString::fromStdString(without->blocks()[*effect.earlierWork].label);
        reasons << (isOn ? tr("the time of “%1” contains no work from before it now")
                         : tr("the time of “%1” contains work from before it"))
                       .arg(block);
    }
    if (reasons.isEmpty() && effect.warmUp)
        reasons << warmUpReason(*without, *effect.warmUp, isOn);
    if (reasons.isEmpty())
        reasons << totalsReason(effect, isOn);
    return reasons.size() == 2 ? tr("%1, and %2").arg(reasons[0], reasons[1]) : reasons.value(0);
}

/// "the operations compute 2.00× the FLOP"; empty if the FLOP of both runs differ by less than 1 %, or those of one run
/// are unknown.
QString workReason(const Run& before, const Run& now)
{
    const double was = engine::analysis::flopsOf(*before.trace), is = engine::analysis::flopsOf(*now.trace);
    constexpr double kSame = 0.01;  // smaller differences do not explain a difference of times that a reader sees
    if (was <= 0 || is <= 0 || std::abs(is / was - 1) < kSame)
        return {};
    constexpr double kSmallest = 0.1;  // a smaller factor has too few digits; its reciprocal is shown
    return is / was >= kSmallest ? tr("the operations compute %1 the FLOP").arg(look::factorText(is / was))
                                 : tr("the operations compute 1/%1 of the FLOP").arg(std::lround(was / is));
}

/// Explains why the lengths of two runs of several ranks differ. The overview of ranks does not contain the waits of
/// their programs, so a changed wait or lever is explained only by how the ranks wait for each other.
QString rankReason(const RunChange& change, const Run& before, const Run& now)
{
    using Loss = engine::analysis::RankLoss;
    const auto was = engine::analysis::wholeSide(before.trace), is = engine::analysis::wholeSide(now.trace);
    const auto times = engine::analysis::rankTimesOf(was, is);
    if (!times)
        return {};
    if (const auto loss = engine::analysis::decisiveLoss(*times, was.scope.length(), is.scope.length()))
        return withDurations(loss->what == Loss::Kind::LateRanks ? tr("ranks wait %1 for late ranks instead of %2")
                                                                 : tr("exposed communication takes %1 instead of %2"),
                             loss->a, loss->b);
    // The FLOP are summed over all ranks. With another number of ranks the sum differs even if each rank computes as
    // much as before, so the sum explains nothing.
    const bool haveAsMany = engine::analysis::rankCountOf(*was.trace) == engine::analysis::rankCountOf(*is.trace);
    return change.hasWaits() || change.isOfLevers() || !haveAsMany ? QString() : workReason(before, now);
}

/// Explains the effect of changed levers, parameters or several waits by at most two reasons. Adds a remark if the
/// critical path stays the same. Empty if no explanation applies.
QString changeReason(const Run& before, const Run& now)
{
    const engine::analysis::ChangeEffect effect = engine::analysis::changeEffect(*before.trace, *now.trace);
    QStringList reasons;
    const auto add = [&](const auto& times, const QString& text) {
        if (times)
            reasons << withDurations(text, times->before, times->now);
    };
    if (const QString work = workReason(before, now); !work.isEmpty())
        reasons << work;
    else if (effect.operations)
        reasons << tr("the number of operations is %1 instead of %2")
                       .arg(look::countText(effect.operations->now), look::countText(effect.operations->before));
    if (effect.mistimed)
        reasons << tr("the number of mistimed blocks is %1 instead of %2")
                       .arg(look::countText(effect.mistimed->now), look::countText(effect.mistimed->before));
    if (effect.device) {
        const look::ChangeText both = look::durationPair(effect.device->times.before, effect.device->times.now);
        reasons
            << tr("%1 works %2 instead of %3").arg(QString::fromStdString(effect.device->name), both.now, both.before);
    }
    add(effect.copies, tr("copies take %1 instead of %2"));
    add(effect.hidden, tr("%1 of the copying is hidden behind other operations instead of %2"));
    if (!effect.hidden)
        add(effect.together, tr("operations run side by side for %1 instead of %2"));
    add(effect.pages, tr("the program works %1 on pages of host memory instead of %2"));
    add(effect.blocked, tr("the program waits %1 instead of %2"));
    if (effect.path && reasons.isEmpty())
        reasons << pathText(*effect.path, effect.path->before, effect.path->now);
    if (effect.isWithoutEffect && reasons.isEmpty())
        reasons << tr("the run hardly changes");
    const QString text = reasons.size() >= 2 ? tr("%1, and %2").arg(reasons[0], reasons[1]) : reasons.value(0);
    return effect.isOffPath && !text.isEmpty() ? tr("%1, but the critical path stays the same").arg(text) : text;
}

bool wasStoppedByUser(const Run& run)
{
    return run.trace->end() && !run.trace->end()->isComplete;
}

QString reasonOf(const RunChange& change, const Run& before, const Run& now)
{
    if (engine::analysis::wasStopped(*now.trace) || engine::analysis::wasStopped(*before.trace) ||
        lengthDifference(before, now) != engine::Difference::Shown)
        return {};
    if (change.isEdited || change.isOnOtherMachine || change.isEmpty())
        return {};
    if (before.trace->rankPart().set || now.trace->rankPart().set)
        return rankReason(change, before, now);
    if (!change.isOneFlip())
        return changeReason(before, now);
    const auto [line, isOn] = change.flips.empty() ? *change.waits.begin() : *change.flips.begin();
    return flipReason(before, now, line, isOn);
}

/// Whether the run repeats the previous run, with the same settings, on a virtual machine. False if the user stopped
/// one of the two runs.
bool isRepetition(const RunChange& change, const Run& before, const Run& now)
{
    return change.isEmpty() && now.trace->run().platform != engine::trace::PlatformKind::Real &&
           !wasStoppedByUser(before) && !wasStoppedByUser(now);
}

QString factsOf(const Run& before, const Run& now)
{
    if (const auto& error = now.trace->error())
        return tr("The program stopped: %1.").arg(QString::fromStdString(error->type));
    if (before.trace->error())
        return tr("The program ends without the error.");
    if (wasStoppedByUser(now))
        return tr("This run was stopped, so lengths are not compared.");
    if (wasStoppedByUser(before))
        return tr("The run before was stopped, so lengths are not compared.");
    if (now.context.isRepeated() && before.context.isRepeated()) {
        const QString old = look::measuredText(before.context.repeats->makespan);
        const QString text = look::measuredText(now.context.repeats->makespan);
        return lengthDifference(before, now) == engine::Difference::Shown
                   ? tr("Whole run %1 → %2.").arg(old, text)
                   : tr("Whole run %1 → %2: no difference that this machine shows.").arg(old, text);
    }
    const Nanoseconds was = engine::analysis::wholeSide(before.trace).scope.length();
    const Nanoseconds is = engine::analysis::wholeSide(now.trace).scope.length();
    const auto [old, text] = look::durationPair(was, is);
    const bool isMeasured = now.trace->run().platform == engine::trace::PlatformKind::Real;
    const bool isEqual = std::abs(engine::toSeconds(is - was)) <= kNoise * engine::toSeconds(std::max(was, is));
    if (isMeasured && isEqual)
        return tr("Whole run %1: no difference that one run shows.").arg(text);
    if (old == text)
        return tr("The whole run still takes %1.").arg(text);
    const QString change = look::beforeArrow(old, text);
    if (now.context.isRepeated() != before.context.isRepeated())
        return tr("Whole run %1 → %2, one of them measured once.").arg(change, text);
    return (isMeasured ? tr("Whole run %1 → %2, one run each.") : tr("Whole run %1 → %2.")).arg(change, text);
}

}  // namespace

engine::Difference lengthDifference(const Run& before, const Run& now)
{
    if (now.trace->run().platform != engine::trace::PlatformKind::Real)
        return engine::Difference::Shown;
    return before.context.repeats && now.context.repeats
               ? engine::differenceOf(before.context.repeats->makespan, now.context.repeats->makespan)
               : engine::Difference::OneRun;
}

QString leverText(const LeverLine& lever)
{
    const bool isOn = lever.now == QLatin1String("on");
    if (!isOn && lever.now != QLatin1String("off"))
        return tr("Line %1: %2 %3 → %4").arg(lever.line).arg(lever.name, lever.before, lever.now);
    return (isOn ? tr("Line %1: %2 on") : tr("Line %1: %2 off")).arg(lever.line).arg(lever.name);
}

std::vector<LeverLine> leversSince(const std::string& opened, const std::string& now,
                                   const std::vector<engine::frontend::Lever>& levers)
{
    std::vector<LeverLine> changes;
    for (const engine::analysis::LineRow& row : engine::analysis::matchLines(opened, {}, now, {}).rows)
        if (row.isPair() && !row.isSame)
            (void)addLevers(levers, row.b, lineOf(opened, row.a), lineOf(now, row.b), changes);
    return changes;
}

ParameterLabels parameterLabels(const Workbench& bench, const std::string& program)
{
    ParameterLabels labels;
    const auto add = [&](const engine::frontend::Program& one) {
        if (one.id == program)
            for (const engine::frontend::Parameter& parameter : one.parameters)
                if (!parameter.label.empty())
                    labels[QString::fromStdString(parameter.name)] = look::headerText(parameter.label);
    };
    for (const engine::frontend::Program& one : bench.controller.programs())
        add(one);
    add(bench.document.program());
    return labels;
}

ChangeNames changeNames(const Workbench& bench, const std::string& program)
{
    const bool isDisplayed = bench.document.program().id == program;
    return {parameterLabels(bench, program),
            isDisplayed ? bench.document.text().levers() : std::vector<engine::frontend::Lever>()};
}

RunChange changeBetween(const Run& before, const Run& now, const ChangeNames& names)
{
    RunChange change;
    compareListings(before, now, names.levers, change);
    const engine::trace::RunInfo &was = before.trace->run(), &is = now.trace->run();
    change.isOnOtherMachine = was.machine != is.machine;
    for (const auto& [id, value] : is.parameters)
        for (const auto& [other, old] : was.parameters)
            if (const QString name = QString::fromStdString(id); id == other && value != old)
                change.parameters.push_back(
                    {names.parameters.value(name, name), QString::fromStdString(old), QString::fromStdString(value)});
    return change;
}

QString changeTitle(const Run& before, const Run& now, const ChangeNames& names)
{
    const engine::trace::RunInfo &was = before.trace->run(), &is = now.trace->run();
    return was.program == is.program && was.dialect == is.dialect
               ? subjectOf(changeBetween(before, now, names), now.trace->run())
               : QString();
}

QString changeSentence(const Run& before, const Run& now, const ChangeNames& names)
{
    const RunChange change = changeBetween(before, now, names);
    if (isRepetition(change, before, now))
        return {};
    const QString subject = subjectOf(change, now.trace->run()), reason = reasonOf(change, before, now),
                  facts = factsOf(before, now);
    if (subject.isEmpty())
        return facts;
    return look::chooseParticles(reason.isEmpty() ? tr("%1. %2").arg(subject, facts)
                                                  : tr("%1: %2. %3").arg(subject, reason, facts));
}

}  // namespace ui::runs
