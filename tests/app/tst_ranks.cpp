#include "engine/io/run_set_file.h"
#include "engine/ranks/run_set.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace engine;

namespace {

const QByteArray kStart = R"(
import os
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
dist.init_process_group('gloo')
rank, ranks = dist.get_rank(), dist.get_world_size()
t = torch.full((4,), float(rank + 1))
)";

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

/// overlap-run --ranks: programs whose processes communicate, on virtual machines.
class TestRanks : public QObject {
    Q_OBJECT

private slots:
    void collectivesGiveTheValuesOfAllRanks();
    void gradientsHaveTheBitsOfOneProcess();
    void storesOfMxnetSumOverRanks();
    void sameRunGivesTheSameBytes();
    void bucketsOverlapBackward();
    void collectivesEndAfterTheLastArrival();
    void failureIsOneSentence_data();
    void failureIsOneSentence();
    void processWithoutOthersIsItsOwnGroup();
    void waitsOfWorkAreSyncPoints();

private:
    struct Result {
        int status = -1;
        QByteArray out;
        QByteArray err;
    };
    Result run(const QByteArray& program, const QStringList& options)
    {
        QFile file(m_folder.filePath("program.py"));
        if (!file.open(QIODevice::WriteOnly) || file.write(program) != program.size())
            qFatal("a file of the test cannot be written");
        file.close();
        return runProgram(file.fileName(), options);
    }
    static Result runProgram(const QString& program, const QStringList& options)
    {
        QProcess process;
        process.start(OVERLAP_RUN, QStringList{program} + options);
        if (!process.waitForFinished(300000))
            process.kill();
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }
    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static ranks::RunSetPtr open(const QString& folder)
    {
        const auto opened = io::openRunSet(folder.toStdString());
        return opened ? opened->set : nullptr;
    }

    QTemporaryDir m_folder;
};

void TestRanks::collectivesGiveTheValuesOfAllRanks()
{
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

    for (const char* machine : {"laptop-2019", "a100-4"}) {
        const Result result = run(program, {"--ranks", "3", "--machine", machine, "--values", "computed"});

        QVERIFY2(result.status == 0, result.err.constData());
        for (const char* rank : {"rank 0", "rank 1", "rank 2"})
            QVERIFY2(result.out.contains(QByteArray(rank) + " is right\n"), result.out.constData());
    }
}

void TestRanks::gradientsHaveTheBitsOfOneProcess()
{
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
    const QStringList options{"--machine", "laptop-2019", "--values", "computed"};

    const Result expected = run(byOne, options);
    const Result result = run(byRanks, options + QStringList{"--ranks", "4"});

    QVERIFY2(expected.status == 0, expected.err.constData());
    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.out, expected.out.repeated(4));
}

void TestRanks::storesOfMxnetSumOverRanks()
{
    const QByteArray program = R"(
from mxnet import autograd, gluon, init, kv, np, npx
npx.set_np()
store = kv.create('dist_sync')
assert store.num_workers == 2
store.init('w', np.ones(3) * (store.rank + 1))
out = np.zeros(3)
store.pull('w', out=out)
assert out.tolist() == [1, 1, 1], out
store.push('w', np.ones(3) * (store.rank + 1))
store.pull('w', out=out)
assert out.tolist() == [3, 3, 3], out
store.set_updater(lambda key, total, stored: stored.__isub__(total))
store.push('w', np.ones(3))
store.pull('w', out=out)
assert out.tolist() == [1, 1, 1], out

net = gluon.nn.Dense(1, use_bias=False)
net.initialize(init.Constant(1.0 + store.rank))
x = np.ones((1, 2)) * (store.rank + 1)
net(x)
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5}, kvstore='dist_sync')
with autograd.record():
    y = net(x).sum()
y.backward()
trainer.step(1)
print(net.weight.data().tolist())
try:
    kv.create('dist_async')
except NotImplementedError as error:
    assert 'dist_sync' in str(error)
)";

    const Result result =
        run(program, {"--dialect", "mxnet", "--ranks", "2", "--machine", "laptop-2019", "--values", "computed"});

    QVERIFY2(result.status == 0, result.err.constData());
    // The trainer starts from the weights of rank 0, 1, and subtracts half of the gradients' sum, 1 + 2.
    QCOMPARE(result.out, QByteArray("[[-0.5, -0.5]]\n").repeated(2));
}

void TestRanks::sameRunGivesTheSameBytes()
{
    const QStringList options{"--ranks", "4", "--set", "images=4096,epochs=2,noise=5", "--values", "timing"};
    const QString one = m_folder.filePath("one");
    const QString other = m_folder.filePath("other");

    const Result first = runProgram("13.5-ddp", options + QStringList{"--trace", one});
    const Result second = runProgram("13.5-ddp", options + QStringList{"--trace", other});

    QVERIFY2(first.status == 0, first.err.constData());
    QVERIFY(first.out.contains("epoch 2"));
    QCOMPARE(second.out, first.out);
    for (int rank = 0; rank < 4; ++rank) {
        const QString name = QStringLiteral("/rank-%1.otrace").arg(rank);
        QVERIFY(!contentOf(one + name).isEmpty());
        QVERIFY(contentOf(one + name) == contentOf(other + name));
    }
}

void TestRanks::bucketsOverlapBackward()
{
    const QString folder = m_folder.filePath("buckets");

    const Result result = runProgram("13.6-ddp", {"--ranks", "2", "--set", "images=512", "--trace", folder});

    QVERIFY2(result.status == 0, result.err.constData());
    const ranks::RunSetPtr set = open(folder);
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
        QCOMPARE(startsBefore, 2);  // all but the last, which has the first layers
    }
}

