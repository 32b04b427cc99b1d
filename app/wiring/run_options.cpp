#include "app/wiring/run_options.h"

#include "engine/base/invalid.h"
#include "engine/base/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

namespace app {

using namespace engine;
using frontend::Dialect;

namespace {

constexpr const char* kWait = "wait";

/// Parses the arguments of --off and --on, each the line of a wait (LINE or LINE:wait) or a lever (LINE:NAME).
Status readSwitches(const std::string& option, const std::vector<std::string>& words, const std::string& value,
                    std::vector<int>& lines, std::vector<int>& waits, std::vector<LeverSetting>& levers)
{
    for (const std::string& word : words) {
        std::istringstream stream(word);
        for (std::string part; std::getline(stream, part, ',');) {
            const auto named = namedLine(part);
            if (!named)
                return invalid(option + " takes line numbers such as 15,19, and levers such as 22:non_blocking; " +
                               (part.empty() ? word : part) + " is neither.");
            if (named->name.empty() || named->name == kWait)
                (named->name.empty() ? lines : waits).push_back(named->line);
            else
                levers.push_back({named->line, named->name, value});
        }
    }
    return {};
}

/// Moves LINE:NAME=VALUE from the parameters to the levers.
Status moveLevers(RunOptions& options)
{
    for (auto at = options.parameters.begin(); at != options.parameters.end();) {
        const auto& [name, value] = *at;
        if (name.find(':') == std::string::npos) {
            ++at;
            continue;
        }
        const auto named = namedLine(name);
        if (!named || named->name == kWait)
            return invalid("--set takes parameters such as n=1000, and levers such as 5:device=cuda:1; " + name +
                           " is neither.");
        options.levers.push_back({named->line, named->name, value});
        at = options.parameters.erase(at);
    }
    return {};
}

std::string listOf(const std::vector<std::string>& texts)
{
    std::string list;
    for (const std::string& text : texts)
        list += (list.empty() ? "" : ", ") + text;
    return list;
}

/// Adds the states of switches to the request: those of the program's header, --sync, --off and --on; a later one
/// overrides an earlier one.
Status setSwitches(const std::vector<frontend::SyncPoint>& points, const RunOptions& options,
                   frontend::RunRequest& request)
{
    std::map<int, bool> wanted;  // key: line; value: whether the line waits
    for (const int line : linesOff(request.program, request.dialect))
        wanted[line] = false;
    if (options.sync)
        for (const frontend::SyncPoint& point : points)
            wanted[point.line] = *options.sync;
    for (const int line : options.off)
        wanted[line] = false;
    for (const int line : options.on)
        wanted[line] = true;
    for (const auto& [line, waits] : wanted) {
        if (std::ranges::none_of(points, [&, at = line](const auto& point) { return point.line == at; })) {
            std::string known;
            for (const frontend::SyncPoint& point : points)
                known += (known.empty() ? "some on " : ", ") + std::to_string(point.line);
            return invalid("Line " + std::to_string(line) + " has no sync point; there are " +
                           (known.empty() ? "none" : known) + ".");
        }
        (waits ? request.on : request.off).push_back(line);
    }
    return {};
}

/// Inserts the waits of `options` into the listing, and adapts the line numbers of the switches below them.
Status insertWaits(frontend::Runner& runner, const RunOptions& options, frontend::RunRequest& request)
{
    if (options.inserted.empty())
        return {};
    const auto places = runner.insertions(request.source, request.dialect);
    if (!places)
        return Error(places.error());
    std::istringstream source(request.source);
    std::string text;
    auto next = options.inserted.begin();
    int number = 1;
    for (std::string line; std::getline(source, line); ++number) {
        text += line + "\n";
        if (next == options.inserted.end() || *next != number)
            continue;
        const auto place = std::ranges::find(*places, number, &frontend::Insertion::line);
        if (place == places->end())
            break;
        text += place->text + "\n";
        ++next;
    }
    if (next != options.inserted.end())
        return invalid("No wait can be inserted after line " + std::to_string(*next) +
                       "; it must be the last line of a statement.");
    for (std::vector<int>* lines : {&request.off, &request.on})
        for (int& line : *lines)
            line += static_cast<int>(
                std::ranges::count_if(options.inserted, [&](int inserted) { return inserted < line; }));
    request.source = std::move(text);
    return {};
}

/// Returns false unless the setting changes `non_blocking` of a call that can wait. For the value "on", switches the
/// wait off; for "off", switches it on.
bool setWait(const std::vector<frontend::SyncPoint>& points, const LeverSetting& setting, RunOptions& options)
{
    const bool isWait = setting.name == "non_blocking" && (setting.value == "on" || setting.value == "off") &&
                        std::ranges::any_of(points, [&](const frontend::SyncPoint& point) {
                            return point.line == setting.line && point.rewritesCall;
                        });
    if (isWait)
        (setting.value == "on" ? options.off : options.on).push_back(setting.line);
    return isWait;
}

}  // namespace

std::optional<NamedLine> namedLine(const std::string& text)
{
    NamedLine named;
    const std::size_t colon = text.find(':');
    named.line = parseNumber<int>(text.substr(0, colon)).value_or(0);
    if (named.line < 1 || colon + 1 == text.size())
        return std::nullopt;
    if (colon != std::string::npos)
        named.name = text.substr(colon + 1);
    return named;
}

Status setLever(frontend::Runner& runner, const LeverSetting& setting, frontend::RunRequest& request)
{
    const auto levers = runner.levers(request.source, request.dialect);
    if (!levers)
        return Error(levers.error());
    const std::string line = std::to_string(setting.line);
    const frontend::Lever* lever = listing::findLever(*levers, setting.line, setting.name);
    if (lever == nullptr) {
        std::vector<std::string> known;
        for (const frontend::Lever& one : *levers)
            known.push_back(std::to_string(one.line) + ":" + one.name);
        return invalid("Line " + line + " has no lever " + setting.name + "; there are " +
                       (known.empty() ? "none" : listOf(known)) + ".");
    }
    const auto value = lever->valueOf(setting.value);
    if (!value) {
        std::vector<std::string> values;
        for (const frontend::Lever::State& state : lever->states)
            values.push_back(state.value);
        return invalid(lever->isNumber() ? setting.name + " of line " + line + " takes a whole number from " +
                                               std::to_string(lever->least) + ", with --set " + line + ":" +
                                               setting.name + "=" + lever->value + "; it is " + setting.value + "."
                                         : setting.name + " of line " + line + " is one of " + listOf(values) +
                                               "; it is " + setting.value + ".");
    }
    std::istringstream source(request.source);
    std::string text;
    int number = 1;
    for (std::string old; std::getline(source, old); ++number)
        text += (number == setting.line ? lever->lineWith(*value) : old) + "\n";
    request.source = std::move(text);
    return {};
}

void addDialect(CLI::App& command, RunOptionTexts& texts)
{
    command.add_option("--dialect", texts.dialect, "torch or mxnet")->check(CLI::IsMember({"torch", "mxnet"}));
}

void refuseEmpty(CLI::Option& option)
{
    option.check(
        [](const std::string& name) {
            return name.empty() ? "The name is empty; leave the option out, or name a file" : std::string();
        },
        "");
}

std::string sentenceOf(const CLI::ParseError& error)
{
    std::string text = error.what();
    std::ranges::replace(text, '\n', ' ');
    while (!text.empty() && (text.back() == ' ' || text.back() == '.'))
        text.pop_back();
    return text + '.';
}

void addRunOptions(CLI::App& command, RunOptionTexts& texts)
{
    // An option takes one value; otherwise it would take the program's name as a further value.
    const auto list = [&](const char* name, std::vector<std::string>& words, const char* help) {
        command.add_option(name, words, help)->allow_extra_args(false);
    };
    refuseEmpty(*command.add_option("--machine", texts.machine, "id of a machine (overlap-run machines), or its file"));
    addDialect(command, texts);
    list("--off", texts.off,
         "lines whose waits are taken out, such as 15,19, and levers: 22:non_blocking (overlap-run syncs PROGRAM)");
    list("--on", texts.on, "lines whose waits are put in, and levers; 17:wait inserts a wait after line 17");
    command.add_option("--sync", texts.sync, "all waits in, or none")->check(CLI::IsMember({"all", "none"}));
    list("--set", texts.set, "parameters, such as n=1000,products=10, and levers: 5:device=cuda:1");
    command.add_option("--values", texts.values, "computed, or timing only")
        ->check(CLI::IsMember({"computed", "timing"}));
    command.add_option("--seed", texts.seed, "of random numbers and of noise");
}

Result<RunOptions> readRunOptions(const RunOptionTexts& texts)
{
    RunOptions options;
    options.machine = texts.machine;
    if (!texts.dialect.empty())
        options.dialect = texts.dialect == "torch" ? Dialect::Torch : Dialect::MXNet;
    if (!texts.values.empty())
        options.values = texts.values == "computed" ? trace::ValueMode::Computed : trace::ValueMode::TimingOnly;
    if (!texts.sync.empty())
        options.sync = texts.sync == "all";
    if (Status status = readSwitches("--off", texts.off, "off", options.off, options.off, options.levers); !status)
        return std::move(status).error();
    if (Status status = readSwitches("--on", texts.on, "on", options.on, options.inserted, options.levers); !status)
        return std::move(status).error();
    std::ranges::sort(options.inserted);
    options.inserted.erase(std::unique(options.inserted.begin(), options.inserted.end()), options.inserted.end());
    for (const int line : options.off)
        if (std::ranges::find(options.on, line) != options.on.end())
            return invalid("Line " + std::to_string(line) + " is in --off and in --on; leave it in one of them.");
    const auto seed = parseNumber<std::uint64_t>(texts.seed);
    options.seed = seed.value_or(options.seed);
    if (!texts.seed.empty() && !seed)
        return invalid("--seed takes a whole number from 0 to 18446744073709551615; it is " + texts.seed + ".");
    for (const std::string& word : texts.set)
        if (Status status = frontend::addParameters(word, options.parameters); !status)
            return std::move(status).error();
    if (Status status = moveLevers(options); !status)
        return std::move(status).error();
    for (auto at = options.levers.begin(); at != options.levers.end(); ++at)
        if (std::any_of(options.levers.begin(), at,
                        [&](const LeverSetting& other) { return other.line == at->line && other.name == at->name; }))
            return invalid("The lever " + std::to_string(at->line) + ":" + at->name +
                           " is set twice; leave it in one of --off, --on and --set.");
    return options;
}

Result<Dialect> dialectFor(const frontend::Program& program, std::optional<Dialect> asked)
{
    if (program.sources.empty())
        return untranslatedError(ErrorCode::BadFile, program.id + " has no listing.");
    const Dialect first = program.sources.begin()->first;
    if (asked && !program.sources.contains(*asked) && !program.path)
        return invalid("The program " + program.id + " is not written for " + frontend::dialectName(*asked) +
                       "; it is for " + frontend::dialectName(first) + ".");
    return asked.value_or(first);
}

const std::string& sourceFor(const frontend::Program& program, Dialect dialect)
{
    const auto source = program.sources.find(dialect);
    return source == program.sources.end() ? program.sources.begin()->second : source->second;
}

Result<frontend::RunRequest> requestFor(frontend::Runner& runner, const std::string& program, const RunOptions& options)
{
    auto loaded = runner.load(program);
    if (!loaded)
        return std::move(loaded).error();
    const auto dialect = dialectFor(*loaded, options.dialect);
    if (!dialect)
        return Error(dialect.error());
    frontend::RunRequest request;
    request.program = *std::move(loaded);
    request.dialect = *dialect;
    request.source = sourceFor(request.program, *dialect);
    if (!options.machine.empty())
        request.machine = options.machine;
    else if (!request.program.machines.empty())
        request.machine = textIn(request.program.machines, request.dialect);
    request.parameters = options.parameters;
    request.values = options.values;
    request.seed = options.seed;
    auto points = runner.syncPoints(request.source, *dialect);
    if (!points)
        return std::move(points).error();
    RunOptions switches = options;
    std::erase_if(switches.levers, [&](const LeverSetting& setting) { return setWait(*points, setting, switches); });
    if (Status status = setSwitches(*points, switches, request); !status)
        return std::move(status).error();
    for (const LeverSetting& setting : switches.levers)
        if (Status status = setLever(runner, setting, request); !status)
            return std::move(status).error();
    if (Status status = insertWaits(runner, options, request); !status)
        return std::move(status).error();
    return request;
}

}  // namespace app
