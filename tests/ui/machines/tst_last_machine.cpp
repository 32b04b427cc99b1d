#include "ui/machines/last_machine.h"

#include <QStringList>
#include <QTest>

using ui::machines::LastMachine;

namespace {

LastMachine::MachineExists among(const QStringList& names)
{
    return [names](const QString& name) { return names.contains(name); };
}

const QString kUsual = QStringLiteral("book-v100");
const QString kOwn = QStringLiteral("this-computer");
const QString kRounded = QStringLiteral("this-computer+tf32");

}  // namespace

/// Tests that the machine of the last session is chosen again: immediately, or when the GPUs of this computer are
/// known. A missing machine is reported.
class TestLastMachine : public QObject {
    Q_OBJECT

private slots:
    void availableMachineIsChosenImmediately();
    void missingMachineIsReportedOnce();
    void gpuMachineIsChosenWhenTheGpusAreKnown();
    void machineThatIsChosenDuringTheGpuSearchIsKept();
    void missingGpuMachineIsReported();
};

void TestLastMachine::availableMachineIsChosenImmediately()
{
    LastMachine last(QStringLiteral("pcie-8"));

    QCOMPARE(last.atStart(among({kUsual, QStringLiteral("pcie-8")}), kUsual), QStringLiteral("pcie-8"));
    QVERIFY(!last.resolveMissing(among({kUsual}), QStringLiteral("pcie-8")));
    QVERIFY(!last.popMissing());
}

void TestLastMachine::missingMachineIsReportedOnce()
{
    LastMachine last(QStringLiteral("/home/me/deleted.json"));

    QCOMPARE(last.atStart(among({kUsual, kOwn}), kUsual), kUsual);
    QCOMPARE(last.popMissing().value_or(QString()), QStringLiteral("/home/me/deleted.json"));
    QVERIFY(!last.popMissing());
    // The user did not choose the default machine, so its absence is not reported.
    LastMachine usual(kUsual);
    QCOMPARE(usual.atStart(among({}), kUsual), kUsual);
    QVERIFY(!usual.popMissing());
}

void TestLastMachine::gpuMachineIsChosenWhenTheGpusAreKnown()
{
    LastMachine last(kRounded);

    QCOMPARE(last.atStart(among({kUsual, kOwn}), kUsual), kOwn);
    QVERIFY(!last.popMissing());
    // If the window is closed before the GPUs are known, the next session chooses the same machine.
    QCOMPARE(last.idToStore(kOwn), kRounded);
    QCOMPARE(last.idToStore(kUsual), kUsual);
    QCOMPARE(last.resolveMissing(among({kUsual, kOwn, kRounded}), kOwn).value_or(QString()), kRounded);
    QVERIFY(!last.popMissing());
    QVERIFY(!last.resolveMissing(among({kUsual, kOwn, kRounded}), kOwn));
}

void TestLastMachine::machineThatIsChosenDuringTheGpuSearchIsKept()
{
    LastMachine last(kRounded);
    static_cast<void>(last.atStart(among({kUsual, kOwn}), kUsual));

    QVERIFY(!last.resolveMissing(among({kUsual, kOwn, kRounded}), kUsual));
    QVERIFY(!last.popMissing());
}

void TestLastMachine::missingGpuMachineIsReported()
{
    LastMachine last(kRounded);
    static_cast<void>(last.atStart(among({kUsual, kOwn}), kUsual));

    QVERIFY(!last.resolveMissing(among({kUsual, kOwn}), kOwn));
    QCOMPARE(last.popMissing().value_or(QString()), kRounded);
}

QTEST_GUILESS_MAIN(TestLastMachine)
#include "tst_last_machine.moc"
