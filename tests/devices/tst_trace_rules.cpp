#include "engine/device/machine_file.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/devices/cuda/open_computer.h"
#include "engine/devices/sim/open_virtual.h"
#include "tests/devices/driver.h"
#include "tests/devices/fake_gpu.h"
#include "tests/devices/trace_rules.h"
#include "tests/source_dir.h"

#include <QTest>

#include <functional>
#include <map>
#include <utility>

using namespace engine;
using namespace conformance;
using ops::Operator;

namespace {

using Doctor = std::function<void(trace::Record&)>;

/// Changes the platform's records before they are written to the trace.
class DoctoringSink final : public trace::Sink {
public:
    DoctoringSink(trace::Sink& to, Doctor doctor) : m_to(to), m_doctor(std::move(doctor)) {}

    void write(trace::Record record) override
    {
        m_doctor(record);
        m_to.write(std::move(record));
    }
    NameId intern(std::string_view text) override { return m_to.intern(text); }

private:
    trace::Sink& m_to;
    const Doctor m_doctor;
};

Opener madeUpGpus(devices::cuda::abi::TimeSource times)
{
    return [times](const device::PlatformOptions& options, trace::Sink& sink) {
        fake::Settings settings;
        settings.times = times;
        settings.jitter = 50;
        return devices::cuda::openComputer(devices::cuda::probeModule(fake::makeModule(settings)), options, sink);
    };
}

Opener virtualMachine()
{
    return [](const device::PlatformOptions& options, trace::Sink& sink) {
        const auto machine = device::readMachine(tests::inSource("resources/machines/book-v100.json"));
        return devices::sim::openVirtual(*machine, options, sink, devices::cpu::makeValueEngine);
    };
}

/// Runs work on two GPUs with copies between them and to the CPU, an event, and waits for each type of target.
trace::TracePtr runOn(const Opener& open, device::Semantics semantics, const Doctor& doctor = {})
{
    device::PlatformOptions options;
    options.semantics = semantics;
    options.values = trace::ValueMode::Computed;
    std::shared_ptr<DoctoringSink> doctoring;
    const auto opener = [&](const device::PlatformOptions& with, trace::Sink& sink) {
        if (!doctor)
            return open(with, sink);
        doctoring = std::make_shared<DoctoringSink>(sink, doctor);
        return open(with, *doctoring);
    };
    Driver driver(opener, options);
    for (int round = 0; round < 4; ++round) {
        const Handle a = driver.fill({64, 64}, 1);
        const Handle b = driver.apply(Operator::MatMul, {a, a});
        driver.device = DeviceId{2};
        const Handle c = driver.apply(Operator::AddScalar, {driver.copy(b, DeviceId{2})}, {}, 1);
        driver.device = DeviceId{1};
        const auto stream = driver.platform().streams().create(DeviceId{1});
        const auto event = driver.platform().streams().record(driver.platform().streams().current(DeviceId{1}));
        if (stream && event)
            driver.platform().streams().wait(*stream, *event);
        const Handle d = driver.create({64, 64});
        static_cast<void>(driver.push(Operator::AddScalar, {b}, d, 2, 0, *stream));
        static_cast<void>(driver.platform().synchronize(DeviceId{1}, {1, {}}));
        static_cast<void>(driver.valuesOf(c));
        static_cast<void>(driver.waitAll(2));
        for (const Handle& handle : {a, b, c, d})
            driver.drop(handle);
    }
    return driver.finish();
}

std::string problemsOf(const trace::Trace& trace)
{
    std::string all;
    for (const Verdict& verdict : checkRules(trace))
        if (!verdict.problem.empty())
            all += std::to_string(verdict.invariant) + ": " + verdict.problem + "; ";
    return all;
}

}  // namespace

class TestTraceRules : public QObject {
    Q_OBJECT

private slots:
    void tracesOfCorrectPlatformsBreakNoRule_data();
    void tracesOfCorrectPlatformsBreakNoRule();
    void traceWithAFalsifiedRecordBreaksARule_data();
    void traceWithAFalsifiedRecordBreaksARule();
};

