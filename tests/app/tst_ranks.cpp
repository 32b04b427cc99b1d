#include "tests/app/rank_programs.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

using namespace engine;
using namespace tests;

namespace {

/// A net whose gradients are averaged over parts of a batch: by ranks, or by one process in the order of the ranks.
const QByteArray kNet = R"(
import torch
from torch import nn
torch.manual_seed(3)
net = nn.Sequential(nn.Linear(6, 5), nn.ReLU(), nn.Linear(5, 3))
x, y = torch.randn(8, 6), torch.randn(8, 3)
def error(net, part):
    return ((net(x.chunk(4)[part]) - y.chunk(4)[part]) ** 2).mean()
def update():
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.1 * p.grad
def show():
    print([p.detach().flatten().tolist() for p in net.parameters()])
)";

}  // namespace

/// overlap-run --ranks: programs whose processes communicate, on virtual machines and on this computer, where mpirun
/// starts them.
class TestRanks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { allowMpiAsRoot(); }
    void collectivesGiveTheValuesOfAllRanks_data()
    {
        machines({"laptop-2019", "a100-4", kHere});
        QTest::newRow("over TCP") << QString(kHere);
    }
    void collectivesGiveTheValuesOfAllRanks();
    void gradientsHaveTheBitsOfOneProcess_data() { machines({"laptop-2019", kHere}); }
    void gradientsHaveTheBitsOfOneProcess();
    void sameRunGivesTheSameBytes();
    void boundsExcludeTimeOutsideTheSteps();
    void ranksOnSeveralComputersPassTheNetwork();
    void bucketsOverlapBackward_data();
    void bucketsOverlapBackward();
    void realBucketsAreIssuedWithinBackward();
    void realRanksGiveTheBitsOfVirtualOnes();
    void tracesOfRanksWithoutASharedFolderAreGathered();
    void processWithoutOthersIsItsOwnGroup();
    void filesThatAProgramLeavesOpenAreWritten();
    void waitOfAListingIsASyncPoint();
    void waitsOfWorkAreSyncPoints();
    void handlesOfGradientsAreSyncPoints_data() { machines({"laptop-2019", kHere}); }
    void handlesOfGradientsAreSyncPoints();

private:
    CommandResult run(const QByteArray& program, const QStringList& options)
    {
        return tests::run(QStringList{writeFile(m_folder, "program.py", program)} + options);
    }
    /// A row for each machine.
    static void machines(const std::vector<const char*>& names)
    {
        QTest::addColumn<QString>("machine");
        for (const char* name : names)
            QTest::newRow(name) << QString(name);
    }
    /// The lines that rank 0 of 13.5-ddp prints; those with times differ.
    static QByteArrayList lossesIn(const QByteArray& out)
    {
        QByteArrayList losses;
        for (const QByteArray& line : out.split('\n'))
            if (line.startsWith("epoch"))
                losses.push_back(line);
        return losses;
    }

    QTemporaryDir m_folder;
};

