#include "engine/ranks/open_call.h"

#include <QTest>

#include <string>
#include <vector>

using namespace engine;
using ranks::OpenCall;

Q_DECLARE_METATYPE(std::vector<OpenCall::Member>)

namespace {

constexpr Nanoseconds kWait{100};

ranks::Call callIn(std::int32_t line, int rank)
{
    ranks::Call call;
    call.rank = rank;
    call.line = line;
    return call;
}

OpenCall::Member arrived(int rank, std::int64_t time, std::int32_t line = 31)
{
    return {rank, callIn(line, rank), time, {}};
}

OpenCall::Member missing(int rank, std::int64_t time, ranks::RankProgram program = {})
{
    return {rank, {}, time, std::move(program)};
}

OpenCall callOf(std::vector<OpenCall::Member> members)
{
    return {{0, 17, -1, -1}, std::move(members)};
}

}  // namespace

/// Tests the rules that determine which ranks wait for which others.
class TestOpenCall : public QObject {
    Q_OBJECT

private slots:
    void bothEndsOfATransferHaveTheSameKey();
    void descriptionOfACallStatesWhereMissingRanksAre();
    void rankWhoseProgramHasEndedCannotArrive();
    void timeoutMessageNamesTheLateRanks_data();
    void timeoutMessageNamesTheLateRanks();
    void callsOnDifferentSourceLinesGiveOneRemark();
};

void TestOpenCall::bothEndsOfATransferHaveTheSameKey()
{
    trace::Collective what;
    what.sequence = 3;
    what.group = GroupId{2};
    what.kind = trace::CollectiveKind::Send;
    what.root = 0;
    const ranks::CollectiveKey sent = ranks::keyOf(what, 5);
    what.kind = trace::CollectiveKind::Receive;
    what.root = 5;
    const std::vector<int> group{6, 5, 0};

    QCOMPARE(ranks::keyOf(what, 0), sent);
    QCOMPARE(ranks::membersOf(sent, group), (std::vector{0, 5}));
    what.kind = trace::CollectiveKind::AllReduce;
    QCOMPARE(ranks::keyOf(what, 0), (ranks::CollectiveKey{2, 3, -1, -1}));
    QCOMPARE(ranks::membersOf(ranks::keyOf(what, 0), group), (std::vector{0, 5, 6}));
}

void TestOpenCall::descriptionOfACallStatesWhereMissingRanksAre()
{
    OpenCall call = callOf({arrived(0, 5), missing(1, 9, {true, "", 0}), arrived(2, 6), missing(3, 9, {false, "", 8})});

    QCOMPARE(call.describe(),
             "all_reduce #17 (ranks 0 and 2, line 31) waits for ranks 1 and 3, rank 1: whose program has ended, rank "
             "3: which is in line 8: time.sleep");
    call.members.pop_back();
    call.members[1].program.reason = ranks::endedWith("ValueError", 24);
    QCOMPARE(call.describe(),
             "all_reduce #17 (ranks 0 and 2, line 31) waits for rank 1, whose program ended with ValueError in line "
             "24");
    QCOMPARE(ranks::describeHang(std::vector{call, call}),
             "The ranks wait for each other for ever: " + call.describe() + "; " + call.describe() + ".");
}

void TestOpenCall::rankWhoseProgramHasEndedCannotArrive()
{
    using enum OpenCall::Prospect;
    const ranks::RankProgram ended{true, "", 0};

    QCOMPARE(callOf({arrived(0, 5), missing(1, 9)}).prospect(), AllMayArrive);
    QCOMPARE(callOf({arrived(0, 5), missing(1, 9), missing(2, 9, ended)}).prospect(), SomeMayArrive);
    QCOMPARE(callOf({arrived(0, 5), missing(2, 9, ended)}).prospect(), NoneMayArrive);
    QVERIFY(callOf({arrived(0, 5), arrived(1, 9)}).isComplete());
}

void TestOpenCall::timeoutMessageNamesTheLateRanks_data()
{
    QTest::addColumn<std::vector<OpenCall::Member>>("members");
    QTest::addColumn<QByteArray>("late");  ///< empty: no rank is late
    const ranks::RankProgram ended{true, "", 0};
    QTest::newRow("in time") << std::vector{arrived(0, 5), missing(1, 104)} << QByteArray();
    QTest::newRow("too late") << std::vector{arrived(0, 5), missing(1, 105)} << QByteArray("rank 1");
    QTest::newRow("arrived too late") << std::vector{arrived(0, 5), arrived(1, 105)} << QByteArray("rank 1");
    QTest::newRow("another may arrive in time")
        << std::vector{arrived(0, 5), missing(1, 105), missing(2, 50)} << QByteArray();
    QTest::newRow("ended, which is no delay")
        << std::vector{arrived(0, 5), missing(1, device::kNever, ended)} << QByteArray();
    QTest::newRow("ended, and too late") << std::vector{arrived(0, 5), missing(1, device::kNever, ended),
                                                        missing(2, 105)}
                                         << QByteArray("ranks 1 and 2");
    QTest::newRow("nobody has arrived") << std::vector{missing(0, 500), missing(1, 500)} << QByteArray();
}

void TestOpenCall::timeoutMessageNamesTheLateRanks()
{
    QFETCH(const std::vector<OpenCall::Member>, members);
    QFETCH(const QByteArray, late);

    const std::string text = callOf(members).describeTimeout(kWait);

    QCOMPARE(text.empty(), late.isEmpty());
    QVERIFY2(text.empty() || text.find("(rank 0, line 31) waits for " + late.toStdString()) != std::string::npos,
             text.c_str());
}

void TestOpenCall::callsOnDifferentSourceLinesGiveOneRemark()
{
    ranks::LineRemarks remarks;
    const auto add = [&](std::int32_t first, std::int32_t second) {
        return remarks.add(callOf({arrived(0, 5, first), arrived(1, 5, second)}));
    };

    QVERIFY(add(8, 8).empty());
    QVERIFY(add(8, 5).find("line 5 (ranks: 1), line 8 (ranks: 0)") != std::string::npos);
    QVERIFY2(add(5, 8).empty(), "the same lines");
    QVERIFY(!add(8, 6).empty());
    QCOMPARE(remarks.texts().size(), std::size_t{2});
    for (std::int32_t line = 100; line < 200; ++line)
        static_cast<void>(add(8, line));
    QVERIFY2(remarks.texts().size() < 20, "a program with a line for each call");
}

QTEST_APPLESS_MAIN(TestOpenCall)
#include "tst_open_call.moc"
