#include "engine/analysis/failure.h"
#include "engine/analysis/issued.h"
#include "engine/trace/recorder.h"
#include "tests/engine/trace/one_operation.h"

#include <QTest>

using namespace engine;
using namespace engine::analysis;

/// Tests facts about the error that ended a run: a missing GPU, full memory, and the operations completed until then.
class TestFailure : public QObject {
    Q_OBJECT

private slots:
    void missingGpuIsRecognizedFromTheError_data();
    void missingGpuIsRecognizedFromTheError();
    void fullMemoryIsRecognizedFromTheMessage();
    void progressCoversTheWholeRunIfTheFailedLineIssuedNothing();
};

void TestFailure::missingGpuIsRecognizedFromTheError_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("message");
    QTest::addColumn<bool>("isMissing");
    const QString outOfRange = QStringLiteral("list index out of range");
    QTest::newRow("a list of devices") << "x = x.to(devices[0])"
                                       << "IndexError" << outOfRange << true;
    QTest::newRow("a list of numbers") << "y = sizes[3]"
                                       << "IndexError" << outOfRange << false;
    QTest::newRow("an ordinal") << "x.cuda(1)"
                                << "RuntimeError"
                                << "CUDA error: invalid device ordinal: GPU 1" << true;
    QTest::newRow("no GPU") << "torch.cuda.synchronize()"
                            << "RuntimeError"
                            << "No CUDA GPUs are available: this machine has none" << true;
    QTest::newRow("tensors on two devices")
        << "x + y"
        << "RuntimeError"
        << "Expected all tensors to be on the same device, but found at least two" << false;
}

void TestFailure::missingGpuIsRecognizedFromTheError()
{
    QFETCH(QString, line);
    QFETCH(QString, type);
    QFETCH(QString, message);
    QFETCH(bool, isMissing);
    auto info = std::make_shared<engine::trace::RunInfo>();
    info->source = "import torch\n" + line.toStdString() + "\n";
    engine::trace::Recorder recorder;
    recorder.write(engine::trace::RunRecord(info));
    recorder.write(engine::trace::ErrorRecord{Nanoseconds{1000}, 2, type.toStdString(), message.toStdString(), "",
                                              engine::OpId{}});
    recorder.write(engine::trace::EndRecord{Nanoseconds{1000}, false});
    recorder.finish();

    QCOMPARE(asksForMissingGpu(*recorder.snapshot()), isMissing);
}

void TestFailure::fullMemoryIsRecognizedFromTheMessage()
{
    trace::ErrorRecord error;
    error.message = "cudaMalloc failed: Out of memory";
    QVERIFY(isOutOfMemory(error));
    error.message = "list index out of range";
    QVERIFY(!isOutOfMemory(error));
}

/// Line 1 issues an operation. Line 3 is refused memory before it has issued an operation.
void TestFailure::progressCoversTheWholeRunIfTheFailedLineIssuedNothing()
{
    engine::trace::Recorder recorder;
    tests::writeOneOperation(recorder, Nanoseconds{500}, kGiB, 1);
    recorder.write(engine::trace::MemoryRecord{
        Nanoseconds{900}, DeviceId{0}, engine::trace::MemoryAct::Refuse, Bytes{2 * kGiB.value}, {}, {}, {}, {}, {}});
    recorder.write(engine::trace::ErrorRecord{Nanoseconds{1000}, 3, "OutOfMemoryError", "CUDA out of memory", "", {}});
    recorder.write(engine::trace::EndRecord{Nanoseconds{1000}, false});
    recorder.finish();

    const Progress progress = progressAtError(*recorder.snapshot());

    QCOMPARE(progress.issued, std::size_t{1});
    QCOMPARE(progress.done, std::size_t{1});
    QVERIFY(!progress.isOfStatement);
}

QTEST_GUILESS_MAIN(TestFailure)
#include "tst_failure.moc"
