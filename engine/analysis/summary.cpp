#include "engine/analysis/summary.h"

#include "engine/analysis/bound.h"
#include "engine/analysis/critical_path.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/memory.h"
#include "engine/analysis/timed_block.h"
#include "engine/analysis/warnings.h"
#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/trace/imported.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace engine::analysis {

namespace {

using Json = nlohmann::ordered_json;

/// Number of the format, incremented when names or meanings change. Version 1 wrote no number, and called the longest
/// chain "critical_path". Version 2 also wrote a critical path, a verdict, edges and waits for imported traces that
/// lack them; these are now null.
constexpr int kVersion = 3;

/// The parts of the critical path; they add up to the length of the scope.
Json jsonOf(const PathSplit& path)
{
    return {{"compute", toSeconds(path.compute)},
            {"copy", toSeconds(path.copy)},
            {"pages", toSeconds(path.pages)},
            {"dispatch", toSeconds(path.dispatch)},
            {"wait", toSeconds(path.wait)}};
}

/// The figures of a scope; null for a figure that is not defined.
Json scopeJson(const trace::Trace& trace, const std::string& name, Scope scope)
{
    const Figures figures = analysis::figures(trace, scope);
    const LowerBounds bounds = lowerBounds(trace, scope);
    const PathSplit path = splitOf(trace, criticalPath(trace, scope));
    const bool hasChains = trace::recordsDependencies(trace.run());
    const bool hasCauses = recordsCauses(trace);
    return {{"name", name},
            {"begin", toSeconds(scope.begin)},
            {"end", toSeconds(scope.end)},
            {"makespan", toSeconds(figures.makespan)},
            {"sum", toSeconds(figures.sumOfOperations)},
            {"speed_up", figures.sumOfOperations.count() > 0 ? Json(figures.speedUp) : Json()},
            {"concurrency", figures.concurrency},
            {"hidden_copying", figures.copying.count() > 0 ? Json(figures.copyHidden) : Json()},
            {"operations", figures.operations},
            {"longest_chain", hasChains ? Json(toSeconds(bounds.longestChain)) : Json()},
            {"critical_path", hasCauses ? jsonOf(path) : Json()},
            {"verdict", hasCauses ? Json(nameOf(verdict(bounds, path))) : Json()}};
}

/// The figures of each timed block, and of the run.
Json scopesOf(const trace::Trace& trace, Scope run)
{
    Json all = Json::array();
    for (std::size_t i = 0; i < trace.blocks().size(); ++i)
        all.push_back(scopeJson(trace, trace.blocks()[i].label, timedBlock(trace, i).scope()));
    all.push_back(scopeJson(trace, "run", run));
    return all;
}

/// Quartiles of repeated runs in seconds.
Json quartilesOf(const Statistics& statistics)
{
    return {{"median", statistics.median}, {"lower_quartile", statistics.lower}, {"upper_quartile", statistics.upper}};
}

Json repeatsJson(const Repeats* repeats)
{
    if (repeats == nullptr)
        return {{"runs", 1}, {"makespan", nullptr}, {"other_load", nullptr}};
    return {{"runs", repeats->makespan.samples},
            {"makespan", quartilesOf(repeats->makespan)},
            {"other_load", repeats->otherLoad}};
}

Json benchmarksOf(const trace::Trace& trace, const Repeats* repeats)
{
    Json all = Json::array();
    for (std::size_t i = 0; i < trace.blocks().size(); ++i) {
        const trace::BlockRecord& record = trace.blocks()[i];
        const TimedBlock block = timedBlock(trace, i);
        all.push_back(
            {{"label", record.label},
             {"begin", toSeconds(block.begin)},
             {"seconds", toSeconds(block.clock - block.begin)},
             {"work_seconds", toSeconds(block.work - block.begin)},
             {"line", record.line},
             {"failed", record.isFailed},
             {"mistimed", block.isMistimed()},
             {"repeats", repeats != nullptr && i < repeats->blocks.size() ? quartilesOf(repeats->blocks[i]) : Json()}});
    }
    return all;
}

Json waitsOf(const trace::Trace& trace)
{
    if (trace.waits().empty() && trace::isImported(trace.run()))
        return {};
    Json all = Json::array();
    for (const trace::WaitRecord& wait : trace.waits())
        all.push_back({{"line", wait.line},
                       {"call", trace.text(wait.call)},
                       {"begin", toSeconds(wait.begin)},
                       {"seconds", toSeconds(wait.end - wait.begin)},
                       {"for", trace.has(wait.releasedBy) ? Json(nameOf(trace, wait.releasedBy)) : Json()}});
    return all;
}

Json lanesOf(const trace::Trace& trace, Scope scope)
{
    Json all = Json::array();
    for (const LaneBusy& busy : laneBusy(trace, scope)) {
        const trace::LaneRecord& lane = trace.lanes()[busy.lane.index];
        const bool hasDevice = lane.device.index < trace.devices().size();
        all.push_back({{"device", hasDevice ? Json(trace.devices()[lane.device.index].name) : Json()},
                       {"stream", lane.name},
                       {"operations", busy.operations},
                       {"busy", toSeconds(busy.busy)}});
    }
    return all;
}

Json edgesOf(const trace::Trace& trace)
{
    std::uint64_t counts[4] = {};
    for (const trace::Edge& edge : trace.edges())
        ++counts[static_cast<std::size_t>(edge.kind)];
    if (trace::isImported(trace.run()) && counts[0] + counts[1] + counts[2] == 0)
        return {};
    return {{"raw", counts[0]}, {"war", counts[1]}, {"waw", counts[2]}};
}

Json memoryOf(const trace::Trace& trace)
{
    Json all = Json::object();
    for (const trace::DeviceRecord& device : trace.devices()) {
        const MemoryPeaks peaks = memoryPeaks(trace, device.id, wholeRun(trace));
        all[device.name] = {{"peak_allocated", peaks.allocated.value},
                            {"peak_reserved", peaks.reserved.value},
                            {"capacity", peaks.capacity.value > 0 ? Json(peaks.capacity.value) : Json()}};
    }
    return all;
}

Json copiesOf(const trace::Trace& trace)
{
    Bytes in;
    Bytes out;
    Bytes peer;
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const trace::Op& op = trace.op(OpId{i});
        if (op.state != trace::OpState::Done)
            continue;
        if (op.kind == trace::Kind::CopyIn)
            in += op.bytes;
        if (op.kind == trace::Kind::CopyOut)
            out += op.bytes;
        if (op.kind == trace::Kind::CopyPeer)
            peer += op.bytes;
    }
    return {{"h2d", in.value}, {"d2h", out.value}, {"d2d", peer.value}};
}

