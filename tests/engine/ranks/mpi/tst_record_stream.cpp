#include "engine/ranks/mpi/world.h"
#include "tests/engine/ranks/mpi/fake_mpi.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace engine;
using device::RankTransport;
using ranks::mpi::World;

namespace {

using Clock = std::chrono::steady_clock;

const std::atomic<bool> kNotCancelled{false};

/// Random bytes that replace the records of a rank. Each call of next() appends fewer than 200,000 bytes, unless there
/// are kBytes already.
struct Stream {
    explicit Stream(int rank) : random(static_cast<std::uint32_t>(rank)) {}

    World::Piece next(std::size_t most)
    {
        if (all.size() < kBytes)
            for (auto n = random() % 200000; n > 0; --n)
                all.push_back(static_cast<char>(random()));
        World::Piece piece{all.substr(sent, most), 0};
        sent += piece.bytes.size();
        piece.left = static_cast<std::int64_t>(all.size() - sent);
        return piece;
    }

    static constexpr std::size_t kBytes = 3'000'000;
    std::mt19937 random;
    std::string all;
    std::size_t sent = 0;
};

World::Options withRecords(Stream& stream, std::vector<World::ReceivedPiece>& notes, std::vector<std::string>& received)
{
    World::Options options;
    options.records.next = [&stream](std::size_t most) { return stream.next(most); };
    options.records.append = [&](const World::ReceivedPiece& piece) {
        received[static_cast<std::size_t>(piece.rank)] += piece.bytes;
        notes.push_back({piece.rank, {}, piece.left, piece.time});
    };
    return options;
}

RankTransport::CollectiveCall sumOf(std::vector<float>& numbers)
{
    RankTransport::CollectiveCall call;
    call.what.group = GroupId{0};
    call.what.op = trace::ReduceOp::Sum;
    call.elements = static_cast<std::int64_t>(numbers.size());
    call.numbers = {std::span<const float>(numbers)};
    return call;
}

/// Tests a request only in a random third of the calls, so that requests complete out of order, as messages of
/// different sizes do.
ranks::mpi::abi::Code testSometimes(ranks::mpi::abi::Request* request, std::int32_t* isDone, std::int64_t* size)
{
    static std::minstd_rand random;
    if (random() % 3 == 0)
        return tests::FakeMpi::moduleOf(0).test(request, isDone, size);
    *isDone = 0;
    return ranks::mpi::abi::Code::Ok;
}

/// Advances until isOver() returns true, but at most 30 s, so that a test fails instead of hanging.
template <typename IsOver>
void advanceUntil(World& world, IsOver isOver)
{
    const auto until = Clock::now() + std::chrono::seconds(30);
    while (!isOver() && Clock::now() < until) {
        static_cast<void>(world.advance(7, kNotCancelled));
        std::this_thread::yield();
    }
}

/// Advances until a collective of this rank is complete or a call fails.
void complete(World& world)
{
    for (bool isDone = false; !isDone;) {
        const auto progress = world.advance(2, kNotCancelled);
        isDone = !progress || !progress->complete.empty();
    }
}

}  // namespace

/// Tests the records that ranks send to rank 0 during a run.
class TestRecordStream : public QObject {
    Q_OBJECT

private slots:
    void recordsArriveInOrderAndUnstoredBytesNeverExceedTheCredits_data();
    void recordsArriveInOrderAndUnstoredBytesNeverExceedTheCredits();
    void recordsUseASmallFractionOfTheBandwidth();
    void recordsAreNotSentWhileACollectiveTransfersValues();
    void recordsAreStoredOnlyAfterTheCollectiveOfRank0Ended();
    void recordsAreNotSentWhileClocksAreCompared();
    void bytesThatWereNotSentAreReported();
    void recordsArriveAfterStop();
    void recordsOfARankEndAtAFailedMpiCall_data();
    void recordsOfARankEndAtAFailedMpiCall();
};

void TestRecordStream::recordsArriveInOrderAndUnstoredBytesNeverExceedTheCredits_data()
{
    QTest::addColumn<int>("credits");
    QTest::newRow("8 MiB") << (8 << 20);
    QTest::newRow("less than a piece") << 1000;
    QTest::newRow("one byte") << 1;
}

