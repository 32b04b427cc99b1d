#include "engine/devices/cpu/executor.h"
#include "engine/devices/cpu/kernels/kernel.h"
#include "engine/ops/shape_rules.h"

#include <QTest>

#include <array>
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

namespace {

Values randomValues(const Shape& shape, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> in(-2, 2);
    Values values(static_cast<std::size_t>(shape.elements()));
    for (float& value : values)
        value = in(random);
    return values;
}

/// Computes all pieces, in the sequence that `order` produces.
Values compute(const Operation& operation, const std::vector<Values>& inputs,
               const std::function<void(std::vector<std::int64_t>&)>& order = {})
{
    Storage storage(Bytes{1 << 28});
    PrimitiveCache primitives;
    std::vector<const float*> data;
    for (const Values& input : inputs)
        data.push_back(input.data());
    Values output(static_cast<std::size_t>(std::max<std::int64_t>(1, operation.output.elements())), -7.0F);
    const std::array outputs{output.data()};
    const auto kernel = makeKernel(operation, data, outputs, {storage, primitives, {}});
    for (int stage = 0;; ++stage) {
        const auto count = kernel->begin(stage);
        if (!count)
            qFatal("%s", count.error().english().c_str());
        if (!*count)
            break;
        std::vector<std::int64_t> pieces(static_cast<std::size_t>(**count));
        std::iota(pieces.begin(), pieces.end(), 0);
        if (order)
            order(pieces);
        for (std::int64_t piece : pieces)
            if (!kernel->run(piece))
                qFatal("a piece failed");
    }
    output.resize(static_cast<std::size_t>(operation.output.elements()));
    return output;
}

Operation operationOn(Operator op, std::vector<Shape> inputs, const Shape& wanted = {}, double first = 0,
                      double second = 0)
{
    Operation operation{op, std::move(inputs), {}, {first, second}, 5};
    const auto shape = ops::inferShape(op, operation.inputs, wanted);
    if (!shape)
        qFatal("%s", shape.error().english().c_str());
    operation.output = *shape;
    return operation;
}

}  // namespace

class TestKernels : public QObject {
    Q_OBJECT

private slots:
    void unaryFunctionsGiveTheExpectedValues_data();
    void unaryFunctionsGiveTheExpectedValues();
    void binaryFunctionsGiveTheExpectedValues_data();
    void binaryFunctionsGiveTheExpectedValues();
    void broadcastGivesTheValuesOfPlainLoops_data();
    void broadcastGivesTheValuesOfPlainLoops();
    void productGivesTheValuesOfPlainLoops_data();
    void productGivesTheValuesOfPlainLoops();
    void operatorsWithoutInputsGiveTheExpectedValues();
    void reductionsGiveTheValuesOfPlainLoops();
    void reductionsHandleTensorsOfZeroOrOneElement();
    void nanInputsGiveNanResults();
    void transposeReordersElements();
    void resultBitsDoNotDependOnTheOrderOfPieces_data();
    void resultBitsDoNotDependOnTheOrderOfPieces();
    void resultBitsDoNotDependOnTheNumberOfThreads_data() { resultBitsDoNotDependOnTheOrderOfPieces_data(); }
    void resultBitsDoNotDependOnTheNumberOfThreads();
    void inPlaceOperationWritesToTheMemoryOfItsInput();
    void productStoredInItsFactorGetsNewMemory();
};

