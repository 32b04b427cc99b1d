#include "engine/ops/shape_rules.h"

#include <QTest>

#include <array>
#include <functional>
#include <vector>

using namespace engine;
using ops::Operation;
using ops::Operator;
using ops::Shape;
using Shapes = std::vector<Shape>;

class TestShapeRules : public QObject {
    Q_OBJECT

private slots:
    void outputShapeIsInferredFromTheInputShapes_data();
    void outputShapeIsInferredFromTheInputShapes();
    void messagesAboutShapesContainOperatorAndShapes_data();
    void messagesAboutShapesContainOperatorAndShapes();
    void fullReductionsMayBeStoredInOneElementOfAnyRank();
    void everyOperatorAcceptsItsMinimumNumberOfInputs();
    void outputShapesAreInferredFromAttributes_data();
    void outputShapesAreInferredFromAttributes();
    void invalidAttributesAreRefused_data();
    void invalidAttributesAreRefused();
    void validationRefusesMissingOutputsAndOutputsOfAWrongShape();
    void invalidCompiledGraphsAreRefused_data();
    void invalidCompiledGraphsAreRefused();
};

namespace {

Operation with(Operator op, Shapes inputs, const std::function<void(Operation&)>& change = {})
{
    Operation operation;
    operation.op = op;
    operation.inputs = std::move(inputs);
    if (change)
        change(operation);
    return operation;
}

std::function<void(Operation&)> window(std::int32_t kernel, std::int32_t stride, std::int32_t padding)
{
    return [=](Operation& o) { o.window = {{kernel, kernel}, {stride, stride}, {padding, padding}}; };
}

std::function<void(Operation&)> wanted(unsigned bits)
{
    return [=](Operation& o) { o.wanted = static_cast<std::uint8_t>(bits); };
}

std::function<void(Operation&)> axes(unsigned bits, bool keeps = false)
{
    return [=](Operation& o) {
        o.axes = static_cast<std::uint8_t>(bits);
        o.keepsAxes = keeps;
    };
}

/// Returns a function that sets the attributes of a Gather or Scatter that selects single elements.
std::function<void(Operation&)> apart(unsigned bits)
{
    return [=](Operation& o) {
        o.axes = static_cast<std::uint8_t>(bits);
        o.scalars[1] = 1;
    };
}

std::function<void(Operation&)> output(const Shape& shape, std::array<std::int64_t, 6> offsets = {})
{
    return [=](Operation& o) {
        o.output = shape;
        o.offsets = offsets;
    };
}

void training(Operation& operation)
{
    operation.isTraining = true;
}

}  // namespace

void TestShapeRules::outputShapeIsInferredFromTheInputShapes_data()
{
    QTest::addColumn<Operator>("op");
    QTest::addColumn<Shapes>("inputs");
    QTest::addColumn<Shape>("wanted");
    QTest::addColumn<Shape>("result");

    QTest::newRow("matrix by matrix") << Operator::MatMul << Shapes{{2, 3}, {3, 5}} << Shape{} << Shape{2, 5};
    QTest::newRow("matrix by vector") << Operator::MatMul << Shapes{{2, 3}, {3}} << Shape{} << Shape{2};
    QTest::newRow("vector by matrix") << Operator::MatMul << Shapes{{3}, {3, 5}} << Shape{} << Shape{5};
    QTest::newRow("vector by vector") << Operator::MatMul << Shapes{{3}, {3}} << Shape{} << Shape{};
    QTest::newRow("empty inner axis") << Operator::MatMul << Shapes{{2, 0}, {0, 5}} << Shape{} << Shape{2, 5};
    QTest::newRow("equal shapes") << Operator::Add << Shapes{{2, 3}, {2, 3}} << Shape{} << Shape{2, 3};
    QTest::newRow("row broadcast") << Operator::Add << Shapes{{2, 3}, {3}} << Shape{} << Shape{2, 3};
    QTest::newRow("column broadcast") << Operator::Add << Shapes{{2, 1}, {2, 3}} << Shape{} << Shape{2, 3};
    QTest::newRow("row and column broadcast") << Operator::Multiply << Shapes{{4, 1}, {1, 3}} << Shape{} << Shape{4, 3};
    QTest::newRow("scalar broadcast") << Operator::Divide << Shapes{{}, {7}} << Shape{} << Shape{7};
    QTest::newRow("extents 1 and 0 give 0") << Operator::Add << Shapes{{1}, {0}} << Shape{} << Shape{0};
    QTest::newRow("full reduction") << Operator::Norm << Shapes{{2, 3}} << Shape{} << Shape{};
    QTest::newRow("sum of no elements") << Operator::Sum << Shapes{{0}} << Shape{} << Shape{};
    QTest::newRow("transpose") << Operator::Transpose << Shapes{{2, 3, 4}} << Shape{} << Shape{4, 3, 2};
    QTest::newRow("reshape") << Operator::Reshape << Shapes{{2, 6}} << Shape{3, 4} << Shape{3, 4};
    QTest::newRow("generator") << Operator::Fill << Shapes{} << Shape{2, 2} << Shape{2, 2};
    QTest::newRow("elementwise") << Operator::Exp << Shapes{{2, 2}} << Shape{} << Shape{2, 2};
}

