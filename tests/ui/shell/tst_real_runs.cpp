#include "tests/ui/runs/fake_backend.h"
#include "ui/files/listing_keeper.h"
#include "ui/runs/banner.h"
#include "ui/runs/empty_state.h"
#include "ui/shell/main_window.h"
#include "ui/shell/top_bar.h"

#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::runs;
using namespace ui::shell;
using tests::FakeFrontEnd;

/// Tests that a measured run continues to its end while the user opens other programs.
class TestRealRuns : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }
    void measuredRunIsNotShownForAnotherProgram();
    void runThatIsRequestedDuringAnotherRunIsShown();
    void bannerOfARefusedRunIsNotShownForAnotherProgram();
    void choosingAnotherMachineMarksTheRunStale();
    void runIsNotShownForAnUntrustedFile();
    void fileThatHasRunStaysTrusted();
    void changedFileIsNotTrusted();
    void simulatedRunStartsWhenTheMeasuredRunEnds();
    void runIsShownAgainWhenItsProgramIsOpened_data();
    void runIsShownAgainWhenItsProgramIsOpened();
    void measuredRunOfAChangedListingIsShownAsStaleWhenReopened();
    void topBarShowsARunOfAnotherProgram();
    void nameOfAnotherRunKeepsItsAmpersand();
    void topBarStopsARunOfAnotherProgram();
    void openingATraceDoesNotStopTheMeasuredRun();
    void thisComputerIsNotSelectedForAProgramThatNeedsMoreGpus();
    void changeOfDialectSelectsTheMachineOfTheDialect();
    void programThatNeedsMoreGpusIsOpenedWithItsMeasuredRun_data();
    void programThatNeedsMoreGpusIsOpenedWithItsMeasuredRun();
    void virtualMachineIsOfferedIfTheProgramNeedsMoreGpus();
    void pinnedRunOfAnotherProgramIsDropped();
    void programWithOneDialectDoesNotChangeTheDialectOfLaterPrograms();
    void nextRunClosesTheBannerOfARunStoppedAtTheRecordLimit();

private:
    /// Starts a measured run of the first program. The run continues until isHeld of the front end is reset.
    void measure();
    [[nodiscard]] EmptyState* empty() { return m_window->findChild<EmptyState*>(); }
    void settle() { QTRY_VERIFY(m_window->bench().controller.isUpToDate()); }

    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

