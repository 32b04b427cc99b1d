#include "engine/devices/cpu/this_computer.h"
#include "engine/devices/cuda/open_computer.h"
#include "tests/devices/fake_gpu.h"
#include "tests/devices/operator_samples.h"

#include <QtTest>

#include <cstring>

using namespace engine;
using namespace conformance;

namespace {

Opener fakeGpu()
{
    return [](const device::PlatformOptions& options, trace::Sink& sink) {
        fake::Settings settings;
        settings.devices = 1;
        return devices::cuda::openComputer(devices::cuda::probeModule(fake::makeModule(settings)), options, sink);
    };
}

}  // namespace

/// The arithmetic of the module's kernels, run on the processor, against the processor's own.
class TestOperators : public QObject {
    Q_OBJECT

private slots:
    void everyOperatorAgrees_data();
    void everyOperatorAgrees();
};

void TestOperators::everyOperatorAgrees_data()
{
    QTest::addColumn<int>("number");
    int number = 0;
    for (const Sample& sample : operatorSamples()) {
        QTest::addRow("%d %s", number, sample.name.c_str()) << number;
        ++number;
    }
}

void TestOperators::everyOperatorAgrees()
{
    QFETCH(int, number);
    const Sample sample = operatorSamples()[static_cast<std::size_t>(number)];

    const std::vector<Values> expected = resultsOf(devices::cpu::openThisComputer, sample.operation);
    const std::vector<Values> found = resultsOf(fakeGpu(), sample.operation);

    QVERIFY(!expected.empty());
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        QCOMPARE(found[i].size(), expected[i].size());
        const bool isEqual = std::memcmp(found[i].data(), expected[i].data(), found[i].size() * sizeof(float)) == 0;
        QVERIFY2(isEqual || !sample.isExact, "the bits differ");
        QVERIFY2(isEqual || differenceOf(expected[i], found[i]) < 1e-5,
                 qPrintable(QString("result %1 differs by %2").arg(i).arg(differenceOf(expected[i], found[i]))));
    }
}

QTEST_APPLESS_MAIN(TestOperators)
#include "tst_operators.moc"
