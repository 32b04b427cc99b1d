#include "engine/analysis/pipeline.h"
#include "engine/analysis/training.h"
#include "tests/app/program_runs.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace engine;
using frontend::Dialect;

namespace {

/// The rest of the last line that starts with `label`.
QString lineOf(const trace::Trace& trace, const QString& label)
{
    QString found;
    for (const QString& line : QString::fromStdString(printed(trace, trace::OutputStream::Standard)).split('\n'))
        if (line.startsWith(label))
            found = line.mid(label.size());
    return found;
}

std::size_t opsOf(const trace::Trace& trace, const trace::BlockRecord& block)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const trace::Op& op = trace.op(OpId{i});
        count += op.issueBegin >= block.begin && op.issued <= block.end ? 1U : 0U;
    }
    return count;
}

}  // namespace

/// Tests the built-in programs about compiled graphs, memory and training, with their default parameters.
class TestTraining : public QObject {
    Q_OBJECT

private slots:
    void timesOfTrainingProgramsMatchTheBook_data();
    void timesOfTrainingProgramsMatchTheBook();
    void hybridizedCallIssuesOneOperationInsteadOfFive();
    void batchesAccumulateWithoutWaits();
    void trainingsThatWaitOncePerEpochAreComparedByEpoch();
    void epochsParameterLimitsAProgramThatDoesNotDeclareIt();
    void pipelineCaseExistsOnlyForALoopThatWaitsInEachRound_data();
    void pipelineCaseExistsOnlyForALoopThatWaitsInEachRound();
    void allReduceTimesMatchTheFormulas_data();
    void allReduceTimesMatchTheFormulas();
    void allReduceMethodsGiveTheSameSums();
    void twoLayerGraphMatchesTheBooksFigure();
    void programIsSlowerIfItWaitsForTheBackwardPass();
    void allreduceSumsGradientsOnAllGpus_data();
    void allreduceSumsGradientsOnAllGpus();
    void batchIsSplitByRows();
    void batchThatDoesNotSplitEvenlyIsRefused();
    void eagerAndCompiledCodeComputeTheSameSum();
    void printsInForwardAreNotExecutedByACompiledNet();
    void parallelOperationsGiveTheResultsOfSerialRuns();

private:
    trace::TracePtr finished(const frontend::RunRequest& request);

    ProgramRuns m_runs;
};

trace::TracePtr TestTraining::finished(const frontend::RunRequest& request)
{
    trace::TracePtr trace = m_runs.trace(request);
    if (trace->error())
        qWarning("%s", trace->error()->traceback.c_str());
    return trace;
}

void TestTraining::timesOfTrainingProgramsMatchTheBook_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("block");
    QTest::addColumn<double>("seconds");
    QTest::addColumn<double>("percent");

    const auto row = [](const char* program, const char* block, double seconds) {
        QTest::addRow("%s, %s", program, block) << program << "" << block << seconds << 4.0;
    };
    row("13.1.3", "before hybridizing", 0.4943);
    row("13.1.3", "after hybridizing", 0.2053);
    row("13.2.4", "each batch waited for", 26.868);
    row("13.2.4", "batches issued", 0.1667);
    row("13.5.6", "1 GPU, epoch 1", 1.5);
    row("13.5.6", "1 GPU, epoch 2", 1.4);
    row("13.5.6", "2 GPU, epoch 1", 2.6);
    row("13.5.6", "2 GPU, epoch 2", 2.5);
    row("13.6.4", "1 GPU, epoch 1", 14.0);
    row("13.6.4", "1 GPU, epoch 2", 13.0);
    row("13.6.4", "2 GPU, epoch 1", 7.3);
    row("13.6.4", "2 GPU, epoch 2", 6.7);
    const auto onM60 = [](const char* program, const char* block, double seconds) {
        QTest::addRow("%s on 2x Tesla M60, %s", program, block) << program << "m60-2019" << block << seconds << 3.0;
    };
    onM60("13.1.3", "before hybridizing", 0.3017);
    onM60("13.1.3", "after hybridizing", 0.2624);
    onM60("13.2.1-queue", "Workloads are finished.", 0.1262);
    onM60("13.2.3", "synchronous", 0.4351);
    onM60("13.2.3", "asynchronous", 0.2037);
    onM60("13.2.4", "each batch waited for", 3.822);
    onM60("13.2.4", "batches issued", 0.155);
    onM60("13.3-cpu-gpu", "Run on CPU.", 0.3636);
    onM60("13.3-cpu-gpu", "Then run on GPU.", 1.2225);
    onM60("13.3-cpu-gpu", "Run on both CPU and GPU in parallel.", 1.2264);
    onM60("13.3-copy", "Run on GPU.", 1.2238);
    onM60("13.3-copy", "Then copy to CPU.", 0.5154);
    onM60("13.3-copy", "Run and copy in parallel.", 1.2741);
    onM60("13.5.6", "1 GPU, epoch 2", 2.3);
    onM60("13.6.4", "1 GPU, epoch 2", 60.2);
    onM60("13.6.4", "2 GPU, epoch 2", 30.7);
}

