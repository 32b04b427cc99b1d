#include "engine/analysis/critical_path.h"
#include "engine/analysis/explain.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/occupancy.h"
#include "engine/analysis/summary.h"
#include "engine/io/chrome_trace.h"
#include "tests/app/program_runs.h"
#include "tests/engine/io/import_json.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace engine;
using namespace engine::trace;
using frontend::Dialect;

/// A run written as a Chrome trace and read again says the same as the run: nothing is guessed from times.
class TestChromeAgain : public QObject {
    Q_OBJECT

private slots:
    void everyFigureComesBack_data();
    void everyFigureComesBack();
    void operationsThatNeverRanComeBack();
    void theFileGrowsModerately();
    void whatSomebodyTookOutLeavesNoGaps();

private:
    static TracePtr again(const std::string& json)
    {
        Store store;
        const auto report = tests::importJson(json, "again", store);
        return report ? store.snapshot() : nullptr;
    }
    [[nodiscard]] TracePtr run(const std::string& program, Dialect dialect,
                               const std::map<std::string, std::string>& parameters = {})
    {
        frontend::RunRequest request = m_runs.request(program, dialect);
        request.parameters = parameters;
        request.values = ValueMode::TimingOnly;
        return m_runs.trace(request);
    }

    ProgramRuns m_runs;
};

namespace {

bool isSame(const Trace& a, NameId left, const Trace& b, NameId right)
{
    return a.text(left) == b.text(right);
}

bool isSame(const Cause& a, const Cause& b)
{
    return a.kind == b.kind && a.op == b.op;
}

void compareOps(const Trace& a, const Trace& b)
{
    QCOMPARE(b.opCount(), a.opCount());
    for (std::size_t i = 0; i < a.opCount(); ++i) {
        const Op& x = a.op(OpId{i});
        const Op& y = b.op(OpId{i});
        const bool areTexts = isSame(a, x.name, b, y.name) && isSame(a, x.label, b, y.label) &&
                              isSame(a, x.text, b, y.text) && isSame(a, x.phase, b, y.phase);
        const bool isWork = x.kind == y.kind && x.state == y.state && x.hostMemory == y.hostMemory &&
                            x.device == y.device && x.lane == y.lane && x.line == y.line && x.flops == y.flops &&
                            x.bytes == y.bytes && x.outputBytes == y.outputBytes;
        const bool areTimes = x.issueBegin == y.issueBegin && x.issued == y.issued && x.ready == y.ready &&
                              x.started == y.started && x.finished == y.finished;
        const bool areCauses =
            isSame(x.readyCause, y.readyCause) && isSame(x.startCause, y.startCause) && x.culprit == y.culprit;
        QVERIFY2(areTexts && isWork && areTimes && areCauses,
                 qPrintable(QString("operation %1: texts %2, work %3, times %4, causes %5")
                                .arg(i)
                                .arg(areTexts)
                                .arg(isWork)
                                .arg(areTimes)
                                .arg(areCauses)));
        const std::vector<Edge> before = a.edgesInto(OpId{i});
        const std::vector<Edge> after = b.edgesInto(OpId{i});
        QCOMPARE(after.size(), before.size());
        for (std::size_t e = 0; e < before.size(); ++e)
            QVERIFY(after[e].from == before[e].from && after[e].kind == before[e].kind);
    }
}

void compareProgram(const Trace& a, const Trace& b)
{
    QCOMPARE(b.waits().size(), a.waits().size());
    for (std::size_t i = 0; i < a.waits().size(); ++i) {
        const WaitRecord& x = a.waits()[i];
        const WaitRecord& y = b.waits()[i];
        QVERIFY(x.target == y.target && x.device == y.device && x.op == y.op && x.releasedBy == y.releasedBy &&
                x.begin == y.begin && x.end == y.end && x.line == y.line && isSame(a, x.call, b, y.call));
    }
    QCOMPARE(b.hosts().size(), a.hosts().size());
    QCOMPARE(b.lines().size(), a.lines().size());
    QCOMPARE(b.blocks().size(), a.blocks().size());
    QCOMPARE(b.steps().size(), a.steps().size());
    QCOMPARE(b.outputs().size(), a.outputs().size());
    QCOMPARE(b.notes().size(), a.notes().size());
    const auto isNumber = [](const MetricRecord& metric) { return std::isfinite(metric.value); };  // JSON has no other
    QCOMPARE(static_cast<std::ptrdiff_t>(b.metrics().size()),
             std::count_if(a.metrics().begin(), a.metrics().end(), isNumber));
    QCOMPARE(b.run().source, a.run().source);
    QCOMPARE(b.run().values, a.run().values);
    for (const DeviceRecord& device : a.devices()) {
        QCOMPARE(b.memory(device.id).size(), a.memory(device.id).size());
        for (std::size_t i = 0; i < a.memory(device.id).size(); ++i) {
            const MemoryRecord& x = a.memory(device.id)[i];
            const MemoryRecord& y = b.memory(device.id)[i];
            QVERIFY(x.act == y.act && x.bytes == y.bytes && x.variable == y.variable && x.op == y.op &&
                    x.allocated == y.allocated && x.held == y.held && x.reserved == y.reserved);
        }
    }
}

void compareAnalysis(const Trace& a, const Trace& b)
{
    const auto summary = [](const Trace& trace) {
        QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(analysis::summaryJson(trace))).object();
        all.remove("metrics");  // some are no number
        return all;
    };
    QVERIFY(!summary(a).isEmpty());
    const QStringList members = summary(a).keys();
    for (const QString& member : members)
        QVERIFY2(summary(b)[member] == summary(a)[member], qPrintable(member));
    const analysis::Scope whole = analysis::wholeRun(a);
    QCOMPARE(analysis::verdict(b, whole), analysis::verdict(a, whole));
    const analysis::CriticalPath before = analysis::criticalPath(a, whole);
    const analysis::CriticalPath after = analysis::criticalPath(b, analysis::wholeRun(b));
    QCOMPARE(after.segments.size(), before.segments.size());
    for (std::size_t i = 0; i < before.segments.size(); ++i)
        QVERIFY(after.segments[i].op == before.segments[i].op && after.segments[i].what == before.segments[i].what &&
                after.segments[i].begin == before.segments[i].begin &&
                after.segments[i].released == before.segments[i].released);
    const auto busyBefore = analysis::laneBusy(a, whole);
    const auto busyAfter = analysis::laneBusy(b, whole);
    QCOMPARE(busyAfter.size(), busyBefore.size());
    for (std::size_t i = 0; i < busyBefore.size(); ++i)
        QVERIFY(busyAfter[i].busy == busyBefore[i].busy && busyAfter[i].operations == busyBefore[i].operations);
    for (std::size_t i = 0; i < a.opCount(); i += 7)
        QCOMPARE(analysis::sentence(b, OpId{i}), analysis::sentence(a, OpId{i}));
}

}  // namespace

