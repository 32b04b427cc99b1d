#include "tests/devices/gpu_rank_runs.h"

#include <QTest>

#include <array>

using namespace conformance;

/// Which ranks use the library of their GPUs, and the failures of its collectives.
class TestRankLibrary : public QObject {
    Q_OBJECT

private slots:
    void unusableLibraryIsNoted_data();
    void unusableLibraryIsNoted();
    void tooFewGpusAreRefused_data() { addWhether("library"); }
    void tooFewGpusAreRefused();
    void otherGpuIsRefused();
    void missingRankIsNamed_data() { addWhether("library"); }
    void missingRankIsNamed();
    void failureOfTheLibraryNamesRankAndLine();
};

void TestRankLibrary::unusableLibraryIsNoted_data()
{
    QTest::addColumn<int>("without");
    QTest::addColumn<bool>("isShared");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("a rank has none") << 1 << false << QByteArray("NCCL is not installed for rank 1.");
    QTest::newRow("one GPU for both") << -1 << true << QByteArray("Ranks 0 and 1 use the same GPU,");
}

/// All ranks then copy their tensors to the host.
void TestRankLibrary::unusableLibraryIsNoted()
{
    QFETCH(int, without);
    QFETCH(bool, isShared);
    QFETCH(QByteArray, reason);
    const Run run = runRanks(
        2, {}, optionsOf(Semantics::Torch),
        [&](Rank& rank) {
            rank.useLibrary();
            if (isShared)
                rank.driver().device = kGpu;
            for (int i = 0; i < 2; ++i) {
                const Handle x = rank.driver().fill(tensor::Shape({kElements}), rank.number() + 1);
                QVERIFY(rank.call({CollectiveKind::AllReduce, ReduceOp::Sum}, {x}, {x}).has_value());
                QCOMPARE(rank.valuesOf(x), Values(kElements, 3));
            }
        },
        without);
    QVERIFY2(run.problem.empty(), run.problem.c_str());
    QCOMPARE(fake::counts().exchanges, 0);
    for (const trace::TracePtr& trace : run.traces) {
        QVERIFY(hasNote(*trace, "by MPI through page-locked memory"));
        QVERIFY(hasNote(*trace, reason.toStdString()));
    }
}

/// The kernels of both ranks would wait for ever.
void TestRankLibrary::failureOfTheLibraryNamesRankAndLine()
{
    fake::Settings settings;
    settings.exchangeFails = 2;
    std::array<std::string, 2> failures;
    runRanks(2, settings, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        const Handle x = rank.driver().fill(tensor::Shape({kElements}), 1);
        const std::string error = rank.errorOfSum(x, 31);
        QVERIFY2(error.find("could not exchange numbers") != std::string::npos, error.c_str());
        failures[static_cast<std::size_t>(rank.number())] = rank.world().failure();
    });
    QCOMPARE(failures[0], failures[1]);
    QVERIFY2(failures[0].starts_with("Rank ") &&
                 failures[0].find(": all_reduce #0 (line 31): CUDA could not exchange numbers with the GPUs of other "
                                  "ranks: NCCL: remote process exited.") != std::string::npos,
             failures[0].c_str());
}

void TestRankLibrary::missingRankIsNamed()
{
    QFETCH(bool, library);
    std::string error;
    runRanks(2, {}, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary(library);
        if (rank.number() == 0)
            error = rank.errorOfSum(rank.driver().fill(tensor::Shape({kElements}), 1), 31);
    });
    QVERIFY2(
        error.find("all_reduce #0 (rank 0, line 31) waits for rank 1, whose program has ended") != std::string::npos,
        error.c_str());
}

void TestRankLibrary::otherGpuIsRefused()
{
    std::array<std::string, 2> errors;
    runRanks(2, {}, optionsOf(Semantics::Torch), [&](Rank& rank) {
        rank.useLibrary();
        for (const DeviceId gpu : {rank.driver().device, DeviceId{1}}) {
            const Handle x = rank.driver().create(tensor::Shape({1}), gpu);
            QVERIFY(rank.driver().push(Operator::Fill, {}, x, 1).has_value());
            std::string& error = errors[static_cast<std::size_t>(rank.number())];
            error = rank.errorOfSum(x, 31);
            if (rank.number() == 1 && !error.empty())
                rank.world().explain("an error", 31);
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
        const Handle x = rank.driver().create(tensor::Shape({kElements}), DeviceId{rank.number() == 0 ? 1 : 0});
        QVERIFY(rank.driver().push(Operator::Fill, {}, x, 1).has_value());
        errors[static_cast<std::size_t>(rank.number())] = rank.errorOfSum(x, 31);
    });
    for (const std::string& error : errors)
        QVERIFY2(error.starts_with("1 GPU is too few: rank 1 can only use the CPU"), error.c_str());
}

QTEST_APPLESS_MAIN(TestRankLibrary)
#include "tst_rank_library.moc"
