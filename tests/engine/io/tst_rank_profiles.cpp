#include "engine/analysis/lateness.h"
#include "engine/io/atomic_file.h"
#include "engine/io/open_trace.h"
#include "engine/io/run_set_file.h"
#include "engine/io/trace_file.h"
#include "engine/trace/store.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <filesystem>
#include <fstream>

using namespace engine;
using namespace engine::io;
using namespace engine::trace;
using namespace std::chrono_literals;

/// Tests opening folders with the files that PyTorch's profiler wrote on each rank.
class TestRankProfiles : public QObject {
    Q_OBJECT

private slots:
    void init();
    void folderOfProfilesOpensAsOneRun();
    void collectivesOnTheComputeStreamAreNotCountedAsWork();
    void collectiveKindOfAGenericKernelIsReadFromItsArguments();
    void profilesWithoutARankAreNumberedByTheirFileNames_data();
    void profilesWithoutARankAreNumberedByTheirFileNames();
    void collectivesAreMatchedByProcessGroup_data();
    void collectivesAreMatchedByProcessGroup();
    void clocksAreComparedThroughRanksOfSharedGroups();
    void profilesMergeIntoOneFile();
    void profilesOfDifferentRunsAreRefused_data();
    void profilesOfDifferentRunsAreRefused();
    void collectivesOfUndefinedGroupsAreLeftOut();
    void unnumberedCallsAreLeftOutIfOtherCallsAreNumbered();
    void memoryForProcessGroupsIsLimited();

private:
    [[nodiscard]] std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRankProfiles::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    std::filesystem::create_directory(path("ranks"));
}

namespace {

std::string contentOf(const std::filesystem::path& path)
{
    return *readFile(path);
}

void write(const std::filesystem::path& path, const std::string& content)
{
    std::ofstream(path, std::ios::binary) << content;
}

/// Returns the profile that PyTorch writes on one rank, whose clock is ahead by `ahead` us. The rank computes and calls
/// an all-reduce `steps` times. The first step takes `step` us, each further step takes `step` / 10 us longer than the
/// previous one.
std::string profileOf(int rank, int ranks, double ahead, int steps = 5,
                      const char* name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL", double step = 3000)
{
    std::string events;
    double time = 1000;
    for (int i = 0; i < steps; ++i) {
        const auto add = [&](const std::string& kernel, double begin, double end) {
            events += std::string(events.empty() ? "" : ",") + R"({"ph":"X","cat":"kernel","name":")" + kernel +
                      R"(","pid":0,"tid":7,"ts":)" + std::to_string(begin + ahead) + R"(,"dur":)" +
                      std::to_string(end - begin) + R"(,"args":{"device":0,"stream":7}})";
        };
        add("gemm", time, time + 500 + 100 * rank);
        add(name, time + 500 + 100 * rank, time + 1500);
        time += step * (1 + 0.1 * i);
    }
    return R"({"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":)" + std::to_string(rank) +
           R"(,"world_size":)" + std::to_string(ranks) + R"(},"traceEvents":[)" + events + "]}";
}

}  // namespace

void TestRankProfiles::folderOfProfilesOpensAsOneRun()
{
    for (int rank = 0; rank < 4; ++rank)
        write(path("ranks/" + std::to_string(rank) + ".pt.trace.json"), profileOf(rank, 4, 1e6 * rank));

    const auto opened = openRunSet(path("ranks"));

    QVERIFY2(opened.has_value(), opened ? "" : opened.error().english().c_str());
    QVERIFY(isRunSet(path("ranks")));
    QCOMPARE(opened->set->rankCount(), 4u);
    QCOMPARE(opened->set->collectives().size(), std::size_t{5});
    for (const auto& collective : opened->set->collectives()) {
        QVERIFY(collective.isWhole);
        QCOMPARE(collective.what.kind, CollectiveKind::AllReduce);
        QCOMPARE(collective.lastMember, 3u);
        for (const auto& arrival : opened->set->arrivals(collective))
            QVERIFY(std::chrono::abs(arrival.done - collective.done) < 1us);
    }
    const auto whole = openTrace(path("ranks"));
    QVERIFY(whole.has_value());
    QCOMPARE(whole->trace->opCount(), std::size_t{40});
    QCOMPARE(whole->trace->run().program, std::string("ranks"));
    const auto inside = openTrace(path("ranks/"));
    QCOMPARE(inside->trace->run().program, std::string("ranks"));
}

