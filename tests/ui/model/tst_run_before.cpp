#include "engine/trace/recorder.h"
#include "ui/model/trace_feed.h"

#include <QSignalSpy>
#include <QTest>

using engine::trace::Recorder;
using engine::trace::TracePtr;
using ui::model::RunContext;
using ui::model::TraceFeed;

namespace {

struct Settings {
    std::string program = "13.3.1", machine = "book-v100", n = "4000";
};

void write(Recorder& recorder, const Settings& settings)
{
    engine::trace::RunInfo run;
    run.program = settings.program;
    run.machine = settings.machine;
    run.parameters = {{"n", settings.n}};
    recorder.write(std::make_shared<const engine::trace::RunInfo>(run));
    engine::trace::IssueRecord issue;
    issue.op = engine::OpId{0};
    recorder.write(issue);
    recorder.write(engine::trace::EndRecord{engine::fromSeconds(1), true});
}

TracePtr runOf(const Settings& settings)
{
    Recorder recorder;
    write(recorder, settings);
    recorder.finish();
    return recorder.snapshot();
}

RunContext waits(bool isOn)
{
    RunContext context;
    context.syncPoints[15] = isOn;
    return context;
}

}  // namespace

/// Tests which run is stored as the previous run of the displayed one.
class TestRunBefore : public QObject {
    Q_OBJECT

private slots:
    void lastRunBecomesThePreviousRunOfAChangedRun()
    {
        TraceFeed feed;
        const TracePtr first = runOf({}), second = runOf({});
        feed.show(first, waits(true));
        QVERIFY(feed.before().trace == nullptr);
        feed.setContext(waits(false));  // the switch is flipped before the new run arrives

        feed.show(second, waits(false));

        QCOMPARE(feed.before().trace, first);
        QCOMPARE(feed.before().context.syncPoints.value(15), true);
        feed.show(runOf({.n = "800"}), waits(false));
        QCOMPARE(feed.before().trace, second);
    }

    void syncPointsFoundAfterTheRunAreNotReportedAsAChange()
    {
        TraceFeed feed;
        const TracePtr first = runOf({});
        feed.show(first, {});

        feed.setContext(waits(true));
        feed.show(runOf({}), waits(true));
        QVERIFY(feed.before().trace == nullptr);
        feed.show(runOf({}), waits(false));

        QVERIFY(feed.before().trace != nullptr);
        QCOMPARE(feed.before().context.syncPoints.value(15), true);
    }

    void repeatedRunKeepsThePreviousRun()
    {
        TraceFeed feed;
        const TracePtr first = runOf({});
        feed.show(first, waits(true));
        feed.show(runOf({}), waits(false));

        feed.show(runOf({}), waits(false));

        QCOMPARE(feed.before().trace, first);
    }

    void runThatIsHiddenDuringAGuessBecomesThePreviousRun()
    {
        TraceFeed feed;
        const TracePtr first = runOf({});
        feed.show(first, waits(true));

        feed.show(nullptr, waits(false));
        feed.show(runOf({}), waits(false));

        QCOMPARE(feed.before().trace, first);
    }

    void pinnedRunIsKeptUntilItIsUnpinned()
    {
        TraceFeed feed;
        QSignalSpy changed(&feed, &TraceFeed::beforeChanged);
        const TracePtr first = runOf({}), second = runOf({});
        feed.show(first, waits(true));
        feed.pinBefore();
        QVERIFY(feed.isBeforePinned());

        feed.show(second, waits(false));
        feed.show(runOf({.n = "800"}), waits(false));
        QCOMPARE(feed.before().trace, first);
        feed.unpinBefore();

        QCOMPARE(feed.before().trace, second);
        QCOMPARE(changed.count(), 2);
    }

    void pinnedRunIsHiddenWhileAnEqualRunIsDisplayed()
    {
        TraceFeed feed;
        feed.show(runOf({}), waits(true));

        feed.pinBefore(runOf({}));
        QVERIFY2(!feed.hasBefore() && feed.isBeforePinned(), "the same run of an earlier session");
        feed.show(runOf({}), waits(false));
        QVERIFY(feed.hasBefore());
        feed.show(runOf({.n = "800"}), waits(true));
        QVERIFY(feed.hasBefore());
    }

    void openingAnotherProgramDropsThePreviousRun()
    {
        TraceFeed feed;
        feed.show(runOf({}), waits(true));
        feed.show(runOf({}), waits(false));
        feed.pinBefore();

        feed.show(runOf({.program = "13.3.2"}), waits(false));

        QVERIFY(!feed.isBeforePinned());
        QVERIFY(feed.before().trace == nullptr);
    }

    void changeOfMachineDropsThePreviousRunUnlessItIsPinned()
    {
        TraceFeed feed;
        const TracePtr first = runOf({});
        feed.show(first, waits(true));
        feed.show(runOf({.machine = "laptop"}), waits(false));
        QVERIFY(feed.before().trace == nullptr);
        feed.show(first, waits(true));
        feed.pinBefore();

        feed.show(runOf({.machine = "laptop"}), waits(false));

        QCOMPARE(feed.before().trace, first);
    }

    void runThatWasFollowedLiveKeepsThePreviousRunOfItsProgram()
    {
        TraceFeed feed;
        const TracePtr first = runOf({});
        feed.show(first, waits(true));
        const auto recorder = std::make_shared<Recorder>();

        feed.follow(recorder, waits(false));
        write(*recorder, {});
        recorder->finish();

        QTRY_VERIFY(!feed.isFollowing());
        QCOMPARE(feed.before().trace, first);
    }

    void forgottenRunIsNotShownBesideTheNextRun()
    {
        TraceFeed feed;
        feed.show(runOf({}), waits(true));
        feed.pinBefore();

        feed.forgetBefore();
        feed.show(runOf({}), waits(false));

        QVERIFY(feed.before().trace == nullptr);
    }
};

QTEST_GUILESS_MAIN(TestRunBefore)

#include "tst_run_before.moc"
