#include "engine/base/processor_load.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace engine;

/// Tests the fraction of the cores that other programs use.
class TestProcessorLoad : public QObject {
    Q_OBJECT

private slots:
    void loadExcludesTheTimeOfThisProcess_data();
    void loadExcludesTheTimeOfThisProcess();
    void idleTimeIsNotCountedAsBusy();
    void loadIsZeroIfTheSystemReportsNoBusyTimes();
};

void TestProcessorLoad::loadExcludesTheTimeOfThisProcess_data()
{
    QTest::addColumn<double>("busy");
    QTest::addColumn<double>("own");
    QTest::addColumn<double>("load");
    QTest::newRow("idle computer") << 0.0 << 0.0 << 0.0;
    QTest::newRow("only this process") << 12.0 << 12.0 << 0.0;
    QTest::newRow("another program on half of one core") << 17.0 << 12.0 << 0.125;
    QTest::newRow("others on all cores") << 40.0 << 0.0 << 1.0;
    QTest::newRow("ticks counted later than this process's time") << 11.9 << 12.0 << 0.0;
}

void TestProcessorLoad::loadExcludesTheTimeOfThisProcess()
{
    QFETCH(double, busy);
    QFETCH(double, own);
    QFETCH(double, load);
    const ProcessorTimes begin{.seconds = 100, .busy = 5000, .own = 7, .cores = 4};
    const ProcessorTimes end{.seconds = 110, .busy = 5000 + busy, .own = 7 + own, .cores = 4};

    QVERIFY(std::abs(otherLoad(begin, end) - load) < 1e-9);
}

void TestProcessorLoad::idleTimeIsNotCountedAsBusy()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("stat").toStdString();
    std::ofstream file(path);
    file << "cpu  999 999 999 999 999 999 999 999 0 0\n";
    for (int core = 0; core < 1024; ++core)
        file << "cpu" << core << " 10 20 30 4000 5000 6 7 8 90 90\n";
    file << "intr 1 2 3\nctxt 12\n";
    file.close();

    const ProcessorTimes times = processorTimes(path);

    QVERIFY(times.cores >= 1);
    QVERIFY(std::abs(times.busy / times.cores - 0.81) < 1e-9);  // 81 ticks of 10 ms
    QVERIFY(times.own > 0 && times.seconds > 0);
}

void TestProcessorLoad::loadIsZeroIfTheSystemReportsNoBusyTimes()
{
    const QTemporaryDir folder;
    const ProcessorTimes times = processorTimes(folder.filePath("missing").toStdString());

    QCOMPARE(times.cores, 0);
    QCOMPARE(otherLoad(times, times), 0.0);
}

QTEST_APPLESS_MAIN(TestProcessorLoad)
#include "tst_processor_load.moc"
