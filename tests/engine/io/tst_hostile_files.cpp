#include "engine/io/atomic_file.h"
#include "engine/io/detail/byte_stream.h"
#include "engine/io/detail/chrome_events.h"
#include "engine/io/open_trace.h"
#include "engine/trace/store.h"
#include "tests/engine/io/imported_samples.h"
#include "tests/engine/io/native_chunks.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTemporaryDir>
#include <QTest>

#include <initializer_list>
#include <set>
#include <stdexcept>
#include <tuple>

#include <sys/stat.h>

using namespace engine;
using namespace engine::io;
using namespace engine::trace;

/// Tests that damaged, foreign and malicious files give an error message or open in part.
class TestHostileFiles : public QObject {
    Q_OBJECT

private slots:
    void unreadableFilesAreRefused_data();
    void unreadableFilesAreRefused();
    void damagedFilesOpenInPart_data();
    void damagedFilesOpenInPart();
    void foldersAndPipesAreRefused();
    void openingAFileThrowsNoException();
    void invalidTimesAreClampedOrDropped();
    void eventsOfNegativeLengthAreDropped();
    void importWithoutEventsHasOneNoteAfterReopening();
    void totalSizeOfCounterNamesIsLimited();
    void numberOfTracksIsLimited();
    void numberOfOverlappingSlicesIsLimited();
    void numberOfOpenAsyncSlicesIsLimited();
    void hugeUnpackedContentIsTruncatedOrRefused();
    void unpackedBytesAreBounded();
    void nativeFilesWithHugeCountsAreRefused();
    void wrongSizesAndCountsOfChunksGiveNoFalseRecords();
    void timeToReadRecordsInDescendingOrderIsBounded();
    void foreignDatabasesGiveAMessage();
    void damagedDatabasesGiveAMessage();
    void databaseViewsAreNotRead();
    void readsOfRepeatedDatabasePagesAreLimited();
    void readsOfRepeatedDatabaseTextsAreLimited();
    void namesThatAreNotUtf8AreReadAsLatin1();

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    [[nodiscard]] Result<OpenedTrace> opened(std::string_view content, const char* name = "file.json") const
    {
        if (!writeFileAtomically(path(name), content))
            qFatal("the test's folder cannot be written to");
        return openTrace(path(name));
    }

    QTemporaryDir m_folder;
};

namespace {

using tests::packed;

std::string utf16(std::string_view text)
{
    std::string wide = "\xff\xfe";
    for (const char c : text) {
        wide.push_back(c);
        wide.push_back('\0');
    }
    return wide;
}

const std::string kSlice = R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2})";

void put(std::string& bytes, std::size_t at, std::size_t value, std::size_t size)
{
    for (std::size_t i = 0; i < size; ++i)
        bytes[at + i] = static_cast<char>(value >> (8 * (size - 1 - i)) & 0xff);
}

}  // namespace

void TestHostileFiles::unreadableFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("says");

    const auto row = [](const char* name, std::string_view content, const char* says) {
        QTest::newRow(name) << QByteArray(content.data(), static_cast<qsizetype>(content.size())) << QString(says);
    };
    row("empty", "", "empty");
    row("white space only", " \n\t ", "neither");
    row("a zip archive named as JSON", "PK\x03\x04rest", "zip");
    row("packed with zstd", "\x28\xb5\x2f\xfdrest", "zstd");
    row("UTF-16", utf16(R"([{"ph":"X"}])"), "UTF-16");
    row("UTF-16 without a byte order mark", std::string_view("[\0{\0}\0]\0", 8), "UTF-16");
    row("text", "hello", "neither");
    row("JSON of another program", R"({"cells": []})", "traceEvents");
    row("invalid JSON after a brace", "{ hello", "invalid JSON");
    row("truncated key", R"({"trace)", "invalid JSON");
    row("number of 1 MB", "{\"a\": " + std::string(1 << 20, '1') + "}", "invalid JSON");
    row("unclosed deep nesting", "{\"x\":" + std::string(1'000'000, '['), "invalid JSON");
    row("gzip of an unknown format", packed("hello"), "unpacked");
    row("gzip of gzip", packed(packed("hello")), "unpacked");
    row("gzip damaged at its start", std::string("\x1f\x8b") + std::string(100, '\x7f'), "gzip");
    row("native file with only the magic", "OVLTRACE", "cannot be opened");
    row("native file cut off within its first chunk", tests::nativeHeader() + "\x01", "before its first record");
    row("no event", "[]", "no operation");
    row("time that is not a number", R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":"NaN","dur":1}])", "no operation");
    row("infinite time", R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1e999,"dur":1}])", "no operation");
    row("time near the maximum", R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":9.2e18,"dur":9.2e18}])", "no operation");
    row("nested lists only", std::string(1000, '['), "no operation");
}

