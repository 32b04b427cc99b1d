#include "engine/analysis/issued.h"
#include "engine/listing/text_facts.h"
#include "tests/app/program_runs.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <limits>

using engine::frontend::Dialect;

/// Tests that the built-in programs give the times that the book prints.
class TestPrograms : public QObject {
    Q_OBJECT

private slots:
    void timesOfTheProgramsMatchTheBook_data();
    void timesOfTheProgramsMatchTheBook();
    void copyTimesMatchTheExpectedTimeOfEachHostMemoryType_data();
    void copyTimesMatchTheExpectedTimeOfEachHostMemoryType();
    void onlyMxnetStartsCopiesDuringTheMatrixProducts();
    void synchronizeParameterMakesTheLastWaitCoverAllDevices();
    void smallGpuRefusesTheFortyFifthMatrixProduct();
    void operationsBeforeAnOutOfMemoryErrorAreCounted_data();
    void operationsBeforeAnOutOfMemoryErrorAreCounted();
    void everyProgramRunsInItsDialects();
    void programsThatUseGpusRaiseOnAMachineWithoutGpus();
    void everyProgramGivesTheSameTraceAsAFileWithItsListing_data();
    void everyProgramGivesTheSameTraceAsAFileWithItsListing();

private:
    ProgramRuns m_runs;
};

void TestPrograms::timesOfTheProgramsMatchTheBook_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<bool>("isTorch");
    QTest::addColumn<QString>("label");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");

    const auto row = [](const char* program, bool isTorch, const char* label, double low, double high, double within) {
        QTest::addRow("%s %s %s", program, isTorch ? "torch" : "mxnet", label)
            << program << isTorch << label << low * (1 - within) << high * (1 + within);
    };
    const double close = 0.015;
    row("13.3.1", true, "GPU1 time", 0.4967, 0.4967, close);
    row("13.3.1", true, "GPU2 time", 0.5151, 0.5151, close);
    row("13.3.1", true, "GPU1 & GPU2", 0.4967, 0.5000, close);
    row("13.3.1", false, "GPU1 time", 0.5233, 0.5233, close);
    row("13.3.1", false, "GPU2 time", 0.5158, 0.5158, close);
    row("13.3.1", false, "GPU1 & GPU2", 0.5233, 0.5233, close);
    row("13.3.2", true, "Run on GPU1", 0.4968, 0.5019, close);
    row("13.3.2", true, "Copy to CPU", 2.7168, 2.7168, close);
    row("13.3.2", true, "Run on GPU1 and copy to CPU", 2.4682, 2.4682, close);
    row("13.3.2", false, "Run on GPU1", 0.5796, 0.5796, close);
    row("13.3.2", false, "Copy to CPU", 3.0989, 3.0989, close);
    row("13.3.2", false, "Run on GPU1 and copy to CPU", 3.3488, 3.3488, close);
    row("13.2.1-queue", false, "Workloads are queued.", 0.0014, 0.0014, close);
    row("13.2.1-queue", false, "Workloads are finished.", 0.3517, 0.3517, close);
    row("13.2.2", false, "wait_to_read", 0.3558, 0.3558, close);
    row("13.2.2", false, "waitall", 0.6061, 0.6061, close);
    row("13.2.2", false, "asnumpy", 0.3111, 0.3111, close);
    row("13.2.2", false, "asscalar", 0.3302, 0.3302, close);
    row("13.2.3", false, "synchronous", 7.3877, 7.3877, close);
    row("13.2.3", false, "asynchronous", 3.5370, 3.5370, close);
    row("13.3-cpu-gpu", false, "Run on CPU.", 0.3636, 0.3636, 0.02);
    row("13.3-cpu-gpu", false, "Then run on GPU.", 1.2225, 1.2225, 0.02);
    row("13.3-cpu-gpu", false, "Run on both CPU and GPU in parallel.", 1.2264, 1.2264, 0.02);
    row("13.3-cpu-gpu", true, "Run on CPU.", 0.3636, 0.3636, 0.02);
    row("13.3-cpu-gpu", true, "Then run on GPU.", 1.2225, 1.2225, 0.02);
    row("13.3-cpu-gpu", true, "Run on both CPU and GPU in parallel.", 1.2264, 1.2264, 0.02);
    row("13.7.2", true, "one GPU adds", 0.060, 0.060, close);
    row("13.7.2", true, "the CPU adds", 0.080, 0.080, close);
    row("13.7.2", true, "each GPU adds its part", 0.015, 0.015, close);
    row("13.7.2", true, "in a ring", 0.015, 0.015, close);
    row("13.3-copy", false, "Run on GPU.", 1.2238, 1.2238, 0.02);
    row("13.3-copy", false, "Then copy to CPU.", 0.5154, 0.5154, 0.02);
    row("13.3-copy", false, "Run and copy in parallel.", 1.2741, 1.2741, 0.02);
    row("13.3-e3", false, "one after the other", 2.10, 2.10, 0.02);  // expected: the sum of the CPU, GPU and copy times
    row("13.3-e3", false, "all at once", 1.275, 1.275, 0.02);        // expected: the GPU time plus the rest of the copy
}

