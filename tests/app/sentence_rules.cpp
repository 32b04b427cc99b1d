#include "tests/app/sentence_rules.h"

#include "engine/analysis/critical_path.h"
#include "engine/analysis/scope.h"
#include "engine/analysis/timed_block.h"
#include "engine/trace/imported.h"
#include "tests/source_dir.h"

#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <algorithm>
#include <chrono>
#include <span>
#include <utility>
#include <vector>

using namespace engine;
using engine::trace::BlockRecord;
using engine::trace::DependencyKind;
using engine::trace::Op;
using engine::trace::WaitRecord;
using engine::trace::WaitTarget;
using Values = const QStringList&;

namespace {

constexpr Nanoseconds kNegligible = std::chrono::microseconds(200);
/// The window shows two times as equal if they differ by less than this.
constexpr Nanoseconds kSameMoment = std::chrono::microseconds(100);

bool hasRun(const Op& op)
{
    return op.state == trace::OpState::Done || op.state == trace::OpState::Failed;
}

Op opOf(const Subject& s)
{
    return s.trace.op(s.op);
}

QString labelOf(const Subject& s, OpId op)
{
    return QString::fromUtf8(s.trace.text(s.trace.op(op).label));
}

/// Whether the window calls `op` by `name`: by its label, or by its operator and number if it has no label.
bool isCalled(const Subject& s, OpId op, QString name)
{
    name.remove(QLatin1Char('`'));
    const QString label = labelOf(s, op);
    // A copy without a label is named by its call in the listing.
    const QString call = QString::fromUtf8(s.trace.text(s.trace.op(op).text));
    if (label.isEmpty() && isCopy(s.trace.op(op).kind) && call.contains(QLatin1Char('(')))
        return name == call;
    return label.isEmpty() || label == QLatin1String("_")
               ? name == QString::fromUtf8(s.trace.text(s.trace.op(op).name)) + QStringLiteral(" #%1").arg(op.index)
               : name == label;
}

std::vector<OpId> inputsOf(const Subject& s)
{
    std::vector<OpId> inputs;
    for (const trace::Edge& edge : s.trace.edges().into(s.op))
        if (edge.kind == DependencyKind::ReadAfterWrite)
            inputs.push_back(edge.from);
    return inputs;
}

/// Whether an operation that is called `name` and meets the condition ended before the subject's operation started.
/// Checks all operations, because a worker may run them in another order than the issue order.
template <typename Condition>
bool anyBefore(const Subject& s, const QString& name, const Condition& condition)
{
    const Op op = opOf(s);
    for (std::size_t i = 0; i < s.trace.opCount(); ++i)
        if (const Op other = s.trace.op(OpId{i}); i != op.id.index && isCalled(s, other.id, name) && hasRun(other) &&
                                                  other.finished <= op.started && condition(other))
            return true;
    return false;
}

bool isBusyBefore(const Subject& s, const QString& blocker)
{
    const Op op = opOf(s);
    if (op.started <= op.ready)
        return false;
    return blocker == QLatin1String("other work") ||
           anyBefore(s, blocker, [&](const Op& other) { return other.finished + kSameMoment >= op.ready; });
}

bool isLaneFree(const Subject& s, Nanoseconds begin, Nanoseconds end)
{
    const Op op = opOf(s);
    for (const trace::Span& span : s.trace.spans(op.lane))
        if (span.op != op.id && span.begin < end && span.end() > begin + Nanoseconds{1})
            return false;
    return true;
}

const SentenceRule kOperation[] = {
    {"It needs no input, but ",
     [](const Subject& s, Values) { return inputsOf(s).empty() && !trace::isImported(s.trace.run()); }},
    {"It was issued, but ", [](const Subject& s, Values) { return trace::isImported(s.trace.run()); }},
    {"The input was ready, but ",
     [](const Subject& s, Values) { return !inputsOf(s).empty() && opOf(s).ready - opOf(s).issued <= kSameMoment; }},
    {"%1 was ready at %2, but ",
     [](const Subject& s, Values v) {
         return anyBefore(s, v[0], [&](const Op& other) { return other.finished <= opOf(s).ready; });
     }},
    {"the stream was busy with %1 until %2.", [](const Subject& s, Values v) { return isBusyBefore(s, v[0]); }},
    {"the copy engine towards the CPU was busy with %1 until %2.",
     [](const Subject& s, Values v) { return opOf(s).kind == trace::Kind::CopyOut && isBusyBefore(s, v[0]); }},
    {"the copy engine was busy with %1 until %2.", [](const Subject& s, Values v) { return isBusyBefore(s, v[0]); }},
    {"the engine's worker for %1 was busy with %2 until %3.",
     [](const Subject& s, Values v) { return isBusyBefore(s, v[1]); }},
    // The named operation may still run, but with a smaller fraction of the device.
    {"%1 used what it needs until %2.",
     [](const Subject& s, Values v) {
         for (std::size_t i = 0; i < s.trace.opCount(); ++i)
             if (const Op other = s.trace.op(OpId{i}); isCalled(s, other.id, v[0]) && hasRun(other) &&
                                                       other.started < opOf(s).started &&
                                                       other.finished >= opOf(s).ready)
                 return true;
         return v[0] == QLatin1String("other work");
     }},
    {"it waited for memory for its result until %1.",
     [](const Subject& s, Values) { return opOf(s).started > opOf(s).ready; }},
    {"The program waited until %1 and issued it only then.",
     [](const Subject& s, Values) {
         const auto& waits = s.trace.waits();
         return std::any_of(waits.begin(), waits.end(), [&](const WaitRecord& wait) {
             return wait.end > wait.begin && wait.end <= opOf(s).issueBegin;
         });
     }},
    {"The program waited in line %1 until %2 and issued it only then.",
     [](const Subject& s, Values v) {
         return std::ranges::any_of(s.trace.waits(), [&](const WaitRecord& wait) {
             return wait.line == v[0].toInt() && wait.end > wait.begin && wait.end <= opOf(s).issued;
         });
     }},
    {"It waited for %1, which finished at %2, and then started at once.",
     [](const Subject& s, Values v) {
         return anyBefore(s, v[0], [&](const Op& other) { return other.finished + kSameMoment >= opOf(s).started; });
     }},
    {"It waited for %1, which finished at %2. It started %3 later.",
     [](const Subject& s, Values v) {
         return anyBefore(s, v[0], [&](const Op& other) { return other.finished + kSameMoment < opOf(s).started; });
     }},
    {"It started at %1. This trace does not record dependencies.",
     [](const Subject& s, Values) { return trace::isImported(s.trace.run()); }},
    {"It starts at %1. This trace does not record dependencies.",
     [](const Subject& s, Values) { return trace::isImported(s.trace.run()); }},
    {"It was ready at %1 and started at %2; the trace does not record what it waited for.",
     [](const Subject& s, Values) {
         return opOf(s).startCause.kind == trace::CauseKind::None && opOf(s).started > opOf(s).ready;
     }},
    {"Nothing delayed it: %1 was free when the program issued it at %2.",
     [](const Subject& s, Values) {
         return opOf(s).started - opOf(s).issued <= kSameMoment && isLaneFree(s, opOf(s).issued, opOf(s).started);
     }},
    {"The program issued it at %2, when %1 was free. Handing it over took %3.",
     [](const Subject& s, Values) {
         return opOf(s).started - opOf(s).issued > kSameMoment && isLaneFree(s, opOf(s).issued, opOf(s).started);
     }},
    {"The program issued it at %1. Handing it over took %2, and %3 was free by then.",
     [](const Subject& s, Values) { return !isLaneFree(s, opOf(s).issued, opOf(s).started); }},
    {"The program has not issued it yet; it does so at %1.",
     [](const Subject& s, Values) { return s.now < opOf(s).issued; }},
    {"Its input %1 is not computed until %2.",
     [](const Subject& s, Values v) {
         return opOf(s).ready > s.now && anyBefore(s, v[0], [&](const Op& other) { return other.finished > s.now; });
     }},
    {"It waits in the engine's queue for what it depends on.",
     [](const Subject& s, Values) { return opOf(s).ready > s.now; }},
    {"The input is ready, but at %1 the lane works on %2; its own turn comes at %3.",
     [](const Subject& s, Values) {
         const auto& spans = s.trace.spans(opOf(s).lane);
         const bool isBusy = std::any_of(spans.begin(), spans.end(), [&](const trace::Span& span) {
             return span.begin <= s.now && s.now < span.end();
         });
         return s.now >= opOf(s).ready && s.now < opOf(s).started && isBusy;
     }},
    {"The input is ready; its turn comes at %1.",
     [](const Subject& s, Values) { return s.now >= opOf(s).ready && s.now < opOf(s).started; }},
    {"It depends on %1, which failed, so its result would be meaningless.",
     [](const Subject& s, Values) { return s.trace.op(opOf(s).culprit).state == trace::OpState::Failed; }},
    {"An operation that it depends on failed.",
     [](const Subject& s, Values) { return opOf(s).state == trace::OpState::Skipped; }},
    {"The run was stopped before its turn came.",
     [](const Subject& s, Values) { return opOf(s).state == trace::OpState::Cancelled; }},
    {"The device reported a failure; the next wait of the program raises it.",
     [](const Subject& s, Values) { return opOf(s).state == trace::OpState::Failed; }},
};

const WaitRecord& waitOf(const Subject& s)
{
    return s.trace.waits()[s.index];
}

/// The time at which the last operation that the wait covers ended; 0 for a wait for an event or a stream, because
/// traces do not record the work that such a wait covers.
Nanoseconds lastCovered(const Subject& s)
{
    const WaitRecord& wait = waitOf(s);
    Nanoseconds last{};
    for (std::size_t i = 0; i < s.trace.opCount(); ++i) {
        const Op op = s.trace.op(OpId{i});
        const bool isCovered = wait.target == WaitTarget::All ||
                               (wait.target == WaitTarget::Device && op.device == wait.device) ||
                               (wait.target == WaitTarget::Op && op.id == wait.op);
        if (isCovered && hasRun(op) && op.issueBegin < wait.begin)
            last = std::max(last, op.finished);
    }
    return last;
}

const SentenceRule kWait[] = {
    {"It waits longest for `%1` on %2, which finishes at %3. This is the time of the work, not of the wait.",
     [](const Subject& s, Values v) {
         const Op op = s.trace.op(waitOf(s).releasedBy);
         return v[0] != QLatin1String("_") && hasRun(op) && op.finished >= waitOf(s).begin &&
                op.finished <= waitOf(s).end && lastCovered(s) <= waitOf(s).end;
     }},
    {"There was nothing to wait for: the work that it covers had already finished.",
     [](const Subject& s, Values) { return lastCovered(s) <= waitOf(s).begin; }},
    {"It does not wait for %1, which is still busy then.",
     [](const Subject& s, Values) {
         for (std::size_t i = 0; i < s.trace.opCount(); ++i)
             if (const Op op = s.trace.op(OpId{i}); op.device != waitOf(s).device && op.issueBegin < waitOf(s).end &&
                                                    (!hasRun(op) || op.finished > waitOf(s).end))
                 return true;
         return false;
     }},
};

const BlockRecord& blockOf(const Subject& s)
{
    return s.trace.blocks()[s.index];
}

std::vector<Op> issuedBetween(const trace::Trace& trace, Nanoseconds begin, Nanoseconds end)
{
    std::vector<Op> ops;
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (const Op op = trace.op(OpId{i}); op.issueBegin >= begin && op.issueBegin < end)
            ops.push_back(op);
    return ops;
}

std::vector<Op> issuedIn(const Subject& s)
{
    return issuedBetween(s.trace, blockOf(s).begin, blockOf(s).end);
}

/// Returns how long after the end of a block the work of the block ends.
Nanoseconds lateOf(const Subject& s)
{
    Nanoseconds last = blockOf(s).end;
    for (const Op& op : issuedIn(s))
        if (hasRun(op))
            last = std::max(last, op.finished);
    return last - blockOf(s).end;
}

bool isEarlyClock(const Subject& s)
{
    return !blockOf(s).isFailed && lateOf(s) > std::max((blockOf(s).end - blockOf(s).begin) / 100, kNegligible);
}

/// Whether an operation issued before the block was still running when the block began.
bool hasEarlierWork(const Subject& s)
{
    const std::vector<Op> before = issuedBetween(s.trace, Nanoseconds::min(), blockOf(s).begin);
    return !blockOf(s).isFailed && std::any_of(before.begin(), before.end(), [&](const Op& op) {
        return hasRun(op) && op.finished > blockOf(s).begin;
    });
}

/// The devices of the block's operations, and the dependencies between these operations. Omits dependencies that come
/// only from the order of a queue.
struct Dependencies {
    QSet<quint32> devices;
    int edges = 0;
    int acrossDevices = 0;
};

Dependencies dependenciesIn(const Subject& s)
{
    Dependencies found;
    QSet<quint32> ids;
    for (const Op& op : issuedIn(s)) {
        found.devices << op.device.index;
        ids << op.id.index;
    }
    for (const Op& op : issuedIn(s))
        for (const trace::Edge& edge : s.trace.edges().into(op.id))
            if (edge.kind != DependencyKind::Stream && ids.contains(edge.from.index)) {
                ++found.edges;
                found.acrossDevices += s.trace.op(edge.from).device != op.device ? 1 : 0;
            }
    return found;
}

bool areApart(const Subject& s, Values)
{
    const Dependencies found = dependenciesIn(s);
    return found.devices.size() > 1 && found.acrossDevices == 0;
}

/// Whether a wait on the line separates the work of two devices.
bool waitsBetween(const Subject& s, Values v)
{
    const std::vector<Op> all = issuedIn(s);
    return areApart(s, v) && std::any_of(s.trace.waits().begin(), s.trace.waits().end(), [&](const auto& wait) {
               const auto isBefore = [&](const Op& op) { return op.issueBegin < wait.end; };
               std::set<std::uint32_t> before, after;
               for (const Op& op : all)
                   (isBefore(op) ? before : after).insert(op.device.index);
               return wait.line == v[0].toInt() && before.size() == 1 && after.size() == 1 && before != after &&
                      std::all_of(all.begin(), all.end(),
                                  [&](const Op& op) { return !isBefore(op) || op.finished <= wait.end; });
           });
}

/// Whether the block has an operation with the name in the sentence, or no operations. Does not check times of issue.
bool isIssuedLate(const Subject& s, Values v)
{
    for (const Op& op : issuedIn(s))
        if (isCalled(s, op.id, v[0]))
            return true;
    return v[0] != QLatin1String("_") && issuedIn(s).empty();
}

bool isBesideThePath(const Subject& s, Values)
{
    const std::vector<OpId> path = engine::analysis::operationsOf(
        engine::analysis::criticalPath(s.trace, engine::analysis::workScope(s.trace, s.index)));
    return std::ranges::none_of(issuedIn(s), [&](const Op& op) { return std::ranges::count(path, op.id) > 0; });
}

const SentenceRule kBlock[] = {
    {"All work of the block was complete when the clock stopped.",
     [](const Subject& s, Values) { return !blockOf(s).isFailed && lateOf(s).count() == 0; }},
    {"All work of the block was complete %1 after the clock stopped, which hardly changes its time.",
     [](const Subject& s, Values) { return !blockOf(s).isFailed && lateOf(s).count() > 0 && !isEarlyClock(s); }},
    {"The clock stopped too early: %1. What was printed is not the time of the work.",
     [](const Subject& s, Values) { return isEarlyClock(s); }},
    {"`%1` on %2 was issued before the block and still ran when it began: `%3` started later.",
     [](const Subject& s, Values) { return hasEarlierWork(s); }},
    {"An exception left the block: the time on the screen is the time until it failed, not the time of the work.",
     [](const Subject& s, Values) { return blockOf(s).isFailed; }},
    {"{0} is still busy with earlier work when \"{1}\" begins: {2} ends {3} later, and {4} of the block starts after "
     "it.",
     [](const Subject& s, Values) { return hasEarlierWork(s); }},
    {"{0} is still busy when \"{1}\" ends, for another {2} (unfinished operations: {3}). The time {4} does not contain "
     "that work.",
     [](const Subject& s, Values v) {
         const std::vector<Op> all = issuedIn(s);
         const auto left = std::count_if(all.begin(), all.end(), [&](const Op& op) {
             return hasRun(op) && op.finished > blockOf(s).end &&
                    s.trace.devices()[engine::analysis::deviceOf(s.trace, op).index].name == v[0].toStdString();
         });
         return isEarlyClock(s) && left == v[3].toInt();
     }},
    // For a block that only waits, the graph view shows the operations that are still running instead of this
    // sentence.
    {"No operations were issued here. Run the program, or choose another part in the box above.",
     [](const Subject& s, Values) { return issuedIn(s).empty(); }},
    {"No edge joins the two halves, so they may run together.", areApart},
    {"Ranks wait for each other in collectives, which have no edges here. Inside a rank, edges join its own "
     "operations.",
     [](const Subject& s, Values) {
         return std::ranges::any_of(s.trace.devices(), [](const auto& device) { return device.member > 0; });
     }},
    {"No edge joins the two halves, but the program waits between them, on line %1.", waitsBetween},
    {"No edge joins the %1 parts, so they may run together.", areApart},
    {"No edge leads from one of the %1 operations to another: only the queue of the device orders them.",
     [](const Subject& s, Values) {
         const Dependencies found = dependenciesIn(s);
         return found.devices.size() == 1 && found.edges == 0;
     }},
    {"This trace does not record dependencies: the edges show the order within streams, and where a stream waits for "
     "another.",
     [](const Subject& s, Values) { return trace::isImported(s.trace.run()); }},
    {"%1 operations, none finished yet.",
     [](const Subject& s, Values) {
         const std::vector<Op> all = issuedIn(s);
         return std::none_of(all.begin(), all.end(), hasRun);
     }},
    {"The program's work on pages sets the pace: no operation is on the critical path.", isBesideThePath},
    {"The program sets the pace: no operation is on the critical path.", isBesideThePath},
    {"None of these operations is on the critical path.", isBesideThePath},
    {"The program sets the pace: it issues %1 only after %2.", isIssuedLate},
    {"The program's waits set the pace: it issues %1 only after %2.", isIssuedLate},
    {"The program's work on pages sets the pace: it issues %1 only after %2.", isIssuedLate},
    {"The last chain of operations starts late: the program issues %1 only after %2.", isIssuedLate},
    {"Critical path: %1 = %2",
     [](const Subject&, Values v) {
         return !v[0].split(QStringLiteral(" → ")).contains(QLatin1String("_")) &&
                !v[0].contains(QLatin1String("the copy of _"));
     }},
    {", of which %1 running", nullptr},  // other tests check this sum
    {", after earlier work that lasted %1",
     [](const Subject& s, Values) {
         for (std::size_t i = 0; i < s.trace.opCount(); ++i)
             if (const Op op = s.trace.op(OpId{i});
                 op.issueBegin < blockOf(s).begin && hasRun(op) && op.finished > blockOf(s).begin)
                 return true;
         return false;
     }},
};

/// The text of a rule as a pattern; its placeholders match as little as possible.
const QRegularExpression& patternOf(const SentenceRule& rule)
{
    static QHash<const SentenceRule*, QRegularExpression> known;
    if (const auto found = known.constFind(&rule); found != known.cend())
        return *found;
    QString id = QString::fromUtf8(rule.id);
    static const QRegularExpression kPlace(QStringLiteral("%\\d|\\{\\d\\}"));
    QStringList parts = id.split(kPlace);
    for (QString& part : parts)
        part = QRegularExpression::escape(part);
    QString pattern = parts.join(QStringLiteral("(.+?)"));
    if (id.endsWith(QLatin1Char('.')))
        pattern += QStringLiteral("(?=\\s|$)");
    else if (!id.endsWith(QLatin1Char(' ')))
        pattern += QStringLiteral("(?=, of which|, after earlier|$)");
    return *known.insert(
        &rule, QRegularExpression(QLatin1Char('^') + pattern, QRegularExpression::DotMatchesEverythingOption));
}

/// Length of the text before the first placeholder.
qsizetype prefixOf(const SentenceRule& rule)
{
    const QByteArrayView id(rule.id);
    const qsizetype percent = id.indexOf('%'), brace = id.indexOf('{');
    return std::min(percent < 0 ? id.size() : percent, brace < 0 ? id.size() : brace);
}

/// Sentences that contradict each other when they are shown together.
const std::pair<const char*, const char*> kExclusive[] = {
    {"All work of the block was complete when", "All work of the block was complete %1 after"},
    {"All work of the block was complete", "The clock stopped too early"},
    {"All work of the block was complete", "{0} is still busy when"},
    {"An exception left the block", "All work of the block was complete"},
    {"An exception left the block", "The clock stopped too early"},
    {"An exception left the block", "{0} is still busy"},
    {"No operations were issued here", "The clock stopped too early"},
    {"No operations were issued here", "{0} is still busy when"},
    {"No operations were issued here", "No edge joins"},
    {"No edge joins the two halves", "No edge leads from one of the %1 operations"},
    // Sentences on the card of a training.
    {"Why %1 %2 faster here?", "%1, and issuing them takes nearly all of the time: more devices do not help."},
    {"Why %1 %2 faster here?",
     "%1, and is busy nearly all of the time, also with other work such as reading data: more"},
    {"Why %1 %2 faster here?", "Why %1 %2 slower here?"},
    {"%1 takes %2 more", "%1 takes %2 less"},
    // Sentences of a comparison.
    {"Why is B faster?", "Both take the same time"},
    {"Why is B slower?", "Both take the same time"},
    {"Lengths are not compared", "Both take the same time"},
    {"Lengths are not compared", "That is %1 of the difference"},
    {"That is %1 of the difference of %2.", "Both take the same time"},
    {"No single wait, copy or operation explains the difference.", "That is %1 of the difference of %2."},
    // Sentences about the memory of a run, and about its end.
    {"All of it fits.", "Out of memory"},
    {"A result's memory is reserved %1, not when it is computed.", "A result's memory is taken %1"},
};

}  // namespace

