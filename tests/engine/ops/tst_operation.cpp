#include "engine/ops/operation.h"
#include "engine/ops/shape_rules.h"

#include <QTest>

using namespace engine;
using ops::Operation;
using ops::Operator;
using ops::Shape;

class TestOperation : public QObject {
    Q_OBJECT

private slots:
    void operationsHaveTheExpectedFlopsAndBytes_data();
    void operationsHaveTheExpectedFlopsAndBytes();
    void numberOfThreadBlocksIsThatOfTheOutputTiles();
    void operatorNamesMatchTheEnumerators();
    void kindOfAnOperationFollowsFromItsOperator();
    void leNetFlopsMatchTheBook();
    void resNetFlopsMatchTheBook();
    void compiledGraphCostsTheSumOfItsSteps();
};

namespace {

/// Infers the output shapes of `operation` and returns its cost.
ops::Cost costOf(Operation& operation)
{
    const Status status = ops::inferOutputs(operation);
    if (!status)
        qFatal("%s", status.error().english().c_str());
    return ops::costOf(operation);
}

/// Counts the FLOP that one example takes in consecutive layers.
struct Network {
    Shape shape;
    double forward = 0;
    double backward = 0;
    bool isFirst = true;  ///< whether the next layer is the first one, whose data needs no gradient

    void convolve(std::int64_t outputs, std::int32_t kernel, std::int32_t stride, std::int32_t padding)
    {
        Operation operation;
        operation.op = Operator::Convolution;
        operation.inputs = {shape, {outputs, shape[1], kernel, kernel}, {outputs}};
        operation.window = {{kernel, kernel}, {stride, stride}, {padding, padding}};
        add(operation, Operator::ConvolutionBackward);
    }
    void connect(std::int64_t outputs)
    {
        Operation operation;
        operation.op = Operator::FullyConnected;
        operation.inputs = {shape, {outputs, shape.elements() / shape[0]}, {outputs}};
        add(operation, Operator::FullyConnectedBackward);
    }
    void pool(std::int32_t size)
    {
        Operation operation;
        operation.op = Operator::AveragePool;
        operation.inputs = {shape};
        operation.window = {{size, size}, {size, size}, {0, 0}};
        static_cast<void>(costOf(operation));
        shape = operation.output;
    }
    void add(Operation operation, Operator gradient)
    {
        forward += costOf(operation).flops;
        Operation back;
        back.op = gradient;
        back.inputs = {operation.output, operation.inputs[0], operation.inputs[1]};
        back.window = operation.window;
        back.wanted = ops::kWeight | ops::kBias;
        if (!isFirst)
            back.wanted |= ops::kData;
        isFirst = false;
        backward += costOf(back).flops;
        shape = operation.output;
    }
};

}  // namespace

void TestOperation::operationsHaveTheExpectedFlopsAndBytes_data()
{
    QTest::addColumn<Operation>("operation");
    QTest::addColumn<double>("flops");
    QTest::addColumn<qint64>("read");
    QTest::addColumn<qint64>("written");

    const Shape big{2000, 2000};
    QTest::newRow("product of program 13.2.1-queue is 16 GFLOP")
        << Operation{Operator::MatMul, {big, big}, big} << 1.6e10 << qint64{32000000} << qint64{16000000};
    QTest::newRow("step of program 13.2.3 is 4 MFLOP and moves 32 MB")
        << Operation{Operator::AddScalar, {big}, big} << 4e6 << qint64{16000000} << qint64{16000000};
    QTest::newRow("sum of program 13.2.1-queue counts the elements it reads")
        << Operation{Operator::Sum, {big}, Shape{}} << 4e6 << qint64{16000000} << qint64{4};
    QTest::newRow("product of program 13.2.1-graph, of (1, 2) arrays is 2 FLOP")
        << Operation{Operator::Multiply, {{1, 2}, {1, 2}}, {1, 2}} << 2.0 << qint64{16} << qint64{8};
    QTest::newRow("a norm multiplies and adds")
        << Operation{Operator::Norm, {{10}}, Shape{}} << 20.0 << qint64{40} << qint64{4};
    QTest::newRow("filling computes nothing")
        << Operation{Operator::Fill, {}, {3, 4}} << 0.0 << qint64{0} << qint64{48};
    QTest::newRow("a product with a vector")
        << Operation{Operator::MatMul, {{3, 4}, {4}}, {3}} << 24.0 << qint64{64} << qint64{12};
    QTest::newRow("a slice costs the bytes it moves")
        << Operation{Operator::Slice, {{100, 100}}, {2, 100}} << 0.0 << qint64{800} << qint64{800};
    QTest::newRow("gather moves the selected rows and indices")
        << Operation{Operator::Gather, {{100, 100}, {2}}, {2, 100}} << 0.0 << qint64{808} << qint64{800};
    QTest::newRow("scatter into rows") << Operation{Operator::Scatter, {{100, 100}, {2}, {2, 100}}, {100, 100}} << 0.0
                                       << qint64{808} << qint64{800};
    QTest::newRow("scatter that adds to rows")
        << Operation{Operator::Scatter, {{100, 100}, {2}, {2, 100}}, {100, 100}, {0, 0, 1}} << 200.0 << qint64{1608}
        << qint64{800};
    QTest::newRow("an update is a multiplication and a subtraction")
        << Operation{Operator::SgdUpdate, {{7}, {7}}, {7}} << 14.0 << qint64{56} << qint64{28};
    QTest::newRow("empty operation") << Operation{} << 0.0 << qint64{0} << qint64{0};
    QTest::newRow("an empty tensor") << Operation{Operator::Exp, {{0, 5}}, {0, 5}} << 0.0 << qint64{0} << qint64{0};
}

