#include "tests/app/training_listing.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace engine;
using frontend::Dialect;

/// Tests training with computed values: the neural network learns, and the results do not depend on the schedule.
class TestTrainingValues : public QObject {
    Q_OBJECT

private slots:
    void accuracyRisesDuringTraining();
    void trainedParametersDoNotDependOnTheSchedule_data();
    void trainedParametersDoNotDependOnTheSchedule();
    void replicasOfTheParametersStayEqual();
    void errorNamesMismatchedShapes();
    void nanLearningRateIsRefused();
    void firstNanLossIsReported_data();
    void firstNanLossIsReported();
    void batchesPerEpochMatchTheBook_data();
    void batchesPerEpochMatchTheBook();
    void parameterCountsOfNetsMatchTheBook();
    void damagedDataFilesAreRefused_data();
    void damagedDataFilesAreRefused();
    void outOfMemoryDuringTrainingIsReported();
    void stoppedTrainingKeepsItsRecords();

private:
    /// Returns a request for the data-parallel program. `end` replaces the program's last statements.
    [[nodiscard]] frontend::RunRequest training(const char* end) const { return computed(m_listing.endingWith(end)); }
    [[nodiscard]] static frontend::RunRequest computed(frontend::RunRequest request)
    {
        request.values = trace::ValueMode::Computed;
        return request;
    }

    ProgramRuns m_runs;
    TrainingListing m_listing{m_runs, 640, 200};
};

void TestTrainingValues::accuracyRisesDuringTraining()
{
    auto request = training(R"(
for shape, weight in zip(shapes, initial[::2]):  # Larger than the book's: a few batches have to do
    weight *= 10
train(gpus=2, batch_size=32, lr=0.3)
)");

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    std::vector<double> losses;
    std::vector<double> accuracies;
    for (const trace::MetricRecord& metric : trace->programPart().metrics) {
        if (metric.name == "train loss")
            losses.push_back(metric.value);
        if (metric.name == "test accuracy")
            accuracies.push_back(metric.value);
    }
    QVERIFY(losses.size() >= 80);
    QCOMPARE(accuracies.size(), std::size_t{4});
    QVERIFY2(accuracies.back() > 0.5, qPrintable(QString::number(accuracies.back())));
    QVERIFY(losses.back() < losses.front());
}

void TestTrainingValues::trainedParametersDoNotDependOnTheSchedule_data()
{
    QTest::addColumn<QString>("wait");
    QTest::addColumn<QString>("policy");
    QTest::addColumn<int>("threads");
    QTest::newRow("no wait") << "pass"
                             << "threaded" << 1;
    QTest::newRow("wait after every batch, values in four threads") << "nd.waitall()"
                                                                    << "threaded" << 4;
    QTest::newRow("wait after every operation") << "pass"
                                                << "naive" << 1;
}

void TestTrainingValues::trainedParametersDoNotDependOnTheSchedule()
{
    QFETCH(QString, wait);
    QFETCH(QString, policy);
    QFETCH(int, threads);
    auto request = computed(m_listing.printingWeights("mx.gpu(0), mx.gpu(1)", wait));
    request.parameters["policy"] = policy.toStdString();
    request.parameters["valueThreads"] = std::to_string(threads);

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const QString weights = linesOf(*trace, "weight");
    QCOMPARE(weights.count('\n'), 7);
    static QString first;
    if (first.isEmpty())
        first = weights;
    QCOMPARE(weights, first);
}

void TestTrainingValues::replicasOfTheParametersStayEqual()
{
    const auto trace = m_runs.trace(training(R"(
devices = [mx.gpu(0), mx.gpu(1)]
replicas = [replica(device) for device in devices]
batches, _ = d2l.load_data_fashion_mnist(128)
for images, labels in batches:
    train_batch(images, labels, replicas, devices, 0.2)
    print('equal', all(a.asnumpy().tolist() == b.asnumpy().tolist() for a, b in zip(*replicas)))
)"));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(linesOf(*trace, "equal"), QStringList(5, "equal True").join('\n'));
}

void TestTrainingValues::errorNamesMismatchedShapes()
{
    const auto trace = m_runs.trace(
        training("weights = replica(mx.gpu(0))\nlenet(nd.ones((8, 1, 20, 28), ctx=mx.gpu(0)), weights)\n"));

    QVERIFY(trace->error());
    const QString message = QString::fromStdString(trace->error()->message);
    QVERIFY2(message.contains("8 × 400"), qPrintable(message));
    QVERIFY2(message.contains("800 × 128"), qPrintable(message));
    QVERIFY(trace->error()->line > 0);
}

void TestTrainingValues::nanLearningRateIsRefused()
{
    const auto trace = m_runs.trace(training("train(gpus=1, batch_size=128, lr=float('nan'))\n"));

    QVERIFY(trace->error());
    QCOMPARE(trace->error()->type, std::string("ValueError"));
    const QString message = QString::fromStdString(trace->error()->message);
    QVERIFY2(message.contains("the learning rate is nan"), qPrintable(message));
    QVERIFY(trace->error()->line > 0);
}

void TestTrainingValues::firstNanLossIsReported_data()
{
    QTest::addColumn<QString>("machine");
    QTest::newRow("virtual GPU") << "book-v100";
    QTest::newRow("this computer") << "this-computer";
}

/// The program updates the weights without a check for NaN. Its loss is finite in the first iteration and NaN in the
/// second.
void TestTrainingValues::firstNanLossIsReported()
{
    QFETCH(QString, machine);
    auto request = training(R"(
devices = [mx.Context(kind, 0)]
weights = replica(devices[0])
batches, _ = d2l.load_data_fashion_mnist(128)
for images, labels in batches:
    with autograd.record():
        l = loss(lenet(images.as_in_context(devices[0]), weights), labels.as_in_context(devices[0]))
    l.backward()
    for weight in weights:
        weight -= weight.grad * float('nan')
)");
    request.machine = machine.toStdString();

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    std::vector<trace::NoteRecord> said;
    for (const trace::NoteRecord& note : trace->notes())
        if (QString::fromStdString(note.text.english()).contains("nan", Qt::CaseInsensitive))
            said.push_back(note);
    QCOMPARE(said.size(), std::size_t{1});
    QVERIFY2(QString::fromStdString(said[0].text.english()).contains("train loss"), said[0].text.english().c_str());
    QVERIFY(said[0].line > 0 && said[0].isWarning && trace->has(said[0].op));
}

void TestTrainingValues::batchesPerEpochMatchTheBook_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<int>("one");
    QTest::addColumn<int>("two");
    QTest::newRow("LeNet: same batch size on one GPU and on two") << "13.5.6" << 235 << 235;
    QTest::newRow("ResNet-18: double batch size on two GPUs") << "13.6.4" << 235 << 118;
}

