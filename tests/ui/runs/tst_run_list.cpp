#include "engine/analysis/scope.h"
#include "engine/trace/recorder.h"
#include "tests/engine/trace/one_operation.h"
#include "ui/runs/run_change.h"
#include "ui/runs/run_list.h"
#include "ui/runs/status_figures.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using engine::trace::TracePtr;
using ui::runs::NamedRun;
using ui::runs::RunList;
using ui::runs::RunShelf;

namespace {

struct Settings {
    std::string machine = "book-v100";
    std::string n = "10";
    bool isMeasured = false;
    std::string failure{};  ///< empty if the run did not fail
    bool isComplete = true;
};

/// A run of `n` milliseconds.
TracePtr run(const Settings& settings = {})
{
    engine::trace::Recorder recorder;
    auto info = std::make_shared<engine::trace::RunInfo>();
    info->program = "13.3.1";
    info->title = "Two GPUs";
    info->source = "work\n";
    info->machine = settings.machine;
    info->machineLabel = "2× V100";
    info->parameters = {{"n", settings.n}};
    if (settings.isMeasured)
        info->platform = engine::trace::PlatformKind::Real;
    recorder.write(engine::trace::RunRecord(info));
    const engine::Nanoseconds end{std::stoi(settings.n) * 1'000'000};
    tests::writeOneOperation(recorder, end, engine::Bytes{1 << 30}, 1);
    if (!settings.failure.empty())
        recorder.write(engine::trace::ErrorRecord{end, 1, settings.failure, "", "", {}});
    recorder.write(engine::trace::EndRecord{end, settings.isComplete});
    recorder.finish();
    return recorder.snapshot();
}

QString text(const RunList& list, int row, int column)
{
    return list.index(row, column).data().toString();
}

/// One start of the application: a list that stores its runs in a folder.
struct Start {
    explicit Start(const QString& folder) : shelf(folder) { list.storeIn(shelf); }

    void show(const TracePtr& trace, const QHash<int, bool>& switches = {})
    {
        list.add(trace, {{}, switches});
        shelf.noteShown(trace, QStringLiteral("a run"), {{}, switches});
    }

    RunShelf shelf;
    RunList list;
};

}  // namespace

/// Tests the list of runs, in memory and in files.
class TestRunList : public QObject {
    Q_OBJECT

private slots:
    void runIsListedWithItsSettings()
    {
        RunList list;
        const QAbstractItemModelTester tester(&list);

        list.add(run(), {{}, {{15, false}, {19, true}, {24, false}}});

        QCOMPARE(list.rowCount(), 1);
        QCOMPARE(text(list, 0, RunList::Program), QStringLiteral("Two GPUs"));
        QCOMPARE(text(list, 0, RunList::Machine), QStringLiteral("2× V100"));
        QCOMPARE(text(list, 0, RunList::Waits), QStringLiteral("off: 15, 24"));
        QCOMPARE(text(list, 0, RunList::Values), QStringLiteral("n = 10"));
        QCOMPARE(text(list, 0, RunList::Makespan), QStringLiteral("0.0100 s"));
    }

    /// A run that failed or was stopped is marked, because it did not execute the whole program. The summary file
    /// stores the mark.
    void failedAndStoppedRunsAreMarked()
    {
        RunList list;
        list.add(run({.n = "20", .failure = "NameError"}), {});
        QCOMPARE(text(list, 0, RunList::Name), list.nameAt(0) + QStringLiteral(" · failed"));
        QVERIFY(list.index(0, RunList::Name).data(Qt::ToolTipRole).toString().endsWith("failed: NameError"));
        list.add(run({.n = "5", .isComplete = false}), {});
        QCOMPARE(text(list, 0, RunList::Name), list.nameAt(0) + QStringLiteral(" · stopped"));
        QCOMPARE(text(list, 0, RunList::Makespan), QStringLiteral("5.00 ms"));
        const auto failed = ui::runs::RunSummary::of(*run({.failure = "NameError"}), {});
        const auto read = ui::runs::RunSummary::fromJson(failed.toJson());
        QVERIFY(read && read->failure == QStringLiteral("NameError") && read->wasStopped);
    }

