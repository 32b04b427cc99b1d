#include "engine/devices/sim/detail/costs.h"
#include "tests/engine/devices/sim/driver.h"

#include <QTest>

#include <cmath>

using namespace simtest;
using device::DispatchClass;
using device::HostWork;
using devices::sim::detail::DispatchCost;
using devices::sim::detail::gpuKernel;
using devices::sim::detail::hostKernel;
using devices::sim::detail::TuneCost;
using ops::Operator;

namespace {

ops::Operation convolution(std::int64_t images, std::int64_t channels, std::int64_t side, std::int64_t filters)
{
    ops::Operation operation;
    operation.op = Operator::Convolution;
    operation.inputs = {{images, channels, side, side}, {filters, channels, 3, 3}, {filters}};
    operation.window.kernel = {3, 3};
    operation.window.padding = {1, 1};
    operation.output = {images, filters, side, side};
    return operation;
}

ops::Operation relu(std::int64_t elements)
{
    ops::Operation operation;
    operation.op = Operator::Relu;
    operation.inputs = {{elements}};
    operation.output = {elements};
    return operation;
}

ops::Operation product(std::int64_t side)
{
    ops::Operation operation;
    operation.op = Operator::MatMul;
    operation.inputs = {{side, side}, {side, side}};
    operation.output = {side, side};
    return operation;
}

}  // namespace

/// Tests the costs of layers and gradients on a virtual machine.
class TestTrainingCosts : public QObject {
    Q_OBJECT

private slots:
    void convolutionsHaveASeparateRate();
    void smallConvolutionsReachASmallerRate();
    void productsStayBelowThePeakRate();
    void kernelOfATinyProductIsShorterThanItsDispatch();
    void cpuLayersHaveASeparateRate();
    void smallTensorsAreAccessedAtTheRateOfTheCache();
    void compiledGraphTakesAsLongAsItsSteps();
    void fusedKernelReadsInputsAndWritesResultsOnce();
    void manySmallProductsInOneKernelUseTheWholeGpu();
    void eachConvolutionShapeIsTunedOncePerGpu();
    void tuningDelaysTheFirstConvolution();
    void dispatchCostDependsOnTheDispatchClass();
    void gpuOperationsAndCopiesFromGpusCostALaunch();
    void everyKernelOfACachedGraphIsLaunched();
    void loadingABatchTakesHostTime();
};

void TestTrainingCosts::convolutionsHaveASeparateRate()
{
    device::GpuModel gpu = machine("book-v100").mxnet.gpus[0];
    const ops::Operation operation = convolution(256, 64, 28, 64);
    const double flops = 2.0 * 256 * 64 * 28 * 28 * 64 * 9;

    const double ns = gpuKernel(gpu, operation).ns;

    QVERIFY(std::abs(ns - gpu.kernelNs - (flops + gpu.gemmHalf) / gpu.convolution * 1e9) < ns * 0.01);
    gpu.convolution /= 2;
    QVERIFY(gpuKernel(gpu, operation).ns > 1.9 * ns);
    gpu.convolution = 0;  // a machine without this number uses the rate of products
    QVERIFY(std::abs(gpuKernel(gpu, operation).ns - gpu.kernelNs - (flops + gpu.gemmHalf) / gpu.gemm * 1e9) <
            ns * 0.02);
    // At 1 GB/s, the memory bandwidth limits the speed.
    gpu.dramRate = 1e9;
    QVERIFY(gpuKernel(gpu, operation).ns > 4.0 * 256 * 64 * 28 * 28);
}

/// A convolution of f FLOP per image runs at the rate R f / (f + h), which is R / 2 for f = h, for any number of
/// images.
void TestTrainingCosts::smallConvolutionsReachASmallerRate()
{
    constexpr double kRate = 4e12;
    device::GpuModel gpu = machine("book-v100").mxnet.gpus[0];
    gpu.convolution = kRate;
    for (const double images : {64.0, 256.0})
        for (const double channels : {64.0, 128.0}) {
            const double perImage = 2 * channels * channels * 9 * 28 * 28;
            ops::Operation operation =
                convolution(std::int64_t(images), std::int64_t(channels), 28, std::int64_t(channels));
            for (const double half : {1.0, 3.0}) {
                gpu.convolutionHalf = half * perImage;
                const double seconds = images * perImage / (kRate / (1 + half));
                const auto error = [&](double ns, double wanted) { return std::abs(ns - gpu.kernelNs - wanted * 1e9); };
                QVERIFY(error(gpuKernel(gpu, operation).ns, seconds) < 1);

                ops::Operation backward = operation;
                backward.op = Operator::ConvolutionBackward;
                backward.inputs = {operation.output, operation.inputs[0], operation.inputs[1]};
                backward.output = operation.inputs[0];
                backward.wanted = ops::kData;
                QVERIFY(error(gpuKernel(gpu, backward).ns, seconds) < 1);
                backward.moreOutputs = {operation.inputs[1], {std::int64_t(channels)}};
                backward.wanted = ops::kData | ops::kWeight | ops::kBias;
                QVERIFY(error(gpuKernel(gpu, backward).ns, 2 * seconds) < 1);
            }
        }
}

