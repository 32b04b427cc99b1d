#include "engine/frontend/detail/run_options.h"

#include "engine/frontend/detail/run_errors.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <charconv>
#include <exception>

namespace engine::frontend {

namespace {

const Parameter* find(const std::vector<Parameter>& parameters, const std::string& name)
{
    const auto found = std::ranges::find(parameters, name, &Parameter::name);
    return found == parameters.end() ? nullptr : &*found;
}

Error unknown(const RunRequest& request, const std::string& name)
{
    // Names the platform's parameters only if the program declares none, because most of them have no effect on a
    // program.
    const auto& declared = request.program.parameters;
    std::vector<std::string> names;
    for (const Parameter& parameter : declared.empty() ? platformParameters() : declared) {
        const bool hasLabel = !parameter.label.empty() && parameter.label != parameter.name;
        names.push_back(hasLabel ? parameter.name + " (" + parameter.label + ")" : parameter.name);
    }
    return makeError(ErrorCode::InvalidArgument, message("program.no-parameter", name, messages::list(names)));
}

/// Parses "0,1" or "0+1"; "all" gives nullopt, "cpu" gives no GPU.
Result<std::optional<std::vector<int>>> gpusOf(const std::string& text)
{
    if (text.empty() || text == "all")
        return std::optional<std::vector<int>>();
    std::vector<int> gpus;
    if (text == "cpu")
        return std::optional(gpus);
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        int ordinal = -1;
        const auto [next, error] = std::from_chars(at, end, ordinal);
        if (error != std::errc{} || ordinal < 0 || (next != end && *next != ',' && *next != '+'))
            return makeError(ErrorCode::InvalidArgument, message("program.devices", text));
        if (std::ranges::find(gpus, ordinal) != gpus.end())
            return makeError(ErrorCode::InvalidArgument, message("program.devices-repeated", text));
        gpus.push_back(ordinal);
        at = next == end ? next : next + 1;
    }
    return std::optional(std::move(gpus));
}

void applyHostMemory(const std::string& value, RunSettings& settings)
{
    if (value == "framework")
        return;
    const bool isPinned = value.starts_with("pinned");
    settings.hostMemory = isPinned ? device::HostMemoryMode::Pinned : device::HostMemoryMode::Pageable;
    settings.platform.hostMemory = *settings.hostMemory;
    settings.platform.isPinnedPoolWarm = value != "pinned-cold" && isPinned;
    settings.platform.isPageableWarm = value == "pageable-warm";
}

Status applyChoice(const std::string& name, const std::string& value, RunSettings& settings)
{
    if (name == "hostMemory")
        applyHostMemory(value, settings);
    else if (name == "copies" && value != "framework")
        settings.platform.copyStream = value == "own" ? device::CopyStream::Own : device::CopyStream::Current;
    else if (name == "policy")
        settings.platform.policy = value == "naive" ? device::EnginePolicy::Naive : device::EnginePolicy::Threaded;
    else if (name == "synchronize")
        settings.synchronizesAll = value == "all";
    else if (name == "tf32")
        settings.isTf32 = value == "on";
    return {};
}

void applyNumber(const Parameter& parameter, std::int64_t value, RunSettings& settings)
{
    const std::string& name = parameter.name;
    if (name == "workers")
        settings.platform.computeWorkers = static_cast<int>(value);
    else if (name == "streams")
        settings.platform.computeStreams = static_cast<int>(value);
    else if (name == "noise")
        settings.platform.noise = static_cast<double>(value) / 100;
    else if (name == "valueThreads")
        settings.platform.valueThreads = static_cast<int>(value);
    else if (name != "images" && name != "ranks")  // "images" is read by the dialects, "ranks" by the caller
        settings.literals[name + "=" + parameter.value].value = value;
}

/// Finds the lines whose literals the parameters replace, in the listing of the request.
void findLines(const RunRequest& request, RunSettings& settings)
{
    const Program& program = request.program;
    const auto named = program.numberLines.find(request.dialect);
    for (auto& [key, literal] : settings.literals) {
        const std::string name = key.substr(0, key.find('='));
        if (named == program.numberLines.end() || !named->second.contains(name))
            literal.lines = listing::linesThatBind(request.source, name);
        else
            literal.lines = listing::linesAfterEdits(textIn(program.sources, request.dialect), request.source,
                                                     named->second.at(name));
    }
}

/// Whether the value is a choice of a platform parameter. All its choices are accepted, even if the program offers only
/// some.
bool isPlatformChoice(const std::string& name, const std::string& value)
{
    const Parameter* const known = find(platformParameters(), name);
    return (name == "hostMemory" && value == "pinned-warm") ||
           (known != nullptr && std::ranges::find(known->choices, value) != known->choices.end());
}

Status apply(const Parameter& parameter, const std::string& value, Dialect dialect, RunSettings& settings)
{
    if (parameter.name == "allReduce" && dialect == Dialect::Torch && value != "framework")
        return makeError(ErrorCode::InvalidArgument, message("program.all-reduce-torch"));
    if (parameter.name != "valueThreads")  // valueThreads does not change the results of the program run
        settings.all.emplace_back(parameter.name, value);
    if (parameter.name == "devices") {
        auto gpus = gpusOf(value);
        if (!gpus)
            return std::move(gpus).error();
        settings.visibleGpus = *std::move(gpus);
        return {};
    }
    if (parameter.kind == ParameterKind::Integer) {
        const auto number = wholeNumber(parameter, value);
        if (!number)
            return Error(number.error());
        applyNumber(parameter, *number, settings);
        return {};
    }
    if (parameter.kind == ParameterKind::Real) {
        const auto number = realNumber(parameter, value);
        if (!number)
            return Error(number.error());
        settings.literals[parameter.name + "=" + parameter.value].value = *number;
        return {};
    }
    if (parameter.kind == ParameterKind::Text)
        return {};
    const std::vector<std::string>& choices = parameter.choices;
    const bool isKnown = std::ranges::find(choices, value) != choices.end() || isPlatformChoice(parameter.name, value);
    if (parameter.kind == ParameterKind::Choice && !isKnown)
        return makeError(ErrorCode::InvalidArgument,
                         message("program.parameter-choice", parameter.name, messages::list(choices), value));
    return applyChoice(parameter.name, value, settings);
}

}  // namespace