void TestShapeRules::outputShapeIsInferredFromTheInputShapes()
{
    QFETCH(Operator, op);
    QFETCH(Shapes, inputs);
    QFETCH(Shape, wanted);
    QFETCH(Shape, result);

    const Result<Shape> inferred = ops::inferShape(op, inputs, wanted);

    QVERIFY2(inferred.has_value(), inferred ? "" : inferred.error().english().c_str());
    QCOMPARE(*inferred, result);
}

void TestShapeRules::messagesAboutShapesContainOperatorAndShapes_data()
{
    QTest::addColumn<Operator>("op");
    QTest::addColumn<Shapes>("inputs");
    QTest::addColumn<Shape>("wanted");
    QTest::addColumn<QString>("says");

    QTest::newRow("inner sizes") << Operator::MatMul << Shapes{{2, 3}, {4, 5}} << Shape{} << "inner sizes 3 and 4";
    QTest::newRow("factor with three axes")
        << Operator::MatMul << Shapes{{2, 3, 4}, {4, 5}} << Shape{} << "matrices or vectors";
    QTest::newRow("scalars") << Operator::MatMul << Shapes{{}, {}} << Shape{} << "matrices or vectors";
    QTest::newRow("no broadcast") << Operator::Add << Shapes{{2, 3}, {2}} << Shape{} << "axis 1 has the sizes 3 and 2";
    QTest::newRow("too few inputs") << Operator::Add << Shapes{{2}} << Shape{} << "takes 2 inputs, but got 1";
    QTest::newRow("elements") << Operator::Reshape << Shapes{{2, 3}} << Shape{7} << "6 elements are not 7";
    QTest::newRow("not square") << Operator::Identity << Shapes{} << Shape{2, 3} << "square";
    QTest::newRow("maximum of no elements") << Operator::Max << Shapes{{0}} << Shape{} << "without elements";
    QTest::newRow("negative size") << Operator::Fill << Shapes{} << Shape{-1, 3} << "size -1";
    QTest::newRow("overflowing element count")
        << Operator::Fill << Shapes{} << Shape{2000000000, 2000000000, 2000000000} << "more elements than";
    QTest::newRow("overflowing element count with an extent 0")
        << Operator::Fill << Shapes{} << Shape{0, 2000000000, 2000000000, 2000000000} << "more elements than";
}

void TestShapeRules::messagesAboutShapesContainOperatorAndShapes()
{
    QFETCH(Operator, op);
    QFETCH(Shapes, inputs);
    QFETCH(Shape, wanted);
    QFETCH(QString, says);

    const Result<Shape> inferred = ops::inferShape(op, inputs, wanted);

    QVERIFY(!inferred.has_value());
    QCOMPARE(inferred.error().code, ErrorCode::InvalidArgument);
    const QString message = QString::fromStdString(inferred.error().english());
    QVERIFY2(message.contains(says), qPrintable(message));
    QVERIFY2(message.endsWith('.'), qPrintable(message));
}

