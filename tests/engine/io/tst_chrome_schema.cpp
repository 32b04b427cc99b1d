#include "engine/io/atomic_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/detail/byte_stream.h"
#include "engine/io/open_trace.h"
#include "tests/engine/io/imported_samples.h"
#include "tests/engine/trace/sample_traces.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace engine;
using namespace engine::io;
using namespace engine::trace;
using tests::Sample;

/// Checks exported Chrome traces against the requirements of Perfetto and chrome://tracing (Trace Event Format
/// document): required keys, nested slices, flows bound at both ends, counters, names of processes and threads.
class TestChromeSchema : public QObject {
    Q_OBJECT

private slots:
    void everyExportedEventIsValid_data();
    void everyExportedEventIsValid();
    void unpackedGzipExportEqualsThePlainExport();
    void checkerFindsDamagedExports();
};

namespace {

using Track = std::pair<qint64, qint64>;

/// Checks a file: check() returns the problems found in it.
class Checker {
public:
    QStringList check(const QByteArray& json)
    {
        QJsonParseError error{};
        const QJsonDocument document = QJsonDocument::fromJson(json, &error);
        if (error.error != QJsonParseError::NoError)
            return {error.errorString()};
        if (document["displayTimeUnit"].toString() != "ms" && document["displayTimeUnit"].toString() != "ns")
            say("displayTimeUnit is neither ms nor ns");
        if (!document["traceEvents"].isArray())
            say("no traceEvents");
        for (const QJsonValue& value : document["traceEvents"].toArray())
            event(value.toObject());
        slicesNest();
        flowsAreBound();
        for (const Track& track : m_tracks)
            if (!m_threadNames.contains(track) || !m_processNames.contains(track.first))
                say(QStringLiteral("track %1/%2 has no name").arg(track.first).arg(track.second));
        return m_problems;
    }

private:
    struct Slice {
        double begin = 0;
        double end = 0;
    };
    struct FlowEnd {
        Track track;
        double time = 0;
    };

    void say(const QString& problem)
    {
        if (m_problems.size() < 10)
            m_problems << problem;
    }

    void event(const QJsonObject& event)
    {
        const QString phase = event["ph"].toString();
        for (const char* key : {"ph", "pid", "tid", "name"})
            if (!event.contains(QLatin1String(key)))
                say(QStringLiteral("an event of %1 has no %2").arg(phase, key));
        if (!event["pid"].isDouble() || !event["tid"].isDouble())
            say("pid and tid must be numbers");
        const Track track{event["pid"].toInteger(), event["tid"].toInteger()};
        if (phase != "M" && !event["ts"].isDouble())
            say("no ts in an event of " + phase);
        const double time = event["ts"].toDouble();
        if (time < 0)
            say("a negative time");
        if (phase == "X")
            slice(event, track, time);
        else if (phase == "s" || phase == "f")
            flow(event, phase, track, time);
        else if (phase == "C")
            counter(event);
        else if (phase == "M")
            metadata(event, track);
        else if (phase == "i" && (event["s"] == "t" || event["s"] == "p" || event["s"] == "g"))
            m_tracks.insert(track);
        else
            say("an event of an unknown phase: " + phase);
    }

    void slice(const QJsonObject& event, const Track& track, double time)
    {
        if (!event["dur"].isDouble() || event["dur"].toDouble() < 0)
            say("a slice without duration");
        if (event.contains("args") && !event["args"].isObject())
            say("args is no object");
        m_tracks.insert(track);
        m_slices[track].push_back({time, time + event["dur"].toDouble()});
    }

    void flow(const QJsonObject& event, const QString& phase, const Track& track, double time)
    {
        if (!event.contains("id") || event["cat"].toString().isEmpty())
            say("a flow without id or category");
        if (phase == "f" && event["bp"].toString() != "e")
            say("a flow that ends must bind to the slice around it");
        const QString key =
            event["cat"].toString() + '/' + event["name"].toString() + '/' + QString::number(event["id"].toInteger());
        auto& ends = phase == "s" ? m_starts : m_finishes;
        if (ends.contains(key))
            say("a flow has two ends of one kind: " + key);
        ends[key] = {track, time};
    }

    void counter(const QJsonObject& event)
    {
        const QJsonObject series = event["args"].toObject();
        if (series.isEmpty())
            say("a counter without series");
        for (const QJsonValue& value : series)
            if (!value.isDouble())
                say("a counter that is no number");
    }

    void metadata(const QJsonObject& event, const Track& track)
    {
        const QString name = event["name"].toString();
        const QJsonObject arguments = event["args"].toObject();
        if (name == "process_name" || name == "thread_name") {
            if (arguments["name"].toString().isEmpty())
                say("an empty " + name);
            if (name == "process_name")
                m_processNames.insert(track.first);
            else
                m_threadNames.insert(track);
        } else if (name == "process_sort_index" || name == "thread_sort_index") {
            if (!arguments["sort_index"].isDouble())
                say(name + " is no number");
        } else {
            say("unknown metadata: " + name);
        }
    }

