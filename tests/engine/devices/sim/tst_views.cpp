#include "engine/devices/cpu/this_computer.h"
#include "tests/engine/devices/sim/random_program.h"

#include <numeric>
#include <random>

using namespace simtest;
using device::Semantics;
using ops::Operator;
using ops::Shape;

namespace {

const DeviceId kGpu{1};
const Shape kWhole{4, 6};

void must(bool isTrue)
{
    if (!isTrue)
        qFatal("the platform refused a call of the test");
}

/// A program on a tensor of 4 x 6 and views of it.
class Program {
public:
    explicit Program(Semantics semantics, trace::ValueMode values = trace::ValueMode::TimingOnly)
        : m_driver(machine("book-v100"), optionsOf(semantics, values), devices::cpu::makeValueEngine)
    {
    }

    [[nodiscard]] Driver& driver() { return m_driver; }
    [[nodiscard]] device::Platform& platform() { return m_driver.platform(); }

    VariableId whole()
    {
        const VariableId x = m_driver.tensor(kGpu, kWhole);
        static_cast<void>(m_driver.apply(Operator::Fill, kGpu, {}, x, {}, kWhole));
        return x;
    }
    VariableId show(VariableId base, const Shape& from, Operator op, const Shape& to,
                    std::array<std::int64_t, 6> offsets = {})
    {
        const VariableId view = m_driver.tensor(kGpu, to);
        device::OpRequest request;
        request.operation.op = op;
        request.operation.inputs = {from};
        request.operation.output = to;
        std::copy(offsets.begin(), offsets.end(), request.operation.offsets.begin());
        request.reads = {&base, 1};
        request.writes = {&view, 1};
        request.device = kGpu;
        request.isView = true;
        const Result<OpId> issued = platform().push(request);
        must(issued.has_value() && !issued->isValid());
        return view;
    }
    void add(VariableId x, const Shape& shape, double number)
    {
        device::OpRequest request;
        request.operation.op = Operator::AddScalar;
        request.operation.inputs = {shape};
        request.operation.output = shape;
        request.operation.scalars[0] = number;
        request.reads = {&x, 1};
        request.writes = {&x, 1};
        request.device = kGpu;
        must(platform().push(request).has_value());
    }
    std::vector<float> values(VariableId x, const Shape& shape)
    {
        const VariableId host = m_driver.tensor(DeviceId{0}, shape);
        static_cast<void>(m_driver.apply(Operator::Copy, DeviceId{0}, {x}, host, {shape}, shape));
        must(platform().waitToRead(host, {}).has_value());
        const auto numbers = platform().read(host);
        must(numbers.has_value());
        return {numbers->begin(), numbers->end()};
    }

private:
    static device::PlatformOptions optionsOf(Semantics semantics, trace::ValueMode values)
    {
        device::PlatformOptions options;
        options.semantics = semantics;
        options.values = values;
        return options;
    }

    Driver m_driver;
};

}  // namespace

/// Tests views on virtual machines: creating a view needs no operation and no memory, and a write to the view or its
/// base changes both.
class TestViews : public QObject {
    Q_OBJECT

private slots:
    void creatingAViewIssuesNoOperation_data() { semantics(); }
    void creatingAViewIssuesNoOperation();
    void operationOnAViewDependsOnTheWriterOfItsBase_data() { semantics(); }
    void operationOnAViewDependsOnTheWriterOfItsBase();
    void memoryIsFreedWithTheLastView_data() { semantics(); }
    void memoryIsFreedWithTheLastView();
    void writesToAViewAreVisibleInAllViews();
    void viewOfAReleasedBaseKeepsItsValues();
    void longChainOfViewsIsReleased();
    void operationsOnDisjointPartsOfATensorAreIndependent();
    void writesToOverlappingPartsOfATensorAreOrdered();

private:
    static void semantics()
    {
        QTest::addColumn<Semantics>("semantics");
        QTest::newRow("PyTorch") << Semantics::Torch;
        QTest::newRow("MXNet") << Semantics::MXNet;
    }
};

