#include "tests/engine/symbol/nets.h"

#include <QTest>

using namespace nets;

namespace {

std::vector<Operator> operatorsOf(const ops::Segment& segment)
{
    std::vector<Operator> all;
    for (const ops::Segment::Step& step : segment.steps)
        all.push_back(step.operation.op);
    return all;
}

/// fancy_func of the book: e = a + b, f = c + d, g = e + f.
Symbol fancy(const Symbol& a, const Symbol& b, const Symbol& c, const Symbol& d)
{
    const Symbol e = node(Operator::Add, {a, b}, "e");
    const Symbol f = node(Operator::Add, {c, d}, "f");
    return node(Operator::Add, {e, f}, "g");
}

}  // namespace

/// Tests the passes of the graph compiler.
class TestPasses : public QObject {
    Q_OBJECT

private slots:
    void constantExpressionsAreComputedAtCompileTime();
    void memoryOfAnIntermediateResultIsReused();
    void unaryStepsAreFusedIntoTheirProducer();
    void stepWhoseInputIsReadTwiceIsNotFused();
    void identityStepsAreRemoved();
    void copyThatTruncatesToIntegersIsNotRemoved();
    void reshapeStepsThatAreNotOutputsAreRemoved();
    void deepNetworkNeedsTwoScratchBlocks();
    void trainingRetainsOnlyValuesThatBackwardReads();
    void noValueIsRetainedIfNoGradientIsRequested();
    void runningStatisticsAreChangedInPlace();
    void outputThatIsAnInputOrARepeatedOutputIsCopied();
    void globalPoolingGivesOneValuePerChannel();
    void errorsAboutShapesContainTheNode();
    void missingInputIsRefused();
    void graphIsCompiledOncePerInputShape();
    void longChainsOfNodesAreHandledWithoutRecursion();
};

void TestPasses::constantExpressionsAreComputedAtCompileTime()
{
    auto graph = graphOf({fancy(constant(1, "a"), constant(2, "b"), constant(3, "c"), constant(4, "d"))});

    const symbol::CompiledGraph& it = compiled(graph, {});

    const ops::Segment& segment = *it.operation.segment;
    QCOMPARE(operatorsOf(segment), std::vector<Operator>{Operator::Fill});
    QCOMPARE(segment.steps[0].operation.scalars[0], 10.0);
    QCOMPARE(it.forward.captured, 7U);
    QCOMPARE(it.forward.folded, 6U);
}

void TestPasses::memoryOfAnIntermediateResultIsReused()
{
    const Symbol a = symbol::variable("a");
    const Symbol b = symbol::variable("b");
    const Symbol c = symbol::variable("c");
    const Symbol d = symbol::variable("d");
    auto graph = graphOf({node(Operator::MatMul, {fancy(a, b, c, d), a}, "h")});

    const symbol::CompiledGraph& it = compiled(graph, {Shape{4, 4}, Shape{4, 4}, Shape{4, 4}, Shape{4, 4}});

    // The two intermediate values of fancy() need memory at the same time. Its result reuses the memory of one of them.
    QCOMPARE(it.forward.scratchWithoutReuse.value, 3 * 64);
    QCOMPARE(it.forward.scratch.value, 2 * 64);
}

void TestPasses::unaryStepsAreFusedIntoTheirProducer()
{
    auto graph = graphOf({w7()});

    const symbol::CompiledGraph& it = compiled(graph, w7Shapes(1));

    const ops::Segment& segment = *it.operation.segment;
    QCOMPARE(operatorsOf(segment), std::vector<Operator>(3, Operator::FullyConnected));
    QCOMPARE(segment.steps[0].operation.epilogue, (std::vector<ops::Epilogue>{{Operator::Relu, 0}}));
    QVERIFY(segment.steps[2].operation.epilogue.empty());
    QCOMPARE(it.forward.captured, 5U);
    QCOMPARE(it.forward.fused, 2U);
    QCOMPARE(it.operation.outputCount(), 1U);
    QCOMPARE(it.operation.output, (Shape{1, 2}));
}

