#include "engine/analysis/critical_path.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/summary.h"
#include "engine/analysis/warnings.h"
#include "engine/io/atomic_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/detail/record_codec.h"
#include "engine/io/generated_images.h"
#include "engine/io/idx.h"
#include "engine/io/open_trace.h"
#include "engine/io/trace_file.h"
#include "tests/engine/io/imported_samples.h"
#include "tests/engine/io/native_chunks.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/fuzz/mutations.h"

#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

using namespace engine;
using namespace engine::io;
using namespace engine::trace;
using tests::Sample;

/// Fuzzes every file reader. Traces that open are also analysed, as the window does.
class TestFuzzReaders : public QObject {
    Q_OBJECT

private slots:
    void mutatedNativeFilesOpenOrGiveAMessage();
    void mutatedNativeRecordsAreDecodedSafely();
    void nativeChunksWithFalseSizesAreRefused();
    void mutatedChromeTracesOpenOrGiveAMessage();
    void mutatedKinetoTracesOpenOrGiveAMessage();
    void mutatedGzipTracesOpenOrGiveAMessage();
    void mutatedNsightExportsOpenOrGiveAMessage();
    void mutatedDataSetsAreReadOrGiveAMessage();

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    std::string whole(const std::filesystem::path& file) const { return readFile(file).value(); }
    void openAll(const std::vector<std::string>& wholes, std::uint64_t seed, int count);

    QTemporaryDir m_folder;
    int m_opened = 0;
};

namespace {

/// Runs all analyses of a trace that need no window.
void use(const Trace& trace)
{
    const analysis::Scope scope = analysis::wholeRun(trace);
    static_cast<void>(analysis::criticalPath(trace, scope));
    static_cast<void>(analysis::verdict(trace, scope));
    static_cast<void>(analysis::warnings(trace));
    static_cast<void>(analysis::summaryJson(trace));
    for (std::size_t i = 0; i < std::min<std::size_t>(trace.opCount(), 20); ++i)
        static_cast<void>(analysis::nameOf(trace, OpId{i}));
    Coverage coverage;
    for (const LaneRecord& lane : trace.lanes())
        trace.index(lane.id).cover({Nanoseconds{0}, std::max(trace.extent(), Nanoseconds{1}), 64}, coverage);
}

struct Encoded {
    std::string bytes;
    std::uint32_t count = 0;
};

/// The records of a run, encoded as in an uncompressed chunk of a native file.
Encoded recordsOf(Sample sample)
{
    struct Encoding final : Sink {
        io::detail::RecordEncoder encoder;
        std::uint32_t names = 0;
        void write(Record record) override { encoder.encode(record); }
        NameId intern(std::string_view) override { return NameId{names++}; }
    };
    Encoding encoding;
    replay(*tests::sampleTrace(sample), encoding);
    return {std::string(encoding.encoder.bytes()), encoding.encoder.count()};
}

std::string gzip(const std::string& text)
{
    z_stream stream{};
    deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

}  // namespace

void TestFuzzReaders::openAll(const std::vector<std::string>& wholes, std::uint64_t seed, int count)
{
    m_opened = 0;
    fuzz::Mutations inputs(wholes, seed);
    for (int i = fuzz::inputCount(count); i > 0; --i) {
        // Without AtomicFile, which would flush thousands of files to disk.
        QFile file(QString::fromStdString(path("input").string()));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(QByteArray::fromStdString(inputs.next()));
        file.close();
        const auto opened = openTrace(path("input"));
        if (opened) {
            ++m_opened;
            use(*opened->trace);
        } else {
            QVERIFY(opened.error().english().size() > 10);
        }
    }
}

void TestFuzzReaders::mutatedNativeFilesOpenOrGiveAMessage()
{
    std::vector<std::string> wholes;
    for (const Sample sample : {Sample::CopyOverlap, Sample::OutOfMemory}) {
        QVERIFY(saveTrace(*tests::sampleTrace(sample), path("a.overlap")));
        wholes.push_back(whole(path("a.overlap")));
    }
    openAll(wholes, 1, 600);
    QVERIFY(m_opened > 0);
}

/// Mutates records behind the checksums, as only a hostile file can.
void TestFuzzReaders::mutatedNativeRecordsAreDecodedSafely()
{
    fuzz::Mutations inputs({recordsOf(Sample::OutOfMemory).bytes, recordsOf(Sample::CopyOverlap).bytes}, 2);
    int records = 0;
    for (int i = fuzz::inputCount(400); i > 0; --i) {
        const std::string bytes = inputs.next();
        io::detail::RecordDecoder decoder(bytes);
        Store store;
        while (!decoder.atEnd()) {
            const auto record = decoder.next();
            if (!record)
                break;
            store.apply(*record);
            ++records;
        }
        store.close();
        use(*store.snapshot());
    }
    QVERIFY(records > 0);
}

/// Chunks with a correct checksum and false sizes in the header.
void TestFuzzReaders::nativeChunksWithFalseSizesAreRefused()
{
    const auto [records, count] = recordsOf(Sample::OutOfMemory);
    const auto size = static_cast<std::uint32_t>(records.size());
    constexpr std::uint32_t kMax = std::uint32_t{1} << 28;
    for (const std::uint32_t unpacked : {0u, 1u, size - 1, size, size + 1, kMax, kMax + 1, ~0u})
        for (const std::uint32_t counted : {0u, 1u, count - 1, count, count + 1, kMax, ~0u}) {
            Store store;
            const auto report =
                readTraceFile(tests::nativeHeader() + tests::nativeChunk(records, unpacked, counted), store);
            QVERIFY(report.has_value());
            QVERIFY(!report->isWhole);
            const bool isTrue = unpacked == size && counted == count;
            QCOMPARE(report->records, std::uint64_t{isTrue ? count : 0});
        }
}

void TestFuzzReaders::mutatedChromeTracesOpenOrGiveAMessage()
{
    openAll(
        {chromeTrace(*tests::sampleTrace(Sample::OutOfMemory)), chromeTrace(*tests::sampleTrace(Sample::Elementwise)),
         R"([{"ph":"B","name":"a","pid":1,"tid":"x","ts":0},{"ph":"b","cat":"c","id":"0x1","name":"n","pid":1,"ts":1},
                 {"ph":"e","cat":"c","id":"0x1","name":"n","pid":1,"ts":4},{"ph":"E","pid":1,"tid":"x","ts":3}])"},
        3, 500);
    QVERIFY(m_opened > 0);
}

