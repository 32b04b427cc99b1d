#include "engine/io/detail/native_chunk.h"
#include "engine/io/detail/record_codec.h"
#include "engine/io/open_trace.h"
#include "engine/io/rank_file.h"
#include "engine/io/run_set_file.h"
#include "engine/io/trace_file.h"
#include "engine/ranks/overview.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "tests/engine/trace/sample_traces.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>

using namespace engine;
using namespace engine::io;
using namespace engine::trace;
using namespace std::chrono_literals;
using tests::RanksPlan;

/// Tests the files of runs of several ranks: written by the ranks, merged, opened in whole and in part, and damaged.
class TestRunSetFile : public QObject {
    Q_OBJECT

private slots:
    void init();
    void mergedRanksOpenUnchanged();
    void mergingTheSameRanksAgainGivesTheSameBytes();
    void savedRunSetOpensUnchanged();
    void oneRankOpensWithoutReadingTheOthers();
    void folderOfRanksOpensAsOneRun();
    void fileOfOneProcessIsNoRunSet();
    void truncatedFilesOpenUpToTheirLastChunk();
    void completeFileOfARankReplacesATruncatedOne();
    void missingRanksGiveANote();
    void rankWrittenTwiceIsRefused();
    void filesOfDifferentVersionsAreNotMerged();
    void ranksInFilesOfOlderVersionsHaveNoRunNumber();
    void largeRunIsNotMergedIntoAChromeTrace();
    void filesThatAreNoRunSetsAreRefused();
    void largeRunsAreOpenedWithSpansButWithoutOperations();
    void largeRunsAreOpenedWithTheOperationsOfTheLateRank();
    void lateRankIsFoundDespiteLongerWaitsBeforeTheFirstStep();
    void fileWithADamagedByteOpensOrGivesAMessage();
    void invalidChunkIndexesAreRefused();
    void invalidRecordsOfRanksAreDropped();
    void nameOfTheMergedFileDeterminesItsFormat();
    void chromeExportHasAProcessForEachRank();

private:
    [[nodiscard]] std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }
    /// Writes a file for each rank into the folder "ranks".
    void writeRanks(const RanksPlan& plan) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRunSetFile::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    std::filesystem::create_directory(path("ranks"));
}

void TestRunSetFile::writeRanks(const RanksPlan& plan) const
{
    const tests::RanksSchedule schedule(plan);
    for (std::uint32_t rank = 0; rank < plan.ranks; ++rank) {
        const auto writer = *TraceFileWriter::create(path("ranks/rank-" + std::to_string(rank) + ".otrace"));
        schedule.write(rank, *writer);
        QVERIFY(writer->close());
    }
}

namespace {

void compare(const ranks::RunSet& a, const ranks::RunSet& b)
{
    QCOMPARE(a.rankCount(), b.rankCount());
    QCOMPARE(a.collectives().size(), b.collectives().size());
    for (std::size_t i = 0; i < a.collectives().size(); ++i) {
        QCOMPARE(a.collectives()[i].lastPosted, b.collectives()[i].lastPosted);
        QCOMPARE(a.collectives()[i].lastMember, b.collectives()[i].lastMember);
        QVERIFY(a.collectives()[i].what == b.collectives()[i].what);
    }
    for (std::size_t i = 0; i < a.members().size(); ++i) {
        const Trace& one = *a.members()[i].trace;
        const Trace& other = *b.members()[i].trace;
        QCOMPARE(a.members()[i].info.host, b.members()[i].info.host);
        QCOMPARE(one.opCount(), other.opCount());
        QCOMPARE(one.extent(), other.extent());
        QCOMPARE(one.edges().size(), other.edges().size());
        for (const LaneRecord& lane : one.lanes())
            QCOMPARE(one.index(lane.id).busy(), other.index(lane.id).busy());
    }
}

std::string contentOf(const std::filesystem::path& path)
{
    return *readFile(path);
}

void write(const std::filesystem::path& path, const std::string& content)
{
    std::ofstream(path, std::ios::binary) << content;
}

/// Writes and returns a complete file with one chunk of arbitrary records.
std::string fileOf(const std::filesystem::path& path, std::vector<Record> records, std::uint32_t rank = 0)
{
    io::detail::RecordEncoder encoder;
    for (Record& record : records)
        encoder.encode(record);
    std::string content;
    const auto append = [&](std::string_view bytes) {
        content += bytes;
        return Status{};
    };
    io::detail::ChunkWriter chunks(append, io::detail::kRankVersion);
    chunks.write(io::detail::ChunkKind::Rank, rank, encoder.count(), encoder.bytes());
    if (!chunks.finish())
        return {};
    write(path, content);
    return content;
}

RankRecord rankOf(std::uint32_t rank, std::uint32_t count)
{
    RankRecord record;
    record.rank = rank;
    record.count = count;
    return record;
}

}  // namespace

