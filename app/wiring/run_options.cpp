#include "app/wiring/run_options.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <sstream>

namespace app {

using namespace engine;
using frontend::Dialect;

namespace {

Error wrong(const std::string& sentence)
{
    return untranslatedError(ErrorCode::InvalidArgument, sentence);
}

template <typename Number>
bool isWhole(const std::string& text, Number& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

/// Reads numbers of lines. Those that end in ":wait" are added to `inserted`; null: they are refused.
Result<std::vector<int>> linesOf(const std::string& option, const std::vector<std::string>& words,
                                 std::vector<int>* inserted = nullptr)
{
    constexpr std::string_view kWait = ":wait";
    std::vector<int> lines;
    for (const std::string& word : words) {
        std::istringstream stream(word);
        for (std::string part; std::getline(stream, part, ',');) {
            const bool isInserted = inserted != nullptr && part.ends_with(kWait);
            int line = 0;
            if (!isWhole(isInserted ? part.substr(0, part.size() - kWait.size()) : part, line) || line < 1)
                return wrong(option + " takes line numbers such as 15,19; " + (part.empty() ? word : part) +
                             " is none.");
            (isInserted ? *inserted : lines).push_back(line);
        }
    }
    return lines;
}

/// Determines which lines differ from the listing.
Status setSwitches(const std::vector<frontend::SyncPoint>& points, const RunOptions& options,
                   frontend::RunRequest& request)
{
    std::map<int, bool> wanted;  // line -> waits
    if (const auto off = request.program.initiallyOff.find(request.dialect); off != request.program.initiallyOff.end())
        for (const int line : off->second)
            wanted[line] = false;
    if (options.sync)
        for (const frontend::SyncPoint& point : points)
            wanted[point.line] = *options.sync;
    for (const int line : options.off)
        wanted[line] = false;
    for (const int line : options.on)
        wanted[line] = true;
    for (const auto& [line, waits] : wanted) {
        if (std::none_of(points.begin(), points.end(),
                         [&, at = line](const auto& point) { return point.line == at; })) {
            std::string known;
            for (const frontend::SyncPoint& point : points)
                known += (known.empty() ? "some on " : ", ") + std::to_string(point.line);
            return wrong("Line " + std::to_string(line) + " has no sync point; there are " +
                         (known.empty() ? "none" : known) + ".");
        }
        (waits ? request.on : request.off).push_back(line);
    }
    return {};
}

/// Inserts the waits of `options` into the listing, and moves the switches below them.
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
        const auto place = std::find_if(places->begin(), places->end(),
                                        [&](const frontend::Insertion& at) { return at.line == number; });
        if (place == places->end())
            break;
        text += place->text + "\n";
        ++next;
    }
    if (next != options.inserted.end())
        return wrong("No wait can be inserted after line " + std::to_string(*next) +
                     "; it must be the last line of a statement.");
    for (std::vector<int>* lines : {&request.off, &request.on})
        for (int& line : *lines)
            line += static_cast<int>(std::count_if(options.inserted.begin(), options.inserted.end(),
                                                   [&](int inserted) { return inserted < line; }));
    request.source = std::move(text);
    return {};
}

}  // namespace

void addDialect(CLI::App& command, RunOptionTexts& texts)
{
    command.add_option("--dialect", texts.dialect, "torch or mxnet")->check(CLI::IsMember({"torch", "mxnet"}));
}

void addRunOptions(CLI::App& command, RunOptionTexts& texts)
{
    // One value per option; otherwise the option would take the program's name as another value.
    const auto list = [&](const char* name, std::vector<std::string>& words, const char* help) {
        command.add_option(name, words, help)->allow_extra_args(false);
    };
    command.add_option("--machine", texts.machine, "id of a machine (overlap-run machines), or its file");
    addDialect(command, texts);
    list("--off", texts.off, "lines whose waits are taken out, such as 15,19 (overlap-run syncs PROGRAM)");
    list("--on", texts.on, "lines whose waits are put in; 17:wait inserts a wait after line 17");
    command.add_option("--sync", texts.sync, "all waits in, or none")->check(CLI::IsMember({"all", "none"}));
    list("--set", texts.set, "parameters, such as n=1000,products=10 (overlap-run run --help)");
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
    auto off = linesOf("--off", texts.off);
    if (!off)
        return std::move(off).error();
    auto on = linesOf("--on", texts.on, &options.inserted);
    if (!on)
        return std::move(on).error();
    std::sort(options.inserted.begin(), options.inserted.end());
    options.inserted.erase(std::unique(options.inserted.begin(), options.inserted.end()), options.inserted.end());
    options.off = *std::move(off);
    options.on = *std::move(on);
    for (const int line : options.off)
        if (std::find(options.on.begin(), options.on.end(), line) != options.on.end())
            return wrong("Line " + std::to_string(line) + " stands in --off and in --on; leave it in one of them.");
    if (!texts.seed.empty() && !isWhole(texts.seed, options.seed))
        return wrong("--seed takes a whole number from 0 to 18446744073709551615; it is " + texts.seed + ".");
    for (const std::string& word : texts.set)
        if (Status status = frontend::addParameters(word, options.parameters); !status)
            return std::move(status).error();
    return options;
}

Result<Dialect> dialectFor(const frontend::Program& program, std::optional<Dialect> asked)
{
    if (program.sources.empty())
        return untranslatedError(ErrorCode::BadFile, program.id + " has no listing.");
    const Dialect first = program.sources.begin()->first;
    if (asked && !program.sources.contains(*asked) && !program.path)
        return wrong("The program " + program.id + " is not written for " + nameOf(*asked) + "; it is for " +
                     nameOf(first) + ".");
    return asked.value_or(first);
}

const std::string& sourceFor(const frontend::Program& program, Dialect dialect)
{
    const auto source = program.sources.find(dialect);
    return source == program.sources.end() ? program.sources.begin()->second : source->second;
}

const char* nameOf(Dialect dialect)
{
    return dialect == Dialect::Torch ? "torch" : "mxnet";
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
    if (Status status = setSwitches(*points, options, request); !status)
        return std::move(status).error();
    if (Status status = insertWaits(runner, options, request); !status)
        return std::move(status).error();
    return request;
}

}  // namespace app
