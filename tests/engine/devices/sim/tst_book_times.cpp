#include "tests/engine/devices/sim/driver.h"

#include <cmath>

using namespace simtest;
using device::CopyStream;
using device::DispatchClass;
using device::HostMemoryMode;
using device::HostWork;
using device::PlatformOptions;
using device::Semantics;
using ops::Operator;

namespace {

constexpr std::int64_t kN = 4000;
constexpr int kProducts = 50;
const DeviceId kCpu{0};

PlatformOptions options(Semantics semantics)
{
    PlatformOptions result;
    result.semantics = semantics;
    return result;
}

// Requires that a time is within `percent` of the time in the book or in the document that the row of test data names.
#define COMPARE_SECONDS(actual, expected, percent)                                                        \
    do {                                                                                                  \
        const double actualSeconds = (actual);                                                            \
        QVERIFY2(std::abs(actualSeconds - (expected)) <= (expected) * (percent) / 100.0,                  \
                 qPrintable(QString("%1 s, printed: %2 s").arg(actualSeconds, 0, 'f', 5).arg(expected))); \
    } while (false)

}  // namespace

/// Compares the times that the book prints with the times of programs that make the calls of its listings.
class TestBookTimes : public QObject {
    Q_OBJECT

private slots:
    void torchTimesOnTwoGpusMatchTheBook();
    void mxnetTimesOnTwoGpusMatchTheBook();
    void torchCopyTimesMatchTheBook();
    void mxnetCopyTimesMatchTheBook();
    void copyTimesDependOnMemoryAndStream_data();
    void copyTimesDependOnMemoryAndStream();
    void laptopIssueAndCompletionTimesMatchTheBook();
    void laptopWaitTimesMatchTheBook();
    void laptopLoopTimesMatchTheBook();
    void m60CpuAndGpuTimesMatchTheBook();
    void m60CopyTimesMatchTheBook();
    void smallGpuRefusesMemoryForThe45thProduct();
};

void TestBookTimes::torchTimesOnTwoGpusMatchTheBook()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const VariableId x1 = d.uniform(d.gpu(0), kN);
    const VariableId x2 = d.uniform(d.gpu(1), kN);
    auto y = d.run(x1, d.gpu(0), kN, kProducts);
    d.drop(y);
    y = d.run(x2, d.gpu(1), kN, kProducts);
    d.drop(y);
    d.sync(d.gpu(0));
    d.sync(d.gpu(1));

    double begin = d.seconds();
    y = d.run(x1, d.gpu(0), kN, kProducts);
    d.drop(y);
    d.sync(d.gpu(0));
    COMPARE_SECONDS(d.seconds() - begin, 0.4967, 1.5);

    begin = d.seconds();
    y = d.run(x2, d.gpu(1), kN, kProducts);
    d.drop(y);
    d.sync(d.gpu(1));
    COMPARE_SECONDS(d.seconds() - begin, 0.5151, 1.5);

    // synchronize() without an argument waits for the current device only.
    begin = d.seconds();
    y = d.run(x1, d.gpu(0), kN, kProducts);
    d.drop(y);
    y = d.run(x2, d.gpu(1), kN, kProducts);
    d.drop(y);
    d.sync(d.gpu(0));
    const double both = d.seconds() - begin;
    QVERIFY2(both >= 0.4967 && both <= 0.5000, qPrintable(QString::number(both)));
    QVERIFY(d.platform().pending() > 0);
    d.sync(d.gpu(1));
    COMPARE_SECONDS(d.seconds() - begin, 0.5157, 0.2);
    d.platform().finish();
}

void TestBookTimes::mxnetTimesOnTwoGpusMatchTheBook()
{
    Driver d(machine("book-v100"), options(Semantics::MXNet));
    const VariableId x1 = d.uniform(d.gpu(0), kN);
    const VariableId x2 = d.uniform(d.gpu(1), kN);
    auto y = d.run(x1, d.gpu(0), kN, kProducts);
    d.drop(y);
    y = d.run(x2, d.gpu(1), kN, kProducts);
    d.drop(y);
    d.waitall();

    double begin = d.seconds();
    y = d.run(x1, d.gpu(0), kN, kProducts);
    d.drop(y);
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 0.5233, 1.5);

    begin = d.seconds();
    y = d.run(x2, d.gpu(1), kN, kProducts);
    d.drop(y);
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 0.5158, 1.5);

    begin = d.seconds();
    y = d.run(x1, d.gpu(0), kN, kProducts);
    d.drop(y);
    y = d.run(x2, d.gpu(1), kN, kProducts);
    d.drop(y);
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 0.5233, 1.5);
    QCOMPARE(d.platform().pending(), std::int64_t{0});
}

