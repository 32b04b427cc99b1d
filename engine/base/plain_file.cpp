#include "engine/base/plain_file.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine {

int openPlainFile(const std::filesystem::path& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return -errno;
    struct stat about {};
    if (::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode))
        return descriptor;
    ::close(descriptor);
    return -ENOENT;
}

int readPlainFile(const std::filesystem::path& path, std::size_t most, std::string& content)
{
    std::string piece(std::size_t{1} << 16, '\0');
    const struct File {
        ~File() { descriptor < 0 ? 0 : ::close(descriptor); }
        const int descriptor;
    } file{openPlainFile(path)};
    int trouble = std::max(0, -file.descriptor);
    for (ssize_t got = 1; got != 0 && trouble == 0 && content.size() <= most;) {
        got = ::read(file.descriptor, piece.data(), piece.size());
        if (got > 0)
            content.append(piece, 0, static_cast<std::size_t>(got));
        else if (got < 0 && errno != EINTR)
            trouble = errno;
    }
    return trouble;
}

}  // namespace engine
