#include "engine/calibrate/machine_text.h"
#include "engine/calibrate/measure.h"
#include "engine/device/all_reduce.h"
#include "engine/device/machine_file.h"
#include "engine/devices/sim/open_virtual.h"
#include "tests/machine_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>

using namespace engine;
using namespace engine::calibrate;

/// Tests that calibrating a virtual machine returns the numbers of the machine.
class TestRoundTrip : public QObject {
    Q_OBJECT

private slots:
    void calibrationOfAVirtualMachineRecoversItsNumbers_data();
    void calibrationOfAVirtualMachineRecoversItsNumbers();
    void costsOfNewMemoryAndSharedCoresAreRecovered_data();
    void costsOfNewMemoryAndSharedCoresAreRecovered();
    void allReduceOnACalibratedMachineTakesAsLongAsOnTheOriginalMachine_data();
    void allReduceOnACalibratedMachineTakesAsLongAsOnTheOriginalMachine();
    void everyCalibratedNumberHasASource();
    void unmeasuredNumbersAreMarkedAsEstimates();
    void allocationThatWaitsForKernelsIsDetected();
    void hostMemoryOfTheTemplateMachineDoesNotLimitLinks();
    void progressOfACalibrationIncreasesFromZeroToOne();
    void stoppedCalibrationReturnsCancelled();
    void machineFileContainsThePredictionErrorOfHeldOutPrograms();
};