/// Rank 0 waits 0.2 ms in each of five all-reduces, whose kernels run on the compute stream.
void TestRankProfiles::collectivesOnTheComputeStreamAreNotCountedAsWork()
{
    for (int rank = 0; rank < 3; ++rank)
        write(path("ranks/" + std::to_string(rank) + ".json"), profileOf(rank, 3, 1e6 * rank));

    const auto opened = openRunSet(path("ranks"));

    QVERIFY(opened.has_value());
    const analysis::Lateness lateness = analysis::lateness(*opened->set);
    QCOMPARE(lateness.ranks[0].waits, 200us);
    QCOMPARE(lateness.ranks[1].waits, 100us);
    QCOMPARE(lateness.ranks[2].waits, 0us);
    QCOMPARE(lateness.ranks[2].lastIn, 5U);
    QCOMPARE(lateness.exposed, 5 * 800us);
    QCOMPARE(lateness.hiddenShare(), 0.0);
    QCOMPARE(lateness.stragglers.size(), std::size_t{1});
    QCOMPARE(
        QString::fromStdString(analysis::sentenceOf(*opened->set, lateness, lateness.stragglers.front()).english()),
        QStringLiteral("Rank 2 costs the others 200 µs per collective: its gemm takes 1.2 times as long as on the "
                       "median rank."));
}

/// NCCL runs several kinds of collectives in kernels of one name.
void TestRankProfiles::collectiveKindOfAGenericKernelIsReadFromItsArguments()
{
    for (int rank = 0; rank < 2; ++rank) {
        const QString profile = QString::fromStdString(profileOf(rank, 2, 0, 3, "ncclDevKernel_Generic_1"))
                                    .replace("\"args\":{", "\"args\":{\"Collective name\":\"_allgather_base\",");
        write(path("ranks/rank" + std::to_string(rank) + ".json"), profile.toStdString());
    }

    const auto opened = openRunSet(path("ranks"));

    QVERIFY2(opened.has_value(), opened ? "" : opened.error().english().c_str());
    QCOMPARE(opened->set->collectives().size(), std::size_t{3});
    for (const auto& collective : opened->set->collectives())
        QCOMPARE(collective.what.kind, CollectiveKind::AllGather);
}

void TestRankProfiles::profilesWithoutARankAreNumberedByTheirFileNames_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<bool>("isClear");
    QTest::newRow("number alone") << QStringList{"0.json", "1.json", "2.json"} << true;
    QTest::newRow("word rank") << QStringList{"rank0_step7.json", "rank1_step8.json", "rank2_step9.json"} << true;
    QTest::newRow("one number differs") << QStringList{"resnet18-0.json", "resnet18-1.json", "resnet18-2.json"} << true;
    QTest::newRow("two numbers differ") << QStringList{"0-0.json", "1-1.json", "2-2.json"} << false;
    QTest::newRow("processes") << QStringList{"pc_4711.json", "pc_4712.json", "pc_4713.json"} << false;
    QTest::newRow("rank missing") << QStringList{"rank0.json", "rank1.json", "rank3.json"} << false;
    QTest::newRow("rank twice") << QStringList{"rank0-a.json", "rank0-b.json", "rank1.json"} << false;
    QTest::newRow("no number") << QStringList{"a.json", "b.json", "c.json"} << false;
}