void TestTrainingCosts::productsStayBelowThePeakRate()
{
    for (const char* id : {"book-v100", "m60-2019", "a100-4", "h100-8", "card-4gb"}) {
        const device::GpuModel gpu = machine(id).torch.gpus[0];
        double last = 0;
        for (std::int64_t n = 8; n <= 4096; n += 8) {
            const auto cost = gpuKernel(gpu, product(n));
            const double flops = 2.0 * static_cast<double>(n * n * n);
            // Checks the total rate of as many concurrent products as fit.
            QVERIFY2(flops / (cost.ns * 1e-9 * cost.share) <= gpu.gemm * (1 + 1e-9), qPrintable(QString::number(n)));
            QVERIFY2(cost.ns >= last, qPrintable(QString::number(n)));
            last = cost.ns;
            if (n * n >= 128 * 128 * gpu.multiprocessors)
                QVERIFY(std::abs(cost.ns - gpu.kernelNs - (flops + gpu.gemmHalf) / gpu.gemm * 1e9) < 1);
        }
    }
}

void TestTrainingCosts::kernelOfATinyProductIsShorterThanItsDispatch()
{
    const device::Profile profile = machine("book-v100").torch;
    const double dispatch = profile.frontEnd.operatorNs + profile.frontEnd.launchNs;
    QVERIFY(gpuKernel(profile.gpus[0], product(64)).ns < dispatch);
    QVERIFY(gpuKernel(profile.gpus[0], product(512)).ns > dispatch);
}

void TestTrainingCosts::cpuLayersHaveASeparateRate()
{
    const device::HostModel host = machine("laptop-2019").mxnet.host;
    ops::Operation dense;
    dense.op = Operator::FullyConnected;
    dense.inputs = {{1024, 512}, {2048, 512}, {2048}};
    dense.output = {1024, 2048};

    const double ns = hostKernel(host, dense).ns;

    QVERIFY(host.dense < host.gemm);
    QVERIFY(std::abs(ns - host.opNs - 2.0 * 1024 * 512 * 2048 / host.dense * 1e9) < ns * 0.01);
}

