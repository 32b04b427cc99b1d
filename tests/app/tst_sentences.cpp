#include "engine/analysis/bound.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/timed_block.h"
#include "engine/analysis/warnings.h"
#include "tests/app/program_cases.h"
#include "ui/graph/picture.h"
#include "ui/inspect/description.h"

#include <QRegularExpression>
#include <QSet>
#include <chrono>

using namespace engine;
using namespace engine::analysis;
using engine::trace::BlockRecord;
using engine::trace::Op;
using engine::trace::Trace;

namespace {

constexpr Nanoseconds kNegligible = std::chrono::microseconds(200);

std::vector<Op> issuedBetween(const Trace& trace, Nanoseconds begin, Nanoseconds end)
{
    std::vector<Op> ops;
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (const Op op = trace.op(OpId{i}); op.issueBegin >= begin && op.issueBegin < end)
            ops.push_back(op);
    return ops;
}

bool hasRun(const Op& op)
{
    return op.state == trace::OpState::Done || op.state == trace::OpState::Failed;
}

/// By how long the work of a block ends after its clock.
Nanoseconds lateOf(const Trace& trace, const BlockRecord& block)
{
    Nanoseconds last = block.end;
    for (const Op& op : issuedBetween(trace, block.begin, block.end))
        if (hasRun(op))
            last = std::max(last, op.finished);
    return last - block.end;
}

bool isEarlyClock(const Trace& trace, const BlockRecord& block)
{
    return lateOf(trace, block) > std::max((block.end - block.begin) / 100, kNegligible);
}

/// Whether an operation that the program issued before the block still ran when it began.
bool hasEarlierWork(const Trace& trace, const BlockRecord& block)
{
    for (const Op& op : issuedBetween(trace, Nanoseconds::min(), block.begin))
        if (hasRun(op) && op.finished > block.begin)
            return true;
    return false;
}

/// Devices of the block's operations, and the dependencies between them, apart from the order of a queue.
struct Dependencies {
    QSet<quint32> devices;
    int edges = 0;
    int acrossDevices = 0;
};

Dependencies dependenciesIn(const Trace& trace, const BlockRecord& block)
{
    Dependencies found;
    const std::vector<Op> ops = issuedBetween(trace, block.begin, block.end);
    QSet<quint32> ids;
    for (const Op& op : ops) {
        found.devices << op.device.index;
        ids << op.id.index;
    }
    for (const Op& op : ops)
        for (const trace::Edge& edge : trace.edgesInto(op.id))
            if (edge.kind != trace::DependencyKind::Stream && ids.contains(edge.from.index)) {
                ++found.edges;
                found.acrossDevices += trace.op(edge.from).device != op.device ? 1 : 0;
            }
    return found;
}

/// A sentence that the program may show about a timed block, and when it is true.
struct Rule {
    const char* name;
    const char* pattern;
    bool (*holds)(const Trace&, const BlockRecord&);
};

const Rule kRules[] = {
    {"complete", "^All work of the block was complete when the clock stopped",
     [](const Trace& t, const BlockRecord& b) { return !b.isFailed && lateOf(t, b).count() == 0; }},
    {"nearly complete", "complete .* after the clock stopped, which hardly changes",
     [](const Trace& t, const BlockRecord& b) {
         return !b.isFailed && lateOf(t, b).count() > 0 && !isEarlyClock(t, b);
     }},
    {"early clock", "The clock stopped too early",
     [](const Trace& t, const BlockRecord& b) { return !b.isFailed && isEarlyClock(t, b); }},
    {"still busy", " is still busy when \".*\" ends: ",
     [](const Trace& t, const BlockRecord& b) { return !b.isFailed && isEarlyClock(t, b); }},
    {"earlier work", "was issued before the block and still ran when it began",
     [](const Trace& t, const BlockRecord& b) { return !b.isFailed && hasEarlierWork(t, b); }},
    {"still busy before", " is still busy with earlier work when ",
     [](const Trace& t, const BlockRecord& b) { return !b.isFailed && hasEarlierWork(t, b); }},
    {"failed", "^An exception left the block", [](const Trace&, const BlockRecord& b) { return b.isFailed; }},
    {"nothing issued", "^No operations were issued here",
     [](const Trace& t, const BlockRecord& b) {
         // The graph of a block that only waits shows the operations that still run.
         return issuedBetween(t, b.begin, b.end).empty();
     }},
    {"independent parts", "^No edge joins the (two halves|\\d+ parts)",
     [](const Trace& t, const BlockRecord& b) {
         const Dependencies found = dependenciesIn(t, b);
         return found.devices.size() > 1 && found.acrossDevices == 0;
     }},
    {"only a queue", "only the queue of the device orders them",
     [](const Trace& t, const BlockRecord& b) {
         const Dependencies found = dependenciesIn(t, b);
         return found.devices.size() == 1 && found.edges == 0;
     }},
};

/// Sentences that contradict each other about one block.
const std::pair<const char*, const char*> kExclusive[] = {
    {"complete", "nearly complete"},    {"complete", "early clock"},
    {"nearly complete", "early clock"}, {"complete", "still busy"},
    {"nearly complete", "still busy"},  {"failed", "complete"},
    {"failed", "nearly complete"},      {"failed", "early clock"},
    {"failed", "still busy"},           {"failed", "earlier work"},
    {"nothing issued", "early clock"},  {"nothing issued", "still busy"},
    {"nothing issued", "only a queue"}, {"independent parts", "only a queue"},
};

}  // namespace

