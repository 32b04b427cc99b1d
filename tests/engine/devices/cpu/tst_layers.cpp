#include "engine/devices/cpu/kernels/convolution.h"
#include "engine/devices/cpu/kernels/dense.h"
#include "engine/devices/cpu/team.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

using namespace engine;
using namespace engine::devices::cpu;
using ops::Operation;
using ops::Operator;
using ops::Shape;
using Values = std::vector<float>;
using Order = std::function<void(std::vector<std::int64_t>&)>;

namespace {

Values randomValues(const Shape& shape, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> in(-1, 1);
    Values values(static_cast<std::size_t>(shape.elements()));
    for (float& value : values)
        value = in(random);
    return values;
}

double at(const Values& values, std::int64_t index)
{
    return static_cast<double>(values[static_cast<std::size_t>(index)]);
}

/// The tolerance is the rounding error of single-precision sums of `terms` products of numbers below 1.
void compare(const Values& result, const std::vector<double>& wanted, double terms)
{
    QCOMPARE(result.size(), wanted.size());
    const double tolerance = 1e-6 * (1 + std::sqrt(terms)) * 4;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (!(std::abs(static_cast<double>(result[i]) - wanted[i]) <= tolerance * (1 + std::abs(wanted[i]))))
            QFAIL(qPrintable(QString("element %1 is %2, not %3").arg(i).arg(result[i]).arg(wanted[i])));
}

/// Runs a layer's pieces on `threads` threads, in the sequence that `order` produces.
class Runner {
public:
    explicit Runner(Order order = {}, int threads = 1)
        : m_order(std::move(order)), m_threads(threads), m_team(threads - 1)
    {
    }

    std::vector<Values> run(const Operation& operation, const std::vector<Values>& inputs)
    {
        std::vector<const float*> in;
        for (const Values& input : inputs)
            in.push_back(input.data());
        std::vector<Values> results;
        for (std::size_t i = 0; i < operation.outputCount(); ++i)
            results.emplace_back(static_cast<std::size_t>(operation.outputAt(i).elements()), -7.0F);
        std::vector<float*> out;
        for (Values& result : results)
            out.push_back(result.data());
        if (operation.op == Operator::FullyConnected || operation.op == Operator::FullyConnectedBackward) {
            Dense layer(operation, in, out);
            runPieces(layer);
        } else {
            Convolution layer(operation, in, out, m_primitives, m_storage, OpId{3});
            runPieces(layer);
        }
        return results;
    }

    [[nodiscard]] const Storage& storage() const { return m_storage; }
    [[nodiscard]] const PrimitiveCache& primitives() const { return m_primitives; }

private:
    void runPieces(auto& layer)
    {
        std::vector<std::int64_t> pieces(static_cast<std::size_t>(layer.pieces()));
        std::iota(pieces.begin(), pieces.end(), 0);
        if (m_order)
            m_order(pieces);
        const auto body = [&](std::int64_t index) {
            if (Status status = layer.run(pieces[static_cast<std::size_t>(index)]); !status)
                qFatal("%s", status.error().english().c_str());
        };
        m_team.run(layer.pieces(), m_threads, body, {});
    }

    Order m_order;
    int m_threads;
    Team m_team;
    Storage m_storage{kGiB};
    PrimitiveCache m_primitives;
};

struct DenseSizes {
    std::int64_t batch = 1;
    std::int64_t inputs = 1;
    std::int64_t units = 1;
};

Operation denseForward(const DenseSizes& sizes, bool hasBias = true)
{
    Operation operation{Operator::FullyConnected,
                        {{sizes.batch, sizes.inputs}, {sizes.units, sizes.inputs}},
                        {sizes.batch, sizes.units}};
    if (hasBias)
        operation.inputs.push_back({sizes.units});
    return operation;
}

/// Sets the outputs that `wanted` requests.
void setOutputs(Operation& operation, const Shape& bias)
{
    std::vector<Shape> outputs;
    if ((operation.wanted & ops::kData) != 0)
        outputs.push_back(operation.inputs[1]);
    if ((operation.wanted & ops::kWeight) != 0)
        outputs.push_back(operation.inputs[2]);
    if ((operation.wanted & ops::kBias) != 0)
        outputs.push_back(bias);
    operation.output = outputs.front();
    operation.moreOutputs.assign(outputs.begin() + 1, outputs.end());
}

Operation denseBackward(const DenseSizes& sizes, int wanted)
{
    Operation operation{Operator::FullyConnectedBackward,
                        {{sizes.batch, sizes.units}, {sizes.batch, sizes.inputs}, {sizes.units, sizes.inputs}},
                        {}};
    operation.wanted = static_cast<std::uint8_t>(wanted);
    setOutputs(operation, {sizes.units});
    return operation;
}

struct ConvolutionSizes {
    std::int64_t images = 1;
    std::int64_t inputs = 1;
    std::int64_t outputs = 1;
    std::array<std::int64_t, 2> size{5, 5};
    ops::Window window{{3, 3}, {1, 1}, {0, 0}};

