#include "tests/app/training_listing.h"

#include <QTest>

using namespace engine;
using frontend::Dialect;

/// Tests training on the CPU contexts of this computer: real kernels on real threads.
class TestTrainingHere : public QObject {
    Q_OBJECT

private slots:
    void programsUseTheCpuIfThereAreNoGpus_data();
    void programsUseTheCpuIfThereAreNoGpus();
    void cpuCanBeChosenOnAMachineWithGpus();
    void trainedParametersDoNotDependOnTheSchedule_data();
    void trainedParametersDoNotDependOnTheSchedule();
    void replicasOfTheParametersStayEqual();
    void memoryDoesNotGrowWithEpochs_data();
    void memoryDoesNotGrowWithEpochs();
    void stoppedEpochKeepsMetricsAndTrace();
    void batchLargerThanTheDataIsRefused();
    void trainingOnPartOfTheImagesIsReported();

private:
    /// Returns a request for the data-parallel program on this computer. `end` replaces the program's last statements.
    [[nodiscard]] frontend::RunRequest training(const QString& end) const { return here(m_listing.endingWith(end)); }
    [[nodiscard]] static frontend::RunRequest here(frontend::RunRequest request)
    {
        request.machine = "this-computer";
        return request;
    }

    ProgramRuns m_runs;
    TrainingListing m_listing{m_runs, 320, 60};
};

void TestTrainingHere::programsUseTheCpuIfThereAreNoGpus_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("batch");
    QTest::addColumn<int>("images");
    QTest::newRow("LeNet") << "13.5.6"
                           << "64" << 320;
    QTest::newRow("ResNet-18, a few images") << "13.6.4"
                                             << "2" << 8;
}

void TestTrainingHere::programsUseTheCpuIfThereAreNoGpus()
{
    QFETCH(QString, program);
    QFETCH(QString, batch);
    QFETCH(int, images);
    auto request = m_runs.request(program.toStdString(), Dialect::MXNet);
    request.machine = "this-computer";
    request.parameters = {{"epochs", "1"},
                          {"batch", batch.toStdString()},
                          {"images", std::to_string(images)},
                          {"data", m_listing.data()}};

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(trace->blocks().size(), std::size_t{2});
    QCOMPARE(trace->blocks()[0].label, std::string("1 CPU, epoch 1"));
    QCOMPARE(trace->blocks()[1].label, std::string("2 CPU, epoch 1"));
    int accuracies = 0;
    for (const trace::MetricRecord& metric : trace->programPart().metrics)
        if (metric.name == "test accuracy") {
            ++accuracies;
            QVERIFY(metric.value >= 0 && metric.value <= 1);
        }
    QCOMPARE(accuracies, 2);
}

void TestTrainingHere::cpuCanBeChosenOnAMachineWithGpus()
{
    auto request = m_runs.request("13.5.6", Dialect::MXNet);
    request.parameters = {{"devices", "cpu"}, {"epochs", "1"}, {"images", "600"}};

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(trace->blocks()[0].label, std::string("1 CPU, epoch 1"));
    for (std::size_t i = 0; i < trace->opCount(); ++i)
        QCOMPARE(trace->op(OpId{i}).device.index, 0U);
}

void TestTrainingHere::trainedParametersDoNotDependOnTheSchedule_data()
{
    QTest::addColumn<QString>("wait");
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("workers");
    QTest::newRow("no wait") << "pass"
                             << "threaded"
                             << "1";
    QTest::newRow("wait after every batch") << "nd.waitall()"
                                            << "threaded"
                                            << "1";
    QTest::newRow("no wait, two workers") << "pass"
                                          << "threaded"
                                          << "2";
    QTest::newRow("wait after every operation") << "pass"
                                                << "naive"
                                                << "1";
}

void TestTrainingHere::trainedParametersDoNotDependOnTheSchedule()
{
    QFETCH(QString, wait);
    QFETCH(QString, policy);
    QFETCH(QString, workers);
    auto request = here(m_listing.printingWeights("mx.cpu(0), mx.cpu(1)", wait));
    request.parameters["policy"] = policy.toStdString();
    request.parameters["workers"] = workers.toStdString();

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const QString weights = linesOf(*trace, "weight");
    QCOMPARE(weights.count('\n'), 7);
    static QString first;
    if (first.isEmpty())
        first = weights;
    QCOMPARE(weights, first);
}

