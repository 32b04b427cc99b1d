#include "engine/devices/cpu/this_computer.h"

#include <QTest>

#include <cstring>
#include <random>
#include <thread>
#include <vector>

using namespace engine;
using device::ValueId;
using ops::Operation;
using ops::Operator;
using ops::Shape;

class TestValueEngine : public QObject {
    Q_OBJECT

private slots:
    void productOfOnesPlusTwoIsThree();
    void writesAndOperationsAreExecutedInTheirOrder();
    void resultBitsDoNotDependOnTheNumberOfThreads();
    void readReturnsTheErrorOfTheFailedOperation();
    void invalidOperationsAreRefused_data();
    void invalidOperationsAreRefused();
    void submittedOperationsCanReadReleasedValues();
    void readAfterCancelGivesAnError();
    void invalidThreadCountsAreRefused();
};

namespace {

std::unique_ptr<device::ValueEngine> engineOf(int threads)
{
    auto engine = devices::cpu::makeValueEngine(threads);
    if (!engine)
        qFatal("%s", engine.error().english().c_str());
    return *std::move(engine);
}

Operation operation(Operator op, std::vector<Shape> inputs, const Shape& output, double scalar = 0)
{
    return {op, std::move(inputs), output, {scalar, 1}, 3};
}

}  // namespace

void TestValueEngine::productOfOnesPlusTwoIsThree()
{
    const auto engine = engineOf(2);
    const Shape shape{1, 2};
    std::array<ValueId, 4> v;
    for (ValueId& id : v)
        id = engine->create(shape);

    QVERIFY(engine->submit(operation(Operator::Fill, {}, shape, 1), {}, std::array{v[0]}));
    QVERIFY(engine->submit(operation(Operator::Fill, {}, shape, 1), {}, std::array{v[1]}));
    QVERIFY(
        engine->submit(operation(Operator::Multiply, {shape, shape}, shape), std::array{v[0], v[1]}, std::array{v[2]}));
    QVERIFY(engine->submit(operation(Operator::AddScalar, {shape}, shape, 2), std::array{v[2]}, std::array{v[3]}));
    const auto values = engine->read(v[3]);

    QVERIFY(values.has_value());
    QCOMPARE(std::vector<float>(values->begin(), values->end()), (std::vector<float>{3, 3}));
}

void TestValueEngine::writesAndOperationsAreExecutedInTheirOrder()
{
    const auto engine = engineOf(1);
    const ValueId x = engine->create({3});
    const ValueId y = engine->create({3});

    QVERIFY(engine->write(x, std::vector<float>{1, 2, 3}));
    QVERIFY(engine->submit(operation(Operator::Negate, {{3}}, {3}), std::array{x}, std::array{y}));
    QVERIFY(engine->write(x, std::vector<float>{7, 8, 9}));

    QCOMPARE((*engine->read(y))[2], -3.0F);
    QCOMPARE((*engine->read(x))[0], 7.0F);
    QVERIFY(!engine->write(x, std::vector<float>{1}));
}

void TestValueEngine::resultBitsDoNotDependOnTheNumberOfThreads()
{
    const Shape shape{70, 70};
    std::vector<float> first;
    for (int threads : {1, 2, 5, 8}) {
        const auto engine = engineOf(threads);
        std::mt19937 random(4);
        std::vector<ValueId> live;
        for (std::uint64_t i = 0; i < 4; ++i) {
            live.push_back(engine->create(shape));
            Operation normal = operation(Operator::RandomNormal, {}, shape);
            normal.seed = i;
            QVERIFY(engine->submit(normal, {}, std::array{live.back()}));
        }
        for (int i = 0; i < 60; ++i) {
            const auto pick = [&] { return live[random() % live.size()]; };
            const ValueId out = pick();
            const std::array in{pick(), pick()};
            const Operator op = i % 2 == 0 ? Operator::MatMul : Operator::Add;
            QVERIFY(engine->submit(operation(op, {shape, shape}, shape), in, std::array{out}));
            QVERIFY(engine->submit(operation(Operator::Tanh, {shape}, shape), std::array{out}, std::array{out}));
        }
        std::vector<float> all;
        for (ValueId id : live) {
            const auto values = engine->read(id);
            QVERIFY(values.has_value());
            all.insert(all.end(), values->begin(), values->end());
        }
        if (first.empty())
            first = all;
        QVERIFY(std::memcmp(first.data(), all.data(), all.size() * sizeof(float)) == 0);
    }
}