/// Every generated sentence about a block, a wait or an idle lane is true of the trace, by an independent computation,
/// and no two sentences about one block contradict each other. With OVERLAP_ALL_PROGRAMS set, for every built-in
/// program, dialect, machine and flip; else for a sample.
class TestSentences : public QObject {
    Q_OBJECT

private slots:
    void sentencesOfEveryProgramHold();
    void cleanupTestCase();

private:
    void checkBlock(const Trace& trace, std::size_t index, const QStringList& texts);
    void checkVerdict(const Trace& trace);
    void checkIdle(const Trace& trace);

    ProgramRuns m_runs;
    QMap<QString, int> m_counts;  ///< by rule or reason
};

void TestSentences::checkBlock(const Trace& trace, std::size_t index, const QStringList& texts)
{
    const BlockRecord& block = trace.blocks()[index];
    const QString where = QString::fromStdString(block.label) + QStringLiteral(": ");
    QSet<QString> shown;
    for (const QString& text : texts) {
        bool isKnown = text.isEmpty();
        for (const Rule& rule : kRules)
            if (QRegularExpression(QLatin1String(rule.pattern)).match(text).hasMatch()) {
                isKnown = true;
                shown << QLatin1String(rule.name);
                ++m_counts[QLatin1String(rule.name)];
                QVERIFY2(rule.holds(trace, block), qPrintable(where + text));
            }
        // Sentences with numbers only: their numbers are those of the figures, which other tests hold.
        isKnown = isKnown || text.startsWith(QLatin1String("Critical path: ")) ||
                  text.startsWith(QLatin1String("The program sets the pace: ")) ||
                  text.contains(QLatin1String("none finished yet"));
        QVERIFY2(isKnown, qPrintable(QStringLiteral("no predicate for: ") + text));
    }
    for (const auto& [a, b] : kExclusive)
        QVERIFY2(!shown.contains(QLatin1String(a)) || !shown.contains(QLatin1String(b)),
                 qPrintable(where + QLatin1String(a) + QStringLiteral(" contradicts ") + QLatin1String(b)));
}

/// "Its waits make it slow" needs a program that was blocked for a tenth of the run.
void TestSentences::checkVerdict(const Trace& trace)
{
    const Scope run = runScope(trace);
    const Verdict found = verdict(trace, run);
    ++m_counts[QLatin1String(nameOf(found))];
    Nanoseconds blocked{};
    for (const auto& wait : trace.waits())
        blocked += std::max(Nanoseconds{}, std::min(wait.end, run.end) - std::max(wait.begin, run.begin));
    if (found == Verdict::SyncBound)
        QVERIFY(toSeconds(blocked) >= 0.1 * toSeconds(run.length()));
    QVERIFY(boundOf(trace, run).time <= run.length());
}

/// The reason of every idle gap, at a few times of each lane.
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
            QCOMPARE(idle->why == Idle::Why::NothingLeft, next == nullptr);
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

void TestSentences::sentencesOfEveryProgramHold()
{
    constexpr std::size_t kSample = 20, kMostBlocks = 12;
    for (const ProgramCase& each : programCases(m_runs, kSample)) {
        const auto outcome = m_runs.run(each.request(m_runs));
        QVERIFY2(outcome, qPrintable(each.name()));
        const Trace& trace = *outcome->trace;
        const std::vector<Warning> warned = warnings(trace);
        for (std::size_t block = 0; block < std::min(trace.blocks().size(), kMostBlocks); ++block) {
            const BlockRecord& record = trace.blocks()[block];
            QStringList texts{ui::inspect::describeBlock(trace, block, {}).why,
                              ui::graph::makePicture(trace, static_cast<int>(block)).caption};
            for (const Warning& warning : warned)
                if (warning.line == record.line && (warning.time == record.begin || warning.time == record.end) &&
                    QString::fromStdString(warning.text).contains(QLatin1String(" is still busy ")))
                    texts << QString::fromStdString(warning.text);
            checkBlock(trace, block, texts);
        }
        for (const Warning& warning : warned)
            if (warning.text.find(" is still busy when the program ends") != std::string::npos) {
                const std::vector<Op> ops = issuedBetween(trace, Nanoseconds::min(), warning.time);
                QVERIFY(std::any_of(ops.begin(), ops.end(), [&](const Op& op) {
                    return op.device == warning.device && op.finished > warning.time;
                }));
            }
        checkVerdict(trace);
        checkIdle(trace);
        if (QTest::currentTestFailed())
            QFAIL(qPrintable(each.name()));
    }
}

/// The sample shows each kind of sentence; otherwise nothing was tested.
void TestSentences::cleanupTestCase()
{
    for (const char* name : {"complete", "early clock", "still busy", "independent parts", "sync-bound"})
        QVERIFY2(m_counts.value(QLatin1String(name)) > 0, name);
}

QTEST_GUILESS_MAIN(TestSentences)
#include "tst_sentences.moc"