void TestTraceRules::tracesOfCorrectPlatformsBreakNoRule_data()
{
    QTest::addColumn<int>("times");
    QTest::addColumn<bool>("isTorch");
    for (const bool isTorch : {true, false}) {
        const char* rules = isTorch ? "torch" : "mxnet";
        QTest::addRow("made-up GPUs, host's clock, %s", rules) << 0 << isTorch;
        QTest::addRow("made-up GPUs, events, %s", rules) << 1 << isTorch;
        QTest::addRow("made-up GPUs, profiler, %s", rules) << 2 << isTorch;
        QTest::addRow("virtual machine, %s", rules) << 3 << isTorch;
    }
}

void TestTraceRules::tracesOfCorrectPlatformsBreakNoRule()
{
    QFETCH(int, times);
    QFETCH(bool, isTorch);
    const Opener open = times == 3 ? virtualMachine() : madeUpGpus(static_cast<devices::cuda::abi::TimeSource>(times));

    const trace::TracePtr trace = runOn(open, isTorch ? device::Semantics::Torch : device::Semantics::MXNet);

    QVERIFY2(problemsOf(*trace).empty(), problemsOf(*trace).c_str());
    for (const Verdict& verdict : checkRules(*trace))
        if (verdict.invariant != 17)  // traces of made-up GPUs contain no edges for waits for events
            QVERIFY2(verdict.checked > 0, verdict.claim.c_str());
}

void TestTraceRules::traceWithAFalsifiedRecordBreaksARule_data()
{
    QTest::addColumn<int>("fault");
    QTest::addColumn<int>("invariant");
    QTest::addRow("a span begins a second too early") << 0 << 2;
    QTest::addRow("a copy begins a second too early") << 1 << 3;
    QTest::addRow("a life record of an operation that was not issued") << 2 << 12;
    QTest::addRow("an operation ends a second too late") << 3 << 19;
    QTest::addRow("a level jumps") << 4 << 20;
    QTest::addRow("two spans of a stream overlap") << 5 << 1;
}

void TestTraceRules::traceWithAFalsifiedRecordBreaksARule()
{
    QFETCH(int, fault);
    QFETCH(int, invariant);
    const Nanoseconds second{1'000'000'000};
    int lives = 0;
    int memories = 0;
    bool isDone = false;
    std::map<std::uint32_t, Nanoseconds> begins;
    const auto doctor = [&](trace::Record& record) {
        auto* life = std::get_if<trace::LifeRecord>(&record);
        if (life != nullptr && life->lane.isValid()) {
            ++lives;
            const auto [before, isFirst] = begins.try_emplace(life->lane.index, life->started);
            const bool isChosen = fault == 1   ? life->op == OpId{2}
                                  : fault == 5 ? !isFirst && !std::exchange(isDone, true)
                                               : lives == 6;
            if (!isChosen)
                return;
            if (fault == 0 || fault == 1 || fault == 5) {
                life->started = fault == 5 ? before->second : Nanoseconds{0};
                life->ready = Nanoseconds{0};
            }
            if (fault == 2)
                life->op = OpId{0x7fffffff};
            if (fault == 3)
                life->finished += second;
        }
        if (auto* memory = std::get_if<trace::MemoryRecord>(&record);
            memory != nullptr && memory->device == DeviceId{1} && fault == 4 && ++memories == 4)
            memory->allocated += Bytes{1024};
    };

    const trace::TracePtr trace = runOn(virtualMachine(), device::Semantics::Torch, doctor);

    const std::string problems = problemsOf(*trace);
    QVERIFY2(("; " + problems).find("; " + std::to_string(invariant) + ": ") != std::string::npos, problems.c_str());
}

QTEST_APPLESS_MAIN(TestTraceRules)
#include "tst_trace_rules.moc"