void TestRankProfiles::profilesWithoutARankAreNumberedByTheirFileNames()
{
    QFETCH(QStringList, names);
    QFETCH(bool, isClear);
    for (int rank = 0; rank < 3; ++rank) {
        std::string profile = profileOf(rank, 3, 1e6 * rank);
        profile.replace(profile.find("distributedInfo"), 15, "other");
        write(path("ranks/" + names[rank].toStdString()), profile);
    }

    const auto opened = openRunSet(path("ranks"));

    QVERIFY2(opened.has_value() == isClear, opened ? "" : opened.error().english().c_str());
    if (!isClear) {
        QVERIFY(QString::fromStdString(opened.error().english()).contains("do not number them from 0 to 2"));
        return;
    }
    QVERIFY(QString::fromStdString(opened->note.english()).contains("names of the files"));
    QCOMPARE(opened->set->expectedRanks(), 3u);
    QCOMPARE(opened->set->collectives().size(), std::size_t{5});
    for (const auto& collective : opened->set->collectives()) {
        QVERIFY(collective.isWhole);
        QCOMPARE(collective.lastMember, 2u);  // the rank that computes longest
    }
    QVERIFY(mergeRanks(path("ranks"), path("run")));
    const auto merged = openRunSet(path("run"));
    QVERIFY(merged.has_value());
    QCOMPARE(merged->set->collectives().size(), std::size_t{5});
}

namespace {

struct MadeCall {
    const char* group;  // its name in PyTorch
    const char* ranks;
    int sequence;  // -1: not in the file
    double end;    // us
};

/// Where the profiler writes the process group and the number: at the kernel, or at the operator that launched it.
/// Both: the group and the number at the operator, and the kind of the collective at the kernel.
enum class GroupAt : std::uint8_t { Kernel, Operator, Both };

/// Returns the profile of a rank whose clock is ahead by `ahead` us, with an all-reduce of 500 us for each call.
std::string profileOf(int rank, double ahead, const std::vector<MadeCall>& calls, GroupAt place)
{
    std::string events;
    int link = 0;
    for (const MadeCall& call : calls) {
        const std::string group = std::string(R"("Process Group Name":")") + call.group +
                                  R"(","Process Group Ranks":")" + call.ranks + '"' +
                                  R"(,"dtype":"Float","In msg nelems":1000)" +
                                  (call.sequence < 0 ? "" : R"(,"Seq":)" + std::to_string(call.sequence));
        const std::string number = R"("correlation":)" + std::to_string(++link);
        const auto add = [&](const char* category, const char* name, int process, double begin, double end,
                             const std::string& arguments) {
            events += std::string(events.empty() ? "" : ",") + R"({"ph":"X","cat":")" + category + R"(","name":")" +
                      name + R"(","pid":)" + std::to_string(process) + R"(,"tid":7,"ts":)" +
                      std::to_string(begin + ahead) + R"(,"dur":)" + std::to_string(end - begin) + R"(,"args":{)" +
                      arguments + "}}";
        };
        const bool isAtKernel = place == GroupAt::Kernel;
        add("cpu_op", "record_param_comms", 100, call.end - 900, call.end - 700, isAtKernel ? "" : group);
        add("cuda_runtime", "cudaLaunchKernelExC", 100, call.end - 850, call.end - 800, number);
        add("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 0, call.end - 500, call.end,
            R"("device":0,"stream":7,)" + number + (isAtKernel ? "," + group : "") +
                (place == GroupAt::Both ? R"(,"Collective name":"allreduce")" : ""));
    }
    return R"({"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":)" + std::to_string(rank) +
           R"(,"world_size":4},"traceEvents":[)" + events + "]}";
}

}  // namespace

void TestRankProfiles::collectivesAreMatchedByProcessGroup_data()
{
    QTest::addColumn<GroupAt>("place");
    QTest::addColumn<bool>("isNumbered");
    QTest::newRow("kernels state the group") << GroupAt::Kernel << true;
    QTest::newRow("operators state the group") << GroupAt::Operator << true;
    QTest::newRow("operators state the group, kernels the kind") << GroupAt::Both << true;
    QTest::newRow("without numbers") << GroupAt::Kernel << false;
}

