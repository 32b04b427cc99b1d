#include "engine/ranks/mpi/world.h"
#include "engine/ranks/results.h"
#include "tests/engine/ranks/mpi/fake_mpi.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <latch>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <thread>
#include <vector>

using namespace engine;
using device::RankTransport;
using ranks::mpi::World;
using trace::CollectiveKind;
using trace::ReduceOp;

namespace {

const std::atomic<bool> kNotCancelled{false};

/// The reports and failures of the ranks of a run.
struct Run {
    std::vector<std::vector<std::string>> reports;  ///< indexed by rank
    std::vector<std::string> failures;              ///< indexed by rank
    std::vector<std::string> remarks;
};

/// Runs `program` for each rank on a thread.
Run runRanks(int count, const std::function<void(World&, int)>& program, World::Options options = {})
{
    const tests::FakeMpi mpi(count);
    Run run;
    run.reports.resize(static_cast<std::size_t>(count));
    run.failures.resize(static_cast<std::size_t>(count));
    options.remark = [&run](const std::string& text) { run.remarks.push_back(text); };
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < count; ++rank)
            threads.emplace_back([&, rank] {
                const auto at = static_cast<std::size_t>(rank);
                const auto world = World::start(tests::FakeMpi::moduleOf(rank), options);
                program(**world, rank);
                run.reports[at] = (*world)->close("report " + std::to_string(rank));
                run.failures[at] = (*world)->failure();
            });
    }
    return run;
}

struct Call {
    CollectiveKind kind = CollectiveKind::AllReduce;
    ReduceOp op = ReduceOp::Sum;
    std::uint32_t group = 0;
    int root = -1;  ///< root as a rank of the run
    std::int64_t elements = 0;
    bool isWaitedFor = false;
};

struct RandomProgram {
    std::vector<std::vector<int>> groups;
    std::vector<Call> calls;
};

RandomProgram randomProgram(std::uint32_t seed)
{
    std::mt19937 random(seed);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const int count = 2 + below(3);
    RandomProgram program;
    program.groups.emplace_back();
    for (int rank = 0; rank < count; ++rank)
        program.groups[0].push_back(rank);
    for (int i = 0; i < 2; ++i) {
        std::vector<int> some = program.groups[0];
        std::ranges::shuffle(some, random);
        some.resize(static_cast<std::size_t>(1 + below(count)));
        std::ranges::sort(some);
        program.groups.push_back(some);
    }
    constexpr std::array kKinds{CollectiveKind::AllReduce, CollectiveKind::Reduce,  CollectiveKind::Broadcast,
                                CollectiveKind::AllGather, CollectiveKind::Barrier, CollectiveKind::ReduceScatter};
    constexpr std::array kOps{ReduceOp::Sum, ReduceOp::Average, ReduceOp::Maximum, ReduceOp::Product};
    constexpr std::array kSizes{0, 1, 7, 2048, 2049, 10000};
    constexpr int kLarge = 1'000'000;
    constexpr int kLargeOneIn = 400;  // large operations are rare, because each takes as long as hundreds of small ones
    for (int i = 0; i < 8; ++i) {
        Call& call = program.calls.emplace_back();
        call.kind = kKinds[static_cast<std::size_t>(below(6))];
        call.group = static_cast<std::uint32_t>(below(static_cast<int>(program.groups.size())));
        const std::vector<int>& members = program.groups[call.group];
        const bool isSum = call.kind == CollectiveKind::AllReduce || call.kind == CollectiveKind::Reduce ||
                           call.kind == CollectiveKind::ReduceScatter;
        call.op = isSum ? kOps[static_cast<std::size_t>(below(4))] : ReduceOp::None;
        if (call.kind == CollectiveKind::Reduce || call.kind == CollectiveKind::Broadcast)
            call.root = members[static_cast<std::size_t>(below(static_cast<int>(members.size())))];
        call.elements = below(kLargeOneIn) == 0 ? kLarge : kSizes[static_cast<std::size_t>(below(6))];
        if (call.kind == CollectiveKind::ReduceScatter)
            call.elements *= static_cast<std::int64_t>(members.size());
        call.isWaitedFor = below(2) == 0;
    }
    return program;
}

