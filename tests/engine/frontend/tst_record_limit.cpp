#include "engine/frontend/record_limit.h"

#include <QTest>

#include <atomic>

using namespace engine;
using frontend::RecordLimit;

namespace {

RecordLimit::Limits upTo(std::int64_t megabytes, Bytes available = kGiB, Bytes spared = {})
{
    return {kMiB * megabytes, spared, [available] { return available; }};
}

/// Counts the checks that a RecordLimit begins, and its request to stop the run. Tests wait until the count changes, so
/// they do not depend on how often the RecordLimit polls. RecordLimit::end() waits for a check that has begun.
struct Checks {
    std::atomic<int> count = 0;

    RecordLimit::Limits counted(RecordLimit::Limits limits)
    {
        limits.available = [this, available = limits.available] {
            next();
            return available();
        };
        return limits;
    }
    void next()
    {
        ++count;
        count.notify_all();
    }
};

/// Number of records between two checks of the RecordLimit (record_limit.cpp).
constexpr std::size_t kRecordsOfACheck = std::size_t{1} << 18;

/// Issues at most `most` operations, starting at number `first`, until `isStopped`.
std::size_t issue(trace::Recorder& recorder, std::size_t most, const std::atomic<bool>& isStopped,
                  std::size_t first = 0)
{
    std::size_t done = 0;
    for (; done < most && !isStopped; ++done) {
        trace::IssueRecord record;
        record.op = OpId{first + done};
        recorder.write(record);
    }
    return done;
}

}  // namespace

/// Tests that a run whose records need too much memory is stopped with a message, and that other runs are not.
class TestRecordLimit : public QObject {
    Q_OBJECT

private slots:
    void endlessLoopIsStopped();
    void shortRunIsNotStopped();
    void lowMemoryStopsALargeRun();
    void lowMemoryDoesNotStopASmallRun();
    void recordLimitOfThisComputerExceedsTheSparedMemory();
    void environmentVariableSetsTheLimit();
    void noteOfTheRecordLimitIsRecognised();
};

void TestRecordLimit::endlessLoopIsStopped()
{
    trace::Recorder recorder;
    std::atomic<bool> isStopped = false;
    RecordLimit bound(recorder, upTo(8), [&] { isStopped = true; });

    const std::size_t issued = issue(recorder, std::size_t{1} << 25, isStopped);

    QVERIFY(isStopped);
    const std::string sentence = bound.end().english();
    QVERIFY2(sentence.starts_with("This run has recorded ") && sentence.find("may use 8 MiB") != std::string::npos &&
                 sentence.find("so it was stopped") != std::string::npos,
             sentence.c_str());
    QVERIFY(bound.end().empty());
    recorder.finish();
    QCOMPARE(recorder.snapshot()->opCount(), issued);
}

void TestRecordLimit::shortRunIsNotStopped()
{
    trace::Recorder recorder;
    std::atomic<bool> isStopped = false;
    Checks checks;
    RecordLimit bound(recorder, checks.counted(upTo(64)), [&] { isStopped = true; });

    QCOMPARE(issue(recorder, 100'000, isStopped), std::size_t{100'000});
    checks.count.wait(0);

    QVERIFY(bound.end().empty());
    QVERIFY(!isStopped);
}

void TestRecordLimit::lowMemoryStopsALargeRun()
{
    trace::Recorder recorder;
    std::atomic<bool> isStopped = false;
    Checks checks;
    RecordLimit bound(recorder, checks.counted(upTo(1024, kMiB * 10, kMiB * 100)), [&] {
        isStopped = true;
        checks.next();
    });

    // Because memory is low, the run is stopped when its records use 1/16 of the limit, long before they reach it.
    for (std::size_t first = 0; first < 10'000'000; first += kRecordsOfACheck) {
        const int before = checks.count;
        if (isStopped)
            break;
        static_cast<void>(issue(recorder, kRecordsOfACheck, isStopped, first));
        checks.count.wait(before);
    }

    QVERIFY(isStopped);
    const std::string sentence = bound.end().english();
    QVERIFY2(sentence.find("only 10 MiB of this computer's memory are free") != std::string::npos, sentence.c_str());
}

void TestRecordLimit::lowMemoryDoesNotStopASmallRun()
{
    trace::Recorder recorder;
    std::atomic<bool> isStopped = false;
    Checks checks;
    RecordLimit bound(recorder, checks.counted(upTo(100'000, kMiB * 10, kMiB * 100)), [&] { isStopped = true; });

    static_cast<void>(issue(recorder, 300'000, isStopped));
    checks.count.wait(0);

    QVERIFY(bound.end().empty());
}

void TestRecordLimit::recordLimitOfThisComputerExceedsTheSparedMemory()
{
    const RecordLimit::Limits limits = RecordLimit::ofThisComputer();

    QVERIFY(limits.most > kMiB * 64);
    QVERIFY(limits.spared > Bytes{} && limits.spared < limits.most);
    QVERIFY(limits.available() > Bytes{});
}

void TestRecordLimit::environmentVariableSetsTheLimit()
{
    const Bytes usual = RecordLimit::ofThisComputer().most;
    qputenv("OVERLAP_RUN_MEMORY", "5");
    QCOMPARE(RecordLimit::ofThisComputer().most.value, (kMiB * 5).value);
    QVERIFY(RecordLimit::ofThisComputer().remark.empty());
    qputenv("OVERLAP_RUN_MEMORY", "999999999");  // more than the computer has: accepted
    QCOMPARE(RecordLimit::ofThisComputer().most.value, (kMiB * 999'999'999).value);
    qputenv("OVERLAP_RUN_MEMORY", "");
    QCOMPARE(RecordLimit::ofThisComputer().most.value, usual.value);
    QVERIFY(RecordLimit::ofThisComputer().remark.empty());
    for (const char* wrong : {"0", "-5", "much", "8G", "1.5", "9223372036854775807", "99999999999999999999"}) {
        qputenv("OVERLAP_RUN_MEMORY", wrong);
        const RecordLimit::Limits limits = RecordLimit::ofThisComputer();
        QCOMPARE(limits.most.value, usual.value);
        QVERIFY2(
            limits.remark.english().starts_with("OVERLAP_RUN_MEMORY is \"" + std::string(wrong) + "\", which is not a"),
            limits.remark.english().c_str());
    }
    qunsetenv("OVERLAP_RUN_MEMORY");
}

void TestRecordLimit::noteOfTheRecordLimitIsRecognised()
{
    const auto traceWith = [](const Message& text) {
        trace::Recorder recorder;
        recorder.write(trace::NoteRecord{{}, text, true, 1, {}});
        recorder.finish();
        return recorder.snapshot();
    };
    trace::Recorder recorder;
    std::atomic<bool> isStopped = false;
    RecordLimit bound(recorder, upTo(1), [&] { isStopped = true; });
    static_cast<void>(issue(recorder, std::size_t{1} << 25, isStopped));

    QVERIFY(frontend::wasStoppedByRecordLimit(*traceWith(bound.end())));
    QVERIFY(!frontend::wasStoppedByRecordLimit(*traceWith(Message("This run has recorded nothing strange."))));
}

QTEST_GUILESS_MAIN(TestRecordLimit)
#include "tst_record_limit.moc"