    /// Checks that the slices of one thread are nested or disjoint, and sorted by their start.
    void slicesNest()
    {
        constexpr double kRounding = 0.0005;  // half of the last decimal in µs
        for (const auto& [track, slices] : m_slices) {
            std::vector<double> open;
            double before = 0;
            for (const Slice& slice : slices) {
                if (slice.begin + kRounding < before)
                    say(QStringLiteral("slices of %1/%2 are not in order").arg(track.first).arg(track.second));
                before = slice.begin;
                while (!open.empty() && open.back() <= slice.begin + kRounding)
                    open.pop_back();
                if (!open.empty() && slice.end > open.back() + kRounding)
                    say(QStringLiteral("slices of %1/%2 overlap at %3")
                            .arg(track.first)
                            .arg(track.second)
                            .arg(slice.begin));
                open.push_back(slice.end);
            }
        }
    }

    void flowsAreBound()
    {
        if (m_starts.size() != m_finishes.size())
            say("flows that begin and flows that end differ in number");
        for (const auto& [key, end] : m_finishes)
            if (!m_starts.contains(key))
                say("a flow ends that never began: " + key);
        for (const auto* ends : {&m_starts, &m_finishes})
            for (const auto& [key, end] : *ends) {
                const auto& slices = m_slices[end.track];
                auto after = std::upper_bound(slices.begin(), slices.end(), end.time + 0.0005,
                                              [](double t, const Slice& slice) { return t < slice.begin; });
                bool isBound = false;
                for (int tries = 0; after != slices.begin() && !isBound && tries < 64; ++tries)
                    isBound = (--after)->end + 0.0005 >= end.time;
                if (!isBound)
                    say("a flow hangs in the air: " + key);
            }
    }

    QStringList m_problems;
    std::set<Track> m_tracks;
    std::set<Track> m_threadNames;
    std::set<qint64> m_processNames;
    std::map<Track, std::vector<Slice>> m_slices;
    std::map<QString, FlowEnd> m_starts;
    std::map<QString, FlowEnd> m_finishes;
};

}  // namespace

void TestChromeSchema::everyExportedEventIsValid_data()
{
    QTest::addColumn<QByteArray>("json");

    const auto row = [](const char* name, const Trace& trace) {
        QTest::newRow(name) << QByteArray::fromStdString(chromeTrace(trace));
    };
    row("two devices at once", *tests::sampleTrace(Sample::TwoGpus));
    row("copies during computation", *tests::sampleTrace(Sample::CopyOverlap));
    row("many small operations", *tests::sampleTrace(Sample::Elementwise));
    row("run out of memory", *tests::sampleTrace(Sample::OutOfMemory));
    QTemporaryDir folder;
    const std::filesystem::path file = folder.path().toStdString() + "/a.json";
    QVERIFY(writeFileAtomically(file, tests::kinetoTrace(2, 3)));
    row("trace of PyTorch's profiler", *openTrace(file)->trace);
}

void TestChromeSchema::everyExportedEventIsValid()
{
    QFETCH(QByteArray, json);

    const QStringList problems = Checker().check(json);

    QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
}

void TestChromeSchema::unpackedGzipExportEqualsThePlainExport()
{
    QTemporaryDir folder;
    const std::filesystem::path file = folder.path().toStdString() + "/a.json.gz";
    const TracePtr trace = tests::sampleTrace(Sample::CopyOverlap);
    QVERIFY(saveTraceAs(*trace, file));

    const std::string packed = *readFile(file);
    io::detail::TextStream stream(packed);
    io::detail::GunzipStream gunzip(stream);
    const auto unpacked = io::detail::readAll(gunzip, std::size_t{1} << 30);

    QVERIFY(unpacked.has_value());
    QCOMPARE(**unpacked, chromeTrace(*trace));
    QVERIFY(gunzip.isWhole());
}

/// Damages an export in several ways; the Checker must report each damage.
void TestChromeSchema::checkerFindsDamagedExports()
{
    const QByteArray whole = QByteArray::fromStdString(chromeTrace(*tests::sampleTrace(Sample::CopyOverlap)));
    const auto with = [&](const char* before, const char* after) {
        QByteArray changed = whole;
        const qsizetype at = changed.indexOf(before);
        return at < 0 ? QByteArray() : changed.replace(at, qsizetype(qstrlen(before)), after);
    };
    QVERIFY(!Checker().check(with("\"ph\":\"s\"", "\"ph\":\"t\"")).isEmpty());
    QVERIFY(!Checker().check(with("\"thread_name\"", "\"thread_nome\"")).isEmpty());
    QVERIFY(!Checker().check(with("\"bp\":\"e\"", "\"bp\":\"s\"")).isEmpty());
    QVERIFY(!Checker().check(with("\"dur\":", "\"duration\":")).isEmpty());
    QVERIFY(!Checker().check(whole.left(whole.size() / 2)).isEmpty());
    QVERIFY(Checker().check(whole).isEmpty());
}

QTEST_GUILESS_MAIN(TestChromeSchema)
#include "tst_chrome_schema.moc"