Result<RunSettings> settingsOf(const RunRequest& request)
{
    RunSettings settings;
    settings.platform.semantics =
        request.dialect == Dialect::Torch ? device::Semantics::Torch : device::Semantics::MXNet;
    settings.platform.seed = request.seed;
    for (const Parameter& parameter : request.program.parameters) {
        const auto chosen = request.parameters.find(parameter.name);
        if (Status status = apply(parameter, chosen == request.parameters.end() ? parameter.value : chosen->second,
                                  request.dialect, settings);
            !status)
            return std::move(status).error();
    }
    for (const auto& [name, value] : request.parameters) {
        if (find(request.program.parameters, name) != nullptr)
            continue;
        const Parameter* parameter = find(platformParameters(), name);
        if (parameter == nullptr)
            return unknown(request, name);
        if (Status status = apply(*parameter, value, request.dialect, settings); !status)
            return std::move(status).error();
    }
    findLines(request, settings);
    return settings;
}

Status checkGpus(const RunSettings& settings, const std::string& machine, device::Platform& platform)
{
    if (!settings.visibleGpus)
        return {};
    std::vector<int> there;
    for (const device::DeviceInfo& device : platform.devices())
        if (device.kind != trace::DeviceKind::Cpu)
            there.push_back(device.ordinal);
    for (const int wanted : *settings.visibleGpus)
        if (std::ranges::find(there, wanted) == there.end())
            return makeError(ErrorCode::InvalidArgument,
                             there.empty()       ? message("program.devices-no-gpu", wanted, machine)
                             : there.size() == 1 ? message("program.devices-one-gpu", wanted, machine)
                                                 : message("program.devices-fewer-gpus", wanted, machine, there.size(),
                                                           there.size() - 1));
    return {};
}

Result<std::vector<ReplacedNumber>> replacedNumbers(const RunRequest& request)
try {
    const Result<RunSettings> settings = settingsOf(request);
    if (!settings)
        return Error(settings.error());
    return listing::replacedNumbers(settings->literals, request.parameters);
} catch (const std::exception& error) {
    return unforeseen(error);
}

}  // namespace engine::frontend
