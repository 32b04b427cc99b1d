#include "app/run/arguments.h"

#include "engine/ranks/mpi/module.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace app {

using namespace engine;

namespace {

constexpr std::array kCommands{"run", "list", "machines", "syncs", "calibrate", "summary", "merge", "serve"};

Error usage(const std::string& message)
{
    return untranslatedError(ErrorCode::InvalidArgument, message);
}

void addRun(CLI::App& run, Arguments& arguments, RunOptionTexts& texts)
{
    run.add_option("program", arguments.program, "id of a built-in (overlap-run list), or a .py or .ipynb file")
        ->required();
    addRunOptions(run, texts);
    refuseEmpty(*run.add_option("--trace", arguments.trace,
                                "write the trace; .json gives Chrome trace events, .otf2 an OTF2 archive"));
    refuseEmpty(*run.add_option("--summary", arguments.summary, "write the summary (JSON); - is standard output"));
    run.add_option(
           "--ranks", arguments.ranks,
           "number of processes that run the program together, as torchrun starts them: on a virtual machine "
           "simulated ones, up to 64, on this computer real ones, which mpirun starts (mpirun -n N overlap-run "
           "PROGRAM does the same); by default as many as the parameter ranks of the program states, or one. --trace "
           "names a folder for several, with a file for each rank (overlap-run merge)")
        ->check(CLI::Range(1, kMostRanks));
    refuseEmpty(*run.add_option(
        "--hosts", arguments.hosts,
        "file with the computers on which --ranks starts them, one a line (mpirun's --hostfile); implies "
        "--machine this-computer. If they share no folder, the first rank's gets all traces"));
    run.add_flag("--tag", arguments.isTagged, "begin each line that a rank prints with its number: [rank1]: ");
    run.add_option("--repeat", arguments.repeat,
                   "number of runs, 5 by default for a built-in that takes less than 2 s on this computer; the summary "
                   "has median and quartiles, the trace is that of the median, the output "
                   "that of the first run")
        ->check(CLI::Range(1, 1000));
    run.footer(
        "Words after -- are arguments of the program: overlap-run mine.py --seed 1 -- --epochs 2. The parameter "
        "arguments "
        "does the same.\n\n"
        "Parameters are the numbers that a program names itself (a wrong name lists them) and, for every program:\n"
        "  hostMemory   framework, pageable, pageable-warm, pinned-cold, pinned\n"
        "  copies       framework, own, current: the stream that copies go to\n"
        "  devices      GPUs that the program sees, such as 0,1; all; cpu: none\n"
        "  data         folder of Fashion-MNIST, or generated    images   how many of them train\n"
        "  epochs       how many turns the loops over epochs make at most\n"
        "  workers      CPU workers            streams      per GPU\n"
        "  policy       threaded, naive        synchronize  current, all: devices it waits for\n"
        "  allReduce    framework, naive, ring, nccl: how MXNet's Trainer adds gradients up\n"
        "  overlap      on, off: ranks exchange gradients during backward, or after it\n"
        "  tf32         off, on: products of this computer's GPUs round their factors\n"
        "  valueThreads how many threads compute the values of a virtual machine\n"
        "  noise        percent by which the durations of a virtual machine vary, the same for one --seed\n"
        "  timeout      seconds for which ranks wait for each other, 1800 by default\n"
        "  hosts        file with the computers of real ranks, as --hosts\n\n"
        "Exit status 0: ran; 1: the program raised or was stopped; n: it called sys.exit(n); 2: wrong usage.");
}

/// Converts a number of ranks from 1 to kMostRanks; returns 0 for other texts. With 0, the run fails with a message
/// that states the bounds.
int ranksIn(const std::string& text)
{
    int ranks = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ranks);
    return error == std::errc{} && end == text.data() + text.size() && ranks >= 1 && ranks <= kMostRanks ? ranks : 0;
}

/// Uses the parameter `ranks` as the option --ranks. A rank that mpirun has started has the same arguments as the
/// command that started mpirun, so it ignores the parameter.
void setRanks(Arguments& arguments)
{
    const auto ranks = arguments.parameters.find("ranks");
    if (arguments.ranks == 0 && ranks != arguments.parameters.end() && !ranks::mpi::placeInEnvironment())
        arguments.ranks = ranksIn(ranks->second);
}

void addCalibrate(CLI::App& calibrate, Arguments& arguments, RunOptionTexts& texts)
{
    refuseEmpty(
        *calibrate.add_option("-o,--output", arguments.output, "the machine file to write; none: standard output"));
    refuseEmpty(*calibrate.add_option("--machine", texts.machine, "what to measure; none: this computer"));
    refuseEmpty(
        *calibrate.add_option("--from-times", arguments.fromTimes,
                              "measures nothing: a machine from printed times of 13.3.1 and 13.3.2 in PyTorch, such as "
                              "run=0.5019,copy=2.7168,both=2.4682 (and gpu1, gpu2, gpus), or a file with them"));
    calibrate.add_flag("--no-trials", arguments.isWithoutTrials, "without the held-out programs");
}

bool isCommand(const std::string& word)
{
    return std::find(kCommands.begin(), kCommands.end(), word) != kCommands.end();
}