void TestPasses::stepWhoseInputIsReadTwiceIsNotFused()
{
    const Symbol x = symbol::variable("x");
    const Symbol sum = node(Operator::Add, {x, x}, "sum");
    const Symbol relu = node(Operator::Relu, {sum}, "relu");
    auto twice = graphOf({node(Operator::Multiply, {relu, sum}, "product")});
    auto shown = graphOf({relu, sum});

    QCOMPARE(compiled(twice, {Shape{3}}).forward.fused, 0U);
    QCOMPARE(compiled(shown, {Shape{3}}).forward.fused, 0U);
}

void TestPasses::identityStepsAreRemoved()
{
    const Symbol x = symbol::variable("x");
    const Symbol same = node(Operator::DivideScalar, {node(Operator::MultiplyScalar, {x}, "a", 1)}, "b", 1);
    auto graph = graphOf({node(Operator::MatMul, {same, same}, "c")});

    const symbol::CompiledGraph& it = compiled(graph, {Shape{3, 3}});

    QCOMPARE(operatorsOf(*it.operation.segment), std::vector<Operator>{Operator::MatMul});
    QCOMPARE(it.forward.folded, 2U);
}

void TestPasses::copyThatTruncatesToIntegersIsNotRemoved()
{
    const Symbol x = symbol::variable("x");
    auto plain = graphOf({node(Operator::Negate, {node(Operator::Copy, {x}, "same")}, "negative")});
    auto cut = graphOf({node(Operator::Negate, {node(Operator::Copy, {x}, "whole", 1)}, "negative")});
    auto known = graphOf({node(Operator::Copy, {constant(-2.5, "a")}, "whole", 1)});

    QCOMPARE(operatorsOf(*compiled(plain, {Shape{3}}).operation.segment), std::vector<Operator>{Operator::Negate});
    QCOMPARE(operatorsOf(*compiled(cut, {Shape{3}}).operation.segment),
             (std::vector<Operator>{Operator::Copy, Operator::Negate}));
    QCOMPARE(compiled(known, {}).operation.segment->steps[0].operation.scalars[0], -2.0);
}

void TestPasses::reshapeStepsThatAreNotOutputsAreRemoved()
{
    Operation flatten;
    flatten.op = Operator::Reshape;
    flatten.output = Shape{0, -1};
    const Symbol x = symbol::variable("x");
    const Symbol square = node(Operator::MaxPool, {x}, "pool");
    const Symbol flat = node(flatten, {square}, "flatten");
    auto inner = graphOf({node(Operator::MatMul, {flat, symbol::variable("w")}, "dot")});
    auto last = graphOf({flat});

    QCOMPARE(operatorsOf(*compiled(inner, {Shape{2, 3, 2, 2}, Shape{12, 5}}).operation.segment),
             (std::vector<Operator>{Operator::MaxPool, Operator::MatMul}));
    QCOMPARE(operatorsOf(*compiled(last, {Shape{2, 3, 2, 2}}).operation.segment),
             (std::vector<Operator>{Operator::MaxPool, Operator::Reshape}));
}

void TestPasses::deepNetworkNeedsTwoScratchBlocks()
{
    Symbol y = symbol::variable("x");
    const Symbol w = symbol::variable("w");
    for (int i = 0; i < 20; ++i)
        y = node(Operator::MatMul, {y, w}, "dot" + std::to_string(i));
    auto graph = graphOf({y});

    const symbol::CompiledGraph& it = compiled(graph, {Shape{8, 8}, Shape{8, 8}});

    QCOMPARE(it.operation.segment->blocks.size(), 2U);
    QCOMPARE(it.forward.scratchWithoutReuse.value, 19 * 256);
}

void TestPasses::trainingRetainsOnlyValuesThatBackwardReads()
{
    auto graph = graphOf({w7()});

    const symbol::CompiledGraph& it = compiled(graph, w7Shapes(4), symbol::Mode::Training, autograd::InputSet(0x7e));

    // Only two activations are retained for backward.
    QCOMPARE(it.operation.outputCount(), 3U);
    QCOMPARE(it.forward.kept.value, 4 * (256 + 128) * 4);
    QCOMPARE(it.forward.fused, 2U);
    QVERIFY(it.gradient != nullptr);
    QCOMPARE(it.gradient->gives, (std::vector<std::int32_t>{1, 2, 3, 4, 5, 6}));
    QCOMPARE(operatorsOf(*it.gradient->segment),
             (std::vector<Operator>{Operator::FullyConnectedBackward, Operator::ReluBackward,
                                    Operator::FullyConnectedBackward, Operator::ReluBackward,
                                    Operator::FullyConnectedBackward}));
}

