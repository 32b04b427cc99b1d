#include "engine/io/detail/record_codec.h"
#include "engine/io/open_trace.h"
#include "engine/io/trace_file.h"
#include "engine/messages/messages.h"
#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <random>

using namespace engine;
using namespace engine::io;
using namespace engine::trace;
using tests::Sample;

Q_DECLARE_METATYPE(tests::Sample)

class TestTraceFile : public QObject {
    Q_OBJECT

private slots:
    void savedRunsOpenUnchanged_data();
    void savedRunsOpenUnchanged();
    void savedRunContainsTheRatesOfLinks();
    void writingTheSameRunTwiceGivesTheSameBytes();
    void fileWrittenDuringTheRunEqualsTheRecordedRun();
    void unfinishedFileOpensUpToItsLastChunk();
    void truncatedFilesOpenInPartOrGiveAMessage();
    void readingCanBeCancelledBetweenChunks();
    void bytesAfterTheEndGiveANote_data();
    void bytesAfterTheEndGiveANote();
    void everyDamagedByteIsDetected();
    void randomBytesNeverCrashTheDecoder();
    void encodedRecordsAreDecodedUnchanged();
    void encodedMessagesAreDecodedUnchanged();
    void notesOfVersion2AreRead();
    void operationsOfVersion4HaveNoLayer();
    void runsOfVersion6HaveNoSwitches();
    void fileOfANewerVersionGivesAMessage();
    void filesThatAreNoTracesGiveAMessage();

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    QTemporaryDir m_folder;
};

namespace {

std::string fileOf(const TracePtr& trace, const std::filesystem::path& path)
{
    return saveTrace(*trace, path) ? *readFile(path) : std::string();
}

}  // namespace

void TestTraceFile::savedRunsOpenUnchanged_data()
{
    QTest::addColumn<Sample>("sample");
    QTest::newRow("machine without operations") << Sample::Empty;
    QTest::newRow("four operations") << Sample::Elementwise;
    QTest::newRow("two GPUs") << Sample::TwoGpus;
    QTest::newRow("copies") << Sample::CopyOverlap;
    QTest::newRow("out of memory") << Sample::OutOfMemory;
    QTest::newRow("live run") << Sample::Live;
}

void TestTraceFile::savedRunsOpenUnchanged()
{
    QFETCH(Sample, sample);
    const TracePtr before = tests::sampleTrace(sample);
    QVERIFY(saveTrace(*before, path("a")));

    const Result<OpenedTrace> opened = openTrace(path("a"));

    QVERIFY2(opened.has_value(), opened ? "" : opened.error().english().c_str());
    const TracePtr after = opened->trace;
    QVERIFY2(opened->note.empty(), opened->note.english().c_str());
    QVERIFY(!after->isLive());
    QCOMPARE(after->run().source, before->run().source);
    QCOMPARE(after->run().parameters, before->run().parameters);
    QCOMPARE(after->run().switches, before->run().switches);
    QCOMPARE(after->opCount(), before->opCount());
    QCOMPARE(after->extent().count(), before->extent().count());
    QCOMPARE(after->edges().size(), before->edges().size());
    QCOMPARE(after->waits().size(), before->waits().size());
    for (std::size_t i = 0; i < before->opCount(); ++i) {
        const Op& a = before->op(OpId{i});
        const Op& b = after->op(OpId{i});
        QCOMPARE(after->text(b.text), before->text(a.text));
        QCOMPARE(b.started.count(), a.started.count());
        QCOMPARE(b.finished.count(), a.finished.count());
        QCOMPARE(b.startCause.op.index, a.startCause.op.index);
        QVERIFY(a.flops == b.flops);
    }
    for (const DeviceRecord& device : before->devices())
        QCOMPARE(after->memory(device.id).size(), before->memory(device.id).size());
    if (before->error())
        QCOMPARE(after->error()->traceback, before->error()->traceback);
    if (!before->isLive())
        QCOMPARE(fileOf(after, path("b")), *readFile(path("a")));
}

void TestTraceFile::savedRunContainsTheRatesOfLinks()
{
    Recorder recorder;
    recorder.write(LaneRecord{LaneId{0}, {}, LaneRole::Link, 0, "PCIe", 1e9});
    recorder.write(LinkRateRecord{Nanoseconds{10}, LaneId{0}, 5e8});
    recorder.write(LinkRateRecord{Nanoseconds{30}, LaneId{0}, 0});
    recorder.finish();
    QVERIFY(saveTrace(*recorder.snapshot(), path("links")));

    const Result<OpenedTrace> opened = openTrace(path("links"));

    QVERIFY(opened.has_value());
    const auto& rates = opened->trace->rates(LaneId{0});
    QCOMPARE(rates.size(), std::size_t{2});
    QCOMPARE(rates[0].time.count(), qint64{10});
    QCOMPARE(rates[0].rate, 5e8);
    QCOMPARE(transferred(opened->trace->rates(LaneId{0}), Nanoseconds{30}), 10.0);
}

