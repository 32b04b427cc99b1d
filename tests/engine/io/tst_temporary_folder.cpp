#include "engine/io/atomic_file.h"
#include "engine/io/temporary_folder.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace engine;
using namespace engine::io;

/// Tests that the files of a killed process are removed later, and that the files of a live process are not.
class TestTemporaryFolder : public QObject {
    Q_OBJECT

private slots:
    void init();

    void folderIsRemovedWithItsFiles();
    void filesOfAKilledProcessAreRemoved();
    void filesOfALiveProcessStay();
    void onlyTemporaryFilesAreRemoved();

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }
    [[nodiscard]] std::size_t entries() const
    {
        const std::filesystem::directory_iterator all(m_folder->path().toStdString());
        return static_cast<std::size_t>(std::distance(begin(all), end(all)));
    }
    void removeAbandoned() const
    {
        removeAbandonedFolders();
        removeAbandonedFiles(m_folder->path().toStdString());
    }

    std::optional<QTemporaryDir> m_folder;
};

namespace {

/// Starts a process that writes a file and creates a temporary folder. Returns when both exist.
pid_t startWriter(const std::filesystem::path& target)
{
    int ready[2] = {};
    if (::pipe(ready) != 0)
        return -1;
    const pid_t child = ::fork();
    if (child == 0) {
        auto file = AtomicFile::create(target);
        auto folder = TemporaryFolder::create();
        const bool isWritten = file && folder && file->write("half") && writeFileAtomically(folder->path() / "a", "b");
        if (!isWritten || ::write(ready[1], "", 1) != 1)
            ::_exit(1);
        while (true)
            ::pause();
    }
    ::close(ready[1]);
    char byte = 0;
    const bool isReady = ::read(ready[0], &byte, 1) == 1;
    ::close(ready[0]);
    return isReady ? child : -1;
}

void end(pid_t child)
{
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
}

}  // namespace

void TestTemporaryFolder::init()
{
    m_folder.emplace();
    qputenv("TMPDIR", m_folder->path().toLocal8Bit());
}

void TestTemporaryFolder::folderIsRemovedWithItsFiles()
{
    {
        auto folder = TemporaryFolder::create();
        QVERIFY(folder.has_value());
        QVERIFY(writeFileAtomically(folder->path() / "a", "b"));
        struct stat found = {};
        QCOMPARE(::stat(folder->path().c_str(), &found), 0);
        QCOMPARE(found.st_mode & 0777, mode_t{0700});
        const TemporaryFolder moved = *std::move(folder);
        removeAbandoned();
        QVERIFY(std::filesystem::exists(moved.path() / "a"));
    }
    QCOMPARE(entries(), std::size_t{0});
}

void TestTemporaryFolder::filesOfAKilledProcessAreRemoved()
{
    const pid_t child = startWriter(path("t.overlap"));
    QVERIFY(child > 0);
    end(child);
    QCOMPARE(entries(), std::size_t{2});

    removeAbandoned();

    QCOMPARE(entries(), std::size_t{0});
}

void TestTemporaryFolder::filesOfALiveProcessStay()
{
    const pid_t child = startWriter(path("t.overlap"));
    QVERIFY(child > 0);
    auto own = AtomicFile::create(path("own"));
    QVERIFY(own && own->write("x"));

    removeAbandoned();

    QCOMPARE(entries(), std::size_t{3});
    QVERIFY(own->commit());
    QVERIFY(std::filesystem::exists(path("own")));
    end(child);
}

void TestTemporaryFolder::onlyTemporaryFilesAreRemoved()
{
    std::filesystem::create_directories(path("overlap-backup"));
    std::filesystem::create_directories(path("data.abcdef.partial"));
    std::filesystem::create_directories(path("overlap-abcdef.partial/kept"));
    QVERIFY(writeFileAtomically(path("overlap-backup/precious"), "x"));
    QVERIFY(writeFileAtomically(path("overlap-abcdef.partial/kept/precious"), "x"));
    QVERIFY(writeFileAtomically(path("a.overlap"), "x"));
    QVERIFY(writeFileAtomically(path("short.partial"), "x"));
    std::filesystem::create_symlink(path("a.overlap"), path("link.abcdef.partial"));
    QCOMPARE(::mkfifo(path("pipe.abcdef.partial").c_str(), 0600), 0);

    removeAbandoned();

    for (const char* name : {"overlap-backup/precious", "data.abcdef.partial", "overlap-abcdef.partial/kept/precious",
                             "a.overlap", "short.partial", "link.abcdef.partial", "pipe.abcdef.partial"})
        QVERIFY2(std::filesystem::exists(path(name)), name);
}

QTEST_GUILESS_MAIN(TestTemporaryFolder)
#include "tst_temporary_folder.moc"