void TestHostileFiles::unreadableFilesAreRefused()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, says);

    const auto result = opened(std::string_view(content.constData(), static_cast<std::size_t>(content.size())));

    QVERIFY(!result.has_value());
    const QString message = QString::fromStdString(result.error().english());
    QVERIFY2(message.contains(says), qPrintable(message));
    QVERIFY2(message.contains("file.json"), qPrintable(message));
    QVERIFY2(message.endsWith('.'), qPrintable(message));
}

void TestHostileFiles::damagedFilesOpenInPart_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("operations");
    QTest::addColumn<bool>("isNoted");

    const auto row = [](const char* name, const std::string& content, int operations, bool isNoted) {
        QTest::newRow(name) << QByteArray::fromStdString(content) << operations << isNoted;
    };
    const std::string two = std::string("[") + kSlice + "," + kSlice;
    row("unclosed list, as left by a killed profiler", two, 2, false);
    row("truncated within an event", two + R"(,{"ph":"X","na)", 2, true);
    row("damage after events", two + R"(,{"ph":"X" "name"}])", 2, true);
    row("byte order mark", std::string("\xef\xbb\xbf") + two + "]", 2, false);
    row("deep nesting in an argument",
        std::string("[") + R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"args":{"x":)" + std::string(200'000, '[') +
            std::string(200'000, ']') + "}}]",
        1, false);
    row("lone surrogate before another escape",
        R"([{"ph":"X","name":"\ud83d\n","pid":1,"tid":1,"ts":1,"dur":1},{"ph":"X","name":"\ud83d\"","pid":1,"tid":1,"ts":5,"dur":1}])",
        2, false);
    row("numbers where names should be", R"([{"ph":"X","name":7,"cat":null,"pid":true,"tid":-1.5e3,"ts":"1","dur":1}])",
        1, false);
    row("lists where numbers should be", R"([{"ph":"X","name":[],"pid":{},"tid":[1],"ts":1,"dur":[]}])", 1, false);
    row(
        "equal id for many operations",
        "[" +
            [] {
                std::string all;
                for (int i = 0; i < 10; ++i)
                    all += std::string(i > 0 ? "," : "") + R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":)" +
                           std::to_string(i * 5) + R"(,"dur":2,"args":{"op":3,"correlation":9}})";
                return all;
            }() +
            "]",
        10, false);
    std::string half = packed(two + "]");
    half.resize(half.size() - 6);
    row("truncated gzip", half, 2, true);
}

void TestHostileFiles::damagedFilesOpenInPart()
{
    QFETCH(QByteArray, content);
    QFETCH(int, operations);
    QFETCH(bool, isNoted);

    const auto result = opened(std::string_view(content.constData(), static_cast<std::size_t>(content.size())));

    QVERIFY2(result.has_value(), result ? "" : result.error().english().c_str());
    QCOMPARE(static_cast<int>(result->trace->opCount()), operations);
    QVERIFY(!result->trace->isLive());
    QCOMPARE(!result->note.empty(), isNoted);
}

void TestHostileFiles::foldersAndPipesAreRefused()
{
    const auto folder = openTrace(path("."));
    QVERIFY(!folder);
    QVERIFY(folder.error().english().find("folder") != std::string::npos);
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    const auto pipe = openTrace(path("pipe"));
    QVERIFY(!pipe);
    QVERIFY(pipe.error().english().find("pipe") != std::string::npos);
    QCOMPARE(openTrace(path("nowhere")).error().code, ErrorCode::NotFound);
    QVERIFY(!openTrace("/dev/zero"));
}