void TestRunSetFile::mergedRanksOpenUnchanged()
{
    RanksPlan plan;
    plan.clockOffset = 7340us;
    plan.clockUncertainty = 5us;
    writeRanks(plan);

    QVERIFY(mergeRanks(path("ranks"), path("run.otrace")));
    const auto opened = openRunSet(path("run.otrace"));

    QVERIFY2(opened.has_value(), opened ? "" : opened.error().english().c_str());
    QVERIFY2(opened->note.empty(), opened->note.english().c_str());
    compare(*opened->set, *tests::sampleRanks(plan));
    QCOMPARE(opened->set->members()[3].clock.largestUncertainty(), 5us);
}

void TestRunSetFile::mergingTheSameRanksAgainGivesTheSameBytes()
{
    writeRanks({});
    QVERIFY(mergeRanks(path("ranks"), path("a")));
    QVERIFY(mergeRanks(path("ranks"), path("b")));

    QVERIFY(contentOf(path("a")) == contentOf(path("b")));
    // The merged file may be beside the files of the ranks, and may exist already.
    for (int i = 0; i < 2; ++i)
        QVERIFY(mergeRanks(path("ranks"), path("ranks/all")));
    QVERIFY(contentOf(path("ranks/all")) == contentOf(path("a")));
}

void TestRunSetFile::savedRunSetOpensUnchanged()
{
    const ranks::RunSetPtr set = tests::sampleRanks({});

    QVERIFY(saveRunSet(*set, path("a")));
    const auto opened = openRunSet(path("a"));

    QVERIFY(opened.has_value());
    compare(*opened->set, *set);
    QVERIFY(saveRunSet(*opened->set, path("b")));
    QVERIFY(contentOf(path("a")) == contentOf(path("b")));
}

/// Overwrites the chunks of ranks 0 and 1, so that loading rank 2 fails if it reads them.
void TestRunSetFile::oneRankOpensWithoutReadingTheOthers()
{
    writeRanks({});
    QVERIFY(mergeRanks(path("ranks"), path("run")));
    std::string content = contentOf(path("run"));
    const std::string third = contentOf(path("ranks/rank-2.otrace"));
    const std::string body = third.substr(io::detail::kHeaderSize, 200);
    const std::size_t at = content.find(body);
    QVERIFY(at != std::string::npos);
    std::fill(content.begin() + io::detail::kHeaderSize, content.begin() + static_cast<std::ptrdiff_t>(at), '\xee');
    write(path("run"), content);

    const auto file = RankFile::open(path("run"));

    QVERIFY(file.has_value());
    QVERIFY((*file)->isWhole());
    QCOMPARE((*file)->ranks().size(), std::size_t{4});
    const auto trace = (*file)->load(2, Detail::Operations);
    QVERIFY(trace.has_value());
    QCOMPARE((*trace)->opCount(), tests::sampleMembers({})[2].trace->opCount());
    QVERIFY(!(*file)->load(0, Detail::Operations).has_value());
}

