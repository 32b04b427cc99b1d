#include "engine/base/result.h"
#include "engine/ranks/overview.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "ui/model/trace_feed.h"

#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <functional>
#include <latch>
#include <memory>
#include <new>
#include <utility>
#include <vector>

using engine::trace::TracePtr;
using ui::model::RankLoader;
using ui::model::TraceFeed;

/// Tests operations of ranks that are loaded after their run was opened.
class TestRankLoader : public QObject {
    Q_OBJECT

private slots:
    void latestReturnsTheRankThatWasRequestedLast();
    void requestForTooManyRanksLoadsNoRank();
    void rankThatIsRequestedTwiceIsLoadedOnce();
    void rankThatCannotBeLoadedHasAReason();
    void ranksOfAnotherRunAreDropped();
    void destructorWaitsForTheRankThatIsBeingLoaded();
};

namespace {

using Load = std::function<engine::Result<TracePtr>(std::uint32_t rank)>;

tests::RanksPlan planOfMany()
{
    tests::RanksPlan plan;
    plan.ranks = engine::ranks::kMaxRowRanks + 1;
    plan.steps = 1;
    plan.layers = 3;
    return plan;
}

TracePtr operationsOf(std::uint32_t rank)
{
    return tests::sampleRank(planOfMany(), rank, engine::trace::Detail::Operations);
}

/// Makes a run of many ranks; `load` loads the operations of a rank.
TracePtr runWith(const Load& load)
{
    std::vector<engine::ranks::Member> members = tests::sampleMembers(planOfMany());
    for (engine::ranks::Member& member : members) {
        const std::uint32_t rank = member.info.rank;
        member.trace = tests::sampleRank(planOfMany(), rank, engine::trace::Detail::Spans);
        member.loadOperations = [load, rank] { return load(rank); };
    }
    return engine::ranks::overviewOf(engine::ranks::RunSet::make(std::move(members)).value());
}

}  // namespace

void TestRankLoader::latestReturnsTheRankThatWasRequestedLast()
{
    TraceFeed feed;
    feed.show(runWith(operationsOf), {});
    RankLoader& loader = feed.ranks();
    QVERIFY(loader.latest() == nullptr);

    loader.request({5, 2});
    QCOMPARE(loader.find(2)->state, RankLoader::State::Loading);
    loader.finish();

    QCOMPARE(loader.latest(), loader.find(2)->overview);
    QCOMPARE(feed.operations(), loader.latest());
    QCOMPARE(engine::ranks::originOf(*feed.operations(), engine::OpId{0})->member, 2U);
    QVERIFY(!feed.operations()->programPart().steps.empty());
    loader.request({2, 5});
    QCOMPARE(loader.latest(), loader.find(5)->overview);
    loader.request({});
    QVERIFY(loader.latest() == nullptr);
}

void TestRankLoader::requestForTooManyRanksLoadsNoRank()
{
    TraceFeed feed;
    feed.show(runWith(operationsOf), {});

    feed.ranks().request({1, 2, 3, 4, 5});

    QVERIFY(feed.ranks().find(1) == nullptr);
}

void TestRankLoader::rankThatIsRequestedTwiceIsLoadedOnce()
{
    std::atomic<int> loads = 0;
    TraceFeed feed;
    feed.show(runWith([&](std::uint32_t rank) {
                  ++loads;
                  return operationsOf(rank);
              }),
              {});
    const QSignalSpy changed(&feed.ranks(), &RankLoader::changed);

    feed.ranks().request({7});
    feed.ranks().request({7});
    feed.ranks().finish();
    feed.ranks().request({7});

    QCOMPARE(loads.load(), 1);
    QCOMPARE(changed.count(), 2);
}

void TestRankLoader::rankThatCannotBeLoadedHasAReason()
{
    TraceFeed feed;
    feed.show(runWith([](std::uint32_t rank) -> engine::Result<TracePtr> {
                  if (rank == 1)
                      throw std::bad_alloc();
                  return engine::makeError(engine::ErrorCode::BadFile, engine::Message("cut"));
              }),
              {});

    feed.ranks().request({1, 2});
    feed.ranks().finish();

    for (const std::uint32_t member : {1U, 2U}) {
        QCOMPARE(feed.ranks().find(member)->state, RankLoader::State::Failed);
        QVERIFY(!feed.ranks().find(member)->reason.empty());
    }
    QVERIFY(feed.ranks().latest() == nullptr);
}

void TestRankLoader::ranksOfAnotherRunAreDropped()
{
    std::latch isShown(1);
    TraceFeed feed;
    feed.show(runWith([&](std::uint32_t rank) {
                  isShown.wait();
                  return operationsOf(rank);
              }),
              {});
    feed.ranks().request({3});

    feed.show(runWith(operationsOf), {});
    isShown.count_down();
    feed.ranks().finish();

    QVERIFY(feed.ranks().find(3) == nullptr);
    feed.ranks().request({4});
    feed.ranks().finish();
    QCOMPARE(feed.ranks().find(4)->state, RankLoader::State::Loaded);
}

void TestRankLoader::destructorWaitsForTheRankThatIsBeingLoaded()
{
    std::latch isStarted(1);
    std::atomic<bool> isLoaded = false;
    auto feed = std::make_unique<TraceFeed>();
    feed->show(runWith([&](std::uint32_t rank) {
                   isStarted.count_down();
                   TracePtr trace = operationsOf(rank);
                   isLoaded = true;
                   return trace;
               }),
               {});
    feed->ranks().request({3});
    isStarted.wait();

    feed.reset();

    QVERIFY(isLoaded);
}

QTEST_GUILESS_MAIN(TestRankLoader)
#include "tst_rank_loader.moc"
