#include "disturbed_platform.h"
#include "engine/base/statistics.h"
#include "engine/calibrate/machine_text.h"
#include "engine/calibrate/measure.h"
#include "engine/calibrate/sampling.h"
#include "engine/device/machine_file.h"
#include "engine/devices/sim/open_virtual.h"
#include "tests/machine_text.h"
#include "tests/source_dir.h"

#include <QFile>
#include <QTest>

#include <chrono>
#include <cmath>
#include <random>

using namespace engine;
using namespace engine::calibrate;

/// Tests that a calibration finds the constants of a computer on which other programs run too.
class TestDisturbed : public QObject {
    Q_OBJECT

private slots:
    void fastSamplesExcludeSlowSamplesAndASingleOutlier_data();
    void fastSamplesExcludeSlowSamplesAndASingleOutlier();
    void measurementIsAcceptedIfItsTwoFastestRoundsAgree_data();
    void measurementIsAcceptedIfItsTwoFastestRoundsAgree();
    void calibrationFindsTheConstantsWhileOtherProgramsRun_data();
    void calibrationFindsTheConstantsWhileOtherProgramsRun();
    void measurementWhoseRoundsNeverAgreeIsReported();
};

namespace {

using Disturbance = DisturbedPlatform::Disturbance;
using Interval = DisturbedPlatform::Interval;
using Random = std::shared_ptr<std::mt19937_64>;

double uniform(const Random& random, double low, double high)
{
    return std::uniform_real_distribution(low, high)(*random);
}

/// Undisturbed samples of a real computer vary by 1 %.
double jitter(const Random& random)
{
    return uniform(random, 1, 1.01);
}

/// Six of ten intervals take 1.9 times as long.
Disturbance bimodal(const Random& random)
{
    return [random](const Interval&) { return jitter(random) * (uniform(random, 0, 1) < 0.6 ? 1.9 : 1); };
}

/// Another program uses one core, so an operation that runs on both cores waits for the slower one. On a real computer,
/// such an operation took 3.37 ms in the median and 1.87 ms in the fastest tenth of its runs.
Disturbance oneCoreSlow(const Random& random)
{
    return [random](const Interval& interval) {
        const bool isDelayed = interval.isShared && uniform(random, 0, 1) < 0.8;
        return jitter(random) * (isDelayed ? uniform(random, 1.2, 2.2) : 1);
    };
}

/// Other programs run for 0.5 to 2 s, with pauses of 1 to 4 s.
Disturbance comingAndGoing(const Random& random)
{
    struct State {
        Nanoseconds end{};
        bool isLoaded = false;
    };
    return [random, state = std::make_shared<State>()](const Interval& interval) {
        while (interval.begin >= state->end) {
            state->isLoaded = !state->isLoaded;
            state->end += fromSeconds(uniform(random, 0.5, 2) * (state->isLoaded ? 1 : 2));
        }
        return jitter(random) * (state->isLoaded ? 1.7 : 1);
    };
}

/// Applies factors by which 8 ms of arithmetic took longer, measured every 50 ms on a computer with two cores. The
/// computer was nearly idle for 10 s, then a compiler used both cores for 10 s; this was repeated three times.
Disturbance recorded(const Random& random)
{
    QFile file(QString::fromStdString(tests::inSource("tests/engine/calibrate/recorded_load.txt")));
    std::vector<double> factors;
    if (file.open(QIODevice::ReadOnly))
        for (const QByteArray& word : file.readAll().simplified().split(' '))
            factors.push_back(word.toDouble());
    const auto first = static_cast<std::size_t>(uniform(random, 0, static_cast<double>(factors.size())));
    return [first, factors = std::move(factors)](const Interval& interval) {
        const auto at = first + static_cast<std::size_t>(interval.begin / std::chrono::milliseconds(50));
        return factors.at(at % factors.size());
    };
}

/// A computer whose two cores share large products.
device::Machine computer()
{
    device::Machine machine = tests::machineOf(tests::machineText("laptop-2019"));
    for (device::HostModel* host : {&machine.torch.host, &machine.mxnet.host}) {
        host->soloShare = 0.6;
        host->layerNs = 4000;
    }
    return machine;
}

/// `load`: fraction of the cores that other programs use all the time.
Result<Report> measured(const device::Machine& machine, const Disturbance& disturbance, double load = 0)
{
    Control control;
    control.processors = [seconds = 0.0, load]() mutable {
        ++seconds;
        return ProcessorTimes{.seconds = seconds, .busy = 2 * load * seconds, .cores = 2};
    };
    return measurePlatform(
        [&](const device::PlatformOptions& options, trace::Sink& sink) -> Result<std::unique_ptr<device::Platform>> {
            auto inner = devices::sim::openVirtual(machine, options, sink);
            if (!inner)
                return inner;
            return std::unique_ptr<device::Platform>(
                std::make_unique<DisturbedPlatform>(*std::move(inner), disturbance));
        },
        control);
}

}  // namespace

void TestDisturbed::fastSamplesExcludeSlowSamplesAndASingleOutlier_data()
{
    QTest::addColumn<QList<double>>("samples");
    QTest::addColumn<QList<double>>("fast");
    QTest::newRow("one mode is returned whole") << QList{1.00, 1.03, 1.01, 1.02} << QList{1.00, 1.01, 1.02, 1.03};
    QTest::newRow("of two modes the fast one, though rarer")
        << QList{1.9, 1.0, 1.91, 1.92, 1.01, 1.93, 1.94, 1.02, 1.95, 1.96} << QList{1.0, 1.01, 1.02};
    QTest::newRow("a single sample that is too fast is left out")
        << QList{0.2, 1.0, 1.01, 1.02, 1.03} << QList{1.0, 1.01, 1.02, 1.03};
    QTest::newRow("negative differences are left out") << QList{-0.5, 0.0, 1.0, 1.01, 1.02} << QList{1.0, 1.01, 1.02};
    QTest::newRow("samples that agree only roughly") << QList{1.0, 1.3, 1.6, 5.0} << QList{1.0, 1.3, 1.6};
    QTest::newRow("only zeros") << QList{0.0, 0.0, 0.0} << QList{0.0, 0.0, 0.0};
    QTest::newRow("two samples") << QList{2.0, 1.0} << QList{1.0, 2.0};
    QTest::newRow("none") << QList<double>() << QList<double>();
}

