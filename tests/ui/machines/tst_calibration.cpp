#include "engine/device/calibration_words.h"
#include "tests/ui/machines/machine_with_trials.h"
#include "ui/machines/calibration_dialog.h"
#include "ui/machines/printed_times.h"

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

/// The dialog that measures this computer, over a program that only says that it does.
class TestCalibration : public QObject {
    Q_OBJECT

private slots:
    void init();
    void progressIsShownAndTheResultAfterIt();
    void whatWentWrongIsASentence();
    void stopEndsTheProgram();
    void aProgramThatIsNotThereIsASentence();
    void otherProgramsAtWorkAreNamed();
    void printedTimesAreCheckedAsTheyAreTyped();
    void aMachineFromPrintedTimesShowsHowNearItComes();
    void printedTimesThatMakeNoMachineAreASentence();

private:
    /// A shell script with these lines; `$2` and `$3` are "-o" and the file.
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

void TestCalibration::progressIsShownAndTheResultAfterIt()
{
    QFile machine(m_folder->filePath(QStringLiteral("made.json")));
    QVERIFY(machine.open(QIODevice::WriteOnly));
    machine.write(tests::machineWithTrials("laptop-2019"));
    machine.close();
    CalibrationDialog dialog(*m_theme,
                             tools("echo 'overlap-run: 40 %, about 12 s left: dense layers' >&2\n"
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

void TestCalibration::whatWentWrongIsASentence()
{
    CalibrationDialog dialog(*m_theme, tools("echo 'overlap-run: The disk is full.' >&2\nexit 2\n"), nullptr);
    QSignalSpy finished(&dialog, &CalibrationDialog::finished);
    dialog.show();

    dialog.start();

    QTRY_VERIFY(textOf(dialog, "calibrationItem").contains("The disk is full."));
    QCOMPARE(finished.count(), 0);
    QCOMPARE(dialog.findChild<QPushButton*>("calibrationStart")->text(), QStringLiteral("Calibrate again"));
}

void TestCalibration::stopEndsTheProgram()
{
    CalibrationDialog dialog(*m_theme,
                             tools("trap 'echo \"overlap-run: The calibration was stopped; nothing was written.\" >&2; "
                                   "exit 2' TERM\n"
                                   "echo 'overlap-run: 1 %, about 30 s left: products' >&2\n"
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

void TestCalibration::aProgramThatIsNotThereIsASentence()
{
    CalibrationDialog dialog(*m_theme, {m_folder->filePath("nothing"), m_folder->filePath("a/b.json")}, nullptr);
    dialog.show();

    dialog.start();

    QTRY_VERIFY(textOf(dialog, "calibrationItem").startsWith("Nothing was written:"));
    QVERIFY(textOf(dialog, "calibrationItem").size() > 25);
}

void TestCalibration::otherProgramsAtWorkAreNamed()
{
    QFile machine(m_folder->filePath(QStringLiteral("made.json")));
    QVERIFY(machine.open(QIODevice::WriteOnly));
    machine.write(tests::machineWithTrials("laptop-2019"));
    machine.close();
    const std::string words(engine::device::kOthersAtWork);
    CalibrationDialog dialog(*m_theme,
                             tools("echo 'overlap-run: " + QByteArray::fromStdString(words) +
                                   ": a thread that never waits got 34 % of a processor.' >&2\n"
                                   "cp " +
                                   QFile::encodeName(machine.fileName()) + " \"$3\"\n"),
                             nullptr);
    dialog.show();

    dialog.start();

    QTRY_VERIFY(textOf(dialog, "calibrationVerdict").contains("34 %"));
}

void TestCalibration::printedTimesAreCheckedAsTheyAreTyped()
{
    PrintedTimes form(*m_theme, nullptr);
    const auto type = [&form](const char* name, const char* text) {
        form.findChild<QLineEdit*>(QLatin1String(name))->setText(QLatin1String(text));
    };
    const auto* make = form.findChild<QPushButton*>("printedTimesMake");
    const auto* problem = form.findChild<QLabel*>("printedTimesProblem");
    QVERIFY(!make->isEnabled());
    type("run", "0.5019");
    type("copy", " 2.7168 ");
    QVERIFY(!make->isEnabled());
    QVERIFY(problem->text().isEmpty());
    type("both", "2.4682");
    QVERIFY(make->isEnabled());
    QCOMPARE(form.times(), QStringLiteral("run=0.5019,copy=2.7168,both=2.4682"));
    for (const char* wrong : {"abc", "-1", "0", "nan", "1e99", "0.5 s"}) {
        type("gpu1", wrong);
        QVERIFY(!make->isEnabled());
        QVERIFY(problem->text().contains(QLatin1String(wrong)));
    }
    type("gpu1", "0.4967");
    QCOMPARE(form.times(), QStringLiteral("run=0.5019,copy=2.7168,both=2.4682,gpu1=0.4967"));
    const QLocale before;
    for (const auto language : {QLocale::English, QLocale::German}) {
        QLocale::setDefault(QLocale(language));
        type("gpu1", "0,502");
        QCOMPARE(form.times().contains(QStringLiteral("gpu1=0.502")), language == QLocale::German);
        QVERIFY(!form.times().contains(QStringLiteral("gpu1=502")));
    }
    QLocale::setDefault(before);
}

void TestCalibration::aMachineFromPrintedTimesShowsHowNearItComes()
{
    const QByteArray laptop = OVERLAP_SOURCE_DIR "/resources/machines/laptop-2019.json";
    CalibrationDialog dialog(*m_theme,
                             tools("echo \"$4 $5\" > " + QFile::encodeName(m_folder->filePath("asked")) +
                                   "\n"
                                   "echo 'cell                  predicted s   measured s    error' >&2\n"
                                   "echo 'Run on GPU1               0.50192      0.50190    +0.0%' >&2\n"
                                   "echo 'GPU1 & GPU2               0.49000      0.50000    -2.0%' >&2\n"
                                   "cp " +
                                   laptop + " \"$3\"\n"),
                             nullptr);
    QSignalSpy finished(&dialog, &CalibrationDialog::finished);
    dialog.show();

    dialog.startFromTimes(QStringLiteral("run=0.5019,copy=2.7168,both=2.4682"));

    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(finished[0][0].toString(), m_folder->filePath("machines/printed-times.json"));
    QVERIFY(!QFile::exists(m_folder->filePath("machines/this-computer.json")));
    QFile asked(m_folder->filePath("asked"));
    QVERIFY(asked.open(QIODevice::ReadOnly));
    QCOMPARE(asked.readAll().trimmed(), QByteArray("--from-times run=0.5019,copy=2.7168,both=2.4682"));
    const auto* table = dialog.findChild<QTableWidget*>();
    QCOMPARE(table->rowCount(), 2);
    QCOMPARE(table->item(1, 0)->text(), QStringLiteral("GPU1 & GPU2"));
    QVERIFY(table->item(1, 3)->text().contains("2.0"));
}

void TestCalibration::printedTimesThatMakeNoMachineAreASentence()
{
    CalibrationDialog dialog(*m_theme, tools("echo 'overlap-run: The copy is too fast.' >&2\nexit 2\n"), nullptr);
    QSignalSpy finished(&dialog, &CalibrationDialog::finished);
    dialog.show();

    dialog.startFromTimes(QStringLiteral("run=1,copy=1,both=1"));

    QTRY_VERIFY(textOf(dialog, "calibrationItem").contains("too fast"));
    QCOMPARE(finished.count(), 0);
}

QTEST_MAIN(TestCalibration)
#include "tst_calibration.moc"
