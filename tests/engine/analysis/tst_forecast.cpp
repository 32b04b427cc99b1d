#include "engine/analysis/forecast.h"
#include "engine/trace/store.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTest>

using namespace engine;
using namespace engine::analysis;
using namespace engine::trace;
using tests::Sample;

/// Tests the forecast of a run's memory use.
class TestForecast : public QObject {
    Q_OBJECT

private slots:
    void forecastContainsTheRefusedProduct();
    void forecastHasNoRefusalIfAllRequestsFit();
    void lastRefusedAllocationEndsAPyTorchRun();
    void cpuMemoryIsForecastIfNoGpuAllocates();
    void firstRefusedAllocationEndsAnMxnetRun();
    void emptyTraceGivesNoForecast();
};

void TestForecast::forecastContainsTheRefusedProduct()
{
    const TracePtr trace = tests::sampleTrace(Sample::OutOfMemory);

    const MemoryForecast forecast = memoryForecast(*trace);

    QVERIFY(forecast.refused);
    QCOMPARE(forecast.devices.size(), std::size_t{1});
    const MemoryPeaks& device = forecast.devices[0];
    QVERIFY(device.capacity.value > 0);
    QVERIFY(device.needed() <= device.capacity);
    // Some memory is free, but not contiguous.
    QVERIFY(device.needed().value * 10 > device.capacity.value * 9);
    QCOMPARE(forecast.refused->line, trace->error()->line);
    // 44 products are already allocated when memory for the next one is requested.
    QCOMPARE(forecast.refused->nth, std::size_t{45});
    QVERIFY(isProduct(trace->text(forecast.refused->name)));
}

void TestForecast::forecastHasNoRefusalIfAllRequestsFit()
{
    const TracePtr trace = tests::sampleTrace(Sample::TwoGpus);

    const MemoryForecast forecast = memoryForecast(*trace);

    QVERIFY(!forecast.refused);
    QCOMPARE(forecast.devices.size(), std::size_t{2});
    for (const MemoryPeaks& device : forecast.devices) {
        std::int64_t most = 0;
        for (const MemoryRecord& record : trace->memory(device.device))
            most = std::max({most, record.reserved.value, record.allocated.value});
        QCOMPARE(device.taken().value, most);
        QVERIFY(device.needed() <= device.capacity);
    }
}

void TestForecast::cpuMemoryIsForecastIfNoGpuAllocates()
{
    Store store;
    store.apply(DeviceRecord{DeviceId{0}, DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
    store.apply(DeviceRecord{DeviceId{1}, DeviceKind::Gpu, "GPU 0", {}, Bytes{1000}, Bytes{10}, 0});
    MemoryRecord record{Nanoseconds{5}, DeviceId{0}, MemoryAct::Allocate, Bytes{64}, Bytes{64}, Bytes{0}, Bytes{0}};
    store.apply(record);
    QCOMPARE(memoryForecast(*store.snapshot()).devices.size(), std::size_t{1});
    QCOMPARE(memoryForecast(*store.snapshot()).devices[0].taken().value, std::int64_t{64});

    record.device = DeviceId{1};
    record.act = MemoryAct::Refuse;
    record.bytes = Bytes{2000};
    store.apply(record);
    const MemoryForecast forecast = memoryForecast(*store.snapshot());
    QCOMPARE(forecast.devices[0].device, DeviceId{1});
    QVERIFY(forecast.refused);
    QCOMPARE(forecast.refused->asked.value, std::int64_t{2000});
    QCOMPARE(forecast.refused->nth, std::size_t{0});
    QCOMPARE(forecast.refused->line, 0);
}

/// PyTorch raises an error at each refusal. This run has two refusals, so the program caught the first error.
void TestForecast::lastRefusedAllocationEndsAPyTorchRun()
{
    Store store;
    auto info = std::make_shared<RunInfo>();
    info->dialect = "torch";
    store.apply(RunRecord(info));
    store.apply(DeviceRecord{DeviceId{0}, DeviceKind::Gpu, "GPU 0", {}, Bytes{1000}, Bytes{0}, 0});
    for (const std::int64_t bytes : {2000, 3000})
        store.apply(MemoryRecord{Nanoseconds{bytes}, DeviceId{0}, MemoryAct::Refuse, Bytes{bytes}, Bytes{0}, Bytes{0},
                                 Bytes{0}});

    const auto forecast = memoryForecast(*store.snapshot());

    QVERIFY(forecast.refused);
    QCOMPARE(forecast.refused->asked.value, std::int64_t{3000});
}

/// MXNet allocates memory when an operation runs. All three operations are issued before the first refusal, and the two
/// later ones fail.
void TestForecast::firstRefusedAllocationEndsAnMxnetRun()
{
    Store store;
    store.apply(NameRecord{NameId{0}, "dot"});
    store.apply(DeviceRecord{DeviceId{0}, DeviceKind::Gpu, "GPU 0", {}, Bytes{1000}, Bytes{0}, 0});
    for (std::size_t i = 0; i < 3; ++i) {
        IssueRecord issue;
        issue.op = OpId{i};
        issue.name = NameId{0};
        issue.line = 5;
        store.apply(issue);
    }
    const auto write = [&store](std::int64_t time, MemoryAct act, std::size_t op) {
        MemoryRecord record{Nanoseconds{time}, DeviceId{0}, act, Bytes{600}, Bytes{600}, Bytes{0}, Bytes{600}};
        record.op = OpId{op};
        store.apply(record);
    };
    write(10, MemoryAct::Allocate, 0);
    write(20, MemoryAct::Refuse, 1);
    write(30, MemoryAct::Refuse, 2);

    const MemoryForecast forecast = memoryForecast(*store.snapshot());
    QVERIFY(forecast.refused);
    QCOMPARE(forecast.refused->op, OpId{1});
    QCOMPARE(forecast.refused->nth, std::size_t{2});
}

void TestForecast::emptyTraceGivesNoForecast()
{
    Store store;
    QVERIFY(memoryForecast(*store.snapshot()).devices.empty());
    QVERIFY(!memoryForecast(*store.snapshot()).refused);
}

QTEST_GUILESS_MAIN(TestForecast)
#include "tst_forecast.moc"