/// Returns the arguments before "--" in the order that CLI11 requires (last first). Inserts `run` if no command is
/// named.
std::vector<std::string> words(const char* const* begin, const char* const* end)
{
    std::vector<std::string> result(begin, end);
    const bool asksForHelp =
        !result.empty() && (result[0] == "--help" || result[0] == "-h" || result[0] == "--version");
    if (!result.empty() && !asksForHelp && !isCommand(result[0]))
        result.insert(result.begin(), "run");
    std::reverse(result.begin(), result.end());
    return result;
}

struct Commands {
    CLI::App* list = nullptr;
    CLI::App* machines = nullptr;
    CLI::App* syncs = nullptr;
    CLI::App* calibrate = nullptr;
    CLI::App* summary = nullptr;
    CLI::App* merge = nullptr;
    CLI::App* serve = nullptr;
};

Commands addCommands(CLI::App& app, Arguments& arguments, RunOptionTexts& texts)
{
    Commands commands;
    addRun(*app.add_subcommand("run", "runs a program (the command that is meant when none is named)"), arguments,
           texts);
    commands.list = app.add_subcommand("list", "the programs of the chapter");
    commands.machines = app.add_subcommand("machines", "the machines to run them on");
    commands.syncs = app.add_subcommand("syncs", "the waits and levers of a program");
    commands.syncs->add_option("program", arguments.program, "id or file")->required();
    addDialect(*commands.syncs, texts);
    commands.calibrate = app.add_subcommand("calibrate", "measures this computer into a machine file");
    addCalibrate(*commands.calibrate, arguments, texts);
    commands.summary = app.add_subcommand("summary", "the figures of a saved run, or of a trace of another program");
    commands.summary
        ->add_option(
            "file", arguments.program,
            "a trace: of Overlap, PyTorch, Chrome, or Nsight Systems (SQLite), or a folder with one for each rank")
        ->required();
    refuseEmpty(*commands.summary->add_option(
        "--trace", arguments.trace,
        "write the trace once more; .json gives Chrome trace events, .otf2 an OTF2 archive"));
    commands.merge = app.add_subcommand("merge", "joins the traces of the ranks of one run into one file");
    commands.merge->add_option("folder", arguments.program, "the folder in which each rank has written its trace")
        ->required();
    commands.merge->add_option("-o,--output", arguments.output,
                               "the file to write; default: FOLDER.overlap, unless it exists");
    commands.serve = app.add_subcommand("serve", "runs ranks for the window: requests come on standard input");
    commands.serve->group("");  // not in the help: only the window starts it, with a request after "--"
    const std::pair<CLI::App*, const char*> examples[] = {
        {commands.list, "overlap-run list --json"},
        {commands.machines, "overlap-run machines --json"},
        {commands.syncs, "overlap-run syncs 13.3.1"},
        {commands.calibrate, "overlap-run calibrate -o mine.json, then overlap-run 13.3.1 --machine mine.json"},
        {commands.summary, "overlap-run summary run.overlap --trace run.json"},
        {commands.merge, "overlap-run merge traces"}};
    for (const auto& [command, example] : examples)
        command->footer(std::string("For example: ") + example);
    for (CLI::App* command : {commands.list, commands.machines, commands.syncs, commands.calibrate})
        command->add_flag("--json", arguments.json, "as JSON");
    return commands;
}

Command chosenOf(const Commands& commands)
{
    return *commands.list        ? Command::List
           : *commands.machines  ? Command::Machines
           : *commands.syncs     ? Command::Syncs
           : *commands.calibrate ? Command::Calibrate
           : *commands.summary   ? Command::Summary
           : *commands.merge     ? Command::Merge
           : *commands.serve     ? Command::Serve
                                 : Command::Run;
}

}  // namespace

Result<Arguments> parseArguments(int argc, const char* const* argv)
{
    Arguments arguments;
    RunOptionTexts texts;
    CLI::App app("Runs a program of the book's chapter on this computer or on a virtual machine.", "overlap-run");
    app.set_version_flag("--version", "overlap-run " OVERLAP_VERSION);
    app.require_subcommand(1);
    app.footer(
        "For example:\n"
        "  overlap-run list                                 what there is\n"
        "  overlap-run 13.3.1                               runs it where the book's figures come from\n"
        "  overlap-run 13.3.1 --off 15 --summary -          without the wait on line 15, with the figures\n"
        "  overlap-run mine.py --machine this-computer      a file of your own, for real\n\n"
        "overlap-run run --help lists the options.");
    const Commands commands = addCommands(app, arguments, texts);
    const char* const* const end = argv + argc;
    const char* const* const ownEnd = std::find(argv + 1, end, std::string_view("--"));
    try {
        app.parse(words(argv + 1, ownEnd));
    } catch (const CLI::CallForVersion&) {
        arguments.command = Command::Help;
        arguments.text = "overlap-run " OVERLAP_VERSION "\n";
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
                : sentenceOf(error) + " See overlap-run --help.");
    }
    arguments.command = chosenOf(commands);
    if (ownEnd != end && arguments.command != Command::Run && arguments.command != Command::Serve)
        return usage("Only a program takes arguments after --: overlap-run PROGRAM -- ARGUMENTS.");
    if (ownEnd != end)
        arguments.programArguments.assign(ownEnd + 1, end);
    auto options = readRunOptions(texts);
    if (!options)
        return std::move(options).error();
    static_cast<RunOptions&>(arguments) = *std::move(options);
    setRanks(arguments);
    return arguments;
}

}  // namespace app
