#include "app/run/ranks.h"

#include "app/run/interruption.h"
#include "app/run/record_file.h"
#include "app/run/standard_output.h"
#include "app/wiring/outputs.h"
#include "engine/analysis/summary.h"
#include "engine/analysis/warnings.h"
#include "engine/base/host_limits.h"
#include "engine/device/machine_choice.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/io/atomic_file.h"
#include "engine/io/open_trace.h"
#include "engine/messages/messages.h"
#include "engine/ranks/box/box.h"

#include <nlohmann/json.hpp>

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace app {

using namespace engine;
using Json = nlohmann::ordered_json;

namespace {

/// A file in memory through which a rank reports to the process that started it.
class Report {
public:
    Report() : m_file(::memfd_create("overlap report", MFD_CLOEXEC)) {}
    ~Report()
    {
        if (m_file >= 0)
            ::close(m_file);
    }
    Report(Report&& other) noexcept : m_file(std::exchange(other.m_file, -1)) {}
    Report& operator=(Report&&) = delete;

    [[nodiscard]] bool isOpen() const { return m_file >= 0; }
    void write(const Json& json) const
    {
        const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
        for (std::size_t at = 0; at < text.size();) {
            const ssize_t written = ::write(m_file, text.data() + at, text.size() - at);
            if (written < 0 && errno != EINTR)
                return;
            at += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
        }
    }
    /// Empty if the rank was killed before it wrote all.
    [[nodiscard]] Json read() const
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
        Json json = Json::parse(text, nullptr, false);
        return json.is_object() ? json : Json::object();
    }

private:
    int m_file = -1;
};

/// What a rank prints, as [time, stream, text].
Json outputsOf(const trace::Trace& trace)
{
    Json outputs = Json::array();
    for (const trace::OutputRecord& output : trace.outputs())
        outputs.push_back({output.time.count(), static_cast<int>(output.stream), output.text});
    return outputs;
}

Json warningsOf(const trace::Trace& trace)
{
    Json texts = Json::array();
    for (const analysis::Warning& warning : analysis::warnings(trace))
        texts.push_back((warning.line > 0 ? "line " + std::to_string(warning.line) + ": " : std::string()) +
                        warning.text.english());
    return texts;
}

/// "ranks 0, 1 and 3"
std::string namesOf(const std::vector<int>& ranks)
{
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < ranks.size(); ++i)
        text += (i == 0 ? "" : i + 1 == ranks.size() ? " and " : ", ") + std::to_string(ranks[i]);
    return text;
}

/// Texts of ranks; equal ones are printed once, with their ranks.
class Texts {
public:
    void add(int rank, const std::string& text)
    {
        const auto same = std::ranges::find(m_texts, text, &Entry::first);
        if (same == m_texts.end())
            m_texts.push_back({text, {rank}});
        else if (same->second.back() != rank)
            same->second.push_back(rank);
    }
    void print(const char* between) const
    {
        for (const auto& [text, ranks] : m_texts)
            std::fprintf(stderr, "overlap-run: %s:%s%s%s", namesOf(ranks).c_str(), between, text.c_str(),
                         text.ends_with('\n') ? "" : "\n");
    }

private:
    using Entry = std::pair<std::string, std::vector<int>>;
    std::vector<Entry> m_texts;
};

class RankedRun {
public:
    RankedRun(frontend::Runner& runner, frontend::RunRequest request, const Arguments& arguments)
        : m_runner(runner),
          m_request(std::move(request)),
          m_count(arguments.ranks),
          m_tracePath(absoluteOutput(arguments.trace)),
          m_summaryPath(absoluteOutput(arguments.summary))
    {
    }

