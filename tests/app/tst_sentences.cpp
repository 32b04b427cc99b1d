#include "engine/analysis/bound.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/warnings.h"
#include "tests/app/program_cases.h"
#include "tests/app/sentence_rules.h"
#include "ui/graph/diagram.h"
#include "ui/inspect/description.h"

#include <QSet>
#include <algorithm>

using namespace engine;
using namespace engine::analysis;
using engine::trace::Op;
using engine::trace::Trace;

namespace {

/// Texts of the scanned sources that need no rule: labels and parts of labels, and sentences whose numbers other tests
/// check.
const char* const kNoSentences[] = {
    "the program's thread · line %1 of the listing",
    "%1 operations, %2 … %3",
    "%1 %2 in a row",
    "timed block · line %1 of the listing",
    " · line %1 of the listing",
    "all issued work is finished. Select an operation to see why it started when it did.",
    "%1 queued, %2 running%3. Select an operation to see why it started when it did.",
    "choose a program, then Run. Its operations appear here.",
    // Rules exist only for sentences about one block. This sentence is about the whole run; the end of checkBlocks()
    // checks it.
    ("{0} is still busy when the program ends, for another {1} (unfinished operations: {2}). Nothing waited for that "
     "work."),
};

}  // namespace

/// Tests that every generated sentence about an operation, a wait, a block or an idle lane is true of the trace, by an
/// independent computation, and that no two sentences about one block contradict each other. With OVERLAP_ALL_PROGRAMS
/// set, tests every built-in program, dialect, machine and flip; otherwise a sample of them.
class TestSentences : public QObject {
    Q_OBJECT

private slots:
    void everyGeneratedSentenceIsCheckedByARule();
    void sentencesAboutEveryProgramMatchItsTrace_data();
    void sentencesAboutEveryProgramMatchItsTrace();
    void cleanupTestCase();

private:
    void check(const QStringList& texts, std::span<const SentenceRule> rules, const Subject& subject,
               const QString& where);
    void checkBlocks(const Trace& trace);
    void checkWaits(const Trace& trace);
    void checkOperations(const Trace& trace);
    void checkVerdict(const Trace& trace);
    void checkIdle(const Trace& trace);

    ProgramRuns m_runs;
    std::vector<ProgramCase> m_cases;
    QMap<QString, int> m_counts;  ///< number of occurrences, by sentence or reason
};

void TestSentences::everyGeneratedSentenceIsCheckedByARule()
{
    QSet<QString> ruled, found;
    for (const auto rules : {operationRules(), waitRules(), blockRules()})
        for (const SentenceRule& rule : rules)
            ruled << QString::fromUtf8(rule.id).trimmed();
    for (const char* text : kNoSentences)
        ruled << QString::fromUtf8(text).trimmed();
    for (const char* path : {"ui/inspect/describe_op.cpp", "ui/inspect/describe_scope.cpp", "ui/graph/caption.cpp"})
        for (const QString& text : textsOf(path))
            found << text.trimmed();
    for (const QString& text : textsOf("engine/messages/table.h", "warning\\."))
        found << text;

    for (const QString& text : found)
        QVERIFY2(ruled.contains(text) || text.count(QLatin1Char(' ')) < 4,
                 qPrintable(QStringLiteral("no rule for: ") + text));
    for (const QString& text : ruled)
        QVERIFY2(found.contains(text), qPrintable(QStringLiteral("no source shows: ") + text));
}

void TestSentences::check(const QStringList& texts, std::span<const SentenceRule> rules, const Subject& subject,
                          const QString& where)
{
    const QString problem = problemOf(texts, rules, subject, m_counts);
    QVERIFY2(problem.isEmpty(), qPrintable(where + QStringLiteral(": ") + problem));
}