/// The book prints epoch times with one decimal, such as 2.6, 2.6, 2.4 and 2.5 s. The last decimal, 0.1 s, is
/// 4 % of 2.5 s, so the rows without a machine have a tolerance of 4 %; they run on the machine of the program's
/// header.
void TestTraining::timesOfTrainingProgramsMatchTheBook()
{
    QFETCH(QString, program);
    QFETCH(QString, machine);
    QFETCH(QString, block);
    QFETCH(double, seconds);
    QFETCH(double, percent);
    static std::map<std::pair<QString, QString>, std::map<std::string, double>> measured;
    if (!measured.contains({program, machine})) {
        auto request = m_runs.request(program.toStdString(), Dialect::MXNet);
        if (!machine.isEmpty())
            request.machine = machine.toStdString();
        if (program == "13.5.6" || program == "13.6.4")
            request.parameters["epochs"] = "2";
        const auto trace = finished(request);
        QVERIFY(!trace->error());
        measured[{program, machine}] = benchmarks(*trace);
    }

    const auto& times = measured[{program, machine}];
    QVERIFY(times.contains(block.toStdString()));
    const double found = times.at(block.toStdString());

    QVERIFY2(std::abs(found / seconds - 1) <= percent / 100, qPrintable(QString("%1 s").arg(found)));
}

void TestTraining::hybridizedCallIssuesOneOperationInsteadOfFive()
{
    auto request = m_runs.request("13.1.3", Dialect::MXNet);
    request.parameters["calls"] = "10";

    const auto trace = finished(request);

    QVERIFY(!trace->error());
    QCOMPARE(opsOf(*trace, trace->blocks()[0]), std::size_t{50});
    QCOMPARE(opsOf(*trace, trace->blocks()[1]), std::size_t{10});
}

namespace {

/// The largest number of live tensors that were allocated by operations of this name within the timed block.
int mostAlive(const trace::Trace& trace, const trace::BlockRecord& block, const char* operation)
{
    std::set<std::size_t> alive;
    std::size_t most = 0;
    for (const trace::MemoryRecord& record : trace.memory(DeviceId{0})) {
        const trace::Op& op = trace.op(record.op);
        const bool isMade = record.act == trace::MemoryAct::Allocate && trace.has(record.op) &&
                            trace.text(op.name) == operation && op.issueBegin >= block.begin &&
                            op.issueBegin <= block.end;
        if (isMade)
            alive.insert(record.variable.index);
        else if (record.act == trace::MemoryAct::Free)
            alive.erase(record.variable.index);
        most = std::max(most, alive.size());
    }
    return static_cast<int>(most);
}

const trace::BlockRecord& blockOf(const trace::Trace& trace, const std::string& label)
{
    for (const trace::BlockRecord& block : trace.blocks())
        if (block.label == label)
            return block;
    qFatal("no block %s", label.c_str());
}

}  // namespace

