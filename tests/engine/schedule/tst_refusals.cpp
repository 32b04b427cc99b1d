#include "engine/schedule/engine.h"

#include <QTest>

#include <atomic>
#include <cstdlib>
#include <ctime>
#include <new>
#include <stdexcept>
#include <string_view>

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace engine;
using namespace engine::schedule;

namespace {

std::atomic<long> g_next{-1};   ///< number of allocations before the one that fails; negative: none fails
std::atomic<long> g_calls{-1};  ///< number of readings of the clock before the clock jumps; negative: it does not jump
std::atomic<long> g_jump{0};    ///< seconds by which the clock jumps

bool isRefused()
{
    return g_next.load() >= 0 && g_next.fetch_sub(1) == 0;
}

/// Returns whether the calling thread is QtTest's watchdog, which ends a test that takes too long.
bool isWatchdog()
{
    char name[16] = {};
    return ::prctl(PR_GET_NAME, name) == 0 && std::string_view(name).starts_with("QtTest");
}

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return isRefused() ? nullptr : std::malloc(size > 0 ? size : 1);
}
void* operator new(std::size_t size)
{
    void* memory = operator new(size, std::nothrow);
    if (memory == nullptr)
        throw std::bad_alloc();
    return memory;
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept
{
    const long result = syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_MONOTONIC && g_calls.load() >= 0 && !isWatchdog() && g_calls.fetch_sub(1) <= 0) {
        g_calls = 0;
        time->tv_sec += g_jump.load();
    }
    return static_cast<int>(result);
}

/// Tests the engine while the system refuses memory, and after the system's clock has jumped.
class TestRefusals : public QObject {
    Q_OBJECT

private slots:
    void failuresAreReportedIfMemoryIsRefused_data();
    void failuresAreReportedIfMemoryIsRefused();
    void operationsCompleteInOrderAfterAJumpOfTheClock_data();
    void operationsCompleteInOrderAfterAJumpOfTheClock();
};

void TestRefusals::failuresAreReportedIfMemoryIsRefused_data()
{
    QTest::addColumn<Policy>("policy");
    QTest::addColumn<bool>("throws");

    for (const auto& [name, policy] : {std::pair("threaded", Policy::Threaded), std::pair("naive", Policy::Naive)})
        for (const bool throws : {true, false})
            QTest::addRow("%s, %s", name, throws ? "a body throws" : "a body returns an error") << policy << throws;
}

/// For every n, the n-th allocation fails on the thread that pushes or on a worker.
void TestRefusals::failuresAreReportedIfMemoryIsRefused()
{
    QFETCH(Policy, policy);
    QFETCH(bool, throws);
    bool isComplete = false;
    int refusals = 0;

    for (long allocation = 0; !isComplete; ++allocation) {
        QVERIFY(allocation < 10'000);
        std::atomic<bool> hasRunAfterFailure{false};
        std::atomic<int> destroyed{0};
        {
            Engine engine(EngineOptions{.policy = policy, .isRecording = true});
            const GroupId group = *engine.addGroup({.name = "w", .workers = 2});
            const VariableId x = engine.newVariable(), y = engine.newVariable(), z = engine.newVariable();
            const auto counted = std::shared_ptr<int>(new int, [&](int* number) {
                delete number;
                ++destroyed;
            });
            bool wasRefused = false;
            g_next = allocation;
            try {
                const auto fails = [counted, throws]() -> Status {
                    if (throws)
                        throw std::runtime_error("a message that is too long for a small string to hold it");
                    return untranslatedError(ErrorCode::OperationFailed, "also too long for a small string, surely");
                };
                const auto depends = [&] { hasRunAfterFailure = true; };
                wasRefused = !engine.push({}, std::array{x}, fails, {.group = group}) ||
                             !engine.push(std::array{x}, std::array{y}, depends, {.group = group});
                for (int i = 0; i < 20; ++i)
                    wasRefused = !engine.push(std::array{y}, std::array{z}, depends, {.group = group}) || wasRefused;
                const Status last = engine.waitToRead(z);
                const Status all = engine.waitAll();
                QVERIFY2(!last, "a failure is inherited by all that depend on it");
                QVERIFY2(!all, "a failure is reported");
            } catch (const std::bad_alloc&) {
                wasRefused = true;
            }
            isComplete = g_next.exchange(-1) >= 0;
            refusals += isComplete ? 0 : 1;
            QVERIFY(!(isComplete && wasRefused));
            engine.shutdown(Engine::Ending::Drain);
            QCOMPARE(engine.pending(), std::int64_t{0});
        }
        QVERIFY2(!hasRunAfterFailure, "nothing reads a result that does not exist");
        QCOMPARE(destroyed.load(), 1);
    }
    QVERIFY(refusals >= 3);
}

void TestRefusals::operationsCompleteInOrderAfterAJumpOfTheClock_data()
{
    QTest::addColumn<long>("seconds");

    QTest::newRow("back by a day") << -86'400L;
    QTest::newRow("forwards by a day") << 86'400L;
    QTest::newRow("forwards by a century") << 3'000'000'000L;
}

void TestRefusals::operationsCompleteInOrderAfterAJumpOfTheClock()
{
    QFETCH(long, seconds);
    struct Lives : LifeSink {
        void lives(std::span<const Life> all) override
        {
            for (const Life& life : all) {
                isOrdered = isOrdered && life.pushed <= life.ready && life.ready <= life.started &&
                            life.started <= life.finished;
                ++count;
            }
        }
        void edges(std::span<const EdgeEntry>) override {}
        bool isOrdered = true;
        int count = 0;
    };
    for (const long call : {0L, 1L, 5L, 17L, 40L}) {
        g_jump = seconds;
        g_calls = call;
        TickClock clock;
        Engine engine(EngineOptions{.isRecording = true});
        const GroupId group = *engine.addGroup({.name = "w", .workers = 2});
        const VariableId x = engine.newVariable();
        for (int i = 0; i < 200; ++i)
            QVERIFY(engine.push({}, std::array{x}, [] {}, {.group = group}));
        QVERIFY(engine.waitAll());
        const Nanoseconds before = clock.toMonotonic(TickClock::ticks());
        g_calls = -1;  // the clock jumps back
        QVERIFY(clock.toMonotonic(TickClock::ticks()) >= before);
        engine.shutdown(Engine::Ending::Drain);
        Lives lives;
        static_cast<void>(engine.drain(lives));

        QCOMPARE(lives.count, 200);
        QVERIFY(lives.isOrdered);
        QVERIFY(clock.ticksPerNanosecond() > 0);
        const std::uint64_t now = TickClock::ticks();
        QVERIFY(clock.toMonotonic(now + 1'000'000) > clock.toMonotonic(now));
        QVERIFY(clock.toMonotonic(now + 1'000'000) - clock.toMonotonic(now) < Nanoseconds{100'000'000});
    }
}

QTEST_GUILESS_MAIN(TestRefusals)
#include "tst_refusals.moc"