void TestTraceFile::writingTheSameRunTwiceGivesTheSameBytes()
{
    std::string first;
    for (int run = 0; run < 5; ++run) {
        Recorder recorder;
        auto writer = TraceFileWriter::create(path("streamed"));
        QVERIFY(writer.has_value());
        recorder.tee(*writer);
        tests::write(Sample::CopyOverlap, recorder);
        // Snapshots during the run must not change the file.
        for (int looks = 0; looks < run; ++looks)
            static_cast<void>(recorder.snapshot());
        for (std::uint32_t i = 0; i < 20'000; ++i) {
            recorder.write(LineRecord{Nanoseconds{i}, Nanoseconds{i + 1}, static_cast<std::int32_t>(i)});
            HostRecord host;
            host.name = recorder.intern("statement " + std::to_string(i % 977));
            recorder.write(host);
            if (run > 0 && i % (1000U * static_cast<unsigned>(run)) == 0)
                static_cast<void>(recorder.snapshot());
        }
        recorder.finish();
        QVERIFY((*writer)->close());
        const std::string content = *readFile(path("streamed"));
        if (run == 0)
            first = content;
        QVERIFY(content == first);
    }
    QVERIFY(first.size() > 10'000);
}

void TestTraceFile::fileWrittenDuringTheRunEqualsTheRecordedRun()
{
    Recorder recorder;
    auto writer = TraceFileWriter::create(path("streamed"));
    recorder.tee(*writer);
    tests::write(Sample::TwoGpus, recorder);
    recorder.finish();
    QVERIFY((*writer)->close());

    const Result<OpenedTrace> opened = openTrace(path("streamed"));

    QVERIFY(opened.has_value());
    QCOMPARE(fileOf(opened->trace, path("a")), fileOf(recorder.snapshot(), path("b")));
}

void TestTraceFile::unfinishedFileOpensUpToItsLastChunk()
{
    auto writer = TraceFileWriter::create(path("under way"));
    QVERIFY(writer.has_value());
    std::mt19937 random(1);
    for (std::int32_t i = 0; i < 200'000; ++i)
        (*writer)->write(LineRecord{Nanoseconds{random()}, Nanoseconds{random()}, i});

    QVERIFY(!std::filesystem::exists(path("under way")));
    std::filesystem::path partial;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder.path().toStdString()))
        if (entry.path().extension() == ".partial")
            partial = entry.path();
    const Result<OpenedTrace> opened = openTrace(partial);

    QVERIFY(opened.has_value());
    QVERIFY(opened->trace->programPart().lines.size() > 100'000);
    QVERIFY(!opened->note.empty());
    QVERIFY(!opened->trace->isLive());
    QVERIFY(!opened->trace->end()->isComplete);
}

void TestTraceFile::readingCanBeCancelledBetweenChunks()
{
    QVERIFY(saveTrace(*tests::sampleTrace(Sample::OutOfMemory), path("whole")));
    const std::string whole = *readFile(path("whole"));
    int chunks = 0;
    Store all;
    QVERIFY(readTraceFile(whole, all, [&] { return ++chunks > 0; }));
    QVERIFY(chunks >= 2);

    Store store;
    int asked = 0;
    const Result<ReadReport> stopped = readTraceFile(whole, store, [&] { return ++asked < chunks; });

    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    QCOMPARE(asked, chunks);
}

void TestTraceFile::truncatedFilesOpenInPartOrGiveAMessage()
{
    QVERIFY(saveTrace(*tests::sampleTrace(Sample::OutOfMemory), path("whole")));
    const std::string whole = *readFile(path("whole"));

    std::uint64_t before = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        Store store;
        const Result<ReadReport> report = readTraceFile(std::string_view(whole).substr(0, size), store);
        if (size < 16) {
            QVERIFY(!report);
            continue;
        }
        QVERIFY(report.has_value());
        QVERIFY(!report->isWhole);
        QVERIFY(!report->note.empty());
        QVERIFY(report->records >= before);
        before = report->records;
    }
    QVERIFY(before > 100);
}

void TestTraceFile::bytesAfterTheEndGiveANote_data()
{
    QTest::addColumn<int>("bytes");  ///< appended bytes; -1 appends the file itself
    QTest::addColumn<QString>("note");
    QTest::newRow("nothing") << 0 << "";
    QTest::newRow("the same trace") << -1 << "Another trace follows in the file";
    QTest::newRow("junk") << 100 << "Bytes after it that do not belong to it: 100.";
}

