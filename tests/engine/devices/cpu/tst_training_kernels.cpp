#include "engine/devices/cpu/executor.h"
#include "engine/ops/shape_rules.h"
#include "tests/engine/devices/cpu/reference.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <deque>

using namespace engine;
using namespace engine::devices::cpu;
using ops::Operation;
using ops::Operator;
using ops::Shape;
using reference::Numbers;
using Values = std::vector<float>;

namespace {

const std::vector<Operator> kOperators = {Operator::Minimum,
                                          Operator::Equal,
                                          Operator::NotEqual,
                                          Operator::Less,
                                          Operator::LessEqual,
                                          Operator::Greater,
                                          Operator::GreaterEqual,
                                          Operator::EqualScalar,
                                          Operator::NotEqualScalar,
                                          Operator::LessScalar,
                                          Operator::LessEqualScalar,
                                          Operator::GreaterScalar,
                                          Operator::GreaterEqualScalar,
                                          Operator::MaximumScalar,
                                          Operator::MinimumScalar,
                                          Operator::Square,
                                          Operator::Sign,
                                          Operator::SubtractFromScalar,
                                          Operator::Add,
                                          Operator::Sigmoid,
                                          Operator::ReluBackward,
                                          Operator::SigmoidBackward,
                                          Operator::TanhBackward,
                                          Operator::Broadcast,
                                          Operator::Slice,
                                          Operator::SliceAssign,
                                          Operator::Concat,
                                          Operator::Gather,
                                          Operator::Scatter,
                                          Operator::Pick,
                                          Operator::PickBackward,
                                          Operator::Softmax,
                                          Operator::LogSoftmax,
                                          Operator::SoftmaxBackward,
                                          Operator::LogSoftmaxBackward,
                                          Operator::Sum,
                                          Operator::Mean,
                                          Operator::Norm,
                                          Operator::Max,
                                          Operator::ArgMax,
                                          Operator::BatchNorm,
                                          Operator::BatchNormBackward,
                                          Operator::AveragePool,
                                          Operator::MaxPool,
                                          Operator::AveragePoolBackward,
                                          Operator::MaxPoolBackward,
                                          Operator::SgdUpdate,
                                          Operator::SgdMomentumUpdate};

/// Tensors and an executor with `threads` threads.
class Bench {
public:
    explicit Bench(int threads = 1) : m_threads(threads), m_team(threads - 1), m_executor(m_storage, m_team) {}