void TestRecordStream::recordsArriveInOrderAndUnstoredBytesNeverExceedTheCredits()
{
    QFETCH(const int, credits);
    constexpr int kRanks = 3;
    const tests::FakeMpi mpi(kRanks);
    std::vector<std::string> received(kRanks);
    std::vector<std::string> reports;
    std::vector<World::ReceivedPiece> notes;
    std::vector<Stream> streams;
    std::atomic<std::int64_t> largest{0};  // largest number of bytes of rank 1 that were sent and not stored
    std::array<std::atomic<std::int64_t>, kRanks> stored{};
    std::array modules{tests::FakeMpi::moduleOf(0), tests::FakeMpi::moduleOf(1), tests::FakeMpi::moduleOf(2)};
    modules[0].test = testSometimes;
    for (int rank = 0; rank < kRanks; ++rank)
        streams.emplace_back(rank);
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < kRanks; ++rank)
            threads.emplace_back([&, rank] {
                Stream& stream = streams[static_cast<std::size_t>(rank)];
                bool isClosing = false;
                World::Options options = withRecords(stream, notes, received);
                options.records.credits = credits;
                options.records.append = [&, append = options.records.append](const World::ReceivedPiece& piece) {
                    append(piece);
                    stored[static_cast<std::size_t>(piece.rank)] += static_cast<std::int64_t>(piece.bytes.size());
                };
                options.records.next = [&, rank](std::size_t most) {
                    const World::Piece piece = stream.next(most);
                    if (rank == 1 && !isClosing)
                        largest = std::max(largest.load(), static_cast<std::int64_t>(stream.sent) - stored[1].load());
                    return piece;
                };
                const auto world = World::start(modules[static_cast<std::size_t>(rank)], std::move(options));
                advanceUntil(**world, [&] { return stored[1] > 10 && stored[2] > 10; });
                isClosing = true;
                std::vector<std::string> own = (*world)->close("report " + std::to_string(rank));
                if (rank == 0)
                    reports = std::move(own);
            });
    }

    for (std::size_t rank = 1; rank < kRanks; ++rank)
        QVERIFY2(received[rank].size() > 10 && received[rank] == streams[rank].all,
                 qPrintable(QStringLiteral("rank %1: %2 of %3 bytes")
                                .arg(rank)
                                .arg(received[rank].size())
                                .arg(streams[rank].all.size())));
    QVERIFY2(largest > 0 && largest <= credits, qPrintable(QString::number(largest)));
    QCOMPARE(reports, (std::vector<std::string>{"report 0", "report 1", "report 2"}));
}

/// While the program runs, records are sent in small pieces, at most 1.25 MB/s, so that they do not delay collectives.
/// After the program has ended, pieces may be larger.
void TestRecordStream::recordsUseASmallFractionOfTheBandwidth()
{
    constexpr std::size_t kPiece = 16 << 10;
    constexpr std::size_t kBytes = 16 * kPiece;
    constexpr Clock::duration kLeast = std::chrono::nanoseconds(800) * (kBytes - kPiece);
    const tests::FakeMpi mpi(2);
    std::vector<std::string> received(2);
    std::vector<World::ReceivedPiece> notes;
    Stream unused(0);
    std::atomic<std::size_t> sent{0};
    std::size_t most = 0;  // largest piece that rank 1 had to supply while its program ran
    std::size_t mostAtEnd = 0;
    Clock::duration taken{};
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < 2; ++rank)
            threads.emplace_back([&, rank] {
                bool isClosing = false;
                World::Options options = withRecords(unused, notes, received);
                options.records.next = [&](std::size_t size) {  // there are always more records
                    (isClosing ? mostAtEnd : most) = std::max(isClosing ? mostAtEnd : most, size);
                    const std::size_t bytes = isClosing && sent >= 2 * kBytes ? 0 : size;
                    sent += bytes;
                    return World::Piece{std::string(bytes, 'a'), 0};
                };
                const Clock::time_point begin = Clock::now();
                const auto world = World::start(tests::FakeMpi::moduleOf(rank), std::move(options));
                advanceUntil(**world, [&] { return sent >= kBytes; });
                if (rank == 1)
                    taken = Clock::now() - begin;
                isClosing = true;
                static_cast<void>((*world)->close({}));
            });
    }

    QVERIFY2(taken >= kLeast, qPrintable(QString::number(taken.count())));
    QCOMPARE(most, kPiece);
    QCOMPARE(mostAtEnd, 4 * kPiece);
    QCOMPARE(received[1].size(), sent.load());
}