void TestRunSetFile::folderOfRanksOpensAsOneRun()
{
    writeRanks({});
    write(path("ranks/notes.txt"), "not a trace");
    QVERIFY(saveTrace(*tests::sampleTrace(tests::Sample::Elementwise), path("ranks/other.otrace")));

    const auto opened = openRunSet(path("ranks"));

    QVERIFY(isRunSet(path("ranks")));
    QVERIFY(opened.has_value());
    compare(*opened->set, *tests::sampleRanks({}));
}

void TestRunSetFile::fileOfOneProcessIsNoRunSet()
{
    QVERIFY(saveTrace(*tests::sampleTrace(tests::Sample::TwoGpus), path("a")));

    const std::string content = contentOf(path("a"));

    QCOMPARE(content[8], static_cast<char>(io::detail::kVersion));
    QVERIFY(!isRunSet(path("a")));
    const auto opened = openRunSet(path("a"));
    QVERIFY(!opened.has_value());
    QVERIFY(QString::fromStdString(opened.error().english()).contains("one process"));
}

void TestRunSetFile::truncatedFilesOpenUpToTheirLastChunk()
{
    RanksPlan plan;
    plan.steps = 60;
    plan.layers = 100;
    writeRanks(plan);
    const std::string whole = contentOf(path("ranks/rank-0.otrace"));
    QVERIFY(mergeRanks(path("ranks"), path("run")));
    const std::string merged = contentOf(path("run"));
    std::size_t opened = 0;
    for (std::size_t size = 0; size < merged.size(); size += 1 + merged.size() / 21) {
        write(path("cut"), merged.substr(0, size));
        const auto set = openRunSet(path("cut"));
        QVERIFY(set.has_value() || set.error().english().ends_with('.'));
        opened += set.has_value() ? 1 : 0;
    }
    QVERIFY(opened > 14);
    write(path("ranks/rank-0.otrace"), whole.substr(0, whole.size() * 4 / 5));
    const auto set = openRunSet(path("ranks"));
    QVERIFY(set.has_value());
    QCOMPARE(set->set->rankCount(), 4u);
    QVERIFY(!set->set->members()[0].trace->end()->isComplete);
    QVERIFY(set->set->members()[0].trace->opCount() > 0);
}

void TestRunSetFile::completeFileOfARankReplacesATruncatedOne()
{
    writeRanks({});
    const std::string whole = contentOf(path("ranks/rank-1.otrace"));
    write(path("ranks/a.partial"), whole.substr(0, whole.size() - 60));

    const auto opened = openRunSet(path("ranks"));

    QVERIFY(opened.has_value());
    compare(*opened->set, *tests::sampleRanks({}));
}

void TestRunSetFile::missingRanksGiveANote()
{
    writeRanks({});
    std::filesystem::remove(path("ranks/rank-2.otrace"));

    const auto opened = openRunSet(path("ranks"));

    QVERIFY(opened.has_value());
    QVERIFY(QString::fromStdString(opened->note.english()).contains("3 of 4"));
}

void TestRunSetFile::rankWrittenTwiceIsRefused()
{
    writeRanks({});
    std::filesystem::copy(path("ranks/rank-1.otrace"), path("ranks/again.otrace"));

    const auto opened = openRunSet(path("ranks"));
    const Status merged = mergeRanks(path("ranks"), path("run"));

    QVERIFY(!opened.has_value());
    QVERIFY(QString::fromStdString(opened.error().english()).contains("rank 1 exists twice"));
    QVERIFY(!merged.has_value());
    QVERIFY(!std::filesystem::exists(path("run")));
}

void TestRunSetFile::filesOfDifferentVersionsAreNotMerged()
{
    writeRanks({});
    std::string content = contentOf(path("ranks/rank-1.otrace"));
    content[8] = 6;
    content[12] = static_cast<char>(io::detail::guardOf(6));
    write(path("ranks/rank-1.otrace"), content);

    const Status merged = mergeRanks(path("ranks"), path("run"));

    QVERIFY(!merged.has_value());
    QVERIFY(QString::fromStdString(merged.error().english()).contains("different versions"));
    QVERIFY(!std::filesystem::exists(path("run")));
}