/// All four ranks call all-reduces in the default group. Ranks 0 and 1 also call some in a group of these two ranks,
/// and ranks 2 and 3 in another one.
void TestRankProfiles::collectivesAreMatchedByProcessGroup()
{
    QFETCH(const GroupAt, place);
    QFETCH(const bool, isNumbered);
    for (int rank = 0; rank < 4; ++rank) {
        std::vector<MadeCall> calls;
        for (int step = 0; step < 4; ++step) {
            const double begin = 10000.0 * step;
            calls.push_back({"0", "[0, 1, 2, 3]", isNumbered ? 5 + step : -1, begin + 2000});
            if (rank < 2)
                calls.push_back({"1", "[0, 1]", isNumbered ? step : -1, begin + 4000});
            else
                calls.push_back({"2", "[2, 3]", isNumbered ? step : -1, begin + 7000});
        }
        if (isNumbered && rank == 3)
            calls.erase(calls.begin());  // its profile begins one collective later
        write(path("ranks/rank" + std::to_string(rank) + ".json"), profileOf(rank, 1e6 * rank, calls, place));
    }

    const auto opened = openRunSet(path("ranks"));

    QVERIFY2(opened.has_value(), opened ? "" : opened.error().english().c_str());
    const auto& groups = opened->set->members()[2].trace->rankPart().groups;
    QCOMPARE(groups.size(), std::size_t{3});
    QCOMPARE(groups[1].ranks, (std::vector<std::uint32_t>{0, 1}));
    QCOMPARE(groups[2].ranks, (std::vector<std::uint32_t>{2, 3}));
    QCOMPARE(opened->set->collectives().size(), std::size_t{12});
    int parts = 0;
    for (const auto& collective : opened->set->collectives()) {
        parts += collective.isWhole ? 0 : 1;
        QCOMPARE(collective.what.kind, CollectiveKind::AllReduce);
        QCOMPARE(collective.what.bytes, Bytes{4000});
        QCOMPARE(collective.count, collective.what.group.index == 0 ? (collective.isWhole ? 4U : 3U) : 2U);
        for (const auto& arrival : opened->set->arrivals(collective))
            QVERIFY(std::chrono::abs(arrival.done - collective.done) < 1us);
    }
    QCOMPARE(parts, isNumbered ? 1 : 0);  // the first collective, which is missing in the profile of rank 3
    QVERIFY(mergeRanks(path("ranks"), path("run")));
    const auto merged = openRunSet(path("run"));
    QVERIFY(merged.has_value());
    QCOMPARE(merged->set->collectives().size(), std::size_t{12});
}

/// Ranks 0 and 3 have no group in common, so their clocks are compared through ranks 1 and 2.
void TestRankProfiles::clocksAreComparedThroughRanksOfSharedGroups()
{
    const std::array<std::vector<MadeCall>, 4> calls{
        {{{"1", "[0, 1]", 0, 2000}, {"1", "[0, 1]", 1, 9000}},
         {{"1", "[0, 1]", 0, 2000}, {"2", "[1, 2]", 0, 3000}, {"2", "[1, 2]", 1, 8000}, {"1", "[0, 1]", 1, 9000}},
         {{"2", "[1, 2]", 0, 3000}, {"3", "[2, 3]", 0, 4000}, {"3", "[2, 3]", 1, 7000}, {"2", "[1, 2]", 1, 8000}},
         {{"3", "[2, 3]", 0, 4000}, {"3", "[2, 3]", 1, 7000}}}};
    for (int rank = 0; rank < 4; ++rank)
        write(path("ranks/rank" + std::to_string(rank) + ".json"),
              profileOf(rank, -1e6 * rank, calls[static_cast<std::size_t>(rank)], GroupAt::Kernel));

    const auto opened = openRunSet(path("ranks"));

    QVERIFY2(opened.has_value(), opened ? "" : opened.error().english().c_str());
    QCOMPARE(opened->set->collectives().size(), std::size_t{6});
    std::vector<Nanoseconds> ends;
    for (const auto& collective : opened->set->collectives()) {
        QVERIFY(collective.isWhole);
        ends.push_back(collective.done);
        for (const auto& arrival : opened->set->arrivals(collective))
            QVERIFY(std::chrono::abs(arrival.done - collective.done) < 1us);
    }
    QCOMPARE(ends.back() - ends.front(), Nanoseconds(7ms));
}