void TestDisturbed::fastSamplesExcludeSlowSamplesAndASingleOutlier()
{
    QFETCH(QList<double>, samples);
    QFETCH(QList<double>, fast);

    const Samples got = fastMode(std::span(samples.constData(), static_cast<std::size_t>(samples.size())));

    QCOMPARE(QList<double>(got.begin(), got.end()), fast);
}

void TestDisturbed::measurementIsAcceptedIfItsTwoFastestRoundsAgree_data()
{
    QTest::addColumn<QList<double>>("levels");
    QTest::addColumn<bool>("isAgreed");
    QTest::newRow("nothing was sampled") << QList<double>() << true;
    QTest::newRow("one round is no agreement") << QList{1.0} << false;
    QTest::newRow("two equal rounds") << QList{1.0, 1.01} << true;
    QTest::newRow("the second round was disturbed") << QList{1.0, 1.6} << false;
    QTest::newRow("the first round was disturbed") << QList{1.6, 1.0, 1.02} << true;
    QTest::newRow("two slow rounds agree, but a faster one exists") << QList{1.6, 1.61, 1.0} << false;
}

void TestDisturbed::measurementIsAcceptedIfItsTwoFastestRoundsAgree()
{
    QFETCH(QList<double>, levels);
    QFETCH(bool, isAgreed);
    Rounds rounds;
    for (const double level : levels)
        rounds.rounds.push_back({level, 1.005 * level, 1.01 * level});

    QCOMPARE(rounds.isAgreed(), isAgreed);
}

void TestDisturbed::calibrationFindsTheConstantsWhileOtherProgramsRun_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("seed");
    const char* const names[] = {"two modes", "one core is slow", "a load comes and goes", "a recorded load"};
    for (int kind = 0; kind < 4; ++kind)
        for (int seed = 1; seed <= 3; ++seed)
            QTest::addRow("%s, seed %d", names[kind], seed) << kind << seed;
}

void TestDisturbed::calibrationFindsTheConstantsWhileOtherProgramsRun()
{
    QFETCH(int, kind);
    QFETCH(int, seed);
    const auto random = std::make_shared<std::mt19937_64>(static_cast<std::uint64_t>(seed));
    const Disturbance disturbances[] = {bimodal(random), oneCoreSlow(random), comingAndGoing(random), recorded(random)};
    const device::Machine machine = computer();

    constexpr double kLoads[] = {0.3, 0.5, 0.3, 0.5};
    const auto report = measured(machine, disturbances[kind], kLoads[kind]);

    QVERIFY(report);
    for (const Message& remark : report->remarks)
        qInfo("%s", remark.english().c_str());
    const auto file =
        machineText(*report, {}, {.host = tests::machineText("book-v100"), .gpu = tests::machineText("card-4gb")});
    QVERIFY(file);
    const device::HostModel got = tests::machineOf(*file).torch.host;
    const device::HostModel& wanted = machine.torch.host;
    const std::tuple<const char*, double, double> constants[] = {
        {"gemm", got.gemm, wanted.gemm},
        {"dense", got.dense, wanted.dense > 0 ? wanted.dense : wanted.gemm},
        {"convolution", got.convolution, wanted.convolution > 0 ? wanted.convolution : wanted.gemm},
        {"bandwidth", got.bandwidth, wanted.bandwidth},
        {"cache rate", got.cacheRate, wanted.cacheRate},
        {"random", got.randomRate, wanted.randomRate},
        {"normal", got.normalRate, wanted.normalRate},
        {"norm", got.normRate, wanted.normRate},
        {"solo share", got.soloShare, wanted.soloShare},
        {"memcpy", got.memcpyRate, wanted.memcpyRate},
        {"operation", got.opNs, wanted.opNs},
        {"layer", got.layerNs, wanted.layerNs},
        {"fault", got.faultNs, wanted.faultNs}};
    QStringList problems;
    for (const auto& [name, found, expected] : constants)
        if (std::abs(found / expected - 1) > 0.05)
            problems << QString("%1 is %2, the computer has %3").arg(name).arg(found).arg(expected);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join("; ")));
}

void TestDisturbed::measurementWhoseRoundsNeverAgreeIsReported()
{
    const auto random = std::make_shared<std::mt19937_64>(1);
    double level = 1;
    Nanoseconds last{};

    const auto report = measured(computer(), [&](const Interval& interval) {
        // The computer becomes 2 % slower every 0.1 s. When it is a thousand times as slow, its speed is reset to the
        // full speed.
        for (; interval.begin - last > fromSeconds(0.1); last += fromSeconds(0.1))
            level = level < 1000 ? level * 1.02 : 1;
        return level * jitter(random);
    });

    QVERIFY(report);
    std::string remarks;
    for (const Message& remark : report->remarks)
        remarks += remark.english();
    QVERIFY2(remarks.find("never agreed") != std::string::npos && remarks.find("memory") != std::string::npos,
             remarks.c_str());
}

QTEST_APPLESS_MAIN(TestDisturbed)
#include "tst_disturbed.moc"
