#include "tests/engine/frontend/quiet_platform.h"
#include "tests/engine/frontend/shipped_runner.h"

#include <QTest>

#include <new>

using namespace engine;

/// Tests that a stop requested before the program's first statement stops the run at every stage of its start.
class TestStopEarly : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void stopBeforeTheMachineOpensStopsTheRun();
    void stopWhileTheMachineOpensStopsTheRun();
    void stopAfterTheMachineOpenedStopsTheRun();
    void stopOfAFailedRunDoesNotStopTheNextRun();
    void exceptionWhileOpeningGivesAnError();

private:
    [[nodiscard]] Result<frontend::RunOutcome> run(const std::string& machine)
    {
        frontend::RunRequest request;
        request.source = "print('it runs')";
        request.machine = machine;
        trace::Recorder recorder;
        return m_runner->run(request, recorder);
    }

    std::unique_ptr<frontend::Runner> m_runner;
    std::function<void()> m_beforeOpening, m_whileOpening, m_afterOpening;
    bool m_opens = true;
};

void TestStopEarly::initTestCase()
{
    m_runner = tests::shippedRunner(
        [this](const std::string&, const device::PlatformOptions&,
               trace::Sink&) -> Result<std::unique_ptr<device::Platform>> {
            if (m_whileOpening)
                m_whileOpening();
            if (!m_opens)
                return untranslatedError(ErrorCode::NotFound, "There is no such machine.");
            auto platform = std::make_unique<QuietPlatform>();
            platform->whenAskedForDevices = m_afterOpening;
            return Result<std::unique_ptr<device::Platform>>(std::move(platform));
        },
        [this](const std::string& machine) {
            if (m_beforeOpening)
                m_beforeOpening();
            return machine;
        });
}

void TestStopEarly::stopBeforeTheMachineOpensStopsTheRun()
{
    m_beforeOpening = [this] { m_runner->stop(); };

    const auto outcome = run("book-v100");

    m_beforeOpening = nullptr;
    QVERIFY(outcome);
    QVERIFY(outcome->stopped && !outcome->raised);
    QVERIFY(outcome->trace->programPart().outputs.empty());
}

void TestStopEarly::stopWhileTheMachineOpensStopsTheRun()
{
    m_whileOpening = [this] { m_runner->stop(); };

    const auto outcome = run("book-v100");

    m_whileOpening = nullptr;
    QVERIFY(outcome);
    QVERIFY(outcome->stopped && !outcome->raised);
    QVERIFY(outcome->trace->programPart().outputs.empty());
}

void TestStopEarly::stopAfterTheMachineOpenedStopsTheRun()
{
    m_afterOpening = [this] { m_runner->stop(); };

    const auto outcome = run("book-v100");

    m_afterOpening = nullptr;
    QVERIFY(outcome);
    QVERIFY(outcome->stopped && !outcome->raised);
    QVERIFY(outcome->trace->programPart().outputs.empty());
}

void TestStopEarly::stopOfAFailedRunDoesNotStopTheNextRun()
{
    m_whileOpening = [this] { m_runner->stop(); };
    m_opens = false;
    QVERIFY(!run("book-v100"));
    m_whileOpening = nullptr;
    m_opens = true;

    const auto outcome = run("book-v100");

    QVERIFY(outcome);
    QVERIFY(!outcome->stopped && !outcome->raised);
    QCOMPARE(outcome->trace->programPart().outputs.size(), std::size_t{1});
}

/// A run executes on a thread that exceptions must not leave.
void TestStopEarly::exceptionWhileOpeningGivesAnError()
{
    for (std::function<void()>* const moment : {&m_beforeOpening, &m_whileOpening, &m_afterOpening}) {
        *moment = [] { throw std::bad_alloc(); };
        const auto outcome = run("book-v100");
        *moment = nullptr;

        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::OutOfMemory);
        QVERIFY(!m_runner->isRunning());
        QVERIFY(run("book-v100"));
    }
}

QTEST_GUILESS_MAIN(TestStopEarly)
#include "tst_stop_early.moc"