void TestRanks::collectivesGiveTheValuesOfAllRanks()
{
    QFETCH(const QString, machine);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    const QByteArray program = kStart + R"(
assert os.environ['RANK'] == str(rank) and os.environ['WORLD_SIZE'] == '3' == str(ranks)
def check(name, tensor, wanted):
    assert tensor.tolist() == wanted, f'{name}: {tensor.tolist()}'
def of(op):
    value = t.clone()
    dist.all_reduce(value, op)
    return value
R = dist.ReduceOp
check('sum', of(R.SUM), [6.0] * 4)
check('product', of(R.PRODUCT), [6.0] * 4)
check('min', of(R.MIN), [1.0] * 4)
check('max', of(R.MAX), [3.0] * 4)
assert [round(v, 4) for v in of(R.AVG).tolist()] == [2.0] * 4
b = t.clone()
dist.broadcast(b, 2)
check('broadcast', b, [3.0] * 4)
r = t.clone()
dist.reduce(r, 1)
check('reduce', r, [6.0] * 4 if rank == 1 else [rank + 1.0] * 4)
parts = [torch.zeros(4) for _ in range(ranks)]
dist.all_gather(parts, t)
check('all_gather', torch.cat(parts), [1.0] * 4 + [2.0] * 4 + [3.0] * 4)
whole = torch.zeros(12)
dist.all_gather_into_tensor(whole, t)
check('all_gather_into_tensor', whole, [1.0] * 4 + [2.0] * 4 + [3.0] * 4)
part = torch.zeros(2)
dist.reduce_scatter_tensor(part, torch.arange(6.0) * (rank + 1))
check('reduce_scatter_tensor', part, [12.0 * rank, 12.0 * rank + 6])
work = dist.isend(t, (rank + 1) % ranks)
got = torch.zeros(4)
assert dist.recv(got, (rank - 1) % ranks) == (rank - 1) % ranks
work.wait()
check('recv', got, [(rank - 1) % ranks + 1.0] * 4)
got = torch.zeros(4)
ring = [dist.P2POp(dist.isend, t, (rank + 1) % ranks), dist.P2POp(dist.irecv, got, (rank - 1) % ranks)]
for work in dist.batch_isend_irecv(ring):
    work.wait()
check('batch_isend_irecv', got, [(rank - 1) % ranks + 1.0] * 4)
parts = [torch.zeros(4) for _ in range(ranks)] if rank == 1 else None
dist.gather(t, parts, dst=1)
if rank == 1:
    check('gather', torch.cat(parts), [1.0] * 4 + [2.0] * 4 + [3.0] * 4)
got = torch.zeros(4)
dist.scatter(got, [one * 10 for one in parts] if rank == 1 else None, src=1)
check('scatter', got, [10.0 * (rank + 1)] * 4)
into = torch.zeros(6, 2)
dist.all_to_all_single(into, torch.arange(12.0).reshape(6, 2) + 100 * rank)
check('all_to_all_single', into, [[100.0 * r + 4 * rank + i + j for j in (0, 1)] for r in range(3) for i in (0, 2)])
sizes = [rank + other for other in range(3)]
into = torch.zeros(sum(sizes))
dist.all_to_all_single(into, torch.full((sum(sizes),), float(rank)), sizes, sizes)
check('all_to_all_single of sizes', into, [float(other) for other in range(3) for _ in range(rank + other)])
none = torch.full((0,), 2.0)
for work in [dist.broadcast(none, 0, async_op=True), dist.reduce(none, 2, async_op=True)]:
    work.wait()
dist.all_reduce(none)
dist.send(none, 1) if rank == 0 else dist.recv(none, 0) if rank == 1 else None
dist.all_gather_into_tensor(torch.zeros(0), none)
check('empty', none, [])
pair = dist.new_group([0, 2])
if rank != 1:
    s = t.clone()
    works = [dist.all_reduce(s, group=pair, async_op=True)]
    for one in works:
        one.wait()
        assert one.is_completed()
    check('group', s, [4.0] * 4)
    assert dist.get_rank(pair) == rank // 2 and dist.get_world_size(pair) == 2
else:
    assert pair == dist.GroupMember.NON_GROUP_MEMBER and dist.all_reduce(t, group=pair) is None
dist.barrier()
print('rank', rank, 'is right')
dist.destroy_process_group()
assert not dist.is_initialized()
)";

    if (qstrcmp(QTest::currentDataTag(), "over TCP") == 0)
        qputenv("OMPI_MCA_btl", "self,tcp");  // Open MPI's default is shared memory
    const CommandResult result = run(program, {"--ranks", "3", "--machine", machine, "--values", "computed"});
    qunsetenv("OMPI_MCA_btl");

    QVERIFY2(result.status == 0, result.err.constData());
    for (const char* rank : {"rank 0", "rank 1", "rank 2"})
        QVERIFY2(result.out.contains(QByteArray(rank) + " is right\n"), result.out.constData());
}