/// Rank 1 is in a collective that makes progress only when rank 0 advances, and rank 0 does not advance.
void TestRecordStream::recordsAreNotSentWhileACollectiveTransfersValues()
{
    const tests::FakeMpi mpi(2);
    std::vector<std::string> received(2);
    std::vector<World::ReceivedPiece> notes;
    Stream stream(1);
    std::atomic<bool> isRootMoving = false;
    std::atomic<bool> isChecked = false;
    std::atomic<bool> hasSent = false;
    std::atomic<bool> isMoving = false;
    std::size_t most = 0;  // largest piece that rank 1 had to supply during the collective
    std::size_t mostAfterwards = 0;
    bool wasMoving = false;
    {
        const std::jthread root([&] {
            const auto world = World::start(tests::FakeMpi::moduleOf(0), withRecords(stream, notes, received));
            advanceUntil(**world, [&] { return hasSent.load(); });
            std::vector<float> numbers(10000);
            const auto ticket = (*world)->post(sumOf(numbers));
            for (bool isOwnMoving = false;
                 !isOwnMoving;)  // ends when rank 0 has begun the transfer, which needs rank 1
                isOwnMoving = (*world)->advance(1, kNotCancelled)->mustPollAgain;
            isRootMoving = true;
            while (!isChecked)
                std::this_thread::yield();
            complete(**world);
            (*world)->release(*ticket);
            static_cast<void>((*world)->close({}));
        });
        const std::jthread other([&] {
            World::Options options = withRecords(stream, notes, received);
            options.records.next = [&](std::size_t size) {
                (isMoving ? most : mostAfterwards) = std::max(isMoving ? most : mostAfterwards, size);
                hasSent = hasSent || size > 0;
                return stream.next(size);
            };
            const auto world = World::start(tests::FakeMpi::moduleOf(1), std::move(options));
            advanceUntil(**world, [&] { return hasSent.load(); });
            std::vector<float> numbers(10000);
            const auto ticket = (*world)->post(sumOf(numbers));
            while (!isRootMoving)
                std::this_thread::yield();
            while (!isMoving)
                isMoving = (*world)->advance(1, kNotCancelled)->mustPollAgain;
            const auto until = Clock::now() + std::chrono::milliseconds(300);
            for (wasMoving = true; wasMoving && Clock::now() < until;)
                wasMoving = (*world)->advance(1, kNotCancelled)->mustPollAgain;
            isMoving = false;
            mostAfterwards = 0;
            isChecked = true;
            complete(**world);
            (*world)->release(*ticket);
            static_cast<void>((*world)->close({}));
        });
    }

    QVERIFY(wasMoving);
    QCOMPARE(most, 0U);
    QVERIFY(mostAfterwards > 0);
    QVERIFY(received[1] == stream.all);
}