void TestTraceFile::bytesAfterTheEndGiveANote()
{
    QFETCH(int, bytes);
    QFETCH(QString, note);
    const TracePtr trace = tests::sampleTrace(Sample::Elementwise);
    const std::string whole = fileOf(trace, path("whole"));
    const std::string longer = whole + (bytes < 0 ? whole : std::string(static_cast<std::size_t>(bytes), 'x'));
    QVERIFY(writeFileAtomically(path("longer"), longer));

    const auto opened = openTrace(path("longer"));

    QVERIFY(opened);
    QCOMPARE(opened->trace->opCount(), trace->opCount());
    QVERIFY2(
        note.isEmpty() ? opened->note.empty() : opened->note.english().find(note.toStdString()) != std::string::npos,
        opened->note.english().c_str());
}

void TestTraceFile::everyDamagedByteIsDetected()
{
    QVERIFY(saveTrace(*tests::sampleTrace(Sample::Elementwise), path("whole")));
    const std::string whole = *readFile(path("whole"));

    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const int bit : {1, 128}) {
            std::string damaged = whole;
            damaged[at] = static_cast<char>(damaged[at] ^ bit);
            Store store;
            const Result<ReadReport> report = readTraceFile(damaged, store);
            QVERIFY(!report || !report->isWhole);
            store.close();
            static_cast<void>(store.snapshot());
        }
}

void TestTraceFile::randomBytesNeverCrashTheDecoder()
{
    io::detail::RecordEncoder encoder;
    Recorder recorder;
    class Encode final : public Sink {
    public:
        explicit Encode(io::detail::RecordEncoder& e) : m_encoder(e) {}
        void write(Record record) override { m_encoder.encode(record); }
        NameId intern(std::string_view) override { return {}; }

    private:
        io::detail::RecordEncoder& m_encoder;
    } encode(encoder);
    replay(*tests::sampleTrace(Sample::OutOfMemory), encode);
    const std::string good(encoder.bytes());

    std::mt19937 random(7);
    for (int round = 0; round < 3000; ++round) {
        std::string bad = good.substr(0, 1 + random() % good.size());
        for (int hits = 1 + static_cast<int>(random() % 8); hits > 0; --hits)
            bad[random() % bad.size()] = static_cast<char>(random());
        io::detail::RecordDecoder decoder(bad);
        Store store;
        std::size_t records = 0;
        while (const std::optional<Record> record = decoder.next()) {
            store.apply(*record);
            ++records;
        }
        QVERIFY(records <= bad.size());
        store.close();
        const TracePtr trace = store.snapshot();
        for (std::size_t i = 0; i < trace->opCount(); ++i)
            QVERIFY(trace->op(OpId{i}).device.index < trace->devices().size());
        for (const LaneRecord& lane : trace->lanes()) {
            Coverage coverage;
            trace->index(lane.id).cover({Nanoseconds{}, trace->extent() + Nanoseconds{1}, 100}, coverage);
        }
    }
}

void TestTraceFile::encodedRecordsAreDecodedUnchanged()
{
    MetricRecord metric{Nanoseconds{-5}, "loss", 0.1, -3};
    IssueRecord issue;
    issue.op = OpId{0xfffffffe};
    issue.begin = Nanoseconds{(std::int64_t{1} << 55)};
    issue.end = Nanoseconds{-(std::int64_t{1} << 55)};
    issue.flops = 1.28e11;
    issue.bytes = Bytes{-1};
    io::detail::RecordEncoder encoder;
    Record first = metric;
    Record second = issue;
    encoder.encode(first);
    encoder.encode(second);

    io::detail::RecordDecoder decoder(encoder.bytes());
    const auto gotMetric = std::get<MetricRecord>(*decoder.next());
    const auto gotIssue = std::get<IssueRecord>(*decoder.next());

    QVERIFY(decoder.atEnd());
    QCOMPARE(gotMetric.name, metric.name);
    QCOMPARE(gotMetric.time.count(), metric.time.count());
    QVERIFY(gotMetric.value == metric.value);
    QCOMPARE(gotMetric.step, metric.step);
    QCOMPARE(gotIssue.op.index, issue.op.index);
    QCOMPARE(gotIssue.begin.count(), issue.begin.count());
    QCOMPARE(gotIssue.end.count(), issue.end.count());
    QVERIFY(gotIssue.flops == issue.flops);
    QCOMPARE(gotIssue.bytes.value, issue.bytes.value);
    QVERIFY(!gotIssue.device.isValid());
}

