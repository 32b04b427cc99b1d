#include "app/run/output_pipe.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <optional>

namespace app {

namespace {

constexpr std::size_t kPiece = std::size_t{64} << 10;
/// The system writes a line at once if the pipe has room for it.
constexpr int kRoom = 1 << 20;
/// After the end of the ranks, for what a process that they have left behind still prints.
constexpr std::chrono::seconds kRest{1};
/// Between two checks whether the ranks have ended: a process that a rank has left behind may keep the pipe open.
constexpr int kMilliseconds = 100;

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
    ::dup2(file, STDOUT_FILENO);
    ::close(file);
}

void OutputPipe::copy(const std::stop_token& stop) const
{
    pthread_setname_np(pthread_self(), "rank output");
    std::array<char, kPiece> piece;
    std::optional<std::chrono::steady_clock::time_point> end;
    while (!end || std::chrono::steady_clock::now() < *end) {
        const bool isLast = stop.stop_requested();
        if (isLast && !end)
            end = std::chrono::steady_clock::now() + kRest;
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