    [[nodiscard]] std::int64_t out(std::size_t axis) const
    {
        return (size[axis] + 2 * window.padding[axis] - window.kernel[axis]) / window.stride[axis] + 1;
    }
    [[nodiscard]] Shape x() const { return {images, inputs, size[0], size[1]}; }
    [[nodiscard]] Shape w() const { return {outputs, inputs, window.kernel[0], window.kernel[1]}; }
    [[nodiscard]] Shape y() const { return {images, outputs, out(0), out(1)}; }
};

Operation convolutionForward(const ConvolutionSizes& sizes, bool hasBias = true)
{
    Operation operation{Operator::Convolution, {sizes.x(), sizes.w()}, sizes.y()};
    operation.window = sizes.window;
    if (hasBias)
        operation.inputs.push_back({sizes.outputs});
    return operation;
}

Operation convolutionBackward(const ConvolutionSizes& sizes, int wanted)
{
    Operation operation{Operator::ConvolutionBackward, {sizes.y(), sizes.x(), sizes.w()}, {}};
    operation.window = sizes.window;
    operation.wanted = static_cast<std::uint8_t>(wanted);
    setOutputs(operation, {sizes.outputs});
    return operation;
}

/// Calls use(x, w, y) with the flat indices of every product in a convolution's sums.
void forEachProduct(const ConvolutionSizes& s, const auto& use)
{
    const Shape x = s.x();
    const Shape w = s.w();
    const Shape y = s.y();
    for (std::int64_t n = 0; n < y[0]; ++n)
        for (std::int64_t o = 0; o < y[1]; ++o)
            for (std::int64_t row = 0; row < y[2]; ++row)
                for (std::int64_t column = 0; column < y[3]; ++column)
                    for (std::int64_t c = 0; c < x[1]; ++c)
                        for (std::int64_t k = 0; k < w[2]; ++k)
                            for (std::int64_t l = 0; l < w[3]; ++l) {
                                const std::int64_t i = row * s.window.stride[0] + k - s.window.padding[0];
                                const std::int64_t j = column * s.window.stride[1] + l - s.window.padding[1];
                                if (i >= 0 && i < x[2] && j >= 0 && j < x[3])
                                    use(((n * x[1] + c) * x[2] + i) * x[3] + j, ((o * w[1] + c) * w[2] + k) * w[3] + l,
                                        ((n * y[1] + o) * y[2] + row) * y[3] + column);
                            }
}

std::vector<double> zeros(const Shape& shape)
{
    return std::vector<double>(static_cast<std::size_t>(shape.elements()), 0.0);
}

double& at(std::vector<double>& values, std::int64_t index)
{
    return values[static_cast<std::size_t>(index)];
}

constexpr int kAll = ops::kData | ops::kWeight | ops::kBias;

}  // namespace

Q_DECLARE_METATYPE(DenseSizes)
Q_DECLARE_METATYPE(ConvolutionSizes)

class TestLayers : public QObject {
    Q_OBJECT

private slots:
    void denseLayerGivesTheValuesOfPlainLoops_data();
    void denseLayerGivesTheValuesOfPlainLoops();
    void denseGradientsHaveTheValuesOfPlainLoops_data() { denseLayerGivesTheValuesOfPlainLoops_data(); }
    void denseGradientsHaveTheValuesOfPlainLoops();
    void convolutionGivesTheValuesOfPlainLoops_data();
    void convolutionGivesTheValuesOfPlainLoops();
    void convolutionGradientsHaveTheValuesOfPlainLoops_data() { convolutionGivesTheValuesOfPlainLoops_data(); }
    void convolutionGradientsHaveTheValuesOfPlainLoops();
    void backwardPassComputesOnlyTheRequestedGradients_data();
    void backwardPassComputesOnlyTheRequestedGradients();
    void epiloguesAreAppliedAfterTheBias();
    void nanInputsGiveNanResults();
    void resultBitsDoNotDependOnTheOrderOfPieces_data();
    void resultBitsDoNotDependOnTheOrderOfPieces();
    void resultBitsDoNotDependOnTheNumberOfThreads_data() { resultBitsDoNotDependOnTheOrderOfPieces_data(); }
    void resultBitsDoNotDependOnTheNumberOfThreads();
    void largeLayersAreSplitIntoPieces();
    void memoryOfWorkspacesIsCountedAndFreed();
    void workspaceBeyondTheMemoryLimitGivesAnError();
    void primitiveCacheHasALimitedSize();
};

