#include "engine/devices/cuda/detail/work.h"
#include "engine/ops/shape_rules.h"
#include "tests/devices/runtime_fixture.h"

#include <cmath>
#include <span>
#include <string>

using namespace devicetest;
using namespace engine;
using abi::Code;
using engine::devices::cuda::detail::WorkOrder;

namespace {

ops::Operation forwardPass(std::int32_t kernel)
{
    ops::Operation layer;
    layer.op = ops::Operator::Convolution;
    layer.inputs = {{2, 3, 8, 9}, {4, 3, kernel, kernel}};
    layer.window = {{kernel, kernel}, {2, 1}, {1, 0}};
    static_cast<void>(ops::inferOutputs(layer));
    return layer;
}

ops::Operation backwardPass(std::int32_t kernel)
{
    ops::Operation layer = forwardPass(kernel);
    layer.inputs.insert(layer.inputs.begin(), layer.output);
    layer.op = ops::Operator::ConvolutionBackward;
    layer.wanted = ops::kData | ops::kWeight | ops::kBias;
    static_cast<void>(ops::inferOutputs(layer));
    return layer;
}

/// A compiled graph of a convolution and a ReLU.
ops::Operation compiledLayer()
{
    const ops::Operation layer = forwardPass(3);
    ops::Segment graph;
    graph.inputs = 2;
    graph.values = {{layer.inputs[0]}, {layer.inputs[1]}, {layer.output, 0}, {layer.output}};
    graph.blocks = {layer.output.bytes()};
    graph.steps = {{layer, {0, 1}, {2}}, {{ops::Operator::Relu, {layer.output}, layer.output}, {2}, {3}}};
    graph.outputs = {3};
    ops::Operation operation;
    operation.op = ops::Operator::Segment;
    operation.inputs = layer.inputs;
    operation.output = layer.output;
    operation.segment = std::make_shared<const ops::Segment>(std::move(graph));
    return operation;
}

}  // namespace

/// Tests the module's convolutions, over an imitation of cuDNN whose first algorithm is not deterministic and fails.
class TestConvolutions : public QObject, private RuntimeFixture {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup() { closeGpu(); }

    void cudnnGivesTheValuesOfTheModulesOwnKernels_data();
    void cudnnGivesTheValuesOfTheModulesOwnKernels();
    void convolutionShapeIsPlannedOnceAndDescribedOncePerStream();
    void shapesThatCudnnRefusesAreCounted();
    void convolutionWithoutMemoryReturnsOutOfMemory();
    void cudnnUsesOnlyTheScratchMemoryOfTheOperation();
    void cudnnPlansACompiledGraphAgainAfterATemporaryFailure();
    void compiledGraphIsNotCapturedAfterATemporaryFailure();

private:
    Code run(const ops::Operation& layer, abi::Stream* stream);
    std::vector<float> resultsOf(const ops::Operation& layer, std::int32_t isPlain);

    std::vector<float> m_results;
    bool m_needsMore = false;    ///< the module reported that the size of the scratch memory may change
    bool m_isGuardKept = false;  ///< nothing was written behind the scratch memory
};

void TestConvolutions::initTestCase()
{
    if (QByteArray(OVERLAP_FAKE_RUNTIME).isEmpty())
        QSKIP("The headers of CUDA 13 and CUPTI were not found when this test was built.");
    load({});
    openGpu();
    const bool hasCudnn = QByteArray(m_module->libraries(m_gpu)).contains("cuDNN 9.19");
    closeGpu();
    if (!hasCudnn)
        QSKIP("The headers of cuDNN were not found when this test was built.");
}