/// Without waits, most batches are alive at the same time, because one worker runs ready operations in the order of its
/// queue.
void TestTraining::batchesAccumulateWithoutWaits()
{
    const auto trace = finished(m_runs.request("13.2.4", Dialect::MXNet));

    QVERIFY(!trace->error());
    const int synchronous = mostAlive(*trace, blockOf(*trace, "each batch waited for"), "normal");
    const int asynchronous = mostAlive(*trace, blockOf(*trace, "batches issued"), "normal");
    const int oneAhead = mostAlive(*trace, blockOf(*trace, "one batch ahead"), "normal");
    QVERIFY2(synchronous >= 1 && synchronous <= 3, qPrintable(QString::number(synchronous)));
    QVERIFY2(asynchronous >= 90 && asynchronous <= 101, qPrintable(QString::number(asynchronous)));
    QVERIFY2(oneAhead >= 2 && oneAhead <= 4, qPrintable(QString::number(oneAhead)));
}

/// The training of ResNet-18 waits once per epoch. So the time of a batch contains only the issuing, and the GPUs
/// determine the length of the epoch.
void TestTraining::trainingsThatWaitOncePerEpochAreComparedByEpoch()
{
    auto request = m_runs.request("13.6.4", Dialect::MXNet);
    request.parameters = {{"images", "5120"}, {"epochs", "1"}};

    const auto trace = m_runs.trace(request);

    const analysis::Training training = analysis::training(*trace);
    QCOMPARE(training.runs.size(), std::size_t{2});
    const analysis::BatchParts one = analysis::batchParts(*trace, training, 0);
    const analysis::BatchParts two = analysis::batchParts(*trace, training, 1);
    QCOMPARE(one.batches, std::size_t{20});
    const double epoch = toSeconds(training.runs[0].epochs[0].time());
    QVERIFY(std::abs(toSeconds(one.length) * 20 / epoch - 1) < 0.01);
    const analysis::Comparison comparison = analysis::compare(one, two);
    QVERIFY(comparison.speedUp > 1.3);
    QVERIFY(!comparison.isHostBound);
    QCOMPARE(comparison.decisive, analysis::Part::Backward);
}

void TestTraining::epochsParameterLimitsAProgramThatDoesNotDeclareIt()
{
    auto request = ProgramRuns::typed(R"(def train():
    num_epochs = 10
    for i in range(num_epochs):
        print('number', i)
for epoch in range(1, 4):
    print('epoch', epoch)
for other in range(2):
    print('other', other)
train()
)");
    request.parameters = {{"epochs", "1"}};

    const auto trace = m_runs.trace(request);

    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)),
             QStringLiteral("epoch 1\nother 0\nother 1\nnumber 0\n"));
    QVERIFY(std::any_of(trace->notes().begin(), trace->notes().end(), [](const auto& note) {
        return note.text.english() == "Only 1 of the 3 epochs are run, because of the parameter epochs.";
    }));
    // A parameter that the program declares replaces a number in the program, but does not also limit the run.
    auto own = m_runs.request("13.5.6-torch", Dialect::Torch);
    own.parameters = {{"epochs", "2"}, {"images", "1024"}};
    QCOMPARE(analysis::training(*m_runs.trace(own)).runs.front().epochs.size(), std::size_t{2});
}

void TestTraining::pipelineCaseExistsOnlyForALoopThatWaitsInEachRound_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<bool>("hasModel");
    QTest::newRow("wait in the loop") << "13.2.3" << true;
    QTest::newRow("batches") << "13.2.4" << true;
    QTest::newRow("NumPy on the CPU, PyTorch on the GPU") << "13.2.1" << false;
    QTest::newRow("random operations") << "13.3-e5" << false;
    QTest::newRow("copies after all products") << "13.3.2-what-if" << false;
}

