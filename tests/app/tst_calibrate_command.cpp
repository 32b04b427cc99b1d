#include "tests/app/command_line.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>

using namespace tests;

/// Tests overlap-run calibrate, which measures a machine or computes it from times that the book prints.
class TestCalibrateCommand : public QObject {
    Q_OBJECT

private slots:
    void calibrationMeasuresTheCostsOfAVirtualMachine();
    void calibrationMeasuresTheLaunchCostsOfAGpu();
    void stoppedCalibrationWritesNothing();
    void calibrationFromTimesOfTheBookGivesTheCostsOfItsMachine();
};

void TestCalibrateCommand::calibrationMeasuresTheCostsOfAVirtualMachine()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("model.json");

    const CommandResult result = run({"calibrate", "--machine", "laptop-2019", "-o", path});

    QCOMPARE(result.status, 0);
    QVERIFY2(result.err.contains("overlap-run: 0 %, about"), result.err.constData());
    QVERIFY(result.err.contains("held-out program"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    const auto value = [&](const char* part, const char* name, const char* dialect = nullptr) {
        const QJsonObject field = root[part].toObject()[name].toObject();
        return (dialect == nullptr ? field : field[dialect].toObject())["value"].toDouble();
    };
    // The calibration runs Python programs on the virtual laptop and must find the values of its machine file.
    const auto isNear = [](double got, double wanted) { return std::abs(got - wanted) <= 0.01 * wanted; };
    QVERIFY(isNear(value("frontEnd", "operatorUs", "torch"), 1.34));
    QVERIFY(isNear(value("frontEnd", "operatorUs", "mxnet"), 50));
    QVERIFY(isNear(value("frontEnd", "layerUs", "mxnet"), 98.9));
    QVERIFY(isNear(value("frontEnd", "layerUs", "torch"), 1.34));
    QVERIFY(isNear(value("frontEnd", "cachedGraphUs", "mxnet"), 60));
    QVERIFY(isNear(value("frontEnd", "backwardUs", "mxnet"), 14.25));
    QVERIFY(isNear(value("frontEnd", "updateUs", "mxnet"), 83));
    QVERIFY(isNear(value("frontEnd", "firstUseUs", "mxnet"), 467));
    QVERIFY(isNear(value("frontEnd", "wakeUs", "mxnet"), 3800));
    QVERIFY(isNear(value("host", "printUs"), 1100));
    QVERIFY(isNear(value("host", "loadMBps"), 250));
    const QJsonArray trials = root["validation"].toArray();
    QCOMPARE(trials.size(), 3);
    for (const QJsonValue& trial : trials)
        QVERIFY2(std::abs(trial["error"].toDouble()) < 0.02, qPrintable(trial["program"].toString()));
}

void TestCalibrateCommand::calibrationMeasuresTheLaunchCostsOfAGpu()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("model.json");

    const CommandResult result = run({"calibrate", "--machine", "book-v100", "-o", path});

    QCOMPARE(result.status, 0);
    const QJsonObject root = QJsonDocument::fromJson(contentOf(path)).object();
    const QJsonObject launch = root["frontEnd"].toObject()["launchUs"].toObject();
    const double torch = launch["torch"].toObject()["value"].toDouble();
    QVERIFY2(std::abs(torch - 8.66) <= 0.01 * 8.66, qPrintable(QString::number(torch)));
    QCOMPARE(launch["torch"].toObject()["kind"].toString(), QStringLiteral("measured"));
    QCOMPARE(launch["mxnet"].toObject()["value"].toDouble(), 0.0);
}

void TestCalibrateCommand::calibrationFromTimesOfTheBookGivesTheCostsOfItsMachine()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("machine.json");
    QFile cells(folder.filePath("cells.txt"));
    QVERIFY(cells.open(QIODevice::WriteOnly));
    cells.write("# The book, PyTorch\ngpu1=0.4967 gpu2=0.5151\nrun=0.5019\ncopy=2.7168\nboth=2.4682\n");
    cells.close();

    const CommandResult result = run({"calibrate", "--from-times", cells.fileName(), "-o", path});

    QCOMPARE(result.status, 0);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    const QJsonObject host = root["host"].toObject();
    // These are the values in the file of the book's machine, for PyTorch.
    QVERIFY(std::abs(host["faultNs"].toObject()["value"].toDouble() - 2795) < 10);
    QVERIFY(std::abs(host["pinNs"].toObject()["value"].toDouble() - 2650.7) < 10);
    const QJsonObject gpu = root["gpus"].toArray()[0].toObject();
    QVERIFY(std::abs(gpu["gemmGflops"].toObject()["value"].toDouble() - 12949.4) < 15);
    const CommandResult again = run({"13.3.2", "--machine", path});
    QCOMPARE(again.status, 0);
    QVERIFY2(again.out.contains("Run on GPU1 and copy to CPU: 2.468"), again.out.constData());
    QVERIFY2(again.out.contains("Copy to CPU: 2.71"), again.out.constData());
}

void TestCalibrateCommand::stoppedCalibrationWritesNothing()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("model.json");
    QProcess process;
    process.start(OVERLAP_RUN, {"calibrate", "-o", path});
    QVERIFY(process.waitForStarted());
    process.setReadChannel(QProcess::StandardError);
    while (!process.readAllStandardError().contains(" %, about"))
        QVERIFY(process.waitForReadyRead(60000));

    process.terminate();

    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 2);
    QVERIFY(process.readAllStandardError().contains("stopped; nothing was written"));
    QVERIFY(QDir(folder.path()).isEmpty());
}

QTEST_GUILESS_MAIN(TestCalibrateCommand)
#include "tst_calibrate_command.moc"
