#include "app/run/output_pipe.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

namespace app {

namespace {

constexpr std::size_t kPiece = std::size_t{64} << 10;
/// Size of the pipe in bytes: large, so that the ranks seldom wait for the reader.
constexpr int kRoom = 1 << 20;
/// Interval between two checks whether the ranks have ended. The pipe cannot show their end, because a process that a
/// rank has left behind may keep the pipe open.
constexpr int kMilliseconds = 100;

/// Locks the pipe for this process, or unlocks it. Unlike a lock of flock(), this lock ends with the process, even if a
/// child of the process continues.
void setLock(short type)
{
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    while (::fcntl(STDOUT_FILENO, F_SETLKW, &lock) != 0 && errno == EINTR) {
    }
}

/// Writes to the pipe while this process holds its lock. Without the lock, only up to 4096 bytes would stay contiguous:
/// text of other ranks could get between the pieces of a longer text.
ssize_t writeAlone(void* /*cookie*/, const char* text, std::size_t size)
{
    setLock(F_WRLCK);
    std::size_t written = 0;
    while (written < size) {
        const ssize_t more = ::write(STDOUT_FILENO, text + written, size - written);
        if (more < 0 && errno != EINTR)
            break;
        written += static_cast<std::size_t>(std::max<ssize_t>(more, 0));
    }
    setLock(F_UNLCK);
    return static_cast<ssize_t>(written);
}

}  // namespace

std::unique_ptr<OutputPipe> OutputPipe::create()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return nullptr;
    static_cast<void>(::fcntl(ends[0], F_SETPIPE_SZ, kRoom));
    return std::unique_ptr<OutputPipe>(new OutputPipe(ends[0], ends[1]));
}

OutputPipe::OutputPipe(int readEnd, int writeEnd)
    : m_name("/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(readEnd)),
      m_readEnd(readEnd),
      m_writeEnd(writeEnd)
{
    m_thread = std::jthread([this](const std::stop_token& stop) { copy(stop); });
}

OutputPipe::~OutputPipe()
{
    m_thread.request_stop();
    ::close(m_writeEnd);
    m_thread.join();
    ::close(m_readEnd);
}

void OutputPipe::join(const char* name)
{
    const int file = ::open(name, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    std::fflush(stdout);
    ::dup2(file, STDOUT_FILENO);
    ::close(file);
    cookie_io_functions_t functions{};
    functions.write = writeAlone;
    if (std::FILE* const alone = ::fopencookie(nullptr, "w", functions); alone != nullptr)
        stdout = alone;
}

void OutputPipe::copy(const std::stop_token& stop) const
{
    pthread_setname_np(pthread_self(), "rank output");
    std::array<char, kPiece> piece;
    const auto copyUpTo = [&](std::size_t most) {
        const ssize_t size = ::read(m_readEnd, piece.data(), std::min(most, piece.size()));
        std::fwrite(piece.data(), 1, static_cast<std::size_t>(std::max<ssize_t>(size, 0)), stdout);
        std::fflush(stdout);
        return size;
    };
    while (!stop.stop_requested()) {
        pollfd pipe{m_readEnd, POLLIN, 0};
        if (::poll(&pipe, 1, kMilliseconds) > 0)
            copyUpTo(piece.size());
    }
    // The ranks have ended, so the pipe now contains the last text that they have printed. A process that a rank has
    // left behind may continue to print.
    int rest = 0;
    static_cast<void>(::ioctl(m_readEnd, FIONREAD, &rest));
    while (rest > 0) {
        const ssize_t size = copyUpTo(static_cast<std::size_t>(rest));
        if (size <= 0)
            return;
        rest -= static_cast<int>(size);
    }
}

}  // namespace app
