#include "engine/io/atomic_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/trace_file.h"
#include "engine/trace/imported.h"
#include "tests/app/program_runs.h"
#include "tests/engine/io/import_json.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <tuple>

using namespace engine;
using namespace engine::trace;
using frontend::Dialect;

/// Tests that an exported Chrome trace opens as the original run. Without the records of the run, the file opens like a
/// Chrome trace of another program.
class TestChromeExport : public QObject {
    Q_OBJECT

private slots:
    void exportedTraceOpensAsTheOriginalRun_data();
    void exportedTraceOpensAsTheOriginalRun();
    void failedRunCanBeExported();
    void sizeOfTheExportedFileIsLimited();

private:
    static TracePtr opened(const std::string& json)
    {
        Store store;
        const auto report = tests::importJson(json, "export", store);
        return report ? store.snapshot() : nullptr;
    }
    [[nodiscard]] std::string bytesOf(const Trace& trace) const
    {
        const std::filesystem::path file = m_folder.filePath("a.overlap").toStdString();
        return io::saveTrace(trace, file) ? *io::readFile(file) : std::string();
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
    QTemporaryDir m_folder;
};

namespace {

using Slice = std::tuple<std::string, std::int64_t, std::int64_t>;  ///< name, begin, end

/// Returns the sorted slices of the lanes; `withProgram`: also the slices that an export writes into the process
/// "Program".
std::vector<Slice> slicesOf(const Trace& trace, bool withProgram)
{
    std::vector<Slice> slices;
    const auto add = [&](std::string_view name, Nanoseconds begin, Nanoseconds end) {
        slices.emplace_back(name, begin.count(), end.count());
    };
    for (const LaneRecord& lane : trace.lanes())
        for (const Span& span : trace.spans(lane.id)) {
            if (!span.op.isValid()) {
                const HostRecord& host = trace.programPart().hosts[span.extra];
                add(trace.text(host.name), host.begin, host.end);
                continue;
            }
            const Op& op = trace.op(span.op);
            const std::string_view label = trace.text(op.label);
            add(label.empty() ? trace.text(op.name) : label, op.started, op.finished);
        }
    if (withProgram) {
        for (const BlockRecord& block : trace.blocks())
            add(block.label, block.begin, block.end);
        for (const LineRecord& line : trace.programPart().lines)
            add("line " + std::to_string(line.line), line.begin, line.end);
        for (std::size_t i = 0; i < trace.opCount(); ++i)
            add(trace.text(trace.op(OpId{i}).name), trace.op(OpId{i}).issueBegin, trace.op(OpId{i}).issued);
        for (const WaitRecord& wait : trace.waits())
            add(trace.text(wait.call), wait.begin, wait.end);
        for (const StepRecord& step : trace.programPart().steps)
            add((step.kind == StepKind::Epoch ? "epoch " : "batch ") + std::to_string(step.index), step.begin,
                step.end);
    }
    std::sort(slices.begin(), slices.end());
    return slices;
}

/// Returns the start of the first slice, which becomes time 0 of an imported run.
std::int64_t originOf(const std::vector<Slice>& slices)
{
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (const Slice& slice : slices)
        first = std::min(first, std::get<1>(slice));
    return first;
}

}  // namespace

void TestChromeExport::exportedTraceOpensAsTheOriginalRun_data()
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

void TestChromeExport::exportedTraceOpensAsTheOriginalRun()
{
    QFETCH(QString, program);
    QFETCH(int, dialect);
    QFETCH(bool, isTraining);
    using Parameters = std::map<std::string, std::string>;
    const TracePtr before = run(program.toStdString(), static_cast<Dialect>(dialect),
                                isTraining ? Parameters{{"epochs", "1"}, {"images", "2048"}} : Parameters{});

    const std::string json = io::chromeTrace(*before);
    const TracePtr restored = opened(json);
    const TracePtr after = opened(tests::withoutRecords(json));

    QVERIFY(restored);
    QCOMPARE(bytesOf(*restored), bytesOf(*before));
    QVERIFY(after);
    QVERIFY(isImported(after->run()));
    QCOMPARE(after->opCount(), before->opCount());
    QCOMPARE(after->waits().size(), before->waits().size());
    QCOMPARE(after->run().title, before->run().title);
    QCOMPARE(after->run().platform, PlatformKind::Virtual);
    QCOMPARE(after->dropped(), std::uint64_t{0});
    std::vector<Slice> expected = slicesOf(*before, true);
    const std::int64_t origin = originOf(expected);
    for (Slice& slice : expected) {
        std::get<1>(slice) -= origin;
        std::get<2>(slice) -= origin;
    }
    const std::vector<Slice> found = slicesOf(*after, false);
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        QVERIFY2(found[i] == expected[i], std::get<0>(expected[i]).c_str());
    QVERIFY(!after->edges().empty());
    for (const LaneRecord& lane : before->lanes()) {
        if (before->spans(lane.id).empty() || !lane.device.isValid())
            continue;
        const std::string& name = before->devices()[lane.device.index].name;
        QVERIFY2(std::any_of(after->devices().begin(), after->devices().end(),
                             [&](const DeviceRecord& other) { return other.name == name; }),
                 name.c_str());
    }
}

/// Exports a run that ends with an error, because an allocation is refused.
void TestChromeExport::failedRunCanBeExported()
{
    const TracePtr before = run("13.3.2-small", Dialect::MXNet);
    QVERIFY(before->error());

    const std::string json = io::chromeTrace(*before);

    QVERIFY(json.find("\"cat\":\"error\"") != std::string::npos);
    QVERIFY(json.find("\"state\":\"skipped\"") != std::string::npos ||
            json.find("\"state\":\"cancelled\"") != std::string::npos ||
            json.find("\"state\":\"failed\"") != std::string::npos);
    QVERIFY(opened(json));
}

void TestChromeExport::sizeOfTheExportedFileIsLimited()
{
    const TracePtr trace = run("13.3.1", Dialect::Torch);
    const double operations = static_cast<double>(trace->opCount());

    const std::string json = io::chromeTrace(*trace);

    const std::size_t events = tests::withoutRecords(json).size();
    QVERIFY2(static_cast<double>(events) < 1200 * operations,
             qPrintable(QString("%1 bytes for %2 operations").arg(events).arg(operations)));
    QVERIFY2(10 * (json.size() - events) < events,
             qPrintable(QString("%1 bytes of records, %2 of events").arg(json.size() - events).arg(events)));
}

QTEST_GUILESS_MAIN(TestChromeExport)
#include "tst_chrome_export.moc"