    CommandResult run()
    {
        auto box = ranks::box::Box::create(m_count);
        if (!box)
            return std::move(box).error();
        m_box = *std::move(box);
        if (Status status = makeFolder(); !status)
            return std::move(status).error();
        m_reports.resize(static_cast<std::size_t>(m_count));
        if (!std::ranges::all_of(m_reports, &Report::isOpen))
            return makeError(ErrorCode::OutOfMemory, messages::message("run.no-resources", "memfd_create"));
        for (int rank = 0; rank < m_count; ++rank) {
            const auto child = m_runner.fork();
            if (!child) {
                forward(SIGTERM);
                await();
                return Error(child.error());
            }
            if (*child == 0)
                leave(runRank(rank));
            m_children.push_back(*child);
        }
        await();
        return report();
    }

private:
    Status makeFolder()
    {
        if (m_tracePath.empty())
            return {};
        std::error_code trouble;
        std::filesystem::create_directories(m_tracePath, trouble);
        if (trouble)
            return makeError(ErrorCode::InputOutput,
                             messages::message("io.not-written", m_tracePath, trouble.message()));
        return {};
    }

    // -- in the process of a rank

    [[noreturn]] static void leave(int status)
    {
        std::fflush(nullptr);
        std::_Exit(status);
    }

    int runRank(int rank)
    {
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        ::setpgid(0, 0);  // Ctrl+C reaches the process that started the ranks, which forwards it
        const Interruption interruption([&](int call) {
            if (call == 0)
                m_runner.stop();
        });
        const auto meeting = m_box->enter(rank);
        frontend::RunRequest request = m_request;
        request.meeting = meeting.get();
        request.environment = environmentOf(rank);
        request.parameters.try_emplace("valueThreads", std::to_string(std::max(usableCores() / m_count, 1)));
        trace::Recorder recorder;
        const auto outcome = m_runner.run(request, recorder);
        Json json;
        if (!outcome) {
            m_box->end(rank, "whose program did not start");
            json["error"] = outcome.error().english() + "\n";
            m_reports[static_cast<std::size_t>(rank)].write(json);
            return 2;
        }
        const trace::Trace& trace = *outcome->trace;
        m_box->end(rank, reasonOf(trace));
        json["outputs"] = outputsOf(trace);
        json["warnings"] = warningsOf(trace);
        if (trace.error())
            json["error"] = trace.error()->traceback;
        if (!m_summaryPath.empty())
            json["summary"] = Json::parse(analysis::summaryJson(trace));
        if (!m_tracePath.empty())
            if (Status saved = io::saveTraceAs(trace, fileOf(rank)); !saved)
                json["trouble"] = saved.error().english();
        m_reports[static_cast<std::size_t>(rank)].write(json);
        return statusOf(*outcome);
    }

    [[nodiscard]] std::filesystem::path fileOf(int rank) const
    {
        return std::filesystem::path(m_tracePath) / ("rank-" + std::to_string(rank) + ".otrace");
    }

    [[nodiscard]] std::map<std::string, std::string> environmentOf(int rank) const
    {
        const std::string own = std::to_string(rank);
        const std::string all = std::to_string(m_count);
        return {{"RANK", own},
                {"LOCAL_RANK", own},
                {"WORLD_SIZE", all},
                {"LOCAL_WORLD_SIZE", all},
                {"MASTER_ADDR", "127.0.0.1"},
                {"MASTER_PORT", "29500"}};
    }

    static std::string reasonOf(const trace::Trace& trace)
    {
        const auto& error = trace.error();
        return error ? "whose program ended with " + error->type +
                           (error->line > 0 ? " in line " + std::to_string(error->line) : "")
                     : std::string();
    }

    // -- in the process that started them

    void forward(int signal) const
    {
        for (const int child : m_children)
            if (child > 0)
                ::kill(child, signal);
    }

    /// Waits until all ranks have ended. Ctrl+C and SIGTERM are for the ranks, which then write what they have.
    void await()
    {
        sigset_t signals;
        sigset_t before;
        sigemptyset(&signals);
        for (const int signal : {SIGINT, SIGTERM, SIGCHLD})
            sigaddset(&signals, signal);
        pthread_sigmask(SIG_BLOCK, &signals, &before);
        m_statuses.assign(m_children.size(), 0);
        auto left = m_children.size();
        const timespec pause{0, 200'000'000};  // a child that ended before the signals were blocked sends none
        while (left > 0) {
            for (std::size_t rank = 0; rank < m_children.size(); ++rank) {
                int status = 0;
                if (m_children[rank] <= 0 || ::waitpid(m_children[rank], &status, WNOHANG) != m_children[rank])
                    continue;
                m_children[rank] = 0;
                m_statuses[rank] = status;
                --left;
                if (WIFSIGNALED(status))
                    m_box->end(static_cast<int>(rank), "which was ended by " + signalOf(status));
            }
            if (left == 0)
                break;
            if (const int signal = sigtimedwait(&signals, nullptr, &pause); signal == SIGINT || signal == SIGTERM)
                forward(signal);
        }
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }

    static std::string signalOf(int status)
    {
        return "signal " + std::to_string(WTERMSIG(status)) + " (" + ::strsignal(WTERMSIG(status)) + ")";
    }

    CommandResult report()
    {
        const std::string failure = m_box->failure();
        Texts errors;
        Texts warnings;
        Texts troubles;
        Json summaries = Json::array();
        std::vector<std::tuple<std::int64_t, int, int, std::string>> outputs;  // time, rank, stream, text
        int result = failure.empty() ? 0 : 1;
        for (int rank = 0; rank < m_count; ++rank) {
            const int status = m_statuses[static_cast<std::size_t>(rank)];
            if (result == 0)
                result = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
            if (WIFSIGNALED(status))
                troubles.add(rank, "ended by " + signalOf(status));
            const Json json = m_reports[static_cast<std::size_t>(rank)].read();
            for (const Json& output : json.value("outputs", Json::array()))
                outputs.emplace_back(output[0], rank, output[1], output[2]);
            const auto isFailure = [&](const std::string& text) {
                return !failure.empty() && text.find(failure) != std::string::npos;
            };
            for (const std::string warning : json.value("warnings", Json::array()))
                if (!isFailure(warning))
                    warnings.add(rank, warning);
            if (json.contains("trouble"))
                troubles.add(rank, json["trouble"]);
            if (json.contains("summary"))
                summaries.push_back(json["summary"]);
            // What ended all ranks is one sentence, not a traceback of each.
            const std::string error = json.value("error", "");
            if (!error.empty() && !isFailure(error))
                errors.add(rank, error);
        }
        std::ranges::stable_sort(outputs, [](const auto& a, const auto& b) {
            return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
        });
        for (const auto& [time, rank, stream, text] : outputs)
            if (stream == static_cast<int>(trace::OutputStream::Error))
                std::fputs(text.c_str(), stderr);
            else if (stream == static_cast<int>(trace::OutputStream::Standard))
                print(text);
        errors.print("\n");
        if (!failure.empty())
            std::fprintf(stderr, "overlap-run: %s\n", failure.c_str());
        troubles.print(" ");
        warnings.print(" ");
        if (Status status = writeSummaries(summaries); !status)
            return std::move(status).error();
        return result;
    }

    Status writeSummaries(const Json& summaries) const
    {
        if (m_summaryPath.empty())
            return {};
        Json all;
        all["ranks"] = summaries;
        const std::string text = all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
        if (m_summaryPath != "-")
            return io::writeFileAtomically(m_summaryPath, text);
        print(text);
        return {};
    }

    frontend::Runner& m_runner;
    frontend::RunRequest m_request;
    int m_count;
    std::string m_tracePath;
    std::string m_summaryPath;
    std::unique_ptr<ranks::box::Box> m_box;
    std::vector<Report> m_reports;
    std::vector<int> m_children;  ///< processes; 0: ended
    std::vector<int> m_statuses;
};

}  // namespace

CommandResult runRanks(frontend::Runner& runner, const Arguments& arguments)
{
    auto request = requestFor(runner, arguments.program, arguments);
    if (!request)
        return std::move(request).error();
    request->arguments = arguments.programArguments;
    const auto choice = device::machineChoice(request->machine);
    if (!choice)
        return Error(choice.error());
    if (choice->machine == devices::cpu::kThisComputer)
        return untranslatedError(
            ErrorCode::Unsupported,
            "Ranks run on virtual machines only; choose one with --machine (overlap-run machines).");
    if (Status status = checkOutputs({arguments.program, arguments.machine}, {arguments.summary}); !status)
        return std::move(status).error();
    if (Status status = checkWritable(absoluteOutput(arguments.summary)); !status)
        return std::move(status).error();
    return RankedRun(runner, *std::move(request), arguments).run();
}

}  // namespace app