void TestRanks::gradientsHaveTheBitsOfOneProcess()
{
    QFETCH(const QString, machine);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    const QByteArray byRanks = kNet + R"(
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
dist.init_process_group('gloo')
if dist.get_rank() > 0:  # starts from the weights of rank 0
    for p in net.parameters():
        nn.init.zeros_(p)
ddp = DistributedDataParallel(net, bucket_cap_mb=0.0001)
for step in range(4):
    net.zero_grad()
    with ddp.no_sync():
        error(ddp, dist.get_rank()).backward()
    error(ddp, dist.get_rank()).backward()
    update()
for p in net.parameters():
    low, high = p.detach().clone(), p.detach().clone()
    dist.all_reduce(low, dist.ReduceOp.MIN)
    dist.all_reduce(high, dist.ReduceOp.MAX)
    assert low.tolist() == high.tolist(), 'the ranks differ'
if dist.get_rank() == 0:
    show()
)";
    const QByteArray byOne = kNet + R"(
for step in range(4):
    total = None
    for part in range(4):
        net.zero_grad()
        error(net, part).backward()
        error(net, part).backward()
        own = [p.grad * 0.25 for p in net.parameters()]
        total = own if total is None else [a + b for a, b in zip(total, own)]
    for p, g in zip(net.parameters(), total):
        p.grad.copy_(g)
    update()
show()
)";
    const QStringList options{"--machine", machine, "--values", "computed"};

    const CommandResult expected = run(byOne, options);
    const CommandResult result = run(byRanks, options + QStringList{"--ranks", "4"});

    QVERIFY2(expected.status == 0, expected.err.constData());
    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.out, expected.out);
}

void TestRanks::sameRunGivesTheSameBytes()
{
    const QStringList options{"--ranks", "4", "--set", "images=4096,epochs=2,noise=5", "--values", "timing"};
    const QString one = m_folder.filePath("one");
    const QString other = m_folder.filePath("other");

    const CommandResult first = tests::run(QStringList{"13.5-ddp"} + options + QStringList{"--trace", one});
    const CommandResult second = tests::run(QStringList{"13.5-ddp"} + options + QStringList{"--trace", other});

    QVERIFY2(first.status == 0, first.err.constData());
    QVERIFY(first.out.contains("epoch 2"));
    QCOMPARE(second.out, first.out);
    for (int rank = 0; rank < 4; ++rank) {
        const QString name = QStringLiteral("/rank-%1.otrace").arg(rank);
        QVERIFY(!contentOf(one + name).isEmpty());
        QVERIFY(contentOf(one + name) == contentOf(other + name));
    }
}

/// Uses a single short step, whose transfers and weight broadcast take longer than the program's part of the step.
void TestRanks::boundsExcludeTimeOutsideTheSteps()
{
    const QString folder = m_folder.filePath("bounds");
    const CommandResult ran = tests::run(
        {"13.6-ddp", "--ranks", "2", "--machine", "pcie-8", "--set", "images=128,batch=64", "--trace", folder});
    QVERIFY2(ran.status == 0, ran.err.constData());

    QProcess process;
    process.start(OVERLAP_RUN, {"summary", folder});
    QVERIFY(process.waitForFinished());

    const QJsonObject bounds = QJsonDocument::fromJson(process.readAllStandardOutput()).object()["bounds"].toObject();
    QVERIFY(bounds["step_time"].toDouble() > 0);
    QVERIFY(bounds["perfect_overlap"].toDouble() >= 0);
    QVERIFY(bounds["perfect_overlap"].toDouble() <= bounds["step_time"].toDouble());
}