void TestLayers::denseLayerGivesTheValuesOfPlainLoops_data()
{
    QTest::addColumn<DenseSizes>("sizes");

    QTest::newRow("single elements") << DenseSizes{1, 1, 1};
    QTest::newRow("no images") << DenseSizes{0, 5, 3};
    QTest::newRow("no features") << DenseSizes{4, 0, 3};
    QTest::newRow("small") << DenseSizes{3, 5, 2};
    QTest::newRow("one unit") << DenseSizes{130, 70, 1};
    QTest::newRow("one image") << DenseSizes{1, 300, 500};
    QTest::newRow("several tiles with edges") << DenseSizes{300, 201, 333};
}

void TestLayers::denseLayerGivesTheValuesOfPlainLoops()
{
    QFETCH(DenseSizes, sizes);
    for (const bool hasBias : {true, false}) {
        const Operation operation = denseForward(sizes, hasBias);
        std::vector<Values> inputs;
        for (const Shape& shape : operation.inputs)
            inputs.push_back(randomValues(shape, static_cast<unsigned>(inputs.size())));

        const Values result = Runner().run(operation, inputs)[0];

        std::vector<double> wanted = zeros(operation.output);
        for (std::int64_t n = 0; n < sizes.batch; ++n)
            for (std::int64_t u = 0; u < sizes.units; ++u) {
                double& sum = at(wanted, n * sizes.units + u);
                sum = hasBias ? at(inputs[2], u) : 0;
                for (std::int64_t k = 0; k < sizes.inputs; ++k)
                    sum += at(inputs[0], n * sizes.inputs + k) * at(inputs[1], u * sizes.inputs + k);
            }
        compare(result, wanted, static_cast<double>(sizes.inputs));
    }
}

void TestLayers::denseGradientsHaveTheValuesOfPlainLoops()
{
    QFETCH(DenseSizes, sizes);
    const Operation operation = denseBackward(sizes, kAll);
    const Values dy = randomValues(operation.inputs[0], 1);
    const Values x = randomValues(operation.inputs[1], 2);
    const Values w = randomValues(operation.inputs[2], 3);

    const std::vector<Values> results = Runner().run(operation, {dy, x, w});

    std::vector<double> dx = zeros(operation.inputs[1]);
    std::vector<double> dw = zeros(operation.inputs[2]);
    std::vector<double> db = zeros({sizes.units});
    for (std::int64_t n = 0; n < sizes.batch; ++n)
        for (std::int64_t u = 0; u < sizes.units; ++u) {
            const double gradient = at(dy, n * sizes.units + u);
            at(db, u) += gradient;
            for (std::int64_t k = 0; k < sizes.inputs; ++k) {
                at(dx, n * sizes.inputs + k) += gradient * at(w, u * sizes.inputs + k);
                at(dw, u * sizes.inputs + k) += gradient * at(x, n * sizes.inputs + k);
            }
        }
    compare(results[0], dx, static_cast<double>(sizes.units));
    compare(results[1], dw, static_cast<double>(sizes.batch));
    compare(results[2], db, static_cast<double>(sizes.batch));
}

