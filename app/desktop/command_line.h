#pragma once

#include "app/wiring/run_options.h"
#include "ui/look/languages.h"

#include <QSize>
#include <QString>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// A command line of `overlap`, understood.
struct CommandLine : RunOptions {
    enum class Mode : std::uint8_t { Window, Figure, Shot, Text };

    Mode mode = Mode::Window;
    std::string text;     ///< of Text: printed to standard output
    std::string subject;  ///< program id, program file or trace
    std::string output;   ///< figure or picture
    std::string lesson;   ///< id of one that ships, or a file

    // -- of a figure
    std::string title, caption, preset = "slide", what = "timeline";
    bool isGrayscale = false;
    bool hasMemory = false;  ///< below the lanes
    bool isTrusted = false;  ///< a lesson from a file may run
    int pages = 12;          ///< of a flip-book of a replay, at most

    // -- of a shot of the window
    int step = 1;  ///< of the lesson; its question is answered
    QSize size{1440, 900};
    double scale = 1;
    bool isDark = false;
    std::optional<ui::look::Language> language;  ///< without it the reader's, of a figure English
    bool isProjected = false;
    bool hasHighContrast = false;
    bool isLive = false;
    bool isStartMeasured = false;       ///< opens the window, prints how long that took, and ends
    bool keepsBefore = false;           ///< the program as it opens is kept as "before"
    std::vector<int> whatIf;            ///< steps of link bandwidth and of the cost of issuing
    std::vector<std::string> commands;  ///< by their names, before the picture is taken
    bool asksFirst = false;             ///< "Hide results until a guess"
    std::string compare;                ///< "stacked" or "overlaid": the comparison is open
    QString selectLabel, block;
    int selectOp = -1;
    double time = -1;
    std::vector<double> range;  ///< visible, from the first block on: begin and end in seconds
};

/// Errors: InvalidArgument with one sentence.
[[nodiscard]] engine::Result<CommandLine> parseCommandLine(int argc, const char* const* argv);

}  // namespace app
