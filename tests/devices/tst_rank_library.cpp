#include "tests/devices/gpu_rank_runs.h"

#include <QTest>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

using namespace conformance;

/// Tests which ranks use the library of their GPUs, and how failures of its collectives are reported.
class TestRankLibrary : public QObject {
    Q_OBJECT

private slots:
    void unusableLibraryIsReportedInANote_data();
    void unusableLibraryIsReportedInANote();
    void tooFewGpusAreRefused_data() { addWhether("library"); }
    void tooFewGpusAreRefused();
    void secondGpuOfARankIsRefused();
    void collectivesOnDifferentDevicesAreReportedAsDifferentCalls_data() { addWhether("isGpuNew"); }
    void collectivesOnDifferentDevicesAreReportedAsDifferentCalls();
    void errorNamesARankThatHasEnded_data() { addWhether("library"); }
    void errorNamesARankThatHasEnded();
    void errorOfTheLibraryIsReportedWithRankAndLine();
    void failureToConnectIsReportedInANote();
    void stopInterruptsTheConnectionOfGpus();
    void lostGpuEndsTheCollectiveOnAllRanks();
    void rankThatWaitsForMemoryNoticesTheEndOfTheRun();
    void errorNamesTheCollectiveWhoseKernelNeverEnds();
    void stopOfOneRankEndsTheCollectiveOnAllRanks();
    void ranksWaitForEachOtherBeforeTheyCloseConnections();
    void sendAndReceiveDoNotUseTheLibrary();
};

void TestRankLibrary::unusableLibraryIsReportedInANote_data()
{
    QTest::addColumn<int>("other");
    QTest::addColumn<QByteArray>("otherLibrary");
    QTest::addColumn<bool>("isShared");
    QTest::addColumn<bool>("makesNoIds");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("a rank has none") << 1 << QByteArray() << false << false
                                     << QByteArray("NCCL is not installed for rank 1.");
    QTest::newRow("a rank has another version") << 1 << QByteArray("made-up collectives 2") << false << false
                                                << QByteArray("Ranks 0 and 1 have different versions of NCCL.");
    QTest::newRow("one GPU for both") << -1 << QByteArray() << true << false
                                      << QByteArray("Ranks 0 and 1 use the same GPU,");
    QTest::newRow("rank 0 has no network")
        << -1 << QByteArray() << false << true << QByteArray("NCCL is not installed for rank 0.");
}

/// If one rank cannot use the library, all ranks copy their tensors to the host.
void TestRankLibrary::unusableLibraryIsReportedInANote()
{
    QFETCH(int, other);
    QFETCH(QByteArray, otherLibrary);
    QFETCH(bool, isShared);
    QFETCH(bool, makesNoIds);
    QFETCH(QByteArray, reason);
    g_otherLibrary = otherLibrary.isEmpty() ? nullptr : otherLibrary.constData();
    fake::Settings settings;
    settings.makesNoIds = makesNoIds;
    const Run run = runRanks(
        2, settings, optionsOf(Semantics::Torch),
        [&](Rank& rank) {
            rank.useLibrary();
            if (isShared)
                rank.driver().device = kGpu;
            for (int i = 0; i < 2; ++i) {
                const Handle x = rank.driver().fill(ops::Shape({kElements}), rank.number() + 1);
                QVERIFY(rank.call({CollectiveKind::AllReduce, ReduceOp::Sum}, {x}, {x}).has_value());
                QCOMPARE(rank.valuesOf(x), Values(kElements, 3));
            }
        },
        other);
    QVERIFY2(run.problem.empty(), run.problem.c_str());
    QCOMPARE(fake::counts().exchanges, 0);
    for (const trace::TracePtr& trace : run.traces) {
        QVERIFY(hasNote(*trace, "by MPI through page-locked memory"));
        QVERIFY(hasNote(*trace, reason.toStdString()));
    }
}

