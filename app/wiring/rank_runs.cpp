#include "app/wiring/rank_runs.h"

#include "app/wiring/rank_request.h"
#include "app/wiring/rank_server.h"
#include "engine/frontend/rank_count.h"
#include "engine/io/growing_ranks.h"
#include "engine/io/temporary_folder.h"
#include "engine/messages/json.h"
#include "engine/messages/messages.h"
#include "engine/ranks/overview.h"
#include "engine/trace/store.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>

namespace app {

using namespace engine;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kPoll{4};
/// Interval between polls for real ranks, which share the cores with this process.
constexpr milliseconds kRarePoll{100};
/// After this time, a repeated stop ends the ranks without the rest of their records.
constexpr milliseconds kForRecords{1000};
/// Before the run is shown for the first time, the window waits at most this long until all ranks have completed a
/// batch.
constexpr milliseconds kPatience{120};
/// Showing the run costs time proportional to its length so far, so it is shown again only when it is longer by this
/// factor.
constexpr int kGrowth = 2;

/// Returns an empty trace for a run that was stopped while its processes started.
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

}  // namespace

/// Shows the ranks of one run while they write their trace files.
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

    /// `reason`: reason why the ranks ended early, used if no rank has recorded an error. `limit`: see
    /// GrowingRanks::end().
    [[nodiscard]] Result<trace::TracePtr> end(const std::string& reason, std::chrono::seconds limit)
    {
        m_files.read();
        m_files.end(reason, limit);
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
    if (m_server && !m_server->hasEnded())
        return {};
    if (std::error_code error; !std::filesystem::is_regular_file(m_program, error))
        return makeError(ErrorCode::Unavailable, messages::message("ranks.no-program"));
    auto server = RankServer::start(m_program);
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
    if (!frontend::declares(request.program, "hosts"))
        if (const auto hosts = sent.run.parameters.extract("hosts"); hosts && isOnThisComputer(request))
            sent.hosts = hosts.mapped();
    if (!m_server->write(toJson(sent) + "\n")) {
        m_server.reset();
        return notServed(std::strerror(EPIPE));
    }
    Following following(folder->path(), ranks, recorder);
    bool isStarted = false;
    bool isInterrupted = false;
    Clock::time_point interrupted;
    std::string reason;
    std::chrono::seconds limit{};
    const milliseconds poll = isOnThisComputer(request) ? kRarePoll : kPoll;
    while (true) {
        const std::optional<Json> line = m_server->read(poll);
        if (m_server->hasEnded()) {
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
            limit = std::chrono::seconds(line->value("limit", 0));
            break;
        }
        // Send the stop only after this run has started; an earlier stop would stop the previous run.
        const Clock::time_point now = Clock::now();
        if (isStarted && m_isStopped.exchange(false) && (!isInterrupted || now - interrupted > kForRecords)) {
            m_server->interrupt();
            isInterrupted = true;
            interrupted = now;
        }
        following.showIfDue();
    }
    auto trace = following.end(reason, limit);
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
