#include "tests/app/program_runs.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <thread>

using namespace engine;
using frontend::Dialect;

namespace {

void appendNumber(QByteArray& bytes, quint32 number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.append(static_cast<char>((number >> shift) & 0xffU));
}

/// Images of 28 x 28 in which the class is the place of a bright square, with noise; as Fashion-MNIST's files.
void writeImages(const QString& folder, const QString& prefix, quint32 count)
{
    QByteArray images;
    QByteArray labels;
    appendNumber(images, 0x803);
    appendNumber(images, count);
    appendNumber(images, 28);
    appendNumber(images, 28);
    appendNumber(labels, 0x801);
    appendNumber(labels, count);
    quint32 noise = 12345;
    for (quint32 i = 0; i < count; ++i) {
        const quint32 label = i * 7 % 10;
        labels.append(static_cast<char>(label));
        for (quint32 pixel = 0; pixel < 28 * 28; ++pixel) {
            noise = noise * 1664525 + 1013904223;
            const quint32 row = pixel / 28;
            const quint32 column = pixel % 28;
            const bool isBright = row / 14 == label / 5 && column / 6 == label % 5;
            images.append(static_cast<char>((isBright ? 200 : 0) + (noise >> 26)));
        }
    }
    for (const auto& [name, bytes] :
         {std::pair{"-images-idx3-ubyte", images}, std::pair{"-labels-idx1-ubyte", labels}}) {
        QFile file(folder + "/" + prefix + name);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("the test's images cannot be written");
    }
}

}  // namespace

/// Training with values: what is learned, and that nothing depends on how it was scheduled.
class TestTrainingValues : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void learnsToTellTheClasses();
    void parametersDoNotDependOnTheSchedule_data();
    void parametersDoNotDependOnTheSchedule();
    void replicasStayEqual();
    void shapesThatDoNotFitAreNamed();
    void fiveRowsDoNotSplitOverTwoDevices();
    void aRateThatIsNoNumberIsTracedToItsStep();
    void aTruncatedFileIsRefused();
    void memoryThatRunsOutInTheMiddleIsSaid();
    void stoppingInTheMiddleKeepsWhatThereIs();

private:
    /// The data-parallel program, with other words than its own at the end.
    frontend::RunRequest training(const char* end);
    static QString lines(const trace::Trace& trace, const QString& prefix);

    ProgramRuns m_runs;
    QTemporaryDir m_data;
};

void TestTrainingValues::initTestCase()
{
    writeImages(m_data.path(), "train", 640);
    writeImages(m_data.path(), "t10k", 200);
}

frontend::RunRequest TestTrainingValues::training(const char* end)
{
    auto request = m_runs.request("13.5.6", Dialect::MXNet);
    request.source = request.source.substr(0, request.source.find("\ntrain(gpus=1")) + "\n" + end;
    request.values = trace::ValueMode::Computed;
    request.parameters["data"] = m_data.path().toStdString();
    return request;
}

QString TestTrainingValues::lines(const trace::Trace& trace, const QString& prefix)
{
    QStringList found;
    for (const QString& line : QString::fromStdString(printed(trace, trace::OutputStream::Standard)).split('\n'))
        if (line.startsWith(prefix))
            found << line;
    return found.join('\n');
}

void TestTrainingValues::learnsToTellTheClasses()
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
    for (const trace::MetricRecord& metric : trace->metrics()) {
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

void TestTrainingValues::parametersDoNotDependOnTheSchedule_data()
{
    QTest::addColumn<QString>("wait");
    QTest::addColumn<QString>("policy");
    QTest::addColumn<int>("threads");
    QTest::newRow("no wait") << "pass"
                             << "threaded" << 1;
    QTest::newRow("a wait after every batch, values in four threads") << "nd.waitall()"
                                                                      << "threaded" << 4;
    QTest::newRow("every operation waited for") << "pass"
                                                << "naive" << 1;
}

void TestTrainingValues::parametersDoNotDependOnTheSchedule()
{
    QFETCH(QString, wait);
    QFETCH(QString, policy);
    QFETCH(int, threads);
    const QString end = QString(R"(
import zlib
devices = [mx.gpu(0), mx.gpu(1)]
replicas = [replica(device) for device in devices]
batches, _ = d2l.load_data_fashion_mnist(64)
for images, labels in batches:
    train_batch(images, labels, replicas, devices, 0.2)
    %1
for weight in replicas[0]:
    print('weight', weight.shape, zlib.crc32(repr(weight.asnumpy().tolist()).encode()))
)")
                            .arg(wait);
    auto request = training(end.toUtf8().constData());
    request.parameters["policy"] = policy.toStdString();
    request.parameters["valueThreads"] = std::to_string(threads);

    const auto trace = m_runs.trace(request);

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    const QString weights = lines(*trace, "weight");
    QCOMPARE(weights.count('\n'), 7);
    static QString first;
    if (first.isEmpty())
        first = weights;
    QCOMPARE(weights, first);
}

void TestTrainingValues::replicasStayEqual()
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
    QCOMPARE(lines(*trace, "equal"), QStringList(5, "equal True").join('\n'));
}