void TestRunSetFile::ranksInFilesOfOlderVersionsHaveNoRunNumber()
{
    Record record = rankOf(1, 4);
    std::get<RankRecord>(record).run = 5;
    io::detail::RecordEncoder encoder;
    encoder.encode(record);
    const std::string newer(encoder.bytes());
    const std::string older = newer.substr(0, newer.size() - 1);  // drops the last byte, which is the run number

    const auto ofNewer = io::detail::RecordDecoder(newer, io::detail::kRankVersion).next();
    io::detail::RecordDecoder decoder(older, 8);
    const auto ofOlder = decoder.next();

    QVERIFY(ofNewer && ofOlder && decoder.atEnd());
    QCOMPARE(std::get<RankRecord>(*ofNewer).run, std::uint64_t{5});
    QCOMPARE(std::get<RankRecord>(*ofOlder).run, std::uint64_t{0});
    QCOMPARE(std::get<RankRecord>(*ofOlder).rank, 1u);
}

void TestRunSetFile::largeRunIsNotMergedIntoAChromeTrace()
{
    RanksPlan plan;
    plan.ranks = kMaxDetailedRanks + 1;
    writeRanks(plan);

    const Status merged = mergeRanks(path("ranks"), path("run.json"));

    QVERIFY(!merged.has_value());
    QVERIFY(QString::fromStdString(merged.error().english()).contains("too large"));
    QVERIFY(!std::filesystem::exists(path("run.json")));
    QVERIFY(mergeRanks(path("ranks"), path("run.overlap")));
}

void TestRunSetFile::filesThatAreNoRunSetsAreRefused()
{
    write(path("text"), "hello");
    write(path("empty"), "");

    for (const char* name : {"text", "empty", "missing", "ranks"}) {
        const auto opened = openRunSet(path(name));
        QVERIFY(!opened.has_value());
        QVERIFY(opened.error().english().ends_with('.'));
        QVERIFY(!isRunSet(path(name)));
    }
}

void TestRunSetFile::largeRunsAreOpenedWithSpansButWithoutOperations()
{
    RanksPlan plan;
    plan.ranks = kMaxDetailedRanks + 1;
    plan.steps = 1;
    writeRanks(plan);

    const auto opened = openRunSet(path("ranks"));

    QVERIFY(opened.has_value());
    const ranks::RunSetPtr full = tests::sampleRanks(plan);
    QCOMPARE(opened->set->members()[0].trace->opCount(), full->members()[0].trace->opCount());
    QCOMPARE(opened->set->members()[7].trace->opCount(), std::size_t{0});
    QCOMPARE(opened->set->collectives().size(), full->collectives().size());
    for (const LaneRecord& lane : full->members()[7].trace->lanes()) {
        const auto& spans = opened->set->members()[7].trace->spans(lane.id);
        const auto& expected = full->members()[7].trace->spans(lane.id);
        QCOMPARE(spans.size(), expected.size());
        for (std::size_t i = 0; i < spans.size(); ++i)
            QVERIFY(spans[i].begin == expected[i].begin && spans[i].end() == expected[i].end() &&
                    spans[i].kind == expected[i].kind && spans[i].op == expected[i].op);
    }
}

void TestRunSetFile::largeRunsAreOpenedWithTheOperationsOfTheLateRank()
{
    RanksPlan plan;
    plan.ranks = kMaxDetailedRanks + 1;
    plan.lateRank = 40;
    plan.steps = 3;
    writeRanks(plan);

    const auto opened = openRunSet(path("ranks"));

    QVERIFY(opened.has_value());
    const ranks::RunSetPtr full = tests::sampleRanks(plan);
    QCOMPARE(opened->set->members()[40].trace->opCount(), full->members()[40].trace->opCount());
    const auto withOperations = std::ranges::count_if(
        opened->set->members(), [](const ranks::Member& member) { return member.trace->opCount() > 0; });
    QVERIFY2(withOperations >= 3 && withOperations <= 5, qPrintable(QString::number(withOperations)));
    for (std::size_t i = 0; i < full->collectives().size(); ++i) {
        QCOMPARE(opened->set->collectives()[i].lastPosted, full->collectives()[i].lastPosted);
        QCOMPARE(opened->set->collectives()[i].lastMember, full->collectives()[i].lastMember);
    }
}