void TestKernels::unaryFunctionsGiveTheExpectedValues_data()
{
    QTest::addColumn<Operator>("op");
    QTest::addColumn<double>("scalar");
    QTest::addColumn<QVector<float>>("in");
    QTest::addColumn<QVector<float>>("out");

    const QVector<float> in = {-2, 0, 4};
    QTest::newRow("add scalar") << Operator::AddScalar << 1.5 << in << QVector<float>{-0.5F, 1.5F, 5.5F};
    QTest::newRow("multiply by scalar") << Operator::MultiplyScalar << 2.0 << in << QVector<float>{-4, 0, 8};
    QTest::newRow("subtract from scalar") << Operator::SubtractFromScalar << 1.0 << in << QVector<float>{3, 1, -3};
    QTest::newRow("divide by scalar") << Operator::DivideScalar << 4.0 << in << QVector<float>{-0.5F, 0, 1};
    QTest::newRow("square") << Operator::PowerScalar << 2.0 << in << QVector<float>{4, 0, 16};
    QTest::newRow("cube") << Operator::PowerScalar << 3.0 << in << QVector<float>{-8, 0, 64};
    QTest::newRow("root as a power") << Operator::PowerScalar << 0.5 << QVector<float>{9} << QVector<float>{3};
    QTest::newRow("negate") << Operator::Negate << 0.0 << in << QVector<float>{2, 0, -4};
    QTest::newRow("relu") << Operator::Relu << 0.0 << in << QVector<float>{0, 0, 4};
    QTest::newRow("abs") << Operator::Abs << 0.0 << in << QVector<float>{2, 0, 4};
    QTest::newRow("sqrt") << Operator::Sqrt << 0.0 << QVector<float>{0, 2, 4} << QVector<float>{0, std::sqrt(2.0F), 2};
    QTest::newRow("10 ** x") << Operator::Exp << 10.0 << QVector<float>{2, -1} << QVector<float>{100, 0.1F};
    QTest::newRow("exp") << Operator::Exp << 0.0 << QVector<float>{0, 1} << QVector<float>{1, std::exp(1.0F)};
    QTest::newRow("log") << Operator::Log << 0.0 << QVector<float>{1, 2} << QVector<float>{0, std::log(2.0F)};
    QTest::newRow("tanh") << Operator::Tanh << 0.0 << QVector<float>{0, 1} << QVector<float>{0, std::tanh(1.0F)};
    QTest::newRow("sigmoid") << Operator::Sigmoid << 0.0 << QVector<float>{0} << QVector<float>{0.5F};
    QTest::newRow("copy") << Operator::Copy << 0.0 << QVector<float>{-1.5F, 0, 2.5F} << QVector<float>{-1.5F, 0, 2.5F};
    QTest::newRow("copy that truncates") << Operator::Copy << 1.0 << QVector<float>{-1.5F, 0.9F, 2.5F}
                                         << QVector<float>{-1, 0, 2};
    QTest::newRow("reshape") << Operator::Reshape << 1.0 << QVector<float>{-1.5F, 0.9F} << QVector<float>{-1.5F, 0.9F};
}

void TestKernels::unaryFunctionsGiveTheExpectedValues()
{
    QFETCH(Operator, op);
    QFETCH(double, scalar);
    QFETCH(QVector<float>, in);
    QFETCH(QVector<float>, out);
    const Shape shape{in.size()};

    const Values result = compute(operationOn(op, {shape}, shape, scalar), {Values(in.begin(), in.end())});

    QCOMPARE(QVector<float>(result.begin(), result.end()), out);
}

void TestKernels::binaryFunctionsGiveTheExpectedValues_data()
{
    QTest::addColumn<Operator>("op");
    QTest::addColumn<QVector<float>>("out");

    QTest::newRow("add") << Operator::Add << QVector<float>{3, 3};
    QTest::newRow("subtract") << Operator::Subtract << QVector<float>{-1, 5};
    QTest::newRow("multiply") << Operator::Multiply << QVector<float>{2, -4};
    QTest::newRow("divide") << Operator::Divide << QVector<float>{0.5F, -4};
    QTest::newRow("maximum") << Operator::Maximum << QVector<float>{2, 4};
}

void TestKernels::binaryFunctionsGiveTheExpectedValues()
{
    QFETCH(Operator, op);
    QFETCH(QVector<float>, out);

    const Values result = compute(operationOn(op, {{2}, {2}}), {{1, 4}, {2, -1}});

    QCOMPARE(QVector<float>(result.begin(), result.end()), out);
}

void TestKernels::broadcastGivesTheValuesOfPlainLoops_data()
{
    QTest::addColumn<Shape>("a");
    QTest::addColumn<Shape>("b");

    QTest::newRow("equal") << Shape{3, 4} << Shape{3, 4};
    QTest::newRow("row") << Shape{3, 4} << Shape{4};
    QTest::newRow("column") << Shape{3, 1} << Shape{3, 4};
    QTest::newRow("outer product") << Shape{3, 1} << Shape{1, 4};
    QTest::newRow("scalar on the left") << Shape{} << Shape{3, 4};
    QTest::newRow("scalar with two axes on the right") << Shape{3, 4} << Shape{1, 1};
    QTest::newRow("axis in the middle") << Shape{2, 1, 4} << Shape{2, 3, 4};
    QTest::newRow("six axes") << Shape{2, 1, 3, 1, 2, 1} << Shape{2, 2, 1, 2, 1, 3};
    QTest::newRow("no elements") << Shape{0, 4} << Shape{4};
    QTest::newRow("larger than a piece") << Shape{300, 1} << Shape{1, 300};
}

