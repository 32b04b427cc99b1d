#include "app/run/memory_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace app {

MemoryFile::MemoryFile() : m_file(::memfd_create("overlap report", MFD_CLOEXEC)) {}

MemoryFile::~MemoryFile()
{
    if (m_file >= 0)
        ::close(m_file);
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept : m_file(std::exchange(other.m_file, -1)) {}

void MemoryFile::write(const std::string& text) const
{
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t written = ::write(m_file, text.data() + at, text.size() - at);
        if (written < 0 && errno != EINTR)
            return;
        at += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
    }
}

std::string MemoryFile::read() const
{
    std::string text;
    std::array<char, 1U << 16U> bytes{};
    for (off_t at = 0;;) {
        const ssize_t count = ::pread(m_file, bytes.data(), bytes.size(), at);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        text.append(bytes.data(), static_cast<std::size_t>(count));
        at += count;
    }
    return text;
}

}  // namespace app
