#include "engine/ranks/calls.h"

#include <QTest>
#include <numeric>
#include <vector>

using namespace engine::ranks;

/// Tests the messages about the calls of several ranks.
class TestCalls : public QObject {
    Q_OBJECT

private slots:
    void adjacentRanksAreNamedAsARange_data();
    void adjacentRanksAreNamedAsARange();
    void nameOfALaneStatesItsRanks();
    void equalCallsOnDifferentSourceLinesAreReported();
    void tooFewGpusAreReportedIfAllComputersHaveTheSameNumberOfGpus();
    void collectivesWithAndWithoutAGpuLibraryAreReportedAsDifferent();
    void errorContainsTheCppFileAndLineOfTheFailedCheck();
};

void TestCalls::adjacentRanksAreNamedAsARange_data()
{
    QTest::addColumn<QList<int>>("ranks");
    QTest::addColumn<QByteArray>("names");
    QTest::newRow("one") << QList<int>{2} << QByteArray("rank 2");
    QTest::newRow("two") << QList<int>{0, 1} << QByteArray("ranks 0 and 1");
    QTest::newRow("two and one") << QList<int>{0, 1, 3} << QByteArray("ranks 0, 1 and 3");
    QTest::newRow("three") << QList<int>{4, 5, 6} << QByteArray("ranks 4 to 6");
    QTest::newRow("ranges") << QList<int>{0, 1, 2, 5, 7, 8, 9, 10} << QByteArray("ranks 0 to 2, 5 and 7 to 10");
    QTest::newRow("in another order") << QList<int>{2, 1, 0} << QByteArray("ranks 2, 1 and 0");
    QList<int> many(56);
    std::iota(many.begin(), many.end(), 8);
    QTest::newRow("fifty-six") << many << QByteArray("ranks 8 to 63");
}

void TestCalls::adjacentRanksAreNamedAsARange()
{
    QFETCH(const QList<int>, ranks);
    QFETCH(const QByteArray, names);

    QCOMPARE(QByteArray::fromStdString(namesOf(std::vector<int>(ranks.begin(), ranks.end()))), names);
}

void TestCalls::nameOfALaneStatesItsRanks()
{
    const std::vector<int> some{0, 2, 3, 4};
    const auto nameOf = [&](std::uint32_t group, int from, int to) {
        return QString::fromStdString(laneNameOf({engine::GroupId{group}, from, to}, some));
    };

    QCOMPARE(nameOf(0, -1, -1), QStringLiteral("communication"));
    QCOMPARE(nameOf(1, -1, -1), QStringLiteral("communication of ranks 0, 2–4"));
    QCOMPARE(nameOf(0, 0, 2), QStringLiteral("rank 0 → 2"));
    QCOMPARE(nameOf(1, 0, 2), QStringLiteral("rank 0 → 2 of ranks 0, 2–4"));
}

void TestCalls::equalCallsOnDifferentSourceLinesAreReported()
{
    std::vector<Call> calls(4);
    for (int rank = 0; Call & call : calls) {
        call.rank = rank++;
        call.line = 8;
    }
    QVERIFY(!lineDifferenceOf(calls, 2));

    calls[2].line = 5;
    const auto difference = lineDifferenceOf(calls, 2);

    QVERIFY(difference);
    QCOMPARE(difference->lines, std::pair(5, 8));
    QCOMPARE(
        difference->text.english(),
        "all_reduce #2 is called in different lines: line 5 (ranks: 2), line 8 (ranks: 0, 1, 3). The result is wrong "
        "if the ranks mean different tensors, so all must make their calls in the same order.");
    calls[2].line = 0;
    QVERIFY2(!lineDifferenceOf(calls, 2), "an unknown line");
    calls[2].line = 5;
    for (Call& call : calls)
        call.root = 2;
    QVERIFY2(!lineDifferenceOf(calls, 2), "the root often makes its call elsewhere");
    for (Call& call : calls)
        call.root = 0;
    QVERIFY2(lineDifferenceOf(calls, 2), "rank 2 is not the root");
    for (Call& call : calls)
        call.kind = engine::trace::CollectiveKind::Barrier;
    QVERIFY2(!lineDifferenceOf(calls, 2), "a barrier moves no numbers");
}

void TestCalls::tooFewGpusAreReportedIfAllComputersHaveTheSameNumberOfGpus()
{
    std::vector<Call> calls(2);
    calls[1].rank = 1;
    calls[0].gpu = 0;
    for (Call& call : calls)
        call.gpus = 1;

    QVERIFY(differenceOf(calls).starts_with("1 GPU is too few: rank 1 can only use the CPU"));
    calls[1].gpus = 2;
    QVERIFY(differenceOf(calls).starts_with("The ranks call different collectives"));
}

void TestCalls::collectivesWithAndWithoutAGpuLibraryAreReportedAsDifferent()
{
    std::vector<Call> calls(2);
    calls[1].rank = 1;
    for (Call& call : calls)
        call.gpu = 0;
    QVERIFY(differenceOf(calls).empty());
    calls[1].isDirect = true;

    const std::string difference = differenceOf(calls);
    QVERIFY2(difference.find("rank 0: all_reduce of 0 numbers, on a GPU; rank 1: all_reduce of 0 numbers, on a GPU, by "
                             "its library") != std::string::npos,
             difference.c_str());
}

void TestCalls::errorContainsTheCppFileAndLineOfTheFailedCheck()
{
    const auto unknown = checkGroup(std::vector{4}, 4);
    const auto empty = checkGroup({}, 4);

    QVERIFY(!unknown && !empty);
    QVERIFY(std::string_view(empty.error().where.file_name()).ends_with("calls.cpp"));
    QVERIFY(unknown.error().where.line() < empty.error().where.line());
}

QTEST_GUILESS_MAIN(TestCalls)
#include "tst_calls.moc"