void TestSentences::checkBlocks(const Trace& trace)
{
    constexpr std::size_t kMostBlocks = 12;
    const std::vector<Warning> warned = warnings(trace);
    for (std::size_t block = 0; block < std::min(trace.blocks().size(), kMostBlocks); ++block) {
        const trace::BlockRecord& record = trace.blocks()[block];
        QStringList texts{ui::inspect::describeBlock(trace, block, {}).why,
                          ui::graph::makeDiagram(trace, static_cast<int>(block)).caption};
        // The blocks of a loop have the same line, and a block starts when the previous one ends. So warnings are
        // assigned to blocks by their labels.
        const auto names = [&](const Warning& warning, const trace::BlockRecord& one) {
            return warning.text.english().find('"' + one.label + '"') != std::string::npos;
        };
        const auto isOfAnother = [&](const Warning& warning) {
            return !names(warning, record) &&
                   std::any_of(trace.blocks().begin(), trace.blocks().end(),
                               [&](const trace::BlockRecord& other) { return names(warning, other); });
        };
        for (const Warning& warning : warned)
            if (warning.line == record.line && !isOfAnother(warning) &&
                (warning.time == record.begin || warning.time == record.end) && warning.text.text() != nullptr &&
                QLatin1String(warning.text.text()->id).startsWith(QLatin1String("warning.")))
                texts << QString::fromStdString(warning.text.english());
        check(texts, blockRules(), {trace, {}, {}, block}, QString::fromStdString(record.label));
    }
    for (const Warning& warning : warned)
        if (warning.text.english().find(" is still busy when the program ends") != std::string::npos) {
            bool isLeft = false;
            for (std::size_t i = 0; i < trace.opCount(); ++i)
                isLeft = isLeft || (deviceOf(trace, trace.op(OpId{i})) == warning.device &&
                                    trace.op(OpId{i}).finished > warning.time);
            QVERIFY2(isLeft, warning.text.english().c_str());
        }
}

void TestSentences::checkWaits(const Trace& trace)
{
    constexpr std::size_t kWaits = 16;
    const std::size_t count = trace.waits().size(), step = std::max<std::size_t>(1, count / kWaits);
    for (std::size_t wait = 0; wait < count; wait += step)
        check({ui::inspect::describeWait(trace, wait, trace.extent()).why}, waitRules(), {trace, {}, {}, wait},
              QStringLiteral("wait %1").arg(wait));
}

/// Checks the sentences of some operations, at the end of the run and while the operations wait.
void TestSentences::checkOperations(const Trace& trace)
{
    constexpr std::size_t kOperations = 40;
    const std::size_t step = std::max<std::size_t>(1, trace.opCount() / kOperations);
    for (std::size_t i = 0; i < trace.opCount(); i += step) {
        const Op op = trace.op(OpId{i});
        for (const Nanoseconds now : {trace.extent(), op.issued + (op.ready - op.issued) / 2,
                                      op.ready + (op.started - op.ready) / 2, op.issueBegin - Nanoseconds{1}}) {
            // For the operation that raised the program's error, the window shows the error message, which has no rule.
            const bool isOfProgram = trace.error() && trace.error()->op == op.id;
            if (!isOfProgram)
                check({ui::inspect::describeOp(trace, op.id, now).why}, operationRules(), {trace, op.id, now},
                      QStringLiteral("operation %1 at %2").arg(i).arg(now.count()));
            if (QTest::currentTestFailed())
                return;
        }
    }
}

/// The verdict "sync-bound" requires that the program was blocked and that operations could have started earlier.
void TestSentences::checkVerdict(const Trace& trace)
{
    const Scope run = runScope(trace);
    const Verdict found = verdict(trace, run);
    ++m_counts[QLatin1String(nameOf(found))];
    Nanoseconds blocked{};
    for (const auto& wait : trace.waits())
        blocked += std::max(Nanoseconds{}, std::min(wait.end, run.end) - std::max(wait.begin, run.begin));
    if (found == Verdict::SyncBound)
        QVERIFY(blocked > Nanoseconds{} && boundOf(trace, run).time * 10 <= run.length() * 9);
    QVERIFY(boundOf(trace, run).time <= run.length());
    // Unless the verdict names waits, it names the longest part of the critical path; the window shows that part above
    // the verdict.
    const PathSplit split = splitOf(trace, criticalPath(trace, run));
    const Nanoseconds longest = std::max({split.compute, split.copy, split.pages, split.dispatch});
    if (found != Verdict::SyncBound)
        QCOMPARE(longest, found == Verdict::ComputeBound ? split.compute
                          : found == Verdict::CopyBound  ? split.copy
                          : found == Verdict::PageBound  ? split.pages
                                                         : split.dispatch);
}

