#include "tests/ui/runs/fake_backend.h"
#include "tests/ui/shell/all_asked.h"
#include "ui/shell/main_window.h"

#include <QSignalSpy>
#include <QTest>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using tests::FakeFrontEnd;

/// Speed-up badges of the program tree: each program runs once for its badge, independent of other runs.
class TestTreeBadges : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }
    void eachProgramRunsOnceForItsBadge();
    void anotherRunStartsNoFurtherBadgeRuns();
    void flipRestartsTheInterruptedBadgeRun();

private:
    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

/// One open program, and two programs whose badge runs do not end before they are released.
void TestTreeBadges::init()
{
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    m_theme = std::make_unique<ui::look::Theme>();
    std::vector<engine::frontend::Program> programs{FakeFrontEnd::program("13.3.1", "wait()\n")};
    for (const char* id : {"13.3.2", "13.3.3"}) {
        programs.push_back(FakeFrontEnd::program(id, "slow\n"));
        programs.back().values = engine::trace::ValueMode::TimingOnly;
    }
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(m_frontEnd, programs);
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    QTRY_COMPARE(m_frontEnd->runs.load(), 2);
    QTRY_VERIFY(m_window->desk().isSettled() && !m_window->bench().document.text().switches().points().empty());
}

void TestTreeBadges::eachProgramRunsOnceForItsBadge()
{
    m_frontEnd->isSlowHeld = false;

    QTRY_COMPARE(m_frontEnd->runs.load(), 3);
    tests::waitForAllAsked(m_window->bench().controller);
    QCOMPARE(m_frontEnd->runs.load(), 4);
}

void TestTreeBadges::anotherRunStartsNoFurtherBadgeRuns()
{
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->desk().run();
    QVERIFY(shown.wait());
    QTRY_COMPARE(m_frontEnd->runs.load(), 4);  // the run and the restarted badge run

    m_frontEnd->isSlowHeld = false;

    QTRY_COMPARE(m_frontEnd->runs.load(), 5);
    tests::waitForAllAsked(m_window->bench().controller);
    QCOMPARE(m_frontEnd->runs.load(), 6);
}

void TestTreeBadges::flipRestartsTheInterruptedBadgeRun()
{
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->bench().document.listing().flip(1);
    QVERIFY(shown.wait());
    QTRY_COMPARE(m_frontEnd->runs.load(), 4);

    m_frontEnd->isSlowHeld = false;

    QTRY_COMPARE(m_frontEnd->runs.load(), 5);
    tests::waitForAllAsked(m_window->bench().controller);
    QCOMPARE(m_frontEnd->runs.load(), 6);
}

QTEST_MAIN(TestTreeBadges)
#include "tst_tree_badges.moc"
