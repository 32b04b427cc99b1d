#include "ui/look/times_source.h"

#include "engine/trace/imported.h"

#include <QTest>

using engine::trace::PlatformKind;
using engine::trace::RunInfo;
using ui::look::timesSource;

/// Tests the word that states where the times of a run come from, for example from a simulation.
class TestTimesSource : public QObject {
    Q_OBJECT

private slots:
    void everySourceOfTimesHasADifferentWord()
    {
        RunInfo simulated;
        simulated.program = "13.3.1";
        RunInfo measured = simulated;
        measured.platform = PlatformKind::Real;
        RunInfo imported = measured;
        imported.machine = engine::trace::kImportedMachine;

        QCOMPARE(timesSource(simulated), QStringLiteral("simulated"));
        QCOMPARE(timesSource(measured), QStringLiteral("measured"));
        QCOMPARE(timesSource(imported), QStringLiteral("imported"));
    }

    /// A file that was cut off before its first record does not state whether the run was simulated.
    void fileWithoutRecordsIsNotDescribedAsSimulated()
    {
        QCOMPARE(timesSource(RunInfo()), QStringLiteral("no records"));
        QVERIFY(!ui::look::timesSourceSentence(RunInfo()).contains(QLatin1String("model")));
    }
};

QTEST_GUILESS_MAIN(TestTimesSource)
#include "tst_times_source.moc"