void TestBookTimes::torchCopyTimesMatchTheBook()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const VariableId x = d.uniform(d.gpu(0), kN);
    auto warm = d.run(x, d.gpu(0), kN, kProducts);
    d.drop(warm);
    d.sync(d.gpu(0));

    double begin = d.seconds();
    auto y = d.run(x, d.gpu(0), kN, kProducts);
    d.sync(d.gpu(0));
    COMPARE_SECONDS(d.seconds() - begin, 0.4968, 1.5);
    QVERIFY(d.seconds() - begin <= 0.5019);

    begin = d.seconds();
    auto host = d.toHost(y, kN, false);
    d.sync(d.gpu(0));
    COMPARE_SECONDS(d.seconds() - begin, 2.7168, 1.5);
    QCOMPARE(d.records.issue(d.lastOp).hostMemory, trace::HostMemory::PageableFresh);

    begin = d.seconds();
    auto newY = d.run(x, d.gpu(0), kN, kProducts);
    d.drop(y);
    auto newHost = d.toHost(newY, kN, true);
    d.drop(host);
    d.sync(d.gpu(0));
    COMPARE_SECONDS(d.seconds() - begin, 2.4682, 1.5);
    QCOMPARE(d.records.issue(d.lastOp).hostMemory, trace::HostMemory::PinnedFresh);
    // Peak while the old results are still allocated: 101 blocks of 62 MiB.
    QCOMPARE(d.platform().memory().levels(d.gpu(0)).peakAllocated.value, std::int64_t{101} * 62 * 1024 * 1024);
}

void TestBookTimes::mxnetCopyTimesMatchTheBook()
{
    Driver d(machine("book-v100"), options(Semantics::MXNet));
    const VariableId x = d.uniform(d.gpu(0), kN);
    auto warm = d.run(x, d.gpu(0), kN, kProducts);
    d.drop(warm);
    d.waitall();

    double begin = d.seconds();
    auto y = d.run(x, d.gpu(0), kN, kProducts);
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 0.5796, 1.5);

    begin = d.seconds();
    auto host = d.toHost(y, kN, false);
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 3.0989, 1.5);

    begin = d.seconds();
    auto newY = d.run(x, d.gpu(0), kN, kProducts);
    d.drop(y);
    auto newHost = d.toHost(newY, kN, false);
    d.drop(host);
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 3.3488, 1.5);
}

void TestBookTimes::copyTimesDependOnMemoryAndStream_data()
{
    QTest::addColumn<bool>("isOwn");
    QTest::addColumn<bool>("isPinned");
    QTest::addColumn<bool>("isWarm");
    QTest::addColumn<double>("seconds");

    QTest::newRow("compute stream, pageable fresh") << false << false << false << 3.214;
    QTest::newRow("compute stream, pageable warm") << false << false << true << 1.031;
    QTest::newRow("compute stream, pinned fresh") << false << true << false << 2.178;
    QTest::newRow("compute stream, pinned pool") << false << true << true << 0.764;
    QTest::newRow("own stream, pageable fresh") << true << false << false << 2.727;
    QTest::newRow("own stream, pageable warm") << true << false << true << 0.544;
    QTest::newRow("own stream, pinned fresh") << true << true << false << 2.178;
    QTest::newRow("own stream, pinned pool") << true << true << true << 0.502;
}