void TestChromeAgain::everyFigureComesBack_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<int>("dialect");
    QTest::addColumn<bool>("isTraining");
    const auto row = [](const char* program, Dialect dialect, bool isTraining = false) {
        QTest::addRow("%s %s", program, dialect == Dialect::Torch ? "torch" : "mxnet")
            << QString(program) << static_cast<int>(dialect) << isTraining;
    };
    for (const Dialect dialect : {Dialect::Torch, Dialect::MXNet}) {
        row("13.3.1", dialect);
        row("13.3.2", dialect);
    }
    row("13.2.4", Dialect::MXNet);
    row("13.5.6", Dialect::MXNet, true);
}

void TestChromeAgain::everyFigureComesBack()
{
    QFETCH(QString, program);
    QFETCH(int, dialect);
    QFETCH(bool, isTraining);
    using Parameters = std::map<std::string, std::string>;
    const TracePtr before = run(program.toStdString(), static_cast<Dialect>(dialect),
                                isTraining ? Parameters{{"epochs", "1"}, {"images", "2048"}} : Parameters{});

    const TracePtr after = again(io::chromeTrace(*before));

    QVERIFY(after);
    QCOMPARE(after->dropped(), std::uint64_t{0});
    QCOMPARE(after->extent().count(), before->extent().count());
    compareOps(*before, *after);
    if (!QTest::currentTestFailed())
        compareProgram(*before, *after);
    if (!QTest::currentTestFailed())
        compareAnalysis(*before, *after);
}

/// After a refusal of memory the rest is not carried out.
void TestChromeAgain::operationsThatNeverRanComeBack()
{
    const TracePtr before = run("13.3.2-small", Dialect::MXNet);

    const TracePtr after = again(io::chromeTrace(*before));

    QVERIFY(after);
    compareOps(*before, *after);
    QCOMPARE(after->error().has_value(), before->error().has_value());
    if (before->error())
        QCOMPARE(after->error()->message, before->error()->message);
}

void TestChromeAgain::theFileGrowsModerately()
{
    const TracePtr trace = run("13.3.1", Dialect::Torch);
    const double operations = static_cast<double>(trace->opCount());

    const std::string json = io::chromeTrace(*trace);

    QVERIFY2(static_cast<double>(json.size()) < 1400 * operations,
             qPrintable(QString("%1 bytes for %2 operations").arg(json.size()).arg(operations)));
}

/// Events that were cut out of the file by hand: what is left is dense, and nothing refers to what is gone.
void TestChromeAgain::whatSomebodyTookOutLeavesNoGaps()
{
    const TracePtr before = run("13.3.1", Dialect::Torch);
    const std::string json = io::chromeTrace(*before);
    std::string less;
    std::size_t gone = 0;
    for (std::size_t at = 0; at < json.size();) {
        const std::size_t end = std::min(json.find('\n', at), json.size() - 1) + 1;
        const std::string line = json.substr(at, end - at);
        const bool isOfTenth =
            line.find("\"op\":1,") != std::string::npos || line.find("\"op\":1}") != std::string::npos;
        if (isOfTenth)
            ++gone;
        else
            less += line;
        at = end;
    }
    QVERIFY(gone >= 2);

    const TracePtr after = again(less);

    QVERIFY(after);
    QCOMPARE(after->opCount(), before->opCount() - 1);
    for (std::size_t i = 0; i < after->opCount(); ++i) {
        const Op& op = after->op(OpId{i});
        QVERIFY(!op.readyCause.op.isValid() || after->has(op.readyCause.op));
        QVERIFY(!op.startCause.op.isValid() || after->has(op.startCause.op));
    }
    QVERIFY(isSame(*after, after->op(OpId{1}).label, *before, before->op(OpId{2}).label));
}

QTEST_GUILESS_MAIN(TestChromeAgain)
#include "tst_chrome_again.moc"
