#include "engine/io/atomic_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/open_trace.h"
#include "engine/io/trace_file.h"
#include "tests/engine/io/imported_samples.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <new>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace engine;
using namespace engine::io;

namespace {

/// Fails one of the calls that are made while it exists, counted from 0, and counts them.
struct Fault {
    static inline int next = -1;  ///< calls until the one that fails; negative: none fails
    static inline int calls = 0;
    static inline int error = 0;

    static void arm(int call, int number)
    {
        next = call;
        calls = 0;
        error = number;
    }
    /// Whether this call fails.
    static bool strikes()
    {
        ++calls;
        return next >= 0 && next-- == 0;
    }
};

struct MemoryFault {
    static inline thread_local long next = -1;

    static bool strikes() { return next >= 0 && next-- == 0; }
};

}  // namespace

// The linker prefers these to those of the C library. Only this process's files are concerned.
extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t size)
{
    if (Fault::strikes()) {
        errno = Fault::error;
        return -1;
    }
    return syscall(SYS_write, descriptor, bytes, size);
}

int fsync(int descriptor)
{
    if (Fault::strikes()) {
        errno = Fault::error;
        return -1;
    }
    return static_cast<int>(syscall(SYS_fsync, descriptor));
}

int rename(const char* from, const char* to) noexcept
{
    if (Fault::strikes()) {
        errno = Fault::error;
        return -1;
    }
    return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int open(const char* path, int flags, ...)
{
    std::va_list more;
    va_start(more, flags);
    const int mode = (flags & O_CREAT) != 0 ? va_arg(more, int) : 0;
    va_end(more);
    if (Fault::strikes()) {
        errno = Fault::error;
        return -1;
    }
    return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

}  // extern "C"

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

/// The system refuses the n-th call, for every n: a file is the old one or the new one, and a reader gives an error.
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
        Fault::arm(call, error);
        const Status status = save();
        const bool hasStruck = Fault::next < 0;
        Fault::arm(-1, 0);

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

    // Every allocation at first, then fewer of them: a reader makes thousands.
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
