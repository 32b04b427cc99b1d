#include "engine/io/atomic_file.h"

#include "engine/io/detail/byte_stream.h"
#include "engine/io/detail/file_lock.h"
#include "engine/messages/messages.h"
#include "engine/messages/no_memory.h"

#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine::io {

namespace {

Message reasonOf(int number)
{
    switch (number) {
        case ENOSPC:
        case EDQUOT:
            return message("io.disk-full");
        case EFBIG:
            return message("io.above-system-limit");
        case EROFS:
            return message("io.read-only-disk");
        case EACCES:
        case EPERM:
            return message("io.no-write-permission");
        case ENOENT:
            return message("io.no-folder");
        case ENOTDIR:
            return message("io.path-not-folder");
        case EISDIR:
            return message("io.folder");
        case ENAMETOOLONG:
            return message("io.name-too-long");
        default:
            return Message(std::strerror(number));
    }
}

/// Sets the group of the new file to that of the old file. Returns false if the user is not a member of that group.
bool keepsGroup(int descriptor, const struct stat& old)
{
    struct stat made = {};
    return ::fstat(descriptor, &made) == 0 &&
           (made.st_gid == old.st_gid || ::fchown(descriptor, static_cast<uid_t>(-1), old.st_gid) == 0);
}

/// Returns the shortest prefix of `path` that cannot be resolved: it ends with the link that leads into a cycle of
/// links.
std::filesystem::path circleIn(const std::filesystem::path& path)
{
    std::filesystem::path part;
    struct stat about = {};
    for (const std::filesystem::path& name : path)
        if (part /= name; ::stat(part.c_str(), &about) != 0)
            break;
    return part;
}

enum class OldFile : std::uint8_t {
    Unchanged,
    None  ///< no old file exists, or it is not a regular file
};

Error writeError(const std::filesystem::path& path, int number, OldFile old)
{
    if (number == ELOOP)
        return makeError(ErrorCode::InputOutput, message("io.link-circle", circleIn(path).string()));
    return makeError(ErrorCode::InputOutput,
                     old == OldFile::Unchanged ? message("io.not-written-unchanged", path.string(), reasonOf(number))
                                               : message("io.not-written-elsewhere", path.string(), reasonOf(number)));
}

/// Resolves symbolic links, so that their target is replaced and not the link, even if the target does not exist yet.
/// Errors: InputOutput if a link cannot be read, or if the links form a cycle.
Result<std::filesystem::path> resolved(const std::filesystem::path& path)
{
    constexpr int kMaxLinks = 40;  // the Linux kernel resolves at most 40 links too
    // Pipes and devices are written, not replaced. The target of a link to a pipe may not be the path of a file:
    // /dev/stdout points to "pipe:[123]".
    struct stat there = {};
    if (::stat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode))
        return path;
    std::filesystem::path target = path;
    std::error_code trouble;
    for (int links = 0; std::filesystem::is_symlink(target, trouble); ++links) {
        const std::filesystem::path next = std::filesystem::read_symlink(target, trouble);
        if (trouble)
            return writeError(path, trouble.value(), OldFile::None);
        if (links == kMaxLinks)
            return makeError(ErrorCode::InputOutput, message("io.link-circle", path.string()));
        target = target.parent_path() / next;  // an absolute `next` replaces the whole path
    }
    return target;
}