/// Each rank is on a computer of its own, and uses that computer's only GPU.
void TestRanks::ranksOnSeveralComputersPassTheNetwork()
{
    const QString folder = m_folder.filePath("computers");

    const CommandResult ran = tests::run(
        {"13.6-ddp", "--ranks", "3", "--machine", "v100-ethernet", "--set", "images=192,batch=64", "--trace", folder});

    QVERIFY2(ran.status == 0, ran.err.constData());
    const ranks::RunSetPtr set = openRanks(folder);
    QVERIFY(set != nullptr);
    QCOMPARE(set->nodeCount(), 3U);
    for (const ranks::Member& member : set->members()) {
        QCOMPARE(member.info.localRank, 0U);
        const std::span<const trace::LaneRecord> lanes = member.trace->lanes();
        QVERIFY(std::ranges::any_of(
            lanes, [](const auto& lane) { return lane.name.starts_with("10 Gbit/s Ethernet → rank "); }));
    }
}

void TestRanks::bucketsOverlapBackward_data()
{
    QTest::addColumn<QString>("overlap");
    QTest::addColumn<int>("overlapping");

    QTest::newRow("while backward runs") << "on" << 2;
    QTest::newRow("after it") << "off" << 0;
}

void TestRanks::bucketsOverlapBackward()
{
    QFETCH(const QString, overlap);
    QFETCH(const int, overlapping);
    const QString folder = m_folder.filePath("buckets-" + overlap);

    const CommandResult result = tests::run({"13.6-ddp", "--ranks", "2", "--set", "images=512,overlap=" + overlap,
                                             "--values", "timing", "--trace", folder});

    QVERIFY2(result.status == 0, result.err.constData());
    const ranks::RunSetPtr set = openRanks(folder);
    QVERIFY(set != nullptr);
    for (const ranks::Member& member : set->members()) {
        const trace::Trace& trace = *member.trace;
        std::set<std::uint32_t> buckets;
        Nanoseconds backwardEnd{};
        for (std::size_t i = 0; i < trace.opCount(); ++i) {
            const trace::Op op = trace.op(OpId{i});
            if (op.kind == trace::Kind::Collective && trace.text(op.label).starts_with("bucket"))
                buckets.insert(static_cast<std::uint32_t>(i));
            else if (op.kind == trace::Kind::Backward)
                backwardEnd = std::max(backwardEnd, op.finished);
        }
        QCOMPARE(buckets.size(), 3U);
        const auto startsBefore =
            std::ranges::count_if(buckets, [&](std::uint32_t op) { return trace.op(OpId{op}).started < backwardEnd; });
        QCOMPARE(startsBefore, overlapping);
    }
}

void TestRanks::realBucketsAreIssuedWithinBackward()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    const QString folder = m_folder.filePath("real buckets");
    const QByteArray program = kStart + R"(
net = nn.Sequential(*[nn.Linear(64, 64) for _ in range(6)])
ddp = DistributedDataParallel(net, bucket_cap_mb=0.02)
for step in range(2):
    ddp(torch.ones(8, 64)).sum().backward()
    with torch.no_grad():
        for p in net.parameters():
            p -= p.grad
            p.grad = None
)";

    const CommandResult result = run(program, {"--ranks", "2", "--machine", kHere, "--trace", folder});

    QVERIFY2(result.status == 0, result.err.constData());
    const ranks::RunSetPtr set = openRanks(folder);
    QVERIFY(set != nullptr);
    for (const ranks::Member& member : set->members()) {
        const trace::Trace& trace = *member.trace;
        std::set<std::uint32_t> writers;
        std::set<std::uint32_t> readers;
        for (const trace::Edge& edge : trace.edges()) {
            if (trace.op(edge.to).kind == trace::Kind::Collective && trace.op(edge.from).kind == trace::Kind::Backward)
                writers.insert(edge.to.index);
            if (trace.op(edge.from).kind == trace::Kind::Collective)
                readers.insert(edge.from.index);
        }
        Nanoseconds backwardEnd{};
        std::vector<OpId> buckets;
        for (std::size_t i = 0; i < trace.opCount(); ++i) {
            const trace::Op op = trace.op(OpId{i});
            if (op.kind == trace::Kind::Collective && trace.text(op.label).starts_with("bucket"))
                buckets.push_back(op.id);
            else if (op.kind == trace::Kind::Backward)
                backwardEnd = std::max(backwardEnd, op.finished);
        }
        QVERIFY(buckets.size() >= 6);
        // The first layer, whose gradients are the last ones, has at most two buckets.
        QVERIFY(std::ranges::count_if(buckets, [&](OpId op) { return trace.op(op).issued < backwardEnd; }) >=
                static_cast<std::ptrdiff_t>(buckets.size()) - 2);
        for (const OpId op : buckets) {
            QVERIFY(writers.contains(op.index));
            QVERIFY(readers.contains(op.index));
            QVERIFY(trace.op(op).state == trace::OpState::Done);
        }
    }
}

