#include "engine/devices/cuda/detail/backlog.h"
#include "engine/devices/cuda/detail/ordered_callbacks.h"

#include <QTest>

#include <array>
#include <vector>

using namespace engine;
using engine::devices::cuda::detail::Backlog;
using engine::devices::cuda::detail::OrderedCallbacks;

namespace {

constexpr Nanoseconds kModelled{10'000};
constexpr Nanoseconds kTaken{20'000'000};

/// Adds operations until the queue is full, at most `most`.
std::size_t fill(Backlog& backlog, std::size_t most)
{
    std::size_t added = 0;
    while (added < most && backlog.hasRoomFor("mul", kModelled)) {
        backlog.add("mul", kModelled);
        ++added;
    }
    return added;
}

}  // namespace

class TestQueues : public QObject {
    Q_OBJECT

private slots:
    void measuredTimeCorrectsTheEstimateOfQueuedOperations();
    void latePollDoesNotShortenTheEstimatedDuration();
    void shortOperationsAreQueuedUpToTheMaximumNumber();
    void callbacksAreCalledInTheOrderOfAnnouncement();
    void finishSkipsCallbacksThatAreNotReady();
};

void TestQueues::measuredTimeCorrectsTheEstimateOfQueuedOperations()
{
    Backlog backlog;
    QCOMPARE(fill(backlog, 100), std::size_t{24});
    backlog.end("mul", kModelled, kTaken);
    QCOMPARE(fill(backlog, 100), std::size_t{0});
    QVERIFY(backlog.expected() >= kTaken * 23);
    for (int i = 0; i < 3; ++i)
        backlog.end("mul", kModelled, kTaken);
    QCOMPARE(fill(backlog, 100), std::size_t{0});
    backlog.end("mul", kModelled, kTaken);
    QCOMPARE(fill(backlog, 100), std::size_t{1});
    QCOMPARE(backlog.size(), std::size_t{20});
}

/// The watcher polls only after ten operations have ended. The first operation seems to take ten times its real
/// duration, the others 1 us each.
void TestQueues::latePollDoesNotShortenTheEstimatedDuration()
{
    Backlog backlog;
    QCOMPARE(fill(backlog, 12), std::size_t{12});
    backlog.end("mul", kModelled, kTaken * 10);
    for (int i = 0; i < 9; ++i)
        backlog.end("mul", kModelled, Nanoseconds{1000});
    fill(backlog, 1000);
    QVERIFY2(backlog.size() <= 26, qPrintable(QString::number(backlog.size())));
}

void TestQueues::shortOperationsAreQueuedUpToTheMaximumNumber()
{
    Backlog backlog;
    fill(backlog, 1);
    backlog.end("mul", kModelled, kModelled);
    QCOMPARE(fill(backlog, 5000), std::size_t{1024});
}

void TestQueues::callbacksAreCalledInTheOrderOfAnnouncement()
{
    OrderedCallbacks order;
    std::vector<int> seen;
    const std::array numbers{order.announce(), order.announce(), order.announce()};
    order.ready(numbers[2], [&] { seen.push_back(2); });
    order.ready(numbers[1], {});
    QVERIFY(seen.empty());
    order.ready(numbers[0], [&] { seen.push_back(0); });
    QCOMPARE(seen, (std::vector{0, 2}));
}

void TestQueues::finishSkipsCallbacksThatAreNotReady()
{
    OrderedCallbacks order;
    std::vector<int> seen;
    const std::array numbers{order.announce(), order.announce(), order.announce()};
    order.ready(numbers[2], [&] { seen.push_back(2); });
    order.ready(numbers[1], [&] { seen.push_back(1); });
    order.finish();
    QCOMPARE(seen, (std::vector{1, 2}));
}

QTEST_APPLESS_MAIN(TestQueues)
#include "tst_queues.moc"