    Tensor& tensor(const Shape& shape)
    {
        m_tensors.emplace_back();
        m_tensors.back().shape = shape;
        return m_tensors.back();
    }
    Tensor& tensor(const Shape& shape, std::span<const float> values)
    {
        Tensor& made = tensor(shape);
        auto block = m_storage.allocate(shape.bytes());
        if (!block)
            qFatal("%s", block.error().english().c_str());
        made.block = *std::move(block);
        std::ranges::copy(values, made.block.data());
        return made;
    }
    void run(const Operation& operation, const std::vector<Tensor*>& inputs, const std::vector<Tensor*>& outputs)
    {
        const Status status = m_executor.execute(operation, inputs, outputs, {}, {m_threads, {}});
        if (!status)
            qFatal("%s", status.error().english().c_str());
    }
    [[nodiscard]] Bytes allocated() const { return m_storage.levels().allocated; }

private:
    int m_threads;
    Storage m_storage{kGiB};
    Team m_team;
    Executor m_executor;
    std::deque<Tensor> m_tensors;
};

Values valuesOf(const Tensor& tensor)
{
    return {tensor.block.data(), tensor.block.data() + tensor.shape.elements()};
}

bool isEqual(const Values& a, const Values& b)
{
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

/// Computes all outputs into separate tensors.
std::vector<Values> computeIntoNewTensors(Bench& bench, const Operation& operation, const std::vector<Values>& inputs)
{
    std::vector<Tensor*> in;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        in.push_back(&bench.tensor(operation.inputs[i], inputs[i]));
    std::vector<Tensor*> out;
    for (std::size_t i = 0; i < operation.outputCount(); ++i)
        out.push_back(&bench.tensor(operation.outputAt(i)));
    bench.run(operation, in, out);
    std::vector<Values> results;
    for (const Tensor* tensor : out)
        results.push_back(valuesOf(*tensor));
    return results;
}

std::vector<Values> inputsOf(const Operation& operation, std::mt19937& random)
{
    std::vector<Values> inputs;
    for (std::size_t i = 0; i < operation.inputs.size(); ++i) {
        const Numbers numbers = reference::randomInput(operation, i, random);
        inputs.emplace_back(numbers.begin(), numbers.end());
    }
    return inputs;
}

std::string textOf(const Operation& operation, int seed)
{
    std::string text = std::string(ops::nameOf(operation.op)) + " of";
    for (const Shape& shape : operation.inputs)
        text += " " + toText(shape);
    return text + ", axes " + std::to_string(operation.axes) + ", case " + std::to_string(seed);
}

}  // namespace

class TestTrainingKernels : public QObject {
    Q_OBJECT

private slots:
    void operatorsGiveTheValuesOfPlainLoops_data();
    void operatorsGiveTheValuesOfPlainLoops();
    void resultsInPlaceEqualResultsInNewTensors_data() { operatorsGiveTheValuesOfPlainLoops_data(); }
    void resultsInPlaceEqualResultsInNewTensors();
    void resultBitsDoNotDependOnTheNumberOfThreads_data();
    void resultBitsDoNotDependOnTheNumberOfThreads();
    void pickOperatorClampsColumnNumbers();
    void gatherClampsOrWrapsIndices();
    void scatterKeepsTheLastValueOrTheSumForEqualIndices();
    void nanCountsAsTheMaximum();
    void compiledGraphGivesTheValuesOfItsSteps();
    void compiledGraphFreesItsScratchMemory();
};

void TestTrainingKernels::operatorsGiveTheValuesOfPlainLoops_data()
{
    QTest::addColumn<Operator>("op");
    for (const Operator op : kOperators)
        QTest::newRow(std::string(ops::nameOf(op)).c_str()) << op;
}

void TestTrainingKernels::operatorsGiveTheValuesOfPlainLoops()
{
    QFETCH(Operator, op);
    for (int seed = 0; seed < 60; ++seed) {
        std::mt19937 random(static_cast<unsigned>(seed));
        const Operation operation = reference::randomOperation(op, random);
        QVERIFY(ops::validate(operation));
        const std::vector<Values> inputs = inputsOf(operation, random);
        std::vector<Numbers> exact;
        for (const Values& input : inputs)
            exact.emplace_back(input.begin(), input.end());
        Bench bench;

        const std::vector<Values> results = computeIntoNewTensors(bench, operation, inputs);

        const std::vector<Numbers> wanted = reference::compute(operation, exact);
        QCOMPARE(results.size(), wanted.size());
        for (std::size_t output = 0; output < wanted.size(); ++output)
            for (std::size_t i = 0; i < wanted[output].size(); ++i) {
                const auto result = static_cast<double>(results[output][i]);
                const double goal = wanted[output][i];
                const bool isNear =
                    std::abs(result - goal) <= 2e-5 * (1 + std::abs(goal)) || (std::isnan(result) && std::isnan(goal));
                QVERIFY2(isNear, qPrintable(QString("%1: element %2 of output %3 is %4, not %5")
                                                .arg(textOf(operation, seed).c_str())
                                                .arg(i)
                                                .arg(output)
                                                .arg(result)
                                                .arg(goal)));
            }
    }
}

void TestTrainingKernels::resultsInPlaceEqualResultsInNewTensors()
{
    QFETCH(Operator, op);
    for (int seed = 0; seed < 20; ++seed) {
        std::mt19937 random(static_cast<unsigned>(seed));
        const Operation operation = reference::randomOperation(op, random);
        const std::vector<Values> inputs = inputsOf(operation, random);
        Bench bench;
        const std::vector<Values> apart = computeIntoNewTensors(bench, operation, inputs);
        // Uses every input of the output's size in turn as the first output, even if its memory cannot be reused.
        for (std::size_t shared = 0; shared < inputs.size(); ++shared) {
            const bool fits = operation.inputs[shared].elements() == operation.output.elements();
            if (!fits)
                continue;
            std::vector<Tensor*> in;
            for (std::size_t i = 0; i < inputs.size(); ++i)
                in.push_back(&bench.tensor(operation.inputs[i], inputs[i]));
            std::vector<Tensor*> out{in[shared]};
            for (std::size_t i = 1; i < operation.outputCount(); ++i)
                out.push_back(ops::inPlaceInputOf(op, i) > 0 ? in[static_cast<std::size_t>(ops::inPlaceInputOf(op, i))]
                                                             : &bench.tensor(operation.outputAt(i)));
            if (std::ranges::count(out, out[0]) > 1)
                continue;
            const float* memory = in[shared]->block.data();

            bench.run(operation, in, out);

            for (std::size_t i = 0; i < out.size(); ++i)
                QVERIFY2(isEqual(valuesOf(*out[i]), apart[i]), textOf(operation, seed).c_str());
            QCOMPARE(out[0]->block.data() == memory, ops::canWorkInPlace(operation, shared));
        }
    }
}

void TestTrainingKernels::resultBitsDoNotDependOnTheNumberOfThreads_data()
{
    QTest::addColumn<Operation>("operation");

    const auto row = [](const char* name, Operator op, std::vector<Shape> inputs,
                        const std::function<void(Operation&)>& change = {}) {
        Operation operation;
        operation.op = op;
        operation.inputs = std::move(inputs);
        if (change)
            change(operation);
        if (const Status status = ops::inferOutputs(operation); !status)
            qFatal("%s", status.error().english().c_str());
        QTest::newRow(name) << operation;
    };
    const Shape pictures{16, 20, 26, 26};
    const Shape c{20};
    const auto halves = [](Operation& o) { o.window = {{2, 2}, {2, 2}, {0, 0}}; };
    const auto axes = [](unsigned bits) { return [bits](Operation& o) { o.axes = static_cast<std::uint8_t>(bits); }; };
    row("columns", Operator::Sum, {{700, 300}}, axes(1));
    row("rows", Operator::Norm, {{700, 300}}, axes(2));
    row("channels", Operator::Sum, {pictures}, axes(13));
    row("largest", Operator::ArgMax, {{900, 301}}, axes(2));
    row("softmax", Operator::LogSoftmax, {{5000, 10}});
    row("batch norm", Operator::BatchNorm, {pictures, c, c, c, c}, [](Operation& o) { o.isTraining = true; });
    row("batch norm gradient", Operator::BatchNormBackward, {pictures, pictures, c, c, c});
    row("pooling", Operator::AveragePool, {pictures}, halves);
    row("max pooling gradient", Operator::MaxPoolBackward, {{16, 20, 13, 13}, pictures}, halves);
    row("update", Operator::SgdMomentumUpdate, {{300000}, {300000}, {300000}});
    row("concatenation", Operator::Concat, {{400, 300}, {400, 5}, {400, 300}}, axes(2));
    row("block assignment", Operator::SliceAssign, {{700, 300}, {500, 200}}, [](Operation& o) {
        o.offsets = {100, 50};
    });
    row("broadcast", Operator::Broadcast, {{700, 1}}, [](Operation& o) { o.output = {700, 300}; });
    row("epilogue", Operator::Add, {{700, 300}, {300}}, [](Operation& o) {
        o.epilogue = {{Operator::Relu, 0}, {Operator::MultiplyScalar, 3}};
    });
}

void TestTrainingKernels::resultBitsDoNotDependOnTheNumberOfThreads()
{
    QFETCH(Operation, operation);
    std::mt19937 random(5);
    const std::vector<Values> inputs = inputsOf(operation, random);
    Bench alone;
    Bench together(4);

    const std::vector<Values> one = computeIntoNewTensors(alone, operation, inputs);
    const std::vector<Values> four = computeIntoNewTensors(together, operation, inputs);

    for (std::size_t i = 0; i < one.size(); ++i)
        QVERIFY(isEqual(one[i], four[i]));
}

void TestTrainingKernels::pickOperatorClampsColumnNumbers()
{
    Bench bench;
    const float none = std::numeric_limits<float>::quiet_NaN();

    const auto results = computeIntoNewTensors(bench, {Operator::Pick, {{4, 2}, {4}}, {4}},
                                               {{1, 2, 3, 4, 5, 6, 7, 8}, {-1, 2, 1e30F, none}});

    QCOMPARE(results[0], (Values{1, 4, 6, 7}));
}

void TestTrainingKernels::gatherClampsOrWrapsIndices()
{
    Bench bench;
    const float none = std::numeric_limits<float>::quiet_NaN();
    Operation take{Operator::Gather, {{3}, {6}}, {6}};
    take.axes = 1;
    const Values numbers{-1, 3, -4, 1e30F, none, 1.9F};

    const Values nearest = computeIntoNewTensors(bench, take, {{1, 2, 3}, numbers})[0];
    take.scalars[0] = 1;
    const Values round = computeIntoNewTensors(bench, take, {{1, 2, 3}, numbers})[0];

    QCOMPARE(nearest, (Values{1, 3, 1, 3, 1, 2}));
    QCOMPARE(round, (Values{3, 1, 3, 1, 1, 2}));
}

void TestTrainingKernels::scatterKeepsTheLastValueOrTheSumForEqualIndices()
{
    Bench bench;
    Operation put{Operator::Scatter, {{3}, {3}, {3}}, {3}};
    put.axes = 1;

    const Values last = computeIntoNewTensors(bench, put, {{1, 2, 3}, {0, 2, 0}, {7, 8, 9}})[0];
    put.scalars[2] = 1;
    const Values sum = computeIntoNewTensors(bench, put, {{1, 2, 3}, {0, 2, 0}, {7, 8, 9}})[0];

    QCOMPARE(last, (Values{9, 2, 8}));
    QCOMPARE(sum, (Values{17, 2, 11}));
}

void TestTrainingKernels::nanCountsAsTheMaximum()
{
    Bench bench;
    const float none = std::numeric_limits<float>::quiet_NaN();
    Operation rows{Operator::ArgMax, {{2, 3}}, {2}};
    rows.axes = 2;
    Operation pool{Operator::MaxPool, {{1, 1, 2, 2}}, {1, 1, 1, 1}};
    pool.window = {{2, 2}, {2, 2}, {0, 0}};

    QCOMPARE(computeIntoNewTensors(bench, rows, {{1, none, 9, 2, 7, 7}})[0], (Values{1, 1}));
    QVERIFY(std::isnan(computeIntoNewTensors(bench, pool, {{1, none, 9, 2}})[0][0]));
}

namespace {

/// Computes y = 2 relu(x^2 w + b) and the sum of x^2 over the rows. Two steps share one scratch block.
std::shared_ptr<ops::Segment> smallGraph()
{
    const Shape x{8, 6};
    const Shape y{8, 4};
    auto segment = std::make_shared<ops::Segment>();
    segment->inputs = 3;
    segment->values = {{x}, {{4, 6}}, {{4}}, {x, 0}, {y, 1}, {y, 1}, {y}, {{6}}};
    segment->blocks = {x.bytes(), y.bytes()};
    Operation columns{Operator::Sum, {x}, {6}};
    columns.axes = 1;
    segment->steps = {{{Operator::Square, {x}, x}, {0}, {3}},
                      {{Operator::FullyConnected, {x, {4, 6}, {4}}, y}, {3, 1, 2}, {4}},
                      {{Operator::Relu, {y}, y}, {4}, {5}},
                      {columns, {3}, {7}},
                      {{Operator::MultiplyScalar, {y}, y, {2, 0, 0}}, {5}, {6}}};
    segment->outputs = {6, 7};
    return segment;
}

Operation operationOf(const std::shared_ptr<ops::Segment>& segment)
{
    Operation operation;
    operation.op = Operator::Segment;
    for (std::size_t i = 0; i < 3; ++i)
        operation.inputs.push_back(segment->values[i].shape);
    operation.segment = segment;
    if (const Status status = ops::inferOutputs(operation); !status)
        qFatal("%s", status.error().english().c_str());
    return operation;
}

}  // namespace

void TestTrainingKernels::compiledGraphGivesTheValuesOfItsSteps()
{
    const auto segment = smallGraph();
    QVERIFY(ops::checkSegment(*segment));
    const Operation operation = operationOf(segment);
    std::mt19937 random(3);
    const std::vector<Values> inputs = inputsOf(operation, random);
    Bench bench(2);

    const auto results = computeIntoNewTensors(bench, operation, inputs);

    std::vector<Values> values = inputs;
    values.resize(segment->values.size());
    for (const ops::Segment::Step& step : segment->steps) {
        std::vector<Values> in;
        for (const std::int32_t read : step.reads)
            in.push_back(values[static_cast<std::size_t>(read)]);
        values[static_cast<std::size_t>(step.writes[0])] = computeIntoNewTensors(bench, step.operation, in)[0];
    }
    QVERIFY(isEqual(results[0], values[6]));
    QVERIFY(isEqual(results[1], values[7]));
}

void TestTrainingKernels::compiledGraphFreesItsScratchMemory()
{
    const Operation operation = operationOf(smallGraph());
    std::mt19937 random(3);
    const std::vector<Values> inputs = inputsOf(operation, random);
    Bench bench;

    static_cast<void>(computeIntoNewTensors(bench, operation, inputs));

    Bytes needed = ops::outputBytesOf(operation);
    for (const Shape& input : operation.inputs)
        needed += input.bytes();
    QCOMPARE(bench.allocated().value, needed.value);
}

QTEST_APPLESS_MAIN(TestTrainingKernels)
#include "tst_training_kernels.moc"
