#pragma once

#include "app/wiring/run_options.h"
#include "ui/look/languages.h"

#include <QSize>
#include <QString>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// The parsed command line of `overlap`.
struct CommandLine : RunOptions {
    enum class Mode : std::uint8_t { Window, Figure, Shot, Text };

    Mode mode = Mode::Window;
    std::string text;     ///< if mode is Text: printed to standard output
    std::string subject;  ///< program id, program file or trace
    std::string output;   ///< file for the figure or picture
    std::string lesson;   ///< id of a built-in lesson, or a file

    // -- options of a figure
    std::string title, caption, preset = "slide", what = "timeline";
    bool isGrayscale = false;
    bool isDarkFigure = false;
    bool hasListing = false;  ///< adds the listing beside the timeline
    bool hasLinks = false;    ///< draws the use of links below the lanes
    bool hasMemory = false;   ///< draws the use of memory below the lanes
    bool isTrusted = false;   ///< a lesson from a file may run
    int pages = 12;           ///< limit on the pages of a flip-book

    // -- options of a picture of the window
    int step = 1;  ///< number of the lesson's step to show; the step's question is answered
    QSize size{1440, 900};
    double scale = 1;
    bool isDark = false;
    std::optional<ui::look::Language>
        language;  ///< missing: English for a figure or a picture, else the user's language
    bool isProjected = false;
    bool hasHighContrast = false;
    bool isLive = false;
    bool isStartMeasured = false;       ///< opens the window, prints the time to the first frame, and exits
    bool keepsBefore = false;           ///< runs the unchanged program first; the window shows it as the previous run
    std::vector<int> whatIf;            ///< positions of the sliders for link bandwidth and for the cost of issuing
    std::vector<std::string> commands;  ///< names of commands to run before the picture is taken
    bool asksFirst = false;             ///< "Hide results until a guess" is on
    std::string compare;                ///< "stacked", "overlaid" or "beside": opens a comparison; empty: opens none
    QString selectLabel, block;
    int selectOp = -1;
    std::vector<std::uint32_t> selectRanks;  ///< ranks to select, numbered by their order in the run
    double time = -1;
    std::vector<double> range;  ///< visible range: begin and end in s, counted from the begin of the first block
};

/// Errors: InvalidArgument; the message is one sentence.
[[nodiscard]] engine::Result<CommandLine> parseCommandLine(int argc, const char* const* argv);

}  // namespace app