void TestBookTimes::copyTimesDependOnMemoryAndStream()
{
    QFETCH(bool, isOwn);
    QFETCH(bool, isPinned);
    QFETCH(bool, isWarm);
    QFETCH(double, seconds);
    PlatformOptions wanted = options(Semantics::Torch);
    wanted.copyStream = isOwn ? CopyStream::Own : CopyStream::Current;
    wanted.isPageableWarm = isWarm;
    wanted.isPinnedPoolWarm = isWarm;
    Driver d(machine("book-v100"), wanted);
    const VariableId x = d.uniform(d.gpu(0), kN);
    auto warm = d.run(x, d.gpu(0), kN, kProducts);
    d.drop(warm);
    d.sync(d.gpu(0));

    const double begin = d.seconds();
    auto y = d.run(x, d.gpu(0), kN, kProducts);
    auto host = d.toHost(y, kN, true, isPinned ? HostMemoryMode::Pinned : HostMemoryMode::Pageable);
    d.sync(d.gpu(0));

    COMPARE_SECONDS(d.seconds() - begin, seconds, 1.5);
}

namespace {

// The book's section 13.2 on asynchronous computation: x = uniform(2000, 2000); y = dot(x, x).sum().
constexpr std::int64_t kSmall = 2000;

VariableId sumOf(Driver& d, VariableId y)
{
    const VariableId sum = d.tensor(kCpu, {});
    static_cast<void>(d.apply(Operator::Sum, kCpu, {y}, sum, {{kSmall, kSmall}}, {}));
    return sum;
}

void firstUses(Driver& d)
{
    const VariableId x = d.uniform(kCpu, kSmall);
    const VariableId y = d.mm(x, kCpu, kSmall);
    static_cast<void>(sumOf(d, y));
    const VariableId norm = d.tensor(kCpu, {});
    static_cast<void>(d.apply(Operator::Norm, kCpu, {y}, norm, {{kSmall, kSmall}}, {}));
    d.waitall();
}

}  // namespace

void TestBookTimes::laptopIssueAndCompletionTimesMatchTheBook()
{
    Driver d(machine("laptop-2019"), options(Semantics::MXNet));

    double begin = d.seconds();
    const VariableId x = d.uniform(kCpu, kSmall);
    const VariableId sum = sumOf(d, d.mm(x, kCpu, kSmall));
    COMPARE_SECONDS(d.seconds() - begin, 0.0014, 1.5);

    begin = d.seconds();
    QVERIFY(d.platform().waitToRead(sum, {}));
    d.platform().hostWork(HostWork::Print, Bytes{4}, {});
    COMPARE_SECONDS(d.seconds() - begin, 0.3517, 1.5);
}

void TestBookTimes::laptopWaitTimesMatchTheBook()
{
    Driver d(machine("laptop-2019"), options(Semantics::MXNet));
    firstUses(d);

    double begin = d.seconds();
    const VariableId x = d.uniform(kCpu, kSmall);
    const VariableId sum = sumOf(d, d.mm(x, kCpu, kSmall));
    QVERIFY(d.platform().waitToRead(sum, {}));
    COMPARE_SECONDS(d.seconds() - begin, 0.3558, 1.5);

    begin = d.seconds();
    static_cast<void>(d.mm(x, kCpu, kSmall));
    static_cast<void>(d.mm(x, kCpu, kSmall));
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 0.6061, 1.5);

    begin = d.seconds();
    VariableId y = d.mm(x, kCpu, kSmall);
    QVERIFY(d.platform().waitToRead(y, {}));
    d.platform().hostWork(HostWork::ToNumpy, Bytes{4 * kSmall * kSmall}, {});
    COMPARE_SECONDS(d.seconds() - begin, 0.3111, 1.5);

    begin = d.seconds();
    y = d.mm(x, kCpu, kSmall);
    const VariableId norm = d.tensor(kCpu, {});
    static_cast<void>(d.apply(Operator::Norm, kCpu, {y}, norm, {{kSmall, kSmall}}, {}));
    QVERIFY(d.platform().waitToRead(norm, {}));
    COMPARE_SECONDS(d.seconds() - begin, 0.3302, 1.5);
}