std::vector<float> numbersOf(int rank, std::size_t call, std::int64_t elements)
{
    std::mt19937 random(static_cast<std::uint32_t>(call * 17) + static_cast<std::uint32_t>(rank));
    std::vector<float> numbers(static_cast<std::size_t>(elements));
    for (float& number : numbers)
        number = static_cast<float>(random() % 1000) / 999.0F;
    return numbers;
}

/// Returns the values that `rank` must receive.
std::vector<float> expectedOf(const RandomProgram& program, std::size_t index, int rank)
{
    const Call& call = program.calls[index];
    const std::vector<int>& members = program.groups[call.group];
    std::vector<float> sum;
    std::vector<float> all;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const std::vector<float> part = numbersOf(members[i], index, call.elements);
        if (i == 0)
            sum = part;
        else
            ranks::reduceInto(sum, sum, part, call.op, static_cast<int>(i), static_cast<int>(members.size()));
        all.insert(all.end(), part.begin(), part.end());
    }
    switch (call.kind) {
        case CollectiveKind::AllReduce:
            return sum;
        case CollectiveKind::Reduce:
            return rank == call.root ? sum : std::vector<float>();
        case CollectiveKind::Broadcast:
            return rank == call.root ? std::vector<float>() : numbersOf(call.root, index, call.elements);
        case CollectiveKind::AllGather:
            return all;
        case CollectiveKind::ReduceScatter: {
            const auto part = call.elements / static_cast<std::int64_t>(members.size());
            const auto own = std::ranges::find(members, rank) - members.begin();
            return {sum.begin() + own * part, sum.begin() + (own + 1) * part};
        }
        default:
            return {};
    }
}

/// A rank that runs a random program.
class Runner {
public:
    Runner(World& world, const RandomProgram& program, int rank) : m_world(world), m_program(program), m_rank(rank)
    {
        for (std::size_t i = 1; i < program.groups.size(); ++i)
            static_cast<void>(world.createGroup(program.groups[i]));
    }

    void run()
    {
        std::map<std::uint32_t, std::uint32_t> sequences;
        for (std::size_t i = 0; i < m_program.calls.size(); ++i) {
            const Call& call = m_program.calls[i];
            if (std::ranges::find(m_program.groups[call.group], m_rank) == m_program.groups[call.group].end())
                continue;
            start(i, sequences[call.group]++);
            while (call.isWaitedFor && m_open.contains(i))
                poll();
        }
        while (!m_open.empty())
            poll();
    }

    std::vector<std::size_t> wrong;

private:
    void start(std::size_t index, std::uint32_t sequence)
    {
        const Call& call = m_program.calls[index];
        RankTransport::CollectiveCall posted;
        posted.what.kind = call.kind;
        posted.what.group = GroupId{call.group};
        posted.what.sequence = sequence;
        posted.what.op = call.op;
        posted.what.root = call.root;
        posted.elements = call.elements;
        posted.line = static_cast<std::int32_t>(index) + 1;
        const bool contributes = call.kind != CollectiveKind::Broadcast || m_rank == call.root;
        std::vector<float>& numbers = m_numbers[index];
        if (contributes)
            numbers = numbersOf(m_rank, index, call.elements);
        const auto half = numbers.size() / 2;
        if (contributes && index % 2 == 0)
            posted.numbers = {std::span(numbers)};
        else if (contributes)
            posted.numbers = {std::span(numbers).first(half), std::span(numbers).subspan(half)};
        if (index % 4 == 0)
            posted.result = placeFor(index, numbers);
        const auto ticket = m_world.post(posted);
        if (ticket)
            m_open[index] = *ticket;
        else
            wrong.push_back(index);
    }

    /// Returns the memory for the result of a call: the contributed tensor if the sizes are equal, as in a program that
    /// passes one tensor; otherwise separate memory.
    std::span<float> placeFor(std::size_t index, std::vector<float>& numbers)
    {
        const Call& call = m_program.calls[index];
        const auto members = static_cast<std::int64_t>(m_program.groups[call.group].size());
        std::int64_t size = call.elements;
        if (call.kind == CollectiveKind::AllGather)
            size *= members;
        if (call.kind == CollectiveKind::ReduceScatter)
            size /= members;
        if (static_cast<std::int64_t>(numbers.size()) == size)
            return numbers;
        m_results[index].resize(static_cast<std::size_t>(size));
        return m_results[index];
    }