/// Ranks 0 and 2 form a group; rank 1 sends records while rank 0 is in a collective of this group.
void TestRecordStream::recordsAreStoredOnlyAfterTheCollectiveOfRank0Ended()
{
    constexpr int kRanks = 3;
    const tests::FakeMpi mpi(kRanks);
    std::vector<std::string> received(kRanks);
    std::vector<World::ReceivedPiece> notes;
    std::vector<Stream> streams;
    for (int rank = 0; rank < kRanks; ++rank)
        streams.emplace_back(rank);
    std::atomic<bool> isChecked = false;
    bool isMoving = false;
    std::size_t stored = 0;  // bytes that were stored during the collective of rank 0
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < kRanks; ++rank)
            threads.emplace_back([&, rank] {
                World::Options options = withRecords(streams[static_cast<std::size_t>(rank)], notes, received);
                options.records.append = [&, append = options.records.append](const World::ReceivedPiece& piece) {
                    append(piece);
                    stored += isMoving ? piece.bytes.size() : 0;
                };
                const auto world = World::start(tests::FakeMpi::moduleOf(rank), std::move(options));
                const std::array members{0, 2};
                const auto group = (*world)->createGroup(members);
                std::vector<float> numbers(10000);
                RankTransport::CollectiveCall call = sumOf(numbers);
                call.what.group = *group;
                if (rank == 1) {
                    advanceUntil(**world, [&] { return isChecked.load(); });
                } else {
                    const auto ticket = (*world)->post(call);
                    while (rank == 2 && !isChecked)
                        std::this_thread::yield();
                    while (rank == 0 && !isMoving)
                        isMoving = (*world)->advance(1, kNotCancelled)->mustPollAgain;
                    for (int i = 0; rank == 0 && i < 3000; ++i) {
                        static_cast<void>((*world)->advance(1, kNotCancelled));
                        std::this_thread::yield();
                    }
                    if (rank == 0) {
                        isMoving = false;
                        isChecked = true;
                    }
                    complete(**world);
                    (*world)->release(*ticket);
                }
                static_cast<void>((*world)->close({}));
            });
    }

    QCOMPARE(stored, 0U);
    QVERIFY(!received[1].empty() && received[1] == streams[1].all);
}

void TestRecordStream::recordsAreNotSentWhileClocksAreCompared()
{
    const tests::FakeMpi mpi(2);
    std::vector<std::string> received(2);
    std::vector<World::ReceivedPiece> notes;
    std::atomic<bool> hasSent = false;
    bool isComparing = false;
    bool isClosing = false;
    std::size_t most = 0;  // largest piece that rank 1 had to supply during a comparison of clocks
    Stream unused(0);
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < 2; ++rank)
            threads.emplace_back([&, rank] {
                World::Options options = withRecords(unused, notes, received);
                options.records.next = [&](std::size_t size) {  // there are always more records
                    hasSent = hasSent || size > 0;
                    most = std::max(most, isComparing ? size : 0);
                    return World::Piece{std::string(isClosing ? 0 : size, 'a'), isClosing ? 0 : 1000};
                };
                const auto world = World::start(tests::FakeMpi::moduleOf(rank), std::move(options));
                advanceUntil(**world, [&] { return hasSent.load(); });
                if (rank == 1)
                    isComparing = true;
                static_cast<void>(
                    (*world)->compareClocks([] { return Clock::now().time_since_epoch(); }, kNotCancelled));
                if (rank == 1) {
                    isComparing = false;
                    isClosing = true;
                }
                static_cast<void>((*world)->close({}));
            });
    }

    QCOMPARE(most, 0U);
}

void TestRecordStream::bytesThatWereNotSentAreReported()
{
    const tests::FakeMpi mpi(2);
    std::vector<std::string> received(2);
    std::vector<World::ReceivedPiece> notes;
    std::array<Stream, 2> streams{Stream(0), Stream(1)};
    std::atomic<std::size_t> reports{0};
    std::string during;
    std::vector<std::int64_t> left;
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < 2; ++rank)
            threads.emplace_back([&, rank] {
                World::Options options = withRecords(streams[static_cast<std::size_t>(rank)], notes, received);
                options.records.credits = 0;
                options.records.append = [&, append = options.records.append](const World::ReceivedPiece& piece) {
                    append(piece);
                    ++reports;
                };
                const auto world = World::start(tests::FakeMpi::moduleOf(rank), std::move(options));
                advanceUntil(**world, [&] { return reports >= 2; });
                if (rank == 0) {
                    during = received[1];
                    for (const World::ReceivedPiece& note : notes)
                        left.push_back(note.left);
                }
                static_cast<void>((*world)->close({}));
            });
    }

    QVERIFY(during.empty());
    QVERIFY(left.size() >= 2 && left.back() > left.front());
    QVERIFY(!streams[1].all.empty() && received[1] == streams[1].all);
}