void TestTrainingHere::replicasOfTheParametersStayEqual()
{
    const auto trace = m_runs.trace(training(R"(
devices = [mx.cpu(0), mx.cpu(1)]
replicas = [replica(device) for device in devices]
before = replicas[0][0].asnumpy().tolist()
batches, _ = d2l.load_data_fashion_mnist(64)
for images, labels in batches:
    train_batch(images, labels, replicas, devices, 0.2)
    print('equal', all(a.asnumpy().tolist() == b.asnumpy().tolist() for a, b in zip(*replicas)))
print('moved', replicas[0][0].asnumpy().tolist() != before)
)"));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(linesOf(*trace, "equal"), QStringList(5, "equal True").join('\n'));
    QCOMPARE(linesOf(*trace, "moved"), QString("moved True"));
}

void TestTrainingHere::memoryDoesNotGrowWithEpochs_data()
{
    QTest::addColumn<QString>("machine");
    QTest::newRow("this computer") << "this-computer";
    QTest::newRow("two virtual GPUs") << "book-v100";
}

/// Compares the allocated bytes in the trace.
void TestTrainingHere::memoryDoesNotGrowWithEpochs()
{
    QFETCH(QString, machine);
    auto request = training(R"(
devices = [mx.Context(kind, g) for g in range(2)]
replicas = [replica(device) for device in devices]
batches, _ = d2l.load_data_fashion_mnist(32)
for epoch in range(50):
    for images, labels in batches:
        train_batch(images, labels, replicas, devices, 0.2)
    nd.waitall()
)");
    request.machine = machine.toStdString();
    request.parameters["images"] = "32";

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    std::vector<trace::StepRecord> epochs;
    for (const trace::StepRecord& step : trace->programPart().steps)
        if (step.kind == trace::StepKind::Epoch)
            epochs.push_back(step);
    QCOMPARE(epochs.size(), std::size_t{50});
    for (const trace::DeviceRecord& device : trace->devices()) {
        // The peak within an epoch depends on how far the program runs ahead. A leak is still allocated when the next
        // epoch starts, after waitall(). A worker may release its last tensors after that, so one epoch may start with
        // more bytes.
        const auto alive = [&](const trace::StepRecord& epoch) {
            std::int64_t bytes = 0;
            for (const trace::MemoryRecord& record : trace->memory(device.id))
                if (record.time <= epoch.begin)
                    bytes = record.allocated.value;
            return bytes;
        };
        const std::int64_t early = std::min({alive(epochs[2]), alive(epochs[3]), alive(epochs[4])});
        const std::int64_t late = std::min({alive(epochs[47]), alive(epochs[48]), alive(epochs[49])});
        QVERIFY(early > 0);
        QVERIFY2(late <= early + early / 4,
                 qPrintable(
                     QString("%1: %2 bytes, later %3").arg(QString::fromStdString(device.name)).arg(early).arg(late)));
    }
}

void TestTrainingHere::stoppedEpochKeepsMetricsAndTrace()
{
    auto request = training("train(gpus=2, batch_size=16, lr=0.2)\n");
    request.parameters["epochs"] = "1000";

    const auto outcome = m_listing.runAndStop(request);

    QVERIFY(outcome && outcome->stopped && !outcome->raised);
    const auto& trace = *outcome->trace;
    QVERIFY(trace.programPart().metrics.size() >= 3);
    QVERIFY(trace.programPart().steps.size() >= 3);
    QVERIFY(trace.opCount() > 100);
    QVERIFY(trace.end() && !trace.end()->isComplete);
}

void TestTrainingHere::batchLargerThanTheDataIsRefused()
{
    auto request = m_runs.request("13.5.6", Dialect::MXNet);
    request.machine = "this-computer";
    request.parameters = {{"batch", "321"}, {"data", m_listing.data()}};

    const auto trace = m_runs.trace(request);

    QVERIFY(trace->error());
    QCOMPARE(trace->error()->type, std::string("ValueError"));
    const QString message = QString::fromStdString(trace->error()->message);
    QVERIFY2(message.contains("321") && message.contains("320"), qPrintable(message));
    QVERIFY(trace->error()->line > 0);
}

void TestTrainingHere::trainingOnPartOfTheImagesIsReported()
{
    auto request = training(R"(
batches, tests = d2l.load_data_fashion_mnist(8)
print('batches', len(batches), len(tests))
)");
    request.parameters["images"] = "60";

    const auto trace = m_runs.trace(request);

    QCOMPARE(linesOf(*trace, "batches"), QString("batches 8 2"));
    bool isSaid = false;
    for (const trace::NoteRecord& note : trace->notes())
        isSaid = isSaid || QString::fromStdString(note.text.english()).contains("first 60 of the 320 training images");
    QVERIFY(isSaid);
}

QTEST_GUILESS_MAIN(TestTrainingHere)
#include "tst_training_here.moc"
