#include "tests/app/program_files.h"
#include "tests/app/rank_programs.h"

#include <QTemporaryDir>

using namespace tests;

/// Tests programs of several ranks that exchange Python objects, start their processes themselves, or print.
class TestRankObjects : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { allowMpiAsRoot(); }
    void eachLineStartsWithTheTagOfItsRank_data() { machinesOfRanks(); }
    void eachLineStartsWithTheTagOfItsRank();
    void exchangeOfObjectsNeedsComputedValues_data();
    void exchangeOfObjectsNeedsComputedValues();
    void spawnCallsTheFunctionOnEachRank();

private:
    CommandResult run(const QByteArray& program, const QStringList& options)
    {
        return tests::run(QStringList{writeFile(m_folder, "program.py", program)} + options);
    }

    QTemporaryDir m_folder;
};

void TestRankObjects::eachLineStartsWithTheTagOfItsRank()
{
    QFETCH(const QString, machine);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    const QByteArray program = kStart + "print('one', 'two')\nprint('three\\nfour', end='')\nprint()\n";
    const QStringList options{"--ranks", "2", "--machine", machine};

    const QByteArrayList tagged = sortedLines(run(program, options + QStringList{"--tag"}).out);
    const CommandResult plain = run(program, options);

    QCOMPARE(tagged, (QByteArrayList{"", "[rank0]: four", "[rank0]: one two", "[rank0]: three", "[rank1]: four",
                                     "[rank1]: one two", "[rank1]: three"}));
    QVERIFY2(!plain.out.contains("[rank"), plain.out.constData());
}

void TestRankObjects::exchangeOfObjectsNeedsComputedValues_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QByteArray>("backend");
    QTest::newRow("over Gloo") << "laptop-2019" << QByteArray("'gloo'");
    QTest::newRow("over NCCL") << "a100-4" << QByteArray("'nccl'");
}

void TestRankObjects::exchangeOfObjectsNeedsComputedValues()
{
    QFETCH(const QString, machine);
    QFETCH(const QByteArray, backend);
    const FileProgram file = programOf("ranks.py", "Python objects");
    const QByteArray program = file.source.toUtf8().replace("'gloo'", backend);
    const QStringList options{"--ranks", "3", "--machine", machine, "--values"};

    const CommandResult computed = run(program, options + QStringList{"computed"});
    const CommandResult timed = run(program, options + QStringList{"timing"});

    QVERIFY2(computed.status == 0, computed.err.constData());
    QCOMPARE(sortedLines(computed.out), sortedLines(file.output.toUtf8()));
    QCOMPARE(timed.status, 1);
    QVERIFY2(timed.err.contains("all_gather_object() reads the contents of tensors"), timed.err.constData());
}

void TestRankObjects::spawnCallsTheFunctionOnEachRank()
{
    const QByteArray program = R"(
import torch
import torch.distributed as dist
import torch.multiprocessing as mp
def main(rank, world_size, by):
    dist.init_process_group('gloo', rank=rank, world_size=world_size)
    t = torch.full((2,), float(rank + 1)) * by
    dist.all_reduce(t)
    print(rank, t.tolist())
    dist.destroy_process_group()
if __name__ == '__main__':
    mp.spawn(main, args=(2, 10), nprocs=2)
)";

    const CommandResult result =
        run(program, {"--ranks", "2", "--machine", "laptop-2019", "--values", "computed", "--summary", "-"});
    const CommandResult alone = run(program, {"--machine", "laptop-2019"});

    QVERIFY2(result.status == 0, result.err.constData());
    QVERIFY2(result.out.contains("0 [30.0, 30.0]") && result.out.contains("1 [30.0, 30.0]"), result.out.constData());
    QVERIFY2(result.out.contains("\"line\": 8"), "the statements of the function are those of the program");
    QCOMPARE(alone.status, 1);
    QVERIFY2(alone.err.contains("spawn() was given nprocs=2, but one process runs: start the program with overlap-run "
                                "PROGRAM --ranks 2"),
             alone.err.constData());
}

QTEST_GUILESS_MAIN(TestRankObjects)
#include "tst_rank_objects.moc"
