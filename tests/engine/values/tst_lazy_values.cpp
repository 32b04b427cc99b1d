#include "engine/values/lazy_values.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <vector>

using namespace engine;
using device::ValueId;
using ops::Operator;

namespace {

/// A value engine that computes additions and fills immediately, and counts submissions and live values.
class Counting final : public device::ValueEngine {
public:
    explicit Counting(int& submitted, int& alive) : m_submitted(submitted), m_alive(alive) {}

    ValueId create(const ops::Shape& shape) override
    {
        ++m_alive;
        m_values.emplace_back(static_cast<std::size_t>(shape.elements()), 0.0F);
        return ValueId{m_values.size() - 1};
    }
    void release(ValueId) override { --m_alive; }
    Status write(ValueId value, std::span<const float> numbers) override
    {
        m_values[value.index].assign(numbers.begin(), numbers.end());
        return {};
    }
    Status submit(const ops::Operation& operation, std::span<const ValueId> reads,
                  std::span<const ValueId> writes) override
    {
        ++m_submitted;
        for (std::size_t output = 0; output < writes.size(); ++output) {
            std::vector<float>& out = m_values[writes[output].index];
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] = static_cast<float>(operation.scalars[output]) +
                         (reads.empty() ? 0.0F : m_values[reads[0].index][i]);
        }
        return {};
    }
    Result<std::span<const float>> read(ValueId value) override
    {
        return std::span<const float>(m_values[value.index]);
    }
    Status waitAll() override { return {}; }
    void cancel() override {}

private:
    int& m_submitted;
    int& m_alive;
    std::vector<std::vector<float>> m_values;
};

ops::Operation operation(Operator op, double scalar)
{
    ops::Operation it;
    it.op = op;
    it.output = ops::Shape{2};
    it.scalars[0] = scalar;
    if (op == Operator::AddScalar)
        it.inputs.push_back(ops::Shape{2});
    return it;
}

}  // namespace

class TestLazyValues : public QObject {
    Q_OBJECT

private slots:
    void valuesAreComputedOnlyIfRead();
    void inPlaceWriteKeepsEarlierResults();
    void valuesOfEarlierRunsAreCached();
    void longChainOfUnreadValuesNeedsLittleMemory();
    void readingAnUnwrittenValueIsAnError();
    void valuesAreReleasedExplicitlyOrWithTheirOwner();
    void operationsWithSeveralResultsAreComputedOnce();
    void resultDoesNotKeepOtherResultsAlive();
    void longTrainingNeedsLittleMemory();
    void cacheKeyIsTheOperationAndTheOutput();

private:
    std::unique_ptr<device::ValueEngine> make(std::shared_ptr<values::ValueCache> cache = nullptr)
    {
        m_submitted = 0;
        return values::makeLazyValues(std::make_unique<Counting>(m_submitted, m_alive), std::move(cache));
    }
    static void fill(device::ValueEngine& values, ValueId out, double scalar)
    {
        QVERIFY(values.submit(operation(Operator::Fill, scalar), {}, std::span(&out, 1)));
    }
    static void add(device::ValueEngine& values, ValueId from, ValueId out, double scalar)
    {
        QVERIFY(values.submit(operation(Operator::AddScalar, scalar), std::span(&from, 1), std::span(&out, 1)));
    }

    int m_submitted = 0;
    int m_alive = 0;
};

void TestLazyValues::valuesAreComputedOnlyIfRead()
{
    const auto values = make();
    const ValueId x = values->create({2});
    const ValueId y = values->create({2});
    const ValueId z = values->create({2});
    fill(*values, x, 1);
    add(*values, x, y, 2);
    for (int i = 0; i < 100; ++i)
        add(*values, x, z, i);
    QCOMPARE(m_submitted, 0);

    const auto read = values->read(y);

    QVERIFY(read);
    QCOMPARE((*read)[1], 3.0F);
    QCOMPARE(m_submitted, 2);
}

void TestLazyValues::inPlaceWriteKeepsEarlierResults()
{
    const auto values = make();
    const ValueId x = values->create({2});
    const ValueId y = values->create({2});
    const float given[2] = {1, 2};
    QVERIFY(values->write(x, given));
    add(*values, x, y, 10);
    add(*values, x, x, 100);

    QCOMPARE((*values->read(y))[1], 12.0F);
    QCOMPARE((*values->read(x))[1], 102.0F);
}

void TestLazyValues::valuesOfEarlierRunsAreCached()
{
    const auto cache = std::make_shared<values::ValueCache>();
    for (int run = 0; run < 2; ++run) {
        const auto values = make(cache);
        const ValueId x = values->create({2});
        fill(*values, x, 5);
        add(*values, x, x, 1);
        QCOMPARE((*values->read(x))[0], 6.0F);
        QCOMPARE(m_submitted, run == 0 ? 2 : 0);
    }
    const auto values = make(cache);
    const ValueId x = values->create({2});
    fill(*values, x, 5);
    add(*values, x, x, 2);
    QCOMPARE((*values->read(x))[0], 7.0F);
}

