#include "engine/analysis/scope.h"
#include "engine/analysis/training.h"
#include "tests/app/sentence_rules.h"

#include <QHash>
#include <algorithm>
#include <cmath>
#include <limits>

using namespace engine;
using engine::trace::BlockRecord;
using engine::trace::Op;
using engine::trace::Trace;
using Values = const QStringList&;

namespace {

bool hasRun(const Op& op)
{
    return op.state == trace::OpState::Done || op.state == trace::OpState::Failed;
}

template <typename Visit>
void forOpsIn(const Trace& trace, Nanoseconds begin, Nanoseconds end, const Visit& visit)
{
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (const Op op = trace.op(OpId{i}); op.issueBegin >= begin && op.issueBegin < end)
            visit(op);
}

/// Converts a duration in the window's format, such as "12.3 ms"; NaN if the text is no duration.
double secondsOf(const QString& text)
{
    static const QHash<QString, double> kUnits{{QStringLiteral("s"), 1},
                                               {QStringLiteral("ms"), 1e-3},
                                               {QStringLiteral("µs"), 1e-6},
                                               {QStringLiteral("ns"), 1e-9}};
    const QStringList parts = QString(text)
                                  .replace(QChar(0xa0), QLatin1Char(' '))
                                  .replace(QChar(0x202f), QLatin1Char(' '))
                                  .replace(QChar(0x3bc), QChar(0xb5))
                                  .split(QLatin1Char(' '));
    bool isNumber = false;
    const double value = parts.size() == 2 ? QString(parts[0]).remove(QLatin1Char(',')).toDouble(&isNumber) : 0;
    return isNumber && kUnits.contains(parts[1]) ? value * kUnits[parts[1]] : std::numeric_limits<double>::quiet_NaN();
}

// -- rules about trainings

struct LastRuns {
    analysis::TrainingRun first, second;
    /// Mean time of the epochs of a training. The time of an epoch is that of its batches, without the work before and
    /// after them.
    static double epochOf(const analysis::TrainingRun& run)
    {
        return toSeconds(run.time()) / static_cast<double>(run.epochs.size());
    }
    /// Ratio of the epoch times; above 1 if the second training is faster.
    [[nodiscard]] double gain() const { return epochOf(first) / epochOf(second); }
};

LastRuns lastRuns(const Subject& s)
{
    const analysis::Training training = analysis::training(s.trace);
    const std::size_t count = training.runs.size();
    return {training.runs[count > 1 ? count - 2 : 0], training.runs.back()};
}

/// The fraction of the last training's time for which the program is blocked in waits.
double blockedIn(const Subject& s)
{
    const auto run = lastRuns(s).second;
    Nanoseconds blocked{};
    for (const auto& epoch : run.epochs)
        for (const auto& wait : s.trace.waits())
            blocked += std::max(Nanoseconds{}, std::min(wait.end, epoch.trained) - std::max(wait.begin, epoch.begin));
    return toSeconds(blocked) / toSeconds(run.time());
}

/// The fraction of the last training's time in which the program issues operations.
double issuingIn(const Subject& s)
{
    const auto run = lastRuns(s).second;
    Nanoseconds issuing{};
    for (const auto& epoch : run.epochs)
        forOpsIn(s.trace, epoch.begin, epoch.trained, [&](const Op& op) { issuing += op.issued - op.issueBegin; });
    return toSeconds(issuing) / toSeconds(run.time());
}

// The window shows means over the batches in the middle of an epoch, but blockedIn() and issuingIn() cover all batches.
// The two fractions may differ by at most this value.
constexpr double kTolerance = 0.25;

bool isBusy(const Subject& s, Values)
{
    return blockedIn(s) < 0.3 + kTolerance;
}

bool isIssuing(const Subject& s, Values)
{
    return issuingIn(s) > 0.7 - kTolerance;
}

bool areDevicesUseless(const Subject& s)
{
    return lastRuns(s).gain() < 1.02;
}

const SentenceRule kTraining[] = {
    {"Why %1 %2 no faster here?", [](const Subject& s, Values) { return std::abs(lastRuns(s).gain() - 1) < 0.04; }},
    {"Why %1 %2 slower here?", [](const Subject& s, Values) { return lastRuns(s).gain() < 1; }},
    {"Why %1 %2 faster here?", [](const Subject& s, Values) { return lastRuns(s).gain() > 1; }},
    {"%1 takes %2 more %3 with %4 than with %5.",
     [](const Subject& s, Values v) { return lastRuns(s).gain() < 1.02 && secondsOf(v[1]) > 0; }},
    {"%1 takes %2 less %3 with %4 than with %5.", [](const Subject& s, Values) { return lastRuns(s).gain() > 0.98; }},
    {"%1, and the devices, not the program, decide how long that takes.",
     [](const Subject& s, Values) { return blockedIn(s) > 0.3 - kTolerance; }},
    {"%1, and issuing them takes nearly all of the time: more devices do not help.",
     [](const Subject& s, Values v) { return isIssuing(s, v) && areDevicesUseless(s); }},
    {"%1, and is busy nearly all of the time, also with other work such as reading data: more devices do not help.",
     [](const Subject& s, Values v) { return isBusy(s, v) && areDevicesUseless(s); }},
    {"%1, and issuing them takes nearly all of the time: the devices wait for it.", isIssuing},
    {"%1, and is busy nearly all of the time, also with other work such as reading data: the devices wait for it.",
     isBusy},
    {"Where a batch spends its %1",
     [](const Subject& s, Values) { return analysis::training(s.trace).runs.size() == 1; }},
    {"The program issues %1 operations per batch and is busy with that nearly all the time: the devices wait for it.",
     isIssuing},
    {"The program issues %1 operations per batch in %2. It is busy nearly all the time, also with other work such as "
     "reading data: the devices wait for it.",
     isBusy},
    {"The program issues %1 operations per batch in %2 and then waits for the devices.",
     [](const Subject& s, Values) { return blockedIn(s) > 0.3 - kTolerance; }},
};

// -- rules about comparisons

const Trace& side(const Subject& s, const QString& letter)
{
    return letter == QLatin1String("A") ? s.trace : *s.other;
}

/// Seconds from start to end of the part of a run that a comparison of whole runs uses.
double lengthOf(const Trace& trace)
{
    return toSeconds(analysis::runScope(trace).length());
}

bool waitsOnLine(const Trace& trace, int line, int times)
{
    return std::ranges::count_if(trace.waits(), [&](const auto& wait) { return wait.line == line; }) >= times;
}

bool hasDevice(const Trace& trace, const QString& name)
{
    return std::ranges::any_of(trace.devices(), [&](const auto& device) { return device.name == name.toStdString(); });
}

/// A sentence of the form "In A, an operation waited and started later" is true only if A is the slower run.
bool isQueued(const Subject& s, Values v)
{
    return lengthOf(side(s, v[0])) >
           lengthOf(side(s, v[0] == QLatin1String("A") ? QStringLiteral("B") : QStringLiteral("A")));
}

const SentenceRule kCompare[] = {
    {"Why is B faster?", [](const Subject& s, Values) { return lengthOf(*s.other) < lengthOf(s.trace); }},
    {"Why is B slower?", [](const Subject& s, Values) { return lengthOf(*s.other) > lengthOf(s.trace); }},
    {"Equally long",
     [](const Subject& s, Values) { return std::abs(lengthOf(*s.other) / lengthOf(s.trace) - 1) < 0.01; }},
    {"Equally long in total, not in each benchmark",
     [](const Subject& s, Values) {
         return std::abs(lengthOf(*s.other) / lengthOf(s.trace) - 1) < 0.01 && s.trace.blocks().size() > 1;
     }},
    {"Equally long in total, not in the benchmark",
     [](const Subject& s, Values) {
         return std::abs(lengthOf(*s.other) / lengthOf(s.trace) - 1) < 0.01 && s.trace.blocks().size() == 1;
     }},
    {"Lengths are not compared", [](const Subject& s, Values) { return s.trace.error() || s.other->error(); }},
    {"In %1, %2 works for %3 of the time for which it is idle in %4.",
     [](const Subject& s, Values v) { return hasDevice(side(s, v[0]), v[1]) && v[0] != v[3]; }},
    {"In %1 line %2 waits until %3 has finished, and the time counts that. In %4 nothing waits for it.",
     [](const Subject& s, Values v) {
         return waitsOnLine(side(s, v[0]), v[1].toInt(), 1) && lengthOf(side(s, v[0])) > lengthOf(side(s, v[3]));
     }},
    {"In %1, line %2 delays the program %3 times before it issues more work, longest before %4.",
     [](const Subject& s, Values v) { return waitsOnLine(side(s, v[0]), v[1].toInt(), v[2].toInt()); }},
    {"In %1, line %2 delayed issuing %3 until %4 had finished.",
     [](const Subject& s, Values v) { return waitsOnLine(side(s, v[0]), v[1].toInt(), 1); }},
    {"Without that wait %1 starts %2 earlier.",
     [](const Subject& s, Values v) { return hasDevice(s.trace, v[0]) && secondsOf(v[1]) > 0; }},
    {"Without that wait %1 starts after %2, not after %3.",
     [](const Subject& s, Values v) { return hasDevice(s.trace, v[0]) && secondsOf(v[1]) < secondsOf(v[2]); }},
    {"In %1, %2 needed %3 first and started after %4.", isQueued},
    {"In %1, %2 waited behind %3 in its stream and started after %4.", isQueued},
    {"In %1, %2 waited behind %3 for the copy engine and started after %4.", isQueued},
    {"In %1, %2 waited behind %3 for the worker and started after %4.", isQueued},
    {"In %1, %2 waited behind %3, which used what it needs, and started after %4.", isQueued},
    {"In %1 operations wait longer for others than in %2.",
     [](const Subject& s, Values v) { return lengthOf(side(s, v[0])) > lengthOf(side(s, v[1])); }},
    {"In %1 it starts after %2.", [](const Subject&, Values v) { return secondsOf(v[1]) >= 0; }},
    {"In return, the program's thread takes %1 longer in %2.",
     [](const Subject&, Values v) { return secondsOf(v[0]) > 0; }},
    {"%1 take %2 longer in %3, though.", [](const Subject&, Values v) { return secondsOf(v[1]) > 0; }},
    {"Elsewhere %1 takes %2 longer.", [](const Subject&, Values v) { return secondsOf(v[1]) > 0; }},
    {"That is %1 of the difference of %2.",
     [](const Subject& s, Values v) {
         return secondsOf(v[0]) < secondsOf(v[1]) &&
                std::abs(secondsOf(v[1]) - std::abs(lengthOf(s.trace) - lengthOf(*s.other))) <= 0.01 * secondsOf(v[1]);
     }},
    {"Both take the same time, except for %1, less than 1 %.",
     [](const Subject& s, Values v) {
         const double difference = std::abs(lengthOf(*s.other) - lengthOf(s.trace));
         return difference < 0.01 * lengthOf(s.trace) && std::abs(secondsOf(v[0]) / difference - 1) < 0.02;
     }},
    {"Both take the same time.", [](const Subject& s, Values) { return lengthOf(s.trace) == lengthOf(*s.other); }},
    {"No single wait, copy or operation explains the difference.",
     [](const Subject& s, Values) { return lengthOf(s.trace) != lengthOf(*s.other); }},
    // The values of v are in the order in which they appear in the text: kind, time, side, time, side.
    {"%1 take %3 in %2 and %5 in %4.",
     [](const Subject& s, Values v) {
         return secondsOf(v[1]) > secondsOf(v[3]) && lengthOf(side(s, v[2])) > lengthOf(side(s, v[4]));
     }},
    {"Operations that only %1 has and waits for: %2, for %3.",
     [](const Subject& s, Values v) {
         return lengthOf(side(s, v[0])) >
                lengthOf(side(s, v[0] == QLatin1String("A") ? QStringLiteral("B") : QStringLiteral("A")));
     }},
    {"The program's thread takes %1 longer in %2 than in %3.",
     [](const Subject& s, Values v) {
         return secondsOf(v[0]) > 0 && lengthOf(side(s, v[1])) > lengthOf(side(s, v[2]));
     }},
    {"%1: %2 in A, %3 in B.", nullptr},  // other tests check these rows
    {"The clock in %1 does not include work that nothing waits for: %2 continues for %3.",
     [](const Subject& s, Values v) {
         return std::ranges::any_of(side(s, v[0]).blocks(), [&](const BlockRecord& block) {
             bool isLate = false;
             forOpsIn(side(s, v[0]), block.begin, block.end,
                      [&](const Op& op) { isLate = isLate || (hasRun(op) && op.finished > block.end); });
             return isLate;
         });
     }},
    {"%1 stopped with %2 on line %3.",
     [](const Subject& s, Values v) {
         const auto& error = side(s, v[0]).error();
         return error && error->type == v[1].toStdString() && error->line == v[2].toInt();
     }},
};

// -- rules about memory

std::size_t refusalsOf(const Trace& trace)
{
    std::size_t count = 0;
    for (const auto& device : trace.devices())
        for (const auto& record : trace.memory(device.id))
            count += record.act == trace::MemoryAct::Refuse ? 1 : 0;
    return count;
}

/// Number of operations that were issued on the line.
std::int64_t issuedOnLine(const Trace& trace, int line)
{
    std::int64_t count = 0;
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        count += trace.op(OpId{i}).line == line ? 1 : 0;
    return count;
}

const SentenceRule kMemory[] = {
    {"All of it fits.", [](const Subject& s, Values) { return refusalsOf(s.trace) == 0; }},
    {"Out of memory on line %1: it needs %2 in one block.",
     [](const Subject& s, Values) { return refusalsOf(s.trace) > 0; }},
    {"Out of memory: it needs %1 in one block.", [](const Subject& s, Values) { return refusalsOf(s.trace) > 0; }},
    {"Out of memory at product %1, line %2: it needs %3 in one block.",
     [](const Subject& s, Values v) {
         return refusalsOf(s.trace) > 0 && issuedOnLine(s.trace, v[1].toInt()) >= v[0].toInt() - 1;
     }},
    {"Out of memory at %1 number %2, line %3: it needs %4 in one block.",
     [](const Subject& s, Values v) {
         return refusalsOf(s.trace) > 0 && issuedOnLine(s.trace, v[2].toInt()) >= v[1].toInt() - 1;
     }},
    {"The program keeps %1. Memory is freed only when nothing refers to a result any more.",
     [](const Subject& s, Values) { return refusalsOf(s.trace) > 0; }},
    {"A result's memory is reserved %1, not when it is computed.",
     [](const Subject& s, Values) { return refusalsOf(s.trace) > 0 && s.trace.run().dialect == "torch"; }},
    {"A result's memory is taken %1 and stays as long as the program names it.",
     [](const Subject& s, Values) { return refusalsOf(s.trace) > 0 && s.trace.run().dialect == "mxnet"; }},
    {"The program ran %1 %2 ahead of %3.",
     [](const Subject& s, Values v) {
         std::int64_t unfinished = 0;
         for (std::size_t i = 0; i < s.trace.opCount(); ++i)
             unfinished += s.trace.op(OpId{i}).kind == trace::Kind::Compute ? 1 : 0;
         return refusalsOf(s.trace) > 0 && v[0].toInt() > 0 && v[0].toInt() <= unfinished;
     }},
    {"The program ended here; everything before is in the timeline and can be inspected.",
     [](const Subject& s, Values) { return s.trace.error().has_value(); }},
};

// -- rules about suggestions

const BlockRecord& blockOf(const Subject& s)
{
    return s.other->blocks()[s.index];
}

/// Whether the clock of the block stops soon after the last operation of the block is issued: within 5 % of the time
/// of the block, or within 0.1 ms.
bool endsWithIssuing(const Subject& s, Values)
{
    Nanoseconds last = blockOf(s).begin;
    forOpsIn(*s.other, blockOf(s).begin, blockOf(s).end, [&](const Op& op) { last = std::max(last, op.issued); });
    return blockOf(s).end - last <= std::max((blockOf(s).end - blockOf(s).begin) / 20, Nanoseconds{100'000});
}

/// Whether a parameter of the displayed run has the value that the sentence states as the present value.
bool isPresent(const Subject& s, const QString& value)
{
    return std::ranges::any_of(s.trace.run().parameters, [&](const auto& parameter) {
        return QString::fromStdString(parameter.second) == value;
    });
}

template <int place>
bool namesPresent(const Subject& s, Values v)
{
    return isPresent(s, v[place]);
}

bool hasNoPageWork(const Subject& s, Values)
{
    return std::ranges::none_of(s.other->programPart().hosts, [&](const auto& work) {
        return work.lane.isValid() && s.other->lanes()[work.lane.index].role == trace::LaneRole::HostPages &&
               work.begin >= blockOf(s).begin && work.begin < blockOf(s).end;
    });
}

const SentenceRule kSuggestion[] = {
    {"Without this wait the %1 block's clock stops once its work is issued: it reads %2 instead of %3.",
     endsWithIssuing},
    {"Without the wait in the first loop its clock stops once all batches are issued: it reads %1 instead of %2.",
     endsWithIssuing},
    {"Without the wait in the loop the first block's clock stops once all additions are issued: it reads %1 instead of "
     "%2.",
     endsWithIssuing},
    {"Without %1 the clock stops once both products are issued: the block reads %2 instead of %3.", endsWithIssuing},
    {"Without it, `%1` reads %2: the clock then stops once the products are issued, whether or not they are computed.",
     endsWithIssuing},
    {"Without this wait the second block also covers what is left of the first one's work: it reads %1 instead of %2.",
     [](const Subject& s, Values) {
         bool isCovered = true;
         const BlockRecord& first = s.other->blocks().front();
         forOpsIn(*s.other, first.begin, first.end,
                  [&](const Op& op) { isCovered = isCovered && op.finished <= blockOf(s).end; });
         return isCovered;
     }},
    {"With matrices of side %1 instead of %2 the %3 reads %4 instead of %5.", namesPresent<1>},
    {"With matrices of side %1 instead of %2 the GPU's second block reads %3 instead of %4.", namesPresent<1>},
    {"With %1 products instead of %2 the %3 reads %4 instead of %5.", namesPresent<1>},
    {"With %1 streams instead of %2 the last block reads %3 instead of %4.", namesPresent<1>},
    {"With %1 workers instead of %2 the last block reads %3 instead of %4.", namesPresent<1>},
    {"With %1 passes instead of %2 the %3 net takes %4 instead of %5.", namesPresent<1>},
    {"With %1 batches instead of %2 issuing them takes %3 instead of %4.", namesPresent<1>},
    {"With %1 images per batch instead of %2, the last epoch takes %3 instead of %4.", namesPresent<1>},
    {"With a wait after the first statement the run takes %1 instead of %2.",
     [](const Subject& s, Values) { return s.other->waits().size() > s.trace.waits().size(); }},
    {"With pinned host memory from a pool the last block reads %1 instead of %2.", hasNoPageWork},
    {"Pinned host memory from a pool needs no work on pages: the %1 reads %2 instead of %3, with %4 of the copying "
     "hidden.",
     hasNoPageWork},
    {"On a separate stream %1 of the copying hides instead of %2.", nullptr},  // other tests check these numbers
    {"On a separate stream a copy can start once its product is computed: %1 of the copying hides instead of %2.",
     nullptr},
    {"The block reads %1 now and %2 then.", nullptr},
    {"The last block reads %1 now and %2 then: hiding saves time only where the copies decide, and not the pages of "
     "host memory.",
     nullptr},
    {"If the program waits for each copy, the last block reads %1 instead of %2.",
     [](const Subject& s, Values) { return s.other->waits().size() > s.trace.waits().size(); }},
    {"If each copy makes the program wait, the CPU begins only after the last copy: the block reads %1 instead of %2.",
     [](const Subject& s, Values) {
         Nanoseconds lastCopy{}, firstOfCpu = Nanoseconds::max();
         forOpsIn(*s.other, blockOf(s).begin, blockOf(s).end, [&](const Op& op) {
             if (op.kind == trace::Kind::CopyOut)
                 lastCopy = std::max(lastCopy, op.finished);
             else if (op.lane.isValid() && s.other->lanes()[op.lane.index].role == trace::LaneRole::CpuWorker)
                 firstOfCpu = std::min(firstOfCpu, op.started);
         });
         return lastCopy <= firstOfCpu;
     }},
    {"If the program waits for the whole backward pass first, the block reads %1 instead of %2.",
     [](const Subject& s, Values) { return s.other->waits().size() > s.trace.waits().size(); }},
    {"`torch.cuda.synchronize()` waits for the current device only.", nullptr},
    {"If it waits for all, `%1` reads %2 instead of %3.",
     [](const Subject& s, Values) {
         bool isComplete = true;
         forOpsIn(*s.other, blockOf(s).begin, blockOf(s).end,
                  [&](const Op& op) { isComplete = isComplete && op.finished <= blockOf(s).end; });
         return isComplete;
     }},
    {"In a ring each GPU sends less than twice its gradients, however many GPUs there are: with %1 instead of %2 it "
     "takes %3 instead of %4.",
     [](const Subject& s, Values v) {
         double bytes = 0, megabytes = 0;
         forOpsIn(*s.other, blockOf(s).begin, blockOf(s).end,
                  [&](const Op& op) { bytes += trace::isCopy(op.kind) ? static_cast<double>(op.bytes.value) : 0; });
         for (const auto& [name, value] : s.other->run().parameters)
             if (name == "megabytes")
                 megabytes = std::stod(value);
         return isPresent(s, v[1]) && bytes < 2 * v[0].toDouble() * megabytes * 1e6;
     }},
};

}  // namespace

std::span<const SentenceRule> trainingRules()
{
    return kTraining;
}

std::span<const SentenceRule> compareRules()
{
    return kCompare;
}

std::span<const SentenceRule> memoryRules()
{
    return kMemory;
}

std::span<const SentenceRule> suggestionRules()
{
    return kSuggestion;
}
