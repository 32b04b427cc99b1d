#include "engine/devices/sim/detail/costs.h"
#include "tests/engine/devices/sim/driver.h"

#include <QTest>

#include <cmath>

using namespace simtest;
using devices::sim::detail::hostKernel;
using ops::Operator;

namespace {

constexpr DeviceId kCpu{0};
constexpr double kTouch = 900;
constexpr double kSharedTouch = 500;

device::Machine touched(double keptMebibytes)
{
    device::Machine result = machine("laptop-2019");
    for (device::HostModel* host : {&result.torch.host, &result.mxnet.host}) {
        host->touchNs = kTouch;
        host->sharedTouchNs = kSharedTouch;
        host->keptBytes = keptMebibytes * (1 << 20);
    }
    return result;
}

device::PlatformOptions optionsFor(device::Semantics semantics)
{
    device::PlatformOptions options;
    options.semantics = semantics;
    return options;
}

/// Time in ns that the device needs to fill a tensor.
double fill(Driver& driver, VariableId tensor, std::int64_t elements)
{
    const Result<OpId> op = driver.apply(Operator::Fill, kCpu, {}, tensor, {}, {elements});
    if (!op)
        return -1;
    driver.waitall();
    const trace::LifeRecord& life = driver.records.life(*op);
    return static_cast<double>((life.finished - life.started).count());
}

}  // namespace

/// Tests that the first write to new memory takes additional time for the pages of the memory, and that small
/// operations use one core.
class TestFirstTouch : public QObject {
    Q_OBJECT

private slots:
    void firstWriteTakesAdditionalTimeForItsPages_data();
    void firstWriteTakesAdditionalTimeForItsPages();
    void firstWriteToReusedMemoryTakesNoAdditionalTime();
    void firstWriteToWarmMemoryTakesNoAdditionalTime();
    void firstAndSecondWriteTakeEquallyLongWithoutPageCosts();
    void smallOperationsUseOneCore();
    void durationOfADenseLayerIncludesLayerNs();
};

void TestFirstTouch::firstWriteTakesAdditionalTimeForItsPages_data()
{
    QTest::addColumn<int>("semantics");
    QTest::addColumn<std::int64_t>("pages");
    QTest::addColumn<double>("each");
    QTest::newRow("torch, one core") << int(device::Semantics::Torch) << std::int64_t{256} << kTouch;
    QTest::newRow("torch, all cores") << int(device::Semantics::Torch) << std::int64_t{4096} << kSharedTouch;
    QTest::newRow("mxnet, one core") << int(device::Semantics::MXNet) << std::int64_t{256} << kTouch;
    QTest::newRow("mxnet, all cores") << int(device::Semantics::MXNet) << std::int64_t{4096} << kSharedTouch;
}

void TestFirstTouch::firstWriteTakesAdditionalTimeForItsPages()
{
    QFETCH(int, semantics);
    QFETCH(std::int64_t, pages);
    QFETCH(double, each);
    Driver driver(touched(32), optionsFor(static_cast<device::Semantics>(semantics)));
    const std::int64_t elements = pages * 1024;
    const VariableId tensor = driver.tensor(kCpu, {elements});

    const double first = fill(driver, tensor, elements);
    const double later = fill(driver, tensor, elements);

    QVERIFY(later > 0);
    QVERIFY(std::abs(first - later - static_cast<double>(pages) * each) <= 2);
}

void TestFirstTouch::firstWriteToReusedMemoryTakesNoAdditionalTime()
{
    constexpr std::int64_t kElements = std::int64_t{8} << 18;  // 8 MiB
    for (const double kept : {32.0, 4.0}) {
        Driver driver(touched(kept), optionsFor(device::Semantics::Torch));
        const VariableId before = driver.tensor(kCpu, {kElements});
        const double first = fill(driver, before, kElements);
        driver.drop(before);

        const double again = fill(driver, driver.tensor(kCpu, {kElements}), kElements);

        QCOMPARE(again<first, kept> 8);
    }
}

void TestFirstTouch::firstWriteToWarmMemoryTakesNoAdditionalTime()
{
    device::PlatformOptions options = optionsFor(device::Semantics::Torch);
    options.isPageableWarm = true;
    Driver driver(touched(32), options);
    const VariableId tensor = driver.tensor(kCpu, {1 << 20});

    QCOMPARE(fill(driver, tensor, 1 << 20), fill(driver, tensor, 1 << 20));
}

void TestFirstTouch::firstAndSecondWriteTakeEquallyLongWithoutPageCosts()
{
    Driver driver(machine("laptop-2019"), optionsFor(device::Semantics::MXNet));
    const VariableId tensor = driver.tensor(kCpu, {1 << 20});

    QCOMPARE(fill(driver, tensor, 1 << 20), fill(driver, tensor, 1 << 20));
}

void TestFirstTouch::smallOperationsUseOneCore()
{
    device::HostModel host = machine("laptop-2019").mxnet.host;
    const auto bodyOf = [&host](Operator op, std::int64_t elements) {
        ops::Operation operation;
        operation.op = op;
        operation.output = {elements};
        return hostKernel(host, operation).ns - host.opNs;
    };
    host.normalRate = host.randomRate / 4;
    const double small = bodyOf(Operator::RandomNormal, 1 << 16);
    const double large = bodyOf(Operator::RandomNormal, 1 << 22);
    QVERIFY(std::abs(small / bodyOf(Operator::RandomUniform, 1 << 16) - 4) < 1e-6);

    host.soloShare = 0.5;

    QVERIFY(std::abs(bodyOf(Operator::RandomNormal, 1 << 16) / small - 2) < 1e-6);
    QCOMPARE(bodyOf(Operator::RandomNormal, 1 << 22), large);
}

void TestFirstTouch::durationOfADenseLayerIncludesLayerNs()
{
    device::HostModel host = machine("laptop-2019").mxnet.host;
    ops::Operation dense;
    dense.op = Operator::FullyConnected;
    dense.inputs = {{8, 8}, {8, 8}};
    dense.output = {8, 8};
    ops::Operation sum;
    sum.op = Operator::Add;
    sum.inputs = {{8, 8}, {8, 8}};
    sum.output = {8, 8};
    const double layer = hostKernel(host, dense).ns;
    const double other = hostKernel(host, sum).ns;

    host.layerNs = 7000;

    QVERIFY(std::abs(hostKernel(host, dense).ns - layer - 7000) < 1e-6);
    QCOMPARE(hostKernel(host, sum).ns, other);
}

QTEST_APPLESS_MAIN(TestFirstTouch)
#include "tst_first_touch.moc"