void TestTraining::pipelineCaseExistsOnlyForALoopThatWaitsInEachRound()
{
    QFETCH(QString, program);
    QFETCH(bool, hasModel);
    const bool isTorch = program == "13.2.1" || program == "13.3.2-what-if";

    const auto trace = m_runs.trace(m_runs.request(program.toStdString(), isTorch ? Dialect::Torch : Dialect::MXNet));

    QCOMPARE(analysis::pipelineCase(*trace, analysis::training(*trace)).has_value(), hasModel);
    if (program == "13.2.4") {
        const auto live = analysis::liveCounts(*trace, analysis::training(*trace));
        QVERIFY(live.has_value());
        QCOMPARE(QString::fromStdString(live->label), QString("X"));
        QVERIFY2(live->peak >= 90, qPrintable(QString::number(live->peak)));
    }
}

void TestTraining::allReduceTimesMatchTheFormulas_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<QString>("block");
    QTest::addColumn<double>("milliseconds");

    const double bytes = 160e6;
    const double pcie = 16e9;
    const auto row = [](const char* machine, int gpus, const char* block, double seconds) {
        QTest::addRow("%s, %d GPUs, %s", machine, gpus, block) << machine << gpus << block << seconds * 1e3;
    };
    for (const int n : {2, 4, 8}) {
        row("pcie-8", n, "one GPU adds", 2 * (n - 1) * bytes / pcie);
        row("pcie-8", n, "the CPU adds", 2 * n * bytes / pcie);
        row("pcie-8", n, "each GPU adds its part", 2 * (n - 1) * bytes / n / pcie);
        row("pcie-8", n, "in a ring", 2 * (n - 1) * bytes / n / pcie);
    }
    row("nvlink-8", 8, "in a ring", 2.0 * 7 / 8 * bytes / 54e9);
}

/// The virtual machine runs collectives as sequences of copies. Their times differ from the formulas by at most 1 %.
void TestTraining::allReduceTimesMatchTheFormulas()
{
    QFETCH(QString, machine);
    QFETCH(int, gpus);
    QFETCH(QString, block);
    QFETCH(double, milliseconds);
    static std::map<std::pair<QString, int>, std::map<std::string, double>> measured;
    if (!measured.contains({machine, gpus})) {
        auto request = m_runs.request("13.7.2", Dialect::MXNet);
        request.machine = machine.toStdString();
        request.parameters["gpus"] = std::to_string(gpus);
        const auto trace = finished(request);
        QVERIFY(!trace->error());
        measured[{machine, gpus}] = benchmarks(*trace);
    }

    QVERIFY(measured.at({machine, gpus}).contains(block.toStdString()));
    const double found = measured.at({machine, gpus}).at(block.toStdString()) * 1e3;

    QVERIFY2(std::abs(found / milliseconds - 1) <= 0.01, qPrintable(QString("%1 ms").arg(found)));
}

void TestTraining::allReduceMethodsGiveTheSameSums()
{
    auto request = m_runs.request("13.7.2", Dialect::MXNet);
    request.parameters = {{"gpus", "5"}, {"megabytes", "8"}};
    request.values = trace::ValueMode::Computed;

    const auto trace = finished(request);

    QVERIFY(!trace->error());
    for (const char* label : {"one GPU adds", "the CPU adds", "each GPU adds its part", "in a ring"})
        QCOMPARE(lineOf(*trace, QString(label) + " ["), QString("15.0, 15.0, 15.0, 15.0, 15.0]"));
}

namespace {

/// The dependency graph of a loop: one node per statement and iteration, one edge per direct dependency.
class StatementGraph {
public:
    using Node = std::pair<int, int>;  ///< iteration, line

    /// Each iteration of the loop starts at `firstLine`.
    StatementGraph(const trace::Trace& trace, int firstLine, int lastLine)
    {
        std::vector<std::optional<Node>> nodes(trace.opCount());
        int turn = -1;
        int previous = 0;
        for (std::size_t i = 0; i < trace.opCount(); ++i) {
            const int line = trace.op(OpId{i}).line;
            if (line < firstLine || line > lastLine)
                continue;
            turn += line == firstLine && previous != firstLine ? 1 : 0;
            previous = line;
            nodes[i] = Node{turn, line};
            m_needs[*nodes[i]];
        }
        for (const trace::Edge& edge : trace.edges())
            if (const auto from = nodes[edge.from.index], to = nodes[edge.to.index]; from && to && *from != *to)
                m_needs[*to].insert(*from);
    }