void TestValueEngine::readReturnsTheErrorOfTheFailedOperation()
{
    const auto engine = engineOf(2);
    const Shape huge{1 << 20, 1 << 20};
    const ValueId x = engine->create(huge);
    const ValueId sum = engine->create({});
    const ValueId never = engine->create({2});

    QVERIFY(engine->submit(operation(Operator::Fill, {}, huge, 1), {}, std::array{x}));
    QVERIFY(engine->submit(operation(Operator::Sum, {huge}, {}), std::array{x}, std::array{sum}));

    QCOMPARE(engine->read(sum).error().code, ErrorCode::OutOfMemory);
    QCOMPARE(engine->read(sum).error().code, ErrorCode::OutOfMemory);
    QCOMPARE(engine->read(never).error().code, ErrorCode::Unavailable);
    QVERIFY(engine->submit(operation(Operator::Fill, {}, {}, 4), {}, std::array{sum}));
    QCOMPARE((*engine->read(sum))[0], 4.0F);
}

void TestValueEngine::invalidOperationsAreRefused_data()
{
    QTest::addColumn<int>("inputs");
    QTest::addColumn<int>("outputs");
    QTest::addColumn<int>("extent");

    QTest::newRow("too few inputs") << 1 << 1 << 2;
    QTest::newRow("too many inputs") << 3 << 1 << 2;
    QTest::newRow("no output") << 2 << 0 << 2;
    QTest::newRow("two outputs") << 2 << 2 << 2;
    QTest::newRow("another shape") << 2 << 1 << 3;
}

void TestValueEngine::invalidOperationsAreRefused()
{
    QFETCH(int, inputs);
    QFETCH(int, outputs);
    QFETCH(int, extent);
    const auto engine = engineOf(1);
    const ValueId x = engine->create({extent});
    const std::vector<ValueId> reads(static_cast<std::size_t>(inputs), x);
    const std::vector<ValueId> writes(static_cast<std::size_t>(outputs), x);

    const Status status = engine->submit(operation(Operator::Add, {{2}, {2}}, {2}), reads, writes);

    QVERIFY(!status);
    QCOMPARE(status.error().code, ErrorCode::InvalidArgument);
    QVERIFY(!engine->submit(operation(Operator::Add, {{2}, {2}}, {2}), std::array{x, ValueId{99}}, std::array{x}));
    QVERIFY(!engine->read(ValueId{99}));
}

void TestValueEngine::submittedOperationsCanReadReleasedValues()
{
    const auto engine = engineOf(2);
    for (int i = 0; i < 300; ++i) {
        const ValueId x = engine->create({16, 16});
        const ValueId y = engine->create({});
        QVERIFY(engine->submit(operation(Operator::Fill, {}, {16, 16}, i), {}, std::array{x}));
        QVERIFY(engine->submit(operation(Operator::Max, {{16, 16}}, {}), std::array{x}, std::array{y}));
        engine->release(x);
        if (i % 50 == 0)
            QCOMPARE((*engine->read(y))[0], static_cast<float>(i));
        engine->release(y);
    }
    QVERIFY(engine->waitAll());
}

void TestValueEngine::readAfterCancelGivesAnError()
{
    const auto engine = engineOf(1);
    const Shape shape{256, 256};
    const ValueId x = engine->create(shape);
    QVERIFY(engine->submit(operation(Operator::Fill, {}, shape, 1), {}, std::array{x}));
    for (int i = 0; i < 3000; ++i)
        QVERIFY(engine->submit(operation(Operator::MatMul, {shape, shape}, shape), std::array{x, x}, std::array{x}));

    std::jthread([&engine] { engine->cancel(); }).join();

    QCOMPARE(engine->read(x).error().code, ErrorCode::Cancelled);
    QVERIFY(!engine->submit(operation(Operator::Fill, {}, shape, 1), {}, std::array{x}));
}

void TestValueEngine::invalidThreadCountsAreRefused()
{
    for (int threads : {0, -1, 257, 1'000'000})
        QVERIFY(!devices::cpu::makeValueEngine(threads).has_value());
}

QTEST_APPLESS_MAIN(TestValueEngine)
#include "tst_value_engine.moc"