    void poll()
    {
        const auto progress = m_world.advance(0, kNotCancelled);
        if (!progress) {
            wrong.push_back(m_open.begin()->first);
            m_open.clear();
            return;
        }
        for (const RankTransport::CompleteCollective& complete : progress->complete) {
            const auto of = std::ranges::find(m_open, complete.ticket, [](const auto& open) { return open.second; });
            const auto result = m_world.resultOf(complete.ticket);
            const std::vector<float> expected = expectedOf(m_program, of->first, m_rank);
            if (!result || !std::ranges::equal(*result, expected) || !isInItsPlace(of->first, *result))
                wrong.push_back(of->first);
            m_world.release(complete.ticket);
            m_open.erase(of);
        }
        std::this_thread::yield();
    }

    bool isInItsPlace(std::size_t index, std::span<const float> result)
    {
        const std::vector<float>& own = m_results.contains(index) ? m_results[index] : m_numbers[index];
        return index % 4 != 0 || result.empty() || result.data() == own.data();
    }

    World& m_world;
    const RandomProgram& m_program;
    int m_rank;
    std::map<std::size_t, RankTransport::Ticket> m_open;
    std::map<std::size_t, std::vector<float>> m_numbers;
    std::map<std::size_t, std::vector<float>> m_results;
};

RankTransport::CollectiveCall callOf(std::int32_t line, std::int64_t elements, std::vector<float>& numbers)
{
    RankTransport::CollectiveCall call;
    call.what.group = GroupId{0};
    call.what.op = ReduceOp::Sum;
    call.elements = elements;
    call.line = line;
    numbers.resize(static_cast<std::size_t>(elements));
    call.numbers = {std::span<const float>(numbers)};
    return call;
}

/// Clocks of ranks. Each clock starts 7.34 ms later and runs faster by 20 ppm than the clock of the previous rank.
class ShiftedClock {
public:
    [[nodiscard]] Nanoseconds timeOf(int rank) const
    {
        const double elapsed =
            std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - m_begin).count();
        return Nanoseconds{std::llround(elapsed * (1 + 20e-6 * rank) + 7.34e6 * rank)};
    }
    /// Returns whether the error of a measured point is at most its uncertainty.
    [[nodiscard]] static bool isTrue(const trace::ClockRecord& point, int rank)
    {
        const double elapsed = (static_cast<double>(point.local.count()) - 7.34e6 * rank) / (1 + 20e-6 * rank);
        return point.uncertainty > Nanoseconds{0} && std::abs(static_cast<double>(point.reference.count()) - elapsed) <=
                                                         static_cast<double>(point.uncertainty.count()) + 1;
    }

private:
    const std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

/// Waits until the run has failed, and returns the reason.
std::string failureOf(World& world)
{
    for (;;) {
        const auto progress = world.advance(0, kNotCancelled);
        if (!progress)
            return progress.error().english();
        std::this_thread::yield();
    }
}

}  // namespace

/// Tests ranks that communicate through a replacement of the MPI module, whose ranks are threads.
class TestWorld : public QObject {
    Q_OBJECT

private slots:
    void randomProgramsReceiveTheValuesOfTheOracle();
    void reportOfEachRankArrivesAtRank0();
    void allRanksEndIfTheirCallsDiffer();
    void allRanksEndIfTheirGroupsDiffer();
    void collectiveAdvancesWhileAGroupIsCreated();
    void errorNamesTheEndedRank();
    void slowRankGivesARemarkThenAnError();
    void offsetAndDriftOfClocksAreMeasured();
    void idleRanksCompareClocks();
    void advanceReturnsCancelledAfterStop();
};

void TestWorld::randomProgramsReceiveTheValuesOfTheOracle()
{
    // `ctest -C long -R world_long` runs all seeds, which takes a minute.
    const std::uint32_t step = qEnvironmentVariableIsSet("OVERLAP_ALL_SEEDS") ? 1 : 4;
    for (std::uint32_t seed = 0; seed < 1000; seed += step) {
        const RandomProgram program = randomProgram(seed);
        std::mutex mutex;
        std::vector<std::size_t> wrong;

        runRanks(static_cast<int>(program.groups[0].size()), [&](World& world, int rank) {
            Runner runner(world, program, rank);
            runner.run();
            const std::lock_guard lock(mutex);
            wrong.insert(wrong.end(), runner.wrong.begin(), runner.wrong.end());
        });

        QVERIFY2(wrong.empty(),
                 wrong.empty() ? "" : qPrintable(QStringLiteral("seed %1, call %2").arg(seed).arg(wrong.front())));
    }
}