    [[nodiscard]] int nodesOf(int turn) const
    {
        return static_cast<int>(std::count_if(m_needs.begin(), m_needs.end(),
                                              [&](const auto& entry) { return entry.first.first == turn; }));
    }

    /// Edges from the nodes of one iteration. Omits edges that are implied by other edges.
    [[nodiscard]] std::vector<std::pair<Node, Node>> edgesFrom(int turn) const
    {
        std::vector<std::pair<Node, Node>> edges;
        for (const auto& [to, needs] : m_needs)
            for (const Node& from : needs)
                if (from.first == turn && !isImplied(from, to))
                    edges.emplace_back(from, to);
        return edges;
    }

private:
    [[nodiscard]] bool isImplied(const Node& from, const Node& to) const
    {
        const std::set<Node>& needs = m_needs.at(to);
        return std::any_of(needs.begin(), needs.end(),
                           [&](const Node& between) { return between != from && reaches(from, between); });
    }

    [[nodiscard]] bool reaches(const Node& from, const Node& to) const
    {
        std::set<Node> seen{to};
        std::vector<Node> open{to};
        while (!open.empty()) {
            const Node node = open.back();
            open.pop_back();
            if (node == from)
                return true;
            for (const Node& before : m_needs.at(node))
                if (seen.insert(before).second)
                    open.push_back(before);
        }
        return false;
    }

    std::map<Node, std::set<Node>> m_needs;
};

int lineWith(const std::string& source, const QString& text)
{
    const QStringList lines = QString::fromStdString(source).split('\n');
    for (int i = 0; i < lines.size(); ++i)
        if (lines[i].contains(text))
            return i + 1;
    return 0;
}

}  // namespace

void TestTraining::twoLayerGraphMatchesTheBooksFigure()
{
    const auto request = m_runs.request("13.3-figure", Dialect::MXNet);

    const auto trace = finished(request);

    QVERIFY(!trace->error());
    const int first = lineWith(request.source, "next_batch()");
    const StatementGraph graph(*trace, first, lineWith(request.source, "fc1_weight.copyto(w1_0), "));
    QCOMPARE(graph.nodesOf(1), 19);
    const auto edges = graph.edgesFrom(1);
    const auto across =
        std::count_if(edges.begin(), edges.end(), [](const auto& edge) { return edge.second.first == 2; });
    QString text;
    for (const auto& [from, to] : edges)
        text += QString("%1->%2%3 ").arg(from.second).arg(to.second).arg(to.first == 2 ? "'" : "");
    QVERIFY2(edges.size() == 24, qPrintable(text));
    QVERIFY2(across == 4, qPrintable(text));
}

void TestTraining::programIsSlowerIfItWaitsForTheBackwardPass()
{
    auto request = m_runs.request("13.3-figure", Dialect::MXNet);
    const double asReady = benchmarks(*finished(request)).at("iterations");
    QCOMPARE(request.off.size(), std::size_t{1});
    request.off.clear();

    const auto trace = finished(request);

    QVERIFY(!trace->error());
    QVERIFY(benchmarks(*trace).at("iterations") > asReady);
}

void TestTraining::allreduceSumsGradientsOnAllGpus_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<int>("gpus");
    QTest::newRow("two GPUs") << "book-v100" << 2;
    QTest::newRow("four GPUs") << "a100-4" << 4;
}