std::span<const SentenceRule> operationRules()
{
    return kOperation;
}

std::span<const SentenceRule> waitRules()
{
    return kWait;
}

std::span<const SentenceRule> blockRules()
{
    return kBlock;
}

std::vector<ShownSentence> sentencesIn(const QString& text, std::span<const SentenceRule> rules)
{
    std::vector<ShownSentence> found;
    for (QString rest = text.trimmed(); !rest.isEmpty();) {
        ShownSentence best;
        qsizetype length = 0;
        for (const SentenceRule& rule : rules)
            if (const auto match = patternOf(rule).match(rest);
                match.hasMatch() && (best.rule == nullptr || std::pair(-prefixOf(rule), match.capturedLength()) <
                                                                 std::pair(-prefixOf(*best.rule), length))) {
                best = {&rule, match.capturedTexts().mid(1)};
                length = match.capturedLength();
            }
        if (best.rule == nullptr)
            return {};
        found.push_back(std::move(best));
        rest = rest.mid(length).trimmed();
    }
    return found;
}

QString untrueSentence(const QString& text, std::span<const SentenceRule> rules, const Subject& subject,
                       QStringList& shown)
{
    const std::vector<ShownSentence> sentences = sentencesIn(text, rules);
    if (sentences.empty() && !text.trimmed().isEmpty())
        return QStringLiteral("no rule for: ") + text;
    for (const ShownSentence& sentence : sentences) {
        shown << QString::fromUtf8(sentence.rule->id);
        if (sentence.rule->holds != nullptr && !sentence.rule->holds(subject, sentence.values))
            return QStringLiteral("\"%1\" in: %2").arg(QString::fromUtf8(sentence.rule->id), text);
    }
    return {};
}