Json errorOf(const trace::Trace& trace)
{
    if (!trace.error() && trace.end() && !trace.end()->isComplete)
        return {{"type", "Stopped"},
                {"message", "The run was stopped before the program ended."},
                {"line", nullptr},
                {"time", toSeconds(trace.end()->time)}};
    if (!trace.error())
        return {};
    return {{"type", trace.error()->type},
            {"message", trace.error()->message},
            {"line", trace.error()->line},
            {"time", toSeconds(trace.error()->time)}};
}

/// Writes numeric parameters as JSON numbers.
Json parametersOf(const trace::RunInfo& run)
{
    Json all = Json::object();
    for (const auto& [name, text] : run.parameters) {
        const bool isInteger = !text.empty() && text.size() < 16 &&
                               text.find_first_not_of("0123456789", text[0] == '-' ? 1 : 0) == std::string::npos &&
                               text != "-";
        const auto real = parseNumber<double>(text);
        const bool isReal = real && std::isfinite(*real);
        all[name] = isInteger ? Json(std::stoll(text)) : isReal ? Json(*real) : Json(text);
    }
    return all;
}

/// The metrics that the program recorded. JSON has no NaN, so null is written instead.
Json metricsOf(const trace::Trace& trace)
{
    Json all = Json::array();
    for (const trace::MetricRecord& metric : trace.programPart().metrics)
        all.push_back({{"name", metric.name},
                       {"step", metric.step},
                       {"time", toSeconds(metric.time)},
                       {"value", std::isfinite(metric.value) ? Json(metric.value) : Json()}});
    return all;
}

}  // namespace

std::string summaryJson(const trace::Trace& trace, const Repeats* repeats)
{
    const trace::RunInfo& run = trace.run();
    const Scope scope = runScope(trace);
    const Json scopes = scopesOf(trace, scope);
    const Json& whole = scopes.back();
    Json json;
    json["version"] = kVersion;
    json["program"] = run.program;
    json["machine"] = run.machine;
    json["platform"] = run.platform == trace::PlatformKind::Real ? "real" : "virtual";
    json["dialect"] = run.dialect;
    json["parameters"] = parametersOf(run);
    json["values"] = run.values == trace::ValueMode::Computed ? "computed" : "timing";
    json["benchmarks"] = benchmarksOf(trace, repeats);
    json["scopes"] = scopes;
    json["waits"] = waitsOf(trace);
    json["lanes"] = lanesOf(trace, scope);
    json["operations"] = trace.opCount();
    json["edges"] = edgesOf(trace);
    json["makespan"] = whole["makespan"];
    json["overlap"] = whole["concurrency"];
    json["longest_chain"] = whole["longest_chain"];
    json["critical_path"] = whole["critical_path"];
    json["memory"] = memoryOf(trace);
    json["copies"] = copiesOf(trace);
    json["metrics"] = metricsOf(trace);
    json["verdict"] = whole["verdict"];
    json["warnings"] = Json::array();
    for (const Warning& warning : warnings(trace))
        json["warnings"].push_back(warning.text.english());
    json["error"] = errorOf(trace);
    json["repeats"] = repeatsJson(repeats);
    // A listing may contain invalid UTF-8; replacing those bytes keeps the summary valid.
    return escapedJson(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace engine::analysis