void TestLayers::convolutionGivesTheValuesOfPlainLoops_data()
{
    QTest::addColumn<ConvolutionSizes>("sizes");

    const ops::Window three{{3, 3}, {1, 1}, {1, 1}};
    QTest::newRow("one pixel") << ConvolutionSizes{1, 1, 1, {1, 1}, {{1, 1}, {1, 1}, {0, 0}}};
    QTest::newRow("no images") << ConvolutionSizes{0, 2, 3, {5, 5}, three};
    QTest::newRow("LeNet's first layer") << ConvolutionSizes{9, 1, 20, {28, 28}, {{3, 3}, {1, 1}, {0, 0}}};
    QTest::newRow("LeNet's second layer") << ConvolutionSizes{3, 20, 50, {13, 13}, {{5, 5}, {1, 1}, {0, 0}}};
    QTest::newRow("ResNet's layer with 64 channels") << ConvolutionSizes{3, 64, 64, {7, 7}, three};
    QTest::newRow("stride 2") << ConvolutionSizes{3, 32, 48, {14, 14}, {{3, 3}, {2, 2}, {1, 1}}};
    QTest::newRow("1 x 1, stride 2") << ConvolutionSizes{3, 32, 48, {14, 14}, {{1, 1}, {2, 2}, {0, 0}}};
    QTest::newRow("many channels, split by channel") << ConvolutionSizes{2, 256, 160, {3, 3}, three};
    QTest::newRow("colour images") << ConvolutionSizes{2, 3, 7, {9, 11}, three};
    QTest::newRow("different sizes per axis") << ConvolutionSizes{2, 5, 6, {9, 12}, {{3, 2}, {2, 1}, {1, 0}}};
    QTest::newRow("window as large as the image") << ConvolutionSizes{2, 4, 5, {4, 6}, {{4, 6}, {1, 1}, {0, 0}}};
    QTest::newRow("padding larger than the window") << ConvolutionSizes{2, 4, 5, {4, 4}, {{2, 2}, {1, 1}, {3, 3}}};
    QTest::newRow("stride larger than the window") << ConvolutionSizes{2, 4, 5, {11, 11}, {{2, 2}, {4, 4}, {0, 0}}};
    QTest::newRow("incomplete last group of images") << ConvolutionSizes{37, 16, 16, {9, 9}, three};
}

void TestLayers::convolutionGivesTheValuesOfPlainLoops()
{
    QFETCH(ConvolutionSizes, sizes);
    for (const bool hasBias : {true, false}) {
        const Operation operation = convolutionForward(sizes, hasBias);
        std::vector<Values> inputs;
        for (const Shape& shape : operation.inputs)
            inputs.push_back(randomValues(shape, static_cast<unsigned>(inputs.size())));

        const Values result = Runner().run(operation, inputs)[0];

        std::vector<double> wanted = zeros(operation.output);
        const std::int64_t pixels = sizes.out(0) * sizes.out(1);
        for (std::int64_t i = 0; hasBias && i < operation.output.elements(); ++i)
            at(wanted, i) = at(inputs[2], i / pixels % sizes.outputs);
        forEachProduct(sizes, [&](std::int64_t x, std::int64_t w, std::int64_t y) {
            at(wanted, y) += at(inputs[0], x) * at(inputs[1], w);
        });
        compare(result, wanted, static_cast<double>(sizes.w().elements() / sizes.outputs));
    }
}

void TestLayers::convolutionGradientsHaveTheValuesOfPlainLoops()
{
    QFETCH(ConvolutionSizes, sizes);
    const Operation operation = convolutionBackward(sizes, kAll);
    const Values dy = randomValues(operation.inputs[0], 1);
    const Values x = randomValues(operation.inputs[1], 2);
    const Values w = randomValues(operation.inputs[2], 3);

    const std::vector<Values> results = Runner().run(operation, {dy, x, w});

    std::vector<double> dx = zeros(sizes.x());
    std::vector<double> dw = zeros(sizes.w());
    std::vector<double> db = zeros({sizes.outputs});
    const std::int64_t pixels = sizes.out(0) * sizes.out(1);
    for (std::int64_t i = 0; i < sizes.y().elements(); ++i)
        at(db, i / pixels % sizes.outputs) += at(dy, i);
    forEachProduct(sizes, [&](std::int64_t atX, std::int64_t atW, std::int64_t atY) {
        at(dx, atX) += at(dy, atY) * at(w, atW);
        at(dw, atW) += at(dy, atY) * at(x, atX);
    });
    compare(results[0], dx, static_cast<double>(sizes.w().elements() / sizes.inputs));
    compare(results[1], dw, static_cast<double>(sizes.images * pixels));
    compare(results[2], db, static_cast<double>(sizes.images * pixels));
}

