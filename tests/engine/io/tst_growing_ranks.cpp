#include "engine/io/growing_ranks.h"
#include "engine/io/trace_file.h"
#include "engine/ranks/overview.h"
#include "tests/engine/ranks/sample_ranks.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <optional>

using namespace engine;

/// Tests GrowingRanks, which follows the files of ranks while other processes write them.
class TestGrowingRanks : public QObject {
    Q_OBJECT

private slots:
    void runSetIsCreatedWhenTheFilesOfAllRanksExist();
    void operationsKeepTheirNumbersInLaterOverviews();
    void rankWithoutEndRecordIsIncomplete();
    void errorOfTheRunIsAssignedToARankWithoutEndRecord();
    void noteReportsMissingRecordsOfARankOnAnotherComputer();
    void recordsBeforeTheDamageOfAFileAreRead();

private:
    static tests::RanksPlan plan()
    {
        tests::RanksPlan plan;
        plan.ranks = 3;
        return plan;
    }
    /// Returns the complete files of all ranks, written in small chunks.
    static std::vector<std::string> contents(const QTemporaryDir& folder)
    {
        const tests::RanksSchedule schedule(plan());
        std::vector<std::string> all;
        for (std::uint32_t rank = 0; rank < plan().ranks; ++rank) {
            const auto path = folder.filePath("whole").toStdString();
            const auto writer = *io::TraceFileWriter::create(path);
            Flushing sink(*writer);
            schedule.write(rank, sink);
            if (!writer->close())
                qFatal("a file of the test cannot be written");
            all.push_back(*io::readFile(path));
        }
        return all;
    }
    static void write(const std::filesystem::path& path, std::string_view bytes)
    {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    }

    /// Writes the complete files of all ranks, but only the first half of the file of rank 1. Returns their folder.
    static std::filesystem::path withHalfOfRankOne(const QTemporaryDir& folder)
    {
        QDir(folder.path()).mkdir("run");
        const std::filesystem::path run = folder.filePath("run").toStdString();
        const std::vector<std::string> whole = contents(folder);
        for (std::size_t i = 0; i < whole.size(); ++i)
            write(run / io::GrowingRanks::nameOf(i),
                  std::string_view(whole[i]).substr(0, whole[i].size() / (i == 1 ? 2 : 1)));
        return run;
    }

    class Flushing final : public trace::Sink {
    public:
        explicit Flushing(io::TraceFileWriter& file) : m_file(file) {}
        void write(trace::Record record) override
        {
            m_file.write(std::move(record));
            if (++m_records % 20 == 0)
                m_file.flush();
        }
        NameId intern(std::string_view text) override { return m_file.intern(text); }

    private:
        io::TraceFileWriter& m_file;
        int m_records = 0;
    };
};

void TestGrowingRanks::runSetIsCreatedWhenTheFilesOfAllRanksExist()
{
    const QTemporaryDir folder;
    QDir(folder.path()).mkdir("run");
    const std::filesystem::path run = folder.filePath("run").toStdString();
    const std::vector<std::string> whole = contents(folder);
    io::GrowingRanks ranks(run, whole.size());

    write(run / io::GrowingRanks::nameOf(0), whole[0]);
    QVERIFY(ranks.read() > 0);
    QVERIFY(!ranks.set());
    QVERIFY(!ranks.haveBatch());
    for (std::size_t i = 1; i < whole.size(); ++i)
        write(run / (io::GrowingRanks::nameOf(i) + ".aBcDeF.partial"), whole[i]);
    QVERIFY(ranks.read() > 0);

    const auto set = ranks.set();
    QVERIFY(set);
    QVERIFY(ranks.haveBatch());
    QCOMPARE((*set)->rankCount(), 3U);
    QCOMPARE(ranks.read(), std::size_t{0});
}