void TestRanks::collectivesEndAfterTheLastArrival()
{
    const QString folder = m_folder.filePath("arrivals");
    const QByteArray program = kStart + R"(
import time
net = DistributedDataParallel(nn.Linear(4, 4))
for step in range(3):
    if rank == 2:
        time.sleep(.05)
    net(t).sum().backward()
dist.barrier()
)";

    const Result result = run(program, {"--ranks", "4", "--machine", "laptop-2019", "--trace", folder});

    QVERIFY2(result.status == 0, result.err.constData());
    const ranks::RunSetPtr set = open(folder);
    QVERIFY(set != nullptr);
    QCOMPARE(set->rankCount(), 4U);
    QVERIFY(set->collectives().size() >= 5);
    int late = 0;
    for (const ranks::MatchedCollective& collective : set->collectives()) {
        QVERIFY(collective.isWhole);
        for (const ranks::Arrival& arrival : set->arrivals(collective))
            QVERIFY(arrival.done > collective.lastPosted);
        late += collective.lastMember == 2 && collective.lastPosted - collective.firstPosted > Nanoseconds{40'000'000};
    }
    QCOMPARE(late, 3);
}

void TestRanks::failureIsOneSentence_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("sentence");

    const auto row = [](const char* name, const char* program, const char* sentence, int status = 1) {
        QTest::newRow(name) << kStart + program << status << QByteArray(sentence);
    };
    row("counts", "dist.all_reduce(torch.ones(1000 if rank == 2 else 2000))",
        "ranks 0, 1 and 3, line 10: all_reduce of 2000 numbers on the CPU; rank 2, line 10: all_reduce of 1000 "
        "numbers");
    row("kinds", "dist.broadcast(t, 0) if rank == 1 else dist.all_reduce(t)",
        "rank 1, line 10: broadcast of 4 numbers");
    row("order", "for i in (0, 1) if rank else (1, 0):\n    dist.all_reduce(torch.ones(i + 1))",
        "rank 0, line 11: all_reduce of 2 numbers on the CPU; ranks 1, 2 and 3, line 11: all_reduce of 1 number");
    row("roots", "dist.broadcast(t, rank % 2)",
        "root 0 on the CPU; ranks 1 and 3, line 10: broadcast of 4 numbers, root 1");
    row("reductions", "dist.all_reduce(t, dist.ReduceOp.MAX if rank else dist.ReduceOp.SUM)",
        "all_reduce of 4 numbers, max");
    row("exception", "if rank == 1:\n    1 / 0\ndist.all_reduce(t)",
        "waits for rank 1, whose program ended with ZeroDivisionError in line 11");
    row("early end", "if rank == 3:\n    raise SystemExit(0)\ndist.barrier()",
        "waits for rank 3, whose program has ended");
    row("killed", "if rank == 2:\n    os.kill(os.getpid(), 9)\ndist.all_reduce(t)",
        "waits for rank 2, which was ended by signal 9 (Killed)");
    row("wait for a call that one rank never makes",
        "work = dist.all_reduce(t, async_op=True) if rank else None\nif work:\n    work.wait()",
        "all_reduce #0 (ranks 1, 2 and 3, line 10) waits for rank 0, whose program has ended");
    row("groups", "dist.new_group([0, 1] if rank else [0, 2])\ndist.barrier()", "The ranks create different groups");
    row("outside the group", "dist.broadcast(t, 4)", "Rank 4 is not in this group");
    row("itself", "if rank == 1:\n    dist.send(t, 1)", "Rank 1 cannot send to itself");
    row("world size", "dist.destroy_process_group()\ndist.init_process_group('gloo', world_size=2)",
        "was given world_size=2, but 4 ranks run");
    row("remote calls", "dist.rpc", "torch.distributed.rpc is not supported");
    row("sharding", "dist.fsdp", "torch.distributed.fsdp is not supported");
    row("elastic", "dist.elastic", "torch.distributed.elastic is not supported");
}

void TestRanks::failureIsOneSentence()
{
    QFETCH(const QByteArray, program);
    QFETCH(const int, status);
    QFETCH(const QByteArray, sentence);

    const QString folder = m_folder.filePath(QTest::currentDataTag());
    const Result result = run(program, {"--ranks", "4", "--machine", "laptop-2019", "--trace", folder});

    QCOMPARE(result.status, status);
    QVERIFY2(result.err.contains(sentence), result.err.constData());
    QCOMPARE(result.err.count(sentence), 1);
    // The survivors' traces can be opened.
    const int traces = qstrcmp(QTest::currentDataTag(), "killed") == 0 ? 3 : 4;
    QCOMPARE(QDir(folder).entryList({"*.otrace"}, QDir::Files).size(), traces);
    QVERIFY(open(folder) != nullptr);
}

void TestRanks::processWithoutOthersIsItsOwnGroup()
{
    const QByteArray program = kStart + R"(
net = DistributedDataParallel(nn.Linear(4, 2))
net(t).sum().backward()
dist.all_reduce(t)
dist.barrier()
print(ranks, t.tolist())
)";

    const Result result = run(program, {"--machine", "laptop-2019", "--values", "computed"});

    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.out, QByteArray("1 [1.0, 1.0, 1.0, 1.0]\n"));
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

QTEST_GUILESS_MAIN(TestRanks)
#include "tst_ranks.moc"