/// If the library reported no error, the kernels of both ranks would wait forever.
void TestRankLibrary::errorOfTheLibraryIsReportedWithRankAndLine()
{
    fake::Settings settings;
    settings.exchangeFails = 2;
    std::array<std::string, 2> failures;
    runRanks(2, settings, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        const Handle x = rank.driver().fill(ops::Shape({kElements}), 1);
        const std::string error = rank.errorOfSum(x, 31);
        QVERIFY2(error.find("could not exchange numbers") != std::string::npos, error.c_str());
        QVERIFY2(error.find("stopped working") == std::string::npos, error.c_str());
        failures[static_cast<std::size_t>(rank.number())] = rank.world().failure();
    });
    QCOMPARE(failures[0], failures[1]);
    QVERIFY2(failures[0].starts_with("Rank ") &&
                 failures[0].find(": all_reduce #0 (line 31): CUDA could not exchange numbers with the GPUs of other "
                                  "ranks: NCCL: remote process exited.") != std::string::npos,
             failures[0].c_str());
}

/// If one GPU cannot be connected, all ranks copy their tensors to the host, also those with a connected GPU.
void TestRankLibrary::failureToConnectIsReportedInANote()
{
    fake::Settings settings;
    settings.devices = 3;
    settings.unconnectedRank = 1;
    const Run run = runRanks(3, settings, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        for (int i = 0; i < 2; ++i) {
            const Handle x = rank.driver().fill(ops::Shape({kElements}), rank.number() + 1);
            QCOMPARE(rank.errorOfSum(x, 31), std::string());
            QCOMPARE(rank.valuesOf(x), Values(kElements, 6));
        }
        QVERIFY(rank.world().failure().empty());
    });
    QVERIFY2(run.problem.empty(), run.problem.c_str());
    QCOMPARE(fake::counts().exchanges, 0);
    for (const trace::TracePtr& trace : run.traces)
        QVERIFY(hasNote(*trace, "The GPUs could not be connected. Rank 1: CUDA could not connect GPU 1"));
}

/// A stop interrupts the library, which would otherwise wait several seconds for other ranks.
void TestRankLibrary::stopInterruptsTheConnectionOfGpus()
{
    fake::Settings settings;
    settings.connectsForEver = true;
    std::array<std::string, 2> errors;
    std::atomic<bool> areConnecting = false;
    runRanks(2, settings, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        const Handle x = rank.driver().fill(ops::Shape({kElements}), 1);
        const std::jthread stopper([&] {
            while (!areConnecting && fake::counts().connecting < 2)
                std::this_thread::yield();
            areConnecting = true;
            rank.driver().platform().cancel();
        });
        errors[static_cast<std::size_t>(rank.number())] = rank.errorOfSum(x, 31);
    });
    for (const std::string& error : errors)
        QVERIFY(!error.empty());
    QCOMPARE(fake::counts().connecting, 0);
}

/// Rank 0 or 1 loses its GPU. If the collective did not end on all ranks, the kernel of the other rank would wait
/// forever.
void TestRankLibrary::lostGpuEndsTheCollectiveOnAllRanks()
{
    fake::Settings settings;
    settings.lostAtExchange = 2;
    std::array<std::string, 2> failures;
    runRanks(2, settings, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        const Handle x = rank.driver().fill(ops::Shape({kElements}), 1);
        QVERIFY(!rank.errorOfSum(x, 31).empty());
        QVERIFY(!rank.errorOfSum(x, 32).empty());
        failures[static_cast<std::size_t>(rank.number())] = rank.world().failure();
    });
    QCOMPARE(failures[0], failures[1]);
    QVERIFY2(failures[0].find(": all_reduce #0 (line 31): GPU ") != std::string::npos &&
                 failures[0].find("stopped working") != std::string::npos,
             failures[0].c_str());
}

