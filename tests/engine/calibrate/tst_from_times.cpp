#include "engine/calibrate/from_times.h"
#include "engine/device/machine_file.h"
#include "tests/machine_text.h"

#include <QTest>

using namespace engine;
using namespace engine::calibrate;

/// Tests the parser of printed times and the rates that are computed from them.
class TestFromTimes : public QObject {
    Q_OBJECT

private slots:
    void timesOnOneLineAndOnSeveralLinesAreParsedEqually();
    void invalidTimesGiveAMessage_data();
    void invalidTimesGiveAMessage();
    void gpuRateIsComputedFromTheTimesOfTheNotebookCells();
    void impossibleTimesAreRefused();
};

namespace {

std::string bookMachine()
{
    return tests::machineText("book-v100");
}

}  // namespace

void TestFromTimes::timesOnOneLineAndOnSeveralLinesAreParsedEqually()
{
    const auto line = parseTimes("run=0.5,copy=2.7;both=2.4 gpu2=0.6");
    const auto file = parseTimes("# mine\nrun=0.5 # seconds\n\ncopy=2.7\r\nboth=2.4\ngpu2=0.6");

    QVERIFY(line && file);
    for (const ChapterTimes& times : {*line, *file}) {
        QCOMPARE(times.run, 0.5);
        QCOMPARE(times.copy, 2.7);
        QCOMPARE(times.both, 2.4);
        QCOMPARE(*times.gpu2, 0.6);
        QVERIFY(!times.gpu1 && !times.gpus);
    }
}

void TestFromTimes::invalidTimesGiveAMessage_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* text, const char* sentence) { QTest::newRow(text) << text << sentence; };
    row("", "run is missing");
    row("run=0.5", "copy is missing");
    row("run=0.5,copy=2.7,both=2.4,speed=3", "There is no cell speed");
    row("run=0.5,copy=2.7,both", "name=seconds");
    row("run=0.5,copy=2.7,both=", "name=seconds");
    row("run=0.5,copy=2.7,both=2.4s", "name=seconds");
    row("run=-1,copy=2.7,both=2.4", "name=seconds");
    row("run=0,copy=2.7,both=2.4", "name=seconds");
    row("run=nan,copy=2.7,both=2.4", "name=seconds");
    row("run=1e300,copy=2.7,both=2.4", "name=seconds");
}

void TestFromTimes::invalidTimesGiveAMessage()
{
    QFETCH(QString, text);
    QFETCH(QString, sentence);

    const auto times = parseTimes(text.toStdString());

    QVERIFY(!times);
    const QString message = QString::fromStdString(times.error().english());
    QVERIFY2(message.contains(sentence) && message.endsWith('.'), qPrintable(message));
}

void TestFromTimes::gpuRateIsComputedFromTheTimesOfTheNotebookCells()
{
    const std::string base = bookMachine();
    for (const double speed : {0.5, 1.0, 4.0}) {
        const ChapterTimes times{
            .gpu1 = 0.5 / speed, .gpu2 = 0.6 / speed, .gpus = {}, .run = 0.5 / speed, .copy = 2.7, .both = 2.4};
        const auto text = machineFromTimes(times, base, "Mine");
        QVERIFY(text);
        const auto machine = device::parseMachine(*text, "mine");
        QVERIFY(machine);
        QCOMPARE(machine->label, std::string("Mine"));
        // With the computed rate, 50 products must take the given time.
        const device::GpuModel& gpu = machine->torch.gpus[0];
        const double product = gpu.kernelNs * 1e-9 + (1.28e11 + gpu.gemmHalf) / gpu.gemm;
        QVERIFY(std::abs(50 * product - 0.5 / speed) < 1e-6);
        QVERIFY(std::abs(machine->torch.gpus[1].gemm / gpu.gemm - 0.5 / 0.6) < 0.001);
        // With the computed rates, 50 copies to new pages must take the given time.
        const device::HostModel& host = machine->torch.host;
        const double copy = 64e6 / host.stagingRate + gpu.linkLatency * 1e-9 + 15625 * host.faultNs * 1e-9;
        QVERIFY(std::abs(50 * copy - 2.7) < 1e-6);
        for (const device::MachineFact& fact : machine->facts)
            if (fact.kind == device::FactKind::Measured)
                QVERIFY(fact.source.find("given by hand") != std::string::npos);
    }
}

void TestFromTimes::impossibleTimesAreRefused()
{
    const std::string base = bookMachine();
    ChapterTimes times{.gpu1 = {}, .gpu2 = {}, .gpus = {}, .run = 0.5, .copy = 0.01, .both = 2.4};
    const auto fastCopy = machineFromTimes(times, base, "Mine");
    QVERIFY(!fastCopy && fastCopy.error().english().ends_with('.'));
    times.copy = 2.7;
    times.run = 1e-5;
    const auto fastRun = machineFromTimes(times, base, "Mine");
    QVERIFY(!fastRun && fastRun.error().english().ends_with('.'));
    QVERIFY(!machineFromTimes(times, "{", "Mine"));
}

QTEST_APPLESS_MAIN(TestFromTimes)
#include "tst_from_times.moc"
