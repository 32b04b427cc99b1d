#include "engine/frontend/repeated_run.h"

#include <QTest>

using namespace engine;
using namespace engine::frontend;

/// Tests how often a program is run again, with functions that return an empty run instead of running a program.
class TestRepeatedRun : public QObject {
    Q_OBJECT

private slots:
    void programIsRepeatedWhileTheGivenConditionHoldsForItsFirstTrace();
    void repeatsEndAfterARunThatRaises_data();
    void repeatsEndAfterARunThatRaises();
    void errorOfARunThatCannotStartIsReturned();
};

namespace {

RunOutcome outcome(bool raised = false)
{
    trace::Recorder recorder;
    recorder.finish();
    return {.trace = recorder.snapshot(), .raised = raised};
}

}  // namespace

void TestRepeatedRun::programIsRepeatedWhileTheGivenConditionHoldsForItsFirstTrace()
{
    std::vector<int> indices;
    trace::TracePtr first;

    const auto runs = runRepeatedly(
        [&](int index) {
            indices.push_back(index);
            RunOutcome one = outcome();
            if (index == 0)
                first = one.trace;
            return Result<RunOutcome>(std::move(one));
        },
        [&](int index, const trace::Trace& one) { return &one == first.get() && index < 3; });

    QVERIFY(runs);
    QCOMPARE(indices, (std::vector{0, 1, 2}));
    QCOMPARE(runs->traces.size(), std::size_t{3});
    QVERIFY(runs->outcome.trace == first && runs->traces.front() == first);
    QVERIFY(runs->otherLoad >= 0 && runs->otherLoad <= 1);
}

void TestRepeatedRun::repeatsEndAfterARunThatRaises_data()
{
    QTest::addColumn<int>("raising");
    QTest::newRow("the first run") << 0;
    QTest::newRow("a later run") << 2;
}

void TestRepeatedRun::repeatsEndAfterARunThatRaises()
{
    QFETCH(int, raising);
    int count = 0;

    const auto runs = runRepeatedly(
        [&](int index) {
            ++count;
            return Result<RunOutcome>(outcome(index == raising));
        },
        [](int index, const trace::Trace&) { return index < 5; });

    QVERIFY(runs);
    QVERIFY(runs->outcome.raised);
    QCOMPARE(count, raising + 1);
    QCOMPARE(runs->traces.size(), static_cast<std::size_t>(raising));
}

void TestRepeatedRun::errorOfARunThatCannotStartIsReturned()
{
    const auto runs =
        runRepeatedly([](int) { return Result<RunOutcome>(untranslatedError(ErrorCode::NotFound, "no machine")); },
                      [](int index, const trace::Trace&) { return index < 5; });

    QVERIFY(!runs);
    QCOMPARE(runs.error().english(), std::string("no machine"));
}

QTEST_APPLESS_MAIN(TestRepeatedRun)
#include "tst_repeated_run.moc"
