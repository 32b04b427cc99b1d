#include "app/wiring/rank_runs.h"

#include "app/wiring/rank_request.h"
#include "engine/frontend/rank_count.h"
#include "engine/io/growing_ranks.h"
#include "engine/io/temporary_folder.h"
#include "engine/messages/json.h"
#include "engine/messages/messages.h"
#include "engine/ranks/overview.h"
#include "engine/trace/store.h"

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>

extern char** environ;

namespace app {

using namespace engine;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kPoll{4};
/// Interval of polls for real ranks, which share the cores with this process.
constexpr milliseconds kRarePoll{100};
/// The first view waits this long for a complete step of all ranks.
constexpr milliseconds kPatience{120};
/// A view costs as much as the run so far, so the next one waits until the run is longer by this factor.
constexpr int kGrowth = 2;

Error notServed(const std::string& reason)
{
    return makeError(ErrorCode::Unavailable, messages::message("ranks.not-served", reason));
}

/// The trace of a run that was stopped while its processes started.
trace::TracePtr stoppedBeforeTheStart(const frontend::RunRequest& request)
{
    trace::RunInfo run;
    run.program = request.program.id;
    run.title = request.program.title;
    run.section = request.program.section;
    run.source = request.source;
    run.machine = request.machine;
    run.platform = isOnThisComputer(request) ? trace::PlatformKind::Real : trace::PlatformKind::Virtual;
    trace::Store store;
    store.apply(std::make_shared<const trace::RunInfo>(std::move(run)));
    store.apply(trace::EndRecord{{}, false});
    return store.snapshot();
}

/// During its lifetime, writing to a process that has ended is an error of write() and raises no SIGPIPE.
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

/// The process `overlap-run serve` and its pipes.
class RankRuns::Server {
public:
    static Result<std::unique_ptr<Server>> start(const std::filesystem::path& program)
    {
        std::unique_ptr<Server> server(new Server);
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
        const int trouble =
            ::posix_spawn(&server->m_process, name.c_str(), &actions, nullptr, arguments.data(), environ);
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
    ~Server()
    {
        ::close(m_in);
        ::close(m_out);
        if (m_process == 0)
            return;
        ::kill(m_process, SIGTERM);
        while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    [[nodiscard]] bool write(std::string_view line) const
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

    /// Returns the next line if there is one within `patience`. If isEnded() returns true, no more lines can follow.
    [[nodiscard]] std::optional<Json> read(milliseconds patience)
    {
        if (auto line = takeLine())
            return line;
        pollfd wanted{m_out, POLLIN, 0};
        if (::poll(&wanted, 1, static_cast<int>(patience.count())) <= 0)
            return std::nullopt;
        std::array<char, 4096> bytes{};
        const ssize_t count = ::read(m_out, bytes.data(), bytes.size());
        m_isEnded = count == 0 || (count < 0 && errno != EINTR);
        if (count > 0)
            m_text.append(bytes.data(), static_cast<std::size_t>(count));
        return takeLine();
    }
    [[nodiscard]] bool isEnded() const { return m_isEnded; }
    void interrupt() const { ::kill(m_process, SIGINT); }

private:
    Server() = default;

    [[nodiscard]] std::optional<Json> takeLine()
    {
        const std::size_t end = m_text.find('\n');
        if (end == std::string::npos)
            return std::nullopt;
        Json json = Json::parse(m_text.substr(0, end), nullptr, false);
        m_text.erase(0, end + 1);
        return json.is_object() ? json : Json::object();
    }

    pid_t m_process = 0;
    int m_in = -1;
    int m_out = -1;
    std::string m_text;
    bool m_isEnded = false;
};

/// Shows the ranks of one run while they write.
class RankRuns::Following {
public:
    Following(const std::filesystem::path& folder, int ranks, trace::Recorder& recorder)
        : m_files(folder, static_cast<std::size_t>(ranks)), m_recorder(recorder)
    {
    }

    void showIfDue()
    {
        m_isChanged |= m_files.read() > 0;
        const Clock::time_point now = Clock::now();
        if (!m_isChanged || now < m_next || (!m_isShown && now - m_begun < kPatience && !m_files.haveBatch()))
            return;
        const auto set = m_files.set();
        if (!set)
            return;
        const trace::TracePtr overview = ranks::overviewOf(*set);
        if (overview->opCount() == 0 || !overview->isLive())
            return;
        m_recorder.show(overview);
        m_isShown = true;
        m_isChanged = false;
        m_next = m_begun + (Clock::now() - m_begun) * kGrowth;
    }

    /// `reason`: why the ranks ended early, if no rank has recorded an error.
    [[nodiscard]] Result<trace::TracePtr> end(const std::string& reason)
    {
        m_files.read();
        m_files.end(reason);
        auto set = m_files.set();
        if (!set)
            return reason.empty() ? std::move(set).error() : notServed(reason);
        return ranks::overviewOf(*set);
    }

private:
    io::GrowingRanks m_files;
    trace::Recorder& m_recorder;
    Clock::time_point m_begun = Clock::now();
    Clock::time_point m_next = m_begun;
    bool m_isChanged = false;
    bool m_isShown = false;
};

RankRuns::RankRuns(std::filesystem::path program) : m_program(std::move(program)) {}

RankRuns::~RankRuns() = default;

Status RankRuns::prepare()
{
    if (m_server && !m_server->isEnded())
        return {};
    if (std::error_code error; !std::filesystem::is_regular_file(m_program, error))
        return makeError(ErrorCode::Unavailable, messages::message("ranks.no-program"));
    auto server = Server::start(m_program);
    if (!server)
        return std::move(server).error();
    m_server = *std::move(server);
    return {};
}

Result<frontend::RunOutcome> RankRuns::run(const frontend::RunRequest& request, trace::Recorder& recorder)
{
    m_isStopped = false;
    if (Status status = prepare(); !status)
        return std::move(status).error();
    auto folder = io::TemporaryFolder::create();
    if (!folder)
        return std::move(folder).error();
    const int ranks = frontend::ranksOf(request);
    RankRequest sent{request, ranks, folder->path().string()};
    if (const auto hosts = sent.run.parameters.extract("hosts"); hosts && isOnThisComputer(request))
        sent.hosts = hosts.mapped();
    if (!m_server->write(toJson(sent) + "\n")) {
        m_server.reset();
        return notServed(std::strerror(EPIPE));
    }
    Following following(folder->path(), ranks, recorder);
    bool isStarted = false;
    bool isInterrupted = false;
    std::string reason;
    const milliseconds poll = isOnThisComputer(request) ? kRarePoll : kPoll;
    while (true) {
        const std::optional<Json> line = m_server->read(poll);
        if (m_server->isEnded()) {
            m_server.reset();
            return notServed(m_program.string());
        }
        isStarted |= line && line->contains("started");
        if (line && line->contains("refused")) {
            const auto refusal = messages::fromJson((*line)["refused"].get<std::string>());
            return Error(ErrorCode::InvalidArgument, refusal.value_or(Message(line->dump())));
        }
        if (line && line->contains("ended")) {
            const auto ended = messages::fromJson((*line)["ended"].get<std::string>());
            if (ended && !isInterrupted)
                reason = ended->english();
            break;
        }
        // Before the start of this run, a signal would stop the previous one.
        if (isStarted && m_isStopped && !std::exchange(isInterrupted, true))
            m_server->interrupt();
        following.showIfDue();
    }
    auto trace = following.end(reason);
    if (!trace && isInterrupted)
        trace = stoppedBeforeTheStart(request);
    if (!trace)
        return Error(trace.error());
    frontend::RunOutcome outcome;
    outcome.trace = *trace;
    outcome.stopped = isInterrupted && !(*trace)->end()->isComplete;
    outcome.raised = !outcome.stopped && (*trace)->error().has_value();
    return outcome;
}

}  // namespace app
