#include "app/run/rank_report.h"

#include "app/run/standard_output.h"
#include "engine/analysis/rank_summary.h"
#include "engine/analysis/warnings.h"
#include "engine/io/atomic_file.h"
#include "engine/io/growing_ranks.h"
#include "engine/io/run_set_file.h"
#include "engine/messages/json.h"
#include "engine/messages/messages.h"
#include "engine/ranks/calls.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <tuple>

namespace app {

using namespace engine;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kMarkStart = "run-";
constexpr const char* kMarkEnd = ".partial";

/// Whether the name consists of `start`, a number and `end`.
bool isNumbered(std::string_view name, std::string_view start, std::string_view end)
{
    if (!name.starts_with(start) || !name.ends_with(end) || name.size() <= start.size() + end.size())
        return false;
    name = name.substr(start.size(), name.size() - start.size() - end.size());
    return std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool isOfARun(const std::string& name)
{
    return isNumbered(name, "rank-", ".otrace") || isNumbered(name, kMarkStart, kMarkEnd);
}

std::vector<std::string> warningsOf(const trace::Trace& trace)
{
    std::vector<std::string> texts;
    for (const analysis::Warning& warning : analysis::warnings(trace))
        texts.push_back((warning.line > 0 ? "line " + std::to_string(warning.line) + ": " : std::string()) +
                        warning.text.english());
    return texts;
}

}  // namespace

std::string runMark(std::uint32_t run)
{
    return kMarkStart + std::to_string(run) + kMarkEnd;
}

std::filesystem::path rankFile(const std::filesystem::path& folder, int rank)
{
    return folder / io::GrowingRanks::nameOf(static_cast<std::size_t>(rank));
}

std::string tagOf(int rank)
{
    return "[rank" + std::to_string(rank) + "]: ";
}

Status makeTraceFolder(const std::string& folder)
{
    if (folder.empty())
        return {};
    for (const char* ending : {".json", ".json.gz", ".otf2"})
        if (folder.ends_with(ending))
            return untranslatedError(ErrorCode::InvalidArgument,
                                     "The traces of ranks go to a folder, and " + folder +
                                         " is the name of a file. Name a folder with --trace; overlap-run merge FOLDER "
                                         "-o " +
                                         std::filesystem::path(folder).filename().string() + " then writes it.");
    std::error_code trouble;
    if (std::filesystem::exists(folder, trouble) && !std::filesystem::is_directory(folder, trouble))
        return untranslatedError(ErrorCode::InvalidArgument,
                                 "The traces of ranks go to a folder, and " + folder +
                                     " is a file. Name another folder with --trace; overlap-run merge makes one file "
                                     "of it.");
    std::filesystem::create_directories(folder, trouble);
    if (trouble)
        return makeError(ErrorCode::InputOutput, messages::message("io.not-written", folder, trouble.message()));
    // Removes old traces. If the new run has fewer ranks, or ranks are killed, the folder would otherwise contain
    // traces of two runs.
    io::removeAbandonedFiles(folder);
    for (const auto& entry : std::filesystem::directory_iterator(folder, trouble))
        if (entry.is_regular_file(trouble) && !entry.is_symlink(trouble) && isOfARun(entry.path().filename().string()))
            std::filesystem::remove(entry.path(), trouble);
    return {};
}

Result<std::optional<io::TemporaryFolder>> folderForSummary(std::string& folder, const std::string& summary)
{
    if (summary.empty() || !folder.empty())
        return std::optional<io::TemporaryFolder>();
    auto made = io::TemporaryFolder::create();
    if (!made)
        return std::move(made).error();
    folder = made->path().string();
    return std::optional(*std::move(made));
}

Message refusalIn(const std::string& text)
{
    return messages::fromJson(text).value_or(Message(text));
}

Message endedBy(int signal)
{
    return messages::message("ranks.ended-by-signal", signal, ::strsignal(signal));
}

std::map<std::string, std::string> environmentOf(const device::RankPlace& place)
{
    std::map<std::string, std::string> variables{{"RANK", std::to_string(place.rank)},
                                                 {"LOCAL_RANK", std::to_string(place.localRank)},
                                                 {"GROUP_RANK", std::to_string(place.node)},
                                                 {"WORLD_SIZE", std::to_string(place.count)},
                                                 {"LOCAL_WORLD_SIZE", std::to_string(place.localCount)},
                                                 {"MASTER_PORT", "29500"}};
    if (place.localCount == place.count)
        variables["MASTER_ADDR"] = "127.0.0.1";
    return variables;
}

std::vector<RankOutput> outputsOf(const trace::Trace& trace)
{
    std::vector<RankOutput> outputs;
    for (const trace::OutputRecord& output : trace.programPart().outputs)
        outputs.push_back({output.time.count(), static_cast<int>(output.stream), output.text});
    return outputs;
}

RankReport reportOf(const trace::Trace& trace)
{
    RankReport report;
    report.warnings = warningsOf(trace);
    if (trace.error())
        report.error = trace.error()->traceback;
    return report;
}

std::string textOf(const RankReport& report)
{
    Json outputs = Json::array();
    for (const RankOutput& output : report.outputs)
        outputs.push_back({output.time, output.stream, output.text});
    const Json json{
        {"error", report.error}, {"trouble", report.trouble}, {"warnings", report.warnings}, {"outputs", outputs}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void RankTexts::add(int rank, const std::string& text)
{
    const auto same = std::ranges::find(m_texts, text, [](const auto& one) { return one.first; });
    if (same == m_texts.end())
        m_texts.push_back({text, {rank}});
    else if (same->second.back() != rank)
        same->second.push_back(rank);
}

void RankTexts::print(const char* between) const
{
    for (const auto& [text, ranks] : m_texts)
        std::fprintf(stderr, "overlap-run: %s:%s%s%s", ranks::namesOf(ranks).c_str(), between, text.c_str(),
                     text.ends_with('\n') ? "" : "\n");
}

void RankReports::add(int rank, const std::string& text)
{
    const Json json = Json::parse(text, nullptr, false);
    RankReport report;
    if (json.is_object()) {
        report.error = json.value("error", "");
        report.trouble = json.value("trouble", "");
        report.warnings = json.value("warnings", std::vector<std::string>());
        for (const Json& output : json.value("outputs", Json::array()))
            report.outputs.push_back({output[0], output[1], output[2]});
    }
    m_reports.emplace_back(rank, std::move(report));
}

void RankReports::printOutputs() const
{
    std::vector<std::tuple<std::int64_t, int, const RankOutput*>> outputs;  // time, rank, text
    for (const auto& [rank, report] : m_reports)
        for (const RankOutput& output : report.outputs)
            outputs.emplace_back(output.time, rank, &output);
    std::ranges::stable_sort(outputs, {},
                             [](const auto& one) { return std::pair(std::get<0>(one), std::get<1>(one)); });
    for (const auto& [time, rank, output] : outputs) {
        const std::string text = (m_isTagged ? tagOf(rank) : std::string()) + output->text;  // one line of the output
        if (output->stream == static_cast<int>(trace::OutputStream::Error))
            std::fputs(text.c_str(), stderr);
        else if (output->stream == static_cast<int>(trace::OutputStream::Standard))
            app::print(text);
    }
}

void RankReports::print(const std::string& failure) const
{
    RankTexts errors;
    RankTexts warnings;
    RankTexts troubles;
    const auto isFailure = [&](const std::string& text) {
        return !failure.empty() && text.find(failure) != std::string::npos;
    };
    for (const auto& [rank, report] : m_reports) {
        for (const std::string& warning : report.warnings)
            if (!isFailure(warning))
                warnings.add(rank, warning);
        if (!report.trouble.empty())
            troubles.add(rank, report.trouble);
        if (!report.error.empty() && !isFailure(report.error))
            errors.add(rank, report.error);
    }
    for (const auto& [rank, trouble] : m_troubles)
        troubles.add(rank, trouble);
    printOutputs();
    errors.print("\n");
    if (!failure.empty())
        std::fprintf(stderr, "overlap-run: %s\n", failure.c_str());
    troubles.print(" ");
    warnings.print(" ");
}

Status RankReports::writeSummary(const std::filesystem::path& folder, const std::string& path) const
{
    std::vector<std::filesystem::path> files;
    for (const auto& [rank, report] : m_reports)
        if (const auto file = rankFile(folder, rank); report.trouble.empty() && std::filesystem::exists(file))
            files.push_back(file);
    if (files.empty())
        return {};
    const auto opened = io::openRankFiles(files);
    if (!opened)
        return opened.error();
    std::fputs(analysis::summaryText(*opened->set).c_str(), stderr);
    const std::string text = analysis::summaryJson(*opened->set);
    if (path != "-")
        return io::writeFileAtomically(path, text);
    app::print(text);
    return {};
}

}  // namespace app
