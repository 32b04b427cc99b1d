#include "app/wiring/calibration.h"
#include "tests/app/program_runs.h"

#include <algorithm>

using app::Calibration;
using engine::ProcessorTimes;

/// Tests calibrations while other programs run. The trial compares predictions of the calibrated machine with measured
/// times, which is only possible on an idle computer.
class TestCalibration : public QObject {
    Q_OBJECT

private slots:
    void calibrationIsValidatedOnAnIdleComputer();
    void validationIsRefusedOnABusyComputer();
    void validationResultIsDroppedIfOtherProgramsRan();

private:
    /// Calibrates a virtual machine. The reported load is that of other programs that use half of the cores, starting
    /// at the progress `busyFrom` (a fraction).
    Calibration calibrate(double busyFrom);

    ProgramRuns m_runs;
};

Calibration TestCalibration::calibrate(double busyFrom)
{
    ProcessorTimes times{.seconds = 0, .busy = 0, .own = 0, .cores = 2};
    double fraction = 0;
    engine::calibrate::Control control;
    control.report = [&fraction](const engine::calibrate::Progress& progress) { fraction = progress.fraction; };
    control.processors = [&] {
        times.seconds += 1;
        times.busy += fraction >= busyFrom ? 1 : 0;
        return times;
    };
    auto result = app::calibrateMachine(
        m_runs.runner(), {.machines = tests::inSource("resources/machines"), .machine = "laptop-2019", .id = "model"},
        control);
    if (!result)
        qFatal("%s", result.error().english().c_str());
    return *std::move(result);
}

/// Returns the remark that states why there was no trial; empty if there is none.
std::string refusal(const Calibration& calibration)
{
    const auto remark = std::ranges::find_if(calibration.remarks, [](const engine::Message& one) {
        return one.english().find("not compared") != std::string::npos;
    });
    return remark == calibration.remarks.end() ? std::string() : remark->english();
}

void TestCalibration::calibrationIsValidatedOnAnIdleComputer()
{
    const Calibration calibration = calibrate(2);

    QCOMPARE(calibration.heldOut.size(), std::size_t{3});
    QCOMPARE(refusal(calibration), std::string());
    QVERIFY(calibration.text.find("\"validation\"") != std::string::npos);
}

void TestCalibration::validationIsRefusedOnABusyComputer()
{
    const Calibration calibration = calibrate(0);

    QVERIFY(calibration.heldOut.empty());
    QVERIFY2(refusal(calibration).find("other programs used 50 %") != std::string::npos, refusal(calibration).c_str());
    QVERIFY(calibration.text.find("\"validation\"") == std::string::npos);
}

void TestCalibration::validationResultIsDroppedIfOtherProgramsRan()
{
    const Calibration calibration = calibrate(0.65);

    QVERIFY(calibration.heldOut.empty());
    QVERIFY2(refusal(calibration).find("other programs used") != std::string::npos, refusal(calibration).c_str());
    QVERIFY(calibration.text.find("\"validation\"") == std::string::npos);
}

QTEST_GUILESS_MAIN(TestCalibration)
#include "tst_calibration.moc"