void TestTraining::allreduceSumsGradientsOnAllGpus()
{
    QFETCH(QString, machine);
    QFETCH(int, gpus);
    auto request = m_runs.request("13.5.4", Dialect::MXNet);
    request.machine = machine.toStdString();

    const auto trace = finished(request);

    QVERIFY(!trace->error());
    const QString text = QString::fromStdString(printed(*trace, trace::OutputStream::Standard));
    const QString after = text.section("after allreduce:", 1).section("after the old one:", 0, 0);
    const QString sum = QString("[[%1. %1.]]").arg(gpus * (gpus + 1) / 2);
    QCOMPARE(after.count(sum), gpus);
    // The first version of allreduce() in the book assigns copies to list elements, so the array on the second GPU is
    // unchanged.
    const QString old = text.section("after the old one:", 1);
    QCOMPARE(old.count("[[2. 2.]]"), 1);
    QCOMPARE(old.count(sum), 1);
    QCOMPARE(text.section("b1 grad:", 1).section(']', 0, 0).count("0."), 20);
}

void TestTraining::batchIsSplitByRows()
{
    const auto trace = finished(m_runs.request("13.5.5", Dialect::MXNet));

    QVERIFY(!trace->error());
    const QString output =
        QString::fromStdString(printed(*trace, trace::OutputStream::Standard)).section("output:", 1).simplified();
    QVERIFY2(output.contains("[[ 0. 1. 2. 3.] [ 4. 5. 6. 7.] [ 8. 9. 10. 11.]] <NDArray 3x4 @gpu(0)>"),
             qPrintable(output));
    QVERIFY2(output.contains("[[12. 13. 14. 15.] [16. 17. 18. 19.] [20. 21. 22. 23.]] <NDArray 3x4 @gpu(1)>"),
             qPrintable(output));
}

void TestTraining::batchThatDoesNotSplitEvenlyIsRefused()
{
    auto request = m_runs.request("13.5.5", Dialect::MXNet);
    request.parameters["rows"] = "5";

    const auto trace = m_runs.trace(request);

    QVERIFY(trace->error());
    QCOMPARE(trace->error()->type, std::string("AssertionError"));
    QCOMPARE(trace->error()->message, std::string("5 rows do not split evenly over 2 devices"));
    QVERIFY(trace->error()->line > 0);
}

void TestTraining::eagerAndCompiledCodeComputeTheSameSum()
{
    const auto trace = finished(m_runs.request("13.1.1", Dialect::MXNet));

    QVERIFY(!trace->error());
    QCOMPARE(lineOf(*trace, "eager: "), QString("10.0"));
    QCOMPARE(lineOf(*trace, "compiled: "), QString("10"));
    QCOMPARE(lineOf(*trace, "one graph: "), QString("10.0"));
    QCOMPARE(lineOf(*trace, "constant: "), QString("10.0"));
}

void TestTraining::printsInForwardAreNotExecutedByACompiledNet()
{
    const auto trace = finished(m_runs.request("13.1.3-forward", Dialect::MXNet));

    QVERIFY(!trace->error());
    const QString text = QString::fromStdString(printed(*trace, trace::OutputStream::Standard));
    const auto prints = [&](const QString& part) {
        return part.count("F: ") + part.count("x: ") + part.count("hidden: ");
    };
    QStringList values;
    QString before = text;
    for (const char* label : {"first call", "second call", "hybridized", "and again"}) {
        const QString part = before.section(label, 0, 0);
        before = before.section(label, 1);
        QCOMPARE(prints(part), label == QString("and again") ? 0 : 3);
        values << before.section("]]", 0, 0);
    }
    QCOMPARE(values.count(values[0]), 4);
}

void TestTraining::parallelOperationsGiveTheResultsOfSerialRuns()
{
    const auto trace = finished(m_runs.request("13.3-e5", Dialect::MXNet));

    QVERIFY(!trace->error());
    for (const char* name : {"diamond", "chain", "tree", "random"}) {
        QCOMPARE(lineOf(*trace, QString(name) + " equal: "), QString("True"));
        const auto seconds = benchmarks(*trace);
        QVERIFY(seconds.at(std::string(name) + ", as it comes") <= seconds.at(std::string(name) + ", one by one"));
    }
    QCOMPARE(lineOf(*trace, "right: "), QString("2.0 without the dependency: 1.0"));
}

QTEST_GUILESS_MAIN(TestTraining)
#include "tst_training.moc"
