#include "engine/io/open_trace.h"
#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/runs/before_run.h"
#include "ui/runs/run_shelf.h"

#include <sys/stat.h>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <filesystem>

using ui::runs::RunShelf;

/// Tests runs that are stored across starts of the application.
class TestRunShelf : public QObject {
    Q_OBJECT

private slots:
    void shownRunIsAvailableAtTheNextStart()
    {
        QTemporaryDir home;
        const QString folder = home.filePath("a/new/folder");
        const auto trace = tests::sampleTrace(tests::Sample::TwoGpus);
        const QString name = QStringLiteral("13.3.1 on 2× V100 / 50 %");
        {
            RunShelf today(folder);
            today.noteShown(trace, name);
            QVERIFY(today.earlier().empty());
        }

        const RunShelf tomorrow(folder);

        const auto entries = tomorrow.earlier();
        QCOMPARE(entries.size(), std::size_t{1});
        QCOMPARE(entries[0].name, name);
        QVERIFY(entries[0].when.isValid());
        const auto opened = engine::io::openTrace(QFile::encodeName(entries[0].path).toStdString());
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().english().c_str());
        QCOMPARE(opened->trace->opCount(), trace->opCount());
        QCOMPARE(opened->trace->extent(), trace->extent());
    }

    void previousRunIsAvailableAtTheNextStart()
    {
        QTemporaryDir home;
        const auto trace = tests::sampleTrace(tests::Sample::TwoGpus);
        const auto atStart = [&](int milliseconds) {
            RunShelf shelf(home.path());
            engine::trace::TracePtr found;
            QObject context;
            shelf.loadBefore(&context, [&](const engine::trace::TracePtr& read) { found = read; });
            (void)QTest::qWaitFor([&] { return found != nullptr; }, milliseconds);
            return found;
        };
        QVERIFY(atStart(500) == nullptr);
        {
            RunShelf today(home.path());
            today.keepBefore(trace);
        }

        const auto kept = atStart(60000);

        QVERIFY(kept != nullptr);
        QCOMPARE(kept->opCount(), trace->opCount());
        QVERIFY2(RunShelf(home.path()).earlier().empty(), "it is none of the runs that were looked at");
        {
            RunShelf today(home.path());
            QObject context;
            today.loadBefore(&context, [](const engine::trace::TracePtr&) {});
            today.keepBefore(nullptr);
        }
        QVERIFY(atStart(500) == nullptr);
    }

    void previousRunOfAnotherWindowIsNotRemoved()
    {
        QTemporaryDir home;
        const QString file = home.filePath("before.overlap");
        const auto others = tests::sampleTrace(tests::Sample::TwoGpusOverlap);
        {
            RunShelf one(home.path());
            one.keepBefore(tests::sampleTrace(tests::Sample::TwoGpus));
            QTRY_VERIFY(QFile::exists(file));
            {
                RunShelf other(home.path());
                other.keepBefore(others);
            }
            one.keepBefore(nullptr);
        }

        const auto left = engine::io::openTrace(QFile::encodeName(file).toStdString());

        QVERIFY2(left.has_value(), left ? "" : left.error().english().c_str());
        QCOMPARE(left->trace->extent(), others->extent());
    }

    void unchangedPreviousRunIsNotRewritten()
    {
        QTemporaryDir home;
        const std::filesystem::path file = QFile::encodeName(home.filePath("before.overlap")).toStdString();
        {
            RunShelf yesterday(home.path());
            yesterday.keepBefore(tests::sampleTrace(tests::Sample::TwoGpus));
        }
        const auto written = std::filesystem::last_write_time(file) - std::chrono::hours(1);
        std::filesystem::last_write_time(file, written);
        {
            RunShelf today(home.path());
            engine::trace::TracePtr found;
            QObject context;
            today.loadBefore(&context, [&](const engine::trace::TracePtr& read) { found = read; });
            QTRY_VERIFY(found != nullptr);
            today.keepBefore(found);
        }

        QVERIFY(std::filesystem::last_write_time(file) == written);
    }

    void percentSignInANameIsKept()
    {
        engine::trace::Recorder recorder;
        engine::trace::RunInfo run;
        run.title = "50 %3";
        run.machine = "a %4";
        recorder.write(std::make_shared<const engine::trace::RunInfo>(run));
        for (engine::trace::WaitRecord wait; wait.line < 7;) {
            ++wait.line;
            recorder.write(wait);
        }
        recorder.finish();

        const QString name = ui::runs::nameOfRun(*recorder.snapshot());

        QVERIFY2(name.startsWith(QStringLiteral("50 %3 on a %4, waits on 7 lines, ")), qPrintable(name));
    }

    void longChineseNameFitsAFileName()
    {
        QTemporaryDir home;
        const QString name(300, QChar(0x7B97));
        {
            RunShelf today(home.path());
            today.noteShown(tests::sampleTrace(tests::Sample::TwoGpus), name);
        }

        const auto entries = RunShelf(home.path()).earlier();

        QCOMPARE(entries.size(), std::size_t{1});
        QVERIFY(!entries[0].name.isEmpty() && name.startsWith(entries[0].name));
    }

    void runWithAPipeInPlaceOfItsSummaryFileIsMarkedAsBroken()
    {
        QTemporaryDir home;
        {
            RunShelf today(home.path());
            today.noteShown(tests::sampleTrace(tests::Sample::TwoGpus), QStringLiteral("a run"));
        }
        const QString json = home.filePath(QDir(home.path()).entryList({"*.json"}).value(0));
        QVERIFY(QFile::remove(json));
        QCOMPARE(::mkfifo(QFile::encodeName(json).constData(), 0600), 0);

        const auto entries = RunShelf(home.path()).earlier();

        QCOMPARE(entries.size(), std::size_t{1});
        QVERIFY(entries[0].isBroken);
    }

    void runThatIsReplacedBeforeItIsWrittenIsNotStored()
    {
        QTemporaryDir home;
        const auto first = tests::sampleTrace(tests::Sample::TwoGpus);
        const auto second = tests::sampleTrace(tests::Sample::TwoGpusOverlap);
        {
            RunShelf today(home.path());
            today.noteShown(first, QStringLiteral("first"));
            today.noteShown(second, QStringLiteral("second"));
            today.noteShown(second, QStringLiteral("second again"));
        }

        const auto entries = RunShelf(home.path()).earlier();

        QCOMPARE(entries.size(), std::size_t{1});
        QCOMPARE(entries[0].name, QStringLiteral("second"));
    }

    void shownRunIsWrittenBeforeTheApplicationExits()
    {
        QTemporaryDir home;
        RunShelf today(home.path());

        today.noteShown(tests::sampleTrace(tests::Sample::TwoGpus), QStringLiteral("looked at"));

        QTRY_COMPARE(QDir(home.path()).entryList({"*.overlap"}, QDir::Files).size(), 1);
        QVERIFY2(today.earlier().empty(), "the runs of this start are offered as such");
    }

    void oldestRunsAreRemoved()
    {
        QTemporaryDir home;
        const QString mine = home.filePath("notes.txt");
        for (const QString& path : {mine, home.filePath("no stamp.overlap")}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        for (std::size_t i = 0; i < RunShelf::kMaxRuns + 5; ++i) {
            QFile file(
                home.filePath(QStringLiteral("20200101-0000%1-000_old.overlap").arg(i, 2, 10, QLatin1Char('0'))));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        {
            RunShelf today(home.path());
            today.noteShown(tests::sampleTrace(tests::Sample::TwoGpus), QStringLiteral("new"));
        }

        QVERIFY(QFile::exists(mine));
        const auto kept = QDir(home.path()).entryList({"*.overlap"}, QDir::Files, QDir::Name);
        QCOMPARE(kept.size(), static_cast<qsizetype>(RunShelf::kMaxRuns) + 1);
        QVERIFY(kept.contains(QStringLiteral("no stamp.overlap")));
        QVERIFY(!QFile::exists(home.filePath("20200101-000000-000_old.overlap")));
        QVERIFY(!RunShelf(home.path()).earlier().empty());
    }

    void nothingIsStoredInAnUnwritableFolder()
    {
        QTemporaryDir home;
        QFile file(home.filePath("not a folder"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        {
            RunShelf today(file.fileName());
            const QSignalSpy refused(&today, &RunShelf::refused);
            today.keepBefore(tests::sampleTrace(tests::Sample::TwoGpus));
            QTRY_COMPARE(refused.count(), 1);
            today.noteShown(tests::sampleTrace(tests::Sample::TwoGpus), QStringLiteral("lost"));
            QTRY_COMPARE(refused.count(), 2);
        }
        QVERIFY(RunShelf(file.fileName()).earlier().empty());
    }
};

QTEST_GUILESS_MAIN(TestRunShelf)
#include "tst_run_shelf.moc"
