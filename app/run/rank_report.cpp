#include "app/run/rank_report.h"

#include "app/run/standard_output.h"
#include "engine/analysis/summary.h"
#include "engine/analysis/warnings.h"
#include "engine/io/atomic_file.h"
#include "engine/messages/messages.h"
#include "engine/ranks/calls.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <tuple>

namespace app {

using namespace engine;
using Json = nlohmann::ordered_json;

namespace {

std::string dump(const Json& json, int indent)
{
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
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

std::filesystem::path rankFile(const std::filesystem::path& folder, int rank)
{
    return folder / ("rank-" + std::to_string(rank) + ".otrace");
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
    return {};
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
    for (const trace::OutputRecord& output : trace.outputs())
        outputs.push_back({output.time.count(), static_cast<int>(output.stream), output.text});
    return outputs;
}

RankReport reportOf(const trace::Trace& trace, bool hasSummary)
{
    RankReport report;
    report.warnings = warningsOf(trace);
    if (trace.error())
        report.error = trace.error()->traceback;
    if (hasSummary)
        report.summary = analysis::summaryJson(trace);
    return report;
}

std::string textOf(const RankReport& report)
{
    Json outputs = Json::array();
    for (const RankOutput& output : report.outputs)
        outputs.push_back({output.time, output.stream, output.text});
    return dump({{"error", report.error},
                 {"trouble", report.trouble},
                 {"warnings", report.warnings},
                 {"summary", report.summary},
                 {"outputs", outputs}},
                -1);
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
        report.summary = json.value("summary", "");
        for (const Json& output : json.value("outputs", Json::array()))
            report.outputs.push_back({output[0], output[1], output[2]});
    }
    m_reports.emplace_back(rank, std::move(report));
}

void RankReports::printOutputs() const
{
    std::vector<std::tuple<std::int64_t, int, const RankOutput*>> outputs;  // time, rank
    for (const auto& [rank, report] : m_reports)
        for (const RankOutput& output : report.outputs)
            outputs.emplace_back(output.time, rank, &output);
    std::ranges::stable_sort(outputs, {},
                             [](const auto& one) { return std::pair(std::get<0>(one), std::get<1>(one)); });
    for (const auto& [time, rank, output] : outputs)
        if (output->stream == static_cast<int>(trace::OutputStream::Error))
            std::fputs(output->text.c_str(), stderr);
        else if (output->stream == static_cast<int>(trace::OutputStream::Standard))
            app::print(output->text);
}

Status RankReports::print(const std::string& failure, const std::string& summaryPath) const
{
    RankTexts errors;
    RankTexts warnings;
    RankTexts troubles;
    Json all;
    all["ranks"] = Json::array();
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
        if (!report.summary.empty())
            all["ranks"].push_back(Json::parse(report.summary, nullptr, false));
    }
    for (const auto& [rank, trouble] : m_troubles)
        troubles.add(rank, trouble);
    printOutputs();
    errors.print("\n");
    if (!failure.empty())
        std::fprintf(stderr, "overlap-run: %s\n", failure.c_str());
    troubles.print(" ");
    warnings.print(" ");
    if (summaryPath.empty())
        return {};
    const std::string text = dump(all, 2) + "\n";
    if (summaryPath != "-")
        return io::writeFileAtomically(summaryPath, text);
    app::print(text);
    return {};
}

}  // namespace app
