#include "tests/app/program_files.h"
#include "tests/app/rank_programs.h"

#include <cstdint>
#include <set>
#include <utility>

using namespace engine;
using namespace tests;

/// Tests MXNet's key-value stores in runs of several ranks.
class TestRankStores : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { allowMpiAsRoot(); }
    void eachRankOwnsAPartOfALargeArray_data() { machinesOfRanks(); }
    void eachRankOwnsAPartOfALargeArray();

private:
    CommandResult run(const QByteArray& program, const QStringList& options)
    {
        return tests::run(QStringList{writeFile(m_folder, "program.py", program)} + options);
    }

    QTemporaryDir m_folder;
};

/// The store splits arrays of a million elements or more among the ranks, as MXNet does.
void TestRankStores::eachRankOwnsAPartOfALargeArray()
{
    QFETCH(const QString, machine);
    if (isMissing(machine))
        QSKIP(qPrintable(missingForRanks()));
    const FileProgram program = programOf("ranks_mxnet.py", "sums over ranks");
    const QString folder = m_folder.filePath("stores");
    const CommandResult result = run(program.source.toUtf8(), {"--dialect", "mxnet", "--ranks", "2", "--machine",
                                                               machine, "--values", "computed", "--trace", folder});

    QVERIFY2(result.status == 0, result.err.constData());
    const ranks::RunSetPtr set = openRanks(folder);
    QVERIFY(set != nullptr);
    std::set<std::pair<std::int64_t, int>> sums;  // bytes and owner of each sum
    for (const ranks::MatchedCollective& one : set->collectives())
        if (one.what.kind == trace::CollectiveKind::Reduce)
            sums.emplace(one.what.bytes.value, one.what.root);
    QVERIFY(sums.contains({2'000'008, 0}) && sums.contains({2'000'004, 1}));
    QVERIFY(sums.contains({2'200'000, 0}) && sums.contains({2'200'000, 1}));
}

QTEST_GUILESS_MAIN(TestRankStores)
#include "tst_rank_stores.moc"