void TestRanks::realRanksGiveTheBitsOfVirtualOnes()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    const QStringList options{"--set", "images=512,epochs=2,batch=128,data=generated", "--values", "computed"};
    const QString folder = m_folder.filePath("real lenet");

    const CommandResult modelled = tests::run(QStringList{"13.5-ddp"} + options + QStringList{"--ranks", "4"});
    const CommandResult real =
        tests::run(QStringList{"13.5-ddp"} + options +
                   QStringList{"--ranks", "4", "--machine", kHere, "--trace", folder, "--summary", "-"});
    QProcess byHand;
    byHand.start("mpirun", QStringList{"-n", "4", "--oversubscribe", OVERLAP_RUN, "13.5-ddp"} + options);
    QVERIFY(byHand.waitForFinished(300000));

    QVERIFY2(real.status == 0, real.err.constData());
    QVERIFY2(modelled.status == 0, modelled.err.constData());
    QVERIFY(lossesIn(modelled.out).size() >= 2);
    QCOMPARE(lossesIn(real.out), lossesIn(modelled.out));
    QCOMPARE(lossesIn(byHand.readAllStandardOutput()), lossesIn(modelled.out));
    QVERIFY(real.out.contains("\"ranks\": ["));
    // The clocks of the ranks were compared, and the comparison has an uncertainty.
    const ranks::RunSetPtr set = openRanks(folder);
    QVERIFY(set != nullptr);
    QCOMPARE(set->rankCount(), 4U);
    QCOMPARE(set->nodeCount(), 1U);
    for (const ranks::Member& member : set->members()) {
        QVERIFY(!member.info.host.empty());
        QCOMPARE(member.info.state, trace::RankState::Finished);
        if (member.info.rank == 0)
            continue;
        QCOMPARE(member.clock.points().size(), 2U);
        QVERIFY(member.clock.largestUncertainty() > Nanoseconds{0});
    }
}

/// The ranks use the same relative path in two working folders, as on two computers that share no disk.
void TestRanks::tracesOfRanksWithoutASharedFolderAreGathered()
{
    if (isMissing(kHere))
        QSKIP(qPrintable(missingForRanks()));
    const QDir folder(m_folder.path());
    const auto rankOn = [&](const QString& disk) {
        folder.mkpath(disk);
        return QStringList{"-n",        "1",        "--wdir", folder.filePath(disk),
                           OVERLAP_RUN, "13.5-ddp", "--set",  "images=64,batch=32,epochs=1,data=generated",
                           "--trace",   "run"};
    };
    QProcess mpirun;
    mpirun.start("mpirun",
                 QStringList{"--oversubscribe"} + rankOn("one disk") + QStringList{":"} + rankOn("other disk"));
    QVERIFY(mpirun.waitForFinished(300000));

    QVERIFY2(mpirun.exitCode() == 0, mpirun.readAllStandardError().constData());
    const QDir gathered(folder.filePath("one disk/run"));
    QCOMPARE(gathered.entryList(QDir::Files | QDir::Hidden), (QStringList{"rank-0.otrace", "rank-1.otrace"}));
    const ranks::RunSetPtr set = openRanks(gathered.path());
    QVERIFY(set != nullptr);
    QCOMPARE(set->rankCount(), 2U);
}