void TestPrograms::timesOfTheProgramsMatchTheBook()
{
    QFETCH(QString, program);
    QFETCH(bool, isTorch);
    QFETCH(QString, label);
    QFETCH(double, low);
    QFETCH(double, high);

    const auto trace = m_runs.trace(m_runs.request(program.toStdString(), isTorch ? Dialect::Torch : Dialect::MXNet));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const auto seconds = benchmarks(*trace);
    const auto found = seconds.find(label.toStdString());
    QVERIFY(found != seconds.end());
    QVERIFY2(low <= found->second && found->second <= high, qPrintable(QString::number(found->second)));
}

void TestPrograms::copyTimesMatchTheExpectedTimeOfEachHostMemoryType_data()
{
    QTest::addColumn<QString>("hostMemory");
    QTest::addColumn<QString>("copies");
    QTest::addColumn<double>("seconds");

    const auto row = [](const char* memory, const char* copies, double seconds) {
        QTest::addRow("%s memory, copies = %s", memory, copies) << memory << copies << seconds;
    };
    row("pageable", "framework", 3.214);
    row("pageable-warm", "framework", 1.031);
    row("pinned-cold", "framework", 2.178);
    row("pinned", "framework", 0.764);
    row("pageable", "own", 2.727);
    row("pageable-warm", "own", 0.544);
    row("pinned-cold", "own", 2.178);
    row("pinned", "own", 0.502);
}

void TestPrograms::copyTimesMatchTheExpectedTimeOfEachHostMemoryType()
{
    QFETCH(QString, hostMemory);
    QFETCH(QString, copies);
    QFETCH(double, seconds);
    auto request = m_runs.request("13.3.2-what-if", Dialect::Torch);
    request.parameters = {{"hostMemory", hostMemory.toStdString()}, {"copies", copies.toStdString()}};

    const double measured = benchmarks(*m_runs.trace(request)).at("Run and copy");

    QVERIFY2(std::abs(measured / seconds - 1) < 0.015, qPrintable(QString::number(measured)));
}

/// The time at which the last product of the block ended, and the time at which its first copy to the host started.
std::pair<double, double> productsAndCopies(const engine::trace::Trace& trace, const engine::trace::BlockRecord& block)
{
    double lastProduct = 0;
    double firstCopy = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const engine::trace::Op& op = trace.op(engine::OpId{i});
        if (op.issued < block.begin || op.issued > block.end)
            continue;
        if (op.kind == engine::trace::Kind::CopyOut)
            firstCopy = std::min(firstCopy, engine::toSeconds(op.started));
        else
            lastProduct = std::max(lastProduct, engine::toSeconds(op.finished));
    }
    return {lastProduct, firstCopy};
}

// PyTorch copies on the current stream, so its copies start after all products. MXNet has separate streams for copies.
void TestPrograms::onlyMxnetStartsCopiesDuringTheMatrixProducts()
{
    const auto torch = m_runs.trace(m_runs.request("13.3.2", Dialect::Torch));
    const auto [torchProducts, torchCopy] = productsAndCopies(*torch, torch->blocks().back());
    QVERIFY(torchCopy >= torchProducts);

    const auto mxnet = m_runs.trace(m_runs.request("13.3.2", Dialect::MXNet));
    const auto [mxnetProducts, mxnetCopy] = productsAndCopies(*mxnet, mxnet->blocks().back());
    QVERIFY(mxnetCopy < mxnetProducts);
}