void TestKernels::broadcastGivesTheValuesOfPlainLoops()
{
    QFETCH(Shape, a);
    QFETCH(Shape, b);
    const Operation operation = operationOn(Operator::Subtract, {a, b});
    const Values left = randomValues(a, 1);
    const Values right = randomValues(b, 2);

    const Values result = compute(operation, {left, right});

    const Shape& out = operation.output;
    const auto elementAt = [&out](const Values& values, const Shape& shape, std::int64_t flat) {
        std::int64_t index = 0;
        std::int64_t stride = 1;
        for (std::size_t fromLast = 1; fromLast <= out.rank(); ++fromLast) {
            const std::int64_t position = flat % out[out.rank() - fromLast];
            flat /= out[out.rank() - fromLast];
            if (fromLast > shape.rank())
                continue;
            const std::int64_t extent = shape[shape.rank() - fromLast];
            index += (extent == 1 ? 0 : position) * stride;
            stride *= extent;
        }
        return values[static_cast<std::size_t>(index)];
    };
    QCOMPARE(result.size(), static_cast<std::size_t>(out.elements()));
    for (std::int64_t i = 0; i < out.elements(); ++i)
        QCOMPARE(result[static_cast<std::size_t>(i)], elementAt(left, a, i) - elementAt(right, b, i));
}

void TestKernels::productGivesTheValuesOfPlainLoops_data()
{
    QTest::addColumn<Shape>("a");
    QTest::addColumn<Shape>("b");

    QTest::newRow("one by one") << Shape{1, 1} << Shape{1, 1};
    QTest::newRow("small") << Shape{3, 4} << Shape{4, 5};
    QTest::newRow("above the small-product limit") << Shape{40, 50} << Shape{50, 30};
    QTest::newRow("several rows of tiles, last one partial") << Shape{300, 20} << Shape{20, 30};
    QTest::newRow("several columns of tiles") << Shape{2, 17} << Shape{17, 2500};
    QTest::newRow("several rows and columns of tiles") << Shape{130, 3} << Shape{3, 1030};
    QTest::newRow("matrix by vector") << Shape{30, 40} << Shape{40};
    QTest::newRow("vector by matrix") << Shape{40} << Shape{40, 30};
    QTest::newRow("vector by vector") << Shape{5000} << Shape{5000};
    QTest::newRow("empty inner axis gives zeros") << Shape{3, 0} << Shape{0, 2};
    QTest::newRow("no rows") << Shape{0, 3} << Shape{3, 2};
}

void TestKernels::productGivesTheValuesOfPlainLoops()
{
    QFETCH(Shape, a);
    QFETCH(Shape, b);
    const Operation operation = operationOn(Operator::MatMul, {a, b});
    const Values left = randomValues(a, 3);
    const Values right = randomValues(b, 4);

    const Values result = compute(operation, {left, right});

    const auto inner = static_cast<std::size_t>(a[a.rank() - 1]);
    const auto columns = static_cast<std::size_t>(b.rank() == 2 ? b[1] : 1);
    QCOMPARE(result.size(), static_cast<std::size_t>(operation.output.elements()));
    for (std::size_t i = 0; i < result.size(); ++i) {
        double expected = 0;
        for (std::size_t k = 0; k < inner; ++k)
            expected += static_cast<double>(left[i / columns * inner + k]) * right[k * columns + i % columns];
        QVERIFY2(std::abs(result[i] - expected) < 1e-5 * static_cast<double>(inner) + 1e-5,
                 qPrintable(QString("element %1").arg(i)));
    }
}