void TestShapeRules::fullReductionsMayBeStoredInOneElementOfAnyRank()
{
    QVERIFY(ops::validate({Operator::Sum, {{4, 4}}, Shape{}}).has_value());
    QVERIFY(ops::validate({Operator::Sum, {{4, 4}}, {1}}).has_value());
    QVERIFY(ops::validate({Operator::Sum, {{4, 4}}, {1, 1}}).has_value());
    QVERIFY(!ops::validate({Operator::Sum, {{4, 4}}, {4}}).has_value());
    QVERIFY(!ops::validate({Operator::Exp, {{1}}, {1, 1}}).has_value());
}

void TestShapeRules::everyOperatorAcceptsItsMinimumNumberOfInputs()
{
    for (int i = 0; i <= static_cast<int>(Operator::Marker); ++i) {
        const auto op = static_cast<Operator>(i);
        const Shapes inputs(ops::rowOf(op).inputs.least, Shape{2, 2});

        const Result<Shape> inferred = ops::inferShape(op, inputs, {2, 2});

        QVERIFY2(inferred.has_value(), ops::nameOf(op).data());
    }
}

void TestShapeRules::outputShapesAreInferredFromAttributes_data()
{
    QTest::addColumn<Operation>("operation");
    QTest::addColumn<Shapes>("results");

    const Shape c{3};
    QTest::newRow("dense") << with(Operator::FullyConnected, {{8, 5}, {4, 5}, {4}}) << Shapes{{8, 4}};
    QTest::newRow("dense without bias, flattening")
        << with(Operator::FullyConnected, {{8, 2, 3, 1}, {4, 6}}) << Shapes{{8, 4}};
    QTest::newRow("dense without features") << with(Operator::FullyConnected, {{0, 5}, {4, 5}}) << Shapes{{0, 4}};
    QTest::newRow("dense, all gradients")
        << with(Operator::FullyConnectedBackward, {{8, 4}, {8, 5}, {4, 5}}, wanted(7)) << Shapes{{8, 5}, {4, 5}, {4}};
    QTest::newRow("dense, gradients of the parameters")
        << with(Operator::FullyConnectedBackward, {{8, 4}, {8, 5}, {4, 5}}, wanted(6)) << Shapes{{4, 5}, {4}};
    QTest::newRow("convolution") << with(Operator::Convolution, {{2, 3, 7, 9}, {4, 3, 3, 3}, {4}}, window(3, 2, 1))
                                 << Shapes{{2, 4, 4, 5}};
    QTest::newRow("convolution, gradient of the data")
        << with(Operator::ConvolutionBackward, {{2, 4, 5, 7}, {2, 3, 7, 9}, {4, 3, 3, 3}},
                [](Operation& o) {
                    o.window = {{3, 3}, {1, 1}, {0, 0}};
                    o.wanted = ops::kData;
                })
        << Shapes{{2, 3, 7, 9}};
    QTest::newRow("pooling drops incomplete windows")
        << with(Operator::MaxPool, {{2, 3, 7, 7}}, window(2, 2, 0)) << Shapes{{2, 3, 3, 3}};
    QTest::newRow("pooling, gradient") << with(Operator::AveragePoolBackward, {{2, 3, 3, 3}, {2, 3, 7, 7}},
                                               window(2, 2, 0))
                                       << Shapes{{2, 3, 7, 7}};
    QTest::newRow("batch norm, inference")
        << with(Operator::BatchNorm, {{2, 3, 4, 4}, c, c, c, c}) << Shapes{{2, 3, 4, 4}};
    QTest::newRow("batch norm, training")
        << with(Operator::BatchNorm, {{2, 3}, c, c, c, c}, training) << Shapes{{2, 3}, c, c, c, c};
    QTest::newRow("batch norm, gradients")
        << with(Operator::BatchNormBackward, {{2, 3}, {2, 3}, c, c, c}) << Shapes{{2, 3}, c, c};
    QTest::newRow("momentum") << with(Operator::SgdMomentumUpdate, {{4, 5}, {4, 5}, {4, 5}}) << Shapes{{4, 5}, {4, 5}};
    QTest::newRow("sum over an axis") << with(Operator::Sum, {{2, 3, 4}}, axes(2)) << Shapes{{2, 4}};
    QTest::newRow("sum over two kept axes") << with(Operator::Sum, {{2, 3, 4}}, axes(5, true)) << Shapes{{1, 3, 1}};
    QTest::newRow("sum over all kept axes") << with(Operator::Mean, {{2, 3}}, axes(0, true)) << Shapes{{1, 1}};
    QTest::newRow("maximum of no rows") << with(Operator::Max, {{0, 3}}, axes(2)) << Shapes{{0}};
    QTest::newRow("concat") << with(Operator::Concat, {{2, 3}, {2, 0}, {2, 4}}, axes(2)) << Shapes{{2, 7}};
    QTest::newRow("row slice") << with(Operator::Slice, {{5, 3}}, output({3}, {4, 0})) << Shapes{{3}};
    QTest::newRow("block slice") << with(Operator::Slice, {{5, 3}}, output({2, 2}, {3, 1})) << Shapes{{2, 2}};
    QTest::newRow("row assignment") << with(Operator::SliceAssign, {{5, 3}, {3}}, output({}, {4, 0})) << Shapes{{5, 3}};
    QTest::newRow("gather with a table of indices")
        << with(Operator::Gather, {{5, 3, 4}, {2, 6}}, axes(2)) << Shapes{{5, 2, 6, 4}};
    QTest::newRow("gather with one index") << with(Operator::Gather, {{5, 3}, {}}, axes(1)) << Shapes{{3}};
    QTest::newRow("gather of elements") << with(Operator::Gather, {{5, 3}, {5, 7}}, apart(2)) << Shapes{{5, 7}};
    QTest::newRow("scatter into rows") << with(Operator::Scatter, {{5, 3}, {2}, {2, 3}}, axes(1)) << Shapes{{5, 3}};
    QTest::newRow("broadcast to a shape")
        << with(Operator::Broadcast, {{3, 1}}, output({2, 3, 4})) << Shapes{{2, 3, 4}};
    QTest::newRow("pick") << with(Operator::Pick, {{5, 3}, {5}}) << Shapes{{5}};
    QTest::newRow("pick, gradient") << with(Operator::PickBackward, {{5}, {5}}, output({5, 3})) << Shapes{{5, 3}};
    QTest::newRow("softmax") << with(Operator::LogSoftmax, {{5, 3}}) << Shapes{{5, 3}};
    QTest::newRow("comparison") << with(Operator::Less, {{5, 1}, {3}}) << Shapes{{5, 3}};
}

