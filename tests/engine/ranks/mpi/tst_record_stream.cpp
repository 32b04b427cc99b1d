#include "engine/ranks/mpi/world.h"
#include "tests/engine/ranks/mpi/made_up_mpi.h"

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
using device::Meeting;
using ranks::mpi::World;

namespace {

const std::atomic<bool> kNotCancelled{false};

/// The records of the ranks: bytes of a random sequence, of which more exist with each call.
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

World::Options withRecords(Stream& stream, std::vector<World::Received>& notes, std::vector<std::string>& received)
{
    World::Options options;
    options.records.next = [&stream](std::size_t most) { return stream.next(most); };
    options.records.append = [&](const World::Received& piece) {
        received[static_cast<std::size_t>(piece.rank)] += piece.bytes;
        notes.push_back({piece.rank, {}, piece.left, piece.time});
    };
    return options;
}

Meeting::Arrival sumOf(std::vector<float>& numbers)
{
    Meeting::Arrival arrival;
    arrival.what.group = GroupId{0};
    arrival.what.op = trace::ReduceOp::Sum;
    arrival.elements = static_cast<std::int64_t>(numbers.size());
    arrival.numbers = {std::span<const float>(numbers)};
    return arrival;
}

}  // namespace

/// The records that ranks send to rank 0 while the run goes on.
class TestRecordStream : public QObject {
    Q_OBJECT

private slots:
    void recordsArriveInOrderWithinTheirCredits_data();
    void recordsArriveInOrderWithinTheirCredits();
    void recordsWaitWhileACollectiveMoves();
    void recordsThatWereNotSentAreCounted();
};

void TestRecordStream::recordsArriveInOrderWithinTheirCredits_data()
{
    QTest::addColumn<int>("credits");
    QTest::newRow("8 MiB") << (8 << 20);
    QTest::newRow("less than a piece") << 1000;
    QTest::newRow("one byte") << 1;
}

void TestRecordStream::recordsArriveInOrderWithinTheirCredits()
{
    QFETCH(const int, credits);
    constexpr int kRanks = 3;
    const tests::MadeUpMpi mpi(kRanks);
    std::vector<std::string> received(kRanks);
    std::vector<std::string> rests(kRanks);
    std::vector<World::Received> notes;
    std::vector<Stream> streams;
    std::atomic<std::int64_t> largest{0};  // number of bytes of rank 1 that were sent and not stored
    std::atomic<std::int64_t> stored{0};
    for (int rank = 0; rank < kRanks; ++rank)
        streams.emplace_back(rank);
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < kRanks; ++rank)
            threads.emplace_back([&, rank] {
                Stream& stream = streams[static_cast<std::size_t>(rank)];
                World::Options options = withRecords(stream, notes, received);
                options.records.credits = credits;
                if (rank == 0)
                    options.records.append = [&, append = options.records.append](const World::Received& piece) {
                        append(piece);
                        if (piece.rank == 1)
                            stored += static_cast<std::int64_t>(piece.bytes.size());
                    };
                if (rank == 1)
                    options.records.next = [&](std::size_t most) {
                        const World::Piece piece = stream.next(most);
                        largest = std::max(largest.load(), static_cast<std::int64_t>(stream.sent) - stored.load());
                        return piece;
                    };
                const auto world = World::start(tests::MadeUpMpi::moduleOf(rank), std::move(options));
                const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(400);
                while (std::chrono::steady_clock::now() < until) {
                    QVERIFY((*world)->advance(7, kNotCancelled));
                    std::this_thread::yield();
                }
                const std::string rest = rank > 0 ? stream.next(std::string::npos).bytes : std::string();
                std::vector<std::string> own = (*world)->close(rest);
                if (rank == 0)
                    rests = std::move(own);
            });
    }

    for (std::size_t rank = 1; rank < kRanks; ++rank) {
        QVERIFY(!received[rank].empty());
        QVERIFY2(received[rank] + rests[rank] == streams[rank].all,
                 qPrintable(QStringLiteral("rank %1: %2 and %3 of %4 bytes")
                                .arg(rank)
                                .arg(received[rank].size())
                                .arg(rests[rank].size())
                                .arg(streams[rank].all.size())));
    }
    QVERIFY2(largest > 0 && largest <= credits, qPrintable(QString::number(largest)));
}

