#include "tests/engine/autograd/eager.h"

#include <QTest>

using namespace engine;
using autograd::AfterBackward;
using autograd::Requirement;
using eager::Array;
using eager::Program;
using ops::Operation;
using ops::Operator;
using ops::Shape;

/// Tests which values the tape retains, the order in which it issues gradients, and the calls that it refuses.
class TestTape : public QObject {
    Q_OBJECT

private slots:
    void gradientOfAProductIsTheOtherFactor();
    void gradientsOfSeveralUsesAreAdded();
    void gradientsOfSeveralBackwardPassesAreAddedOnRequest();
    void gradientIsComputedDirectlyIntoALeafWithOneUse();
    void backwardMayStartAtALeaf();
    void nodeThatTwoOutputsShareIsTraversedOnceByBackward();
    void backwardReleasesActivationsAfterUse();
    void unreachableOperationsAreReleased();
    void longChainsAreFreedWithoutRecursion();
    void gradientsOfTheLastLayerAreIssuedFirst();
    void backwardWithoutRecordingIsRefused();
    void secondBackwardIsRefused();
    void secondBackwardSucceedsIfTheFirstRetainsTheTape();
    void backwardIsRefusedIfASavedTensorWasChangedInPlace();
    void gradientOfAnIndexLeafIsZero();
    void computingGradientsOfTargetsDoesNotChangeLeafGradients();
    void unrelatedTargetHasNoGradient();
    void gradientOfAResultCanBeRetained();
    void backwardToAReplacedLeafIsRefused();
};

void TestTape::gradientOfAProductIsTheOtherFactor()
{
    Program p;
    Array a = p.array(Shape{2}, {2, 3});
    Array b = p.array(Shape{2}, {5, 7});
    p.attach(a);
    p.attach(b);

    const Array y = p.apply(Operator::Multiply, {a, b});
    QVERIFY(p.backward(y));

    QCOMPARE(p.read(a.gradient), (std::vector<float>{5, 7}));
    QCOMPARE(p.read(b.gradient), (std::vector<float>{2, 3}));
}

void TestTape::gradientsOfSeveralUsesAreAdded()
{
    Program p;
    Array x = p.array(Shape{2}, {2, 3});
    p.attach(x);

    const Array square = p.apply(Operator::Multiply, {x, x});
    const Array y = p.apply(Operator::Add, {square, p.apply(Operator::Add, {x, x})});
    QVERIFY(p.backward(y));

    QCOMPARE(p.read(x.gradient), (std::vector<float>{6, 8}));
}

void TestTape::gradientsOfSeveralBackwardPassesAreAddedOnRequest()
{
    Program p;
    Array x = p.array(Shape{1}, {3});
    p.attach(x, Requirement::Add);

    for (int i = 0; i < 3; ++i)
        QVERIFY(p.backward(p.apply(Operator::Square, {x})));

    QCOMPARE(p.read(x.gradient), std::vector<float>{18});
}

void TestTape::gradientIsComputedDirectlyIntoALeafWithOneUse()
{
    Program p;
    Array x = p.array(Shape{2, 3}, {1, 2, 3, 4, 5, 6});
    Array w = p.array(Shape{2, 3}, {1, 1, 1, 1, 1, 1});
    Array bias = p.array(Shape{2}, {0, 0});
    p.attach(w);
    p.attach(bias);
    const Array y = p.apply(Operator::FullyConnected, {x, w, bias});
    p.engine.issued.clear();

    QVERIFY(p.backward(y));

    QCOMPARE(p.engine.issued, (std::vector<Operator>{Operator::Fill, Operator::FullyConnectedBackward}));
    QCOMPARE(p.read(w.gradient), (std::vector<float>{5, 7, 9, 5, 7, 9}));
    QCOMPARE(p.read(bias.gradient), (std::vector<float>{2, 2}));
}

void TestTape::backwardMayStartAtALeaf()
{
    Program p;
    Array x = p.array(Shape{2}, {2, 3});
    p.attach(x);

    QVERIFY(p.backward(x));

    QCOMPARE(p.read(x.gradient), (std::vector<float>{1, 1}));
}