void TestViews::creatingAViewIssuesNoOperation()
{
    QFETCH(Semantics, semantics);
    Program program(semantics);
    const VariableId x = program.whole();
    const std::size_t before = program.driver().records.issues.size();
    const std::size_t calls = program.driver().records.hosts.size();
    const auto allocated = program.platform().memory().levels(kGpu).allocated;
    program.show(x, kWhole, Operator::Reshape, {24});
    program.show(x, kWhole, Operator::Transpose, {6, 4});
    program.show(x, kWhole, Operator::Slice, {2, 6}, {1});
    QCOMPARE(program.driver().records.issues.size(), before);
    program.driver().waitall();
    if (semantics == Semantics::Torch)
        QCOMPARE(program.platform().memory().levels(kGpu).allocated, allocated);
    QVERIFY(program.platform().memory().levels(kGpu).allocated.value <= 4096);  // at most one block
    QCOMPARE(program.driver().records.hosts.size(), calls + 3);                 // each call takes the program's time
}

void TestViews::operationOnAViewDependsOnTheWriterOfItsBase()
{
    QFETCH(Semantics, semantics);
    Program program(semantics);
    const VariableId x = program.whole();
    const OpId writer = program.driver().lastOp;
    const VariableId view = program.show(x, kWhole, Operator::Transpose, {6, 4});
    program.add(view, {6, 4}, 1);
    program.add(x, kWhole, 1);
    program.driver().waitall();
    const auto& edges = program.driver().records.edges;
    const auto has = [&](std::uint32_t from, std::uint32_t to) {
        return std::ranges::any_of(edges, [&](const auto& e) { return e.from.index == from && e.to.index == to; });
    };
    QVERIFY(has(writer.index, writer.index + 1));
    QVERIFY(has(writer.index + 1, writer.index + 2));
}

void TestViews::memoryIsFreedWithTheLastView()
{
    QFETCH(Semantics, semantics);
    Program program(semantics);
    const VariableId x = program.whole();
    const VariableId view = program.show(x, kWhole, Operator::Reshape, {24});
    const VariableId part = program.show(view, {24}, Operator::Slice, {5}, {3});
    program.driver().waitall();
    program.platform().release(view);
    program.platform().release(x);
    QVERIFY(program.platform().memory().levels(kGpu).allocated.value > 0);
    program.add(part, {5}, 1);
    program.platform().release(part);
    program.driver().waitall();
    QCOMPARE(program.platform().memory().levels(kGpu).allocated.value, 0);
    QVERIFY(!program.platform().waitToRead(part, {}));
}

void TestViews::writesToAViewAreVisibleInAllViews()
{
    Program program(Semantics::Torch, trace::ValueMode::Computed);
    const VariableId x = program.whole();
    const VariableId turned = program.show(x, kWhole, Operator::Transpose, {6, 4});
    const VariableId rows = program.show(turned, {6, 4}, Operator::Slice, {2, 4}, {1});
    program.add(rows, {2, 4}, 3);  // columns 1 and 2 of x
    program.add(x, kWhole, 1);
    const std::vector<float> row = {1, 4, 4, 1, 1, 1};
    std::vector<float> expected;
    for (int i = 0; i < 4; ++i)
        expected.insert(expected.end(), row.begin(), row.end());
    QCOMPARE(program.values(x, kWhole), expected);
    QCOMPARE(program.values(rows, {2, 4}), std::vector<float>(8, 4));
    const VariableId first = program.show(x, kWhole, Operator::Slice, {6});
    std::vector<float> given(6);
    std::iota(given.begin(), given.end(), 10.0F);
    QVERIFY(program.platform().write(first, given));
    std::copy(given.begin(), given.end(), expected.begin());
    QCOMPARE(program.values(x, kWhole), expected);
    QCOMPARE(program.values(rows, {2, 4}), (std::vector<float>{11, 4, 4, 4, 12, 4, 4, 4}));
}

void TestViews::viewOfAReleasedBaseKeepsItsValues()
{
    Program program(Semantics::Torch, trace::ValueMode::Computed);
    const VariableId x = program.whole();
    program.add(x, kWhole, 2);
    const VariableId view = program.show(x, kWhole, Operator::Slice, {2, 3}, {1, 2});
    program.platform().release(x);
    QCOMPARE(program.values(view, {2, 3}), std::vector<float>(6, 2));
    program.add(view, {2, 3}, 1);
    QCOMPARE(program.values(view, {2, 3}), std::vector<float>(6, 3));
}