/// Calls stop() as after SIGTERM, which a rank receives when another rank was killed.
void TestRecordStream::recordsArriveAfterStop()
{
    const tests::FakeMpi mpi(2);
    std::vector<std::string> received(2);
    std::vector<World::ReceivedPiece> notes;
    std::array<Stream, 2> streams{Stream(0), Stream(1)};
    std::atomic<bool> hasFirst = false;
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < 2; ++rank)
            threads.emplace_back([&, rank] {
                World::Options options = withRecords(streams[static_cast<std::size_t>(rank)], notes, received);
                options.recordsGrace = std::chrono::seconds(60);  // rank 1 produces most records after the stop
                options.records.append = [&, append = options.records.append](const World::ReceivedPiece& piece) {
                    append(piece);
                    hasFirst = true;
                };
                const auto world = World::start(tests::FakeMpi::moduleOf(rank), std::move(options));
                advanceUntil(**world, [&] { return hasFirst.load(); });
                (*world)->stop();
                static_cast<void>((*world)->close({}));
            });
    }

    QVERIFY(received[1].size() >= Stream::kBytes);
    QVERIFY(received[1] == streams[1].all);
}

namespace {

/// Numbers of calls of send() and receive() with the tag g_tag before the call that fails.
std::atomic<int> g_sends{0};
std::atomic<int> g_receives{0};
std::atomic<int> g_tag{0};

ranks::mpi::abi::Code sendUnlessFailing(std::int32_t channel, const void* data, std::int64_t size, std::int32_t to,
                                        std::int32_t tag, ranks::mpi::abi::Request** request)
{
    if (tag == g_tag && g_sends-- == 0)
        return ranks::mpi::abi::Code::Failed;
    return tests::FakeMpi::moduleOf(1).send(channel, data, size, to, tag, request);
}

ranks::mpi::abi::Code receiveUnlessFailing(std::int32_t channel, void* data, std::int64_t size, std::int32_t from,
                                           std::int32_t tag, ranks::mpi::abi::Request** request)
{
    if (tag == g_tag && g_receives-- == 0)
        return ranks::mpi::abi::Code::Failed;
    return tests::FakeMpi::moduleOf(0).receive(channel, data, size, from, tag, request);
}

}  // namespace

void TestRecordStream::recordsOfARankEndAtAFailedMpiCall_data()
{
    QTest::addColumn<int>("tag");
    QTest::addColumn<int>("sends");
    QTest::addColumn<int>("receives");
    QTest::newRow("a piece is not sent") << 3 << 4 << -1;
    QTest::newRow("a piece is not received") << 3 << -1 << 4;
    QTest::newRow("the report is not sent") << 1 << 0 << -1;
    QTest::newRow("the report is not received") << 1 << -1 << 0;
}

void TestRecordStream::recordsOfARankEndAtAFailedMpiCall()
{
    QFETCH(const int, tag);
    QFETCH(const int, sends);
    QFETCH(const int, receives);
    g_tag = tag;
    g_sends = sends;
    g_receives = receives;
    const tests::FakeMpi mpi(2);
    std::array modules{tests::FakeMpi::moduleOf(0), tests::FakeMpi::moduleOf(1)};
    modules[0].receive = receiveUnlessFailing;
    modules[1].send = sendUnlessFailing;
    std::vector<std::string> received(2);
    std::vector<std::string> reports;
    std::vector<World::ReceivedPiece> notes;
    std::array<Stream, 2> streams{Stream(0), Stream(1)};
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < 2; ++rank)
            threads.emplace_back([&, rank] {
                const auto at = static_cast<std::size_t>(rank);
                const auto world = World::start(modules[at], withRecords(streams[at], notes, received));
                auto own = (*world)->close("report");
                if (rank == 0)
                    reports = std::move(own);
            });
    }

    QVERIFY(streams[1].all.starts_with(received[1]));
    if (tag == 3)
        QVERIFY(!received[1].empty() && received[1].size() < streams[1].all.size());
    else
        QCOMPARE(reports, (std::vector<std::string>{"report", ""}));
}

QTEST_GUILESS_MAIN(TestRecordStream)
#include "tst_record_stream.moc"
