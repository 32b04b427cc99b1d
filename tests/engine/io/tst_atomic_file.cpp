#include "engine/io/atomic_file.h"
#include "engine/io/idx.h"
#include "engine/io/open_trace.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <filesystem>
#include <fstream>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace engine;
using namespace engine::io;

class TestAtomicFile : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void commitReplacesTheFile();
    void oldFileStaysUntilCommit();
    void fullDiskLeavesTheOldFile();
    void readOnlyFileIsRefused();
    void missingFolderGivesAMessage();
    void folderAsTargetIsRefused();
    void permissionsAreKeptAndLinksAreFollowed();
    void ownerIsKeptOrTheWriteIsRefused();
    void groupOfTheFileIsKept();
    void umaskDeterminesThePermissionsOfANewFile();
    void danglingLinkStaysALink();
    void linkIntoAMissingFolderGivesAMessage();
    void linkToItselfGivesAMessage();
    void deviceFilesAreWrittenWithoutATemporaryFile();
    void openPipeCanBeWrittenThroughALink();
    void errorCodeOfAFailedReadStatesTheReason();
    void pipesAndDeviceFilesAreRefusedWithoutBlocking();

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }
    [[nodiscard]] std::size_t files() const
    {
        const std::filesystem::directory_iterator all(m_folder->path().toStdString());
        return static_cast<std::size_t>(std::distance(begin(all), end(all)));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAtomicFile::commitReplacesTheFile()
{
    QVERIFY(writeFileAtomically(path("a"), "old and long"));
    QVERIFY(writeFileAtomically(path("a"), "new"));

    QCOMPARE(*readFile(path("a")), std::string("new"));
    QCOMPARE(files(), std::size_t{1});
}

void TestAtomicFile::oldFileStaysUntilCommit()
{
    QVERIFY(writeFileAtomically(path("a"), "old"));
    {
        Result<AtomicFile> file = AtomicFile::create(path("a"));
        QVERIFY(file.has_value());
        QVERIFY(file->write("half").has_value());
        QCOMPARE(*readFile(path("a")), std::string("old"));
        QCOMPARE(*readFile(file->temporaryPath()), std::string("half"));
    }
    QCOMPARE(*readFile(path("a")), std::string("old"));
    QCOMPARE(files(), std::size_t{1});
}

void TestAtomicFile::fullDiskLeavesTheOldFile()
{
    QVERIFY(writeFileAtomically(path("a"), "old"));
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit small = before;
    small.rlim_cur = 4096;
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);

    const Status status = writeFileAtomically(path("a"), std::string(100'000, 'x'));

    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, oldHandler);
    QVERIFY(!status);
    QCOMPARE(status.error().code, ErrorCode::InputOutput);
    QVERIFY2(status.error().english().find("unchanged") != std::string::npos, status.error().english().c_str());
    QCOMPARE(*readFile(path("a")), std::string("old"));
    QCOMPARE(files(), std::size_t{1});
}

void TestAtomicFile::readOnlyFileIsRefused()
{
    QVERIFY(writeFileAtomically(path("a"), "old"));
    std::filesystem::permissions(path("a"), std::filesystem::perms::owner_read);

    const Status status = writeFileAtomically(path("a"), "new");

    QVERIFY(!status);
    QVERIFY2(status.error().english().find("read-only") != std::string::npos, status.error().english().c_str());
    QCOMPARE(*readFile(path("a")), std::string("old"));
}

void TestAtomicFile::missingFolderGivesAMessage()
{
    const Status status = writeFileAtomically(path("no/such/folder/a"), "new");

    QVERIFY(!status);
    QVERIFY2(status.error().english().find("folder does not exist") != std::string::npos,
             status.error().english().c_str());
}

void TestAtomicFile::folderAsTargetIsRefused()
{
    QVERIFY(!writeFileAtomically(m_folder->path().toStdString(), "new"));
    QVERIFY(!readFile(m_folder->path().toStdString()));
}

void TestAtomicFile::permissionsAreKeptAndLinksAreFollowed()
{
    QVERIFY(writeFileAtomically(path("a"), "old"));
    ::chmod(path("a").c_str(), 0640);
    std::filesystem::create_symlink(path("a"), path("link"));

    QVERIFY(writeFileAtomically(path("link"), "new"));

    QVERIFY(std::filesystem::is_symlink(path("link")));
    QCOMPARE(*readFile(path("a")), std::string("new"));
    QCOMPARE(static_cast<int>(std::filesystem::status(path("a")).permissions()), 0640);
}

void TestAtomicFile::ownerIsKeptOrTheWriteIsRefused()
{
    constexpr uid_t kOwner = 65534, kOther = 65533;
    if (::geteuid() != 0)
        QSKIP("only root can create a file of another user");
    QVERIFY(writeFileAtomically(path("a"), "old"));
    QCOMPARE(::chown(path("a").c_str(), kOwner, kOwner), 0);
    QCOMPARE(::chmod(path("a").c_str(), 0662), 0);
    QCOMPARE(::chmod(m_folder->path().toLocal8Bit().constData(), 0777), 0);

    QVERIFY(writeFileAtomically(path("a"), "new"));

    struct stat written = {};
    QCOMPARE(::stat(path("a").c_str(), &written), 0);
    QCOMPARE(written.st_uid, kOwner);
    QCOMPARE(written.st_gid, gid_t{kOwner});
    QCOMPARE(written.st_mode & 07777, mode_t{0662});

    // A user who may write to the file but does not own it cannot create a file with the same owner.
    QCOMPARE(::seteuid(kOther), 0);
    const Status refused = writeFileAtomically(path("a"), "newer");
    QCOMPARE(::seteuid(0), 0);

    QVERIFY(!refused);
    QVERIFY2(refused.error().english().find("belongs to another user") != std::string::npos,
             refused.error().english().c_str());
    QCOMPARE(*readFile(path("a")), std::string("new"));
    QCOMPARE(files(), std::size_t{1});
}

void TestAtomicFile::groupOfTheFileIsKept()
{
    constexpr gid_t kGroup = 65534;
    constexpr uid_t kUser = 65533;
    if (::geteuid() != 0)
        QSKIP("only root can give a file to another group");
    QVERIFY(writeFileAtomically(path("a"), "old"));
    QCOMPARE(::chown(path("a").c_str(), ::geteuid(), kGroup), 0);
    QCOMPARE(::chmod(path("a").c_str(), 0640), 0);

    QVERIFY(writeFileAtomically(path("a"), "new"));

    struct stat written = {};
    QCOMPARE(::stat(path("a").c_str(), &written), 0);
    QCOMPARE(written.st_gid, kGroup);
    QCOMPARE(written.st_mode & 07777, mode_t{0640});

    // A user outside the file's group cannot create a file of that group. The new file gets the user's group, and the
    // permissions of this group are reduced to those of all other users.
    QCOMPARE(::chown(path("a").c_str(), kUser, kGroup), 0);
    QCOMPARE(::chmod(path("a").c_str(), 0664), 0);
    QCOMPARE(::chmod(m_folder->path().toLocal8Bit().constData(), 0777), 0);
    QCOMPARE(::seteuid(kUser), 0);
    const Status saved = writeFileAtomically(path("a"), "newer");
    QCOMPARE(::seteuid(0), 0);

    QVERIFY2(saved, saved ? "" : saved.error().english().c_str());
    QCOMPARE(::stat(path("a").c_str(), &written), 0);
    QVERIFY(written.st_gid != kGroup);
    QCOMPARE(written.st_mode & 07777, mode_t{0644});
}

void TestAtomicFile::umaskDeterminesThePermissionsOfANewFile()
{
    const mode_t before = ::umask(077);
    QVERIFY(writeFileAtomically(path("own"), "new"));
    ::umask(002);
    QVERIFY(writeFileAtomically(path("group"), "new"));
    QVERIFY(writeFileAtomically(path("own"), "newer"));
    ::umask(before);

    const auto modeOf = [&](const char* name) {
        return static_cast<int>(std::filesystem::status(path(name)).permissions());
    };
    QCOMPARE(modeOf("own"), 0600);
    QCOMPARE(modeOf("group"), 0664);
}

void TestAtomicFile::danglingLinkStaysALink()
{
    std::filesystem::create_directory(path("folder"));
    std::filesystem::create_symlink("folder/second", path("first"));
    std::filesystem::create_symlink("../target", path("folder/second"));

    QVERIFY(writeFileAtomically(path("first"), "new"));

    QVERIFY(std::filesystem::is_symlink(path("first")));
    QVERIFY(std::filesystem::is_symlink(path("folder/second")));
    QVERIFY(!std::filesystem::is_symlink(path("target")));
    QCOMPARE(*readFile(path("target")), std::string("new"));
}

void TestAtomicFile::linkIntoAMissingFolderGivesAMessage()
{
    std::filesystem::create_symlink("/nonexistent/y", path("link"));

    const Status status = writeFileAtomically(path("link"), "new");

    QVERIFY(!status);
    QVERIFY2(status.error().english().find("folder does not exist") != std::string::npos,
             status.error().english().c_str());
    QVERIFY(std::filesystem::is_symlink(path("link")));
}

void TestAtomicFile::linkToItselfGivesAMessage()
{
    std::filesystem::create_symlink("two", path("one"));
    std::filesystem::create_symlink("one", path("two"));

    const Status status = writeFileAtomically(path("one"), "new");

    QVERIFY(!status);
    QVERIFY2(status.error().english().find("leads back to itself") != std::string::npos,
             status.error().english().c_str());
    QCOMPARE(files(), std::size_t{2});

    const Status within = writeFileAtomically(path("one") / "x", "new");
    QVERIFY(!within);
    QVERIFY2(within.error().english().starts_with("\"" + path("one").string() +
                                                  "\" cannot be written: it is a symbolic link"),
             within.error().english().c_str());
}

void TestAtomicFile::deviceFilesAreWrittenWithoutATemporaryFile()
{
    QVERIFY(writeFileAtomically("/dev/null", "anything"));
    if (!std::filesystem::exists("/dev/full"))
        QSKIP("no /dev/full here");
    const Status status = writeFileAtomically("/dev/full", "anything");
    QVERIFY(!status);
    QVERIFY2(status.error().english().find("disk is full") != std::string::npos, status.error().english().c_str());
}

/// Opening a pipe without a process at the other end would block forever.
void TestAtomicFile::pipesAndDeviceFilesAreRefusedWithoutBlocking()
{
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    const auto problemOf = [](const auto& result) { return QString::fromStdString(result.error().english()); };

    QVERIFY(problemOf(readFile(path("pipe"))).contains("it is a pipe, not a file"));
    QVERIFY(problemOf(readFile("/dev/zero")).contains("it is a device, not a file"));
    QVERIFY(problemOf(openTrace(path("pipe"))).contains("pipe"));
    QVERIFY(problemOf(openTrace("/dev/zero")).contains("device"));
    QVERIFY(problemOf(readIdx(path("pipe"), IdxPart::Header)).contains("it is a pipe"));
    QVERIFY(problemOf(readIdx("/dev/zero", IdxPart::Header)).contains("it is a device"));
    QVERIFY(problemOf(writeFileAtomically(path("pipe"), "x")).contains("without a reader"));
}

/// "--trace /dev/stdout | less" and "--trace >(gzip > file)" pass links to pipes. Such a pipe has no path in the file
/// system.
void TestAtomicFile::openPipeCanBeWrittenThroughALink()
{
    int ends[2] = {};
    QCOMPARE(::pipe(ends), 0);
    std::filesystem::create_symlink("/dev/fd/" + std::to_string(ends[1]), path("link"));

    for (const std::filesystem::path& to :
         {std::filesystem::path("/dev/fd/" + std::to_string(ends[1])), path("link")}) {
        const Status status = writeFileAtomically(to, "new");
        QVERIFY2(status.has_value(), status ? "" : status.error().english().c_str());
        char read[8] = {};
        QCOMPARE(::read(ends[0], read, sizeof read), ssize_t{3});
        QCOMPARE(std::string(read), std::string("new"));
    }

    ::close(ends[0]);
    ::close(ends[1]);
    QCOMPARE(files(), std::size_t{1});
    QVERIFY(std::filesystem::is_symlink(path("link")));
}

void TestAtomicFile::errorCodeOfAFailedReadStatesTheReason()
{
    QCOMPARE(readFile(path("none")).error().code, ErrorCode::NotFound);
    QVERIFY(writeFileAtomically(path("a"), "12345"));
    QCOMPARE(readFile(path("a"), 4).error().code, ErrorCode::BadFile);
    QCOMPARE(*readFile(path("a"), 5), std::string("12345"));
}

QTEST_GUILESS_MAIN(TestAtomicFile)
#include "tst_atomic_file.moc"