void TestTape::nodeThatTwoOutputsShareIsTraversedOnceByBackward()
{
    Program p;
    Array x = p.array(Shape{1}, {3});
    p.attach(x);
    const Array shared = p.apply(Operator::Square, {x});
    const Array first = p.apply(Operator::MultiplyScalar, {shared}, 2);
    const Array second = p.apply(Operator::MultiplyScalar, {shared}, 5);
    p.engine.issued.clear();

    const autograd::Head heads[] = {{first.entry, first.tensor.shape, DeviceId{0}, nullptr},
                                    {second.entry, second.tensor.shape, DeviceId{0}, nullptr}};
    QVERIFY(autograd::backward(heads, AfterBackward::Free, p.engine));

    QCOMPARE(p.read(x.gradient), std::vector<float>{42});
    QCOMPARE(std::ranges::count(p.engine.issued, Operator::MultiplyScalar),
             3);  // two for the heads, one for the gradient of the square
}

void TestTape::backwardReleasesActivationsAfterUse()
{
    Program p;
    constexpr int kLayers = 10;
    Array x = p.array(Shape{4}, {1, 2, 3, 4});
    p.attach(x);
    Array y = x;
    for (int i = 0; i < kLayers; ++i)
        y = p.apply(Operator::Tanh, {y});
    const int waiting = p.engine.alive;
    p.engine.issued.clear();
    p.engine.aliveAt.clear();

    QVERIFY(p.backward(y));

    QCOMPARE(waiting, kLayers + 2);  // x, its gradient, and each layer's result
    // Each step of the backward pass allocates one gradient and frees more than that.
    for (std::size_t i = 3; i < p.engine.aliveAt.size(); ++i)
        QVERIFY(p.engine.aliveAt[i] < p.engine.aliveAt[i - 1]);
    QCOMPARE(p.engine.alive, 3);  // x, its gradient, y
}

void TestTape::unreachableOperationsAreReleased()
{
    Program p;
    Array x = p.array(Shape{4}, {1, 2, 3, 4});
    p.attach(x);

    for (int i = 0; i < 100; ++i)
        static_cast<void>(p.apply(Operator::Exp, {p.apply(Operator::Tanh, {x})}));

    QCOMPARE(p.engine.alive, 2);
}

