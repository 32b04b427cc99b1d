#include "tests/app/program_files.h"
#include "tests/app/rank_programs.h"

#include <QTemporaryDir>
#include <algorithm>

using namespace tests;
using namespace engine;

/// Tests transfers between the GPUs of ranks, in the order and on the streams that they have in PyTorch.
class TestRankTransfers : public QObject {
    Q_OBJECT

private slots:
    void transfersOfABatchStartTogetherAndShareTheLinks();
    void transfersOfABatchBetweenTwoRanksFollowEachOther();
    void transfersOfABatchStartAfterThePreviousBatch();
    void pipelineStageReceivesWhileItSends();

private:
    /// Runs a program of ranks_gpus.py and returns its traces; null if the run fails.
    ranks::RunSetPtr ranksOf(const char* title)
    {
        const FileProgram program = programOf("ranks_gpus.py", title);
        const QString traces = m_folder.filePath("traces");
        const CommandResult result =
            tests::run({writeFile(m_folder, "program.py", program.source.toUtf8()), "--ranks",
                        QString::number(program.ranks), "--machine", "pcie-8", "--trace", traces});
        if (result.status == 0)
            return openRanks(traces);
        qWarning() << result.err;
        return nullptr;
    }

    QTemporaryDir m_folder;
};

namespace {

/// The transfers of a run that member `from` sends, sorted by the arrival of the later of the two ranks.
std::vector<ranks::MatchedCollective> transfersOf(const ranks::RunSet& set, std::uint32_t from)
{
    std::vector<ranks::MatchedCollective> transfers;
    for (const ranks::MatchedCollective& one : set.collectives())
        if (one.what.kind == trace::CollectiveKind::Send || one.what.kind == trace::CollectiveKind::Receive) {
            const auto arrivals = set.arrivals(one);
            const bool isOfFirst = one.what.kind == trace::CollectiveKind::Send;
            if (arrivals[isOfFirst ? 0 : 1].member == from)
                transfers.push_back(one);
        }
    std::ranges::stable_sort(transfers, {}, &ranks::MatchedCollective::lastPosted);
    return transfers;
}

/// Time for 16 MB over a link of the machine pcie-8, which has 16 GB/s.
constexpr Nanoseconds kOverOneLink{1'000'000};

}  // namespace

void TestRankTransfers::transfersOfABatchStartTogetherAndShareTheLinks()
{
    const ranks::RunSetPtr set = ranksOf("a part for each rank");
    QVERIFY(set != nullptr);
    QCOMPARE(set->collectives().size(), std::size_t{12});
    for (const ranks::MatchedCollective& one : set->collectives()) {
        QCOMPARE(one.what.bytes.value, std::int64_t{16'000'000});
        QCOMPARE(one.lastPosted, set->collectives().front().lastPosted);
        QCOMPARE(one.done - one.lastPosted, 3 * kOverOneLink);
    }
}

void TestRankTransfers::transfersOfABatchBetweenTwoRanksFollowEachOther()
{
    const ranks::RunSetPtr set = ranksOf("a batch of three");
    QVERIFY(set != nullptr);
    const auto all = set->collectives();
    QCOMPARE(all.size(), std::size_t{3});
    QCOMPARE(all.back().done - all.front().lastPosted, 3 * kOverOneLink);
}

void TestRankTransfers::transfersOfABatchStartAfterThePreviousBatch()
{
    const ranks::RunSetPtr set = ranksOf("two batches");
    QVERIFY(set != nullptr);
    const auto all = set->collectives();
    QCOMPARE(all.size(), std::size_t{5});
    for (const std::size_t first : {0U, 2U}) {
        QCOMPARE(all[first].done - all[first].lastPosted, kOverOneLink);
        QCOMPARE(all[first + 1].lastPosted, all[first].lastPosted);
        QVERIFY(all[first + 2].lastPosted >= all[first].done);
    }
}

/// In a pipeline, a stage receives the next input while it sends its last result.
void TestRankTransfers::pipelineStageReceivesWhileItSends()
{
    const ranks::RunSetPtr set = ranksOf("stages of a pipeline");
    QVERIFY(set != nullptr);
    const auto first = transfersOf(*set, 0);
    const auto second = transfersOf(*set, 1);
    QCOMPARE(first.size(), std::size_t{4});
    QCOMPARE(second.size(), std::size_t{4});
    for (std::size_t i = 0; i + 1 < first.size(); ++i) {
        QVERIFY(first[i + 1].lastPosted < second[i].done);
        QVERIFY(first[i + 1].lastPosted >= first[i].done);  // the link to rank 1 carries one transfer at a time
    }
}

QTEST_GUILESS_MAIN(TestRankTransfers)
#include "tst_rank_transfers.moc"
