#include "app/desktop/commands.h"

#include "app/desktop/lesson_pages.h"
#include "app/desktop/programs.h"
#include "app/wiring/machines.h"
#include "app/wiring/outputs.h"
#include "app/wiring/resources.h"
#include "engine/analysis/op_match.h"
#include "engine/base/utf8.h"
#include "engine/io/open_trace.h"
#include "engine/io/run_set_file.h"
#include "engine/ranks/overview.h"
#include "ui/figure/figure.h"
#include "ui/files/figure_files.h"
#include "ui/listing/replaced_literals.h"

#include <QFile>
#include <QLocale>
#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace app {

namespace {

using engine::frontend::Runner;
using engine::frontend::RunRequest;

int fail(const std::string& sentence)
{
    std::fprintf(stderr, "overlap: %s\n", sentence.c_str());
    return 2;
}

/// Whether the subject is a trace: a file that is not a program, or a folder with one trace per rank.
bool isTrace(const std::string& subject)
{
    const std::filesystem::path path(subject);
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return engine::io::isRunSet(path);
    return std::filesystem::is_regular_file(path, ignored) && path.extension() != ".py" && path.extension() != ".ipynb";
}

/// Whether a figure of the trace would be empty.
bool isEmpty(const engine::trace::Trace& trace)
{
    const auto hasSpans = [](const engine::ranks::Member& member) {
        return std::ranges::any_of(member.trace->lanes(), [&](const engine::trace::LaneRecord& lane) {
            return !member.trace->spans(lane.id).empty();
        });
    };
    if (const engine::ranks::RunSet* set = engine::ranks::setOf(trace))
        return std::ranges::none_of(set->members(), hasSpans);
    return trace.devices().empty() && trace.opCount() == 0;
}

ui::model::RunContext contextOf(const RunRequest& request, const std::vector<engine::frontend::SyncPoint>& points)
{
    ui::model::RunContext context;
    const auto results = request.program.bookResults.find(request.dialect);
    if (results != request.program.bookResults.end() && request.parameters.empty())
        for (const auto& [label, seconds] : results->second)
            context.bookResults[QString::fromStdString(label)] = seconds;
    for (const auto& point : points) {
        const bool isOff = std::count(request.off.begin(), request.off.end(), point.line) > 0;
        const bool isOn = std::count(request.on.begin(), request.on.end(), point.line) > 0;
        context.syncPoints[point.line] = isOn || (point.isInitiallyOn && !isOff);
    }
    return context;
}

/// Removes the switches and parameters of the command line, so that the program runs unchanged.
CommandLine asItOpens(const CommandLine& line)
{
    CommandLine opened = line;
    opened.off.clear();
    opened.on.clear();
    opened.inserted.clear();
    opened.levers.clear();
    opened.sync.reset();
    opened.parameters.clear();
    return opened;
}

bool changesSomething(const CommandLine& line)
{
    return !line.off.empty() || !line.on.empty() || !line.inserted.empty() || !line.levers.empty() || line.sync ||
           !line.parameters.empty();
}

engine::Result<std::shared_ptr<Programs>> startPrograms()
{
    const auto resources = findResources();
    return resources ? Programs::start(*resources, QFile::encodeName(commandProgram()).toStdString())
                     : engine::Error(resources.error());
}

engine::Result<FigureRun> run(Programs& programs, const CommandLine& line)
{
    const auto request = requestFor(programs.runner(), line.subject, line);
    if (!request)
        return engine::Error(request.error());
    const auto points = programs.runner().syncPoints(request->source, request->dialect);
    if (!points)
        return engine::Error(points.error());
    engine::trace::Recorder recorder;
    auto outcome = programs.run(*request, recorder);
    if (!outcome)
        return std::move(outcome).error();
    return FigureRun{outcome->trace, contextOf(*request, *points),
                     ui::listing::listingThatRan(request->program, *outcome->trace)};
}

/// Returns the listing that a trace was recorded from, with the parameter values of the run; empty if the program is
/// not found.
std::string listingOf(const engine::trace::Trace& trace)
{
    const auto programs = startPrograms();
    if (!programs)
        return {};
    const auto program = (*programs)->runner().load(trace.run().program);
    return program ? ui::listing::listingThatRan(*program, trace) : std::string();
}

ui::figure::FigureOptions optionsOf(const CommandLine& line, const FigureRun& made)
{
    using ui::figure::FigureKind;
    ui::figure::FigureOptions options;
    options.what = line.what == "graph"     ? FigureKind::Graph
                   : line.what == "memory"  ? FigureKind::Memory
                   : line.what == "compare" ? FigureKind::Compare
                                            : FigureKind::Timeline;
    options.preset = line.preset == "page"     ? ui::figure::Preset::Page178mm
                     : line.preset == "column" ? ui::figure::Preset::Column85mm
                                               : ui::figure::Preset::Slide;
    options.title = QString::fromStdString(engine::drawable(line.title));
    options.caption = QString::fromStdString(engine::drawable(line.caption));
    options.colours = line.isGrayscale    ? ui::figure::Colours::Grayscale
                      : line.isDarkFigure ? ui::figure::Colours::Dark
                                          : ui::figure::Colours::Colour;
    options.showListing = line.hasListing;
    options.showLinks = line.hasLinks;
    options.showMemory = line.hasMemory;
    options.context = made.context;
    options.listing = made.listing;
    return options;
}

/// Checks that the output has the file type that its content requires.
engine::Status checkEnding(const CommandLine& line)
{
    const std::string ending = std::filesystem::path(line.output).extension().string();
    const bool isBook = line.what == "flipbook" || line.what == "lesson";
    const char* wanted = isBook ? ".pdf" : line.what == "flip" ? ".svg" : nullptr;
    if (wanted == nullptr || ending == wanted)
        return {};
    return engine::untranslatedError(engine::ErrorCode::InvalidArgument, "--what " + line.what + " is written as " +
                                                                             wanted + ", but the file is called \"" +
                                                                             line.output + "\"; end it with " + wanted +
                                                                             ".");
}

/// Sets the texts that the window would show for the comparison. Clears the names of the two runs, because the figure
/// names the runs by the changed lines.
void describePair(const FigureRun& before, const FigureRun& made, ui::figure::FigureOptions& options)
{
    const ui::compare::ComparedPair pair({engine::analysis::wholeSide(before.trace), before.context, {}, {}},
                                         {engine::analysis::wholeSide(made.trace), made.context, {}, {}});
    ui::files::showComparison(pair, options);
    options.compared.before.clear();
    options.compared.after.clear();
}

engine::Status draw(Programs* programs, const CommandLine& line, const FigureRun& made,
                    ui::figure::FigureOptions options)
{
    const bool isPair = line.what == "compare" || line.what == "flip";
    if (isPair || (line.what == "flipbook" && changesSomething(line))) {
        if (programs == nullptr || !changesSomething(line))
            return engine::untranslatedError(
                engine::ErrorCode::InvalidArgument,
                "--what " + line.what +
                    " needs two runs: name a program, and with --off, --on, --sync or --set what "
                    "the second does otherwise.");
        auto before = run(*programs, asItOpens(line));
        if (!before)
            return std::move(before).error();
        options.before = before->trace;
        options.beforeContext = before->context;
        options.beforeListing = before->listing;
        if (line.what == "compare")
            describePair(*before, made, options);
    }
    if (line.what != "flipbook" && line.what != "flip")
        return ui::figure::writeFigure(*made.trace, options, line.output);
    const auto bytes =
        line.what == "flip"
            ? ui::figure::renderFlip(*made.trace, options)
            : ui::figure::renderFlipBook(options.before ? ui::figure::flipPages(made.trace, options)
                                                        : ui::figure::replayPages(made.trace, options, line.pages));
    if (!bytes)
        return bytes.error();
    return ui::drawing::writeBytes(*bytes, line.output);
}

/// Writes a lesson as a book; see lessonPages(). Runs a lesson from a file only if the user has allowed it.
int writeLessonBook(const CommandLine& line)
{
    bool isShipped = false;
    const auto lesson = findLesson(line.subject, &isShipped);
    if (!lesson)
        return fail(lesson.error().english());
    if (!isShipped && !line.isTrusted)
        return fail("this lesson comes from a file and has not been run: " + contentsText(*lesson) +
                    ". Say --trust if it may.");
    const auto programs = startPrograms();
    if (!programs)
        return fail(programs.error().english());
    Runner& runner = (*programs)->runner();
    const auto runLesson = [&](const RunRequest& request) -> engine::Result<FigureRun> {
        const auto points = runner.syncPoints(request.source, request.dialect);
        RunRequest seeded = request;
        seeded.seed = line.seed;
        engine::trace::Recorder recorder;
        auto outcome = (*programs)->run(seeded, recorder);
        if (!outcome)
            return std::move(outcome).error();
        return FigureRun{outcome->trace,
                         contextOf(request, points ? *points : std::vector<engine::frontend::SyncPoint>()),
                         ui::listing::listingThatRan(request.program, *outcome->trace)};
    };
    const auto pages = lessonPages(*lesson, runner, optionsOf(line, {}), runLesson);
    if (!pages)
        return fail(pages.error().english());
    const auto bytes = ui::figure::renderFlipBook(*pages);
    if (!bytes)
        return fail(bytes.error().english());
    const engine::Status written = ui::drawing::writeBytes(*bytes, line.output);
    return written ? 0 : fail(written.error().english());
}

}  // namespace