    void makespanColumnStatesItsScope()
    {
        RunList list;
        list.add(run({.n = "2"}), {});

        QCOMPARE(list.headerData(RunList::Makespan, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("Makespan, whole run"));
        const TracePtr& trace = list.at(0).trace;
        const ui::runs::StatusReport report = ui::runs::statusOf(*trace, engine::analysis::runScope(*trace), 0);
        QCOMPARE(report.figures.front().name, QStringLiteral("Makespan"));
        QCOMPARE(text(list, 0, RunList::Makespan), report.figures.front().value);
    }

    /// The list names the changed levers of a run, also after a restart of the application.
    void runListShowsChangedLevers()
    {
        const QTemporaryDir home;
        const QString folder = QDir(home.path()).filePath("runs");
        const QString texts = QStringLiteral("all on, Line 17: non_blocking off, Line 9: batch_size 64 → 128");
        {
            Start first(folder);
            const TracePtr trace = run();
            first.list.add(trace, {{}, {{15, true}}},
                           {{17, "non_blocking", "on", "off"}, {9, "batch_size", "64", "128"}});
            first.shelf.noteShown(trace, QStringLiteral("a run"), {{}, {{15, true}}});
            QCOMPARE(text(first.list, 0, RunList::Waits), texts);
            QTRY_VERIFY(!first.list.at(0).path.isEmpty());
        }

        const Start next(folder);

        QCOMPARE(text(next.list, 0, RunList::Waits), texts);
    }

    /// The switches of a program may be found after its first run has ended. They are stored even if the application
    /// exits before it has written the run.
    void switchesThatAreSetBeforeTheRunIsWrittenAreStored()
    {
        const QTemporaryDir home;
        {
            Start first(home.path());
            const TracePtr trace = run();
            first.show(trace);
            first.list.setSwitches(trace, {{15, false}});
        }

        const Start next(home.path());

        QCOMPARE(next.list.rowCount(), 1);
        QCOMPARE(text(next.list, 0, RunList::Waits), QStringLiteral("off: 15"));
    }

    /// Otherwise, flipping a wait back and forth would store a file for each flip.
    void repeatedVirtualRunIsStoredOnce()
    {
        const QTemporaryDir home;
        Start start(home.path());
        const QSignalSpy written(&start.shelf, &RunShelf::written);
        for (int i = 1; i <= 3; ++i) {
            start.show(run());

            QTRY_COMPARE(written.count(), i);

            QCOMPARE(QDir(home.path()).entryList({QStringLiteral("*.overlap")}, QDir::Files).size(), 1);
        }
    }

    void repeatedVirtualRunIsListedOnce()
    {
        RunList list;
        const QHash<int, bool> on{{15, true}}, off{{15, false}};
        list.add(run(), {{}, on});
        list.rename(0, QStringLiteral("first"));
        list.add(run(), {{}, off});

        list.add(run(), {{}, on});

        QCOMPARE(list.rowCount(), 2);
        QCOMPARE(text(list, 0, RunList::Waits), QStringLiteral("all on"));
        QCOMPARE(text(list, 0, RunList::Name), QStringLiteral("first"));
    }

    void repeatedMeasuredRunsAreAllListed()
    {
        RunList list;

        list.add(run({"this-computer", "10", true}), {});
        list.add(run({"this-computer", "10", true}), {});

        QCOMPARE(list.rowCount(), 2);
    }

    void newestMeasuredRunIsFoundByProgramAndMachine()
    {
        RunList list;
        list.add(run({"this-computer", "10", true}), {});
        list.add(run({"this-computer", "20", true}), {});
        list.add(run({"this-computer+tf32", "30", true}), {});
        list.add(run({"book-v100", "40", false}), {});

        QCOMPARE(newestMeasured(list, "13.3.1", "this-computer"), 2);
        QCOMPARE(newestMeasured(list, "13.3.1", "book-v100"), -1);
        QCOMPARE(newestMeasured(list, "13.3.2", "this-computer"), -1);
    }

    void runsAreListedAtTheNextStart()
    {
        QTemporaryDir home;
        {
            Start today(home.path());
            today.show(run({"book-v100", "10"}), {{15, false}});
            QSignalSpy written(&today.shelf, &RunShelf::written);
            QVERIFY(written.wait());
            today.list.rename(0, QStringLiteral("the slow one"));
            today.show(run({"this-computer", "20", true}));
        }

        const Start tomorrow(home.path());

        QCOMPARE(tomorrow.list.rowCount(), 2);
        QCOMPARE(text(tomorrow.list, 0, RunList::Makespan), QStringLiteral("0.0200 s"));
        QCOMPARE(text(tomorrow.list, 1, RunList::Name), QStringLiteral("the slow one"));
        QCOMPARE(text(tomorrow.list, 1, RunList::Waits), QStringLiteral("off: 15"));
        QCOMPARE(text(tomorrow.list, 1, RunList::Values), QStringLiteral("n = 10"));
        QVERIFY(tomorrow.list.at(1).trace == nullptr);
        QCOMPARE(newestMeasured(tomorrow.list, "13.3.1", "this-computer"), -1);
    }

    void storedRunIsLoadedWithItsSwitches()
    {
        QTemporaryDir home;
        {
            Start today(home.path());
            today.show(run(), {{15, false}});
        }
        Start tomorrow(home.path());
        std::optional<NamedRun> loaded;

        tomorrow.list.load(0, this, [&](const engine::Result<NamedRun>& read) {
            QVERIFY(read.has_value());
            loaded = *read;
        });

        QTRY_VERIFY(loaded.has_value());
        QCOMPARE(loaded->trace->opCount(), std::size_t{1});
        QCOMPARE(loaded->context.syncPoints, (QHash<int, bool>{{15, false}}));
        QVERIFY2(tomorrow.list.at(0).trace == loaded->trace, "the next load needs no file");
    }

    void summaryFileStoresTheRepeats()
    {
        engine::analysis::Repeats repeats;
        repeats.makespan = {.samples = 5, .minimum = 1, .lower = 1.22, .median = 1.234, .upper = 1.25};
        repeats.blocks = {repeats.makespan, {.samples = 5, .minimum = 2, .lower = 3, .median = 4, .upper = 5}};
        repeats.otherLoad = 0.35;
        ui::model::RunContext context;
        context.repeats = std::make_shared<const engine::analysis::Repeats>(repeats);
        const auto summary = ui::runs::RunSummary::of(*run({"this-computer", "10", true}), context);

        const auto read = ui::runs::RunSummary::fromJson(summary.toJson());

        QVERIFY(read && read->repeats);
        QCOMPARE(read->repeats->makespan.samples, 5);
        QCOMPARE(read->repeats->makespan.lower, 1.22);
        QCOMPARE(read->repeats->otherLoad, 0.35);
        QCOMPARE(read->context().timesOf(1)->median, 4.0);
        QVERIFY(read->context().timesOf(2) == nullptr);
    }

    void sentenceStatesIfAMeasuredRunWasNotRepeated()
    {
        engine::analysis::Repeats repeats;
        repeats.makespan = {.samples = 5, .minimum = 0.02, .lower = 0.02, .median = 0.02, .upper = 0.02};
        ui::model::RunContext repeated;
        repeated.repeats = std::make_shared<const engine::analysis::Repeats>(repeats);
        const TracePtr before = run({"this-computer", "10", true}), now = run({"this-computer", "20", true});

        const auto sentence = [&](const ui::model::RunContext& was, const ui::model::RunContext& is) {
            return ui::runs::changeSentence({before, was}, {now, is}, {});
        };

        QVERIFY(sentence({}, {}).endsWith("10.0 → 20.0 ms, one run each."));
        QVERIFY(sentence({}, repeated).endsWith("10.0 → 20.0 ms, one of them measured once."));
        QVERIFY(sentence(repeated, {}).endsWith("10.0 → 20.0 ms, one of them measured once."));
        QVERIFY(!sentence(repeated, repeated).contains("once"));
    }

    void switchesThatAreSetAfterTheRunAreStored()
    {
        QTemporaryDir home;
        {
            Start today(home.path());
            const TracePtr trace = run();
            QSignalSpy written(&today.shelf, &RunShelf::written);
            today.show(trace);
            QVERIFY(written.wait());
            today.list.setSwitches(trace, {{15, true}});
        }

        QCOMPARE(text(Start(home.path()).list, 0, RunList::Waits), QStringLiteral("all on"));
    }

    void deletedRunIsRestoredByUndo()
    {
        QTemporaryDir home;
        {
            Start today(home.path());
            for (const char* n : {"10", "20", "30"}) {
                today.show(run({"book-v100", n}));
                QSignalSpy written(&today.shelf, &RunShelf::written);
                QVERIFY(written.wait());
            }

            today.list.remove({0, 2});

            QCOMPARE(today.list.rowCount(), 1);
            QCOMPARE(today.list.files().removedCount(), qsizetype{2});
            today.list.undoRemove();
            QCOMPARE(today.list.rowCount(), 3);
            for (int row = 0; row < 3; ++row)
                QCOMPARE(text(today.list, row, RunList::Values), QStringLiteral("n = %1").arg(30 - 10 * row));
            today.list.remove({1});
        }

        const Start tomorrow(home.path());
        QCOMPARE(tomorrow.list.rowCount(), 2);
        QCOMPARE(text(tomorrow.list, 1, RunList::Values), QStringLiteral("n = 10"));
        QCOMPARE(QDir(home.path()).entryList(QDir::Files).size(), qsizetype{4});
    }

    void runThatIsDeletedBeforeItIsWrittenStaysDeleted()
    {
        QTemporaryDir home;
        {
            Start today(home.path());
            today.show(run());
            today.list.remove({0});
        }

        QCOMPARE(Start(home.path()).list.rowCount(), 0);
    }

    void brokenSummaryIsSkippedAndCounted()
    {
        QTemporaryDir home;
        {
            Start today(home.path());
            today.show(run());
        }
        const QStringList summaries = QDir(home.path()).entryList({QStringLiteral("*.json")}, QDir::Files);
        QCOMPARE(summaries.size(), qsizetype{1});
        QFile file(home.filePath(summaries.front()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"program\":");
        file.close();

        const Start tomorrow(home.path());

        QCOMPARE(tomorrow.list.rowCount(), 0);
        QCOMPARE(tomorrow.list.files().brokenCount(), 1);
    }

    void runWithABrokenTraceIsReportedAndRemovedFromTheList()
    {
        QTemporaryDir home;
        {
            Start today(home.path());
            today.show(run());
        }
        Start tomorrow(home.path());
        QFile file(tomorrow.list.at(0).path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("no trace");
        file.close();
        std::string reason;

        tomorrow.list.load(0, this,
                           [&](const engine::Result<NamedRun>& read) { reason = read ? "" : read.error().english(); });

        QTRY_VERIFY(!reason.empty());
        QCOMPARE(tomorrow.list.rowCount(), 0);
    }

    void runWithoutSummaryHasTheNameOfItsFile()
    {
        QTemporaryDir home;
        {
            Start today(home.path());
            today.show(run());
        }
        for (const QString& name : QDir(home.path()).entryList({QStringLiteral("*.json")}, QDir::Files))
            QVERIFY(QFile::remove(home.filePath(name)));

        const Start tomorrow(home.path());

        QCOMPARE(text(tomorrow.list, 0, RunList::Name), QStringLiteral("a run"));
        QCOMPARE(tomorrow.list.files().brokenCount(), 0);
    }

    void oldRunsWithoutAFileAreRemovedFromMemory()
    {
        RunList list;
        list.add(run({"this-computer", "999", true}), {});

        for (std::size_t i = 0; i < RunList::kMaxRuns + 5; ++i)
            list.add(run({"book-v100", std::to_string(i + 1)}), {});

        QCOMPARE(list.rowCount(), static_cast<int>(RunList::kMaxRuns) + 1);
        QVERIFY2(newestMeasured(list, "13.3.1", "this-computer") >= 0, "a measured run cannot be repeated");
    }
};

QTEST_MAIN(TestRunList)
#include "tst_run_list.moc"