/// Before the first step, ranks 5 to 7 delay the others by more than rank 40 does in the steps.
void TestRunSetFile::lateRankIsFoundDespiteLongerWaitsBeforeTheFirstStep()
{
    RanksPlan plan;
    plan.ranks = kMaxDetailedRanks + 1;
    plan.lateRank = 40;
    plan.lateFactor = 1.3;
    plan.steps = 2;
    const tests::RanksSchedule schedule(plan);
    struct Start : Sink {
        Start(std::uint32_t number, Sink& sink) : rank(number), to(sink) {}
        void write(Record record) override
        {
            if (auto* collective = std::get_if<CollectiveRecord>(&record))
                if (const std::uint32_t bucket = collective->what.sequence; bucket < 3 && rank != 5 + bucket)
                    collective->posted = {};
            if (const auto* step = std::get_if<StepRecord>(&record); step == nullptr || step->index > 0)
                to.write(std::move(record));
        }
        NameId intern(std::string_view text) override { return to.intern(text); }
        std::uint32_t rank;
        Sink& to;
    };
    for (std::uint32_t rank = 0; rank < plan.ranks; ++rank) {
        const auto writer = *TraceFileWriter::create(path("ranks/rank-" + std::to_string(rank) + ".otrace"));
        Start sink(rank, *writer);
        schedule.write(rank, sink);
        QVERIFY(writer->close());
    }

    const auto opened = openRunSet(path("ranks"));

    QVERIFY(opened.has_value());
    QCOMPARE(opened->set->collectives().front().lastMember, 5U);
    QVERIFY(opened->set->members()[40].trace->opCount() > 0);
    const auto withOperations = std::ranges::count_if(
        opened->set->members(), [](const ranks::Member& member) { return member.trace->opCount() > 0; });
    QVERIFY2(withOperations >= 3, qPrintable(QString::number(withOperations)));  // ranks 0 and 40, and a typical rank
}

void TestRunSetFile::fileWithADamagedByteOpensOrGivesAMessage()
{
    RanksPlan plan;
    plan.ranks = 2;
    plan.steps = 1;
    writeRanks(plan);
    QVERIFY(mergeRanks(path("ranks"), path("run")));
    const std::string whole = contentOf(path("run"));
    std::mt19937 random(3);
    for (std::size_t i = 0; i < whole.size(); i += 1 + whole.size() / 400) {
        std::string damaged = whole;
        damaged[i] = static_cast<char>(damaged[i] ^ static_cast<char>(1 + random() % 255));
        write(path("run"), damaged);
        const auto opened = openRunSet(path("run"));
        QVERIFY(opened.has_value() || opened.error().english().ends_with('.'));
    }
}

void TestRunSetFile::invalidChunkIndexesAreRefused()
{
    using io::detail::ChunkKind;
    const auto place = [](std::uint32_t rank, std::uint64_t offset, std::uint64_t size) {
        std::string bytes;
        const auto put = [&](std::uint64_t value, int count) {
            for (int i = 0; i < count; ++i)
                bytes.push_back(static_cast<char>(value >> (8 * i)));
        };
        put(static_cast<std::uint32_t>(ChunkKind::Records), 4);
        put(rank, 4);
        put(offset, 8);
        put(size, 8);
        return bytes;
    };

    QVERIFY(io::detail::readIndex(place(0, 16, 40) + place(1, 56, 10), 100).has_value());
    QVERIFY(!io::detail::readIndex(place(0, 16, 40) + place(1, 50, 10), 100).has_value());  // chunks overlap
    QVERIFY(!io::detail::readIndex(place(1, 56, 10) + place(0, 16, 40), 100).has_value());  // chunks not ascending
    QVERIFY(!io::detail::readIndex(place(0, 16, 85), 100).has_value());                     // ends after the file's end
    QVERIFY(!io::detail::readIndex(place(0, 16, ~std::uint64_t{0}), 100).has_value());      // position + size overflows
    QVERIFY(!io::detail::readIndex(place(0, 0, 16), 100).has_value());                      // overlaps the header
    QVERIFY(!io::detail::readIndex(place(1u << 31, 16, 40), 100).has_value());              // rank 2^31 is too large
    QVERIFY(!io::detail::readIndex("odd", 100).has_value());
}