void TestPasses::noValueIsRetainedIfNoGradientIsRequested()
{
    auto graph = graphOf({w7()});

    const symbol::CompiledGraph& it = compiled(graph, w7Shapes(4), symbol::Mode::Training, autograd::InputSet(0x60));

    QCOMPARE(it.operation.outputCount(), 2U);
    QCOMPARE(operatorsOf(*it.gradient->segment), std::vector<Operator>{Operator::FullyConnectedBackward});
}

void TestPasses::runningStatisticsAreChangedInPlace()
{
    Operation norm;
    norm.op = Operator::BatchNorm;
    norm.scalars[0] = 1e-5;
    norm.scalars[1] = 0.9;
    std::vector<Symbol> inputs;
    for (const char* name : {"x", "gamma", "beta", "mean", "variance"})
        inputs.push_back(symbol::variable(name));
    auto graph = graphOf({node(Operator::Relu, {node(norm, inputs, "norm")}, "relu")});
    const std::vector<Shape> shapes{Shape{4, 2}, Shape{2}, Shape{2}, Shape{2}, Shape{2}};

    const symbol::CompiledGraph& training = compiled(graph, shapes, symbol::Mode::Training, autograd::InputSet(0x7));
    const symbol::CompiledGraph& inference = compiled(graph, shapes, symbol::Mode::Inference);

    QCOMPARE(std::vector<int>(training.inPlaceInputs.begin(), training.inPlaceInputs.begin() + 3),
             (std::vector<int>{-1, 3, 4}));
    QCOMPARE(inference.operation.outputCount(), 1U);
}

void TestPasses::outputThatIsAnInputOrARepeatedOutputIsCopied()
{
    const Symbol x = symbol::variable("x");
    const Symbol y = node(Operator::Exp, {x}, "exp");
    auto graph = graphOf({x, y, y});

    const symbol::CompiledGraph& it = compiled(graph, {Shape{3}}, symbol::Mode::Training, autograd::InputSet(1));

    QCOMPARE(it.operation.outputCount(), 3U);
    QCOMPARE(operatorsOf(*it.operation.segment),
             (std::vector<Operator>{Operator::Exp, Operator::Copy, Operator::Copy}));
}

void TestPasses::globalPoolingGivesOneValuePerChannel()
{
    Operation pool;
    pool.op = Operator::AveragePool;
    pool.window.kernel = {0, 0};
    auto graph = graphOf({node(pool, {symbol::variable("x")}, "pool")});

    QCOMPARE(compiled(graph, {Shape{2, 3, 5, 7}}).operation.output, (Shape{2, 3, 1, 1}));
}

void TestPasses::errorsAboutShapesContainTheNode()
{
    auto graph = graphOf({w7()});
    std::vector<Shape> shapes = w7Shapes(1);
    shapes[3] = Shape{128, 255};

    const auto result = graph.compiled(shapes, symbol::Mode::Inference, {});

    QVERIFY(!result);
    QVERIFY2(result.error().english().find("dense1_fwd") != std::string::npos, result.error().english().c_str());
    QVERIFY(result.error().english().find("128 × 255") != std::string::npos);
}

void TestPasses::missingInputIsRefused()
{
    const auto graph = symbol::CachedGraph::create({w7()}, {"data"});

    QVERIFY(!graph);
    QVERIFY(graph.error().english().find("dense0_weight") != std::string::npos);
}

void TestPasses::graphIsCompiledOncePerInputShape()
{
    auto graph = graphOf({w7()});

    const symbol::CompiledGraph* first = &compiled(graph, w7Shapes(1));
    const symbol::CompiledGraph* second = &compiled(graph, w7Shapes(2));

    QVERIFY(first != second);
    QCOMPARE(&compiled(graph, w7Shapes(1)), first);
}

void TestPasses::longChainsOfNodesAreHandledWithoutRecursion()
{
    Symbol y = symbol::variable("x");
    for (int i = 0; i < 100'000; ++i)
        y = node(Operator::AddScalar, {y}, "add", 1);

    QCOMPARE(symbol::nodesOf({y}).size(), 100'001U);
}

QTEST_GUILESS_MAIN(TestPasses)
#include "tst_passes.moc"