int writeFigure(const CommandLine& asked)
{
    if (const auto checked = checkOutputs({asked.subject, asked.machine}, {asked.output}); !checked)
        return fail(checked.error().english());
    CommandLine line = asked;
    line.output = absoluteOutput(asked.output);  // made absolute, because the program may change the current folder
    // Ignore the system's language, because the output must be the same on every computer.
    ui::look::Languages languages;
    languages.choose(line.language.value_or(ui::look::Language::English));
    if (const auto checked = checkEnding(line); !checked)
        return fail(checked.error().english());
    if (line.what == "lesson")
        return writeLessonBook(line);
    FigureRun result;
    std::shared_ptr<Programs> programs;
    if (isTrace(line.subject)) {
        auto opened = engine::io::openTrace(line.subject);
        if (!opened)
            return fail(opened.error().english());
        result.trace = opened->trace;
        if (!opened->note.empty())
            std::fprintf(stderr, "overlap: %s\n", opened->note.english().c_str());
        if (isEmpty(*result.trace)) {
            std::fprintf(stderr, "overlap: nothing is left of \"%s\" to draw; no figure was written.\n",
                         line.subject.c_str());
            return 1;
        }
        if (line.hasListing)
            result.listing = listingOf(*result.trace);
    } else {
        auto created = startPrograms();
        if (!created)
            return fail(created.error().english());
        programs = *std::move(created);
        auto ran = run(*programs, line);
        if (!ran)
            return fail(ran.error().english());
        result = *std::move(ran);
    }
    if (const engine::Status written = draw(programs.get(), line, result, optionsOf(line, result)); !written)
        return fail(written.error().english());
    // The figure was written and shows the error. The exit status reports to scripts that the program raised an
    // exception.
    if (result.trace->error()) {
        std::fprintf(stderr, "%s", result.trace->error()->traceback.c_str());
        return 1;
    }
    return 0;
}

}  // namespace app