void TestKernels::operatorsWithoutInputsGiveTheExpectedValues()
{
    QCOMPARE(compute(operationOn(Operator::Fill, {}, {2, 2}, 3.5), {}), Values({3.5F, 3.5F, 3.5F, 3.5F}));
    QCOMPARE(compute(operationOn(Operator::Identity, {}, {3, 3}), {}), Values({1, 0, 0, 0, 1, 0, 0, 0, 1}));
    QCOMPARE(compute(operationOn(Operator::Arange, {}, {4}, 2, 0.5), {}), Values({2, 2.5F, 3, 3.5F}));
    const Values uniform = compute(operationOn(Operator::RandomUniform, {}, {100, 100}, 0, 1), {});
    const Values normal = compute(operationOn(Operator::RandomNormal, {}, {100, 100}, 0, 1), {});
    QVERIFY(std::abs(std::accumulate(uniform.begin(), uniform.end(), 0.0) / 1e4 - 0.5) < 0.02);
    QVERIFY(std::abs(std::accumulate(normal.begin(), normal.end(), 0.0) / 1e4) < 0.05);
}

void TestKernels::reductionsGiveTheValuesOfPlainLoops()
{
    const Shape shape{251, 1009};  // several pieces; the last block is not full
    Values values = randomValues(shape, 9);
    values[200000] = 5;
    values[200001] = 5;
    double sum = 0;
    double squares = 0;
    for (float value : values) {
        sum += value;
        squares += static_cast<double>(value) * value;
    }
    const double n = static_cast<double>(values.size());

    QVERIFY(std::abs(compute(operationOn(Operator::Sum, {shape}), {values})[0] - sum) < 1e-3);
    QVERIFY(std::abs(compute(operationOn(Operator::Mean, {shape}), {values})[0] - sum / n) < 1e-8);
    QVERIFY(std::abs(compute(operationOn(Operator::Norm, {shape}), {values})[0] - std::sqrt(squares)) < 1e-4);
    QCOMPARE(compute(operationOn(Operator::Max, {shape}), {values})[0], 5.0F);
    QCOMPARE(compute(operationOn(Operator::ArgMax, {shape}), {values})[0], 200000.0F);
}

void TestKernels::reductionsHandleTensorsOfZeroOrOneElement()
{
    QCOMPARE(compute(operationOn(Operator::Sum, {{0}}), {{}})[0], 0.0F);
    QCOMPARE(compute(operationOn(Operator::Norm, {{0}}), {{}})[0], 0.0F);
    QVERIFY(std::isnan(compute(operationOn(Operator::Mean, {{0}}), {{}})[0]));
    QCOMPARE(compute(operationOn(Operator::Sum, {Shape{}}), {{3}})[0], 3.0F);
    QCOMPARE(compute(operationOn(Operator::ArgMax, {{1}}), {{-4}})[0], 0.0F);
}

void TestKernels::nanInputsGiveNanResults()
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(std::isnan(compute(operationOn(Operator::Relu, {{1}}), {{nan}})[0]));
    QVERIFY(std::isnan(compute(operationOn(Operator::Maximum, {{1}, {1}}), {{nan}, {1}})[0]));
    QVERIFY(std::isnan(compute(operationOn(Operator::Maximum, {{1}, {1}}), {{1}, {nan}})[0]));
    QVERIFY(std::isnan(compute(operationOn(Operator::Max, {{3}}), {{1, nan, 2}})[0]));
    QCOMPARE(compute(operationOn(Operator::ArgMax, {{4}}), {{1, nan, nan, 2}})[0], 1.0F);
    QVERIFY(std::isnan(compute(operationOn(Operator::Sqrt, {{1}}), {{-1}})[0]));
}

void TestKernels::transposeReordersElements()
{
    QCOMPARE(compute(operationOn(Operator::Transpose, {{2, 3}}), {{1, 2, 3, 4, 5, 6}}), Values({1, 4, 2, 5, 3, 6}));
    const Shape shape{300, 401};
    const Values values = randomValues(shape, 8);
    const Values once = compute(operationOn(Operator::Transpose, {shape}), {values});
    QCOMPARE(compute(operationOn(Operator::Transpose, {{401, 300}}), {once}), values);
    const Values cube = compute(operationOn(Operator::Transpose, {{2, 3, 4}}), {randomValues({24}, 1)});
    QCOMPARE(cube[1 * 6 + 2 * 2 + 1], randomValues({24}, 1)[1 * 12 + 2 * 4 + 1]);
}