/// Rank 0 requests memory, which the driver frees only after the sum of line 31. That sum never ends. The thread of
/// rank 0 that communicates must nevertheless notice that rank 1 ends the run.
void TestRankLibrary::rankThatWaitsForMemoryNoticesTheEndOfTheRun()
{
    fake::Settings settings;
    settings.memory = std::int64_t{64} << 20;
    settings.exchangeHangs = 3;
    std::string failure;
    runRanks(2, settings, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        Driver& driver = rank.driver();
        const Handle x = driver.fill(ops::Shape({kElements}), 1);
        const auto sum = [&](std::int32_t line) {
            return rank.call({CollectiveKind::AllReduce, ReduceOp::Sum}, {x}, {x}, line).has_value();
        };
        QCOMPARE(rank.errorOfSum(x, 30), std::string());
        Handle cached = driver.fill(ops::Shape({5 << 20}), 1);
        QVERIFY(driver.wait(cached).has_value());
        driver.drop(cached);
        QVERIFY(sum(31));
        while (fake::counts().exchanges < 4)
            std::this_thread::yield();
        if (rank.number() == 0) {
            QVERIFY(sum(32));
            static_cast<void>(driver.push(Operator::Fill, {}, driver.create(ops::Shape({10 << 20})), 1));
            return;
        }
        while (fake::counts().releases == 0)
            std::this_thread::yield();
        QVERIFY(sum(32));
        while (fake::counts().exchanges < 5)
            std::this_thread::yield();
        driver.platform().ranks()->setTimeout(std::chrono::milliseconds(10));
        QVERIFY(!driver.wait(x).has_value());
        failure = rank.world().failure();
    });
    QVERIFY2(failure.starts_with("Rank 1: all_reduce #1 (line 31): the GPUs have not ended it for "), failure.c_str());
}

/// A rank waits in its kernel, and no rank waits in MPI.
void TestRankLibrary::errorNamesTheCollectiveWhoseKernelNeverEnds()
{
    fake::Settings settings;
    settings.exchangeHangs = 2;
    std::array<std::string, 2> failures;
    runRanks(2, settings, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        const Handle x = rank.driver().fill(ops::Shape({kElements}), 1);
        QVERIFY(rank.call({CollectiveKind::AllReduce, ReduceOp::Sum}, {x}, {x}, 31).has_value());
        while (fake::counts().exchanges < 2)
            std::this_thread::yield();
        if (rank.number() == 0)
            rank.driver().platform().ranks()->setTimeout(std::chrono::milliseconds(10));
        QVERIFY(!rank.driver().wait(x).has_value());
        failures[static_cast<std::size_t>(rank.number())] = rank.world().failure();
    });
    QCOMPARE(failures[0], failures[1]);
    QVERIFY2(failures[0].starts_with("Rank 0: all_reduce #0 (line 31): the GPUs have not ended it for "),
             failures[0].c_str());
}

/// The kernels of both ranks are queued. If only rank 0 ended, rank 1 would wait in its kernel forever.
void TestRankLibrary::stopOfOneRankEndsTheCollectiveOnAllRanks()
{
    fake::Settings settings;
    settings.exchangeHangs = 2;
    std::string error;
    runRanks(2, settings, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        const Handle x = rank.driver().fill(ops::Shape({kElements}), 1);
        if (rank.number() == 1) {
            error = rank.errorOfSum(x, 31);
            return;
        }
        QVERIFY(rank.call({CollectiveKind::AllReduce, ReduceOp::Sum}, {x}, {x}, 31).has_value());
        while (fake::counts().exchanges < 2)
            std::this_thread::yield();
        rank.driver().platform().cancel();
    });
    QVERIFY2(error.find("Rank 0: ") != std::string::npos, error.c_str());
}

/// All ranks close together, because rank 2 may still read memory of rank 1, and all ranks must take part in closing a
/// connection.
void TestRankLibrary::ranksWaitForEachOtherBeforeTheyCloseConnections()
{
    fake::Settings settings;
    settings.devices = 3;
    std::atomic<bool> hasLastEnded = false;
    const Run run = runRanks(3, settings, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        const Handle x = rank.driver().fill(ops::Shape({kElements}), 1);
        QCOMPARE(rank.errorOfSum(x, 31), std::string());
        if (rank.number() == 2) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            hasLastEnded = true;
        }
        rank.driver().platform().finish();
        QVERIFY(hasLastEnded);
    });
    QVERIFY2(run.problem.empty(), run.problem.c_str());
}

