#include "tests/ui/runs/fake_backend.h"
#include "ui/runs/run_controller.h"

#include <QSignalSpy>
#include <QTest>

using namespace ui::runs;
using tests::FakeFrontEnd;
using State = RunController::State;
using Dialect = engine::frontend::Dialect;

/// Tests that the controller runs one program at a time, starts the newest request next, and does not block the caller.
class TestRunController : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void finishedRunIsShownInTheFeed();
    void newestRequestReplacesPendingOnes();
    void nextRunReplacesTheFollowedRunInTheFeed();
    void stopEndsAnEndlessRun();
    void runAboveTheRecordLimitIsStopped();
    void predictionAboveTheRecordLimitGivesError();
    void realRunIsNotStoppedByARequestForAnotherRun();
    void measuredBuiltInProgramIsRepeated_data();
    void measuredBuiltInProgramIsRepeated();
    void stopEndsTheRepeatsOfAMeasuredRun();
    void destructorStopsTheRun();
    void listingsAreAnalysedAndProgramsLoadedDuringARun();
    void predictionsStartAfterTheEndOfTheShownRun();
    void lastingPredictionSurvivesDropPredictions();
    void droppedPredictionIsNotRestarted();
    void interruptedLastingPredictionIsRestarted();
    void abandonedRunIsNotShown();
    void unknownMachineGivesError();
    void missingFrontEndIsReportedAsUnavailable();

private:
    [[nodiscard]] static RunController::Request requestOf(const std::string& source, bool isReal = false);

    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::model::TraceFeed> m_feed;
    std::unique_ptr<RunController> m_controller;
};

RunController::Request TestRunController::requestOf(const std::string& source, bool isReal)
{
    RunController::Request request;
    request.run.program = FakeFrontEnd::program("p", source);
    request.run.source = source;
    request.isReal = isReal;
    return request;
}

void TestRunController::init()
{
    qRegisterMetaType<RunController::FinishedRun>();
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    m_feed = std::make_unique<ui::model::TraceFeed>();
    m_controller = std::make_unique<RunController>(
        FakeFrontEnd::makerOf(m_frontEnd, {FakeFrontEnd::program("13.3.1", "wait()\n")}), *m_feed);
    QTRY_COMPARE(m_controller->state(), State::Idle);
}

void TestRunController::cleanup()
{
    m_controller.reset();
}

void TestRunController::finishedRunIsShownInTheFeed()
{
    QCOMPARE(m_controller->programs().size(), std::size_t{1});
    QSignalSpy finished(m_controller.get(), &RunController::finished);

    m_controller->request(requestOf("x"));

    QVERIFY(finished.wait());
    QCOMPARE(m_feed->trace()->blocks().size(), std::size_t{1});
    QVERIFY(m_feed->context().simulatedIn > 0);
    QCOMPARE(m_controller->state(), State::Idle);
}

void TestRunController::newestRequestReplacesPendingOnes()
{
    QSignalSpy finished(m_controller.get(), &RunController::finished);
    m_controller->request(requestOf("forever"));
    QTRY_COMPARE(m_frontEnd->runs.load(), 1);

    for (int i = 0; i < 50; ++i)
        m_controller->request(requestOf("x" + std::to_string(i)));

    QVERIFY(finished.wait());
    QTRY_COMPARE(m_feed->trace()->run().source, std::string("x49"));
    QTRY_COMPARE(m_controller->state(), State::Idle);
    QVERIFY2(m_frontEnd->runs < 50, "requests that were replaced must not run");
    // Short runs may finish before they are replaced. The endless run cannot finish and must not be reported.
    for (const QList<QVariant>& arguments : finished)
        QVERIFY(!arguments.at(0).value<RunController::FinishedRun>().stopped);
}

/// The feed must replace the run. Otherwise views would add the records of the new run to those of the followed run.
void TestRunController::nextRunReplacesTheFollowedRunInTheFeed()
{
    m_controller->request(requestOf("forever"));
    QTRY_VERIFY(m_feed->isFollowing());
    QSignalSpy replaced(m_feed.get(), &ui::model::TraceFeed::replaced);

    m_controller->request(requestOf("x"));

    QTRY_COMPARE(m_feed->trace()->run().source, std::string("x"));
    QCOMPARE(replaced.count(), 1);
    QVERIFY(!m_feed->isFollowing());
}

void TestRunController::stopEndsAnEndlessRun()
{
    QSignalSpy finished(m_controller.get(), &RunController::finished);
    m_controller->request(requestOf("forever", true));
    QTRY_COMPARE(m_controller->state(), State::Running);

    m_controller->stop();

    QVERIFY(finished.wait(60000));
    QVERIFY(finished.at(0).at(0).value<RunController::FinishedRun>().stopped);
    QVERIFY(!m_feed->trace()->end()->isComplete);
}

