#include "app/run/commands.h"

#include "app/run/record_file.h"
#include "app/run/standard_output.h"
#include "app/wiring/outputs.h"
#include "engine/analysis/rank_summary.h"
#include "engine/analysis/summary.h"
#include "engine/analysis/warnings.h"
#include "engine/base/processor_load.h"
#include "engine/base/utf8.h"
#include "engine/frontend/repeated_run.h"
#include "engine/io/atomic_file.h"
#include "engine/io/open_trace.h"
#include "engine/io/run_set_file.h"
#include "engine/messages/messages.h"
#include "engine/ranks/overview.h"
#include "engine/ranks/run_notes.h"
#include "engine/trace/imported.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace app {

using namespace engine;
using Json = nlohmann::ordered_json;

namespace {

void printJson(const Json& json)
{
    print(escapedJson(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n");
}

std::string padded(std::string text, std::size_t width)
{
    // Counts UTF-8 characters instead of bytes.
    const auto shown = static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
    return text + std::string(width > shown ? width - shown : 1, ' ');
}

/// Whether the file name extension selects a format that can only be written after the run.
bool isWrittenAtTheEnd(const std::string& path)
{
    return path.ends_with(".json") || path.ends_with(".json.gz") || path.ends_with(".otf2");
}

/// Saves the records during a run that writes a trace. Returns null if no trace is requested, if its format can only be
/// written at the end, or if the output is not a regular file.
Result<std::unique_ptr<RecordFile>> openRecordFile(const std::string& path, trace::Recorder& recorder)
{
    std::error_code trouble;
    const auto status = std::filesystem::status(path, trouble);
    if (path.empty() || path == "-" || isWrittenAtTheEnd(path) ||
        (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)))
        return std::unique_ptr<RecordFile>();
    return RecordFile::begin(path, recorder);
}

Json programJson(const frontend::Program& program)
{
    Json entry;
    entry["id"] = program.id;
    entry["title"] = program.title;
    entry["section"] = program.section;
    entry["group"] = program.group;
    for (const auto& [dialect, source] : program.sources) {
        entry["dialects"].push_back(frontend::dialectName(dialect));
        entry["machines"].push_back(textIn(program.machines, dialect));
    }
    entry["parameters"] = Json::array();
    for (const frontend::Parameter& parameter : program.parameters)
        entry["parameters"].push_back(
            {{"name", parameter.name}, {"label", parameter.label}, {"value", parameter.value}});
    for (const auto& [dialect, results] : program.bookResults)
        for (const auto& [label, seconds] : results)
            entry["book"][frontend::dialectName(dialect)][label] = seconds;
    return entry;
}

}  // namespace

CommandResult listPrograms(const frontend::Runner& runner, const Arguments& arguments)
{
    Json all = Json::array();
    std::string group;
    for (const frontend::Program& program : runner.programs()) {
        if (arguments.json) {
            all.push_back(programJson(program));
            continue;
        }
        if (program.group != group)
            print((group.empty() ? "" : "\n") + program.group + "\n");
        group = program.group;
        std::string dialects, machines;
        for (const auto& [dialect, source] : program.sources) {
            dialects += std::string(dialects.empty() ? "" : ", ") + frontend::dialectName(dialect);
            if (const std::string machine = textIn(program.machines, dialect); !machines.ends_with(machine))
                machines += std::string(machines.empty() ? "" : ", ") + machine;
        }
        print("  " + padded(program.id, 18) + padded(program.title, 44) + padded(dialects, 16) + machines + "\n");
    }
    if (arguments.json)
        printJson(all);
    return 0;
}

CommandResult formatMachines(const std::vector<device::MachineInfo>& machines, const Arguments& arguments)
{
    Json all = Json::array();
    for (const device::MachineInfo& machine : machines) {
        const bool isVirtual = machine.kind == trace::PlatformKind::Virtual;
        if (arguments.json)
            all.push_back({{"id", machine.id},
                           {"label", machine.label},
                           {"platform", isVirtual ? "virtual" : "real"},
                           {"gpus", machine.gpuCount},
                           {"path", machine.path},
                           {"problem", machine.problem.english()},
                           {"note", machine.note.english()}});
        else
            print(padded(machine.id, 16) + padded(isVirtual ? "virtual" : "real", 10) + machine.label +
                  (machine.problem.empty() ? "" : " - " + machine.problem.english()) +
                  (machine.note.empty() ? "" : std::string("\n") + padded("", 26) + machine.note.english()) + "\n");
    }
    if (arguments.json)
        printJson(all);
    return 0;
}

CommandResult listSyncPoints(frontend::Runner& runner, const Arguments& arguments)
{
    const auto program = runner.load(arguments.program);
    if (!program)
        return Error(program.error());
    const auto dialect = dialectFor(*program, arguments.dialect);
    if (!dialect)
        return Error(dialect.error());
    auto points = runner.syncPoints(sourceFor(*program, *dialect), *dialect);
    if (!points)
        return std::move(points).error();
    const std::vector<int> off = linesOff(*program, *dialect);
    Json all = Json::array();
    for (const frontend::SyncPoint& point : *points) {
        const bool isOn = point.isOn && std::ranges::find(off, point.line) == off.end();
        if (arguments.json)
            all.push_back({{"line", point.line},
                           {"name", "wait"},
                           {"call", point.call},
                           {"state", isOn ? "on" : "off"},
                           {"rewrites", point.rewritesCall},
                           {"off", point.offText}});
        else
            print(padded(std::to_string(point.line), 6) + padded(isOn ? "on" : "off", 5) + point.call +
                  (point.rewritesCall ? "  (off: " + point.offText + ")" : "") + "\n");
    }
    const auto levers = runner.levers(sourceFor(*program, *dialect), *dialect);
    if (!levers)
        return Error(levers.error());
    for (const frontend::Lever& lever : *levers) {
        Json values = Json::array();
        std::string others;
        for (const frontend::Lever::State& state : lever.states) {
            values.push_back(state.value);
            if (state.value != lever.value)
                others += (others.empty() ? "" : ", ") + state.value;
        }
        const std::string name = std::to_string(lever.line) + ":" + lever.name;
        if (arguments.json)
            all.push_back({{"line", lever.line}, {"name", lever.name}, {"state", lever.value}, {"values", values}});
        else
            print(padded(name, 20) + lever.value + "  (or: " + others + ")\n");
    }
    if (arguments.json) {
        printJson(all);
        return 0;
    }
    const auto insertions = runner.insertions(sourceFor(*program, *dialect), *dialect);
    if (!insertions)
        return Error(insertions.error());
    std::string lines;
    for (const frontend::Insertion& insertion : *insertions)
        lines += (lines.empty() ? "" : ", ") + std::to_string(insertion.line);
    if (!lines.empty())
        print("--on LINE:wait inserts a wait after one of the lines " + lines + ".\n");
    return 0;
}

namespace {

/// Prints the warnings about the whole run; those about a single rank are in the summary of the rank.
void printNotes(const ranks::RunSet& set)
{
    for (const trace::NoteRecord& note : ranks::notesAbout(set))
        std::fprintf(stderr, "overlap-run: %s\n", note.text.english().c_str());
}

}  // namespace

CommandResult summarizeTrace(const Arguments& arguments)
{
    if (Status status = checkOutputs({arguments.program}, {arguments.trace}); !status)
        return std::move(status).error();
    auto opened = io::openTrace(arguments.program);
    if (!opened)
        return std::move(opened).error();
    if (!opened->note.empty())
        std::fprintf(stderr, "overlap-run: %s\n", opened->note.english().c_str());
    const ranks::RunSet* set = ranks::setOf(*opened->trace);
    if (set != nullptr)
        printNotes(*set);
    print((set != nullptr ? analysis::summaryJson(*set) : analysis::summaryJson(*opened->trace)) + "\n");
    if (!arguments.trace.empty())
        if (Status status = io::saveTraceAs(*opened->trace, arguments.trace); !status)
            return std::move(status).error();
    return 0;
}

CommandResult mergeRanks(const Arguments& arguments)
{
    std::filesystem::path output = arguments.output;
    if (output.empty()) {
        const std::filesystem::path folder = std::filesystem::absolute(arguments.program) / "";
        output = folder.parent_path().string() + ".overlap";
        if (std::filesystem::exists(output))
            return untranslatedError(ErrorCode::InvalidArgument,
                                     output.string() + " exists; name another file with --output.");
    }
    if (Status status = io::mergeRanks(arguments.program, output); !status)
        return std::move(status).error();
    if (arguments.output.empty())
        print(output.string() + "\n");
    if (const auto merged = io::openRunSet(arguments.program))
        printNotes(*merged->set);
    return 0;
}

namespace {

/// Writes the summary to a file, to standard output ("-"), or not at all ("").
Status writeSummary(const trace::Trace& trace, const analysis::Repeats* repeats, const std::string& path)
{
    if (path.empty())
        return {};
    const std::string summary = analysis::summaryJson(trace, repeats) + "\n";
    if (path != "-")
        return io::writeFileAtomically(path, summary);
    print(summary);
    return {};
}

}  // namespace

int statusOf(const frontend::RunOutcome& outcome)
{
    const auto& error = outcome.trace->error();
    if (outcome.raised && error && error->type == "SystemExit" && error->traceback.empty())
        return static_cast<int>(std::strtoll(error->message.c_str(), nullptr, 10) & 0xff);
    return outcome.raised || outcome.stopped ? 1 : 0;
}

namespace {

/// Runs the program `count` times. If `count` is none, runs a built-in program on this computer as often as is usual
/// for a measurement, and any other program once. Only the first run writes to the standard streams and to the file of
/// `kept`.
Result<frontend::RepeatedRun> runAll(frontend::Runner& runner, frontend::RunRequest request, std::optional<int> count,
                                     trace::Recorder& first, std::unique_ptr<RecordFile>& kept)
{
    return frontend::runRepeatedly(
        [&](int index) {
            if (index > 0) {
                trace::Recorder recorder;
                return runner.run(request, recorder);
            }
            auto outcome = runner.run(request, first);
            kept.reset();
            request.echo.reset();
            return outcome;
        },
        [&](int index, const trace::Trace& run) {
            const bool isMeasured = trace::isMeasured(run.run()) && !request.program.path;
            return index < count.value_or(isMeasured ? analysis::usualRepeats(run.extent()) : 1);
        });
}

/// Prints the spread of repeated runs, and whether other programs disturbed the measurement.
void printMeasurement(const trace::Trace& trace, const analysis::Repeats& repeats)
{
    const Statistics& makespan = repeats.makespan;
    constexpr int kMostDecimals = 6;
    const int decimals = decimalsOf(makespan, kMostDecimals);
    if (makespan.samples > 1)
        std::fprintf(stderr, "overlap-run: %d runs, %.*f s in the median, quartiles %.*f s and %.*f s.\n",
                     makespan.samples, decimals, makespan.median, decimals, makespan.lower, decimals, makespan.upper);
    if (trace::isMeasured(trace.run()) && repeats.otherLoad > kMostOtherLoad)
        std::fprintf(stderr, "overlap-run: other programs used %.0f %% of the processor cores meanwhile.\n",
                     100 * repeats.otherLoad);
}

}  // namespace

CommandResult runProgram(frontend::Runner& runner, const Arguments& arguments)
{
    auto request = requestFor(runner, arguments.program, arguments);
    if (!request)
        return std::move(request).error();
    request->echo = "";
    request->arguments = arguments.programArguments;
    const std::string tracePath = absoluteOutput(arguments.trace);  // the program may change the current folder
    const std::string summaryPath = absoluteOutput(arguments.summary);
    if (Status status = checkOutputs({arguments.program, arguments.machine}, {arguments.summary, arguments.trace});
        !status)
        return std::move(status).error();
    for (const std::string& output : {tracePath, summaryPath})
        if (Status status = checkWritable(output); !status)
            return std::move(status).error();
    trace::Recorder recorder;
    auto kept = openRecordFile(tracePath, recorder);
    if (!kept)
        return std::move(kept).error();
    const auto runs = runAll(runner, *request, arguments.repeat, recorder, *kept);
    if (!runs)
        return Error(runs.error());
    const frontend::RunOutcome& outcome = runs->outcome;
    const bool isComplete = !outcome.raised && !outcome.stopped;
    const auto repeats = isComplete ? std::optional(analysis::repeatsOf(runs->traces, runs->otherLoad)) : std::nullopt;
    const trace::Trace& trace = isComplete ? *runs->traces[repeats->medianRun] : *outcome.trace;
    if (trace.error())
        std::fputs(trace.error()->traceback.c_str(), stderr);
    for (const analysis::Warning& warning : analysis::warnings(trace))
        std::fprintf(stderr, "overlap-run: %s%s\n",
                     warning.line > 0 ? ("line " + std::to_string(warning.line) + ": ").c_str() : "",
                     warning.text.english().c_str());
    if (!outcome.remark.empty())
        std::fprintf(stderr, "overlap-run: %s\n", outcome.remark.english().c_str());
    if (repeats)
        printMeasurement(trace, *repeats);
    if (outcome.stopped)
        std::fputs("overlap-run: stopped.\n", stderr);
    // Writes both files even if one of them fails.
    const Status traceStatus = tracePath.empty() ? Status() : io::saveTraceAs(trace, tracePath);
    const Status summaryStatus =
        writeSummary(trace, runs->traces.size() > 1 && repeats ? &*repeats : nullptr, summaryPath);
    if (!traceStatus && !summaryStatus)
        return makeError(traceStatus.error().code,
                         messages::joined(traceStatus.error().message, summaryStatus.error().message));
    if (!traceStatus || !summaryStatus)
        return traceStatus ? summaryStatus.error() : traceStatus.error();
    return statusOf(outcome);
}

}  // namespace app
