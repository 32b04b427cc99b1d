#include "engine/io/atomic_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/trace_file.h"
#include "tests/engine/io/system_faults.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cerrno>

using namespace engine;
using namespace engine::io;

/// Tests writing while the system refuses the n-th call of open(), write(), fsync() or rename(), for every n: the file
/// must be the complete old one or the complete new one. (tests/fuzz tests readers while memory is refused.)
class TestFaults : public QObject {
    Q_OBJECT

private slots:
    void failedWriteLeavesTheOldOrTheNewFile_data();
    void failedWriteLeavesTheOldOrTheNewFile();

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    QTemporaryDir m_folder;
};

void TestFaults::failedWriteLeavesTheOldOrTheNewFile_data()
{
    QTest::addColumn<QString>("writer");
    QTest::addColumn<int>("error");

    for (const char* writer : {"text", "trace", "chrome", "packed chrome"})
        for (const int error : {ENOSPC, EIO, EROFS, EMFILE})
            QTest::addRow("%s, errno %d", writer, error) << writer << error;
}

void TestFaults::failedWriteLeavesTheOldOrTheNewFile()
{
    QFETCH(QString, writer);
    QFETCH(int, error);
    const trace::TracePtr trace = tests::sampleTrace(tests::Sample::Elementwise);
    const auto file = path(writer == "packed chrome" ? "a.json.gz" : "a.json");
    const auto save = [&]() -> Status {
        if (writer == "text")
            return writeFileAtomically(file, "new");
        return writer == "trace" ? saveTrace(*trace, file) : exportChromeTrace(*trace, file);
    };
    QVERIFY(save());
    const std::string created = *readFile(file);
    bool isWritten = false;
    int failures = 0;

    for (int call = 0; !isWritten; ++call) {
        QVERIFY(call < 1000);
        QVERIFY(writeFileAtomically(file, "old"));
        tests::SystemFault::arm(m_folder.path().toStdString(), call, error);
        const Status status = save();
        const bool hasStruck = tests::SystemFault::disarm();

        isWritten = !hasStruck;
        failures += hasStruck ? 1 : 0;
        QCOMPARE(status.has_value(), !hasStruck);
        QCOMPARE(*readFile(file), hasStruck ? std::string("old") : created);
        const std::filesystem::directory_iterator all(m_folder.path().toStdString());
        QCOMPARE(std::count_if(begin(all), end(all),
                               [](const auto& entry) { return entry.path().extension() == ".partial"; }),
                 std::ptrdiff_t{0});
    }
    QVERIFY2(failures >= 3, "a file is opened, written, flushed and renamed");
}

QTEST_GUILESS_MAIN(TestFaults)
#include "tst_faults.moc"