void TestWorld::reportOfEachRankArrivesAtRank0()
{
    const Run run = runRanks(3, [](World& world, int rank) {
        QCOMPARE(world.place().rank, rank);
        QCOMPARE(world.place().count, 3);
    });

    QCOMPARE(run.reports[0], (std::vector<std::string>{"report 0", "report 1", "report 2"}));
    QVERIFY(run.reports[1].empty());
    QVERIFY(run.failures[0].empty());
}

void TestWorld::allRanksEndIfTheirCallsDiffer()
{
    const Run run = runRanks(3, [](World& world, int rank) {
        std::vector<float> numbers;
        static_cast<void>(world.post(callOf(31, rank == 2 ? 9 : 8, numbers)));
        static_cast<void>(failureOf(world));
        QVERIFY(!world.post(callOf(32, 8, numbers)));
    });

    for (const std::string& failure : run.failures)
        QCOMPARE(failure,
                 "The ranks call different collectives: ranks 0 and 1, line 31: all_reduce of 8 numbers, sum, on "
                 "the CPU; rank 2, line 31: all_reduce of 9 numbers, sum, on the CPU. All ranks of a group must make "
                 "the same calls in the same order, of equally many numbers of one type.");
}

void TestWorld::allRanksEndIfTheirGroupsDiffer()
{
    const Run run = runRanks(3, [](World& world, int rank) {
        const std::vector<int> twice{1, 1};
        QVERIFY(!world.createGroup(twice));
        const std::vector<int> members{0, rank == 2 ? 2 : 1};
        QVERIFY(!world.createGroup(members));
    });

    QVERIFY(
        run.failures[1].starts_with("The ranks create different groups: new_group() number 1 has other members on "
                                    "rank 2."));
}

/// Rank 1 waits for a collective before it creates a group. Rank 0 is already creating the group, and must advance the
/// collective meanwhile.
void TestWorld::collectiveAdvancesWhileAGroupIsCreated()
{
    constexpr std::int64_t kTwoSteps = 10000;  // number of elements of an all-reduce that takes two steps
    World::Options options;
    options.failAfter = std::chrono::minutes(1);
    const Run run = runRanks(
        2,
        [](World& world, int rank) {
            const std::array members{0, 1};
            std::vector<float> numbers(static_cast<std::size_t>(kTwoSteps), 1.0F);
            const auto ticket = world.post(callOf(31, kTwoSteps, numbers));
            if (rank == 0)
                QVERIFY(world.createGroup(members).has_value());
            for (bool isDone = false; !isDone;) {
                const auto progress = world.advance(0, kNotCancelled);
                QVERIFY2(progress.has_value(), progress ? "" : progress.error().english().c_str());
                isDone = !progress->complete.empty();
                std::this_thread::yield();
            }
            QCOMPARE(world.resultOf(*ticket)->back(), 2.0F);
            world.release(*ticket);
            if (rank == 1)
                QVERIFY(world.createGroup(members).has_value());
        },
        options);

    QVERIFY2(run.failures[0].empty(), run.failures[0].c_str());
}

void TestWorld::errorNamesTheEndedRank()
{
    World::Options options;
    options.arrivalGrace = std::chrono::seconds(60);
    const Run run = runRanks(
        3,
        [](World& world, int rank) {
            if (rank == 1) {
                world.reportError("ValueError", 24);
                world.end();
                return;
            }
            std::vector<float> numbers;
            static_cast<void>(world.post(callOf(31, 8, numbers)));
            static_cast<void>(failureOf(world));
        },
        options);

    for (const std::string& failure : run.failures)
        QVERIFY2(failure.ends_with("waits for rank 1, whose program ended with ValueError in line 24."),
                 failure.c_str());
}