void TestRunSetFile::invalidRecordsOfRanksAreDropped()
{
    // Rank 2^31 of 2^32 - 1: neither the codec nor the store accepts it.
    QVERIFY(!fileOf(path("rank"), {rankOf(1u << 31, ~0u)}).empty());
    QVERIFY(!openRunSet(path("rank")).has_value());
    QVERIFY(!fileOf(path("more"), {rankOf(5, 4)}, 5).empty());
    QVERIFY(!openRunSet(path("more")).has_value());
    QVERIFY(!fileOf(path("other"), {rankOf(1, 4)}, 2).empty());  // the chunk states rank 2
    QVERIFY(!openRunSet(path("other")).has_value());

    Store store;
    store.apply(rankOf(1u << 31, ~0u));
    store.apply(GroupRecord{GroupId{0}, "world", {1u << 31}});
    store.apply(GroupRecord{GroupId{7}, "gap", {}});
    for (const auto& [local, reference] : {std::pair{0ns, 0ns}, {10ns, 10ns}, {10ns, 20ns}, {5ns, 30ns}, {20ns, 10ns}})
        store.apply(ClockRecord{local, reference, 0ns});  // a clock map whose times go back
    store.apply(ClockRecord{30ns, 30ns, -1ns});
    CollectiveRecord collective;
    collective.op = OpId{0};
    store.apply(collective);  // the operation of this collective is never issued
    store.close();

    const TracePtr trace = store.snapshot();
    QVERIFY(!trace->rankPart().rank.has_value());
    QVERIFY(trace->rankPart().groups.empty());
    QCOMPARE(trace->rankPart().clock.size(), std::size_t{2});
    QVERIFY(trace->rankPart().collectives.empty());
    QCOMPARE(trace->dropped(), std::uint64_t{8});
}

void TestRunSetFile::nameOfTheMergedFileDeterminesItsFormat()
{
    writeRanks({});

    QVERIFY(mergeRanks(path("ranks"), path("run.json")));

    QVERIFY(!QJsonDocument::fromJson(QByteArray::fromStdString(contentOf(path("run.json"))))["traceEvents"]
                 .toArray()
                 .isEmpty());
}

void TestRunSetFile::chromeExportHasAProcessForEachRank()
{
    const TracePtr trace = ranks::overviewOf(tests::sampleRanks({}));

    QVERIFY(saveTraceAs(*trace, path("run.json")));

    const QJsonArray events =
        QJsonDocument::fromJson(QByteArray::fromStdString(contentOf(path("run.json"))))["traceEvents"].toArray();
    std::map<int, QString> processes;
    std::map<std::pair<int, int>, double> ends;
    std::map<int, int> collectives;
    for (const auto& value : events) {
        const QJsonObject event = value.toObject();
        const int pid = event["pid"].toInt();
        if (event["name"] == "process_name")
            processes[pid] = event["args"]["name"].toString();
        if (event["ph"] != "X")
            continue;
        double& end = ends[{pid, event["tid"].toInt()}];
        QVERIFY2(event["ts"].toDouble() >= end - 0.01, qPrintable(event["name"].toString()));
        end = event["ts"].toDouble() + event["dur"].toDouble();
        collectives[pid] += event["cat"] == "collective" ? 1 : 0;
    }
    int ranks = 0;
    for (const auto& [pid, name] : processes)
        if (name.startsWith("Rank ")) {
            ++ranks;
            QCOMPARE(collectives[pid], 12);
        }
    QCOMPARE(ranks, 4);
}

QTEST_GUILESS_MAIN(TestRunSetFile)
#include "tst_run_set_file.moc"
