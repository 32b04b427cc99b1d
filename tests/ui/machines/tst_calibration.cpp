#include "engine/messages/json.h"
#include "engine/messages/messages.h"
#include "tests/ui/machines/machine_with_trials.h"
#include "ui/machines/calibration_dialog.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace ui::machines;

/// Tests the calibration dialog, with a shell script in place of the measuring program.
class TestCalibration : public QObject {
    Q_OBJECT

private slots:
    void init();
    void dialogShowsProgressAndThenTheResult();
    void failedCalibrationShowsTheErrorMessage();
    void stopButtonEndsTheMeasuringProgram();
    void missingCalibrationProgramShowsAnError();
    void calibrationVerdictReportsOtherBusyPrograms();

private:
    /// Returns tools whose measuring program is the shell script `script`. The arguments `$2` and `$3` of the script
    /// are "-o" and the output file.
    CalibrationTools tools(const QByteArray& script) const;
    [[nodiscard]] QString textOf(const CalibrationDialog& dialog, const char* name) const
    {
        return dialog.findChild<QLabel*>(QLatin1String(name))->text();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ui::look::Theme> m_theme;
};

void TestCalibration::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_theme = std::make_unique<ui::look::Theme>();
}

CalibrationTools TestCalibration::tools(const QByteArray& script) const
{
    const QString path = m_folder->filePath(QStringLiteral("overlap-run"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("The script cannot be written.");
    file.write("#!/bin/sh\n" + script);
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return {path, m_folder->filePath(QStringLiteral("machines/this-computer.json"))};
}

void TestCalibration::dialogShowsProgressAndThenTheResult()
{
    QFile machine(m_folder->filePath(QStringLiteral("made.json")));
    QVERIFY(machine.open(QIODevice::WriteOnly));
    machine.write(tests::machineWithTrials("laptop-2019"));
    machine.close();
    CalibrationDialog dialog(*m_theme,
                             tools("echo "
                                   "'{\"percent\":40,\"seconds\":12,\"message\":{\"id\":\"calibrate.dense-layers\","
                                   "\"arguments\":[],\"english\":\"dense layers\"}}' >&2\n"
                                   "read wait < " +
                                   QFile::encodeName(m_folder->filePath("go")) +
                                   "\n"
                                   "cp " +
                                   QFile::encodeName(machine.fileName()) + " \"$3\"\n"),
                             nullptr);
    QCOMPARE(QProcess::execute(QStringLiteral("mkfifo"), {m_folder->filePath("go")}), 0);
    QSignalSpy finished(&dialog, &CalibrationDialog::finished);
    dialog.show();

    dialog.start();

    auto* bar = dialog.findChild<QProgressBar*>();
    QTRY_COMPARE(bar->value(), 40);
    QVERIFY(textOf(dialog, "calibrationItem").contains("dense layers"));
    QVERIFY(textOf(dialog, "calibrationItem").contains("12"));
    QCOMPARE(dialog.findChild<QPushButton*>("calibrationStart")->text(), QStringLiteral("Stop"));
    QFile go(m_folder->filePath("go"));
    QVERIFY(go.open(QIODevice::WriteOnly));
    go.write("\n");
    go.close();
    QTRY_COMPARE(finished.count(), 1);
    const auto* table = dialog.findChild<QTableWidget*>();
    QCOMPARE(table->rowCount(), 2);
    QVERIFY(table->isVisible());
    QCOMPARE(table->item(0, 0)->text(), QStringLiteral("13.2.3"));
    QVERIFY(table->item(0, 3)->text().contains("4.0"));
    QVERIFY(textOf(dialog, "calibrationVerdict").contains("4 %"));
}

void TestCalibration::failedCalibrationShowsTheErrorMessage()
{
    CalibrationDialog dialog(*m_theme, tools("echo 'overlap-run: The disk is full.' >&2\nexit 2\n"), nullptr);
    QSignalSpy finished(&dialog, &CalibrationDialog::finished);
    dialog.show();

    dialog.start();

    QTRY_VERIFY(textOf(dialog, "calibrationItem").contains("The disk is full."));
    QCOMPARE(finished.count(), 0);
    QCOMPARE(dialog.findChild<QPushButton*>("calibrationStart")->text(), QStringLiteral("Calibrate again"));
}

void TestCalibration::stopButtonEndsTheMeasuringProgram()
{
    CalibrationDialog dialog(*m_theme,
                             tools("trap 'echo \"overlap-run: The calibration was stopped; nothing was written.\" >&2; "
                                   "exit 2' TERM\n"
                                   "echo "
                                   "'{\"percent\":1,\"seconds\":30,\"message\":{\"id\":\"calibrate.products\","
                                   "\"arguments\":[],\"english\":\"products\"}}' >&2\n"
                                   "while true; do sleep 0.02; done\n"),
                             nullptr);
    dialog.show();
    dialog.start();
    QTRY_VERIFY(textOf(dialog, "calibrationItem").contains("products"));

    dialog.findChild<QPushButton*>("calibrationStart")->click();

    QTRY_VERIFY(!dialog.isMeasuring());
    QTRY_VERIFY(textOf(dialog, "calibrationItem").contains("stopped"));
    QVERIFY(!QFile::exists(m_folder->filePath("machines/this-computer.json")));
}

void TestCalibration::missingCalibrationProgramShowsAnError()
{
    CalibrationDialog dialog(*m_theme, {m_folder->filePath("nothing"), m_folder->filePath("a/b.json")}, nullptr);
    dialog.show();

    dialog.start();

    QTRY_VERIFY(textOf(dialog, "calibrationItem").startsWith("Nothing was written:"));
    QVERIFY(textOf(dialog, "calibrationItem").size() > 25);
}

void TestCalibration::calibrationVerdictReportsOtherBusyPrograms()
{
    QFile machine(m_folder->filePath(QStringLiteral("made.json")));
    QVERIFY(machine.open(QIODevice::WriteOnly));
    machine.write(tests::machineWithTrials("laptop-2019"));
    machine.close();
    const std::string message = engine::messages::toJson(engine::messages::message("calibrate.no-trial", 34));
    CalibrationDialog dialog(*m_theme,
                             tools("echo '{\"message\":" + QByteArray::fromStdString(message) +
                                   "}' >&2\n"
                                   "cp " +
                                   QFile::encodeName(machine.fileName()) + " \"$3\"\n"),
                             nullptr);
    dialog.show();

    dialog.start();

    QTRY_VERIFY(textOf(dialog, "calibrationVerdict").contains("34 %"));
}

QTEST_MAIN(TestCalibration)
#include "tst_calibration.moc"
