#include "tests/app/rank_programs.h"

#include <QTemporaryDir>
#include <algorithm>

using namespace tests;
using namespace engine;

/// Transfers between the GPUs of ranks, in the order and on the streams that PyTorch gives them.
class TestRankTransfers : public QObject {
    Q_OBJECT

private slots:
    void batchesOfGpusGiveTheValuesOfAllRanks();
    void batchStartsTogetherAndSharesTheLinks();
    void transfersOfABatchBetweenTwoRanksFollowEachOther();
    void batchStartsAfterTheOneBefore();
    void stageReceivesWhileItSends();
    void rowsOfOneTensorAreExchanged();
    void sendsOfBothRanksBeforeTheirReceivesHang();

private:
    CommandResult run(const QByteArray& program, QStringList options)
    {
        const QByteArray start = QByteArray(kStart).replace("'gloo'", "'nccl'") + "torch.cuda.set_device(rank)\n";
        options += {"--machine", "pcie-8", "--trace", traces()};
        return tests::run(QStringList{writeFile(m_folder, "program.py", start + program)} + options);
    }
    /// The traces of a run of `count` ranks that ends well; else null.
    ranks::RunSetPtr ranksOf(const QByteArray& program, const QString& count)
    {
        const CommandResult result = run(program, {"--ranks", count});
        if (result.status == 0)
            return openRanks(traces());
        qWarning() << result.err;
        return nullptr;
    }
    QString traces() const { return m_folder.filePath("traces"); }

    QTemporaryDir m_folder;
};

namespace {

/// The transfers of a run, in the order of their starts.
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

/// 16 MB over the 16 GB/s of a link of pcie-8.
constexpr Nanoseconds kOverOneLink{1'000'000};

}  // namespace

void TestRankTransfers::batchesOfGpusGiveTheValuesOfAllRanks()
{
    const CommandResult result = run(R"(
t = t.cuda()
got = torch.zeros(4).cuda()
ring = [dist.P2POp(dist.isend, t, (rank + 1) % ranks), dist.P2POp(dist.irecv, got, (rank - 1) % ranks)]
for work in dist.batch_isend_irecv(ring):
    work.wait()
assert got.tolist() == [(rank - 1) % ranks + 1.0] * 4, got.tolist()
into = torch.zeros(6, 2).cuda()
dist.all_to_all_single(into, (torch.arange(12.0).reshape(6, 2) + 100 * rank).cuda())
wanted = [[100.0 * r + 4 * rank + i + j for j in (0, 1)] for r in range(3) for i in (0, 2)]
assert into.tolist() == wanted, into.tolist()
sizes = [rank + other for other in range(3)]
into = torch.zeros(sum(sizes)).cuda()
dist.all_to_all_single(into, torch.full((sum(sizes),), float(rank)).cuda(), sizes, sizes)
assert into.tolist() == [float(other) for other in range(3) for _ in range(rank + other)], into.tolist()
parts = [torch.zeros(4).cuda() for _ in range(ranks)] if rank == 1 else None
dist.gather(t, parts, dst=1)
assert rank != 1 or torch.cat(parts).tolist() == [1.0] * 4 + [2.0] * 4 + [3.0] * 4
print('rank', rank, 'is right')
)",
                                     {"--ranks", "3", "--values", "computed"});

    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.out.count("is right"), 3);
}

void TestRankTransfers::batchStartsTogetherAndSharesTheLinks()
{
    const ranks::RunSetPtr set = ranksOf(R"(
into = torch.zeros(16000000).cuda()
dist.all_to_all_single(into, torch.ones(16000000).cuda())
torch.cuda.synchronize()
)",
                                         "4");
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
    const ranks::RunSetPtr set = ranksOf(R"(
some = [torch.ones(4000000, device='cuda') for _ in range(3)]
calls = [dist.P2POp(dist.isend if rank == 0 else dist.irecv, one, 1 - rank) for one in some]
for work in dist.batch_isend_irecv(calls):
    work.wait()
torch.cuda.synchronize()
)",
                                         "2");
    QVERIFY(set != nullptr);
    const auto all = set->collectives();
    QCOMPARE(all.size(), std::size_t{3});
    QCOMPARE(all.back().done - all.front().lastPosted, 3 * kOverOneLink);
}

void TestRankTransfers::batchStartsAfterTheOneBefore()
{
    const ranks::RunSetPtr set = ranksOf(R"(
a, b = torch.ones(4000000).cuda(), torch.zeros(4000000).cuda()
for _ in range(2):
    for work in dist.batch_isend_irecv([dist.P2POp(dist.isend, a, 1 - rank), dist.P2POp(dist.irecv, b, 1 - rank)]):
        work.wait()
dist.all_reduce(a)
torch.cuda.synchronize()
)",
                                         "2");
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
void TestRankTransfers::stageReceivesWhileItSends()
{
    const ranks::RunSetPtr set = ranksOf(R"(
works = []
for _ in range(4):
    x = torch.zeros(4000000, device='cuda')
    if rank > 0:
        dist.recv(x, rank - 1)
    x = x + 1
    if rank < 2:
        works.append(dist.isend(x, rank + 1))
torch.cuda.synchronize()
)",
                                         "3");
    QVERIFY(set != nullptr);
    const auto first = transfersOf(*set, 0);
    const auto second = transfersOf(*set, 1);
    QCOMPARE(first.size(), std::size_t{4});
    QCOMPARE(second.size(), std::size_t{4});
    for (std::size_t i = 0; i + 1 < first.size(); ++i) {
        QVERIFY(first[i + 1].lastPosted < second[i].done);
        QVERIFY(first[i + 1].lastPosted >= first[i].done);  // the link to rank 1 has one transfer at a time
    }
}

/// Rows of one tensor are views. A receive does not wait for the send of another row, or all ranks would wait.
void TestRankTransfers::rowsOfOneTensorAreExchanged()
{
    const CommandResult result = run(R"(
x = torch.full((2, 4), float(rank)).cuda()
x.sum()
for _ in range(2):
    calls = [dist.P2POp(dist.isend, x[1], (rank + 1) % ranks), dist.P2POp(dist.irecv, x[0], (rank - 1) % ranks)]
    for work in dist.batch_isend_irecv(calls):
        work.wait()
assert x.tolist() == [[float((rank - 1) % ranks)] * 4, [float(rank)] * 4], x.tolist()
print('rank', rank, 'is right')
)",
                                     {"--ranks", "3", "--values", "computed"});

    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.out.count("is right"), 3);
}

/// PyTorch's operations between two ranks follow each other on one stream.
void TestRankTransfers::sendsOfBothRanksBeforeTheirReceivesHang()
{
    const CommandResult result = run(R"(
t = t.cuda()
dist.send(t, 1 - rank)
dist.recv(t, 1 - rank)
torch.cuda.synchronize()
)",
                                     {"--ranks", "2"});

    QCOMPARE(result.status, 1);
    QVERIFY2(result.err.contains("wait for each other for ever"), result.err.constData());
}

QTEST_GUILESS_MAIN(TestRankTransfers)
#include "tst_rank_transfers.moc"