/// Queues the layer and stores its results in m_results. Inputs are numbers between -1 and 1.
Code TestConvolutions::run(const ops::Operation& layer, abi::Stream* stream)
{
    std::vector<std::vector<float>> tensors;
    std::vector<void*> places;
    for (std::size_t i = 0; i < layer.inputs.size() + layer.outputCount(); ++i) {
        const bool isInput = i < layer.inputs.size();
        const ops::Shape& shape = isInput ? layer.inputs[i] : layer.outputAt(i - layer.inputs.size());
        std::vector<float>& values = tensors.emplace_back(static_cast<std::size_t>(shape.elements()));
        for (std::size_t at = 0; isInput && at < values.size(); ++at)
            values[at] = static_cast<float>(at * 37 % 41) / 20.0F - 1.0F;
    }
    for (std::vector<float>& values : tensors)
        places.push_back(values.data());
    const std::span all(places);
    WorkOrder order(layer, all.first(layer.inputs.size()), all.last(layer.outputCount()));
    std::int64_t bytes = 0;
    Code code = m_module->scratchBytes(m_gpu, &*order, &bytes);
    if (code != Code::Ok && code != Code::NotReady)
        return code;
    m_needsMore = code == Code::NotReady;
    constexpr std::size_t kGuard = 1 << 16;
    std::vector<char> scratch(static_cast<std::size_t>(bytes) + kGuard, 'g');
    (*order).scratch = scratch.data();
    (*order).scratchBytes = bytes;
    code = m_module->launch(stream, &*order);
    finish(stream);
    m_isGuardKept = std::ranges::count(std::span(scratch).last(kGuard), 'g') == kGuard;
    m_results.clear();
    for (std::size_t i = layer.inputs.size(); i < tensors.size(); ++i)
        m_results.insert(m_results.end(), tensors[i].begin(), tensors[i].end());
    return code;
}

std::vector<float> TestConvolutions::resultsOf(const ops::Operation& layer, std::int32_t isPlain)
{
    closeGpu();
    abi::Options options;
    options.isPlain = isPlain;
    openGpu(options);
    return run(layer, m_stream) == Code::Ok ? m_results : std::vector<float>();
}

void TestConvolutions::cudnnGivesTheValuesOfTheModulesOwnKernels_data()
{
    QTest::addColumn<bool>("isForward");
    QTest::addColumn<int>("passes");
    QTest::newRow("forward") << true << 1;
    QTest::newRow("gradients of data and weight") << false << 2;
}

void TestConvolutions::cudnnGivesTheValuesOfTheModulesOwnKernels()
{
    QFETCH(bool, isForward);
    QFETCH(int, passes);
    load({});
    const ops::Operation layer = isForward ? forwardPass(3) : backwardPass(3);

    const std::vector<float> own = resultsOf(layer, 1);
    QCOMPARE(m_control->counts().convolutions, 0);
    const std::vector<float> found = resultsOf(layer, 0);

    QCOMPARE(m_control->counts().convolutions, passes);
    QVERIFY(!own.empty());
    QCOMPARE(found.size(), own.size());
    for (std::size_t i = 0; i < own.size(); ++i)
        QVERIFY(std::abs(found[i] - own[i]) <= 1e-5F * 30);
}

void TestConvolutions::convolutionShapeIsPlannedOnceAndDescribedOncePerStream()
{
    load({});
    openGpu();
    abi::Stream* second = nullptr;
    QCOMPARE(m_module->createStream(m_gpu, abi::StreamRole::Compute, "second", &second), Code::Ok);
    const std::int64_t before = m_control->counts().descriptors;

    for (int i = 0; i < 3; ++i)
        QCOMPARE(run(forwardPass(3), m_stream), Code::Ok);
    const std::int64_t first = m_control->counts().descriptors;
    for (int i = 0; i < 3; ++i)
        QCOMPARE(run(forwardPass(3), second), Code::Ok);

    QCOMPARE(m_control->counts().convolutions, 6);
    QCOMPARE(m_control->counts().algorithmLists, 1);
    QCOMPARE(first - before, 4);
    QCOMPARE(m_control->counts().descriptors - first, 4);
    m_module->destroyStream(second);
    QCOMPARE(m_control->counts().descriptors, first);
}

