#include "engine/io/open_trace.h"
#include "engine/ranks/overview.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "tests/engine/trace/sample_traces.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace engine;

/// Tests the export of OTF2 archives. The library's program otf2-print reads the archives.
class TestOtf2Export : public QObject {
    Q_OBJECT

private slots:
    void archiveContainsEverySpanAndRank_data();
    void archiveContainsEverySpanAndRank();
    void exportToAnExistingPathIsRefused();
};

namespace {

std::size_t spansOf(const trace::Trace& trace)
{
    std::size_t spans = 0;
    for (const trace::LaneRecord& lane : trace.lanes())
        spans += trace.spans(lane.id).size();
    return spans;
}

QByteArray printed(const QStringList& arguments)
{
    QProcess process;
    process.start("otf2-print", arguments);
    const bool isGood =
        process.waitForFinished() && process.exitCode() == 0 && process.readAllStandardError().isEmpty();
    return isGood ? process.readAllStandardOutput() : QByteArray();
}

qsizetype linesWith(const QByteArray& text, const char* word)
{
    qsizetype count = 0;
    for (const QByteArray& line : text.split('\n'))
        count += line.startsWith(word) ? 1 : 0;
    return count;
}

bool isMissing(const Status& status)
{
    return !status && status.error().code == ErrorCode::Unsupported;
}

}  // namespace

void TestOtf2Export::archiveContainsEverySpanAndRank_data()
{
    QTest::addColumn<bool>("hasRanks");
    QTest::newRow("one process") << false;
    QTest::newRow("4 ranks") << true;
}

void TestOtf2Export::archiveContainsEverySpanAndRank()
{
    QFETCH(bool, hasRanks);
    const trace::TracePtr trace =
        hasRanks ? ranks::overviewOf(tests::sampleRanks({})) : tests::sampleTrace(tests::Sample::CopyOverlap);
    const QTemporaryDir folder;
    const QString path = folder.filePath("run.otf2");

    const Status status = io::saveTraceAs(*trace, path.toStdString());

    if (isMissing(status)) {
        QVERIFY(status.error().english().find("libotf2-trace-dev") != std::string::npos);
        QSKIP("this build has no OTF2");
    }
    QVERIFY2(status.has_value(), status ? "" : status.error().english().c_str());
    if (QStandardPaths::findExecutable("otf2-print").isEmpty())
        QSKIP("otf2-print is not installed");
    const QByteArray events = printed({path + "/traces.otf2"});
    QCOMPARE(linesWith(events, "ENTER"), static_cast<qsizetype>(spansOf(*trace)));
    QCOMPARE(linesWith(events, "LEAVE"), static_cast<qsizetype>(spansOf(*trace)));
    const QByteArray definitions = printed({"--show-global-defs", path + "/traces.otf2"});
    QCOMPARE(linesWith(definitions, "LOCATION_GROUP"), hasRanks ? 4 : 1);
    QCOMPARE(definitions.contains("\"rank 3\""), hasRanks);
    QCOMPARE(definitions.contains("\"all_reduce\""), hasRanks);
}

void TestOtf2Export::exportToAnExistingPathIsRefused()
{
    const QTemporaryDir folder;
    QDir(folder.path()).mkdir("run.otf2");

    const Status status =
        io::saveTraceAs(*tests::sampleTrace(tests::Sample::Elementwise), folder.filePath("run.otf2").toStdString());

    QVERIFY(!status.has_value());
    if (!isMissing(status))
        QVERIFY(status.error().english().find("exists") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestOtf2Export)
#include "tst_otf2_export.moc"
