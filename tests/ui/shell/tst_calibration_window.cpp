#include "engine/device/machine_file.h"
#include "tests/ui/machines/machine_with_trials.h"
#include "tests/ui/runs/fake_backend.h"
#include "tests/ui/shell/all_asked.h"
#include "ui/machines/calibration.h"
#include "ui/run_choice/compare_control.h"
#include "ui/runs/banner.h"
#include "ui/shell/main_window.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using tests::FakeFrontEnd;
using ui::compare::Which;

/// Tests the virtual machine that models this computer in the window: the label that states its error, its comparison
/// with real runs, and a copy with one more GPU.
class TestCalibrationWindow : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }
    void labelInTheWindowShowsTheHeldOutErrorOfACalibratedMachine();
    void uncalibratedComputerShowsAMessage();
    void comparisonShowsPredictedAndMeasuredRuns();
    void flipWhileComparedRunsArePendingKeepsTheComparison();
    void addingAGpuCreatesAnotherMachineFile();

private:
    void calibrate();
    [[nodiscard]] QStringList titles();

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;  ///< machine file of this computer's model
    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

void TestCalibrationWindow::init()
{
    using engine::trace::PlatformKind;
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("this-computer.json"));
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    m_theme = std::make_unique<ui::look::Theme>();
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(m_frontEnd, {FakeFrontEnd::program("13.3.1", "work\nwait()\n")});
    setup.machines.listed = {
        {"book-v100", "2× V100", PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
        {"this-computer", "This computer", PlatformKind::Real, 0, "", {}, {}},
        {"model", "Model of this computer", PlatformKind::Virtual, 2, m_path.toStdString(), {}, {}}};
    setup.calibration.file = m_path;
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    m_window->resize(1440, 900);
    m_window->show();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    QTRY_VERIFY(m_window->desk().isSettled() && !m_window->bench().document.text().switches().points().empty());
}

void TestCalibrationWindow::calibrate()
{
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(tests::machineWithTrials("book-v100"));
}

QStringList TestCalibrationWindow::titles()
{
    const auto& pair = m_window->parts().compareControl->pair();
    return pair ? QStringList{pair->of(Which::A).title, pair->of(Which::B).title} : QStringList();
}

void TestCalibrationWindow::labelInTheWindowShowsTheHeldOutErrorOfACalibratedMachine()
{
    calibrate();
    QVERIFY(!m_window->parts().calibration->heldOutError("book-v100"));
    QVERIFY(!m_window->parts().calibration->heldOutError("this-computer"));
    QCOMPARE(qRound(*m_window->parts().calibration->heldOutError("model") * 1000), 40);
    const auto* chip = m_window->findChild<QLabel*>(QStringLiteral("platformChip"));
    QCOMPARE(chip->text(), QStringLiteral("simulated"));

    m_window->desk().chooseMachine(QStringLiteral("model"));

    QTRY_VERIFY2(chip->text().startsWith(QLatin1String("predicted; held-out error 4")), qPrintable(chip->text()));
}

void TestCalibrationWindow::uncalibratedComputerShowsAMessage()
{
    const int runs = m_frontEnd->runs;
    QSignalSpy said(m_window->parts().calibration, &Calibration::messageReady);

    m_window->parts().calibration->showBeside();
    m_window->parts().calibration->addGpu();

    QCOMPARE(said.count(), 2);
    for (const QList<QVariant>& message : said)
        QCOMPARE(message[0].value<ui::runs::Banner::MakeTexts>()().first,
                 QStringLiteral("This computer has not been calibrated"));
    tests::waitForAllAsked(m_window->bench().controller);
    QCOMPARE(m_frontEnd->runs.load(), runs + 1);
    QVERIFY(!m_window->parts().compareControl->isOpen());
}

void TestCalibrationWindow::comparisonShowsPredictedAndMeasuredRuns()
{
    calibrate();
    const int runs = m_frontEnd->runs;

    m_window->parts().calibration->showBeside();

    QTRY_VERIFY(m_window->parts().compareControl->isOpen());
    QCOMPARE(titles(), QStringList({"Predicted", "Measured"}));
    QCOMPARE(m_frontEnd->runs.load(), runs + 2);
    const std::lock_guard lock(m_frontEnd->mutex);
    QCOMPARE(m_frontEnd->last.machine, m_path.toStdString());
}

void TestCalibrationWindow::flipWhileComparedRunsArePendingKeepsTheComparison()
{
    calibrate();

    m_window->parts().calibration->showBeside();
    m_window->bench().document.edits().flip(2);

    QTRY_VERIFY(m_window->parts().compareControl->isOpen());
    QCOMPARE(titles(), QStringList({"Predicted", "Measured"}));
}

void TestCalibrationWindow::addingAGpuCreatesAnotherMachineFile()
{
    calibrate();
    QSignalSpy made(m_window->parts().calibration, &Calibration::made);

    m_window->parts().calibration->addGpu();

    QCOMPARE(made.count(), 1);
    const QString path = made.at(0).at(0).toString();
    QVERIFY(path != m_path);
    const auto before = engine::device::readMachine(QFile::encodeName(m_path).toStdString());
    const auto more = engine::device::readMachine(QFile::encodeName(path).toStdString());
    QVERIFY(before && more);
    QCOMPARE(more->torch.gpus.size(), before->torch.gpus.size() + 1);
    QVERIFY(more->id != before->id);
}

QTEST_MAIN(TestCalibrationWindow)
#include "tst_calibration_window.moc"
