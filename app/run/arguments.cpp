#include "app/run/arguments.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

namespace app {

using namespace engine;

namespace {

constexpr std::array kCommands{"run", "list", "machines", "syncs", "calibrate", "summary"};

/// What CLI11 fills.
struct Texts {
    std::string dialect;
    std::string values;
    std::string sync;
    std::string off;
    std::string on;
    std::string seed;
    std::vector<std::string> set;
};

Error usage(const std::string& message)
{
    return makeError(ErrorCode::InvalidArgument, message);
}

Result<std::vector<int>> linesOf(const std::string& option, const std::string& text)
{
    std::vector<int> lines;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
        const bool isNumber = !part.empty() && part.size() < 8 &&
                              std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (!isNumber)
            return usage(option + " takes line numbers such as 15,19; " + (part.empty() ? text : part) + " is none.");
        lines.push_back(std::stoi(part));
    }
    return lines;
}

/// "n=1000,devices=0,1": what has no equals sign goes on the value before it.
Status addParameters(const std::vector<std::string>& sets, std::map<std::string, std::string>& parameters)
{
    for (const std::string& set : sets) {
        std::istringstream stream(set);
        std::string name;
        for (std::string part; std::getline(stream, part, ',');) {
            const std::size_t equals = part.find('=');
            if (equals == 0 || (equals == std::string::npos && name.empty()))
                return usage("--set takes name=value, such as --set n=1000,products=10; it is " + set + ".");
            if (equals != std::string::npos) {
                name = part.substr(0, equals);
                parameters[name] = part.substr(equals + 1);
            } else {
                parameters[name] += "," + part;
            }
        }
    }
    return {};
}

Status readSeed(const std::string& text, std::uint64_t& seed)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error == std::errc{} && end == text.data() + text.size())
        return {};
    return usage("--seed takes a whole number from 0 to 18446744073709551615; it is " + text + ".");
}

Status complete(const Texts& texts, Arguments& arguments)
{
    if (!texts.dialect.empty())
        arguments.dialect = texts.dialect == "torch" ? frontend::Dialect::Torch : frontend::Dialect::MXNet;
    if (!texts.values.empty())
        arguments.values = texts.values == "computed" ? trace::ValueMode::Computed : trace::ValueMode::TimingOnly;
    if (!texts.sync.empty())
        arguments.sync = texts.sync == "all";
    auto off = linesOf("--off", texts.off);
    if (!off)
        return std::move(off).error();
    auto on = linesOf("--on", texts.on);
    if (!on)
        return std::move(on).error();
    arguments.off = *std::move(off);
    arguments.on = *std::move(on);
    for (const int line : arguments.off)
        if (std::find(arguments.on.begin(), arguments.on.end(), line) != arguments.on.end())
            return usage("Line " + std::to_string(line) + " stands in --off and in --on; leave it in one of them.");
    if (!texts.seed.empty())
        if (Status status = readSeed(texts.seed, arguments.seed); !status)
            return status;
    return addParameters(texts.set, arguments.parameters);
}

void addRunOptions(CLI::App& run, Arguments& arguments, Texts& texts)
{
    run.add_option("program", arguments.program, "id of a built-in (overlap-run list), or a .py or .ipynb file")
        ->required();
    run.add_option("--machine", arguments.machine, "id of a machine (overlap-run machines), or its file");
    run.add_option("--dialect", texts.dialect, "torch or mxnet")->check(CLI::IsMember({"torch", "mxnet"}));
    run.add_option("--off", texts.off, "lines whose waits are taken out, such as 15,19 (overlap-run syncs PROGRAM)");
    run.add_option("--on", texts.on, "lines whose waits are put in");
    run.add_option("--sync", texts.sync, "all waits in, or none")->check(CLI::IsMember({"all", "none"}));
    run.add_option("--set", texts.set, "parameters, such as n=1000,products=10; see below");
    run.add_option("--values", texts.values, "computed, or timing only")->check(CLI::IsMember({"computed", "timing"}));
    run.add_option("--seed", texts.seed, "of random numbers and of noise");
    run.add_option("--trace", arguments.trace, "write the trace; .json gives Chrome trace events");
    run.add_option("--summary", arguments.summary, "write the summary (JSON); - is standard output");
    run.footer(
        "Parameters are the numbers that a program names itself (a wrong name lists them) and, for every program:\n"
        "  hostMemory   framework, pageable, pageable-warm, pinned-cold, pinned\n"
        "  copies       framework, own, current: the stream that copies go to\n"
        "  devices      GPUs that the program sees, such as 0,1; all; cpu: none\n"
        "  data         folder of Fashion-MNIST, or generated    images   how many of them train\n"
        "  workers      CPU workers            streams      per GPU\n"
        "  policy       threaded, naive        synchronize  current, all: devices it waits for\n"
        "  noise        percent by which the durations of a virtual machine vary, the same for one --seed\n\n"
        "Exit status 0: ran; 1: the program raised or was stopped; 2: wrong usage.");
}