namespace {

Opener openerOf(const device::Machine& machine)
{
    return [machine](const device::PlatformOptions& options, trace::Sink& sink) {
        return devices::sim::openVirtual(machine, options, sink);
    };
}

Opener opener(const std::string& id)
{
    return openerOf(tests::machineOf(tests::machineText(id)));
}

class NoRecords final : public trace::Sink {
public:
    void write(trace::Record /*record*/) override {}
    NameId intern(std::string_view /*text*/) override { return NameId{m_names++}; }

private:
    std::uint64_t m_names = 0;
};

/// Time in s of an all-reduce of 32 MiB per GPU.
double secondsOfSum(const device::Machine& machine, device::AllReduceAlgorithm algorithm)
{
    const ops::Shape shape{8, 1 << 20};
    NoRecords sink;
    device::PlatformOptions options;
    options.semantics = device::Semantics::MXNet;
    auto platform = devices::sim::openVirtual(machine, options, sink);
    if (!platform)
        qFatal("%s", platform.error().english().c_str());
    std::vector<device::Replica> replicas;
    for (std::uint32_t gpu = 1; gpu < (*platform)->devices().size(); ++gpu) {
        const auto variable = (*platform)->create({DeviceId{gpu}, shape, ops::DataType::Float32, {}});
        replicas.push_back({DeviceId{gpu}, variable.value()});
        device::OpRequest fill;
        fill.operation.op = ops::Operator::Fill;
        fill.operation.output = shape;
        fill.writes = std::span(&replicas.back().variable, 1);
        fill.device = DeviceId{gpu};
        fill.dispatch = device::DispatchClass::Free;
        if (!(*platform)->push(fill))
            qFatal("nothing can be pushed");
    }
    static_cast<void>((*platform)->waitAll({}));
    const Nanoseconds begin = (*platform)->now();
    const auto sum = device::allReduce(**platform, {.algorithm = algorithm, .replicas = replicas, .shape = shape},
                                       [&](std::string_view text) { return sink.intern(text); });
    if (!sum || !(*platform)->waitAll({}))
        qFatal("the sum failed");
    const double seconds = toSeconds((*platform)->now() - begin);
    (*platform)->finish();
    return seconds;
}

/// Calibrates with templates of another computer and another GPU, so that only measured numbers can match.
device::Machine calibrated(const Opener& open, std::string* text = nullptr, const Control& control = {})
{
    const auto report = measurePlatform(open, control);
    if (!report)
        qFatal("%s", report.error().english().c_str());
    for (const Message& remark : report->remarks)
        qInfo("%s", remark.english().c_str());
    const std::string host = tests::machineText("laptop-2019");
    const std::string gpu = tests::machineText("card-4gb");
    const auto file = machineText(*report, {.date = "2026-11-21"}, {.host = host, .gpu = gpu});
    if (!file)
        qFatal("%s", file.error().english().c_str());
    if (text != nullptr)
        *text = *file;
    return tests::machineOf(*file);
}

device::Machine calibrated(const std::string& id, std::string* text = nullptr, const Control& control = {})
{
    return calibrated(opener(id), text, control);
}

struct Check {
    const char* name;
    double got;
    double wanted;
    double tolerance;  ///< relative
    double slack = 0;  ///< absolute, in the unit of both numbers
};

QString problemOf(const std::vector<Check>& checks)
{
    QStringList problems;
    for (const Check& check : checks)
        if (std::abs(check.got - check.wanted) > check.tolerance * std::abs(check.wanted) + check.slack)
            problems += QString("%1 is %2, the machine has %3").arg(check.name).arg(check.got).arg(check.wanted);
    return problems.join("; ");
}

std::vector<Check> hostChecks(const device::HostModel& got, const device::HostModel& wanted)
{
    return {{"memory", static_cast<double>(got.memory.value), static_cast<double>(wanted.memory.value), 1e-5},
            {"gemm", got.gemm, wanted.gemm, 0.01},
            {"gemm half", got.gemmHalf, wanted.gemmHalf, 0.03, 2e6},
            {"dense", got.dense, wanted.dense > 0 ? wanted.dense : wanted.gemm, 0.02},
            {"convolution", got.convolution, wanted.convolution > 0 ? wanted.convolution : wanted.gemm, 0.02},
            {"bandwidth", got.bandwidth, wanted.bandwidth, 0.01},
            {"cache rate", got.cacheRate, wanted.cacheRate, 0.01},
            {"random", got.randomRate, wanted.randomRate, 0.01},
            {"normal", got.normalRate, wanted.normalRate, 0.01},
            {"solo share", got.soloShare, wanted.soloShare, 0.01},
            {"layer", got.layerNs, wanted.layerNs, 0.01, 20},
            {"touch", got.touchNs, wanted.touchNs, 0.02, 1},
            {"shared touch", got.sharedTouchNs, wanted.sharedTouchNs, 0.02, 1},
            {"norm", got.normRate, wanted.normRate, 0.01},
            {"memcpy", got.memcpyRate, wanted.memcpyRate, 0.01},
            {"operation", got.opNs, wanted.opNs, 0.01, 5},
            {"fault", got.faultNs, wanted.faultNs, 0.02}};
}

/// Calibration measures one convolution: 3 x 3, 64 channels, 56 x 56, 32 images. If a machine's rate depends on the
/// size, calibration finds the rate that reproduces the time of this convolution.
double rateOfTheMeasuredConvolution(const device::GpuModel& gpu)
{
    const double perImage = 2.0 * 64 * 64 * 9 * 56 * 56;
    if (gpu.convolutionHalf <= 0)
        return gpu.convolution;
    return gpu.convolution * (32 * perImage + gpu.gemmHalf) / (32 * (perImage + gpu.convolutionHalf));
}

std::vector<Check> gpuChecks(const device::GpuModel& got, const device::GpuModel& wanted)
{
    return {{"gemm", got.gemm, wanted.gemm, 0.01},
            {"gemm half", got.gemmHalf, wanted.gemmHalf, 0.03},
            {"convolution", got.convolution, rateOfTheMeasuredConvolution(wanted), 0.02},
            {"dram", got.dramRate, wanted.dramRate, 0.01},
            {"kernel", got.kernelNs, wanted.kernelNs, 0.01, 60},
            {"kernel min", got.kernelMin, wanted.kernelMin, 0.01, 60},
            {"launch latency", got.launchLatencyNs, wanted.launchLatencyNs, 0.02, 2},
            {"event", got.eventNs, wanted.eventNs, 0.02, 5},
            {"malloc", got.mallocNs, wanted.mallocNs, 0.02, 50},
            {"malloc per MiB", got.mallocNsPerByte * (1 << 20), wanted.mallocNsPerByte * (1 << 20), 0.02, 20},
            {"free", got.freeNs, wanted.freeNs, 0.01},
            {"pool", got.poolNs, wanted.poolNs, 0.01, 5},
            {"interference", got.interference, wanted.interference, 0, 0.01},
            {"launch queue", static_cast<double>(got.launchQueue), static_cast<double>(wanted.launchQueue), 0.01},
            {"tiles that fill it", got.multiprocessors * got.blocksPerMultiprocessor,
             wanted.multiprocessors * wanted.blocksPerMultiprocessor, 0.03},
            {"link", got.linkRate, wanted.linkRate, 0.01},
            {"link latency", got.linkLatency, wanted.linkLatency, 0.02, 20},
            {"duplex", got.linkDuplex, wanted.linkDuplex, 0.02}};
}

}  // namespace

