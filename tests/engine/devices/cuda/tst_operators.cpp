#include "engine/devices/cpu/this_computer.h"
#include "engine/devices/cuda/open_computer.h"
#include "engine/devices/cuda/plugin/algorithm_choice.h"
#include "tests/devices/fake_gpu.h"
#include "tests/devices/host_queue.h"
#include "tests/devices/operator_samples.h"

#include <QTest>

#include <array>
#include <cstring>
#include <optional>

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

/// Counts the requested threads and runs nothing.
class CountingQueue : public fake::HostQueue {
public:
    template <typename F>
    void forEach(std::int64_t n, const F& /*f*/)
    {
        threads += n;
    }
    void copyWithin(float* /*to*/, const float* /*from*/, std::int64_t /*elements*/) {}

    std::int64_t threads = 0;
};

}  // namespace

/// Compares the module's kernels, run on the CPU, with the CPU platform's kernels.
class TestOperators : public QObject {
    Q_OBJECT

private slots:
    void operatorsEqualTheCpu_data();
    void operatorsEqualTheCpu();
    void scatterUsesABoundedNumberOfThreads();
    void fastestDeterministicAlgorithmIsChosen();
};

void TestOperators::operatorsEqualTheCpu_data()
{
    QTest::addColumn<int>("number");
    int number = 0;
    for (const Sample& sample : operatorSamples()) {
        QTest::addRow("%d %s", number, sample.name.c_str()) << number;
        ++number;
    }
}

void TestOperators::operatorsEqualTheCpu()
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

/// Each thread reads all indices, so a large table must use fewer threads than it has elements.
void TestOperators::scatterUsesABoundedNumberOfThreads()
{
    namespace abi = devices::cuda::abi;
    const auto view = [](std::int64_t rows, std::int64_t columns) {
        return abi::View{nullptr, {rows, columns}, columns == 0 ? 1 : 2};
    };
    float numbers = 0;
    const std::array inputs{view(30'000, 128), view(2'048, 0), view(2'048, 128)};
    std::array outputs{view(30'000, 128)};
    outputs[0].data = &numbers;
    abi::Work work;
    work.op = static_cast<std::int32_t>(ops::Operator::Scatter);
    work.inputs = inputs.data();
    work.outputs = outputs.data();
    work.inputCount = 3;
    work.outputCount = 1;
    work.axes = 1;
    CountingQueue queue;

    devices::cuda::plugin::Operators<CountingQueue>(queue, work).run();

    QVERIFY(queue.threads >= 30'000);
    QVERIFY2(queue.threads <= 70'000, qPrintable(QString::number(queue.threads)));
}

void TestOperators::fastestDeterministicAlgorithmIsChosen()
{
    using devices::cuda::plugin::chooseAlgorithm;
    using devices::cuda::plugin::kMaxWorkspace;
    using devices::cuda::plugin::Offer;
    const Offer fast{1, true, false, false, 0};
    const Offer refused{2, false, true, false, 0};
    const Offer rounding{3, true, true, true, 0};
    const Offer huge{4, true, true, false, kMaxWorkspace + 1};
    const Offer good{5, true, true, false, kMaxWorkspace};
    const Offer slower{6, true, true, false, 0};
    const std::array offers{fast, refused, rounding, huge, good, slower};

    QCOMPARE(chooseAlgorithm(offers, false), std::optional<int>(5));
    QCOMPARE(chooseAlgorithm(offers, true), std::optional<int>(3));
    QVERIFY(!chooseAlgorithm(std::array{fast, refused}, true));
}

QTEST_APPLESS_MAIN(TestOperators)
#include "tst_operators.moc"