void TestLayers::backwardPassComputesOnlyTheRequestedGradients_data()
{
    QTest::addColumn<int>("wanted");

    for (int wanted = 1; wanted < kAll; ++wanted)
        QTest::addRow("wanted %d", wanted) << wanted;
}

void TestLayers::backwardPassComputesOnlyTheRequestedGradients()
{
    QFETCH(int, wanted);
    const ConvolutionSizes convolution{5, 6, 9, {8, 8}, {{3, 3}, {1, 1}, {1, 1}}};
    const DenseSizes dense{40, 30, 20};
    for (const auto& make : {std::function<Operation(int)>([&](int w) { return convolutionBackward(convolution, w); }),
                             std::function<Operation(int)>([&](int w) { return denseBackward(dense, w); })}) {
        const Operation all = make(kAll);
        const std::vector<Values> inputs = {randomValues(all.inputs[0], 1), randomValues(all.inputs[1], 2),
                                            randomValues(all.inputs[2], 3)};
        const std::vector<Values> everything = Runner().run(all, inputs);

        const std::vector<Values> results = Runner().run(make(wanted), inputs);

        std::size_t next = 0;
        for (int bit = 0; bit < 3; ++bit)
            if ((wanted & (1 << bit)) != 0)
                QCOMPARE(results[next++], everything[static_cast<std::size_t>(bit)]);
        QCOMPARE(results.size(), next);
    }
}

void TestLayers::epiloguesAreAppliedAfterTheBias()
{
    Operation dense = denseForward({300, 20, 30});
    Operation convolution = convolutionForward({20, 3, 18, {12, 12}, {{3, 3}, {1, 1}, {1, 1}}});
    for (Operation* operation : {&dense, &convolution}) {
        std::vector<Values> inputs;
        for (const Shape& shape : operation->inputs)
            inputs.push_back(randomValues(shape, static_cast<unsigned>(inputs.size())));
        Values wanted = Runner().run(*operation, inputs)[0];
        for (float& value : wanted)
            value = std::max(value, 0.0F) * 3.0F;
        operation->epilogue = {{Operator::Relu, 0}, {Operator::MultiplyScalar, 3}};

        const Values result = Runner().run(*operation, inputs)[0];

        QCOMPARE(result, wanted);
    }
}

void TestLayers::nanInputsGiveNanResults()
{
    Operation operation = convolutionForward({2, 3, 4, {6, 6}, {{3, 3}, {1, 1}, {1, 1}}});
    operation.epilogue = {{Operator::Relu, 0}};
    std::vector<Values> inputs = {randomValues(operation.inputs[0], 1), randomValues(operation.inputs[1], 2),
                                  randomValues(operation.inputs[2], 3)};
    inputs[0][0] = std::numeric_limits<float>::quiet_NaN();

    const Values result = Runner().run(operation, inputs)[0];

    QVERIFY(std::isnan(result[0]));
    QVERIFY(!std::isnan(result.back()));
}

void TestLayers::resultBitsDoNotDependOnTheOrderOfPieces_data()
{
    QTest::addColumn<Operation>("operation");

    const ops::Window three{{3, 3}, {1, 1}, {1, 1}};
    const ConvolutionSizes byImages{37, 16, 24, {14, 14}, three};
    const ConvolutionSizes byChannels{3, 256, 320, {5, 5}, three};
    QTest::newRow("dense") << denseForward({600, 200, 700});
    QTest::newRow("dense, gradients") << denseBackward({600, 200, 700}, kAll);
    QTest::newRow("convolution split by images") << convolutionForward(byImages);
    QTest::newRow("convolution split by images, gradients") << convolutionBackward(byImages, kAll);
    QTest::newRow("convolution split by channels") << convolutionForward(byChannels);
    QTest::newRow("convolution split by channels, gradients") << convolutionBackward(byChannels, kAll);
}

void TestLayers::resultBitsDoNotDependOnTheOrderOfPieces()
{
    QFETCH(Operation, operation);
    std::vector<Values> inputs;
    for (const Shape& shape : operation.inputs)
        inputs.push_back(randomValues(shape, static_cast<unsigned>(inputs.size())));
    const std::vector<Values> wanted = Runner().run(operation, inputs);

    const auto backwards = [](std::vector<std::int64_t>& pieces) { std::ranges::reverse(pieces); };
    const auto anyhow = [](std::vector<std::int64_t>& pieces) {
        std::shuffle(pieces.begin(), pieces.end(), std::mt19937(3));
    };

    QCOMPARE(Runner(backwards).run(operation, inputs), wanted);
    QCOMPARE(Runner(anyhow).run(operation, inputs), wanted);
}