void TestTrainingCosts::smallTensorsAreAccessedAtTheRateOfTheCache()
{
    const device::HostModel host = machine("laptop-2019").mxnet.host;
    const auto perElement = [&](std::int64_t elements) {
        return (hostKernel(host, relu(elements)).ns - host.opNs) / static_cast<double>(elements);
    };

    QVERIFY(std::abs(perElement(500'000) - 8 / host.cacheRate * 1e9) < 1e-6);    // 4 MB
    QVERIFY(std::abs(perElement(4'000'000) - 8 / host.bandwidth * 1e9) < 1e-6);  // 32 MB
}

void TestTrainingCosts::compiledGraphTakesAsLongAsItsSteps()
{
    const device::Profile profile = machine("book-v100").mxnet;
    const auto segment = std::make_shared<ops::Segment>();
    for (const ops::Operation& step : {convolution(8, 3, 28, 16), relu(100'000), relu(50)})
        segment->steps.push_back({step, {}, {}});
    ops::Operation all;
    all.op = Operator::Segment;
    all.segment = segment;

    double onGpu = 0;
    double onCpu = 0;
    for (const ops::Segment::Step& step : segment->steps) {
        onGpu += gpuKernel(profile.gpus[0], step.operation).ns;
        onCpu += hostKernel(profile.host, step.operation).ns;
    }

    QCOMPARE(gpuKernel(profile.gpus[0], all).ns, onGpu);
    QCOMPARE(hostKernel(profile.host, all).ns, onCpu);
    QVERIFY(gpuKernel(profile.gpus[0], all).share <= 1 && gpuKernel(profile.gpus[0], all).share > 0);
}

void TestTrainingCosts::fusedKernelReadsInputsAndWritesResultsOnce()
{
    const device::Profile profile = machine("book-v100").torch;
    const ops::Operation step = relu(1 << 24);
    const auto segment = std::make_shared<ops::Segment>();
    segment->steps.assign(20, {step, {}, {}});
    segment->kernelBytes = Bytes{2 * 4 * (1 << 24)};
    ops::Operation all;
    all.op = Operator::Segment;
    all.segment = segment;

    QCOMPARE(gpuKernel(profile.gpus[0], all).ns, gpuKernel(profile.gpus[0], step).ns);
    QCOMPARE(gpuKernel(profile.gpus[0], all).memory, gpuKernel(profile.gpus[0], step).memory);
    QCOMPARE(hostKernel(profile.host, all).ns, hostKernel(profile.host, step).ns);
}

/// 256 small products in one kernel have as many tiles as one large product.
void TestTrainingCosts::manySmallProductsInOneKernelUseTheWholeGpu()
{
    const device::GpuModel gpu = machine("book-v100").torch.gpus[0];
    constexpr int kProducts = 256;
    const auto segment = std::make_shared<ops::Segment>();
    segment->steps.assign(kProducts, {product(128), {}, {}});
    segment->kernelBytes = Bytes{3 * 4 * 128 * 128 * kProducts};
    ops::Operation all;
    all.op = Operator::Segment;
    all.segment = segment;
    const double flops = 2.0 * 128 * 128 * 128 * kProducts;

    const double ns = gpuKernel(gpu, all).ns - gpu.kernelNs;

    QVERIFY(ns >= flops / gpu.gemm * 1e9);
    QVERIFY(ns < 3 * flops / gpu.gemm * 1e9);
    QVERIFY(ns * 20 < kProducts * (gpuKernel(gpu, product(128)).ns));
    QCOMPARE(gpuKernel(gpu, all).share, 1.0);
}

void TestTrainingCosts::eachConvolutionShapeIsTunedOncePerGpu()
{
    TuneCost tune;

    QCOMPARE(tune.next(0, 10, convolution(256, 64, 28, 64)), 10.0);
    QCOMPARE(tune.next(0, 10, convolution(256, 64, 28, 64)), 0.0);
    QCOMPARE(tune.next(1, 10, convolution(256, 64, 28, 64)), 10.0);
    QCOMPARE(tune.next(0, 10, convolution(96, 64, 28, 64)), 10.0);  // a smaller batch is another shape
    QCOMPARE(tune.next(0, 10, relu(5)), 0.0);
    QCOMPARE(tune.next(0, 0, convolution(1, 1, 28, 1)), 0.0);
}

void TestTrainingCosts::tuningDelaysTheFirstConvolution()
{
    device::PlatformOptions options;
    options.semantics = device::Semantics::MXNet;
    const device::Machine book = machine("book-v100");
    Driver d(book, options);
    const ops::Operation operation = convolution(32, 8, 28, 8);
    std::vector<VariableId> inputs;
    for (const ops::Shape& shape : operation.inputs) {
        inputs.push_back(d.tensor(d.gpu(0), shape));
        static_cast<void>(d.apply(Operator::Fill, d.gpu(0), {}, inputs.back(), {}, shape));
    }
    const auto convolve = [&] {
        const double begin = d.seconds();
        const VariableId y = d.tensor(d.gpu(0), operation.output);
        device::OpRequest request;
        request.operation = operation;
        request.reads = inputs;
        const std::array<VariableId, 1> writes{y};
        request.writes = writes;
        request.device = d.gpu(0);
        const auto pushed = d.platform().push(request);
        if (!pushed)
            qFatal("%s", pushed.error().english().c_str());
        d.waitall();
        return d.seconds() - begin;
    };
    d.waitall();

    const double first = convolve();
    const double second = convolve();

    // The first convolution additionally takes the time of its tuning and of the first call of its operator.
    const double once = book.mxnet.gpus[0].tuneNs + book.mxnet.frontEnd.firstUseNs - book.mxnet.frontEnd.operatorNs;
    QVERIFY2(first - second > 0.99e-9 * once, qPrintable(QString::number(first - second)));
    const bool isSeen =
        std::any_of(d.records.hosts.begin(), d.records.hosts.end(), [&](const trace::HostRecord& record) {
            return d.records.names[record.name.index] == "find algorithm" && record.op.isValid() &&
                   record.lane.isValid();
        });
    QVERIFY(isSeen);
}

void TestTrainingCosts::dispatchCostDependsOnTheDispatchClass()
{
    device::PlatformOptions options;
    options.semantics = device::Semantics::MXNet;
    const device::Machine book = machine("book-v100");
    const device::FrontEndModel& prices = book.mxnet.frontEnd;
    Driver d(book, options);
    const VariableId x = d.tensor(DeviceId{0}, {4});
    const VariableId y = d.tensor(DeviceId{0}, {4});
    const auto price = [&](DispatchClass dispatch) {
        const Nanoseconds begin = d.platform().now();
        static_cast<void>(d.apply(Operator::Relu, DeviceId{0}, {x}, y, {{4}}, {4}, dispatch));
        return static_cast<double>((d.platform().now() - begin).count());
    };
    static_cast<void>(d.apply(Operator::Fill, DeviceId{0}, {}, x, {}, {4}));
    static_cast<void>(price(DispatchClass::Operator));  // the first call costs more

    QCOMPARE(price(DispatchClass::Operator), prices.operatorNs);
    QCOMPARE(price(DispatchClass::Layer), prices.layerNs);
    QCOMPARE(price(DispatchClass::CachedGraph), prices.cachedGraphNs);
    QCOMPARE(price(DispatchClass::Backward), prices.backwardNs);
    QCOMPARE(price(DispatchClass::Update), prices.updateNs);
    QCOMPARE(price(DispatchClass::Free), 0.0);
    d.waitall();
}

/// In PyTorch an operation of a GPU costs the call and the launch, an operation of the CPU the call alone. A copy from
/// a GPU is launched too, although its destination is on the CPU.
void TestTrainingCosts::gpuOperationsAndCopiesFromGpusCostALaunch()
{
    device::Machine mine = machine("book-v100");
    mine.torch.frontEnd = {.launchNs = 7000, .operatorNs = 1000, .layerNs = 3000, .firstUseNs = 1000};
    Driver d(mine, {});
    const auto cost = [&](DeviceId device, DispatchClass dispatch) {
        const VariableId x = d.tensor(device, {4});
        const VariableId y = d.tensor(device, {4});
        static_cast<void>(d.apply(Operator::Fill, device, {}, x, {}, {4}));
        static_cast<void>(d.apply(Operator::Fill, device, {}, y, {}, {4}));
        static_cast<void>(d.apply(Operator::Relu, device, {x}, y, {{4}}, {4}, dispatch));
        return (d.records.issue(d.lastOp).end - d.records.issue(d.lastOp).begin).count();
    };

    QCOMPARE(cost(DeviceId{0}, DispatchClass::Operator), 1000);
    QCOMPARE(cost(DeviceId{0}, DispatchClass::Layer), 3000);
    QCOMPARE(cost(d.gpu(0), DispatchClass::Operator), 8000);
    QCOMPARE(cost(d.gpu(0), DispatchClass::Layer), 10000);
    const VariableId x = d.uniform(d.gpu(0), 64);
    const VariableId pinned = d.toHost(x, 64, true, device::HostMemoryMode::Pinned);
    d.drop(pinned);
    d.sync(d.gpu(0));
    static_cast<void>(d.toHost(x, 64, true, device::HostMemoryMode::Pinned));  // reuses the dropped block from the pool
    const std::int64_t pool = static_cast<std::int64_t>(mine.torch.host.pinnedPoolNs);
    QCOMPARE((d.records.issue(d.lastOp).end - d.records.issue(d.lastOp).begin).count(), 8000 + pool);
}

/// One call issues a cached graph, but each of its kernels is launched. A function that is one kernel is launched once.
void TestTrainingCosts::everyKernelOfACachedGraphIsLaunched()
{
    const device::FrontEndModel model{.launchNs = 7000, .operatorNs = 1000, .cachedGraphNs = 2000};
    ops::Operation graph;
    graph.op = Operator::Segment;
    const auto segment = std::make_shared<ops::Segment>();
    segment->steps.resize(5);
    graph.segment = segment;

    DispatchCost cost(model);
    QCOMPARE(cost.next(DispatchClass::CachedGraph, graph, trace::DeviceKind::Gpu), 2000.0 + 5 * 7000);
    QCOMPARE(cost.next(DispatchClass::CachedGraph, graph, trace::DeviceKind::Cpu), 2000.0);
    QCOMPARE(cost.next(DispatchClass::Operator, graph, trace::DeviceKind::Gpu), 1000.0 + 7000);
}

void TestTrainingCosts::loadingABatchTakesHostTime()
{
    Driver d(machine("book-v100"), {});
    const Nanoseconds begin = d.platform().now();

    d.platform().hostWork(HostWork::Load, Bytes{256 * 784 * 4}, {});

    const double ms = static_cast<double>((d.platform().now() - begin).count()) * 1e-6;
    QVERIFY2(std::abs(ms - 2.60) < 0.02, qPrintable(QString::number(ms)));
    QCOMPARE(d.records.hosts.size(), std::size_t{1});
    QVERIFY(!d.records.hosts[0].lane.isValid());
}

QTEST_APPLESS_MAIN(TestTrainingCosts)
#include "tst_training_costs.moc"
