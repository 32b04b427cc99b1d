#include "engine/devices/sim/detail/costs.h"
#include "tests/engine/devices/sim/random_program.h"

#include <cmath>

using namespace simtest;
using device::Semantics;
using devices::sim::detail::jitter;
using devices::sim::detail::Varying;

namespace {

/// The records of a program with products on two GPUs, both types of copies and CPU work, as text.
std::string streamOf(double noise, std::uint64_t seed, Semantics semantics, Nanoseconds* end = nullptr)
{
    const device::Machine book = machine("book-v100");
    device::PlatformOptions options;
    options.semantics = semantics;
    options.noise = noise;
    options.seed = seed;
    Driver driver(book, options);
    const VariableId x = driver.uniform(driver.gpu(0), 2000);
    const VariableId y = driver.uniform(driver.gpu(1), 2000);
    std::vector<VariableId> results = driver.run(x, driver.gpu(0), 2000, 20);
    std::vector<VariableId> others = driver.run(y, driver.gpu(1), 2000, 20);
    static_cast<void>(driver.toHost(results, 2000, false));
    static_cast<void>(driver.toHost(others, 2000, true));
    driver.waitall();
    driver.platform().finish();
    if (end != nullptr)
        *end = driver.records.ends.front().time;
    return driver.records.stream;
}

}  // namespace

/// Tests that noise varies the durations of operations, and that the durations are reproducible.
class TestNoise : public QObject {
    Q_OBJECT

private slots:
    void zeroNoiseChangesNoDuration();
    void noiseFactorsStayWithinTheirBounds();
    void noiseFactorsAreUniformAndUncorrelated();
    void equalSeedsGiveEqualTraces();
    void differentSeedsGiveDifferentTraces();
    void timeOfANoisyProgramStaysWithinItsBounds();
    void operationsWithNoiseStartAfterTheirDependencies();
};

void TestNoise::zeroNoiseChangesNoDuration()
{
    for (std::uint32_t op = 0; op < 100; ++op)
        QCOMPARE(jitter(0, op, OpId{op}, Varying::Kernel), 1.0);
    QVERIFY(streamOf(0, 1, Semantics::Torch) == streamOf(0, 2, Semantics::Torch));
}

void TestNoise::noiseFactorsStayWithinTheirBounds()
{
    for (double noise : {0.001, 0.1, 0.5, 0.99})
        for (std::uint32_t op = 0; op < 10'000; ++op) {
            const double factor = jitter(noise, 5, OpId{op}, Varying::Copy);
            QVERIFY(factor >= 1 - noise && factor <= 1 + noise && factor > 0);
        }
}

/// Tests mean and variance, and correlations between successive operations, seeds and types of duration. Each must be
/// within five standard deviations of its expected value.
void TestNoise::noiseFactorsAreUniformAndUncorrelated()
{
    constexpr int kCount = 40'000;
    double sum = 0;
    double squares = 0;
    double neighbours = 0;
    double seeds = 0;
    double kinds = 0;
    for (std::uint32_t op = 0; op < kCount; ++op) {
        const double here = jitter(1, 3, OpId{op}, Varying::Kernel) - 1;
        sum += here;
        squares += here * here;
        neighbours += here * (jitter(1, 3, OpId{op + 1}, Varying::Kernel) - 1);
        seeds += here * (jitter(1, 4, OpId{op}, Varying::Kernel) - 1);
        kinds += here * (jitter(1, 3, OpId{op}, Varying::Copy) - 1);
    }
    const double five = 5 / std::sqrt(double{kCount});

    QVERIFY(std::abs(sum / kCount) < five / std::sqrt(3.0));
    QVERIFY(std::abs(squares / kCount - 1.0 / 3) < five * 0.3);
    for (double product : {neighbours, seeds, kinds})
        QVERIFY(std::abs(product / kCount) < five / 3);
}

void TestNoise::equalSeedsGiveEqualTraces()
{
    for (Semantics semantics : {Semantics::Torch, Semantics::MXNet})
        for (std::uint64_t seed = 0; seed < 5; ++seed)
            QVERIFY(streamOf(0.2, seed, semantics) == streamOf(0.2, seed, semantics));
}

void TestNoise::differentSeedsGiveDifferentTraces()
{
    for (Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
        QVERIFY(streamOf(0.2, 1, semantics) != streamOf(0.2, 2, semantics));
        QVERIFY(streamOf(0.2, 1, semantics) != streamOf(0, 1, semantics));
    }
}

/// If each duration changes by at most 10 %, the total changes by at most 12 %.
void TestNoise::timeOfANoisyProgramStaysWithinItsBounds()
{
    for (Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
        Nanoseconds plain{};
        static_cast<void>(streamOf(0, 0, semantics, &plain));
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            Nanoseconds end{};
            static_cast<void>(streamOf(0.1, seed, semantics, &end));
            const double ratio = toSeconds(end) / toSeconds(plain);
            QVERIFY2(ratio > 0.88 && ratio < 1.12, qPrintable(QString::number(ratio)));
        }
    }
}

void TestNoise::operationsWithNoiseStartAfterTheirDependencies()
{
    for (unsigned seed = 0; seed < 40; ++seed) {
        const device::Machine random = randomMachine(seed, 3);
        ProgramOptions options;
        options.semantics = seed % 2 == 0 ? Semantics::Torch : Semantics::MXNet;
        options.noise = 0.5;
        RandomProgram program(random, seed, options);
        program.run();
        const Records& records = program.driver.records;
        std::vector<trace::LifeRecord> lives(records.issues.size());
        for (const trace::LifeRecord& life : records.lives)
            lives[life.op.index] = life;
        QCOMPARE(records.lives.size(), records.issues.size());
        for (const trace::DependencyRecord& edge : records.edges)
            QVERIFY2(lives[edge.to.index].started >= lives[edge.from.index].finished,
                     qPrintable(QString("seed %1").arg(seed)));
        QCOMPARE(program.driver.platform().pending(), std::int64_t{0});
    }
}

QTEST_APPLESS_MAIN(TestNoise)
#include "tst_noise.moc"
