#include "engine/device/machine_file.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/devices/cuda/open_computer.h"
#include "engine/devices/sim/open_virtual.h"
#include "tests/devices/fake_gpu.h"
#include "tests/devices/random_program.h"
#include "tests/engine/analysis/figure_bounds.h"
#include "tests/source_dir.h"

#include <QTest>

#include <bit>

using namespace conformance;
using device::EnginePolicy;
using device::Semantics;

namespace {

#if defined(OVERLAP_CHECKED)
constexpr int kUsual = 400;  // fewer programs, because sanitizers are slow
#else
constexpr int kUsual = 10'000;
#endif
/// Number of programs of each test: kUsual, or the value of OVERLAP_RANDOM_PROGRAMS.
int programCount()
{
    const int wanted = qEnvironmentVariableIntValue("OVERLAP_RANDOM_PROGRAMS");
    return wanted > 0 ? wanted : kUsual;
}

/// Number of programs that run on one platform, one after the other.
constexpr int kBatch = 25;

/// Number of the first batch: 0, or the batch that contains the program with the number OVERLAP_RANDOM_FIRST.
int firstBatch()
{
    return qEnvironmentVariableIntValue("OVERLAP_RANDOM_FIRST") / kBatch;
}
int endBatch()
{
    return firstBatch() + programCount() / kBatch;
}

constexpr int kSteps = 24;

device::PlatformOptions options(Semantics semantics, EnginePolicy policy, int workers, int valueThreads)
{
    device::PlatformOptions options;
    options.semantics = semantics;
    options.policy = policy;
    options.values = trace::ValueMode::Computed;
    options.computeWorkers = workers;
    options.valueThreads = valueThreads;
    options.maxPending = workers == 2 ? 8 : 4096;
    return options;
}

using Digests = std::vector<std::uint64_t>;

/// A digest of the bits of all values; 0 if there are none. A million programs have too many values to store.
std::uint64_t digestOf(const Values& values)
{
    std::uint64_t digest = values.empty() ? 0 : values.size();
    for (const float value : values)
        digest = (digest ^ std::bit_cast<std::uint32_t>(value)) * 0x9e3779b97f4a7c15ULL;
    return digest;
}

/// Returns the digests of the results of a batch on one platform. Also checks the trace of the batch.
Digests runBatch(const Opener& open, const device::PlatformOptions& with, int batch, QString* problem)
{
    Digests results;
    std::vector<Journalled> journal;
    Driver driver(open, with);
    for (int i = 0; i < kBatch; ++i)
        results.push_back(digestOf(
            runProgram(randomProgram(static_cast<std::uint64_t>(batch * kBatch + i), kSteps), driver, journal)));
    const trace::TracePtr trace = driver.finish();
    std::string found = problemOf(*trace);
    if (found.empty())
        found = orderProblemOf(journal, *trace);
    if (found.empty())
        found = tests::figureProblemOf(*trace);
    if (!found.empty() && problem->isEmpty())
        *problem = QString("batch %1: %2").arg(batch).arg(QString::fromStdString(found));
    return results;
}

bool isEqual(std::uint64_t a, std::uint64_t b)
{
    return a != 0 && a == b;
}

/// `base` with `gpus` GPUs, all equal to its first GPU.
device::Machine withGpus(device::Machine base, int gpus)
{
    for (device::Profile* profile : {&base.torch, &base.mxnet})
        profile->gpus.resize(static_cast<std::size_t>(gpus), profile->gpus.front());
    return base;
}

}  // namespace

class TestRandomPrograms : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void threadedPolicyGivesTheValuesOfTheNaivePolicyOnThisComputer();
    void torchSemanticsGiveTheValuesOfTheNaivePolicyOnThisComputer();
    void virtualMachinesOfAnySizeGiveTheValuesOfThisComputer();
    void fakeGpusGiveTheValuesOfTheNaivePolicy();

private:
    void compare(const std::function<Digests(int batch, QString* problem)>& run, int stride);

    std::vector<Digests> m_naive;  ///< digests of the expected values, per batch
};