void TestOperation::operationsHaveTheExpectedFlopsAndBytes()
{
    QFETCH(Operation, operation);
    QFETCH(double, flops);
    QFETCH(qint64, read);
    QFETCH(qint64, written);

    const ops::Cost cost = ops::costOf(operation);

    QCOMPARE(cost.flops, flops);
    QCOMPARE(cost.read.value, read);
    QCOMPARE(cost.written.value, written);
}

void TestOperation::numberOfThreadBlocksIsThatOfTheOutputTiles()
{
    const Shape side{4000, 4000};

    QCOMPARE(ops::costOf({Operator::MatMul, {side, side}, side}).blocks, std::int64_t{32 * 32});
    QCOMPARE(ops::costOf({Operator::MatMul, {{1, 2}, {2, 1}}, {1, 1}}).blocks, std::int64_t{1});
    QCOMPARE(ops::costOf({Operator::Exp, {{128, 128}}, {128, 128}}).blocks, std::int64_t{1});
    QCOMPARE(ops::costOf({Operator::Sum, {{128, 129}}, Shape{}}).blocks, std::int64_t{2});
}

void TestOperation::operatorNamesMatchTheEnumerators()
{
    QCOMPARE(ops::nameOf(Operator::Fill), std::string_view("Fill"));
    QCOMPARE(ops::nameOf(Operator::MatMul), std::string_view("MatMul"));
    QCOMPARE(ops::nameOf(Operator::PowerScalar), std::string_view("PowerScalar"));
    QCOMPARE(ops::nameOf(Operator::ArgMax), std::string_view("ArgMax"));
    QCOMPARE(ops::nameOf(Operator::Marker), std::string_view("Marker"));
}

void TestOperation::kindOfAnOperationFollowsFromItsOperator()
{
    QCOMPARE(ops::kindOf(Operator::MatMul), trace::Kind::Compute);
    QCOMPARE(ops::kindOf(Operator::RandomUniform), trace::Kind::Compute);
    QCOMPARE(ops::kindOf(Operator::AddScalar), trace::Kind::Elementwise);
    QCOMPARE(ops::kindOf(Operator::Marker), trace::Kind::Host);

    auto segment = std::make_shared<ops::Segment>();
    ops::Operation whole;
    whole.op = Operator::Segment;
    whole.segment = segment;
    const auto kindWith = [&](Operator op) {
        segment->steps.emplace_back().operation.op = op;
        return ops::kindOf(whole);
    };
    QCOMPARE(kindWith(Operator::AddScalar), trace::Kind::Elementwise);
    QCOMPARE(kindWith(Operator::MatMul), trace::Kind::Compute);
    QCOMPARE(kindWith(Operator::ReluBackward), trace::Kind::Backward);
    QCOMPARE(kindWith(Operator::MatMul), trace::Kind::Backward);
}

void TestOperation::leNetFlopsMatchTheBook()
{
    Network net{{1, 1, 28, 28}};

    net.convolve(20, 3, 1, 0);
    QCOMPARE(net.forward, 2.0 * 121'680);
    net.pool(2);
    net.convolve(50, 5, 1, 0);
    QCOMPARE(net.shape, (Shape{1, 50, 9, 9}));
    net.pool(2);
    QCOMPARE(net.shape, (Shape{1, 50, 4, 4}));
    net.connect(128);
    net.connect(10);

    QCOMPARE(net.forward, 2.0 * 2'250'360);
    QCOMPARE(net.backward, 4.0 * 2'250'360 - 2.0 * 121'680);
}

void TestOperation::resNetFlopsMatchTheBook()
{
    Network net{{1, 1, 28, 28}};
    double shortcuts = 0;

    net.convolve(64, 3, 1, 1);
    for (std::int64_t channels : {64, 128, 256, 512})
        for (int block = 0; block < 2; ++block) {
            const bool halves = channels > 64 && block == 0;
            Network shortcut{net.shape};
            net.convolve(channels, 3, halves ? 2 : 1, 1);
            net.convolve(channels, 3, 1, 1);
            if (!halves)
                continue;
            shortcut.convolve(channels, 1, 2, 0);
            QCOMPARE(shortcut.shape, net.shape);
            shortcuts += shortcut.forward;
        }
    QCOMPARE(net.shape, (Shape{1, 512, 4, 4}));
    net.pool(4);
    net.connect(10);

    QCOMPARE(net.forward + shortcuts, 2.0 * 455'800'832);
    QCOMPARE(net.backward + 2 * shortcuts, 4.0 * 455'800'832 - 2.0 * 451'584);
}

void TestOperation::compiledGraphCostsTheSumOfItsSteps()
{
    auto segment = std::make_shared<ops::Segment>();
    segment->inputs = 1;
    segment->values = {{{8, 4}}, {{8, 4}, 0}, {{8, 4}}};
    segment->blocks = {Bytes{128}};
    segment->steps = {{{Operator::AddScalar, {{8, 4}}, {8, 4}}, {0}, {1}},
                      {{Operator::Sigmoid, {{8, 4}}, {8, 4}}, {1}, {2}}};
    segment->outputs = {2};
    Operation operation;
    operation.op = Operator::Segment;
    operation.inputs = {{8, 4}};
    operation.segment = segment;

    const ops::Cost cost = costOf(operation);

    QCOMPARE(operation.output, (Shape{8, 4}));
    QCOMPARE(cost.flops, 32.0 + 4 * 32.0);
    QCOMPARE(cost.read.value, std::int64_t{256});
}

QTEST_APPLESS_MAIN(TestOperation)
#include "tst_operation.moc"
