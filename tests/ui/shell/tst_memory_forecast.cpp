#include "tests/ui/runs/fake_backend.h"
#include "tests/ui/shell/all_asked.h"
#include "ui/commands/actions.h"
#include "ui/look/languages.h"
#include "ui/memory/alive_pane.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panes.h"
#include "ui/shell/right_pane.h"
#include "ui/teach/memory_forecast.h"
#include "ui/teach/predict_first.h"
#include "ui/teach/run_gate.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using namespace ui::teach;
using tests::FakeFrontEnd;

/// Tests the memory forecast of a run. The forecast is shown only while the run waits for the user.
class TestMemoryForecast : public QObject {
    Q_OBJECT

private slots:
    void forecastIsShownBeforeAGuess();
    void forecastIncludesTheDeviceThatRunsOutOfMemory();
    void forecastForThisComputerUsesAVirtualMachine();
    void forecastForThisComputerIsHiddenIfTheMemorySuffices();
    void measuredRunHidesTheForecast();
    void computerWithoutGpusHasNoForecast();
    void untrustedListingHasNoForecast();
    void visibleForecastIsRetranslated();
    void buttonOfTheOutOfMemoryErrorOpensTheMemoryInUsePane();
    void errorIsNotShownWhileTheNextRunIsLive();

private:
    void open(const std::string& source, int gpusHere);
    [[nodiscard]] QString text() const
    {
        const ForecastStrip* strip = m_window->parts().gate->memoryForecast().strip();
        return strip != nullptr && strip->isVisible() ? strip->text() : QString();
    }

    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

void TestMemoryForecast::open(const std::string& source, int gpusHere)
{
    m_window.reset();
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    m_theme = std::make_unique<ui::look::Theme>();
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(m_frontEnd, {FakeFrontEnd::program("13.3.1", source)});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
        {"this-computer", "This computer", engine::trace::PlatformKind::Real, gpusHere, "", {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    m_window->resize(1440, 900);
    m_window->show();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    QTRY_VERIFY(m_window->desk().isSettled());
}

void TestMemoryForecast::forecastIsShownBeforeAGuess()
{
    open("hungry\n", 0);
    QVERIFY(text().isEmpty());
    QCOMPARE(m_frontEnd->forecasts.load(), 0);
    const int runs = m_frontEnd->runs;

    m_window->bench().actions.predictFirst->trigger();

    QTRY_VERIFY(!text().isEmpty());
    QVERIFY2(text().contains(QStringLiteral("Memory, as modelled on 2× V100")), qPrintable(text()));
    QVERIFY2(text().contains(QLatin1String("Out of memory at product 3, line 2: it needs 400.00 MiB")),
             qPrintable(text()));
    QVERIFY2(text().contains(QLatin1String("GPU 0: 800.00 MiB of 1.00 GiB")), qPrintable(text()));
    QCOMPARE(m_frontEnd->runs.load(), runs);
    QVERIFY(m_window->bench().feed.trace()->devices().empty());

    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->bench().actions.predictFirst->trigger();
    QVERIFY(shown.wait());
    QVERIFY(text().isEmpty());
}

void TestMemoryForecast::forecastIncludesTheDeviceThatRunsOutOfMemory()
{
    open("hungry: last GPU\n", 0);

    m_window->bench().actions.predictFirst->trigger();

    QTRY_VERIFY(!text().isEmpty());
    QVERIFY2(text().contains(QLatin1String("GPU 3: 1.00 MiB of 1.00 GiB")), qPrintable(text()));
    QVERIFY2(!text().contains(QLatin1String("GPU 4")), qPrintable(text()));
    QVERIFY2(text().contains(QLatin1String("GPU 5: 800.00 MiB of 1.00 GiB")), qPrintable(text()));
}

void TestMemoryForecast::forecastForThisComputerUsesAVirtualMachine()
{
    open("hungry\n", 2);

    m_window->desk().chooseMachine(QStringLiteral("this-computer"));

    QTRY_VERIFY(text().contains(QLatin1String("product 3, line 2")));
    QVERIFY(text().contains(QStringLiteral("as modelled on 2× V100")));
    // Choosing this computer starts no measurement.
    QCOMPARE(m_frontEnd->runs.load(), 1);
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->desk().starter().run();
    QVERIFY(shown.wait());
    QVERIFY(text().isEmpty());
    m_window->desk().chooseMachine(QStringLiteral("book-v100"));
    QVERIFY(shown.wait());
    QVERIFY(text().isEmpty());
}

void TestMemoryForecast::forecastForThisComputerIsHiddenIfTheMemorySuffices()
{
    open("modest work\n", 2);

    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    QTRY_COMPARE(m_frontEnd->forecasts.load(), 1);
    tests::waitForAllAsked(m_window->bench().controller);

    QVERIFY2(text().isEmpty(), qPrintable(text()));
}

void TestMemoryForecast::measuredRunHidesTheForecast()
{
    open("hungry\n", 2);
    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    QTRY_VERIFY(!text().isEmpty());
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    m_window->desk().starter().run();

    QVERIFY2(text().isEmpty(), "before the first record of the run");
    QVERIFY(shown.wait());
    // If the run starts before the forecast has arrived, the forecast is not shown.
    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    m_window->desk().starter().run();
    QVERIFY(shown.wait());
    QTRY_COMPARE(m_frontEnd->forecasts.load(), 2);
    tests::waitForAllAsked(m_window->bench().controller);
    QVERIFY2(text().isEmpty(), qPrintable(text()));
}

void TestMemoryForecast::computerWithoutGpusHasNoForecast()
{
    open("hungry\n", 0);

    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    tests::waitForAllAsked(m_window->bench().controller);

    QCOMPARE(m_frontEnd->forecasts.load(), 0);
    QVERIFY(text().isEmpty());
}

void TestMemoryForecast::untrustedListingHasNoForecast()
{
    open("hungry\n", 2);
    m_window->bench().document.setTrusted(false);
    const int runs = m_frontEnd->runs;

    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    m_window->desk().chooseMachine(QStringLiteral("book-v100"));
    m_window->bench().actions.predictFirst->trigger();
    tests::waitForAllAsked(m_window->bench().controller);

    QCOMPARE(m_frontEnd->runs.load(), runs + 1);
    QCOMPARE(m_frontEnd->forecasts.load(), 0);
    QVERIFY(text().isEmpty());
}

void TestMemoryForecast::visibleForecastIsRetranslated()
{
    ui::look::Languages languages;
    languages.choose(ui::look::Language::English);
    open("hungry\n", 0);
    m_window->bench().actions.predictFirst->trigger();
    QTRY_VERIFY(text().contains(QLatin1String("Out of memory at product 3")));

    languages.choose(ui::look::Language::Korean);

    QTRY_VERIFY(text().contains(MemoryForecast::tr("Memory, as modelled on %1").arg(QStringLiteral("2× V100"))));
    QVERIFY2(!text().contains(QLatin1String("Memory")) && !text().contains(QLatin1String("product")),
             qPrintable(text()));
    QVERIFY(text().contains(QStringLiteral("800.00 MiB")));
    m_window.reset();
}

void TestMemoryForecast::buttonOfTheOutOfMemoryErrorOpensTheMemoryInUsePane()
{
    open("hungry\n", 0);
    QVERIFY(m_window->parts().panes->right().isErrorShown());
    QVERIFY(!m_window->bench().actions.named("alive")->isChecked());
    QVERIFY(m_window->findChild<ui::memory::AlivePane*>() == nullptr);  // the pane is created when it is first shown

    auto* button = m_window->findChild<QPushButton*>(QStringLiteral("aliveButton"));
    QVERIFY(button != nullptr);
    button->click();

    auto* alive = m_window->findChild<ui::memory::AlivePane*>();
    QVERIFY(alive != nullptr && alive->isVisible());
    QVERIFY(m_window->bench().actions.named("alive")->isChecked());
    QCOMPARE(alive->model().rowCount(), 2);
    m_window->bench().actions.named("alive")->trigger();
    QVERIFY(!alive->isVisible());
}

void TestMemoryForecast::errorIsNotShownWhileTheNextRunIsLive()
{
    open("hungry\n", 0);
    QVERIFY(m_window->parts().panes->right().isErrorShown());
    m_frontEnd->isHeld = true;

    m_window->bench().document.listing().setSource(QStringLiteral("slow work\n"));

    QTRY_VERIFY(m_window->bench().feed.trace()->isLive());
    QVERIFY(!m_window->parts().panes->right().isErrorShown());
    m_frontEnd->isHeld = m_frontEnd->isSlowHeld = false;
    QTRY_VERIFY(m_window->desk().isSettled());
    QVERIFY(!m_window->parts().panes->right().isErrorShown());
}

QTEST_MAIN(TestMemoryForecast)
#include "tst_memory_forecast.moc"