/// Files are opened on threads that do not handle exceptions, so opening must not throw.
void TestHostileFiles::openingAFileThrowsNoException()
{
    QVERIFY(writeFileAtomically(path("a.json"), "[" + kSlice + "]"));

    const auto result = openTrace(path("a.json"), [](double) -> bool { throw std::length_error("too long"); });

    QVERIFY(!result);
    QVERIFY2(result.error().english().find("fault in Overlap") != std::string::npos, result.error().english().c_str());
}

void TestHostileFiles::invalidTimesAreClampedOrDropped()
{
    const auto result = opened(R"([
      {"ph":"X","name":"nan","pid":1,"tid":1,"ts":NaN,"dur":1},
      {"ph":"X","name":"infinity","pid":1,"tid":2,"ts":Infinity,"dur":1},
      {"ph":"X","name":"word","pid":1,"tid":3,"ts":"soon","dur":1},
      {"ph":"X","name":"negative","pid":1,"tid":4,"ts":-5,"dur":2},
      {"ph":"X","name":"backwards","pid":1,"tid":5,"ts":10,"dur":-4},
      {"ph":"X","name":"2^63","pid":1,"tid":6,"ts":9223372036854775808,"dur":9223372036854775808},
      {"ph":"X","name":"long","pid":1,"tid":7,"ts":0,"dur":1e300},
      {"ph":"X","name":"no time","pid":1,"tid":8},
      {"ph":"X","name":"plain","pid":1,"tid":9,"ts":1,"dur":1}])");

    QVERIFY(result.has_value());
    std::set<std::string> names;
    for (std::size_t i = 0; i < result->trace->opCount(); ++i) {
        const Op& op = result->trace->op(OpId{i});
        names.emplace(result->trace->text(op.name));
        QVERIFY(op.started.count() >= 0);
        QVERIFY(op.finished >= op.started);
    }
    QCOMPARE(names, (std::set<std::string>{"negative", "plain"}));
    const QString note = QString::fromStdString(result->note.english());
    QVERIFY2(note.contains(
                 "Events that are left out, because their time is not a number: 6. Events that are left out, because "
                 "their length is negative: 1."),
             qPrintable(note));
    QVERIFY(result->trace->extent().count() < std::int64_t{1} << 62);
}

/// An event with a negative duration is dropped. It must not shift other events or leave an empty lane.
void TestHostileFiles::eventsOfNegativeLengthAreDropped()
{
    const auto result = opened(R"([
      {"ph":"X","name":"backwards","pid":1,"tid":1,"ts":-50,"dur":-3},
      {"ph":"X","name":"plain","pid":1,"tid":2,"ts":0,"dur":2},
      {"ph":"C","name":"heap","pid":1,"ts":1,"args":{"bytes":1000}},
      {"ph":"C","name":"load","pid":1,"ts":1,"args":{"percent":7}}])");

    QVERIFY(result.has_value());
    QCOMPARE(result->trace->opCount(), std::size_t{1});
    QCOMPARE(result->trace->op(OpId{0}).started, Nanoseconds{0});
    QCOMPARE(result->trace->programPart().metrics.size(), std::size_t{2});
    QCOMPARE(std::count_if(result->trace->lanes().begin(), result->trace->lanes().end(),
                           [](const auto& lane) { return lane.role != LaneRole::Frontend; }),
             std::ptrdiff_t{1});
    QCOMPARE(QString::fromStdString(result->note.english()),
             QString("Events that are left out, because their length is negative: 1. Stored as metrics, because the "
                     "file does not tell whose "
                     "memory they count: heap · bytes."));
}

/// A trace without operations gets a note. Saving and opening it again must not add another note.
void TestHostileFiles::importWithoutEventsHasOneNoteAfterReopening()
{
    auto result = opened(R"([{"ph":"C","name":"a","pid":1,"ts":0,"args":{"v":1}},)"
                         R"({"ph":"C","name":"a","pid":1,"ts":9,"args":{"v":2}}])");
    for (int i = 0; i < 3; ++i) {
        QVERIFY(result.has_value());
        QVERIFY(!result->note.empty());
        QCOMPARE(result->trace->notes().size(), std::size_t{1});
        QVERIFY(saveTraceAs(*result->trace, path("again.overlap")));
        result = openTrace(path("again.overlap"));
    }
}

