#include "engine/io/temporary_folder.h"

#include "engine/io/detail/file_lock.h"
#include "engine/messages/messages.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine::io {

namespace {

constexpr std::string_view kPrefix = "overlap-";
constexpr std::string_view kEnding = ".partial";
constexpr std::size_t kRandomLength = 6;

/// Removes the files in a folder, but no subfolders; then removes the folder if it is empty.
void removeFolder(const std::filesystem::path& folder)
{
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
        ::unlink(entry.path().c_str());
    ::rmdir(folder.c_str());
}

/// Calls `removeOne` for each file or folder in `folder` that belongs to this user, that no process has locked, and
/// whose name ends with `mark`, six characters and ".partial".
void forEachAbandoned(const std::filesystem::path& folder, mode_t kind, char mark, auto removeOne)
{
    constexpr std::size_t kTail = 1 + kRandomLength + kEnding.size();
    std::error_code trouble;
    for (std::filesystem::directory_iterator entry(folder, trouble), end; !trouble && entry != end;
         entry.increment(trouble)) {
        const std::string name = entry->path().filename().string();
        if (!name.ends_with(kEnding) || name.size() <= kTail || name[name.size() - kTail] != mark)
            continue;
        // O_NOFOLLOW: a link must not be followed. O_NONBLOCK: opening a pipe must not block.
        const int access = kind == S_IFDIR ? O_RDONLY | O_DIRECTORY : O_RDWR;
        const int descriptor = ::open(entry->path().c_str(), access | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (descriptor < 0)
            continue;
        struct stat found = {};
        if (::fstat(descriptor, &found) == 0 && (found.st_mode & S_IFMT) == kind && found.st_uid == ::geteuid() &&
            detail::lockAbandoned(descriptor))
            removeOne(entry->path());
        ::close(descriptor);
    }
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::create()
{
    std::error_code trouble;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(trouble);
    if (trouble)
        return makeError(ErrorCode::InputOutput, message("calibrate.no-temporary-folder", trouble.message()));
    constexpr int kMaxTries = 100;  // random names hardly ever exist already; ends the loop if something else is wrong
    int number = EEXIST;
    for (int tries = 0; number == EEXIST && tries < kMaxTries; ++tries) {
        TemporaryFolder folder;
        const std::filesystem::path path =
            parent / (std::string(kPrefix) + detail::randomLetters() + std::string(kEnding));
        number = ::mkdir(path.c_str(), 0700) == 0 ? 0 : errno;
        if (number != 0)
            continue;
        folder.m_path = path;
        folder.m_descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder.m_descriptor >= 0 && detail::lockNew(folder.m_descriptor))
            return folder;
        // ENOENT: another process removed the folder as abandoned before it was locked, so try another name.
        number = folder.m_descriptor < 0 && errno != ENOENT ? errno : EEXIST;
    }
    return makeError(ErrorCode::InputOutput,
                     message("io.not-written-elsewhere", parent.string(), Message(std::strerror(number))));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
{
    *this = std::move(other);
}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept
{
    if (this == &other)
        return *this;
    remove();
    m_path = std::exchange(other.m_path, {});
    m_descriptor = std::exchange(other.m_descriptor, -1);
    return *this;
}

TemporaryFolder::~TemporaryFolder()
{
    remove();
}

void TemporaryFolder::remove()
{
    if (!m_path.empty())
        removeFolder(std::exchange(m_path, {}));
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
}

void removeAbandonedFolders()
{
    std::error_code trouble;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(trouble);
    if (!trouble)
        forEachAbandoned(parent, S_IFDIR, kPrefix.back(), [](const std::filesystem::path& path) {
            if (path.filename().string().starts_with(kPrefix))
                removeFolder(path);
        });
}

void removeAbandonedFiles(const std::filesystem::path& folder)
{
    forEachAbandoned(folder, S_IFREG, '.', [](const std::filesystem::path& path) { ::unlink(path.c_str()); });
}

}  // namespace engine::io