void TestViews::longChainOfViewsIsReleased()
{
    Program program(Semantics::Torch, trace::ValueMode::Computed);
    VariableId view = program.whole();
    for (int i = 0; i < 100'000; ++i) {
        const VariableId next = program.show(view, kWhole, i % 2 == 0 ? Operator::Reshape : Operator::Slice, kWhole);
        program.platform().release(view);
        view = next;
    }
    program.add(view, kWhole, 1);
    QCOMPARE(program.values(view, kWhole), std::vector<float>(24, 1));
    program.platform().release(view);
    program.driver().waitall();
    QCOMPARE(program.platform().memory().levels(kGpu).allocated.value, 0);
}

/// Returns true if a chain of one or more edges leads from one operation to another.
bool isOrdered(const std::vector<trace::DependencyRecord>& edges, OpId from, OpId to)
{
    std::vector<OpId> reached{from};
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const trace::DependencyRecord& edge : edges)
            if (edge.from == reached[i] && std::ranges::find(reached, edge.to) == reached.end())
                reached.push_back(edge.to);
    return std::ranges::find(reached, to) != reached.end();
}

void TestViews::operationsOnDisjointPartsOfATensorAreIndependent()
{
    Program program(Semantics::Torch);
    const VariableId x = program.whole();
    const OpId whole = program.driver().lastOp;
    const VariableId first = program.show(x, kWhole, Operator::Slice, {2, 6});
    const VariableId second = program.show(x, kWhole, Operator::Slice, {2, 6}, {2});
    program.add(first, {2, 6}, 1);
    program.add(second, {2, 6}, 1);
    program.driver().waitall();
    const auto& edges = program.driver().records.edges;
    const OpId a{whole.index + 1};
    const OpId b{whole.index + 2};
    QVERIFY(isOrdered(edges, whole, a));
    QVERIFY(isOrdered(edges, whole, b));
    const auto joins = [&](const trace::DependencyRecord& edge) {
        return edge.from == a && edge.to == b && edge.kind != trace::DependencyKind::Stream;
    };
    QVERIFY(std::ranges::none_of(edges, joins));
}

/// Random reads and writes of rows. Two operations with common rows are ordered if one of them writes.
void TestViews::writesToOverlappingPartsOfATensorAreOrdered()
{
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        Program program(Semantics::Torch);
        const VariableId x = program.whole();
        struct Use {
            OpId op;
            std::int64_t begin, end;
            bool writes;
        };
        std::vector<Use> uses{{program.driver().lastOp, 0, 4, true}};
        for (int i = 0; i < 12; ++i) {
            const auto begin = static_cast<std::int64_t>(random() % 4);
            const auto rows = static_cast<std::int64_t>(1 + random() % static_cast<unsigned>(4 - begin));
            const Shape shape{rows, 6};
            const VariableId part = program.show(x, kWhole, Operator::Slice, shape, {begin});
            const bool writes = random() % 2 == 0;
            if (writes) {
                program.add(part, shape, 1);
            } else {
                const VariableId result = program.driver().tensor(kGpu, shape);
                must(program.driver().apply(Operator::Relu, kGpu, {part}, result, {shape}, shape).has_value());
            }
            uses.push_back({OpId{uses.back().op.index + 1}, begin, begin + rows, writes});
        }
        program.driver().waitall();
        std::vector<trace::DependencyRecord> edges = program.driver().records.edges;
        std::erase_if(edges, [](const auto& edge) { return edge.kind == trace::DependencyKind::Stream; });
        for (std::size_t i = 0; i < uses.size(); ++i)
            for (std::size_t j = i + 1; j < uses.size(); ++j)
                if ((uses[i].writes || uses[j].writes) && uses[i].begin < uses[j].end && uses[j].begin < uses[i].end)
                    QVERIFY2(isOrdered(edges, uses[i].op, uses[j].op), qPrintable([&] {
                                 QString all = QString("round %1: %2 and %3: ").arg(round).arg(i).arg(j);
                                 for (const Use& use : uses)
                                     all +=
                                         QString("%1[%2,%3) ").arg(use.writes ? "w" : "r").arg(use.begin).arg(use.end);
                                 for (const auto& edge : edges)
                                     all += QString("%1>%2 ").arg(edge.from.index).arg(edge.to.index);
                                 return all;
                             }()));
    }
}

QTEST_APPLESS_MAIN(TestViews)
#include "tst_views.moc"