void TestFuzzReaders::mutatedKinetoTracesOpenOrGiveAMessage()
{
    openAll({tests::kinetoTrace(1, 2), tests::kinetoTrace(2, 1)}, 4, 1000);
    QVERIFY(m_opened > 0);
}

void TestFuzzReaders::mutatedGzipTracesOpenOrGiveAMessage()
{
    openAll({gzip(tests::kinetoTrace(1, 1)), gzip(tests::kinetoTrace(1, 2))}, 5, 400);
    QVERIFY(m_opened > 0);
}

void TestFuzzReaders::mutatedNsightExportsOpenOrGiveAMessage()
{
    QVERIFY(tests::writeNsightExport(path("a.sqlite"), 4));
    QVERIFY(tests::writeNsightExport(path("b.sqlite"), 60));
    openAll({whole(path("a.sqlite")), whole(path("b.sqlite"))}, 6, 500);
    QVERIFY(m_opened > 0);
}

void TestFuzzReaders::mutatedDataSetsAreReadOrGiveAMessage()
{
    const LabelledImages images = generateImages(3, 6, 1);
    std::string idx("\0\0\x08\x03\0\0\0\x03\0\0\0\x06\0\0\0\x06", 16);
    idx.append(images.images.bytes.begin(), images.images.bytes.end());
    fuzz::Mutations inputs({idx, gzip(idx)}, 7);
    int read = 0;
    for (int i = fuzz::inputCount(600); i > 0; --i) {
        QFile file(QString::fromStdString(path("input.idx").string()));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(QByteArray::fromStdString(inputs.next()));
        file.close();
        const auto result = readIdx(path("input.idx"));
        if (result) {
            ++read;
            QCOMPARE(static_cast<std::int64_t>(result->bytes.size()), result->count() * result->rowElements());
        } else {
            QVERIFY(!result.error().english().empty());
        }
    }
    QVERIFY(read > 0);
}

QTEST_GUILESS_MAIN(TestFuzzReaders)
#include "tst_fuzz_readers.moc"