void TestTape::longChainsAreFreedWithoutRecursion()
{
    Program p;
    Array x = p.array(Shape{1}, {0});
    p.attach(x);
    {
        Array y = x;
        for (int i = 0; i < 60'000; ++i)
            y = p.apply(Operator::AddScalar, {y}, 1);
    }

    QCOMPARE(p.engine.alive, 2);
}

void TestTape::gradientsOfTheLastLayerAreIssuedFirst()
{
    Program p;
    Array x = p.array(Shape{1, 2}, {1, 2});
    Array first = p.array(Shape{2, 2}, {1, 0, 0, 1});
    Array second = p.array(Shape{2, 2}, {2, 0, 0, 2});
    p.attach(first);
    p.attach(second, Requirement::Add);
    const Array hidden = p.apply(Operator::Relu, {p.apply(Operator::FullyConnected, {x, first})});
    const Array y = p.apply(Operator::FullyConnected, {hidden, second});
    p.engine.issued.clear();

    QVERIFY(p.backward(y));

    // The gradient of `second` is added to its leaf as soon as it is computed, before the gradients of earlier layers.
    QCOMPARE(p.engine.issued, (std::vector<Operator>{Operator::Fill, Operator::FullyConnectedBackward, Operator::Add,
                                                     Operator::ReluBackward, Operator::FullyConnectedBackward}));
}

void TestTape::backwardWithoutRecordingIsRefused()
{
    Program p;
    const Array x = p.array(Shape{1}, {1});
    const Array y = p.apply(Operator::Square, {x});

    const Status status = p.backward(y);

    QVERIFY(!status);
    QVERIFY(status.error().english().find("autograd.record()") != std::string::npos);
}

void TestTape::secondBackwardIsRefused()
{
    Program p;
    Array x = p.array(Shape{1}, {3});
    p.attach(x);
    const Array y = p.apply(Operator::Exp, {p.apply(Operator::Square, {x})});
    QVERIFY(p.backward(y));

    const Status status = p.backward(y);

    QVERIFY(!status);
    QVERIFY(status.error().english().find("retain_graph=True") != std::string::npos);
}

void TestTape::secondBackwardSucceedsIfTheFirstRetainsTheTape()
{
    Program p;
    Array x = p.array(Shape{1}, {3});
    p.attach(x, Requirement::Add);
    const Array y = p.apply(Operator::Square, {p.apply(Operator::Square, {x})});

    QVERIFY(p.backward(y, AfterBackward::Retain));
    QVERIFY(p.backward(y));

    QCOMPARE(p.read(x.gradient), std::vector<float>{216});
}

void TestTape::backwardIsRefusedIfASavedTensorWasChangedInPlace()
{
    Program p;
    Array x = p.array(Shape{2}, {2, 3});
    Array w = p.array(Shape{2}, {1, 1});
    p.attach(w);
    const Array y = p.apply(Operator::Multiply, {x, w});
    const Array gradient = p.array(Shape{2}, {1, 1});
    Operation change;
    change.op = Operator::SgdUpdate;
    change.scalars[0] = change.scalars[1] = 1;
    static_cast<void>(p.apply(change, {x, gradient}));

    const Status status = p.backward(y);

    QVERIFY(!status);
    QVERIFY(status.error().english().find("Multiply") != std::string::npos);
    QVERIFY(status.error().english().find("in place") != std::string::npos);
}

void TestTape::gradientOfAnIndexLeafIsZero()
{
    Program p;
    Array x = p.array(Shape{1, 2}, {1, 2});
    Array index = p.array(Shape{1}, {1});
    p.attach(index);
    p.attach(x);

    QVERIFY(p.backward(p.apply(Operator::Pick, {x, index})));

    QCOMPARE(p.read(x.gradient), (std::vector<float>{0, 1}));
    QCOMPARE(p.read(index.gradient), std::vector<float>{0});
}

void TestTape::computingGradientsOfTargetsDoesNotChangeLeafGradients()
{
    Program p;
    Array x = p.array(Shape{1}, {3});
    Array w = p.array(Shape{1}, {5});
    p.attach(x);
    p.attach(w);
    const Array product = p.apply(Operator::Multiply, {x, w});
    const Array y = p.apply(Operator::Add, {p.apply(Operator::Square, {product}), x});
    const autograd::Head head{y.entry, y.tensor.shape, DeviceId{0}, nullptr};
    const autograd::Entry targets[] = {x.entry, product.entry, y.entry};

    const auto found = autograd::gradientsOf(targets, std::span(&head, 1), AfterBackward::Retain, p.engine);

    QVERIFY(found);
    QCOMPARE(p.read((*found)[0]), std::vector<float>{151});  // d/dx ((x w)^2 + x) = 2 (x w) w + 1 = 2 * 15 * 5 + 1
    QCOMPARE(p.read((*found)[1]), std::vector<float>{30});
    QCOMPARE(p.read((*found)[2]), std::vector<float>{1});
    QCOMPARE(p.read(x.gradient), std::vector<float>{0});
    QVERIFY(p.backward(y));  // gradientsOf() has changed nothing
    QCOMPARE(p.read(x.gradient), std::vector<float>{151});
    QCOMPARE(p.read(w.gradient), std::vector<float>{90});
}

void TestTape::unrelatedTargetHasNoGradient()
{
    Program p;
    Array x = p.array(Shape{1}, {3});
    Array other = p.array(Shape{1}, {5});
    p.attach(x);
    p.attach(other);
    const Array y = p.apply(Operator::Square, {x});
    const autograd::Head head{y.entry, y.tensor.shape, DeviceId{0}, nullptr};
    p.engine.issued.clear();

    const auto found =
        autograd::gradientsOf(std::span(&other.entry, 1), std::span(&head, 1), AfterBackward::Free, p.engine);

    QVERIFY(found);
    QVERIFY((*found)[0].storage == nullptr);
    QCOMPARE(p.engine.issued, std::vector<Operator>{Operator::Fill});
}

void TestTape::gradientOfAResultCanBeRetained()
{
    Program p;
    Array x = p.array(Shape{1}, {3});
    p.attach(x, Requirement::Add);
    const Array square = p.apply(Operator::Square, {x});
    autograd::Tape::retain(square.entry);
    const Array y = p.apply(Operator::MultiplyScalar, {square}, 2);

    for (int i = 0; i < 2; ++i)
        QVERIFY(p.backward(y, AfterBackward::Retain));

    QCOMPARE(p.read(autograd::Tape::gradientOf(square.entry)), std::vector<float>{4});
    QCOMPARE(p.read(x.gradient), std::vector<float>{24});
    autograd::Tape::setGradient(square.entry, {});
    QVERIFY(autograd::Tape::gradientOf(square.entry).storage == nullptr);
}

void TestTape::backwardToAReplacedLeafIsRefused()
{
    Program p;
    Array x = p.array(Shape{1}, {3});
    p.attach(x);
    const Array y = p.apply(Operator::Square, {x});
    autograd::Tape::markReplaced(x.entry);

    const Status status = p.backward(y);

    QVERIFY(!status);
    QVERIFY(status.error().english().find("moved or replaced after it was used") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestTape)
#include "tst_tape.moc"