void TestTrainingValues::shapesThatDoNotFitAreNamed()
{
    const auto trace = m_runs.trace(
        training("weights = replica(mx.gpu(0))\nlenet(nd.ones((8, 1, 20, 28), ctx=mx.gpu(0)), weights)\n"));

    QVERIFY(trace->error());
    const QString message = QString::fromStdString(trace->error()->message);
    QVERIFY2(message.contains("8 × 400"), qPrintable(message));
    QVERIFY2(message.contains("800 × 128"), qPrintable(message));
    QVERIFY(trace->error()->line > 0);
}

void TestTrainingValues::fiveRowsDoNotSplitOverTwoDevices()
{
    const auto trace = m_runs.trace(ProgramRuns::typed(R"(import mxnet as mx
from mxnet import gluon, nd
gluon.utils.split_and_load(nd.ones((5, 3)), [mx.gpu(0), mx.gpu(1)])
)",
                                                       Dialect::MXNet));

    QVERIFY(trace->error());
    QCOMPARE(trace->error()->type, std::string("ValueError"));
    QCOMPARE(trace->error()->line, 3);
    const QString message = QString::fromStdString(trace->error()->message);
    QVERIFY2(message.contains('5') && message.contains('2'), qPrintable(message));
}

void TestTrainingValues::aRateThatIsNoNumberIsTracedToItsStep()
{
    const auto trace = m_runs.trace(training("train(gpus=1, batch_size=128, lr=float('nan'))\n"));

    bool isSaid = trace->error().has_value();
    for (const trace::NoteRecord& note : trace->notes())
        isSaid = isSaid || QString::fromStdString(note.text).contains("nan", Qt::CaseInsensitive);
    QVERIFY(isSaid);
}

void TestTrainingValues::aTruncatedFileIsRefused()
{
    QTemporaryDir folder;
    writeImages(folder.path(), "train", 100);
    writeImages(folder.path(), "t10k", 100);
    QFile images(folder.filePath("train-images-idx3-ubyte"));
    QVERIFY(images.resize(images.size() / 2));
    auto request = training("train(gpus=1, batch_size=32, lr=0.2)\n");
    request.parameters["data"] = folder.path().toStdString();

    const auto trace = m_runs.trace(request);

    QVERIFY(trace->error());
    const QString message = QString::fromStdString(trace->error()->message);
    QVERIFY2(message.contains("train-images-idx3-ubyte"), qPrintable(message));
}

void TestTrainingValues::memoryThatRunsOutInTheMiddleIsSaid()
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

void TestTrainingValues::stoppingInTheMiddleKeepsWhatThereIs()
{
    auto request = training("train(gpus=2, batch_size=16, lr=0.2)\n");
    trace::Recorder recorder;
    std::jthread stopper([&] {
        // Until a few batches are behind us.
        while (!recorder.snapshot() || recorder.snapshot()->metrics().size() < 3)
            std::this_thread::yield();
        m_runs.runner().stop();
    });

    const auto outcome = m_runs.runner().run(request, recorder);

    QVERIFY(outcome && outcome->stopped);
    const auto& trace = *outcome->trace;
    QVERIFY(trace.metrics().size() >= 3);
    QVERIFY(trace.steps().size() >= 3);
    QVERIFY(trace.end() && !trace.end()->isComplete);
}

QTEST_GUILESS_MAIN(TestTrainingValues)
#include "tst_training_values.moc"