/// The merged file stores the comparison of clocks that was computed from the collectives of the profiles.
void TestRankProfiles::profilesMergeIntoOneFile()
{
    for (int rank = 0; rank < 3; ++rank)
        write(path("ranks/worker" + std::to_string(rank) + ".169.pt.trace.json"), profileOf(rank, 3, -1e6 * rank));

    QVERIFY(mergeRanks(path("ranks"), path("run.otrace")));
    const auto merged = openRunSet(path("run.otrace"));

    QVERIFY2(merged.has_value(), merged ? "" : merged.error().english().c_str());
    QCOMPARE(merged->set->collectives().size(), std::size_t{5});
    for (const auto& collective : merged->set->collectives())
        for (const auto& arrival : merged->set->arrivals(collective))
            QVERIFY(std::chrono::abs(arrival.done - collective.done) < 1us);
    QVERIFY(saveRunSet(*merged->set, path("again.otrace")));
    QVERIFY(contentOf(path("again.otrace")) == contentOf(path("run.otrace")));
}

void TestRankProfiles::profilesOfDifferentRunsAreRefused_data()
{
    QTest::addColumn<QString>("other");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const std::string& content, const char* says) {
        QTest::newRow(name) << QString::fromStdString(content) << QString(says);
    };
    row("another number of ranks", profileOf(1, 8, 0), "belong to runs of different numbers of ranks");
    row("other calls", profileOf(1, 2, 0, 5, "ncclDevKernel_AllGather_RING_LL"), "differ in collective 0");
    row("other times", profileOf(1, 2, 0, 5, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 9000), "µs apart");
    row("no collective", profileOf(1, 2, 0, 5, "elementwise"), "no collective in common");
    row("the same rank", profileOf(0, 2, 0), "exists twice");
}

void TestRankProfiles::profilesOfDifferentRunsAreRefused()
{
    QFETCH(QString, other);
    QFETCH(QString, says);
    write(path("ranks/a.json"), profileOf(0, 2, 0));
    write(path("ranks/b.json"), other.toStdString());

    const auto opened = openRunSet(path("ranks"));

    QVERIFY(!opened.has_value());
    const QString message = QString::fromStdString(opened.error().english());
    QVERIFY2(message.contains(says), qPrintable(message));
}

namespace {

/// Writes the records of a trace to a store, but with collectives of a group that the trace does not define.
class WithUndefinedGroup final : public Sink {
public:
    explicit WithUndefinedGroup(Store& store) : m_store(store) {}
    void write(Record record) override
    {
        if (auto* const collective = std::get_if<CollectiveRecord>(&record))
            collective->what.group = GroupId{0x10000000};
        m_store.apply(std::move(record));
    }
    [[nodiscard]] NameId intern(std::string_view) override { return {}; }

private:
    Store& m_store;
};

/// Returns the profile of a rank with calls of `groups` groups that have 65535 ranks each.
std::string profileOfLargeGroups(int rank, int ranks, int groups)
{
    std::string events;
    for (int i = 0; i < groups; ++i)
        events += std::string(i == 0 ? "" : ",") +
                  R"({"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_f32_RING_LL","pid":0,"tid":7,"ts":)" +
                  std::to_string(1000 + 10 * i) +
                  R"(,"dur":5,"args":{"device":0,"stream":7,"Process Group Ranks":"[0, 1, ...]","Group size":65535,)"
                  R"("Global rank start":0,"Global rank stride":1,"Process Group Name":")" +
                  std::to_string(1000 * rank + i + 1) + R"("}})";
    return R"({"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":)" + std::to_string(rank) +
           R"(,"world_size":)" + std::to_string(ranks) + R"(},"traceEvents":[)" + events + "]}";
}

}  // namespace

