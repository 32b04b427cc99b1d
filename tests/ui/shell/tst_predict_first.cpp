#include "tests/ui/runs/fake_backend.h"
#include "ui/commands/actions.h"
#include "ui/shell/main_window.h"
#include "ui/teach/predict_first.h"

#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using namespace ui::teach;
using tests::FakeFrontEnd;
using State = ui::runs::RunController::State;

/// Tests that the window shows no run while it waits for a guess, and drops a run that was in progress.
class TestPredictFirst : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup()
    {
        m_frontEnd->isHeld = false;
        m_window.reset();
    }
    void openingAnotherProgramDropsTheRunOfTheGuess();
    void togglingAWaitCancelsTheRunAndRequestsANewGuess();
    void runStartsOnlyAfterTheGuess();
    void enterKeySubmitsTheGuess();
    void enterKeyOnTheSkipButtonStartsARunWithoutAGuess();
    void openedFileAsksForTrustBeforeTheGuess();

private:
    [[nodiscard]] QWidget* card() { return m_window->findChild<QWidget*>("guessCard"); }
    /// Submits a guess, which starts the first program. The run blocks until isHeld is reset.
    void submitGuessWhileRunsAreBlocked();
    /// Checks that the earlier run has ended, that no run is shown, and that the card still asks for a guess.
    void checkThatNothingIsShown();

    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

void TestPredictFirst::init()
{
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    m_theme = std::make_unique<ui::look::Theme>();
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(
        m_frontEnd, {FakeFrontEnd::program("13.3.1", "wait()\nwork\n"), FakeFrontEnd::program("13.3.2", "work\n")});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    m_window->resize(1440, 900);
    m_window->show();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    QTRY_VERIFY(!m_window->bench().document.text().switches().points().empty());
}

void TestPredictFirst::submitGuessWhileRunsAreBlocked()
{
    m_frontEnd->isHeld = true;
    m_window->bench().actions.predictFirst->trigger();
    QVERIFY(card()->isVisible());
    QTest::mouseClick(m_window->findChild<QWidget*>("guessCard")->findChild<QWidget*>("submitGuess"), Qt::LeftButton);
    QVERIFY(!card()->isVisible());
    QTRY_COMPARE(m_window->bench().controller.state(), State::Running);
}

void TestPredictFirst::checkThatNothingIsShown()
{
    QVERIFY(card()->isVisible());
    m_frontEnd->isHeld = false;
    QTRY_COMPARE(m_window->bench().controller.state(), State::Idle);
    QVERIFY(m_window->bench().controller.isUpToDate());
    QVERIFY(card()->isVisible());
    QVERIFY2(m_window->bench().feed.trace()->run().program.empty(), "the answer is on the screen");
}

void TestPredictFirst::openingAnotherProgramDropsTheRunOfTheGuess()
{
    submitGuessWhileRunsAreBlocked();

    m_window->openProgram("13.3.2");

    checkThatNothingIsShown();
}

void TestPredictFirst::togglingAWaitCancelsTheRunAndRequestsANewGuess()
{
    submitGuessWhileRunsAreBlocked();

    m_window->bench().document.edits().flip(1);

    checkThatNothingIsShown();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QTest::mouseClick(m_window->findChild<QWidget*>("guessCard")->findChild<QWidget*>("submitGuess"), Qt::LeftButton);
    QVERIFY(shown.wait());
    QCOMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.1"));
}

void TestPredictFirst::runStartsOnlyAfterTheGuess()
{
    m_window->bench().actions.predictFirst->trigger();
    QVERIFY(card()->isVisible());
    const int runs = m_frontEnd->runs;

    m_window->bench().actions.run->trigger();

    checkThatNothingIsShown();
    QCOMPARE(m_frontEnd->runs.load(), runs);
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QTest::mouseClick(m_window->findChild<QWidget*>("guessCard")->findChild<QWidget*>("submitGuess"), Qt::LeftButton);
    QVERIFY(shown.wait());
    QVERIFY(!card()->isVisible());
    // After the guess, the same program runs again without a question.
    m_window->bench().actions.run->trigger();
    QVERIFY(shown.wait());
    QVERIFY(!card()->isVisible());
}

void TestPredictFirst::enterKeySubmitsTheGuess()
{
    m_window->bench().actions.predictFirst->trigger();
    auto* field = m_window->findChild<QWidget*>("guessCard")->findChild<QLineEdit*>("guess");
    QVERIFY(field != nullptr);
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("7"));
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    QTest::keyClick(field, Qt::Key_Return);

    QVERIFY(!card()->isVisible());
    QVERIFY(shown.wait());
    auto* strip = m_window->findChild<GuessStrip*>("guessStrip");
    QVERIFY(strip != nullptr && strip->isVisible());
    QVERIFY2(strip->text().contains(QLatin1String("7")), qPrintable(strip->text()));
}

void TestPredictFirst::enterKeyOnTheSkipButtonStartsARunWithoutAGuess()
{
    m_window->bench().actions.predictFirst->trigger();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    auto* skip = m_window->findChild<QWidget*>("guessSkip");
    skip->setFocus();

    QTest::keyClick(skip, Qt::Key_Return);

    QVERIFY(!card()->isVisible());
    QVERIFY(shown.wait());
    QVERIFY(m_window->findChild<GuessStrip*>("guessStrip") == nullptr);
}

void TestPredictFirst::openedFileAsksForTrustBeforeTheGuess()
{
    auto* empty = m_window->findChild<QWidget*>("emptyState");
    m_window->bench().actions.predictFirst->trigger();
    QVERIFY(card()->isVisible());
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("theirs.py")));
    QVERIFY(file.open(QIODevice::WriteOnly));

    m_window->openProgram(file.fileName());

    QTRY_VERIFY(empty->isVisible());
    QVERIFY2(!card()->isVisible(), "what waits to be read is not asked about yet");
    m_window->bench().actions.run->trigger();
    QVERIFY(card()->isVisible());
    QVERIFY2(!empty->isVisible(), "two questions lie over each other");
}

QTEST_MAIN(TestPredictFirst)
#include "tst_predict_first.moc"