void TestRanks::processWithoutOthersIsItsOwnGroup()
{
    const QByteArray program = kStart + R"(
net = DistributedDataParallel(nn.Linear(4, 2))
net(t).sum().backward()
dist.all_reduce(t)
dist.barrier()
print(ranks, t.tolist())
try:
    dist.new_group([0, 1])
except ValueError as error:
    print(error)
)";

    const CommandResult result = run(program, {"--machine", "laptop-2019", "--values", "computed"});

    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.out, QByteArray("1 [1.0, 1.0, 1.0, 1.0]\nnew_group() was given the ranks [0, 1], but only "
                                    "rank 0 runs; overlap-run --ranks N starts more\n"));
}

/// The process of a rank ends without Python's own end, which would close them.
void TestRanks::filesThatAProgramLeavesOpenAreWritten()
{
    writeFile(m_folder, "kept.py", "out = None\n");
    const QByteArray program = kStart + "import kept\nfolder = '" + m_folder.path().toUtf8() + R"('
own = open(f'{folder}/own{rank}', 'w')
own.write('of the listing')
kept.out = open(f'{folder}/kept{rank}', 'w')
kept.out.write('of a module')
)";

    const CommandResult result = run(program, {"--ranks", "2", "--machine", "laptop-2019"});

    QVERIFY2(result.status == 0, result.err.constData());
    for (const QString rank : {"0", "1"})
        for (const auto& [name, text] : {std::pair("/own", "of the listing"), std::pair("/kept", "of a module")}) {
            QFile file(m_folder.path() + name + rank);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), QByteArray(text));
        }
}

void TestRanks::waitOfAListingIsASyncPoint()
{
    QProcess process;
    process.start(OVERLAP_RUN, {"syncs", "13.5-ddp"});
    QVERIFY(process.waitForFinished());

    const QByteArray waits = process.readAllStandardOutput();

    QVERIFY2(waits.contains("work.wait()"), waits.constData());
}

void TestRanks::waitsOfWorkAreSyncPoints()
{
    const QByteArray program = kStart + R"(
work = dist.all_reduce(torch.ones(1000000), async_op=True)
work.wait()
print('issued' if not work.is_completed() else 'complete')
)";
    const QStringList options{"--ranks", "2", "--machine", "laptop-2019"};

    QCOMPARE(run(program, options).out, QByteArray("complete\ncomplete\n"));
    QCOMPARE(run(program, options + QStringList{"--off", "12"}).out, QByteArray("issued\nissued\n"));
}

void TestRanks::handlesOfGradientsAreSyncPoints()
{
    QFETCH(const QString, machine);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    const QByteArray program = kStart + kNet + R"(
error(net, rank).backward()
works = [dist.all_reduce(p.grad, dist.ReduceOp.AVG, async_op=True) for p in net.parameters()]
for work in works:
    work.wait()
update()
last = {'loss': dist.all_reduce(t, async_op=True)}
last['loss'].wait()
dist.all_reduce(t, async_op=True).wait()
if rank == 0:
    show()
)";
    QProcess process;
    process.start(OVERLAP_RUN, {"syncs", writeFile(m_folder, "program.py", program)});
    QVERIFY(process.waitForFinished());
    QStringList lines;
    for (const QByteArray& line : process.readAllStandardOutput().split('\n'))
        if (line.contains(".wait()") && !line.startsWith("--"))
            lines << line.simplified().split(' ')[0];
    QCOMPARE(lines.size(), 3);
    const QStringList options{"--ranks", "2", "--machine", machine};

    const CommandResult waiting = run(program, options);
    const CommandResult rushing = run(program, options + QStringList{"--off", lines.join(',')});

    QCOMPARE(waiting.status, 0);
    QCOMPARE(rushing.status, 0);
    QVERIFY(waiting.out.startsWith("[["));
    QCOMPARE(rushing.out, waiting.out);
}

QTEST_GUILESS_MAIN(TestRanks)
#include "tst_ranks.moc"
