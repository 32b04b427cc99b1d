#include "tests/source_dir.h"
#include "tests/ui/runs/fake_backend.h"
#include "ui/commands/actions.h"
#include "ui/machines/what_if.h"
#include "ui/run_choice/compare_control.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <initializer_list>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::runs;
using namespace ui::shell;
using tests::FakeFrontEnd;

namespace {

const std::string kMachine = tests::inSource("resources/machines/book-v100.json");

}  // namespace

/// Tests runs on a machine that the "What if" sliders changed.
class TestWhatIf : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { m_window.reset(); }
    void movedSliderRunsTheProgramOnTheChangedMachine();
    void runOfTheUnchangedMachineIsPinnedWhileThePanelIsOpen();
    void programCanRunOnAnAddedGpuAlone();
    void runPinnedByTheUserIsNotReplaced();
    void whatIfPanelRunsNoUntrustedProgram();
    void whatIfPanelResizesNoOtherPaneAndClosesWithEscape();

private:
    void open(const std::string& machinePath);
    [[nodiscard]] const ui::model::TraceFeed& feed() { return m_window->bench().feed; }
    void pushSlider() { QTest::keyClick(m_window->findChild<QSlider*>("whatIfLink"), Qt::Key_Right); }

    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

void TestWhatIf::open(const std::string& machinePath)
{
    m_window.reset();
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    m_theme = std::make_unique<ui::look::Theme>();
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(m_frontEnd, {FakeFrontEnd::program("13.3.1", "wait()\nwork\n")});
    setup.machines.listed = {{"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, machinePath, {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    m_window->resize(1440, 900);
    m_window->show();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
}

void TestWhatIf::whatIfPanelResizesNoOtherPaneAndClosesWithEscape()
{
    open(kMachine);
    for (const int width : {1440, 1280, 1024}) {
        m_window->resize(width, 800);
        QCoreApplication::processEvents();
        const QList<int> sizes = m_window->parts().panes->splitter().sizes();

        QTest::mouseClick(m_window->findChild<QWidget*>("tab-whatIf"), Qt::LeftButton);
        QCoreApplication::processEvents();

        QWidget* panel = m_window->parts().whatIf->panel();
        QVERIFY(panel->isVisible());
        QVERIFY2(m_window->parts().panes->splitter().sizes() == sizes, qPrintable(QString::number(width)));
        QVERIFY2(panel->isAncestorOf(m_window->focusWidget()), "the focus is in the panel");
        for (const QWidget* part : panel->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            QTRY_VERIFY2(panel->rect().contains(part->geometry()), qPrintable(part->objectName()));
        QVERIFY2(panel->findChild<QToolButton*>() == nullptr, "only the dock has a close button");
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Escape);
        QVERIFY(!panel->isVisible());
        QVERIFY2(!m_window->parts().whatIf->isOpen(), "the machine is unchanged again");
    }
}

void TestWhatIf::programCanRunOnAnAddedGpuAlone()
{
    open(kMachine);
    m_window->bench().actions.whatIf->trigger();
    QCOMPARE(m_window->desk().target().gpuCount(), 2);
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    m_window->findChild<QSlider*>("whatIfGpus")->setValue(1);

    QVERIFY(shown.wait());
    QCOMPARE(m_window->desk().target().gpuCount(), 3);
    m_window->bench().actions.whatIf->trigger();
    QCOMPARE(m_window->desk().target().gpuCount(), 2);
}

void TestWhatIf::movedSliderRunsTheProgramOnTheChangedMachine()
{
    // The panel does not open for a machine whose file does not exist.
    open("/m/book-v100.json");
    m_window->bench().actions.whatIf->trigger();
    QVERIFY(!m_window->parts().whatIf->isOpen());
    QVERIFY(!m_window->bench().actions.whatIf->isChecked());

    open(kMachine);
    m_window->bench().actions.whatIf->trigger();
    QVERIFY(m_window->parts().whatIf->isOpen());
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    auto* link = m_window->findChild<QSlider*>("whatIfLink");
    QTest::keyClick(link, Qt::Key_Right);
    QVERIFY(shown.wait());
    QCOMPARE(link->value(), 1);
    {
        const std::lock_guard lock(m_frontEnd->mutex);
        QVERIFY2(m_frontEnd->last.machine.ends_with(".json"), m_frontEnd->last.machine.c_str());
    }
    {
        // Simulate that another program removes the folder of temporary files.
        const std::lock_guard lock(m_frontEnd->mutex);
        QVERIFY(QFileInfo(QString::fromStdString(m_frontEnd->last.machine)).dir().removeRecursively());
    }
    link->setValue(link->value() + 5);
    QVERIFY(shown.wait());
    {
        const std::lock_guard lock(m_frontEnd->mutex);
        QVERIFY(QFileInfo::exists(QString::fromStdString(m_frontEnd->last.machine)));
    }
    QTemporaryDir folder;
    const QString path = folder.filePath("faster links.json");
    QVERIFY(!m_window->parts().whatIf->save(path));
    QVERIFY(QFile::exists(path));
    QVERIFY(m_window->parts().whatIf->save("/no such folder/machine.json").has_value());
    QTest::mouseClick(m_window->findChild<QWidget*>("whatIfReset"), Qt::LeftButton);
    QVERIFY(shown.wait());
    QCOMPARE(link->value(), 0);
    const std::lock_guard lock(m_frontEnd->mutex);
    QCOMPARE(m_frontEnd->last.machine, std::string("book-v100"));
}

void TestWhatIf::runOfTheUnchangedMachineIsPinnedWhileThePanelIsOpen()
{
    open(kMachine);
    const auto asItIs = m_window->bench().feed.trace();
    m_window->bench().actions.whatIf->trigger();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    pushSlider();
    QVERIFY(shown.wait());
    QCOMPARE(feed().before().trace, asItIs);

    m_window->bench().actions.whatIf->trigger();

    QVERIFY(!feed().isBeforePinned());
}

void TestWhatIf::runPinnedByTheUserIsNotReplaced()
{
    open(kMachine);
    m_window->bench().actions.keepBefore->trigger();
    const auto kept = feed().before().trace;
    QVERIFY(kept != nullptr);
    m_window->bench().actions.whatIf->trigger();
    pushSlider();
    m_window->bench().actions.whatIf->trigger();
    QCOMPARE(feed().before().trace, kept);
}

void TestWhatIf::whatIfPanelRunsNoUntrustedProgram()
{
    open(kMachine);
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("theirs.py")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    m_window->openProgram(file.fileName());
    QTRY_COMPARE(QString::fromStdString(m_window->bench().document.program().id), file.fileName());
    QTRY_VERIFY(m_window->bench().controller.isUpToDate());
    const int runs = m_frontEnd->runs;

    m_window->bench().actions.whatIf->trigger();
    pushSlider();
    m_window->bench().actions.whatIf->trigger();

    QTRY_VERIFY(m_window->bench().controller.isUpToDate());
    QVERIFY2(m_frontEnd->runs == runs, "nothing of a file runs before the reader says so");
}

QTEST_MAIN(TestWhatIf)
#include "tst_what_if.moc"