void TestLazyValues::longChainOfUnreadValuesNeedsLittleMemory()
{
    const auto values = make();
    const ValueId x = values->create({2});
    fill(*values, x, 0);
    for (int i = 0; i < 200'000; ++i)
        add(*values, x, x, 1);

    QVERIFY(m_submitted > 190'000);
    QVERIFY(m_alive < 2000);
    QCOMPARE((*values->read(x))[0], 200'000.0F);
}

void TestLazyValues::readingAnUnwrittenValueIsAnError()
{
    const auto values = make();
    const ValueId x = values->create({2});
    const float given[3] = {1, 2, 3};

    QVERIFY(!values->read(x));
    QVERIFY(!values->submit(operation(Operator::AddScalar, 1), std::span(&x, 1), std::span(&x, 1)));
    QVERIFY(!values->write(x, given));
}

void TestLazyValues::valuesAreReleasedExplicitlyOrWithTheirOwner()
{
    m_alive = 0;
    {
        const auto values = make();
        const ValueId x = values->create({2});
        fill(*values, x, 0);
        QVERIFY(values->read(x));
        values->release(x);
        QCOMPARE(m_alive, 0);
        const ValueId y = values->create({2});
        fill(*values, y, 0);
        QVERIFY(values->read(y));
    }
    QCOMPARE(m_alive, 0);
}

namespace {

/// An operation with two results: class Counting adds `first` and `second` to the first input.
ops::Operation momentum(double first, double second)
{
    const ops::Shape shape{2};
    ops::Operation it;
    it.op = Operator::SgdMomentumUpdate;
    it.inputs = {shape, shape, shape};
    it.output = shape;
    it.moreOutputs = {shape};
    it.scalars[0] = first;
    it.scalars[1] = second;
    return it;
}

}  // namespace

void TestLazyValues::operationsWithSeveralResultsAreComputedOnce()
{
    const auto values = make();
    const ValueId w = values->create({2});
    const ValueId m = values->create({2});
    const ValueId before = values->create({2});
    fill(*values, w, 1);
    fill(*values, m, 5);
    add(*values, w, before, 0);
    QVERIFY(values->submit(momentum(10, 20), std::array{w, w, m}, std::array{w, m}));

    QCOMPARE((*values->read(m))[0], 21.0F);
    QCOMPARE((*values->read(w))[0], 11.0F);
    QCOMPARE((*values->read(before))[0], 1.0F);
    QCOMPARE(m_submitted, 4);
}

void TestLazyValues::resultDoesNotKeepOtherResultsAlive()
{
    m_alive = 0;
    const auto values = make();
    const ValueId w = values->create({2});
    const ValueId kept = values->create({2});
    const ValueId dropped = values->create({2});
    fill(*values, w, 1);
    QVERIFY(values->submit(momentum(1, 2), std::array{w, w, w}, std::array{dropped, kept}));
    QVERIFY(values->submit(momentum(3, 4), std::array{dropped, w, w}, std::array{dropped, kept}));
    values->release(dropped);
    values->release(w);

    QCOMPARE((*values->read(kept))[0], 6.0F);

    QCOMPARE(m_alive, 1);
}

void TestLazyValues::longTrainingNeedsLittleMemory()
{
    m_alive = 0;
    const auto values = make();
    const ValueId w = values->create({2});
    const ValueId m = values->create({2});
    fill(*values, w, 0);
    fill(*values, m, 0);
    int most = 0;
    for (int step = 0; step < 20'000; ++step) {
        const ValueId x = values->create({2});
        const ValueId loss = values->create({2});
        fill(*values, x, 1);
        QVERIFY(values->submit(momentum(1, 1), std::array{w, x, m}, std::array{w, m}));
        add(*values, w, loss, 0);
        values->release(x);
        values->release(loss);
        most = std::max(most, m_alive);
    }

    QVERIFY2(most < 3000, qPrintable(QString::number(most)));
    QCOMPARE((*values->read(w))[0], 20'000.0F);
    values->release(w);
    values->release(m);
    QCOMPARE(m_alive, 0);
}

void TestLazyValues::cacheKeyIsTheOperationAndTheOutput()
{
    const auto cache = std::make_shared<values::ValueCache>();
    const auto compute = [&](const ops::Operation& operation, std::size_t wanted) {
        const auto values = make(cache);
        const ValueId w = values->create({2});
        fill(*values, w, 1);
        const std::array results{values->create({2}), values->create({2})};
        QVERIFY(values->submit(operation, std::array{w, w, w}, results));
        QCOMPARE((*values->read(results[wanted]))[0], static_cast<float>(1 + operation.scalars[wanted]));
    };
    compute(momentum(1, 2), 0);
    QCOMPARE(m_submitted, 2);
    compute(momentum(1, 2), 0);
    QCOMPARE(m_submitted, 0);
    compute(momentum(1, 2), 1);
    QCOMPARE(m_submitted, 2);
    ops::Operation other = momentum(1, 2);
    other.window.stride[1] = 3;
    compute(other, 0);
    QCOMPARE(m_submitted, 2);
}

QTEST_APPLESS_MAIN(TestLazyValues)
#include "tst_lazy_values.moc"