void TestRandomPrograms::initTestCase()
{
    QString problem;
    for (int batch = firstBatch(); batch < endBatch(); ++batch)
        m_naive.push_back(runBatch(devices::cpu::openThisComputer, options(Semantics::MXNet, EnginePolicy::Naive, 1, 1),
                                   batch, &problem));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

void TestRandomPrograms::compare(const std::function<Digests(int, QString*)>& run, int stride)
{
    QString problem;
    for (int batch = firstBatch(); batch < endBatch(); batch += stride) {
        const Digests results = run(batch, &problem);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        for (int i = 0; i < kBatch; ++i)
            QVERIFY2(isEqual(results[static_cast<std::size_t>(i)],
                             m_naive[static_cast<std::size_t>(batch - firstBatch())][static_cast<std::size_t>(i)]),
                     qPrintable(QString("program %1 gives other bits").arg(batch * kBatch + i)));
    }
}

void TestRandomPrograms::threadedPolicyGivesTheValuesOfTheNaivePolicyOnThisComputer()
{
    compare(
        [](int batch, QString* problem) {
            return runBatch(devices::cpu::openThisComputer,
                            options(Semantics::MXNet, EnginePolicy::Threaded, 1 + batch % 3, 1), batch, problem);
        },
        1);
}

void TestRandomPrograms::torchSemanticsGiveTheValuesOfTheNaivePolicyOnThisComputer()
{
    compare(
        [](int batch, QString* problem) {
            return runBatch(devices::cpu::openThisComputer, options(Semantics::Torch, EnginePolicy::Threaded, 1, 1),
                            batch, problem);
        },
        10);
}

void TestRandomPrograms::virtualMachinesOfAnySizeGiveTheValuesOfThisComputer()
{
    const auto base = device::readMachine(tests::inSource("resources/machines/book-v100.json"));
    QVERIFY(base.has_value());
    compare(
        [&base](int batch, QString* problem) {
            const device::Machine machine = withGpus(*base, 1 + batch % 8);
            const auto open = [&machine](const device::PlatformOptions& with, trace::Sink& sink) {
                return devices::sim::openVirtual(machine, with, sink, devices::cpu::makeValueEngine);
            };
            const Semantics semantics = batch % 2 == 0 ? Semantics::Torch : Semantics::MXNet;
            return runBatch(open, options(semantics, EnginePolicy::Threaded, 1 + batch % 2, 1 + batch % 8), batch,
                            problem);
        },
        1);
}

/// Runs on fake GPUs, which are threads with random delays, so a missing stream wait soon gives wrong values. Fake GPUs
/// sum in a different order than the CPU, so the oracle is the naive policy on fake GPUs.
void TestRandomPrograms::fakeGpusGiveTheValuesOfTheNaivePolicy()
{
    constexpr int kEvery = 8;
    for (int batch = firstBatch(); batch < endBatch(); batch += kEvery) {
        fake::Settings settings;
        settings.devices = 1 + batch / kEvery % 3;
        settings.jitter = 30;
        settings.times = static_cast<devices::cuda::abi::TimeSource>(batch / kEvery % 3);
        settings.hasBadTimes = true;
        const auto open = [&settings](const device::PlatformOptions& with, trace::Sink& sink) {
            return devices::cuda::openComputer(devices::cuda::probeModule(fake::makeModule(settings)), with, sink);
        };
        QString problem;
        const auto naive = runBatch(open, options(Semantics::MXNet, EnginePolicy::Naive, 1, 1), batch, &problem);
        for (const Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
            device::PlatformOptions with = options(semantics, EnginePolicy::Threaded, 1 + batch / kEvery % 2, 1);
            with.computeStreams = 1 + batch / kEvery % 4;
            const auto found = runBatch(open, with, batch, &problem);
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
            for (int i = 0; i < kBatch; ++i)
                QVERIFY2(isEqual(found[static_cast<std::size_t>(i)], naive[static_cast<std::size_t>(i)]),
                         qPrintable(QString("program %1 gives other bits").arg(batch * kBatch + i)));
        }
    }
}

QTEST_APPLESS_MAIN(TestRandomPrograms)
#include "tst_random_programs.moc"
