#include "app/wiring/rank_server.h"

#include "engine/messages/messages.h"

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

extern char** environ;

namespace app {

using namespace engine;
using Json = nlohmann::json;

namespace {

/// During its lifetime, write() to a process that has ended returns an error instead of raising SIGPIPE.
class PipeGuard {
public:
    PipeGuard()
    {
        sigemptyset(&m_pipe);
        sigaddset(&m_pipe, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
    }
    ~PipeGuard()
    {
        const timespec none{};
        while (sigtimedwait(&m_pipe, nullptr, &none) > 0) {
        }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    PipeGuard(const PipeGuard&) = delete;
    PipeGuard& operator=(const PipeGuard&) = delete;

private:
    sigset_t m_pipe{};
    sigset_t m_before{};
};

}  // namespace

Error notServed(const std::string& reason)
{
    return makeError(ErrorCode::Unavailable, messages::message("ranks.not-served", reason));
}

Result<std::unique_ptr<RankServer>> RankServer::start(const std::filesystem::path& program)
{
    std::unique_ptr<RankServer> server(new RankServer);
    std::array<int, 2> in{-1, -1};
    if (::pipe2(in.data(), O_CLOEXEC) != 0)
        return notServed(std::strerror(errno));
    std::array<int, 2> out{-1, -1};
    if (::pipe2(out.data(), O_CLOEXEC) != 0) {
        ::close(in[0]);
        ::close(in[1]);
        return notServed(std::strerror(errno));
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    std::string name = program.string();
    std::string command = "serve";
    std::array<char*, 3> arguments{name.data(), command.data(), nullptr};
    const int trouble = ::posix_spawn(&server->m_process, name.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    server->m_in = in[1];
    server->m_out = out[0];
    if (trouble != 0) {
        server->m_process = 0;
        return notServed(name + ": " + std::strerror(trouble));
    }
    return server;
}

RankServer::~RankServer()
{
    ::close(m_in);
    ::close(m_out);
    if (m_process == 0)
        return;
    ::kill(m_process, SIGTERM);
    while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {
    }
}

bool RankServer::write(std::string_view line) const
{
    const PipeGuard guard;
    while (!line.empty()) {
        const ssize_t count = ::write(m_in, line.data(), line.size());
        if (count < 0 && errno != EINTR)
            return false;
        line.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    return true;
}

std::optional<Json> RankServer::read(std::chrono::milliseconds patience)
{
    if (auto line = popLine())
        return line;
    pollfd wanted{m_out, POLLIN, 0};
    if (::poll(&wanted, 1, static_cast<int>(patience.count())) <= 0)
        return std::nullopt;
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(m_out, bytes.data(), bytes.size());
    m_hasEnded = count == 0 || (count < 0 && errno != EINTR);
    if (count > 0)
        m_text.append(bytes.data(), static_cast<std::size_t>(count));
    return popLine();
}

void RankServer::interrupt() const
{
    ::kill(m_process, SIGINT);
}

std::optional<Json> RankServer::popLine()
{
    const std::size_t end = m_text.find('\n');
    if (end == std::string::npos)
        return std::nullopt;
    Json json = Json::parse(m_text.substr(0, end), nullptr, false);
    m_text.erase(0, end + 1);
    return json.is_object() ? json : Json::object();
}

}  // namespace app