void TestPrograms::synchronizeParameterMakesTheLastWaitCoverAllDevices()
{
    auto request = m_runs.request("13.3.1", Dialect::Torch);
    request.parameters["synchronize"] = "all";

    const double both = benchmarks(*m_runs.trace(request)).at("GPU1 & GPU2");

    QVERIFY2(std::abs(both / 0.5157 - 1) < 0.015, qPrintable(QString::number(both)));
}

void TestPrograms::smallGpuRefusesTheFortyFifthMatrixProduct()
{
    const auto outcome = m_runs.run(m_runs.request("13.3.2-small", Dialect::Torch));

    QVERIFY(outcome && outcome->raised);
    const auto& trace = *outcome->trace;
    QCOMPARE(trace.error()->line, 15);
    QCOMPARE(trace.error()->type, std::string("OutOfMemoryError"));
    QVERIFY(QString::fromStdString(trace.error()->message)
                .startsWith("CUDA out of memory. Tried to allocate 62.00 MiB (GPU 0; 3.82 GiB total capacity; 2.72 GiB "
                            "already allocated; 69.12 MiB free; 2.72 GiB reserved in total by PyTorch)"));
    std::size_t products = 0;
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        products += trace.text(trace.op(engine::OpId{i}).name) == "mm" &&
                            trace.op(engine::OpId{i}).state != engine::trace::OpState::Failed
                        ? 1U
                        : 0U;
    QCOMPARE(products, std::size_t{44});
    QCOMPARE(trace.blocks().size(), std::size_t{1});
    QVERIFY(trace.blocks().front().isFailed);
    QVERIFY(QString::fromStdString(printed(trace, engine::trace::OutputStream::Standard))
                .startsWith("Run on GPU1: 0.3"));  // the book's Benchmark prints the time even after an error
}

/// PyTorch refuses an allocation when it issues the operation. MXNet issues all operations, and those without memory
/// fail when they run.
void TestPrograms::operationsBeforeAnOutOfMemoryErrorAreCounted_data()
{
    QTest::addColumn<bool>("isTorch");
    QTest::addColumn<int>("issued");
    QTest::addColumn<int>("computed");
    QTest::addColumn<int>("failed");

    QTest::newRow("PyTorch") << true << 44 << 1 << 0;
    QTest::newRow("MXNet") << false << 50 << 44 << 6;
}

void TestPrograms::operationsBeforeAnOutOfMemoryErrorAreCounted()
{
    QFETCH(bool, isTorch);
    QFETCH(int, issued);
    QFETCH(int, computed);
    QFETCH(int, failed);

    const auto outcome = m_runs.run(m_runs.request("13.3.2-small", isTorch ? Dialect::Torch : Dialect::MXNet));

    QVERIFY(outcome && outcome->raised);
    const auto progress = engine::analysis::progressAtError(*outcome->trace);
    QCOMPARE(static_cast<int>(progress.issued), issued);
    QCOMPARE(static_cast<int>(progress.done), computed);
    QCOMPARE(static_cast<int>(progress.failed), failed);
}

/// gpusAddressed() finds exactly the programs that raise on a machine without GPUs. The window uses it to warn before
/// the first run.
void TestPrograms::programsThatUseGpusRaiseOnAMachineWithoutGpus()
{
    for (const auto& program : m_runs.runner().programs())
        for (const auto& [dialect, source] : program.sources) {
            auto request = m_runs.request(program.id, dialect);
            request.machine = "laptop-2019";
            request.values = engine::trace::ValueMode::TimingOnly;
            for (const auto& parameter : program.parameters)
                if (parameter.name == "epochs")
                    request.parameters[parameter.name] = "1";

            const auto outcome = m_runs.run(request);

            QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
            QVERIFY2(outcome->raised == (engine::listing::gpusAddressed(source, request.off) > 0),
                     (program.id + (dialect == Dialect::Torch ? " torch" : " mxnet")).c_str());
        }
}