void TestBookTimes::laptopLoopTimesMatchTheBook()
{
    Driver d(machine("laptop-2019"), options(Semantics::MXNet));
    const VariableId x = d.uniform(kCpu, kSmall);
    const auto addOne = [&] {
        const VariableId y = d.tensor(kCpu, {kSmall, kSmall});
        static_cast<void>(d.apply(Operator::AddScalar, kCpu, {x}, y, {{kSmall, kSmall}}, {kSmall, kSmall}));
        return y;
    };
    d.drop(addOne());
    d.waitall();

    double begin = d.seconds();
    for (int i = 0; i < 1000; ++i) {
        const VariableId y = addOne();
        QVERIFY(d.platform().waitToRead(y, {}));
        d.drop(y);
    }
    COMPARE_SECONDS(d.seconds() - begin, 7.3877, 1.5);

    begin = d.seconds();
    for (int i = 0; i < 1000; ++i)
        d.drop(addOne());
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 3.5370, 1.5);
    // Outputs are allocated when the operation runs, so only a few outputs exist at a time, however far the program
    // runs ahead.
    QVERIFY(d.platform().memory().levels(kCpu).peakAllocated.value <= 4 * 16'000'000 + 4 * 4096);
}

void TestBookTimes::m60CpuAndGpuTimesMatchTheBook()
{
    Driver d(machine("m60-2019"), options(Semantics::MXNet));
    const VariableId onCpu = d.uniform(kCpu, 2000);
    const VariableId onGpu = d.uniform(d.gpu(0), 6000);
    auto y = d.run(onCpu, kCpu, 2000, 10);
    d.drop(y);
    y = d.run(onGpu, d.gpu(0), 6000, 10);
    d.drop(y);
    d.waitall();

    double begin = d.seconds();
    y = d.run(onCpu, kCpu, 2000, 10);
    d.drop(y);
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 0.3636, 2.0);

    begin = d.seconds();
    y = d.run(onGpu, d.gpu(0), 6000, 10);
    d.drop(y);
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 1.2225, 2.0);

    begin = d.seconds();
    y = d.run(onCpu, kCpu, 2000, 10);
    d.drop(y);
    y = d.run(onGpu, d.gpu(0), 6000, 10);
    d.drop(y);
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 1.2264, 2.0);
}

void TestBookTimes::m60CopyTimesMatchTheBook()
{
    Driver d(machine("m60-2019"), options(Semantics::MXNet));
    const VariableId x = d.uniform(d.gpu(0), 6000);
    auto warm = d.run(x, d.gpu(0), 6000, 10);
    d.drop(warm);
    d.waitall();

    double begin = d.seconds();
    auto y = d.run(x, d.gpu(0), 6000, 10);
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 1.2238, 2.0);

    begin = d.seconds();
    auto host = d.toHost(y, 6000, false);
    d.drop(host);
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 0.5154, 2.0);

    begin = d.seconds();
    auto newY = d.run(x, d.gpu(0), 6000, 10);
    d.drop(y);
    host = d.toHost(newY, 6000, false);
    d.drop(host);
    d.waitall();
    COMPARE_SECONDS(d.seconds() - begin, 1.2741, 2.0);
}

void TestBookTimes::smallGpuRefusesMemoryForThe45thProduct()
{
    Driver d(machine("card-4gb"), options(Semantics::Torch));
    const VariableId x = d.uniform(d.gpu(0), kN);

    const double begin = d.seconds();
    const auto y = d.run(x, d.gpu(0), kN, kProducts);
    COMPARE_SECONDS(d.seconds() - begin, 0.3314, 5.0);

    QVERIFY(d.failure.has_value());
    QCOMPARE(static_cast<int>(y.size()), 45);  // there is no memory for the 45th product
    QCOMPARE(d.failure->code, ErrorCode::OutOfMemory);
    QCOMPARE(
        QString::fromStdString(d.failure->english()),
        QString("CUDA out of memory. Tried to allocate 62.00 MiB (GPU 0; 3.82 GiB total capacity; 2.72 GiB already "
                "allocated; 69.12 MiB free; 2.72 GiB reserved in total by PyTorch) If reserved memory is >> "
                "allocated memory try setting max_split_size_mb to avoid fragmentation.  See documentation for "
                "Memory Management and PYTORCH_CUDA_ALLOC_CONF"));
    QCOMPARE(d.records.memory.back().act, trace::MemoryAct::Refuse);
    d.platform().finish();
    QCOMPARE(d.records.lives.size(), std::size_t{45});
}

QTEST_APPLESS_MAIN(TestBookTimes)
#include "tst_book_times.moc"