/// Calls of the library wait for each other. The transfers of a batch must not, so they do not use the library.
void TestRankLibrary::sendAndReceiveDoNotUseTheLibrary()
{
    const Run run = runRanks(2, {}, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        const int other = 1 - rank.number();
        const Handle x = rank.driver().fill(ops::Shape({kElements}), rank.number() + 1);
        QCOMPARE(rank.errorOfSum(x, 31), std::string());
        const Handle y = rank.driver().fill(ops::Shape({kElements}), rank.number() + 5);
        QVERIFY(rank.call({CollectiveKind::Send, ReduceOp::None, other}, {y}, {}).has_value());
        QVERIFY(rank.call({CollectiveKind::Receive, ReduceOp::None, other}, {}, {x}).has_value());
        QCOMPARE(rank.valuesOf(x), Values(kElements, static_cast<float>(other + 5)));
    });
    QVERIFY2(run.problem.empty(), run.problem.c_str());
    QCOMPARE(fake::counts().exchanges, 2);
    QVERIFY(hasNote(*run.traces[0], "not for transfers between two ranks"));
}

/// The first call on a new device is compared with the other rank's call on a known device.
void TestRankLibrary::collectivesOnDifferentDevicesAreReportedAsDifferentCalls()
{
    QFETCH(bool, isGpuNew);
    std::array<std::string, 2> errors;
    runRanks(2, {}, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        Driver& driver = rank.driver();
        const auto onCpu = [&] {
            const Handle tensor = driver.create(ops::Shape({kElements}), DeviceId{0});
            static_cast<void>(driver.push(Operator::Fill, {}, tensor, 1));
            return tensor;
        };
        const auto onGpu = [&] { return driver.fill(ops::Shape({kElements}), 1); };
        const Handle known = isGpuNew ? onCpu() : onGpu();
        QCOMPARE(rank.errorOfSum(known, 30), std::string());
        const Handle fresh = (rank.number() == 0) == isGpuNew ? onGpu() : onCpu();
        errors[static_cast<std::size_t>(rank.number())] = rank.errorOfSum(fresh, 31);
    });
    for (const std::string& error : errors)
        QVERIFY2(error.find("The ranks call different collectives: ") != std::string::npos, error.c_str());
}

void TestRankLibrary::errorNamesARankThatHasEnded()
{
    QFETCH(bool, library);
    std::string error;
    runRanks(2, {}, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary(library);
        if (rank.number() == 0)
            error = rank.errorOfSum(rank.driver().fill(ops::Shape({kElements}), 1), 31);
    });
    QVERIFY2(
        error.find("all_reduce #0 (rank 0, line 31) waits for rank 1, whose program has ended") != std::string::npos,
        error.c_str());
}

void TestRankLibrary::secondGpuOfARankIsRefused()
{
    std::array<std::string, 2> errors;
    runRanks(2, {}, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        for (const DeviceId gpu : {rank.driver().device, DeviceId{1}}) {
            const Handle x = rank.driver().create(ops::Shape({1}), gpu);
            QVERIFY(rank.driver().push(Operator::Fill, {}, x, 1).has_value());
            std::string& error = errors[static_cast<std::size_t>(rank.number())];
            error = rank.errorOfSum(x, 31);
            if (rank.number() == 1 && !error.empty())
                rank.world().reportError("an error", 31);
        }
    });
    QCOMPARE(errors[1],
             "This rank used GPU 1 before in this group, not GPU 0: made-up collectives connects one GPU of "
             "each rank.");
    QVERIFY2(errors[0].find("waits for rank 1, whose program ended with an error") != std::string::npos,
             errors[0].c_str());
}

void TestRankLibrary::tooFewGpusAreRefused()
{
    QFETCH(bool, library);
    fake::Settings settings;
    settings.devices = 1;
    std::array<std::string, 2> errors;
    runRanks(2, settings, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.driver().platform().ranks()->setLibrary(library);
        const Handle x = rank.driver().create(ops::Shape({kElements}), DeviceId{rank.number() == 0 ? 1 : 0});
        QVERIFY(rank.driver().push(Operator::Fill, {}, x, 1).has_value());
        errors[static_cast<std::size_t>(rank.number())] = rank.errorOfSum(x, 31);
    });
    for (const std::string& error : errors)
        QVERIFY2(error.starts_with("1 GPU is too few: rank 1 can only use the CPU"), error.c_str());
}

QTEST_APPLESS_MAIN(TestRankLibrary)
#include "tst_rank_library.moc"