void TestLayers::resultBitsDoNotDependOnTheNumberOfThreads()
{
    QFETCH(Operation, operation);
    std::vector<Values> inputs;
    for (const Shape& shape : operation.inputs)
        inputs.push_back(randomValues(shape, static_cast<unsigned>(inputs.size())));
    const std::vector<Values> wanted = Runner().run(operation, inputs);

    Runner four({}, 4);

    QCOMPARE(four.run(operation, inputs), wanted);
    QCOMPARE(four.run(operation, inputs), wanted);
}

void TestLayers::largeLayersAreSplitIntoPieces()
{
    const ops::Window three{{3, 3}, {1, 1}, {1, 1}};
    struct Case {
        ConvolutionSizes sizes;
        std::int64_t atLeast;
    };
    for (const Case& row : {Case{{32, 64, 64, {28, 28}, three}, 16}, Case{{32, 512, 512, {4, 4}, three}, 8},
                            Case{{1, 256, 256, {14, 14}, three}, 8}, Case{{1, 1, 1, {5, 5}, three}, 1}})
        for (const ConvolutionPass pass : {ConvolutionPass::Forward, ConvolutionPass::Data, ConvolutionPass::Weight}) {
            ConvolutionPart whole;
            whole.pass = pass;
            whole.images = row.sizes.images;
            whole.inputs = whole.allInputs = row.sizes.inputs;
            whole.outputs = whole.allOutputs = row.sizes.outputs;
            whole.inputSize = row.sizes.size;
            whole.outputSize = {row.sizes.out(0), row.sizes.out(1)};
            whole.kernel = row.sizes.window.kernel;

            const ConvolutionCut cut = ConvolutionCut::of(whole);

            QVERIFY(cut.pieces() >= row.atLeast);
            QVERIFY(cut.pieces() <= 512);
        }
}

void TestLayers::memoryOfWorkspacesIsCountedAndFreed()
{
    const Operation operation = convolutionBackward({8, 32, 32, {14, 14}, {{3, 3}, {1, 1}, {1, 1}}}, kAll);
    std::vector<Values> inputs;
    for (const Shape& shape : operation.inputs)
        inputs.push_back(randomValues(shape, 1));
    Runner runner;

    static_cast<void>(runner.run(operation, inputs));

    QVERIFY(runner.storage().levels().peakAllocated > Bytes{0});
    QCOMPARE(runner.storage().levels().allocated, Bytes{0});
}

void TestLayers::workspaceBeyondTheMemoryLimitGivesAnError()
{
    const Operation operation = convolutionForward({8, 32, 32, {14, 14}, {{3, 3}, {1, 1}, {1, 1}}});
    std::vector<Values> inputs;
    std::vector<const float*> in;
    for (const Shape& shape : operation.inputs)
        inputs.push_back(randomValues(shape, 1));
    for (const Values& input : inputs)
        in.push_back(input.data());
    Values output(static_cast<std::size_t>(operation.output.elements()));
    const std::vector<float*> out = {output.data()};
    Storage storage(Bytes{4096});
    PrimitiveCache primitives;
    Convolution layer(operation, in, out, primitives, storage, OpId{1});

    const Status status = layer.run(0);

    QVERIFY(!status);
    QCOMPARE(status.error().code, ErrorCode::OutOfMemory);
}

void TestLayers::primitiveCacheHasALimitedSize()
{
    PrimitiveCache cache(3);
    ConvolutionPart part;
    part.inputs = part.allInputs = part.outputs = part.allOutputs = 8;
    part.inputSize = {6, 6};
    part.outputSize = {4, 4};
    part.kernel = {3, 3};
    part.stride = {1, 1};
    const auto of = [&](std::int64_t images) {
        part.images = images;
        const auto found = cache.find(part);
        return found ? found->get() : nullptr;
    };
    const auto* first = of(1);
    QVERIFY(first != nullptr);

    static_cast<void>(of(2));
    static_cast<void>(of(3));
    QCOMPARE(of(1), first);
    static_cast<void>(of(4));

    QCOMPARE(cache.size(), std::size_t{3});
    QCOMPARE(of(1), first);
}

QTEST_GUILESS_MAIN(TestLayers)
#include "tst_layers.moc"