/// Checks the reason why a lane is idle, at 24 times of each lane.
void TestSentences::checkIdle(const Trace& trace)
{
    constexpr int kTimes = 24;
    for (const auto& lane : trace.lanes()) {
        if (!isWorkLane(lane))
            continue;
        const auto& spans = trace.spans(lane.id);
        for (int i = 0; i < kTimes; ++i) {
            const Nanoseconds time = trace.extent() * i / kTimes;
            const auto idle = idleAt(trace, lane.id, time);
            Nanoseconds before{};
            const trace::Span* next = nullptr;
            bool isBusy = false;
            for (const auto& span : spans) {
                isBusy = isBusy || (span.begin <= time && time < span.end());
                if (span.end() <= time)
                    before = std::max(before, span.end());
                if (span.begin > time && next == nullptr)
                    next = &span;
            }
            QCOMPARE(idle.has_value(), !isBusy);
            if (!idle)
                continue;
            ++m_counts[QStringLiteral("idle, reason %1").arg(static_cast<int>(idle->why))];
            const bool isLast = idle->why == Idle::Why::NothingLeft || idle->why == Idle::Why::PageWork ||
                                idle->why == Idle::Why::OtherCore || idle->why == Idle::Why::Collective;
            QCOMPARE(isLast, next == nullptr);
            for (const trace::HostRecord& host : trace.programPart().hosts)
                if (idle->why == Idle::Why::NothingLeft && host.lane.isValid() && host.end > time &&
                    trace.lanes()[host.lane.index].role == trace::LaneRole::HostPages)
                    QVERIFY2(trace.lanes()[host.lane.index].device != lane.device, "its pages are still worked on");
            if (next == nullptr || !trace.has(next->op))
                continue;
            const Op op = trace.op(next->op);
            QCOMPARE(idle->next, op.id);
            if (idle->why == Idle::Why::ProgramWaits) {
                const auto& wait = trace.waits()[static_cast<std::size_t>(idle->wait)];
                QVERIFY(op.issued > before && wait.begin < op.issued && wait.end > before);
            } else if (idle->why == Idle::Why::NotIssued) {
                QVERIFY(op.issued > before);
            } else if (idle->why == Idle::Why::Input) {
                QVERIFY(op.ready > before && op.ready > op.issued);
            } else if (idle->why == Idle::Why::Turn) {
                QVERIFY(op.started >= op.ready);
            }
        }
    }
}

void TestSentences::sentencesAboutEveryProgramMatchItsTrace_data()
{
    constexpr std::size_t kSample = 20;
    // The states of this program show all sentences that cleanupTestCase() requires, whatever the sample contains.
    const auto program = m_runs.runner().load("13.3.1");
    QVERIFY(program.has_value());
    m_cases = statesOf(m_runs, *program, engine::frontend::Dialect::Torch, "book-v100");
    const std::vector<ProgramCase> sample = programCases(m_runs, kSample);
    m_cases.insert(m_cases.end(), sample.begin(), sample.end());
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_cases.size(); ++i)
        QTest::addRow("%zu %s", i, qPrintable(m_cases[i].name())) << i;
}

void TestSentences::sentencesAboutEveryProgramMatchItsTrace()
{
    QFETCH(std::size_t, index);
    const ProgramCase& each = m_cases[index];

    const auto outcome = m_runs.run(each.request(m_runs));

    QVERIFY2(outcome, qPrintable(each.name()));
    const Trace& trace = *outcome->trace;
    checkBlocks(trace);
    checkWaits(trace);
    checkOperations(trace);
    checkVerdict(trace);
    checkIdle(trace);
}

/// Fails if one of these sentences or verdicts occurred in no case, because its rule was then not tested.
void TestSentences::cleanupTestCase()
{
    if (QTest::currentTestFailed())
        return;
    for (const char* name : {"All work of the block was complete when the clock stopped.",
                             "The clock stopped too early: %1. What was printed is not the time of the work.",
                             "No edge joins the two halves, so they may run together.", "sync-bound"})
        QVERIFY2(m_counts.value(QLatin1String(name)) > 0, name);
}

QTEST_GUILESS_MAIN(TestSentences)
#include "tst_sentences.moc"