QString problemOf(const QStringList& texts, std::span<const SentenceRule> rules, const Subject& subject,
                  QMap<QString, int>& counts)
{
    QStringList shown;
    for (const QString& text : texts)
        if (const QString untrue = untrueSentence(text, rules, subject, shown); !untrue.isEmpty())
            return untrue;
    for (const QString& id : shown)
        ++counts[id];
    const auto isShown = [&](const char* begin) {
        return std::any_of(shown.begin(), shown.end(),
                           [&](const QString& id) { return id.startsWith(QLatin1String(begin)); });
    };
    for (const auto& [a, b] : kExclusive)
        if (isShown(a) && isShown(b))
            return QStringLiteral("%1 contradicts %2").arg(QLatin1String(a), QLatin1String(b));
    return {};
}

/// The texts of all tr() calls in a source file, and the texts of the messages table that start with `prefix`.
QStringList textsOf(const char* path, const char* prefix)
{
    QFile file(QString::fromStdString(tests::inSource(path)));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s", path);
    const QString source = QString::fromUtf8(file.readAll());
    static const QRegularExpression kPiece(QStringLiteral("\"((?:[^\"\\\\]|\\\\.)*)\""));
    const QRegularExpression call(
        prefix == nullptr
            ? QStringLiteral("\\btr\\(\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+)")
            : QStringLiteral("\\{\"%1[^\"]*\", (\"(?:[^\"\\\\]|\\\\.)*\")\\}").arg(QLatin1String(prefix)));
    QStringList texts;
    for (auto calls = call.globalMatch(source); calls.hasNext();) {
        QString text;
        for (auto pieces = kPiece.globalMatch(calls.next().captured(1)); pieces.hasNext();)
            text += pieces.next().captured(1);
        texts << text.replace(QLatin1String("\\\""), QLatin1String("\""));
    }
    return texts;
}
