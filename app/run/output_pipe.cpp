#include "app/run/output_pipe.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace app {

namespace {

constexpr std::size_t kPiece = std::size_t{64} << 10;
/// A process that a rank has left behind may keep the pipe open, so reading ends at this time after the end of the
/// ranks.
constexpr int kMilliseconds = 100;

}  // namespace

std::unique_ptr<OutputPipe> OutputPipe::create()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return nullptr;
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
    ::dup2(file, STDOUT_FILENO);
    ::close(file);
}

void OutputPipe::copy(const std::stop_token& stop) const
{
    pthread_setname_np(pthread_self(), "rank output");
    std::array<char, kPiece> piece;
    while (true) {
        const bool isLast = stop.stop_requested();
        pollfd pipe{m_readEnd, POLLIN, 0};
        const ssize_t size =
            ::poll(&pipe, 1, kMilliseconds) > 0 ? ::read(m_readEnd, piece.data(), piece.size()) : ssize_t{-1};
        if (size > 0) {
            std::fwrite(piece.data(), 1, static_cast<std::size_t>(size), stdout);
            std::fflush(stdout);
        } else if (isLast) {
            return;
        }
    }
}

}  // namespace app
