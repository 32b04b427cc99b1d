#include "app/wiring/rank_runs.h"
#include "engine/frontend/rank_count.h"
#include "engine/ranks/overview.h"
#include "tests/app/program_runs.h"
#include "tests/app/rank_programs.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <sched.h>

using namespace engine;

namespace {

const std::string kStart = R"(
import os, time
import torch
import torch.distributed as dist
dist.init_process_group('gloo')
rank = dist.get_rank()
t = torch.ones(4)
)";

/// Waits until records of the run are shown, or until `isEnded`.
void awaitFirstView(const trace::Recorder& recorder, const std::atomic<bool>& isEnded)
{
    while (!isEnded && recorder.version() == 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

/// Tests the runs of several ranks that the window starts. Virtual ranks are processes that `overlap-run serve` forks;
/// mpirun starts the ranks on this computer.
class TestRankRuns : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { tests::allowMpiAsRoot(); }
    void firstStepsAreShownBeforeTheEndOfTheRun();
    void runOfVirtualRanksIsRecordedCompletely();
    void realRanksRunInSeparateProcessesAndAreRecorded();
    void recordsOfOtherComputersAreShownLive_data();
    void recordsOfOtherComputersAreShownLive();
    void firstHostMustBeThisComputer();
    void ranksThatShareCoresAreNoted();
    void errorNamesTheFailedRank_data() { machines(); }
    void errorNamesTheFailedRank();
    void errorNamesTheKilledRank_data();
    void errorNamesTheKilledRank();
    void stopEndsAllRanks_data() { machines(); }
    void stopEndsAllRanks();
    void stopEndsTheRunWhileProcessesStart();
    void stopAwaitsTheRecordsOfOtherComputers();
    void invalidParameterIsRefused_data() { machines(); }
    void invalidParameterIsRefused();
    void missingMpiIsReportedInOneSentence();
    void syntaxErrorIsReportedInOneSentence();
    void preparedListingIsUsedOnlyForItsOwnRequest();
    void changedMachineFileIsReadAgain();
    void missingProgramIsReportedInOneSentence();
    void numberOfRanksIsReadFromTheParameters();
    void parameterReplacesItsNumberInTheListing_data();
    void parameterReplacesItsNumberInTheListing();

private:
    frontend::RunRequest built(const std::string& id, std::map<std::string, std::string> parameters)
    {
        frontend::RunRequest request = m_runs.request(id, frontend::Dialect::Torch);
        request.parameters = std::move(parameters);
        return request;
    }
    static frontend::RunRequest typed(const std::string& program, const std::string& ranks,
                                      const std::string& machine = "book-v100")
    {
        frontend::RunRequest request = ProgramRuns::typed(kStart + program);
        request.parameters["ranks"] = ranks;
        request.machine = machine;
        return request;
    }
    static void machines()
    {
        QTest::addColumn<QString>("machine");
        QTest::newRow("a virtual machine") << "book-v100";
        QTest::newRow("this computer") << tests::kHere;
    }

    /// Sets the parameter `hosts` to a file in the folder. Rank `first` and those after it act as if they ran on
    /// another computer.
    static void distribute(frontend::RunRequest& request, const QTemporaryDir& folder, const char* first)
    {
        const std::string hosts = folder.filePath("hosts").toStdString();
        std::ofstream(hosts) << "localhost slots=3\n";
        request.parameters["hosts"] = hosts;
        qputenv("OVERLAP_TEST_HOST", first);
    }

    ProgramRuns m_runs;
    app::RankRuns m_ranks{OVERLAP_RUN};
};

void TestRankRuns::firstStepsAreShownBeforeTheEndOfTheRun()
{
    trace::Recorder recorder;
    std::atomic<bool> isEnded = false;
    trace::TracePtr first;
    std::thread watcher([&] {
        awaitFirstView(recorder, isEnded);
        if (recorder.version() > 0)
            first = recorder.snapshot();
        m_ranks.stop();
    });

    const auto outcome = m_ranks.run(built("13.5-ddp", {{"ranks", "3"}, {"epochs", "20"}}), recorder);
    isEnded = true;
    watcher.join();

    QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
    QVERIFY(outcome->stopped);
    QVERIFY(first);
    QVERIFY(first->isLive() && first->opCount() > 0);
    QVERIFY(ranks::setOf(*first));
    QCOMPARE(ranks::setOf(*first)->rankCount(), 3U);
}

void TestRankRuns::runOfVirtualRanksIsRecordedCompletely()
{
    trace::Recorder recorder;

    const auto outcome =
        m_ranks.run(built("13.5-ddp", {{"ranks", "2"}, {"epochs", "1"}, {"images", "2048"}}), recorder);

    QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
    QVERIFY(!outcome->raised && !outcome->stopped);
    QVERIFY(outcome->trace->end()->isComplete);
    const ranks::RunSet* set = ranks::setOf(*outcome->trace);
    QVERIFY(set);
    QCOMPARE(set->rankCount(), 2U);
    QVERIFY(!set->collectives().empty());
    const auto& parameters = outcome->trace->run().parameters;
    QVERIFY(std::ranges::count(parameters, std::pair<std::string, std::string>("ranks", "2")) == 1);
}

void TestRankRuns::realRanksRunInSeparateProcessesAndAreRecorded()
{
    if (tests::isMissing(tests::kHere))
        QSKIP(qPrintable(tests::missingForRanks()));
    trace::Recorder recorder;

    const auto outcome =
        m_ranks.run(typed("dist.all_reduce(t)\nif rank == 0:\n    print(t.tolist())", "2", tests::kHere), recorder);

    QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
    QVERIFY(!outcome->raised && !outcome->stopped && outcome->trace->end()->isComplete);
    QCOMPARE(outcome->trace->run().platform, trace::PlatformKind::Real);
    const ranks::RunSet* set = ranks::setOf(*outcome->trace);
    QVERIFY(set);
    QCOMPARE(set->rankCount(), 2U);
    QVERIFY(!set->collectives().empty());
    QVERIFY(set->members()[0].info.process != set->members()[1].info.process);
    const auto& outputs = outcome->trace->programPart().outputs;
    QVERIFY(std::ranges::any_of(outputs, [](const auto& one) { return one.text == "[2.0, 2.0, 2.0, 2.0]\n"; }));
}

void TestRankRuns::recordsOfOtherComputersAreShownLive_data()
{
    QTest::addColumn<bool>("isLive");
    QTest::newRow("in the gaps between collectives") << true;
    QTest::newRow("without credits, at the end") << false;
}

/// Rank 1 acts as if it ran on another computer, so rank 0 forwards its records to the window.
void TestRankRuns::recordsOfOtherComputersAreShownLive()
{
    if (tests::isMissing(tests::kHere))
        QSKIP(qPrintable(tests::missingForRanks()));
    const QTemporaryDir folder;
    const std::filesystem::path seen = folder.filePath("seen").toStdString();
    const std::filesystem::path last = folder.filePath("last").toStdString();
    QFETCH(const bool, isLive);
    // The program continues until the records of rank 1 are shown, or for 4 s if they cannot be shown.
    frontend::RunRequest request = typed("limit = time.time() + " + std::string(isLive ? "60" : "4") + R"(
for _ in range(20):
    for _ in range(100):
        t = t + 1
    time.sleep(.1)
    dist.all_reduce(t)
while not os.path.exists(')" + seen.string() +
                                             R"(') and time.time() < limit:
    time.sleep(.05)
open(')" + last.string() + R"(', 'w').close()
t = t + 1
)",
                                         "2", tests::kHere);
    distribute(request, folder, "1");
    if (!isLive)
        qputenv("OVERLAP_TEST_RECORDS", "0,16384");
    app::RankRuns ranks(OVERLAP_RUN);
    trace::Recorder recorder;
    std::atomic<bool> isEnded = false;
    std::size_t liveOps = 0;  // number of operations of rank 1 shown during the run
    std::thread watcher([&] {
        while (!isEnded) {
            const trace::TracePtr shown = recorder.snapshot();
            const bool isRunning = shown->isLive() && !std::filesystem::exists(last);
            if (const ranks::RunSet* set = ranks::setOf(*shown); set != nullptr && isRunning)
                liveOps = set->members()[1].trace->opCount();
            if (liveOps > 0)
                std::ofstream(seen).put('\n');
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });

    const auto outcome = ranks.run(request, recorder);
    isEnded = true;
    watcher.join();
    qunsetenv("OVERLAP_TEST_HOST");
    qunsetenv("OVERLAP_TEST_RECORDS");

    QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
    QVERIFY(!outcome->raised && !outcome->stopped && outcome->trace->end()->isComplete);
    const ranks::RunSet* set = ranks::setOf(*outcome->trace);
    QVERIFY(set);
    QCOMPARE(set->rankCount(), 2U);
    QCOMPARE(set->nodeCount(), 2U);
    const bool isNoted = std::ranges::any_of(outcome->trace->notes(), [](const trace::NoteRecord& note) {
        return note.text.text() != nullptr && std::string_view(note.text.text()->id) == "ranks.note.late";
    });
    const std::size_t ops = set->members()[1].trace->opCount();
    QCOMPARE(ops, set->members()[0].trace->opCount());
    QVERIFY(set->members()[1].trace->end()->isComplete);
    QCOMPARE(set->collectives().size(), 20U);
    if (!isLive) {
        QVERIFY(isNoted);
        QCOMPARE(liveOps, std::size_t{0});
        return;
    }
    QVERIFY2(liveOps > 0 && liveOps < ops, qPrintable(QStringLiteral("%1 of %2").arg(liveOps).arg(ops)));
}

void TestRankRuns::firstHostMustBeThisComputer()
{
    if (tests::isMissing(tests::kHere))
        QSKIP(qPrintable(tests::missingForRanks()));
    const QTemporaryDir folder;
    frontend::RunRequest request = typed("dist.all_reduce(t)", "2", tests::kHere);
    distribute(request, folder, "0");
    qputenv(tests::kTimeToEnd, "1");
    app::RankRuns ranks(OVERLAP_RUN);
    trace::Recorder recorder;

    const auto outcome = ranks.run(request, recorder);
    qunsetenv("OVERLAP_TEST_HOST");
    qunsetenv(tests::kTimeToEnd);

    QVERIFY(!outcome);
    QVERIFY(outcome.error().message.text() != nullptr);  // a translatable message
    QVERIFY2(outcome.error().english().find("Name this computer first") != std::string::npos,
             outcome.error().english().c_str());
}

void TestRankRuns::ranksThatShareCoresAreNoted()
{
    if (tests::isMissing(tests::kHere))
        QSKIP(qPrintable(tests::missingForRanks()));
    cpu_set_t all;
    QCOMPARE(sched_getaffinity(0, sizeof all, &all), 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int core = 0; CPU_COUNT(&one) == 0; ++core)
        if (CPU_ISSET(core, &all))
            CPU_SET(core, &one);
    trace::Recorder recorder;
    app::RankRuns ranks(OVERLAP_RUN);

    QCOMPARE(sched_setaffinity(0, sizeof one, &one), 0);
    const auto outcome = ranks.run(typed("dist.all_reduce(t)", "2", tests::kHere), recorder);
    QCOMPARE(sched_setaffinity(0, sizeof all, &all), 0);

    QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
    const auto& notes = outcome->trace->notes();
    QVERIFY(std::ranges::any_of(notes, [](const trace::NoteRecord& note) {
        return note.isWarning && note.text.english().starts_with("More ranks (2) than cores (1)");
    }));
}

void TestRankRuns::errorNamesTheKilledRank_data()
{
    QTest::addColumn<bool>("isDistributed");
    QTest::newRow("on this computer") << false;
    QTest::newRow("on another one") << true;
}

void TestRankRuns::errorNamesTheKilledRank()
{
    if (tests::isMissing(tests::kHere))
        QSKIP(qPrintable(tests::missingForRanks()));
    QFETCH(const bool, isDistributed);
    trace::Recorder recorder;
    const QTemporaryDir folder;
    const std::filesystem::path shown = folder.filePath("shown").toStdString();
    // Rank 2 is killed once records of all ranks are shown, because a run needs records of each rank.
    frontend::RunRequest request =
        typed("dist.all_reduce(t)\nlimit = time.time() + 60\nwhile not os.path.exists('" + shown.string() +
                  "') and time.time() < limit:\n    time.sleep(.05)\nif rank == 2:\n    os.kill(os.getpid(), "
                  "9)\ndist.all_reduce(t)",
              "3", tests::kHere);
    if (isDistributed) {
        distribute(request, folder, "1");
        // After SIGTERM, rank 0 waits 3.5 s for the end of rank 2's records, which never arrives. mpirun waits longer.
        qputenv("OVERLAP_TEST_DELAYS", "10000,2000,3000,500,3500");
        qputenv(tests::kTimeToEnd, "5");
    }
    app::RankRuns ranks(OVERLAP_RUN);
    std::atomic<bool> isEnded = false;
    std::thread watcher([&] {
        awaitFirstView(recorder, isEnded);
        std::ofstream(shown).put('\n');
    });

    const auto outcome = ranks.run(request, recorder);
    isEnded = true;
    watcher.join();
    for (const char* variable : {"OVERLAP_TEST_HOST", "OVERLAP_TEST_DELAYS", tests::kTimeToEnd})
        qunsetenv(variable);

    QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
    QVERIFY(outcome->raised && !outcome->stopped);
    QCOMPARE(outcome->trace->error()->message, std::string("rank 2: ended by signal 9 (Killed)"));
    const auto notes = std::ranges::count_if(outcome->trace->notes(), [](const trace::NoteRecord& note) {
        return note.text.english().find("end here") != std::string::npos;
    });
    QCOMPARE(notes, isDistributed ? 1 : 0);  // only rank 2 has this note
    QCOMPARE(ranks::setOf(*outcome->trace)->rankCount(), 3U);
}

void TestRankRuns::stopEndsTheRunWhileProcessesStart()
{
    if (tests::isMissing(tests::kHere))
        QSKIP(qPrintable(tests::missingForRanks()));
    trace::Recorder recorder;
    std::atomic<bool> isEnded = false;
    // Repeated, because a request to stop has no effect before run() has begun.
    std::thread user([&] {
        while (!isEnded) {
            m_ranks.stop();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });

    const auto outcome = m_ranks.run(typed("while True:\n    dist.all_reduce(t)", "2", tests::kHere), recorder);
    isEnded = true;
    user.join();

    QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
    QVERIFY(outcome->stopped && !outcome->raised);
    QVERIFY(!outcome->trace->end()->isComplete);
}

void TestRankRuns::missingMpiIsReportedInOneSentence()
{
    trace::Recorder recorder;
    qputenv("OVERLAP_MPI_MODULE", "/nowhere.so");
    app::RankRuns ranks(OVERLAP_RUN);

    const auto outcome = ranks.run(typed("dist.all_reduce(t)", "2", tests::kHere), recorder);
    qunsetenv("OVERLAP_MPI_MODULE");

    QVERIFY(!outcome);
    QCOMPARE(outcome.error().message.text()->id, std::string("ranks.mpi.missing"));
    QVERIFY(outcome.error().english().find("or choose one rank") != std::string::npos);
}

void TestRankRuns::errorNamesTheFailedRank()
{
    QFETCH(const QString, machine);
    if (tests::isMissing(machine))
        QSKIP(qPrintable(tests::missingForRanks()));
    trace::Recorder recorder;

    const auto outcome =
        m_ranks.run(typed("if rank == 2:\n    1 / 0\ndist.all_reduce(t)", "3", machine.toStdString()), recorder);

    QVERIFY(outcome);
    QVERIFY(outcome->raised);
    QCOMPARE(outcome->trace->error()->message, std::string("rank 2: division by zero"));
    QCOMPARE(outcome->trace->error()->line, 9);
}

void TestRankRuns::stopEndsAllRanks()
{
    QFETCH(const QString, machine);
    if (tests::isMissing(machine))
        QSKIP(qPrintable(tests::missingForRanks()));
    trace::Recorder recorder;
    std::atomic<bool> isEnded = false;
    std::thread user([&] {
        awaitFirstView(recorder, isEnded);
        m_ranks.stop();
    });

    const auto outcome =
        m_ranks.run(typed("while True:\n    dist.all_reduce(t)", "2", machine.toStdString()), recorder);
    isEnded = true;
    user.join();

    QVERIFY(outcome);
    QVERIFY(outcome->stopped && !outcome->raised);
    QVERIFY(outcome->trace->opCount() > 0);
    // `overlap-run serve` is still usable for another run.
    QVERIFY(m_ranks.run(typed("dist.all_reduce(t)", "2"), recorder)->trace->end()->isComplete);
}

/// Rank 1 sends its records in pieces of 1000 bytes, so most of them have not arrived when the run is stopped.
void TestRankRuns::stopAwaitsTheRecordsOfOtherComputers()
{
    if (tests::isMissing(tests::kHere))
        QSKIP(qPrintable(tests::missingForRanks()));
    const QTemporaryDir folder;
    const std::filesystem::path mark = folder.filePath("mark").toStdString();
    frontend::RunRequest request = typed("for _ in range(20000):\n    t = t + 1\ndist.barrier()\nopen('" +
                                             mark.string() + "', 'w').close()\nwhile True:\n    time.sleep(.05)",
                                         "2", tests::kHere);
    distribute(request, folder, "1");
    qputenv("OVERLAP_TEST_RECORDS", "0,1000");
    qputenv("OVERLAP_TEST_DELAYS", "10000,2000,10000,500,500");
    app::RankRuns ranks(OVERLAP_RUN);
    trace::Recorder recorder;
    std::atomic<bool> isEnded = false;
    std::thread user([&] {
        while (!isEnded && !std::filesystem::exists(mark))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ranks.stop();
    });

    const auto outcome = ranks.run(request, recorder);
    isEnded = true;
    user.join();
    for (const char* variable : {"OVERLAP_TEST_HOST", "OVERLAP_TEST_RECORDS", "OVERLAP_TEST_DELAYS"})
        qunsetenv(variable);

    QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
    QVERIFY(outcome->stopped && !outcome->raised);
    const ranks::RunSet* set = ranks::setOf(*outcome->trace);
    QVERIFY(set);
    const std::size_t ops = set->members()[1].trace->opCount();
    QVERIFY2(ops >= 20000 && ops == set->members()[0].trace->opCount(), qPrintable(QString::number(ops)));
}

void TestRankRuns::invalidParameterIsRefused()
{
    QFETCH(const QString, machine);
    if (tests::isMissing(machine))
        QSKIP(qPrintable(tests::missingForRanks()));
    trace::Recorder recorder;
    frontend::RunRequest request = built("13.5-ddp", {{"ranks", "2"}, {"epochs", "none"}});
    request.machine = machine.toStdString();

    const auto outcome = m_ranks.run(request, recorder);

    QVERIFY(!outcome);
    QVERIFY(outcome.error().english().find("epochs") != std::string::npos);
}

void TestRankRuns::syntaxErrorIsReportedInOneSentence()
{
    trace::Recorder recorder;

    const auto outcome = m_ranks.run(typed("t = = 1", "2"), recorder);

    QVERIFY(!outcome);
    QVERIFY2(outcome.error().english().find("Line 8") != std::string::npos, outcome.error().english().c_str());
}

void TestRankRuns::preparedListingIsUsedOnlyForItsOwnRequest()
{
    const frontend::RunRequest one = ProgramRuns::typed("print(1)\n");
    const frontend::RunRequest two = ProgramRuns::typed("print(2)\n");
    QVERIFY(m_runs.runner().prepare(one));

    const auto other = m_runs.run(two);
    QVERIFY(m_runs.runner().prepare(one));
    const auto same = m_runs.run(one);

    QVERIFY(other && same);
    QCOMPARE(other->trace->programPart().outputs[0].text, std::string("2\n"));
    QCOMPARE(same->trace->programPart().outputs[0].text, std::string("1\n"));
}

void TestRankRuns::changedMachineFileIsReadAgain()
{
    const QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "own.json";
    std::ifstream shipped(tests::inSource("resources/machines/h100-8.json"));
    const std::string text{std::istreambuf_iterator<char>(shipped), {}};
    const auto labelOfRun = [&](const std::string& label, std::chrono::seconds changed) {
        std::string own = text;
        own.replace(own.find("8× H100 (NVSwitch)"), std::string("8× H100 (NVSwitch)").size(), label);
        std::ofstream(file) << own;
        // Sets the time, because two changes may be closer than the resolution of the file system's timestamps.
        std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() + changed);
        frontend::RunRequest request = ProgramRuns::typed("pass\n");
        request.machine = file.string();
        const auto outcome = m_runs.run(request);
        return outcome ? outcome->trace->run().machineLabel : outcome.error().english();
    };

    QCOMPARE(labelOfRun("one", std::chrono::seconds(1)), std::string("one"));
    QCOMPARE(labelOfRun("two", std::chrono::seconds(2)), std::string("two"));
}

void TestRankRuns::missingProgramIsReportedInOneSentence()
{
    for (const char* program : {"", "/no/such/program"}) {
        trace::Recorder recorder;
        app::RankRuns missing(program);

        const auto outcome = missing.run(typed("dist.all_reduce(t)", "2"), recorder);

        QVERIFY(!outcome);
        QCOMPARE(QString::fromStdString(outcome.error().english()),
                 QStringLiteral("Several ranks need the program overlap-run beside this one. Install it, or run the "
                                "program as one rank."));
    }
}

void TestRankRuns::numberOfRanksIsReadFromTheParameters()
{
    frontend::RunRequest request = built("13.5-ddp", {});

    QCOMPARE(frontend::ranksOf(request), 4);
    request.parameters["ranks"] = "1";
    QCOMPARE(frontend::ranksOf(request), 1);
    request.parameters["ranks"] = "several";
    QCOMPARE(frontend::ranksOf(request), 1);
    QCOMPARE(frontend::ranksOf(ProgramRuns::typed("pass\n")), 1);
}

void TestRankRuns::parameterReplacesItsNumberInTheListing_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<int>("line");

    QTest::newRow("LeNet, batch") << "13.5-ddp"
                                  << "batch" << 14;
    QTest::newRow("LeNet, epochs") << "13.5-ddp"
                                   << "epochs" << 24;
    QTest::newRow("LeNet, rate") << "13.5-ddp"
                                 << "lr" << 21;
    QTest::newRow("ResNet, batch") << "13.6-ddp"
                                   << "batch" << 28;
    QTest::newRow("ResNet, bucket") << "13.6-ddp"
                                    << "bucket" << 29;
    QTest::newRow("ResNet, rate") << "13.6-ddp"
                                  << "lr" << 30;
    QTest::newRow("ResNet, epochs") << "13.6-ddp"
                                    << "epochs" << 33;
}

void TestRankRuns::parameterReplacesItsNumberInTheListing()
{
    QFETCH(const QString, program);
    QFETCH(const QString, parameter);
    QFETCH(const int, line);

    const auto replaced = frontend::replacedNumbers(built(program.toStdString(), {{parameter.toStdString(), "2"}}));

    QVERIFY(replaced);
    QVERIFY(std::ranges::any_of(*replaced,
                                [&](const auto& number) { return std::ranges::count(number.lines, line) == 1; }));
}

QTEST_GUILESS_MAIN(TestRankRuns)
#include "tst_rank_runs.moc"