/// Creates a new file "TARGET.XXXXXX.partial" with the permissions `mode`, reduced by the process's umask, and stores
/// its name in `path`. Returns the descriptor, or -errno.
int openBeside(const std::filesystem::path& target, mode_t mode, std::filesystem::path& path)
{
    constexpr int kMaxTries = 100;  // a random name hardly ever exists already, so more failures have another cause
    int descriptor = -EEXIST;
    for (int tries = 0; descriptor == -EEXIST && tries < kMaxTries; ++tries) {
        path = target.string() + '.' + detail::randomLetters() + ".partial";
        descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor < 0) {
            descriptor = -errno;
        } else if (!detail::lockNew(descriptor)) {
            ::close(descriptor);
            descriptor = -EEXIST;
        }
    }
    return descriptor;
}

}  // namespace

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& path)
{
    AtomicFile file;
    Result<std::filesystem::path> target = resolved(path);
    if (!target)
        return std::move(target).error();
    file.m_target = *std::move(target);
    struct stat old = {};
    const bool exists = ::stat(file.m_target.c_str(), &old) == 0;
    if (exists && S_ISDIR(old.st_mode))
        return writeError(path, EISDIR, OldFile::None);
    if (exists && (::access(file.m_target.c_str(), W_OK) != 0 || (old.st_mode & 0222) == 0))
        return makeError(ErrorCode::InputOutput, message("io.read-only", path.string()));
    if (exists && !S_ISREG(old.st_mode)) {
        file.m_isDirect = true;
        file.m_temporary = file.m_target;
        // Without O_NONBLOCK, opening a pipe would wait for a reader. The flag is then cleared, because writing may
        // block.
        file.m_descriptor = ::open(file.m_target.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
        if (file.m_descriptor < 0)
            file.m_descriptor = -errno;
        if (file.m_descriptor == -ENXIO)
            return makeError(ErrorCode::InputOutput, message("io.pipe-without-reader", path.string()));
        if (file.m_descriptor >= 0)
            static_cast<void>(::fcntl(file.m_descriptor, F_SETFL, O_WRONLY));
    } else {
        file.m_descriptor = openBeside(file.m_target, exists ? 0600 : 0666, file.m_temporary);
        // Set the owner before the mode, because fchown() clears bits of the mode.
        if (file.m_descriptor >= 0 && exists && old.st_uid != ::geteuid() &&
            ::fchown(file.m_descriptor, old.st_uid, old.st_gid) != 0)
            return makeError(ErrorCode::InputOutput, message("io.other-owner", path.string()));
        if (file.m_descriptor >= 0 && exists) {
            // If the file cannot get the old file's group, its group gets no more permissions than all other users.
            const mode_t denied = keepsGroup(file.m_descriptor, old) ? 0 : 02070 & ~((old.st_mode & 07) << 3U);
            static_cast<void>(::fchmod(file.m_descriptor, old.st_mode & 07777 & ~denied));
        }
    }
    if (file.m_descriptor < 0)
        return writeError(path, -file.m_descriptor, exists ? OldFile::Unchanged : OldFile::None);
    return file;
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
{
    *this = std::move(other);
}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept
{
    if (this == &other)
        return *this;
    abandon();
    m_target = std::move(other.m_target);
    m_temporary = std::move(other.m_temporary);
    m_descriptor = std::exchange(other.m_descriptor, -1);
    m_isDirect = other.m_isDirect;
    m_isPartRetained = other.m_isPartRetained;
    m_written = other.m_written;
    m_status = std::move(other.m_status);
    return *this;
}

AtomicFile::~AtomicFile()
{
    abandon();
}

void AtomicFile::abandon()
{
    if (m_descriptor < 0)
        return;
    ::close(std::exchange(m_descriptor, -1));
    if (!m_isDirect)
        ::unlink(m_temporary.c_str());
}

Error AtomicFile::fail(int number)
{
    struct stat old = {};
    const bool exists = !m_isDirect && ::stat(m_target.c_str(), &old) == 0;
    const Error error = writeError(m_target, number, exists ? OldFile::Unchanged : OldFile::None);
    m_status = error;
    if (!m_isPartRetained || m_written == 0 || m_descriptor < 0 || ::ftruncate(m_descriptor, m_written) != 0)
        abandon();
    return error;
}

Status AtomicFile::write(std::string_view bytes)
{
    if (!m_status)
        return m_status;
    const auto size = static_cast<std::int64_t>(bytes.size());
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return fail(written < 0 ? errno : EIO);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    m_written += size;
    return {};
}

Status AtomicFile::commit()
{
    if (m_descriptor < 0)
        return m_status;
    m_isPartRetained = false;
    if (!m_isDirect && ::fsync(m_descriptor) != 0)
        return fail(errno);
    const int descriptor = std::exchange(m_descriptor, -1);
    if (::close(descriptor) != 0) {
        const int number = errno;
        if (!m_isDirect)
            ::unlink(m_temporary.c_str());
        return fail(number);
    }
    if (m_isDirect)
        return m_status;
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
        const int number = errno;
        ::unlink(m_temporary.c_str());
        return fail(number);
    }
    return m_status;
}

Status writeFileAtomically(const std::filesystem::path& path, std::string_view content)
{
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file)
        return std::move(file).error();
    if (Status status = file->write(content); !status)
        return status;
    return file->commit();
}

Result<std::string> readFile(const std::filesystem::path& path, std::size_t most)
try {
    Result<std::unique_ptr<detail::FileStream>> file = detail::FileStream::open(path);
    if (!file)
        return std::move(file).error();
    Result<std::optional<std::string>> content = detail::readAll(**file, most);
    if (!content)
        return std::move(content).error();
    if (!*content)
        return makeError(ErrorCode::BadFile, message("io.not-read", path.string(), message("io.too-large")));
    return **std::move(content);
} catch (const std::bad_alloc&) {
    return messages::noMemoryToRead(path.string());
}

}  // namespace engine::io