/// Rank 1 has arrived at a collective whose numbers move only when rank 0 advances, and rank 0 does not.
void TestRecordStream::recordsWaitWhileACollectiveMoves()
{
    const tests::MadeUpMpi mpi(2);
    std::vector<std::string> received(2);
    std::vector<World::Received> notes;
    Stream stream(1);
    std::atomic<bool> isChecked = false;
    std::size_t most = 0;  // of what rank 1 was asked for while the numbers moved
    {
        const std::jthread root([&] {
            const auto world = World::start(tests::MadeUpMpi::moduleOf(0), withRecords(stream, notes, received));
            std::vector<float> numbers(10000);
            const auto ticket = (*world)->arrive(sumOf(numbers));
            QVERIFY(ticket);
            for (bool isMoving = false; !isMoving;)  // its last step
                isMoving = (*world)->advance(1, kNotCancelled)->isMoving;
            while (!isChecked)
                std::this_thread::yield();
            for (bool isDone = false; !isDone;) {
                const auto answer = (*world)->advance(2, kNotCancelled);
                isDone = !answer || !answer->complete.empty();
            }
            (*world)->leave(*ticket);
            static_cast<void>((*world)->close({}));
        });
        const std::jthread other([&] {
            World::Options options = withRecords(stream, notes, received);
            std::atomic<bool> isMoving = false;
            options.records.next = [&](std::size_t size) {
                if (isMoving)
                    most = std::max(most, size);
                return stream.next(size);
            };
            const auto world = World::start(tests::MadeUpMpi::moduleOf(1), std::move(options));
            std::vector<float> numbers(10000);
            const auto ticket = (*world)->arrive(sumOf(numbers));
            QVERIFY(ticket);
            bool isDone = false;
            while (!isMoving && !isDone) {
                const auto answer = (*world)->advance(1, kNotCancelled);
                isMoving = answer && answer->isMoving;
                isDone = !answer || !answer->complete.empty();
            }
            const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
            while (!isDone && std::chrono::steady_clock::now() < until) {
                const auto answer = (*world)->advance(1, kNotCancelled);
                isDone = !answer || !answer->complete.empty();
            }
            isMoving = false;
            isChecked = true;
            while (!isDone) {
                const auto answer = (*world)->advance(2, kNotCancelled);
                isDone = !answer || !answer->complete.empty();
            }
            (*world)->leave(*ticket);
            static_cast<void>((*world)->close({}));
        });
    }

    QCOMPARE(most, 0U);
}

void TestRecordStream::recordsThatWereNotSentAreCounted()
{
    const tests::MadeUpMpi mpi(2);
    std::vector<std::string> received(2);
    std::vector<World::Received> notes;
    std::array<Stream, 2> streams{Stream(0), Stream(1)};
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < 2; ++rank)
            threads.emplace_back([&, rank] {
                World::Options options = withRecords(streams[static_cast<std::size_t>(rank)], notes, received);
                options.records.credits = 0;
                const auto world = World::start(tests::MadeUpMpi::moduleOf(rank), std::move(options));
                const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
                while (std::chrono::steady_clock::now() < until)
                    static_cast<void>((*world)->advance(rank, kNotCancelled));
                static_cast<void>((*world)->close({}));
            });
    }

    QVERIFY(received[1].empty());
    QVERIFY(notes.size() >= 2);  // each 200 ms
    QVERIFY(notes.back().left > notes.front().left);
}

QTEST_GUILESS_MAIN(TestRecordStream)
#include "tst_record_stream.moc"