void TestRoundTrip::calibrationOfAVirtualMachineRecoversItsNumbers_data()
{
    QTest::addColumn<QString>("id");
    for (const char* id : {"book-v100", "laptop-2019", "card-4gb", "m60-2019", "a100-4"})
        QTest::newRow(id) << id;
}

void TestRoundTrip::calibrationOfAVirtualMachineRecoversItsNumbers()
{
    QFETCH(QString, id);
    const device::Machine wanted = tests::machineOf(tests::machineText(id.toStdString()));

    const device::Machine got = calibrated(id.toStdString());

    QCOMPARE(got.torch.gpus.size(), wanted.torch.gpus.size());
    const QString host = problemOf(hostChecks(got.torch.host, wanted.torch.host));
    QVERIFY2(host.isEmpty(), qPrintable(host));
    for (std::size_t i = 0; i < got.torch.gpus.size(); ++i) {
        const QString gpu = problemOf(gpuChecks(got.torch.gpus[i], wanted.torch.gpus[i]));
        QVERIFY2(gpu.isEmpty(), qPrintable(gpu));
        QCOMPARE(got.torch.gpus[i].mallocWaits, wanted.torch.gpus[i].mallocWaits);
    }
    const QString mxnet = problemOf({{"operation of a worker", got.mxnet.host.opNs, wanted.mxnet.host.opNs, 0.01, 5}});
    QVERIFY2(mxnet.isEmpty(), qPrintable(mxnet));
    if (got.torch.gpus.empty())
        return;
    const QString copies =
        problemOf({{"staging", got.torch.host.stagingRate, wanted.torch.host.stagingRate, 0.01},
                   {"pin", got.torch.host.pinNs, wanted.torch.host.pinNs, 0.01},
                   {"unmap", got.torch.host.unmapNs, wanted.torch.host.unmapNs, 0.01},
                   {"pinned pool", got.torch.host.pinnedPoolNs, wanted.torch.host.pinnedPoolNs, 0.01, 5},
                   {"sync", got.torch.frontEnd.syncNs, wanted.torch.frontEnd.syncNs, 0.01, 5},
                   {"wake", got.torch.frontEnd.wakeNs, wanted.torch.frontEnd.wakeNs, 0.01, 5}});
    QVERIFY2(copies.isEmpty(), qPrintable(copies));
    for (const device::PeerLink& peer : wanted.torch.peers) {
        const auto found = std::find_if(got.torch.peers.begin(), got.torch.peers.end(), [&](const auto& one) {
            return std::minmax(one.a, one.b) == std::minmax(peer.a, peer.b);
        });
        QVERIFY(found != got.torch.peers.end());
        const QString link = problemOf(
            {{"peer rate", found->rate, peer.rate, 0.01}, {"peer latency", found->latency, peer.latency, 0.02, 20}});
        QVERIFY2(link.isEmpty(), qPrintable(link));
    }
}