void TestRunController::runAboveTheRecordLimitIsStopped()
{
    m_controller->thread().setMostRecords(2000);
    QSignalSpy finished(m_controller.get(), &RunController::finished);

    m_controller->request(requestOf("flood"));

    QVERIFY(finished.wait());
    QVERIFY(finished.at(0).at(0).value<RunController::FinishedRun>().wasCut);
    QVERIFY(m_feed->trace()->programPart().outputs.size() >= 2000);
    QCOMPARE(m_controller->state(), State::Idle);
}

void TestRunController::predictionAboveTheRecordLimitGivesError()
{
    m_controller->thread().setMostRecords(2000);
    QString sentence;
    m_controller->thread().predict(requestOf("flood").run, this, [&](const auto& answer) {
        sentence = QString::fromStdString(answer.error().english());
    });

    QTRY_VERIFY(sentence.contains("more operations than a run can store"));
    QCOMPARE(m_frontEnd->runs.load(), 1);
}

void TestRunController::realRunIsNotStoppedByARequestForAnotherRun()
{
    m_controller->request(requestOf("forever", true));
    QTRY_COMPARE(m_controller->state(), State::Running);

    m_controller->request(requestOf("x"));

    QCOMPARE(m_frontEnd->stops.load(), 0);
    m_controller->stop();
    QTRY_COMPARE(m_controller->state(), State::Idle);
}

void TestRunController::measuredBuiltInProgramIsRepeated_data()
{
    QTest::addColumn<bool>("isReal");
    QTest::addColumn<bool>("isOwn");
    QTest::addColumn<bool>("isRepeated");
    QTest::addColumn<int>("runs");
    QTest::newRow("built-in on this computer") << true << false << false << 5;
    QTest::newRow("own program on this computer") << true << true << false << 1;
    QTest::newRow("own program on this computer, repeated") << true << true << true << 5;
    QTest::newRow("built-in on a virtual machine") << false << false << true << 1;
}

void TestRunController::measuredBuiltInProgramIsRepeated()
{
    QFETCH(bool, isReal);
    QFETCH(bool, isOwn);
    QFETCH(int, runs);
    RunController::Request request = requestOf("x", isReal);
    QFETCH(bool, isRepeated);
    request.isRepeated = isRepeated;
    if (isOwn)
        request.run.program.path = "/own.py";
    QSignalSpy finished(m_controller.get(), &RunController::finished);

    m_controller->request(request);

    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(m_frontEnd->runs.load(), runs);
    const ui::model::RunContext& context = m_feed->context();
    QCOMPARE(context.repeats ? context.repeats->makespan.samples : 0, isReal ? runs : 0);
    QCOMPARE(context.timesOf(0) != nullptr, runs > 1);
    QCOMPARE(m_feed->trace()->blocks().size(), std::size_t{1});
}

void TestRunController::stopEndsTheRepeatsOfAMeasuredRun()
{
    QSignalSpy finished(m_controller.get(), &RunController::finished);
    m_frontEnd->heldRun = 3;

    m_controller->request(requestOf("x", true));
    QTRY_COMPARE(m_controller->progress().begun, 3);
    QCOMPARE(m_controller->progress().all, 5);
    m_controller->stop();

    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(m_frontEnd->runs.load(), 3);
    QCOMPARE(m_feed->context().repeats->makespan.samples, 2);
    QVERIFY(m_feed->trace()->end()->isComplete);
}

void TestRunController::destructorStopsTheRun()
{
    m_controller->request(requestOf("forever", true));
    QTRY_COMPARE(m_controller->state(), State::Running);

    m_controller.reset();

    QVERIFY(m_frontEnd->stops >= 1);
}

void TestRunController::listingsAreAnalysedAndProgramsLoadedDuringARun()
{
    ui::listing::TextAnalysis analysis;
    connect(&m_controller->thread().questions(), &ProgramQuestions::analysed, this,
            [&](quint64, const ui::listing::TextAnalysis& found) { analysis = found; });
    QSignalSpy failed(&m_controller->thread().questions(), &ProgramQuestions::loadFailed);
    m_controller->request(requestOf("forever", true));
    QTRY_COMPARE(m_controller->state(), State::Running);

    m_controller->thread().questions().analyse("wait()\nwait()\n", Dialect::Torch, 1);
    QTRY_COMPARE(analysis.points.size(), std::size_t{2});
    m_controller->thread().questions().analyse("def (", Dialect::Torch, 2);
    QTRY_VERIFY(analysis.problem);
    QCOMPARE(analysis.problem->message.english(), std::string("invalid syntax"));
    m_controller->thread().questions().load("/missing.py");

    QVERIFY(failed.count() == 1 || failed.wait());
    QCOMPARE(m_controller->state(), State::Running);
}