void TestShapeRules::outputShapesAreInferredFromAttributes()
{
    QFETCH(Operation, operation);
    QFETCH(Shapes, results);

    const Status status = ops::inferOutputs(operation);

    QVERIFY2(status.has_value(), status ? "" : status.error().english().c_str());
    QCOMPARE(operation.outputCount(), results.size());
    for (std::size_t i = 0; i < results.size(); ++i)
        QCOMPARE(operation.outputAt(i), results[i]);
    QVERIFY(ops::validate(operation).has_value());
}

void TestShapeRules::invalidAttributesAreRefused_data()
{
    QTest::addColumn<Operation>("operation");
    QTest::addColumn<QString>("says");

    const Shape c{3};
    QTest::newRow("inner extents of dense")
        << with(Operator::FullyConnected, {{8, 5}, {4, 6}}) << "has 5 elements, but the weight needs 6";
    QTest::newRow("bias") << with(Operator::FullyConnected, {{8, 5}, {4, 5}, {5}}) << "each of the 4 outputs";
    QTest::newRow("too many inputs") << with(Operator::FullyConnected, {{8, 5}, {4, 5}, {4}, {4}})
                                     << "takes 2 to 3 inputs, but got 4";
    QTest::newRow("no gradient requested")
        << with(Operator::FullyConnectedBackward, {{8, 4}, {8, 5}, {4, 5}}) << "which gradients to compute";
    QTest::newRow("gradient of another shape")
        << with(Operator::FullyConnectedBackward, {{8, 3}, {8, 5}, {4, 5}}, wanted(1))
        << "the shape of the result, 8 × 4";
    QTest::newRow("mismatched channels") << with(Operator::Convolution, {{2, 3, 7, 7}, {4, 2, 3, 3}}, window(3, 1, 0))
                                         << "has 3 channels, but the weight needs 2";
    QTest::newRow("rank") << with(Operator::Convolution, {{3, 7, 7}, {4, 3, 3, 3}}, window(3, 1, 0)) << "four axes";
    QTest::newRow("window with wrong sizes")
        << with(Operator::Convolution, {{2, 3, 7, 7}, {4, 3, 3, 3}}, window(5, 1, 0)) << "the weight's window is not";
    QTest::newRow("too large window") << with(Operator::Convolution, {{2, 3, 7, 7}, {4, 3, 9, 9}}, window(9, 1, 0))
                                      << "does not fit into pictures of 7 × 7";
    QTest::newRow("stride") << with(Operator::MaxPool, {{2, 3, 7, 7}}, window(2, 0, 0)) << "a stride of 1 or more";
    QTest::newRow("padding") << with(Operator::AveragePool, {{2, 3, 7, 7}}, window(2, 1, 2)) << "see nothing";
    QTest::newRow("channels of batch norm") << with(Operator::BatchNorm, {{2, 3}, c, c, {4}, c}) << "input 3 needs";
    QTest::newRow("momentum") << with(Operator::SgdMomentumUpdate, {{4}, {4}, {5}}) << "must be equal";
    QTest::newRow("axis out of range") << with(Operator::Sum, {{2, 3}}, axes(4)) << "over axis 2 of a tensor of 2 × 3";
    QTest::newRow("arg-max over two axes") << with(Operator::ArgMax, {{2, 3, 4}}, axes(3)) << "one axis or over all";
    QTest::newRow("maximum of no columns") << with(Operator::Max, {{2, 0}}, axes(2)) << "not defined";
    QTest::newRow("concatenation without an axis") << with(Operator::Concat, {{2, 3}}) << "along one axis";
    QTest::newRow("concatenation of mismatched shapes")
        << with(Operator::Concat, {{2, 3}, {3, 3}}, axes(2)) << "all other sizes";
    QTest::newRow("slice beyond the end")
        << with(Operator::Slice, {{5, 3}}, output({2, 2}, {4, 0})) << "does not lie within";
    QTest::newRow("slice before the start")
        << with(Operator::Slice, {{5, 3}}, output({2, 2}, {-1, 0})) << "at -1 on axis 0";
    QTest::newRow("assigned value too large") << with(Operator::SliceAssign, {{5, 3}, {6, 3}}) << "does not lie within";
    QTest::newRow("broadcast to a shape")
        << with(Operator::Broadcast, {{3, 2}}, output({3, 4})) << "cannot repeat 3 × 2 to 3 × 4";
    QTest::newRow("pick") << with(Operator::Pick, {{5, 3}, {4}}) << "each of its rows";
    QTest::newRow("gather along two axes")
        << with(Operator::Gather, {{5, 3}, {2}}, axes(3)) << "along one axis, not along 2";
    QTest::newRow("gather from an empty axis")
        << with(Operator::Gather, {{0, 3}, {2}}, axes(1)) << "has nothing that numbers";
    constexpr std::int64_t kHuge = std::int64_t{1} << 40;
    QTest::newRow("gather of more elements than can be counted from an empty axis")
        << with(Operator::Gather, {{0, kHuge}, {kHuge}}, axes(1)) << "has nothing that numbers";
    QTest::newRow("reshape to more elements than can be counted")
        << with(Operator::Reshape, {{4}}, output({kHuge, kHuge})) << "more elements than";
    QTest::newRow("concatenation of more elements than can be counted")
        << with(Operator::Concat, Shapes(9, Shape{std::int64_t{1} << 60}), axes(1)) << "more elements than";
    QTest::newRow("too many axes of indices")
        << with(Operator::Gather, {{1, 2, 3, 4}, {1, 2, 3, 4}}, axes(1)) << "would give 7 axes";
    QTest::newRow("gather of elements with mismatched shapes")
        << with(Operator::Gather, {{5, 3}, {4, 7}}, apart(2)) << "all other sizes must be equal";
    QTest::newRow("scattered value of another size")
        << with(Operator::Scatter, {{5, 3}, {2}, {3, 3}}, axes(1)) << "those numbers name parts of 2 × 3";
    QTest::newRow("overflowing result") << with(Operator::FullyConnected, {{2000000000, 1}, {2000000000, 1}})
                                        << "more elements than";
    QTest::newRow("negative number of columns")
        << with(Operator::PickBackward, {{5}, {5}}, output({5, -3})) << "size -3";
    QTest::newRow("softmax of a scalar") << with(Operator::Softmax, {Shape{}}) << "a scalar has none";
    QTest::newRow("invalid epilogue operator") << with(Operator::Add, {{2}, {2}}, [](Operation& o) {
        o.epilogue = {{Operator::Sum, 0}};
    }) << "Sum cannot follow Add";
    QTest::newRow("operator without epilogue") << with(Operator::Sum, {{2}}, [](Operation& o) {
        o.epilogue = {{Operator::Relu, 0}};
    }) << "takes no elementwise operations";
    QTest::newRow("empty graph") << with(Operator::Segment, {}) << "computes nothing";
}