void TestTraceFile::encodedMessagesAreDecodedUnchanged()
{
    const Message inner = messages::message("io.not-a-file", messages::message("io.a-pipe"));
    Record note = NoteRecord{Nanoseconds{1}, messages::message("io.not-read", "%1{0}", inner), true, 3, {}};
    Record plain = NoteRecord{Nanoseconds{2}, Message("the disk is full"), false, 0, {}};
    io::detail::RecordEncoder encoder;
    encoder.encode(note);
    encoder.encode(plain);

    io::detail::RecordDecoder decoder(encoder.bytes());
    const auto gotNote = std::get<NoteRecord>(*decoder.next());
    const auto gotPlain = std::get<NoteRecord>(*decoder.next());

    QVERIFY(decoder.atEnd());
    QVERIFY(gotNote.text.text() == messages::find("io.not-read"));
    QCOMPARE(gotNote.text.english(), std::get<NoteRecord>(note).text.english());
    QCOMPARE(gotNote.line, 3);
    QVERIFY(std::get<Message>(gotNote.text.arguments()[1]).text() == messages::find("io.not-a-file"));
    QVERIFY(gotPlain.text.text() == nullptr);
    QCOMPARE(gotPlain.text.english(), std::string("the disk is full"));
}

/// Version 2 of the format stores only the English text of a note.
void TestTraceFile::notesOfVersion2AreRead()
{
    Record note = NoteRecord{Nanoseconds{1}, Message("of old"), true, 3, {}};
    io::detail::RecordEncoder encoder;
    encoder.encode(note);
    // Replaces the JSON text, which has quotation marks, by the plain text of version 2 with its length.
    std::string bytes(encoder.bytes());
    bytes.replace(bytes.find("\x08\"of old\""), 9, "\x06of old");

    io::detail::RecordDecoder decoder(bytes, 2);
    const auto got = std::get<NoteRecord>(*decoder.next());

    QVERIFY(decoder.atEnd());
    QCOMPARE(got.text.english(), std::string("of old"));
    QVERIFY(got.isWarning);
    QCOMPARE(got.line, 3);
}

/// In files up to version 4, the record of an operation ends with the kind of its host memory.
void TestTraceFile::operationsOfVersion4HaveNoLayer()
{
    IssueRecord issue;
    issue.op = OpId{0};
    issue.line = 7;
    issue.layer = NameId{1};
    issue.shape = NameId{2};
    Record record = issue;
    io::detail::RecordEncoder encoder;
    encoder.encode(record);
    const std::string_view now = encoder.bytes();
    const std::string_view before = now.substr(0, now.size() - 2);

    io::detail::RecordDecoder decoder(now), ofVersion4(before, 4);
    const auto got = std::get<IssueRecord>(*decoder.next());
    const auto old = std::get<IssueRecord>(*ofVersion4.next());

    QVERIFY(decoder.atEnd() && ofVersion4.atEnd());
    QVERIFY(got.layer == issue.layer && got.shape == issue.shape);
    QVERIFY(!old.layer.isValid() && !old.shape.isValid());
    QCOMPARE(old.line, 7);
}

/// In files up to version 6, the record of a run ends with its parameters.
void TestTraceFile::runsOfVersion6HaveNoSwitches()
{
    trace::RunInfo info;
    info.parameters = {{"n", "4"}};
    Record record = std::make_shared<const trace::RunInfo>(info);
    io::detail::RecordEncoder encoder;
    encoder.encode(record);
    const std::string_view now = encoder.bytes();

    for (const std::uint32_t version : {5U, 6U}) {
        io::detail::RecordDecoder decoder(now.substr(0, now.size() - 1), version);
        const auto run = std::get<trace::RunRecord>(*decoder.next());
        QVERIFY(decoder.atEnd());
        QVERIFY(run->parameters == info.parameters && run->switches.empty());
    }
}

void TestTraceFile::fileOfANewerVersionGivesAMessage()
{
    std::string content = fileOf(tests::sampleTrace(Sample::Elementwise), path("a"));
    content[8] = 99;
    QVERIFY(writeFileAtomically(path("newer"), content));

    const Result<OpenedTrace> opened = openTrace(path("newer"));

    QVERIFY(!opened);
    QVERIFY2(opened.error().english().find("version 99") != std::string::npos, opened.error().english().c_str());
}

void TestTraceFile::filesThatAreNoTracesGiveAMessage()
{
    QCOMPARE(openTrace(path("none")).error().code, ErrorCode::NotFound);
    for (const std::string& content : {std::string(),
                                       std::string("\x7f"
                                                   "ELF\0\0",
                                                   6),
                                       std::string("hello"), std::string("\x1f\x8b garbage"), std::string(100, '\0')}) {
        QVERIFY(writeFileAtomically(path("other"), content));
        const Result<OpenedTrace> opened = openTrace(path("other"));
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::BadFile);
    }
}

QTEST_GUILESS_MAIN(TestTraceFile)
#include "tst_trace_file.moc"