void TestConvolutions::shapesThatCudnnRefusesAreCounted()
{
    fake::RuntimeSettings settings;
    settings.refusedKernel = 5;
    load(settings);
    const std::vector<float> own = resultsOf(forwardPass(5), 1);

    const std::vector<float> found = resultsOf(forwardPass(5), 0);

    QCOMPARE(m_control->counts().convolutions, 0);
    QVERIFY(!found.empty() && found == own);
    const QByteArray text = m_module->libraries(m_gpu);
    QVERIFY2(text.contains("convolutions refused by cuDNN: 1"), text.constData());
}

void TestConvolutions::convolutionWithoutMemoryReturnsOutOfMemory()
{
    fake::RuntimeSettings settings;
    settings.isLayerMemoryFull = 1;
    load(settings);
    openGpu();

    QCOMPARE(run(forwardPass(3), m_stream), Code::OutOfMemory);
    settings.isLayerMemoryFull = 0;
    m_control->configure(&settings);
    QCOMPARE(run(forwardPass(3), m_stream), Code::Ok);
}

void TestConvolutions::cudnnUsesOnlyTheScratchMemoryOfTheOperation()
{
    fake::RuntimeSettings settings;
    settings.failedQueries = 1;
    load({});
    const std::vector<float> own = resultsOf(forwardPass(3), 1);
    closeGpu();
    load(settings);
    openGpu();

    QCOMPARE(run(forwardPass(3), m_stream), Code::Ok);  // cuDNN fails when the scratch memory is planned, but not later
    QVERIFY(m_needsMore);
    QVERIFY(m_isGuardKept);
    QCOMPARE(m_control->counts().convolutions, 0);
    QVERIFY(m_results == own);
    QCOMPARE(run(forwardPass(3), m_stream), Code::Ok);
    QVERIFY(!m_needsMore);
    QVERIFY(m_isGuardKept);
    QCOMPARE(m_control->counts().convolutions, 1);
}

void TestConvolutions::cudnnPlansACompiledGraphAgainAfterATemporaryFailure()
{
    const ops::Operation operation = compiledLayer();
    fake::RuntimeSettings settings;
    settings.failedQueries = 1;
    conformance::Driver driver(computerWith(settings), torch());
    const conformance::Handle x = driver.fill(operation.inputs[0], 1);
    const conformance::Handle w = driver.fill(operation.inputs[1], 1);

    std::vector<conformance::Values> found;
    for (int turn = 0; turn < 2; ++turn) {
        const conformance::Handle y = driver.create(operation.output);
        QVERIFY(driver.push(operation, {x, w}, {y}));
        const auto values = driver.valuesOf(y);
        QVERIFY2(values, values ? "" : values.error().english().c_str());
        QCOMPARE(m_control->counts().convolutions, turn);
        found.push_back(*values);
    }

    QVERIFY(found[0] == found[1]);
}

/// cuDNN fails in the first two runs, so these runs use different scratch memory than later runs.
void TestConvolutions::compiledGraphIsNotCapturedAfterATemporaryFailure()
{
    const ops::Operation operation = compiledLayer();
    fake::RuntimeSettings settings;
    settings.failedQueries = 1000;
    conformance::Driver driver(computerWith(settings), torch());
    const conformance::Handle x = driver.fill(operation.inputs[0], 1);
    const conformance::Handle w = driver.fill(operation.inputs[1], 1);
    const conformance::Handle y = driver.create(operation.output);
    const auto run = [&] { return driver.push(operation, {x, w}, {y}) && driver.waitAll(); };

    QVERIFY(run());
    QVERIFY(run());
    QCOMPARE(m_control->counts().instantiations, 0);
    QCOMPARE(m_control->counts().convolutions, 0);
    settings.failedQueries = 0;
    m_control->configure(&settings);
    QVERIFY(run());
    QCOMPARE(m_control->counts().convolutions, 1);
    QVERIFY(run());
    QCOMPARE(m_control->counts().instantiations, 1);
}

QTEST_APPLESS_MAIN(TestConvolutions)
#include "tst_convolutions.moc"