/// The file of rank 1 is an exported run whose collectives are in a group that the file does not define, so rank 0 has
/// no collective in common with it.
void TestRankProfiles::collectivesOfUndefinedGroupsAreLeftOut()
{
    const std::vector<MadeCall> calls{{"1", "[0, 1]", 0, 2000}, {"1", "[0, 1]", 1, 9000}};
    write(path("ranks/rank0.json"), profileOf(0, 0, calls, GroupAt::Kernel));
    write(path("profile.json"), profileOf(1, 0, calls, GroupAt::Kernel));
    const auto profile = openTrace(path("profile.json"));
    QVERIFY(profile.has_value());
    Store store;
    WithUndefinedGroup sink(store);
    replay(*profile->trace, sink);
    store.close();
    QCOMPARE(store.snapshot()->rankPart().collectives.size(), std::size_t{2});
    QVERIFY(saveTraceAs(*store.snapshot(), path("ranks/rank1.json")));

    const auto opened = openRunSet(path("ranks"));

    QVERIFY(!opened.has_value());
    const QString message = QString::fromStdString(opened.error().english());
    QVERIFY2(message.contains("no collective in common"), qPrintable(message));
}

/// The first call of rank 1 started before the rank's profile did, so the file does not state the call's number.
void TestRankProfiles::unnumberedCallsAreLeftOutIfOtherCallsAreNumbered()
{
    const char* const all = "[0, 1, 2, 3]";
    std::vector<MadeCall> calls{{"0", all, 5, 2000}, {"0", all, 6, 5000}, {"0", all, 7, 9000}};
    write(path("ranks/rank0.json"), profileOf(0, 0, calls, GroupAt::Kernel));
    calls.front().sequence = -1;
    write(path("ranks/rank1.json"), profileOf(1, 1e6, calls, GroupAt::Kernel));

    const auto opened = openRunSet(path("ranks"));

    QVERIFY2(opened.has_value(), opened ? "" : opened.error().english().c_str());
    QCOMPARE(opened->set->collectives().size(), std::size_t{3});
    for (const auto& collective : opened->set->collectives())
        QCOMPARE(collective.count, collective.what.sequence == 5 ? 1U : 2U);
}

void TestRankProfiles::memoryForProcessGroupsIsLimited()
{
    write(path("one.json"), profileOfLargeGroups(0, 2, 20));
    const auto one = openTrace(path("one.json"));
    QVERIFY(one.has_value());
    std::size_t ranks = 0;
    for (const GroupRecord& group : one->trace->rankPart().groups)
        ranks += group.ranks.size();
    QCOMPARE(one->trace->rankPart().groups.size(), std::size_t{21});
    QCOMPARE(ranks, std::size_t{16 * 65535});  // the ranks of the other groups count as unknown

    constexpr int kFiles = 80;  // each member would have the groups of all files: 1.6 GiB
    for (int rank = 0; rank < kFiles; ++rank)
        write(path("ranks/rank" + std::to_string(rank) + ".json"), profileOfLargeGroups(rank, kFiles, 1));
    const auto opened = openRunSet(path("ranks"));
    QVERIFY(!opened.has_value());
    QCOMPARE(opened.error().code, ErrorCode::OutOfMemory);
}

QTEST_GUILESS_MAIN(TestRankProfiles)
#include "tst_rank_profiles.moc"