/// Each value of a counter stores a copy of its name, and an event may have many values: 6 MB would become 400 MB.
void TestHostileFiles::totalSizeOfCounterNamesIsLimited()
{
    std::string event = R"({"ph":"C","pid":1,"ts":1,"name":")" + std::string(60'000, 'n') + R"(","args":{"v0":0)";
    for (int series = 1; series < 64; ++series)
        event += ",\"v" + std::to_string(series) + "\":" + std::to_string(series);
    event += "}}";
    std::string text = "[" + kSlice;
    for (int i = 0; i < 100; ++i)
        text += ",\n" + event;

    const auto result = opened(text + "]");

    QVERIFY(result.has_value());
    std::size_t bytes = 0;
    for (const auto& metric : result->trace->programPart().metrics)
        bytes += metric.name.size();
    QVERIFY2(bytes > (std::size_t{200} << 20) && bytes <= (std::size_t{256} << 20), qPrintable(QString::number(bytes)));
    QVERIFY(result->note.english().find("Events that are left out, because the file has more") != std::string::npos);
}

void TestHostileFiles::numberOfTracksIsLimited()
{
    std::string text = "[";
    for (int i = 0; i < 100'000; ++i)
        text += std::string(i > 0 ? ",\n" : "") + R"({"ph":"X","name":"a","pid":1,"tid":)" + std::to_string(i) +
                R"(,"ts":)" + std::to_string(i) + R"(,"dur":1})";

    const auto result = opened(text + "]");

    QVERIFY(result.has_value());
    QCOMPARE(result->trace->lanes().size(), std::size_t{2000});
    QVERIFY(result->note.english().find("can be shown: 98000.") != std::string::npos);
}

void TestHostileFiles::numberOfOverlappingSlicesIsLimited()
{
    std::string text = "[";
    for (int i = 0; i < 20'000; ++i)
        text += std::string(i > 0 ? ",\n" : "") + R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":)" + std::to_string(i) +
                R"(,"dur":50000})";

    const auto result = opened(text + "]");

    QVERIFY(result.has_value());
    QCOMPARE(result->trace->lanes().size(), std::size_t{200});
    QCOMPARE(result->trace->opCount(), std::size_t{200});
    QVERIFY(!result->note.empty());
    for (const LaneRecord& lane : result->trace->lanes())
        QCOMPARE(result->trace->spans(lane.id).size(), std::size_t{1});
}

/// Each further slice that starts with the same id needs 48 bytes, while gzip compresses such slices to almost nothing.
void TestHostileFiles::numberOfOpenAsyncSlicesIsLimited()
{
    constexpr std::size_t kMore = 1000;
    class Begins final : public io::detail::ByteStream {
    public:
        Result<std::size_t> read(std::span<char> room) override
        {
            if (m_text.empty() && m_left > 0) {
                for (int i = 0; i < 1000; ++i)
                    m_text += R"({"ph":"b","ts":1},)";
                --m_left;
            }
            const std::size_t count = std::min(room.size(), m_text.size());
            m_text.copy(room.data(), count);
            m_text.erase(0, count);
            return count;
        }

    private:
        std::string m_text = "[";
        std::size_t m_left = io::detail::kMaxPoints / 1000 + kMore / 1000;
    };
    Begins begins;

    const auto events = io::detail::readChromeEvents(begins);

    QVERIFY(events.has_value());
    QCOMPARE(events->slices.size(), io::detail::kMaxPoints);
    QCOMPARE(events->leftOut, std::uint64_t{kMore});
}

void TestHostileFiles::hugeUnpackedContentIsTruncatedOrRefused()
{
    // 60 MB of spaces, compressed to 60 kB, are read through a window and not stored.
    const auto blanks = opened(packed(std::string("[") + kSlice + std::string(60'000'000, ' ') + "]"));
    QVERIFY(blanks.has_value());
    QCOMPARE(blanks->trace->opCount(), std::size_t{1});
    // A name of 40 MB is truncated.
    const auto name =
        opened(packed(R"([{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":")" + std::string(40'000'000, 'x') + "\"}]"));
    QVERIFY(name.has_value());
    QVERIFY(name->trace->text(name->trace->op(OpId{0}).name).size() <= 65536);
    std::string escapes;
    for (int i = 0; i < 100'000; ++i)
        escapes += "\\n";
    const auto escaped = opened(R"([{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":")" + escapes + "\"}]");
    QVERIFY(escaped.has_value());
    QVERIFY(escaped->trace->text(escaped->trace->op(OpId{0}).name).size() <= 65536);
    // 256 MB of zeros, compressed to 8 kB, whose header states 2^28 records. No memory is allocated for these records.
    constexpr std::uint32_t kMax = std::uint32_t{1} << 28;
    const auto zeros = opened(tests::nativeHeader() + tests::nativeChunk(std::string(kMax, '\0'), kMax, kMax), "a");
    QVERIFY(!zeros);
}

void TestHostileFiles::unpackedBytesAreBounded()
{
    const std::string file = packed(std::string(3000, 'x'));
    for (const std::uint64_t most : {std::uint64_t{1000}, std::uint64_t{3000}, std::uint64_t{5000}}) {
        io::detail::TextStream bytes(file);
        io::detail::GunzipStream unpacked(bytes, most);
        const auto content = io::detail::readAll(unpacked, 10'000);
        QVERIFY(content && *content);
        QCOMPARE((*content)->size(), static_cast<std::size_t>(std::min<std::uint64_t>(most, 3000)));
        QCOMPARE(unpacked.isCut(), most == 1000);
    }
}

void TestHostileFiles::nativeFilesWithHugeCountsAreRefused()
{
    // A run record: type, seven strings, platform, values, seed, number of parameters, parameters of two bytes each.
    const std::string many = std::string(11, '\0') + "\x80\x80\x04" + std::string(2 * 65536, '\0');
    const auto parameters = opened(
        tests::nativeHeader() + tests::nativeChunk(many, static_cast<std::uint32_t>(many.size()), 1), "parameters");
    QVERIFY(!parameters);
    QVERIFY2(parameters.error().english().find("damaged") != std::string::npos, parameters.error().english().c_str());
    const auto records = opened(tests::nativeHeader() + tests::nativeChunk("x", 1, (1U << 27) + 1), "records");
    QVERIFY(!records);
}

/// The checksums of the chunks are correct. A chunk with a wrong size gives no records; a chunk with a wrong count
/// gives at most the records that exist.
void TestHostileFiles::wrongSizesAndCountsOfChunksGiveNoFalseRecords()
{
    const auto [records, count] = tests::recordsOf(*tests::sampleTrace(tests::Sample::OutOfMemory));
    const auto size = static_cast<std::uint32_t>(records.size());
    constexpr std::uint32_t kMax = std::uint32_t{1} << 28;
    for (const std::uint32_t unpacked : {0u, 1u, size - 1, size, size + 1, kMax, kMax + 1, ~0u})
        for (const std::uint32_t counted : {0u, 1u, count - 1, count, count + 1, kMax, ~0u}) {
            Store store;
            const auto report =
                readTraceFile(tests::nativeHeader() + tests::nativeChunk(records, unpacked, counted), store);
            QVERIFY(report.has_value());
            QVERIFY(!report->isWhole);
            const bool isReadable = unpacked == size && counted < kMax;
            QCOMPARE(report->records, std::uint64_t{isReadable ? std::min(counted, count) : 0});
        }
}

/// Each record belongs before all earlier ones. MoveLimit bounds the entries that insertions move.
void TestHostileFiles::timeToReadRecordsInDescendingOrderIsBounded()
{
    constexpr std::int64_t kRecords = 100'000;
    trace::Store store;
    store.apply(trace::DeviceRecord{DeviceId{0}, trace::DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
    for (std::int64_t i = 0; i < kRecords; ++i) {
        trace::MemoryRecord record;
        record.time = Nanoseconds{kRecords - i};
        record.device = DeviceId{0};
        store.apply(record);
    }
    store.close();
    const auto trace = store.snapshot();

    QVERIFY(trace->dropped() > 0);
    QVERIFY(trace->memory(DeviceId{0}).size() > 20'000);
}

void TestHostileFiles::foreignDatabasesGiveAMessage()
{
    QVERIFY(tests::runSql(path("mail.sqlite"), "CREATE TABLE messages (id INT, body TEXT)"));
    const auto result = openTrace(path("mail.sqlite"));
    QVERIFY(!result);
    QVERIFY2(result.error().english().find("another program") != std::string::npos, result.error().english().c_str());
}

void TestHostileFiles::damagedDatabasesGiveAMessage()
{
    QVERIFY(tests::writeNsightExport(path("whole.sqlite"), 400));
    const std::string whole = *readFile(path("whole.sqlite"));
    std::size_t partly = 0;
    for (const std::size_t size : {std::size_t{16}, std::size_t{100}, std::size_t{4096}, whole.size() / 3,
                                   whole.size() / 2, whole.size() - 4096, whole.size() - 1}) {
        const auto result = opened(std::string_view(whole).substr(0, size), "cut.sqlite");
        QVERIFY(result || !result.error().english().empty());
        partly += result ? 1 : 0;
        if (result)
            QVERIFY(!result->note.empty() || result->trace->opCount() > 0);
    }
    QVERIFY(partly > 0);
    std::string zeroed = whole;
    std::fill(zeroed.begin() + 20'000, zeroed.begin() + 60'000, '\0');
    const auto result = opened(zeroed, "zeroed.sqlite");
    QVERIFY(result ? !result->note.empty() : !result.error().english().empty());
}

void TestHostileFiles::databaseViewsAreNotRead()
{
    // If the import read this view like a table, it would never end.
    QVERIFY(tests::runSql(path("view.sqlite"),
                          "CREATE TABLE StringIds (id INT, value TEXT);"
                          "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT "
                          "i + 1 FROM n) SELECT i AS start, i AS end, 0 AS deviceId, 7 AS streamId FROM n;"));
    const auto result = openTrace(path("view.sqlite"));
    QVERIFY(!result);
    QVERIFY2(result.error().english().find("no operation") != std::string::npos, result.error().english().c_str());
}

/// Each inner page of the tree lists one child page 400 times. Over four levels, this repeats the rows of the only leaf
/// 10^10 times.
void TestHostileFiles::readsOfRepeatedDatabasePagesAreLimited()
{
    constexpr std::size_t kPage = 4096, kLevels = 4, kChildren = 400;
    for (const char* table : {"CUPTI_ACTIVITY_KIND_KERNEL", "NVTX_EVENTS", "StringIds"}) {
        std::filesystem::remove(path("pages.sqlite"));
        const std::string name(table);
        QVERIFY(tests::runSql(path("pages.sqlite"), "PRAGMA page_size = 4096; CREATE TABLE " + name +
                                                        "(start INT, end INT); INSERT INTO " + name +
                                                        " VALUES (1, 2), (3, 4), (5, 6);"));
        std::string content = *readFile(path("pages.sqlite"));
        QCOMPARE(content.size(), 2 * kPage);
        content += content.substr(kPage, kPage);  // page 3: the leaf
        for (std::size_t level = 0; level < kLevels; ++level) {
            // The root is page 2; the other inner pages follow the leaf.
            const std::size_t child = level + 1 == kLevels ? 3 : 4 + level;
            std::string page(kPage, '\0');
            page[0] = 5;
            put(page, 3, kChildren, 2);
            put(page, 5, kPage - 5 * kChildren, 2);
            put(page, 8, child, 4);
            for (std::size_t i = 0; i < kChildren; ++i) {
                const std::size_t cell = kPage - 5 * (i + 1);
                put(page, 12 + 2 * i, cell, 2);
                put(page, cell, child, 4);
                page[cell + 4] = 1;
            }
            if (level == 0)
                content.replace(kPage, kPage, page);
            else
                content += page;
        }
        put(content, 28, content.size() / kPage, 4);
        QVERIFY(writeFileAtomically(path("pages.sqlite"), content));
        // A hole at the end makes the file longer without adding rows.
        for (const std::uintmax_t size : {content.size(), std::size_t{400} << 20U}) {
            std::filesystem::resize_file(path("pages.sqlite"), size);
            int calls = 0;

            const auto result = openTrace(path("pages.sqlite"), [&](double) { return ++calls < 1000; });

            QVERIFY2(calls < 100, "the reader works in proportion to the size of the file");
            const std::string words = result ? result->note.english() : result.error().english();
            QVERIFY2(words.find("damaged") != std::string::npos, words.c_str());
        }
    }
}

/// The leaf lists one row 600 times. The row's text of 1000 KB continues on a page that names itself as the next one,
/// so a file of 1.2 MB seems to contain 600 MB. A column after the text is found only by following these pages.
void TestHostileFiles::readsOfRepeatedDatabaseTextsAreLimited()
{
    constexpr std::size_t kPage = 4096, kRows = 600, kCellsBegin = 1400;
    const auto at = [](const std::string& bytes, std::size_t place) {
        return static_cast<std::size_t>(static_cast<unsigned char>(bytes[place])) << 8U |
               static_cast<unsigned char>(bytes[place + 1]);
    };
    // A text's length determines how much of it the leaf stores: try lengths until the rows before it fit, too.
    for (const auto& [columns, values, most] :
         {std::tuple("start INT, end INT, globalTid INT, textId INT, eventType INT, text TEXT", "1, 2, 0, NULL, 59, ",
                     4U),
          std::tuple("eventType INT, globalTid INT, other TEXT, start INT, end INT", "59, 0, ", 300U)}) {
        std::string content;
        std::size_t cell = 0;
        for (int length = 999'000; cell < kCellsBegin && length < 1'004'000; length += 13) {
            std::filesystem::remove(path("texts.sqlite"));
            const std::string sql = std::string("PRAGMA page_size = 4096; CREATE TABLE NVTX_EVENTS(") + columns +
                                    "); INSERT INTO NVTX_EVENTS VALUES (" + values + "printf('%." +
                                    std::to_string(length) + "c', 'x')" + (most > 4 ? ", 1, 2);" : ");");
            QVERIFY(tests::runSql(path("texts.sqlite"), sql));
            content = *readFile(path("texts.sqlite"));
            cell = at(content, kPage + 8);
        }
        QVERIFY(cell >= kCellsBegin);
        content.resize(3 * kPage);
        put(content, 2 * kPage - 4, 3, 4);  // the row's text continues on page 3
        put(content, 2 * kPage, 3, 4);      // page 3 names itself as the next page
        put(content, kPage + 3, kRows, 2);
        for (std::size_t i = 0; i < kRows; ++i)
            put(content, kPage + 8 + 2 * i, cell, 2);
        content.append(300 * kPage, 'x');
        put(content, 28, content.size() / kPage, 4);
        put(content, 32, 0, 8);
        QVERIFY(writeFileAtomically(path("texts.sqlite"), content));

        const auto result = openTrace(path("texts.sqlite"));

        QVERIFY2(result, result ? "" : result.error().english().c_str());
        QVERIFY2(result->note.english().find("damaged") != std::string::npos, result->note.english().c_str());
        QVERIFY2(result->trace->opCount() <= most, qPrintable(QString::number(result->trace->opCount())));
    }
}

void TestHostileFiles::namesThatAreNotUtf8AreReadAsLatin1()
{
    const auto result = opened(
        "[{\"ph\":\"X\",\"name\":\"gr\xf6\xdf"
        "er \xe4\xb9\x98 \\u00e9 \\ud83d\\ude00 \\ud800\\ud83d\\ude00 \\ude00 \\ud83d\\u0041 \\ud83d\","
        "\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1}]");
    QVERIFY(result.has_value());
    QCOMPARE(QString::fromUtf8(result->trace->text(result->trace->op(OpId{0}).name).data()),
             QString::fromUtf8("gr\u00f6\u00dfer \u4e58 \u00e9 \U0001F600 \ufffd\U0001F600 \ufffd \ufffdA \ufffd"));
}

QTEST_GUILESS_MAIN(TestHostileFiles)
#include "tst_hostile_files.moc"