void TestRoundTrip::costsOfNewMemoryAndSharedCoresAreRecovered_data()
{
    QTest::addColumn<double>("touch");
    QTest::addColumn<double>("shared");
    QTest::addColumn<double>("kept");  // HostModel::keptBytes in MiB
    QTest::newRow("kept up to 32 MiB") << 900.0 << 550.0 << 32.0;
    QTest::newRow("kept up to 64 MiB") << 2500.0 << 2500.0 << 64.0;
    QTest::newRow("nothing kept") << 300.0 << 250.0 << 0.0;
    QTest::newRow("all kept") << 1700.0 << 1100.0 << 8 * 1024.0;
}

void TestRoundTrip::costsOfNewMemoryAndSharedCoresAreRecovered()
{
    QFETCH(double, touch);
    QFETCH(double, shared);
    QFETCH(double, kept);
    device::Machine machine = tests::machineOf(tests::machineText("laptop-2019"));
    for (device::HostModel* host : {&machine.torch.host, &machine.mxnet.host}) {
        host->touchNs = touch;
        host->sharedTouchNs = shared;
        host->keptBytes = kept * (1 << 20);
        host->normalRate = host->randomRate / 5;
        host->gemmHalf = 5e7;
        host->soloShare = 0.6;
        host->layerNs = 4000;
    }

    const device::Machine got = calibrated(openerOf(machine));

    const QString problems = problemOf(hostChecks(got.torch.host, machine.torch.host));
    QVERIFY2(problems.isEmpty(), qPrintable(problems));
    QCOMPARE(got.torch.host.keptBytes, machine.torch.host.keptBytes);
    QCOMPARE(got.mxnet.host.touchNs, got.torch.host.touchNs);
}

void TestRoundTrip::allReduceOnACalibratedMachineTakesAsLongAsOnTheOriginalMachine_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>("algorithm");
    QTest::newRow("two GPUs, sum on one") << "book-v100" << static_cast<int>(device::AllReduceAlgorithm::Naive);
    QTest::newRow("a ring of two") << "book-v100" << static_cast<int>(device::AllReduceAlgorithm::Ring);
    // Not tested: an all-reduce that adds on one of four GPUs, where three links share a port that is not measured.
    QTest::newRow("a ring of four") << "a100-4" << static_cast<int>(device::AllReduceAlgorithm::Ring);
}

void TestRoundTrip::allReduceOnACalibratedMachineTakesAsLongAsOnTheOriginalMachine()
{
    QFETCH(QString, id);
    QFETCH(int, algorithm);
    const device::Machine machine = tests::machineOf(tests::machineText(id.toStdString()));

    device::Machine got = calibrated(openerOf(machine));
    got.mxnet.frontEnd = machine.mxnet.frontEnd;  // measured by programs, which this test does not run

    const double wanted = secondsOfSum(machine, static_cast<device::AllReduceAlgorithm>(algorithm));
    const double found = secondsOfSum(got, static_cast<device::AllReduceAlgorithm>(algorithm));
    QVERIFY(wanted > 0);
    QVERIFY2(std::abs(found / wanted - 1) < 0.03,
             qPrintable(QString("%1 ms instead of %2").arg(found * 1e3).arg(wanted * 1e3)));
}

void TestRoundTrip::everyCalibratedNumberHasASource()
{
    std::string text;
    const device::Machine machine = calibrated("book-v100", &text);

    int measured = 0;
    for (const device::MachineFact& fact : machine.facts) {
        QVERIFY(!fact.source.empty());
        if (fact.kind == device::FactKind::Measured) {
            ++measured;
            QVERIFY2(fact.source.find("overlap-run calibrate on 2026-11-21") != std::string::npos, fact.path.c_str());
        }
    }
    QVERIFY2(measured > 50, qPrintable(QString::number(measured)));
    const QJsonObject root = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    const QJsonObject gemm = root["gpus"].toArray()[0].toObject()["gemmGflops"].toObject()["measurement"].toObject();
    QVERIFY(gemm["samples"].toInt() >= 10);
    QVERIFY(gemm.contains("iqr") && gemm.contains("median") && gemm.contains("minimum"));
    QVERIFY(gemm["residual"].toDouble() < 0.01);
    QVERIFY(machine.calibration.find("2026-11-21") != std::string::npos);
    QVERIFY(machine.calibration.find("V100") != std::string::npos);
}