void addCalibrateOptions(CLI::App& calibrate, Arguments& arguments)
{
    calibrate.add_option("-o,--output", arguments.output, "the machine file to write; none: standard output");
    calibrate.add_option("--machine", arguments.machine, "what to measure; none: this computer");
    calibrate.add_option("--from-times", arguments.fromTimes,
                         "measures nothing: a machine from printed times of 13.3.1 and 13.3.2 in PyTorch, such as "
                         "run=0.5019,copy=2.7168,both=2.4682 (and gpu1, gpu2, gpus), or a file with them");
    calibrate.add_flag("--no-trials", arguments.isWithoutTrials, "without the held-out programs");
}

/// CLI11's own words, as one sentence.
std::string sentenceOf(const CLI::ParseError& error)
{
    std::string text = error.what();
    std::replace(text.begin(), text.end(), '\n', ' ');
    while (!text.empty() && (text.back() == ' ' || text.back() == '.'))
        text.pop_back();
    return text + ". See overlap-run --help.";
}

bool isCommand(const std::string& word)
{
    return std::find(kCommands.begin(), kCommands.end(), word) != kCommands.end();
}

/// The words in the order CLI11 wants them (last first), with `run` put in where no command is named.
std::vector<std::string> words(int argc, const char* const* argv)
{
    std::vector<std::string> result(argv + 1, argv + argc);
    const bool asksForHelp =
        !result.empty() && (result[0] == "--help" || result[0] == "-h" || result[0] == "--version");
    if (!result.empty() && !asksForHelp && !isCommand(result[0]))
        result.insert(result.begin(), "run");
    std::reverse(result.begin(), result.end());
    return result;
}

}  // namespace

Result<Arguments> parseArguments(int argc, const char* const* argv)
{
    Arguments arguments;
    Texts texts;
    CLI::App app("Runs a program of the book's chapter on this computer or on a virtual machine.", "overlap-run");
    app.set_version_flag("--version", "overlap-run 0.1.0");
    app.require_subcommand(1);
    app.footer(
        "For example:\n"
        "  overlap-run list                                 what there is\n"
        "  overlap-run 13.3.1                               runs it where the book's figures come from\n"
        "  overlap-run 13.3.1 --off 15 --summary -          without the wait on line 15, with the figures\n"
        "  overlap-run mine.py --machine this-computer      a file of your own, for real\n\n"
        "overlap-run run --help lists the options.");
    CLI::App* run = app.add_subcommand("run", "runs a program (the command that is meant when none is named)");
    addRunOptions(*run, arguments, texts);
    CLI::App* list = app.add_subcommand("list", "the programs of the chapter");
    CLI::App* machines = app.add_subcommand("machines", "the machines to run them on");
    CLI::App* syncs = app.add_subcommand("syncs", "the lines of a program that can wait");
    syncs->add_option("program", arguments.program, "id or file")->required();
    syncs->add_option("--dialect", texts.dialect, "torch or mxnet")->check(CLI::IsMember({"torch", "mxnet"}));
    CLI::App* calibrate = app.add_subcommand("calibrate", "measures this computer into a machine file");
    addCalibrateOptions(*calibrate, arguments);
    CLI::App* summary = app.add_subcommand("summary", "the figures of a saved run, or of a trace of another program");
    summary->add_option("file", arguments.program, "a trace: of Overlap, PyTorch, Chrome, or Nsight Systems (SQLite)")
        ->required();
    summary->add_option("--trace", arguments.trace, "write the trace once more; .json gives Chrome trace events");
    for (CLI::App* command : {list, machines, syncs, calibrate})
        command->add_flag("--json", arguments.json, "as JSON");
    try {
        app.parse(words(argc, argv));
    } catch (const CLI::CallForVersion&) {
        arguments.command = Command::Help;
        arguments.text = "overlap-run 0.1.0\n";
        return arguments;
    } catch (const CLI::CallForHelp&) {
        arguments.command = Command::Help;
        const auto chosen = app.get_subcommands();
        arguments.text = chosen.empty() ? app.help() : chosen.front()->help("overlap-run");
        return arguments;
    } catch (const CLI::ParseError& error) {
        return usage(
            argc < 2
                ? "Name a program, such as overlap-run 13.3.1; overlap-run list shows them. See overlap-run --help."
                : sentenceOf(error));
    }
    arguments.command = *list        ? Command::List
                        : *machines  ? Command::Machines
                        : *syncs     ? Command::Syncs
                        : *calibrate ? Command::Calibrate
                        : *summary   ? Command::Summary
                                     : Command::Run;
    if (Status status = complete(texts, arguments); !status)
        return std::move(status).error();
    return arguments;
}

}  // namespace app