void TestWorld::slowRankGivesARemarkThenAnError()
{
    World::Options options;
    options.remarkAfter = std::chrono::milliseconds(1);
    options.failAfter = std::chrono::milliseconds(400);
    std::latch arrivalOfRank2(1);  // rank 0 waits for it, so that only rank 1 is late
    const Run run = runRanks(
        3,
        [&](World& world, int rank) {
            std::vector<float> numbers;
            if (rank == 0)
                arrivalOfRank2.wait();
            if (rank != 1)
                static_cast<void>(world.post(callOf(31, 8, numbers)));
            if (rank == 2)
                arrivalOfRank2.count_down();
            static_cast<void>(failureOf(world));
        },
        options);

    QVERIFY(run.failures[0].find("all_reduce #0 (ranks 0 and 2, line 31) waits for rank 1.") != std::string::npos);
    QVERIFY(!run.remarks.empty());
    QVERIFY(run.remarks.front().ends_with("all_reduce #0 (rank 0, line 31) waits for ranks 1 and 2.") ||
            run.remarks.front().ends_with("all_reduce #0 (ranks 0 and 2, line 31) waits for rank 1."));
}

void TestWorld::offsetAndDriftOfClocksAreMeasured()
{
    const ShiftedClock clock;
    std::vector<trace::ClockRecord> points(3);

    runRanks(3, [&](World& world, int rank) {
        const auto first = world.compareClocks([&] { return clock.timeOf(rank); }, kNotCancelled);
        QCOMPARE(first.has_value(), rank > 0);
        if (first)
            points[static_cast<std::size_t>(rank)] = *first;
    });

    // Rank 1 is on the computer of rank 0, rank 2 on another one.
    QVERIFY(points[1].uncertainty < std::chrono::milliseconds(1));
    for (int rank = 1; rank < 3; ++rank)
        QVERIFY2(clock.isTrue(points[static_cast<std::size_t>(rank)], rank),
                 qPrintable(QStringLiteral("rank %1").arg(rank)));
}

/// Clocks are compared before and after a collective. The collective interrupts the comparison in progress, and the
/// comparison at the end of the run replaces the last one.
void TestWorld::idleRanksCompareClocks()
{
    const ShiftedClock clock;
    World::Options options;
    options.compareAfter = std::chrono::milliseconds(1);
    options.mostUncertain = std::chrono::hours(1);
    std::atomic<int> first{0};
    std::array<bool, 3> hasCounted{};
    std::atomic<int> done{0};
    runRanks(
        3,
        [&](World& world, int rank) {
            const auto time = [&] { return clock.timeOf(rank); };
            static_cast<void>(world.compareClocks(time, kNotCancelled));
            std::vector<trace::ClockRecord> points;
            std::vector<float> numbers(8, 1.0F);
            bool hasPosted = false;
            bool isSummed = false;
            while (done.load() < 2) {
                const auto progress = world.advance(0, kNotCancelled);
                if (!progress) {
                    done = 2;  // so that the other ranks end too
                    QFAIL(progress.error().english().c_str());
                }
                for (const RankTransport::CompleteCollective& complete : progress->complete) {
                    isSummed = true;
                    world.release(complete.ticket);
                }
                if (progress->clock) {
                    points.push_back(*progress->clock);
                    first += points.size() == 1 ? 1 : 0;
                    done += isSummed && points.size() >= 3 &&
                                    !std::exchange(hasCounted[static_cast<std::size_t>(rank)], true)
                                ? 1
                                : 0;
                }
                if (first.load() == 2 && !std::exchange(hasPosted, true))
                    static_cast<void>(world.post(callOf(31, 8, numbers)));
                std::this_thread::yield();
            }
            QVERIFY(isSummed);
            for (const trace::ClockRecord& point : points)
                QVERIFY(clock.isTrue(point, rank));
            QVERIFY(std::ranges::is_sorted(points, {}, &trace::ClockRecord::local));
            QCOMPARE(points.empty(), rank == 0);
            world.end();
            static_cast<void>(world.compareClocks(time, kNotCancelled));
        },
        options);
}

void TestWorld::advanceReturnsCancelledAfterStop()
{
    runRanks(2, [](World& world, int rank) {
        world.stop();
        std::vector<float> numbers;
        if (rank == 0)
            static_cast<void>(world.post(callOf(31, 8, numbers)));
        const auto progress = world.advance(0, kNotCancelled);
        QVERIFY(!progress);
        QCOMPARE(progress.error().code, ErrorCode::Cancelled);
        if (rank == 0)
            QCOMPARE(world.describeOpen(), "all_reduce #0 (rank 0, line 31) waits for rank 1");
    });
}

QTEST_GUILESS_MAIN(TestWorld)
#include "tst_world.moc"
