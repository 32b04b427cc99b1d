#include "app/desktop/command_line.h"

#include "engine/base/invalid.h"
#include "engine/base/utf8.h"
#include "ui/look/language_rows.h"

#include <CLI/CLI.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace app {

namespace {

/// The options as text, before they are parsed and checked together.
struct RawOptions {
    RunOptionTexts run;
    std::string language, size, theme = "light", selectLabel, block;
};

engine::Status check(const RawOptions& raw, CommandLine& line)
{
    auto options = readRunOptions(raw.run);
    if (!options)
        return std::move(options).error();
    static_cast<RunOptions&>(line) = *std::move(options);
    if (!raw.language.empty())
        line.language = ui::look::languageOf(QString::fromStdString(raw.language));
    line.isDark = raw.theme == "dark";
    line.selectLabel = QString::fromStdString(raw.selectLabel);
    line.block = QString::fromStdString(raw.block);
    if (!raw.size.empty()) {
        int width = 0, height = 0;
        char cross = 0, rest = 0;
        std::istringstream in(raw.size);
        if (!(in >> width >> cross >> height) || in >> rest || cross != 'x' || width < 200 || height < 200 ||
            width > 16000 || height > 16000)
            return engine::invalid("--size takes WIDTHxHEIGHT in pixels, such as 1440x900; \"" + raw.size +
                                   "\" is none.");
        line.size = QSize(width, height);
    }
    return {};
}

/// Rejects names that are not valid UTF-8: Qt replaces their invalid bytes, so the window would open another file.
engine::Status checkNames(const CommandLine& line)
{
    if (line.mode == CommandLine::Mode::Figure)
        return {};
    for (const std::string& name : {line.subject, line.lesson, line.machine})
        if (QString::fromStdString(name).toStdString() != name)
            return engine::invalid(
                "The name of " + engine::drawable(name) +
                " is not UTF-8, and the window opens no such files; rename it. Figures and overlap-run do.");
    return {};
}

void addBoth(CLI::App& app, RawOptions& raw)
{
    addRunOptions(app, raw.run);
    std::vector<std::string> codes;
    for (const ui::look::LanguageRow& row : ui::look::languageRows())
        codes.emplace_back(row.code);
    app.add_option("--language", raw.language, "the language of the window and of figures")
        ->check(CLI::IsMember(codes));
}

void addShotOptions(CLI::App& app, CommandLine& line, RawOptions& raw)
{
    app.add_option("--shot", line.output)->group("");
    app.add_option("--program", line.subject)->group("");
    app.add_option("--size", raw.size)->group("");
    app.add_option("--scale", line.scale)->group("")->check(CLI::Range(0.8, 2.0));
    app.add_option("--theme", raw.theme)->group("")->check(CLI::IsMember({"light", "dark"}));
    app.add_option("--select-op", line.selectOp)->group("");
    app.add_option("--select-rank", line.selectRanks)->group("");
    app.add_option("--select-label", raw.selectLabel)->group("");
    app.add_option("--block", raw.block)->group("");
    app.add_option("--time", line.time)->group("");
    app.add_option("--range", line.range)->group("")->expected(2);
    app.add_flag("--before", line.keepsBefore)->group("");
    app.add_option("--what-if", line.whatIf)->group("")->expected(2);
    app.add_option("--command", line.commands)->group("");
    app.add_flag("--predict-first", line.asksFirst)->group("");
    app.add_option("--compare", line.compare)->group("")->check(CLI::IsMember({"stacked", "overlaid", "beside"}));
    app.add_flag("--projector", line.isProjected)->group("");
    app.add_option("--step", line.step)->group("")->check(CLI::Range(1, 200));
    app.add_flag("--contrast", line.hasHighContrast)->group("");
    app.add_flag("--live", line.isLive)->group("");
    app.add_flag("--measure-start", line.isStartMeasured)->group("");
}

}  // namespace

engine::Result<CommandLine> parseCommandLine(int argc, const char* const* argv)
{
    CommandLine line;
    RawOptions raw;
    std::string start;
    CLI::App app("Shows what an asynchronous dependency engine does.", "overlap");
    app.set_version_flag("--version", "overlap " OVERLAP_VERSION);
    app.add_option("PROGRAM|TRACE", start, "what to open: a program's id (13.3.1), a .py or .ipynb, or a saved trace");
    app.footer(
        "For example:\n"
        "  overlap                                      the window, as it was left\n"
        "  overlap 13.3.2 --off 22                      a program of the chapter, without the wait on line 22\n"
        "  overlap mine.ipynb --machine this-computer   a notebook of your own, for real\n"
        "  overlap figure 13.3.1 -o figure.svg          its timeline as a picture, without a window\n\n"
        "overlap-run runs programs without a window; overlap-run list names them.");
    refuseEmpty(*app.add_option("--lesson", line.lesson, "begins a lesson: its number (13.3), or a file"));
    addBoth(app, raw);
    addShotOptions(app, line, raw);
    CLI::App* figure = app.add_subcommand("figure", "Draws a program or a trace as a figure, without a window.");
    figure->add_option("PROGRAM-or-TRACE", line.subject, "a program's id, a .py or .ipynb, or a saved trace")
        ->required();
    figure->add_option("-o,--output", line.output, "FILE.svg, FILE.pdf or FILE.png")->required();
    figure->add_option("--title", line.title, "instead of the program's");
    figure->add_option("--caption", line.caption, "below the figure; the note that a run was simulated stays");
    figure
        ->add_option("--what", line.what,
                     "timeline, graph or memory; compare: the program as it opens above what the options make of it; "
                     "flipbook: a PDF with a page a step; flip: an SVG that moves from the one to the other; "
                     "lesson: PROGRAM is a lesson (13.3, or a file), a page a step")
        ->check(CLI::IsMember({"timeline", "graph", "memory", "compare", "flipbook", "flip", "lesson"}));
    figure->add_flag("--trust", line.isTrusted, "runs a lesson that comes from a file");
    figure->add_option("--preset,--size", line.preset, "slide, page (178 mm) or column (85 mm)")
        ->check(CLI::IsMember({"slide", "page", "column"}));
    CLI::Option* printed = figure->add_flag("--print,--grayscale", line.isGrayscale, "for printers without colour");
    figure->add_flag("--dark", line.isDarkFigure, "on a dark ground, for a dark slide")->excludes(printed);
    figure->add_flag("--listing", line.hasListing, "the listing with its switches and results, at the left of a slide");
    figure->add_flag("--links", line.hasLinks, "the use of links, below the lanes of a timeline or a comparison");
    figure->add_flag("--memory", line.hasMemory, "what devices hold, below the lanes of a timeline or a comparison");
    figure->add_option("--pages", line.pages, "of a flip-book, at most")->check(CLI::Range(1, 200));
    addBoth(*figure, raw);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {
        std::ostringstream out;
        app.exit(asked, out, out);
        line.mode = CommandLine::Mode::Text;
        line.text = out.str();
        return line;
    } catch (const CLI::ParseError& error) {
        return engine::invalid(sentenceOf(error) + " See overlap --help.");
    }
    if (auto checked = check(raw, line); !checked)
        return checked.error();
    if (figure->parsed())
        line.mode = CommandLine::Mode::Figure;
    else if (!line.output.empty())
        line.mode = CommandLine::Mode::Shot;
    if (line.mode != CommandLine::Mode::Figure && !start.empty())
        line.subject = start;
    if (auto checked = checkNames(line); !checked)
        return checked.error();
    return line;
}

}  // namespace app