void TestRoundTrip::unmeasuredNumbersAreMarkedAsEstimates()
{
    const device::Machine machine = calibrated("laptop-2019");

    const auto print = std::find_if(machine.facts.begin(), machine.facts.end(),
                                    [](const device::MachineFact& fact) { return fact.path == "host.printUs"; });
    QVERIFY(print != machine.facts.end());
    QCOMPARE(print->kind, device::FactKind::Estimated);  // although the laptop's file states a measured value
}

void TestRoundTrip::allocationThatWaitsForKernelsIsDetected()
{
    for (const bool isWaiting : {false, true}) {
        device::Machine machine = tests::machineOf(tests::machineText("card-4gb"));
        machine.torch.gpus[0].mallocWaits = isWaiting;
        const auto report =
            measurePlatform([&machine](const device::PlatformOptions& options,
                                       trace::Sink& sink) { return devices::sim::openVirtual(machine, options, sink); },
                            {});

        QVERIFY(report);
        QCOMPARE(report->mallocWaits.at(0), std::optional(isWaiting));
    }
}

void TestRoundTrip::hostMemoryOfTheTemplateMachineDoesNotLimitLinks()
{
    for (const char* id : {"card-4gb", "a100-4"}) {
        const device::Machine wanted = tests::machineOf(tests::machineText(id));
        const device::Machine got = calibrated(id);
        double links = 0;
        for (const device::GpuModel& gpu : wanted.torch.gpus)
            links += std::max(1.0, 2 * gpu.linkDuplex) * gpu.linkRate;
        QVERIFY2(got.torch.host.dramRate >= 0.99 * std::min(links, wanted.torch.host.dramRate), id);
    }
}

void TestRoundTrip::progressOfACalibrationIncreasesFromZeroToOne()
{
    std::vector<Progress> seen;
    Control control;
    control.report = [&seen](const Progress& progress) { seen.push_back(progress); };

    static_cast<void>(calibrated("card-4gb", nullptr, control));

    QVERIFY(seen.size() > 20);
    QCOMPARE(seen.front().fraction, 0.0);
    for (std::size_t i = 1; i < seen.size(); ++i)
        QVERIFY(seen[i].fraction > seen[i - 1].fraction && seen[i].fraction < 1);
    for (const Progress& progress : seen)
        QVERIFY(!progress.item.empty() && progress.remaining >= 0);
}

void TestRoundTrip::stoppedCalibrationReturnsCancelled()
{
    std::stop_source stop;
    int items = 0;
    Control control{.report =
                        [&](const Progress&) {
                            if (++items == 3)
                                stop.request_stop();
                        },
                    .stop = stop.get_token()};

    const auto report = measurePlatform(opener("laptop-2019"), control);

    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Cancelled);
    QCOMPARE(items, 3);
}

void TestRoundTrip::machineFileContainsThePredictionErrorOfHeldOutPrograms()
{
    std::string text;
    QVERIFY(!heldOutErrorOf(calibrated("laptop-2019", &text)));

    const auto file = withHeldOut(text, {{.program = "13.2.3", .predicted = 1.03, .measured = 1},
                                         {.program = "13.2.4", .predicted = 0.9, .measured = 1}});

    QVERIFY(file);
    const device::Machine machine = tests::machineOf(*file);
    QCOMPARE(machine.heldOut.size(), std::size_t{2});
    QCOMPARE(machine.heldOut[1].program, std::string("13.2.4"));
    QVERIFY(std::abs(*heldOutErrorOf(machine) - 0.1) < 1e-9);
    QVERIFY(!withHeldOut(text, {{.program = "x", .predicted = 1, .measured = 0}}));
    QVERIFY(!withHeldOut("{", {}));
}

QTEST_APPLESS_MAIN(TestRoundTrip)
#include "tst_round_trip.moc"
