#include "engine/session/lazy_values.h"

#include <QtTest>

#include <vector>

using namespace engine;
using device::ValueId;
using ops::Operator;

namespace {

/// Adds and fills at once, and counts.
class Counting final : public device::ValueEngine {
public:
    explicit Counting(int& submitted, int& alive) : m_submitted(submitted), m_alive(alive) {}

    ValueId create(const tensor::Shape& shape) override
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
        std::vector<float>& out = m_values[writes[0].index];
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<float>(operation.scalars[0]) + (reads.empty() ? 0.0F : m_values[reads[0].index][i]);
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
    it.output = tensor::Shape{2};
    it.scalars[0] = scalar;
    if (op == Operator::AddScalar)
        it.inputs.push_back(tensor::Shape{2});
    return it;
}

}  // namespace

class TestLazyValues : public QObject {
    Q_OBJECT

private slots:
    void computesOnlyWhatIsRead();
    void writingInPlaceKeepsWhatWasReadBefore();
    void remembersWhatEarlierRunsRead();
    void longChainsStayBounded();
    void whatWasNeverWrittenIsAnError();
    void givesEverythingBack();

private:
    std::unique_ptr<device::ValueEngine> make(std::shared_ptr<session::ValueCache> cache = nullptr)
    {
        m_submitted = 0;
        return session::makeLazyValues(std::make_unique<Counting>(m_submitted, m_alive), std::move(cache));
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

void TestLazyValues::computesOnlyWhatIsRead()
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

void TestLazyValues::writingInPlaceKeepsWhatWasReadBefore()
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

void TestLazyValues::remembersWhatEarlierRunsRead()
{
    const auto cache = std::make_shared<session::ValueCache>();
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

void TestLazyValues::longChainsStayBounded()
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

void TestLazyValues::whatWasNeverWrittenIsAnError()
{
    const auto values = make();
    const ValueId x = values->create({2});
    const float given[3] = {1, 2, 3};

    QVERIFY(!values->read(x));
    QVERIFY(!values->submit(operation(Operator::AddScalar, 1), std::span(&x, 1), std::span(&x, 1)));
    QVERIFY(!values->write(x, given));
}

void TestLazyValues::givesEverythingBack()
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

QTEST_APPLESS_MAIN(TestLazyValues)
#include "tst_lazy_values.moc"