void TestPrograms::everyProgramRunsInItsDialects()
{
    for (const auto& program : m_runs.runner().programs())
        for (const auto& [dialect, source] : program.sources) {
            const auto request = m_runs.request(program.id, dialect);
            const auto outcome = m_runs.run(request);

            QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
            const bool isSmall = program.id == "13.3.2-small";
            QVERIFY2(outcome->raised == isSmall, program.id.c_str());
            QVERIFY2(isSmall || outcome->trace->opCount() > 0, program.id.c_str());
            const auto seconds = benchmarks(*outcome->trace);
            if (program.bookResults.contains(dialect))
                for (const auto& [label, value] : program.bookResults.at(dialect))
                    QVERIFY2(seconds.contains(label), (program.id + ": " + label).c_str());
            const auto points = m_runs.runner().syncPoints(source, dialect);
            QVERIFY(points);
            const auto hasPoint = [&](int line) {
                return std::any_of(points->begin(), points->end(), [&](const auto& p) { return p.line == line; });
            };
            if (program.suggestions.contains(dialect))
                for (const auto& suggestion : program.suggestions.at(dialect)) {
                    QVERIFY2(!suggestion.flipLine || hasPoint(*suggestion.flipLine), program.id.c_str());
                    QVERIFY2(suggestion.set.size() + (suggestion.flipLine ? 1 : 0) == 1,
                             (program.id + ": " + suggestion.title + " must change one thing").c_str());
                    // A block that a suggestion names must exist. If the text contains "block reads" but the suggestion
                    // names no block, the program must have a single block, or the text must contain "last".
                    const bool isOfLast = suggestion.text.find(" last ") != std::string::npos;
                    const bool isOfABlock = suggestion.text.find("block reads") != std::string::npos;
                    const bool isNamed = seconds.contains(suggestion.block) || (isSmall && !suggestion.block.empty());
                    QVERIFY2(suggestion.block.empty() ? isOfLast || !isOfABlock || seconds.size() < 2 : isNamed,
                             (program.id + ": " + suggestion.text).c_str());
                }
        }
}

namespace {

/// Lists the operations, waits, blocks and outputs of a run, without names.
QStringList eventsOf(const engine::trace::Trace& trace)
{
    QStringList events;
    const auto add = [&](const char* what, std::initializer_list<std::int64_t> values) {
        QStringList texts{QLatin1String(what)};
        for (const std::int64_t value : values)
            texts << QString::number(value);
        events << texts.join(QLatin1Char(' '));
    };
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const engine::trace::Op op = trace.op(engine::OpId{i});
        add("operation", {op.line, op.issueBegin.count(), op.issued.count(), op.ready.count(), op.started.count(),
                          op.finished.count(), static_cast<std::int64_t>(op.lane.index), op.bytes.value});
    }
    for (const auto& wait : trace.waits())
        add("wait", {wait.line, wait.begin.count(), wait.end.count()});
    for (const auto& block : trace.blocks())
        add("block", {block.line, block.begin.count(), block.end.count()});
    for (const auto& output : trace.programPart().outputs)
        events << QString::fromStdString(output.text);
    return events;
}

}  // namespace

void TestPrograms::everyProgramGivesTheSameTraceAsAFileWithItsListing_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<bool>("isTorch");
    for (const auto& program : m_runs.runner().programs())
        for (const auto& [dialect, source] : program.sources)
            QTest::addRow("%s %s", program.id.c_str(), dialect == Dialect::Torch ? "torch" : "mxnet")
                << QString::fromStdString(program.id) << (dialect == Dialect::Torch);
}

/// A file with a copy of a built-in program's listing gives the same trace as the program. The run of the file uses the
/// machine and the ValueMode of the program's header.
void TestPrograms::everyProgramGivesTheSameTraceAsAFileWithItsListing()
{
    QFETCH(QString, program);
    QFETCH(bool, isTorch);
    auto request = m_runs.request(program.toStdString(), isTorch ? Dialect::Torch : Dialect::MXNet);
    QTemporaryDir folder;
    const std::string path = folder.filePath("cell.py").toStdString();
    QVERIFY(std::ofstream(path) << request.source);
    auto ofFile = m_runs.request(path, request.dialect);
    ofFile.dialect = request.dialect;  // the dialect of a listing without imports cannot be detected
    ofFile.machine = request.machine;
    ofFile.values = request.values = request.program.values;
    request.parameters["images"] = ofFile.parameters["images"] = "1536";

    const QStringList built = eventsOf(*m_runs.trace(request)), copied = eventsOf(*m_runs.trace(ofFile));

    for (qsizetype i = 0; i < std::min(built.size(), copied.size()); ++i)
        QCOMPARE(copied[i], built[i]);
    QCOMPARE(copied.size(), built.size());
}

QTEST_GUILESS_MAIN(TestPrograms)
#include "tst_programs.moc"