void TestKernels::resultBitsDoNotDependOnTheOrderOfPieces_data()
{
    QTest::addColumn<Operation>("operation");

    const Shape big{400, 500};
    QTest::newRow("product") << operationOn(Operator::MatMul, {{300, 70}, {70, 1100}});
    QTest::newRow("sum") << operationOn(Operator::Sum, {big});
    QTest::newRow("norm") << operationOn(Operator::Norm, {big});
    QTest::newRow("index of the largest") << operationOn(Operator::ArgMax, {big});
    QTest::newRow("normal numbers") << operationOn(Operator::RandomNormal, {}, big, 0, 1);
    QTest::newRow("uniform numbers") << operationOn(Operator::RandomUniform, {}, big, 0, 1);
    QTest::newRow("broadcast") << operationOn(Operator::Divide, {{400, 1}, big});
    QTest::newRow("exp") << operationOn(Operator::Exp, {big});
    QTest::newRow("transpose") << operationOn(Operator::Transpose, {big});
}

void TestKernels::resultBitsDoNotDependOnTheOrderOfPieces()
{
    QFETCH(Operation, operation);
    std::vector<Values> inputs;
    for (const Shape& shape : operation.inputs)
        inputs.push_back(randomValues(shape, static_cast<unsigned>(inputs.size())));

    const Values forward = compute(operation, inputs);
    const Values backward = compute(operation, inputs, [](auto& pieces) { std::ranges::reverse(pieces); });
    const Values mixed =
        compute(operation, inputs, [](auto& pieces) { std::ranges::shuffle(pieces, std::mt19937(3)); });

    QVERIFY(std::memcmp(forward.data(), backward.data(), forward.size() * sizeof(float)) == 0);
    QVERIFY(std::memcmp(forward.data(), mixed.data(), forward.size() * sizeof(float)) == 0);
}

void TestKernels::resultBitsDoNotDependOnTheNumberOfThreads()
{
    QFETCH(Operation, operation);
    std::vector<Values> inputs;
    for (const Shape& shape : operation.inputs)
        inputs.push_back(randomValues(shape, static_cast<unsigned>(inputs.size())));
    const Values alone = compute(operation, inputs);
    Storage storage(kGiB);
    for (int threads : {1, 2, 3, 8}) {
        Team team(threads - 1);
        Executor executor(storage, team);
        std::vector<Tensor> tensors(inputs.size());
        std::vector<Tensor*> pointers;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            tensors[i].shape = operation.inputs[i];
            tensors[i].block = *storage.allocate(tensors[i].shape.bytes());
            std::ranges::copy(inputs[i], tensors[i].block.data());
            pointers.push_back(&tensors[i]);
        }
        Tensor output;
        output.shape = operation.output;

        const Status status = executor.execute(operation, pointers, &output, OpId{0}, {threads, {}});

        QVERIFY(status.has_value());
        QVERIFY(std::memcmp(output.block.data(), alone.data(), alone.size() * sizeof(float)) == 0);
    }
}

void TestKernels::inPlaceOperationWritesToTheMemoryOfItsInput()
{
    Storage storage(kGiB);
    Team team(0);
    Executor executor(storage, team);
    Tensor x;
    x.shape = {2, 2};
    const std::array<Tensor*, 1> inputs{&x};
    QVERIFY(executor.execute(operationOn(Operator::Fill, {}, {2, 2}, 2), {}, &x, OpId{0}, {}).has_value());
    const float* memory = x.block.data();

    QVERIFY(executor.execute(operationOn(Operator::AddScalar, {{2, 2}}, {}, 1), inputs, &x, OpId{1}, {}).has_value());

    QCOMPARE(x.block.data(), memory);
    QCOMPARE(x.block.data()[3], 3.0F);
}

void TestKernels::productStoredInItsFactorGetsNewMemory()
{
    Storage storage(kGiB);
    Team team(0);
    Executor executor(storage, team);
    Tensor x;
    x.shape = {2, 2};
    const std::array<Tensor*, 2> inputs{&x, &x};
    QVERIFY(executor.execute(operationOn(Operator::Fill, {}, {2, 2}, 2), {}, &x, OpId{0}, {}).has_value());

    QVERIFY(executor.execute(operationOn(Operator::MatMul, {{2, 2}, {2, 2}}), inputs, &x, OpId{1}, {}).has_value());

    QCOMPARE(x.block.data()[0], 8.0F);
    QCOMPARE(x.block.data()[3], 8.0F);
    QCOMPARE(storage.levels().allocated, Bytes{16});
}

QTEST_APPLESS_MAIN(TestKernels)
#include "tst_kernels.moc"