void TestGrowingRanks::operationsKeepTheirNumbersInLaterOverviews()
{
    const QTemporaryDir folder;
    QDir(folder.path()).mkdir("run");
    const std::filesystem::path run = folder.filePath("run").toStdString();
    const std::vector<std::string> whole = contents(folder);
    io::GrowingRanks ranks(run, whole.size());

    trace::TracePtr before;
    constexpr std::size_t kParts = 10;
    for (std::size_t part = 1; part <= kParts; ++part) {
        // In each round, the ranks have written different fractions of their files.
        for (std::size_t i = 0; i < whole.size(); ++i)
            write(run / io::GrowingRanks::nameOf(i),
                  std::string_view(whole[i]).substr(0, whole[i].size() * std::min(part + i, kParts) / kParts));
        ranks.read();
        const auto set = ranks.set();
        if (!set)
            continue;
        const trace::TracePtr now = ranks::overviewOf(*set);
        QCOMPARE(now->isLive(), part < kParts);
        for (std::size_t i = 0; before && i < before->opCount(); ++i) {
            const auto was = ranks::originOf(*before, OpId{i}), is = ranks::originOf(*now, OpId{i});
            QVERIFY(was && is);
            QCOMPARE(is->member, was->member);
            QCOMPARE(is->op.index, was->op.index);
        }
        QVERIFY(!before || now->opCount() >= before->opCount());
        before = now;
    }
    QVERIFY(before && before->opCount() > 0);
    QCOMPARE(before->opCount(), ranks::overviewOf(tests::sampleRanks(plan()))->opCount());
}

void TestGrowingRanks::rankWithoutEndRecordIsIncomplete()
{
    const QTemporaryDir folder;
    io::GrowingRanks ranks(withHalfOfRankOne(folder), plan().ranks);

    ranks.read();
    ranks.end();

    const auto set = ranks.set();
    QVERIFY(set);
    QVERIFY(!(*set)->members()[1].trace->end()->isComplete);
    QVERIFY((*set)->members()[2].trace->end()->isComplete);
    QVERIFY(!ranks::overviewOf(*set)->end()->isComplete);
}

void TestGrowingRanks::errorOfTheRunIsAssignedToARankWithoutEndRecord()
{
    const QTemporaryDir folder;
    io::GrowingRanks ranks(withHalfOfRankOne(folder), plan().ranks);

    ranks.read();
    ranks.end("ended by a signal");

    const auto set = ranks.set();
    QVERIFY(set);
    QVERIFY(!(*set)->members()[0].trace->error() && (*set)->members()[1].trace->error());
    QCOMPARE(ranks::overviewOf(*set)->error()->message, std::string("rank 1: ended by a signal"));
}

void TestGrowingRanks::noteReportsMissingRecordsOfARankOnAnotherComputer()
{
    const QTemporaryDir folder;
    const auto isOfRankOne = [](const trace::NoteRecord& note) {
        const std::string text = note.text.english();
        return text.starts_with("The records of rank 1 end here") && text.find("awaited for 60 s") != std::string::npos;
    };
    for (const bool isReceived : {false, true}) {
        const std::filesystem::path run = withHalfOfRankOne(folder);
        std::filesystem::rename(run / io::GrowingRanks::nameOf(1),
                                run / (isReceived ? io::GrowingRanks::nameOfReceived(1) : "rank-1.otrace.partial"));
        io::GrowingRanks ranks(run, 3);
        QVERIFY(ranks.read() > 0);

        ranks.end({}, std::chrono::seconds(60));

        const auto set = ranks.set();
        QVERIFY(set);
        for (std::size_t rank = 0; rank < 3; ++rank)
            QCOMPARE(std::ranges::count_if((*set)->members()[rank].trace->notes(), isOfRankOne),
                     isReceived && rank == 1 ? 1 : 0);
        std::filesystem::remove_all(run);
    }
}

void TestGrowingRanks::recordsBeforeTheDamageOfAFileAreRead()
{
    const QTemporaryDir folder;
    QDir(folder.path()).mkdir("run");
    const std::filesystem::path run = folder.filePath("run").toStdString();
    std::vector<std::string> whole = contents(folder);
    whole[1][whole[1].size() / 2] ^= 0x55;
    for (std::size_t i = 0; i < whole.size(); ++i)
        write(run / io::GrowingRanks::nameOf(i), whole[i]);
    io::GrowingRanks ranks(run, whole.size());

    ranks.read();
    ranks.end();

    const auto set = ranks.set();
    QVERIFY(set);
    QVERIFY((*set)->members()[1].trace->opCount() > 0);
    QVERIFY((*set)->members()[1].trace->opCount() < (*set)->members()[0].trace->opCount());
}

QTEST_GUILESS_MAIN(TestGrowingRanks)
#include "tst_growing_ranks.moc"
