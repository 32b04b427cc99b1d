#include "engine/io/open_trace.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/runs/fake_backend.h"
#include "ui/machines/gpu_search.h"
#include "ui/shell/main_window.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <mutex>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using tests::FakeFrontEnd;

/// Tests a window whose search for this computer's GPUs ends while the user already works.
class TestOwnMachines : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void memoryForecastStartsWhenGpusAreFound();
    void openTraceRemainsOpenWhenGpusAreFound();
    void runContinuesWhenGpusAreFound();

private:
    void endSearch();

    std::mutex m_search;  ///< the search for GPUs blocks while the test has locked this mutex
    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

/// This computer is chosen while the search for its GPUs still runs.
void TestOwnMachines::init()
{
    using engine::trace::PlatformKind;
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    m_theme = std::make_unique<ui::look::Theme>();
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(
        m_frontEnd, {FakeFrontEnd::program("13.3.1", "wait()\n"), FakeFrontEnd::program("13.3.2", "forever\n")});
    setup.machines.listed = {{"book-v100", "2× V100", PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
                             {"this-computer", "This computer", PlatformKind::Real, 0, "", {}, {}}};
    m_search.lock();
    setup.machines.findOwn = [this] {
        const std::lock_guard wait(m_search);
        return std::vector<engine::device::MachineInfo>{
            {"this-computer", "This computer", PlatformKind::Real, 2, "", {}, {}}};
    };
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    m_window->resize(1440, 900);
    m_window->show();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    QTRY_VERIFY(m_window->desk().isSettled());
    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    QVERIFY(m_window->findChild<GpuSearch*>() != nullptr);
}

void TestOwnMachines::cleanup()
{
    if (m_window != nullptr && m_window->findChild<GpuSearch*>()->isRunning())
        m_search.unlock();
    m_window.reset();
}

void TestOwnMachines::endSearch()
{
    m_search.unlock();
    QTRY_VERIFY(!m_window->findChild<GpuSearch*>()->isRunning());
}

void TestOwnMachines::memoryForecastStartsWhenGpusAreFound()
{
    QCOMPARE(m_frontEnd->forecasts.load(), 0);

    endSearch();

    // The memory forecast is requested when a GPU is found.
    QTRY_COMPARE(m_frontEnd->forecasts.load(), 1);
    QVERIFY(m_window->bench().feed.trace()->devices().empty());
}

void TestOwnMachines::openTraceRemainsOpenWhenGpusAreFound()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("run.overlap"));
    QVERIFY(
        engine::io::saveTraceAs(*tests::sampleTrace(tests::Sample::TwoGpus), QFile::encodeName(path).toStdString()));
    m_window->openAtStart(path);
    QTRY_VERIFY(m_window->bench().feed.trace()->opCount() > 0);
    const auto trace = m_window->bench().feed.trace();

    endSearch();

    QCOMPARE(m_window->bench().feed.trace(), trace);
}

void TestOwnMachines::runContinuesWhenGpusAreFound()
{
    m_window->openProgram(QStringLiteral("13.3.2"));
    m_window->desk().starter().run();
    QTRY_VERIFY(m_window->bench().controller.isBusy() && m_window->bench().feed.isFollowing());

    endSearch();

    QVERIFY(m_window->bench().feed.isFollowing());
    m_window->bench().controller.stop();
    QTRY_VERIFY(!m_window->bench().controller.isBusy());
}

QTEST_MAIN(TestOwnMachines)
#include "tst_own_machines.moc"
