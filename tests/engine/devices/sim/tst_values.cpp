#include "engine/devices/cpu/this_computer.h"
#include "tests/engine/devices/sim/random_program.h"

#include <cstring>

using namespace simtest;
using device::Semantics;
using ops::Operator;

namespace {

constexpr unsigned kPrograms = 60;

bool areEqual(const std::vector<std::vector<float>>& a, const std::vector<std::vector<float>>& b)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].size() != b[i].size() || std::memcmp(a[i].data(), b[i].data(), a[i].size() * sizeof(float)) != 0)
            return false;
    return true;
}

ProgramOptions small(Semantics semantics, int valueThreads)
{
    ProgramOptions options;
    options.semantics = semantics;
    options.steps = 40;
    options.valueThreads = valueThreads;
    options.sizes = {1, 3, 16, 40};
    return options;
}

}  // namespace

/// Tests computed values on virtual machines: their bits do not depend on the schedule, and they do not change the
/// times.
class TestValues : public QObject {
    Q_OBJECT

private slots:
    void computedAndWrittenValuesAreReadable();
    void valuesEqualThoseOfASerialRun_invariant34();
    void recordsDoNotDependOnValuesOrThreads_invariant13();
};

void TestValues::computedAndWrittenValuesAreReadable()
{
    device::PlatformOptions options;
    options.semantics = Semantics::MXNet;
    options.values = trace::ValueMode::Computed;
    Driver d(machine("laptop-2019"), options, devices::cpu::makeValueEngine);
    const DeviceId cpu{0};
    const auto ones = [&] {
        const VariableId x = d.tensor(cpu, {1, 2});
        device::OpRequest request;
        request.operation.op = Operator::Fill;
        request.operation.output = {1, 2};
        request.operation.scalars[0] = 1;
        const std::array<VariableId, 1> writes{x};
        request.writes = writes;
        request.device = cpu;
        static_cast<void>(d.platform().push(request));
        return x;
    };
    const VariableId a = ones();
    const VariableId b = ones();
    const VariableId t = d.tensor(cpu, {1, 2});
    QVERIFY(d.apply(Operator::Multiply, cpu, {a, b}, t, {{1, 2}, {1, 2}}, {1, 2}));
    const VariableId c = d.tensor(cpu, {1, 2});
    QVERIFY(d.apply(Operator::Add, cpu, {t, b}, c, {{1, 2}, {1, 2}}, {1, 2}));

    QVERIFY(d.platform().waitToRead(c, {}));
    const auto values = d.platform().read(c);

    QVERIFY(values);
    QCOMPARE((*values)[0], 2.0F);
    QCOMPARE((*values)[1], 2.0F);
    const std::vector<float> written{5, 7};
    QVERIFY(d.platform().write(a, written));
    QCOMPARE((*d.platform().read(a))[1], 7.0F);
}

void TestValues::valuesEqualThoseOfASerialRun_invariant34()
{
    for (unsigned seed = 0; seed < kPrograms; ++seed)
        for (Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
            const device::Machine machine = randomMachine(seed);
            ProgramOptions serial = small(semantics, 1);
            serial.isNaive = true;
            RandomProgram reference(machine, seed, serial, devices::cpu::makeValueEngine);
            reference.run();
            QVERIFY(!reference.values.empty());
            for (int threads : {1, 4}) {
                RandomProgram program(machine, seed, small(semantics, threads), devices::cpu::makeValueEngine);
                program.run();
                QVERIFY2(areEqual(program.values, reference.values), qPrintable(QString("seed %1").arg(seed)));
            }
        }
}

void TestValues::recordsDoNotDependOnValuesOrThreads_invariant13()
{
    for (unsigned seed = 0; seed < 6; ++seed)
        for (Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
            const device::Machine machine = randomMachine(seed);
            RandomProgram timing(machine, seed, small(semantics, 0));
            timing.run();
            for (int threads = 1; threads <= 8; ++threads) {
                RandomProgram computed(machine, seed, small(semantics, threads), devices::cpu::makeValueEngine);
                computed.run();
                QVERIFY(computed.driver.records.stream == timing.driver.records.stream);
            }
        }
}

QTEST_APPLESS_MAIN(TestValues)
#include "tst_values.moc"
