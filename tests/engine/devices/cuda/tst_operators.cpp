#include "engine/devices/cpu/this_computer.h"
#include "engine/devices/cuda/open_computer.h"
#include "engine/devices/cuda/plugin/algorithm_choice.h"
#include "engine/ops/shape_rules.h"
#include "tests/devices/fake_gpu.h"
#include "tests/devices/host_queue.h"
#include "tests/devices/operator_samples.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
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
    CountingQueue() : HostQueue(IndexWidth::Narrow) {}

    template <typename F>
    void forEach(std::int64_t n, const F& /*f*/)
    {
        threads += n;
    }
    void copyWithin(float* /*to*/, const float* /*from*/, std::int64_t /*elements*/) {}

    std::int64_t threads = 0;
};

}  // namespace

/// Compares the results of the module's kernels, run on the CPU, with those of the CPU platform's kernels.
class TestOperators : public QObject {
    Q_OBJECT

private slots:
    void operatorsGiveTheValuesOfTheCpuPlatform_data();
    void operatorsGiveTheValuesOfTheCpuPlatform();
    void smallSpreadAroundALargeMeanIsNormalized_data();
    void smallSpreadAroundALargeMeanIsNormalized();
    void scatterUsesALimitedNumberOfThreads();
    void fastestDeterministicCudnnAlgorithmIsChosen();
};

void TestOperators::operatorsGiveTheValuesOfTheCpuPlatform_data()
{
    QTest::addColumn<int>("number");
    int number = 0;
    for (const Sample& sample : operatorSamples()) {
        QTest::addRow("%d %s", number, sample.name.c_str()) << number;
        ++number;
    }
}

void TestOperators::operatorsGiveTheValuesOfTheCpuPlatform()
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

void TestOperators::smallSpreadAroundALargeMeanIsNormalized_data()
{
    QTest::addColumn<bool>("isGpu");
    QTest::addColumn<bool>("isTraining");
    QTest::addColumn<float>("first");

    for (const bool isGpu : {false, true}) {
        const char* device = isGpu ? "GPU" : "processor";
        QTest::addRow("%s, in training", device) << isGpu << true << 4096.0F;
        QTest::addRow("%s, in use", device) << isGpu << false << 4096.0F;
        QTest::addRow("%s, first element far from the others", device) << isGpu << true << -4096.0F;
    }
}

/// Values around 4096 with a spread of 0.03: in float32, a value divided by the spread is wrong by 0.01.
void TestOperators::smallSpreadAroundALargeMeanIsNormalized()
{
    QFETCH(bool, isGpu);
    QFETCH(bool, isTraining);
    QFETCH(float, first);
    constexpr double kEpsilon = 1e-5;
    Values x{first};
    for (int i = 1; i < 3001; ++i)
        x.push_back(4096.0F + static_cast<float>(i * 37 % 201) / 2048.0F);
    const auto count = static_cast<double>(x.size());
    const double sum = std::accumulate(x.begin(), x.end(), 0.0);
    // In inference, the running mean is stored as a float.
    const double mean = isTraining ? sum / count : static_cast<double>(static_cast<float>(sum / count));
    double squares = 0;
    for (const float one : x)
        squares += (static_cast<double>(one) - mean) * (static_cast<double>(one) - mean);
    const double variance = isTraining ? squares / count : static_cast<double>(static_cast<float>(squares / count));

    Driver driver(isGpu ? fakeGpu() : Opener(devices::cpu::openThisComputer), sampleOptions());
    const auto place = [&](const Values& values, const ops::Shape& shape) {
        const Handle host = driver.create(shape);
        if (!driver.platform().write(host.id, values))
            qFatal("values cannot be written");
        return isGpu ? driver.copy(host, DeviceId{1}) : host;
    };
    const std::vector<Handle> inputs{place(x, {static_cast<std::int64_t>(x.size()), 1}), place({1}, {1}),
                                     place({0}, {1}), place({static_cast<float>(mean)}, {1}),
                                     place({static_cast<float>(variance)}, {1})};
    ops::Operation operation;
    operation.op = ops::Operator::BatchNorm;
    operation.isTraining = isTraining;
    operation.scalars[0] = kEpsilon;
    for (const Handle& input : inputs)
        operation.inputs.push_back(input.shape);
    QVERIFY(ops::inferOutputs(operation));
    std::vector<Handle> outputs;
    for (std::size_t i = 0; i < operation.outputCount(); ++i)
        outputs.push_back(driver.create(operation.outputAt(i), inputs[0].device));
    QVERIFY(driver.push(operation, inputs, outputs));
    const Result<Values> y = driver.valuesOf(outputs[0]);
    QVERIFY(y);

    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double expected = (static_cast<double>(x[i]) - mean) / std::sqrt(variance + kEpsilon);
        worst = std::max(worst, std::abs(static_cast<double>((*y)[i]) - expected) / std::max(1.0, std::abs(expected)));
    }
    QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
    if (!isTraining)
        return;
    const Result<Values> inverse = driver.valuesOf(outputs[2]);
    QVERIFY(inverse);
    QVERIFY(std::abs(static_cast<double>((*inverse)[0]) * std::sqrt(variance + kEpsilon) - 1) < 1e-6);
}

/// Each thread reads all indices, so a large table must use fewer threads than it has elements.
void TestOperators::scatterUsesALimitedNumberOfThreads()
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

void TestOperators::fastestDeterministicCudnnAlgorithmIsChosen()
{
    using devices::cuda::plugin::chooseAlgorithm;
    using devices::cuda::plugin::kMaxWorkspace;
    using devices::cuda::plugin::Offer;
    using devices::cuda::plugin::Rounding;
    const Offer fast{1, true, false, false, 0};
    const Offer refused{2, false, true, false, 0};
    const Offer rounding{3, true, true, true, 0};
    const Offer huge{4, true, true, false, kMaxWorkspace + 1};
    const Offer good{5, true, true, false, kMaxWorkspace};
    const Offer slower{6, true, true, false, 0};
    const std::array offers{fast, refused, rounding, huge, good, slower};

    QCOMPARE(chooseAlgorithm(offers, Rounding::None), std::optional<int>(5));
    QCOMPARE(chooseAlgorithm(offers, Rounding::Tf32), std::optional<int>(3));
    QVERIFY(!chooseAlgorithm(std::array{fast, refused}, Rounding::Tf32));
}

QTEST_APPLESS_MAIN(TestOperators)
#include "tst_operators.moc"