void TestRealRuns::init()
{
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    m_theme = std::make_unique<ui::look::Theme>();
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(
        m_frontEnd, {FakeFrontEnd::program("13.3.1", "work\nwait()\n"), FakeFrontEnd::program("13.3.2", "work\n")});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
        {"this-computer", "This computer", engine::trace::PlatformKind::Real, 2, "", {}, {}},
        {"this-computer+tf32", "This computer, TF32", engine::trace::PlatformKind::Real, 2, "", {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    m_window->resize(1440, 900);
    m_window->show();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
}

void TestRealRuns::measure()
{
    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    settle();
    m_frontEnd->isHeld = true;
    m_window->desk().starter().run();
    QTRY_COMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.1"));
}

void TestRealRuns::measuredRunIsNotShownForAnotherProgram()
{
    measure();
    m_window->openProgram("13.3.2");
    QVERIFY(empty()->isVisible());

    m_frontEnd->isHeld = false;
    settle();

    QVERIFY2(m_window->bench().feed.trace()->run().program.empty(), "nothing of 13.3.2 has been measured");
    QVERIFY(empty()->isVisible());
}

void TestRealRuns::runThatIsRequestedDuringAnotherRunIsShown()
{
    measure();
    m_window->openProgram("13.3.2");
    m_window->desk().starter().run();

    m_frontEnd->isHeld = false;
    settle();

    QCOMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.2"));
    QVERIFY2(!empty()->isVisible(), "the card lies over the run");
}

void TestRealRuns::bannerOfARefusedRunIsNotShownForAnotherProgram()
{
    measure();
    m_window->desk().starter().run();  // a second request, which waits for the run in progress
    m_window->openProgram("13.3.2");

    m_frontEnd->isRefusing = true;
    m_frontEnd->isHeld = false;
    settle();

    QVERIFY2(!m_window->bench().banner.isOpen(), "13.3.2 has not been asked for");
    m_window->desk().starter().run();
    QTRY_COMPARE(m_window->bench().banner.message().title, QStringLiteral("The program was not started"));
}

void TestRealRuns::choosingAnotherMachineMarksTheRunStale()
{
    measure();
    m_window->desk().chooseMachine(QStringLiteral("this-computer+tf32"));

    m_frontEnd->isHeld = false;
    settle();

    QVERIFY(m_window->bench().feed.context().isStale);
    QVERIFY(m_window->bench().banner.isOpen());
}

void TestRealRuns::runIsNotShownForAnUntrustedFile()
{
    measure();
    m_window->desk().chooseMachine(QStringLiteral("book-v100"));
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("theirs.py")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    m_window->openProgram(file.fileName());
    QTRY_COMPARE(QString::fromStdString(m_window->bench().document.program().id), file.fileName());

    m_frontEnd->isHeld = false;
    settle();

    QVERIFY(empty()->isVisible());
    QVERIFY(m_window->bench().feed.trace()->run().program != "13.3.1");
}

void TestRealRuns::fileThatHasRunStaysTrusted()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("theirs.py")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    m_window->openProgram(file.fileName());
    QTRY_VERIFY(empty()->isVisible());
    m_window->desk().starter().run();
    settle();
    m_window->openProgram("13.3.2");
    settle();

    m_window->openProgram(file.fileName());

    QTRY_COMPARE(m_window->bench().feed.trace()->run().program, file.fileName().toStdString());
    QVERIFY(!empty()->isVisible());
}

void TestRealRuns::changedFileIsNotTrusted()
{
    ui::listing::ProgramDocument document;
    ListingKeeper keeper(document, {});
    auto file = FakeFrontEnd::program("/theirs.py", "work\n");
    file.path = file.id;
    keeper.open(file);
    QVERIFY(!document.isTrusted());
    document.setTrusted(true);
    keeper.open(FakeFrontEnd::program("13.3.1", "work\n"));

    keeper.open(file);

    QVERIFY(document.isTrusted());
    file.sources[engine::frontend::Dialect::Torch] = "forever\n";
    keeper.open(file);
    QVERIFY2(!document.isTrusted(), "the reader has not seen this text");
}

void TestRealRuns::simulatedRunStartsWhenTheMeasuredRunEnds()
{
    measure();
    m_window->desk().chooseMachine(QStringLiteral("book-v100"));
    m_window->openProgram("13.3.2");

    m_frontEnd->isHeld = false;

    QTRY_COMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.2"));
    settle();
    QVERIFY(!empty()->isVisible());
}

void TestRealRuns::runIsShownAgainWhenItsProgramIsOpened_data()
{
    QTest::addColumn<bool>("isVirtualMeanwhile");
    QTest::addColumn<bool>("isInProgress");
    QTest::newRow("in progress, other program measured") << false << true;
    QTest::newRow("in progress, other program simulated") << true << true;
    QTest::newRow("finished, other program measured") << false << false;
    QTest::newRow("finished, other program simulated") << true << false;
}

void TestRealRuns::runIsShownAgainWhenItsProgramIsOpened()
{
    QFETCH(bool, isVirtualMeanwhile);
    QFETCH(bool, isInProgress);
    m_frontEnd->isMeasured = true;
    measure();
    if (isVirtualMeanwhile)
        QVERIFY(m_window->desk().programs().openOn(QStringLiteral("13.3.2"), QStringLiteral("book-v100")));
    else
        m_window->openProgram("13.3.2");
    QVERIFY(m_window->bench().feed.trace()->run().program.empty());
    m_frontEnd->isHeld = isInProgress;
    if (!isInProgress)
        settle();
    const int runs = m_frontEnd->runs;

    QVERIFY(m_window->desk().programs().openOn(QStringLiteral("13.3.1"), QStringLiteral("this-computer")));

    QVERIFY(!empty()->isVisible());
    QCOMPARE(m_window->bench().feed.isFollowing(), isInProgress);
    m_frontEnd->isHeld = false;
    settle();
    QCOMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.1"));
    QCOMPARE(m_window->bench().feed.trace()->opCount(), std::size_t{1});
    QVERIFY(!m_window->bench().feed.context().isStale);
    QCOMPARE(m_frontEnd->runs.load(), runs + (isInProgress ? engine::analysis::kRepeats - 1 : 0));
}

void TestRealRuns::measuredRunOfAChangedListingIsShownAsStaleWhenReopened()
{
    m_frontEnd->isMeasured = true;
    measure();
    m_frontEnd->isHeld = false;
    settle();
    m_window->bench().document.listing().setSource(QStringLiteral("work\nwork\n"));
    m_window->openProgram("13.3.2");

    m_window->openProgram("13.3.1");

    QCOMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.1"));
    QVERIFY(m_window->bench().feed.context().isStale);
}

void TestRealRuns::topBarShowsARunOfAnotherProgram()
{
    auto* chip = m_window->findChild<QPushButton*>(QStringLiteral("asideRun"));
    auto* runButton = m_window->findChild<QPushButton*>(QStringLiteral("runButton"));
    m_frontEnd->isMeasured = true;
    measure();
    QVERIFY(!chip->isVisible());
    QTRY_COMPARE(runButton->accessibleName(), QStringLiteral("Stop"));

    m_window->openProgram("13.3.2");

    QTRY_VERIFY(chip->isVisible());
    QVERIFY(chip->accessibleName().startsWith(QLatin1String("Program 13.3.1: running ")));
    QTRY_COMPARE(runButton->accessibleName(), QStringLiteral("Run"));
    m_frontEnd->isHeld = false;
    settle();
    QTRY_COMPARE(chip->accessibleName(), QStringLiteral("Program 13.3.1: 2.00 ms"));
    chip->click();
    QCOMPARE(m_window->bench().document.program().id, std::string("13.3.1"));
    QCOMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.1"));
    QVERIFY(!chip->isVisible());
}

void TestRealRuns::nameOfAnotherRunKeepsItsAmpersand()
{
    auto* chip = m_window->findChild<QPushButton*>(QStringLiteral("asideRun"));

    m_window->parts().topBar->aside().showRun(QStringLiteral("a&b.py: 2 s"), AsideRun::State::Ended);

    QVERIFY2(chip->text().endsWith(QLatin1String("a&&b.py: 2 s")), qPrintable(chip->text()));
    QCOMPARE(chip->accessibleName(), QStringLiteral("a&b.py: 2 s"));
    m_window->parts().topBar->aside().clear();
}

void TestRealRuns::topBarStopsARunOfAnotherProgram()
{
    measure();
    QVERIFY(m_window->desk().programs().openOn(QStringLiteral("13.3.2"), QStringLiteral("book-v100")));
    QVERIFY2(empty()->isVisible(), "its run waits");

    m_window->findChild<QToolButton*>(QStringLiteral("stopAside"))->click();

    QTRY_COMPARE(m_frontEnd->stops.load(), 1);
    m_frontEnd->isHeld = false;
    QTRY_COMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.2"));
    QVERIFY(!empty()->isVisible());
}

void TestRealRuns::openingATraceDoesNotStopTheMeasuredRun()
{
    m_frontEnd->isMeasured = true;
    measure();

    m_window->desk().showTrace(std::make_shared<const engine::trace::Trace>());
    m_frontEnd->isHeld = false;
    settle();

    QCOMPARE(m_frontEnd->stops.load(), 0);
    m_window->desk().leaveTrace();
    QCOMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.1"));
    QCOMPARE(m_window->bench().feed.trace()->opCount(), std::size_t{1});
}

void TestRealRuns::changeOfDialectSelectsTheMachineOfTheDialect()
{
    using engine::frontend::Dialect;
    auto program = FakeFrontEnd::program("13.2.3", "work\n");
    program.sources[Dialect::MXNet] = "work\n";
    program.machines[Dialect::MXNet] = "laptop";
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(m_frontEnd, {program});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
        {"laptop", "Laptop", engine::trace::PlatformKind::Virtual, 0, "/m/laptop.json", {}, {}},
        {"this-computer", "This computer", engine::trace::PlatformKind::Real, 0, "", {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    const auto chosen = [this] { return m_window->desk().target().machine().id; };
    ui::listing::ProgramListing& listing = m_window->bench().document.listing();
    m_window->openProgram("13.2.3");
    QCOMPARE(chosen(), std::string("book-v100"));

    listing.chooseDialect(Dialect::MXNet);
    QCOMPARE(chosen(), std::string("laptop"));
    listing.chooseDialect(Dialect::Torch);
    QCOMPARE(chosen(), std::string("book-v100"));

    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    listing.chooseDialect(Dialect::MXNet);
    QCOMPARE(chosen(), std::string("this-computer"));  // the user's selection is kept
}

void TestRealRuns::thisComputerIsNotSelectedForAProgramThatNeedsMoreGpus()
{
    auto cpuProgram = FakeFrontEnd::program("13.2.3", "work\n");
    cpuProgram.machines = {{engine::frontend::Dialect::Torch, "laptop"}};
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(m_frontEnd, {FakeFrontEnd::program("13.3.1", "work\n"), cpuProgram});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
        {"laptop", "Laptop", engine::trace::PlatformKind::Virtual, 0, "/m/laptop.json", {}, {}},
        {"this-computer", "This computer", engine::trace::PlatformKind::Real, 0, "", {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    m_window->openProgram("13.2.3");
    m_window->desk().chooseMachine(QStringLiteral("this-computer"));

    m_window->openProgram("13.3.1");

    QCOMPARE(m_window->desk().target().machine().id, std::string("book-v100"));
    m_window->openProgram("13.2.3");
    QCOMPARE(m_window->desk().target().machine().id, std::string("this-computer"));
    m_window->desk().chooseMachine(QStringLiteral("laptop"));
    m_window->openProgram("13.3.1");
    m_window->openProgram("13.2.3");
    QCOMPARE(m_window->desk().target().machine().id, std::string("laptop"));
}

void TestRealRuns::programThatNeedsMoreGpusIsOpenedWithItsMeasuredRun_data()
{
    QTest::addColumn<bool>("isInProgress");
    QTest::newRow("in progress") << true;
    QTest::newRow("finished") << false;
}

void TestRealRuns::programThatNeedsMoreGpusIsOpenedWithItsMeasuredRun()
{
    QFETCH(bool, isInProgress);
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(
        m_frontEnd, {FakeFrontEnd::program("13.3.1", "work\n"), FakeFrontEnd::program("13.3.2", "work\n")});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
        {"this-computer", "This computer", engine::trace::PlatformKind::Real, 0, "", {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    m_window->show();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    m_frontEnd->isMeasured = true;
    measure();
    m_frontEnd->isHeld = isInProgress;
    if (!isInProgress)
        settle();
    m_window->openProgram("13.3.2");
    QCOMPARE(m_window->desk().target().machine().id, std::string("book-v100"));

    m_window->openProgram("13.3.1");

    QCOMPARE(m_window->desk().target().machine().id, std::string("this-computer"));
    QVERIFY(!empty()->isVisible());
    m_frontEnd->isHeld = false;
    settle();
    QCOMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.1"));
    QCOMPARE(m_window->bench().feed.trace()->run().platform, engine::trace::PlatformKind::Real);
}

void TestRealRuns::virtualMachineIsOfferedIfTheProgramNeedsMoreGpus()
{
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(m_frontEnd, {FakeFrontEnd::program("13.3.1", "work\ndevices[1]\n"),
                                                       FakeFrontEnd::program("13.3.2", "work\ntry_gpu(1)\n")});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
        {"this-computer", "This computer", engine::trace::PlatformKind::Real, 1, "", {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    m_window->show();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    settle();
    auto* other = empty()->findChild<QPushButton*>(QStringLiteral("otherStep"));
    QVERIFY(other->isVisible());
    QCOMPARE(other->text(), QStringLiteral("Use the virtual machine"));

    other->click();

    QCOMPARE(m_window->desk().target().machine().id, std::string("book-v100"));
    settle();
    QCOMPARE(m_window->bench().feed.trace()->opCount(), std::size_t{1});
    QVERIFY(!empty()->isVisible());

    m_window->openProgram("13.3.2");
    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    settle();
    QVERIFY2(!other->isVisible(), "try_gpu() falls back to the CPU");
}

/// The other program has no run yet, so only opening it can remove the pinned run.
void TestRealRuns::pinnedRunOfAnotherProgramIsDropped()
{
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(
        m_frontEnd, {FakeFrontEnd::program("13.3.1", "work\n"), FakeFrontEnd::program("13.3.2", "work\nwork\n")});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
        {"this-computer", "This computer", engine::trace::PlatformKind::Real, 1, "", {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    m_window->show();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    m_window->bench().feed.pinBefore();
    QVERIFY(m_window->bench().feed.isBeforePinned());

    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    settle();
    QVERIFY2(m_window->bench().feed.isBeforePinned(), "the program is still open");
    m_window->openProgram("13.3.2");
    settle();

    QVERIFY(!m_window->bench().feed.isBeforePinned());
    QVERIFY(!m_window->findChild<QWidget*>("beforeChip")->isVisible());
}

void TestRealRuns::programWithOneDialectDoesNotChangeTheDialectOfLaterPrograms()
{
    using engine::frontend::Dialect;
    const auto both = [](const char* id) {
        auto program = FakeFrontEnd::program(id, "work\n");
        program.sources[Dialect::MXNet] = "work\n";
        return program;
    };
    auto onlyMxnet = FakeFrontEnd::program("13.2.3", "work\n");
    onlyMxnet.sources = {{Dialect::MXNet, "work\n"}};
    ui::listing::ProgramDocument document;
    ListingKeeper keeper(document, {});
    keeper.open(both("13.3.1"));
    keeper.open(onlyMxnet);
    QCOMPARE(document.listing().dialect(), Dialect::MXNet);

    keeper.open(both("13.3.2"));

    QCOMPARE(document.listing().dialect(), Dialect::Torch);
    document.listing().setDialect(Dialect::MXNet);
    keeper.open(both("13.3.3"));
    QVERIFY2(document.listing().dialect() == Dialect::MXNet, "the user selected it where both exist");
}

void TestRealRuns::nextRunClosesTheBannerOfARunStoppedAtTheRecordLimit()
{
    m_window->bench().controller.thread().setMostRecords(5000);
    m_window->bench().document.listing().setSource(QStringLiteral("flood"));
    QTRY_COMPARE(m_window->bench().banner.message().title,
                 QStringLiteral("The run was stopped: it has too many operations to be recorded"));
    QVERIFY(m_window->bench().banner.isOpen());
    QVERIFY2(!m_window->bench().banner.message().text.contains(QLatin1String("0 operations")), "it only printed");

    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->bench().document.listing().setSource(QStringLiteral("work"));

    QVERIFY(shown.wait());
    QVERIFY(!m_window->bench().banner.isOpen());
}

QTEST_MAIN(TestRealRuns)
#include "tst_real_runs.moc"