void TestShapeRules::invalidAttributesAreRefused()
{
    QFETCH(Operation, operation);
    QFETCH(QString, says);

    const Status status = ops::inferOutputs(operation);

    QVERIFY(!status);
    QCOMPARE(status.error().code, ErrorCode::InvalidArgument);
    const QString message = QString::fromStdString(status.error().english());
    QVERIFY2(message.contains(says), qPrintable(message));
    QVERIFY2(message.endsWith('.'), qPrintable(message));
}

void TestShapeRules::validationRefusesMissingOutputsAndOutputsOfAWrongShape()
{
    Operation operation = with(Operator::SgdMomentumUpdate, {{4}, {4}, {4}});
    operation.output = {4};

    QVERIFY(!ops::validate(operation));
    operation.moreOutputs = {{5}};
    QVERIFY(!ops::validate(operation));
    operation.moreOutputs = {{4}};
    QVERIFY(ops::validate(operation));
}

void TestShapeRules::invalidCompiledGraphsAreRefused_data()
{
    using Change = std::function<void(ops::Segment&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("says");

    const auto row = [](const char* name, const char* says, const Change& change) {
        QTest::newRow(name) << change << says;
    };
    row("sound", "", [](ops::Segment&) {});
    row("in place", "", [](ops::Segment& s) { s.values[2].block = 0; });
    row("a value that is not there yet", "reads value 3", [](ops::Segment& s) { s.steps[0].reads[0] = 3; });
    row("an unknown value", "reads value 9", [](ops::Segment& s) { s.steps[0].reads[0] = 9; });
    row("an input is written", "is an input", [](ops::Segment& s) { s.steps[1].writes[0] = 0; });
    row("made twice", "made already", [](ops::Segment& s) { s.steps[1].writes[0] = 1; });
    row("another size", "of another size", [](ops::Segment& s) { s.values[1].shape = {5}; });
    row("too small a block", "does not fit scratch block 0", [](ops::Segment& s) { s.blocks[0] = Bytes{4}; });
    row("an unknown block", "scratch block 7", [](ops::Segment& s) { s.values[1].block = 7; });
    row("an output nobody makes", "made by no step", [](ops::Segment& s) { s.outputs[0] = 0; });
    row("shared while needed", "while both are needed", [](ops::Segment& s) {
        s.values[2].block = 0;
        s.steps[2].reads = {2, 1};
    });
    row("a graph within", "compiled graph itself",
        [](ops::Segment& s) { s.steps[0].operation.op = Operator::Segment; });
    row("too many inputs", "has 4 values", [](ops::Segment& s) { s.inputs = 5; });
}

void TestShapeRules::invalidCompiledGraphsAreRefused()
{
    QFETCH(std::function<void(ops::Segment&)>, change);
    QFETCH(QString, says);
    const Shape shape{2, 2};
    ops::Segment segment;
    segment.inputs = 1;
    segment.values = {{shape}, {shape, 0}, {shape, 1}, {shape}};
    segment.blocks = {Bytes{16}, Bytes{16}};
    segment.steps = {{{Operator::Exp, {shape}, shape}, {0}, {1}},
                     {{Operator::Relu, {shape}, shape}, {1}, {2}},
                     {{Operator::Add, {shape, shape}, shape}, {2, 2}, {3}}};
    segment.outputs = {3};
    change(segment);

    const Status status = ops::checkSegment(segment);

    QCOMPARE(status.has_value(), says.isEmpty());
    if (!status)
        QVERIFY2(QString::fromStdString(status.error().english()).contains(says), status.error().english().c_str());
}

QTEST_APPLESS_MAIN(TestShapeRules)
#include "tst_shape_rules.moc"
