#include "engine/io/atomic_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/open_trace.h"
#include "engine/io/trace_file.h"
#include "tests/engine/io/imported_samples.h"
#include "tests/engine/io/system_faults.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <new>

using namespace engine;
using namespace engine::io;

namespace {

struct MemoryFault {
    static inline thread_local long next = -1;

    static bool strikes() { return next >= 0 && next-- == 0; }
};

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return MemoryFault::strikes() ? nullptr : std::malloc(size > 0 ? size : 1);
}
void* operator new(std::size_t size)
{
    void* memory = operator new(size, std::nothrow);
    if (memory == nullptr)
        throw std::bad_alloc();
    return memory;
}
void* operator new[](std::size_t size)
{
    return operator new(size);
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept
{
    std::free(memory);
}

/// The system refuses the n-th call, for every n. A written file is then the old one or the new one, and a reader
/// returns an error.
class TestFaults : public QObject {
    Q_OBJECT

private slots:
    void fileIsTheOldOrTheNewOne_data();
    void fileIsTheOldOrTheNewOne();
    void refusedMemoryGivesAnErrorInReaders_data();
    void refusedMemoryGivesAnErrorInReaders();

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    QTemporaryDir m_folder;
};

void TestFaults::fileIsTheOldOrTheNewOne_data()
{
    QTest::addColumn<QString>("writer");
    QTest::addColumn<int>("error");

    for (const char* writer : {"text", "trace", "chrome", "packed chrome"})
        for (const int error : {ENOSPC, EIO, EROFS, EMFILE})
            QTest::addRow("%s, errno %d", writer, error) << writer << error;
}

void TestFaults::fileIsTheOldOrTheNewOne()
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

void TestFaults::refusedMemoryGivesAnErrorInReaders_data()
{
    QTest::addColumn<QString>("name");

    QVERIFY(saveTrace(*tests::sampleTrace(tests::Sample::TwoGpus), path("native.overlap")));
    QVERIFY(writeFileAtomically(path("kineto.json"), tests::kinetoTrace(1, 2)));
    QVERIFY(tests::writeNsightExport(path("nsight.sqlite"), 8));
    QVERIFY(exportChromeTrace(*tests::sampleTrace(tests::Sample::Elementwise), path("packed.json.gz")));
    for (const char* name : {"native.overlap", "kineto.json", "nsight.sqlite", "packed.json.gz"})
        QTest::newRow(name) << name;
}

void TestFaults::refusedMemoryGivesAnErrorInReaders()
{
    QFETCH(QString, name);
    const auto file = path(name.toLatin1().constData());
    int failures = 0;
    bool isRead = false;

    // Fails each of the first allocations, then only some of the later ones: a reader makes thousands.
    for (long allocation = 0; !isRead; allocation += 1 + allocation / 50) {
        MemoryFault::next = allocation;
        const Result<OpenedTrace> opened = openTrace(file);
        const bool hasStruck = MemoryFault::next < 0;
        MemoryFault::next = -1;

        isRead = !hasStruck;
        failures += opened ? 0 : 1;
        if (!hasStruck)
            QVERIFY(opened.has_value());
        if (!opened)
            QVERIFY(!opened.error().english().empty());
    }
    QVERIFY(failures > 20);
}

QTEST_GUILESS_MAIN(TestFaults)
#include "tst_faults.moc"