void TestRunController::predictionsStartAfterTheEndOfTheShownRun()
{
    int answers = 0;
    m_controller->request(requestOf("forever", true));
    QTRY_COMPARE(m_controller->state(), State::Running);
    m_controller->thread().predict(requestOf("x").run, this, [&](const auto& answer) { answers += answer ? 1 : 0; });
    auto gone = std::make_unique<QObject>();
    m_controller->thread().predict(requestOf("y").run, gone.get(), [&](const auto&) { answers += 100; });
    gone.reset();
    QCOMPARE(answers, 0);

    m_controller->stop();

    QTRY_COMPARE(answers, 1);
    QCOMPARE(m_feed->trace()->run().source, std::string("forever"));
}

void TestRunController::lastingPredictionSurvivesDropPredictions()
{
    QStringList answers;
    m_controller->request(requestOf("forever", true));
    QTRY_COMPARE(m_controller->state(), State::Running);
    m_controller->thread().predict(requestOf("x").run, this, [&](const auto&) { answers << "of the listing"; });
    m_controller->thread().predict(
        requestOf("y").run, this, [&](const auto&) { answers << "asked for"; }, RunThread::Use::Lasting);

    m_controller->thread().dropPredictions();
    m_controller->thread().predict(requestOf("z").run, this, [&](const auto&) { answers << "after it"; });
    m_controller->stop();

    QTRY_COMPARE(answers, QStringList({"asked for", "after it"}));
}

void TestRunController::droppedPredictionIsNotRestarted()
{
    QStringList answers;
    m_controller->thread().predict(requestOf("forever").run, this,
                                   [&](const auto&) { answers << "before the change"; });
    QTRY_COMPARE(m_frontEnd->runs.load(), 1);

    m_controller->thread().dropPredictions();
    m_controller->request(requestOf("x"));
    m_controller->thread().predict(requestOf("y").run, this, [&](const auto&) { answers << "after the change"; });

    QTRY_COMPARE(answers, QStringList({"after the change"}));
    QCOMPARE(m_frontEnd->runs.load(), 3);
}

void TestRunController::interruptedLastingPredictionIsRestarted()
{
    QStringList answers;
    m_frontEnd->isHeld = true;
    m_controller->thread().predict(
        requestOf("y").run, this, [&](const auto&) { answers << "asked for"; }, RunThread::Use::Lasting);
    QTRY_COMPARE(m_frontEnd->runs.load(), 1);

    m_controller->thread().dropPredictions();
    m_controller->request(requestOf("x"));
    QTRY_COMPARE(m_frontEnd->runs.load(), 2);
    m_frontEnd->isHeld = false;

    QTRY_COMPARE(answers, QStringList({"asked for"}));
    QCOMPARE(m_frontEnd->runs.load(), 3);
}

void TestRunController::abandonedRunIsNotShown()
{
    m_controller->request(requestOf("forever", true));
    QTRY_COMPARE(m_controller->state(), State::Running);
    QSignalSpy finished(m_controller.get(), &RunController::finished);
    const auto opened = std::make_shared<const engine::trace::Trace>();

    m_controller->abandon();
    m_feed->show(opened, {});

    QTRY_VERIFY(m_controller->isUpToDate());
    QCOMPARE(m_feed->trace(), opened);
    QCOMPARE(finished.count(), 0);
    m_controller->request(requestOf("x"));
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(m_feed->trace()->run().source, std::string("x"));
}

void TestRunController::unknownMachineGivesError()
{
    QSignalSpy refused(m_controller.get(), &RunController::refused);
    auto request = requestOf("x");
    request.run.machine = "unknown";

    m_controller->request(request);

    QVERIFY(refused.wait());
    const auto reason = refused.at(0).at(0).value<engine::Message>();
    QVERIFY(QString::fromStdString(reason.english()).contains("no machine unknown"));
    QCOMPARE(m_controller->state(), State::Idle);
}

void TestRunController::missingFrontEndIsReportedAsUnavailable()
{
    RunController controller(
        []() -> engine::Result<Backend> {
            return engine::untranslatedError(engine::ErrorCode::NotFound, "Python's standard library was not found.");
        },
        *m_feed);
    QSignalSpy unavailable(&controller, &RunController::unavailable);

    QVERIFY(unavailable.wait());

    QCOMPARE(controller.state(), State::Unavailable);
    controller.request(requestOf("x"));
    controller.stop();
}

QTEST_MAIN(TestRunController)
#include "tst_run_controller.moc"