/// The trainings use 60,000 images in batches of 256 and of 512. The last batch is smaller.
void TestTrainingValues::batchesPerEpochMatchTheBook()
{
    QFETCH(QString, program);
    QFETCH(int, one);
    QFETCH(int, two);
    auto request = m_runs.request(program.toStdString(), Dialect::MXNet);
    request.parameters["epochs"] = "1";

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    std::vector<int> batches;
    for (const trace::StepRecord& step : trace->programPart().steps)
        if (step.kind == trace::StepKind::Batch) {
            if (step.index == 0)
                batches.push_back(0);
            ++batches.back();
            QCOMPARE(step.count, batches.size() == 1 ? one : two);
        }
    QCOMPARE(batches, (std::vector<int>{one, two}));
}

void TestTrainingValues::parameterCountsOfNetsMatchTheBook()
{
    auto lenet = training("print('LeNet', sum(value.size for value in initial), len(initial))\n");
    lenet.values = trace::ValueMode::TimingOnly;
    auto resnet = m_runs.request("13.6.4", Dialect::MXNet);
    resnet.source = resnet.source.substr(0, resnet.source.find("\ndef train(")) + R"(
net.initialize()
net(nd.ones((1, 1, 28, 28)))
values = net.collect_params().values()
learned = [p.data().size for p in values if p.grad_req != 'null']
print('ResNet', sum(learned), len(learned), sum(p.data().size for p in values if p.grad_req == 'null'))
)";

    QCOMPARE(linesOf(*m_runs.trace(lenet), "LeNet"), QString("LeNet 129068 8"));
    QCOMPARE(linesOf(*m_runs.trace(resnet), "ResNet"), QString("ResNet 11175818 76 7808"));
}

void TestTrainingValues::damagedDataFilesAreRefused_data()
{
    QTest::addColumn<QString>("damage");
    for (const char* damage :
         {"half of the file", "empty file", "half of the header", "text file", "wrong image count"})
        QTest::newRow(damage) << damage;
}

void TestTrainingValues::damagedDataFilesAreRefused()
{
    QFETCH(QString, damage);
    QTemporaryDir folder;
    writeImages(folder.path(), "train", 100);
    writeImages(folder.path(), "t10k", 100);
    QFile images(folder.filePath("train-images-idx3-ubyte"));
    if (damage == "half of the file")
        QVERIFY(images.resize(images.size() / 2));
    else if (damage == "empty file")
        QVERIFY(images.resize(0));
    else if (damage == "half of the header")
        QVERIFY(images.resize(6));
    else if (damage == "text file") {
        QVERIFY(images.open(QIODevice::WriteOnly));
        images.write("these are no images at all, but a line of text");
        images.close();
    } else {
        QVERIFY(images.open(QIODevice::ReadWrite) && images.seek(4));
        images.write("\xff\xff\xff\xff", 4);  // declares more images than the file contains
        images.close();
    }
    auto request = training("train(gpus=1, batch_size=32, lr=0.2)\n");
    request.parameters["data"] = folder.path().toStdString();

    const auto trace = m_runs.trace(request);

    QVERIFY(trace->error());
    const QString message = QString::fromStdString(trace->error()->message);
    QVERIFY2(message.contains("train-images-idx3-ubyte"), qPrintable(message));
}

void TestTrainingValues::outOfMemoryDuringTrainingIsReported()
{
    auto request = m_runs.request("13.6.4", Dialect::MXNet);
    request.machine = "card-4gb";
    request.parameters = {{"batch", "1024"}, {"epochs", "1"}, {"data", "generated"}};

    const auto trace = m_runs.trace(request);

    QVERIFY(trace->error());
    const QString message = QString::fromStdString(trace->error()->message);
    QVERIFY2(message.contains("out of memory"), qPrintable(message));
    QVERIFY(trace->opCount() > 100);
}

void TestTrainingValues::stoppedTrainingKeepsItsRecords()
{
    const auto outcome = m_listing.runAndStop(training("train(gpus=2, batch_size=16, lr=0.2)\n"));

    QVERIFY(outcome && outcome->stopped);
    const auto& trace = *outcome->trace;
    QVERIFY(trace.programPart().metrics.size() >= 3);
    QVERIFY(trace.programPart().steps.size() >= 3);
    QVERIFY(trace.end() && !trace.end()->isComplete);
}

QTEST_GUILESS_MAIN(TestTrainingValues)
#include "tst_training_values.moc"
