#pragma once

#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/listing/lever.h"
#include "engine/listing/sync_point.h"
#include "engine/trace/record.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine::frontend {

enum class Dialect : std::uint8_t { Torch, MXNet };
/// "torch" or "mxnet": the dialect in files, in traces and on the command line.
[[nodiscard]] constexpr const char* dialectName(Dialect dialect)
{
    return dialect == Dialect::Torch ? "torch" : "mxnet";
}
/// The dialect of this name; Torch for any other text.
[[nodiscard]] constexpr Dialect dialectNamed(std::string_view name)
{
    return name == dialectName(Dialect::MXNet) ? Dialect::MXNet : Dialect::Torch;
}

enum class ParameterKind : std::uint8_t { Integer, Choice, Flag, Text, Real };

/// A parameter of a program: a module-level constant or literal of the listing that the program's header names, or an
/// option of the platform, such as `hostMemory` (platformParameters()).
struct Parameter {
    std::string name;   ///< "n"
    std::string label;  ///< "matrix side"
    ParameterKind kind = ParameterKind::Integer;
    std::string value;  ///< default, as text
    std::int64_t minimum = 1;
    std::int64_t maximum = 0;
    std::vector<std::string> choices;  ///< "pageable", "pinned"
    std::string note;
    double lowest = 0;  ///< bounds of a Real, both included
    double highest = 0;
};

/// The bytes of a user's own file when it was opened. Saving writes these bytes with the changes of the listing.
struct OpenedFile {
    std::string bytes;
    bool isNotebook = false;
};

/// A built-in program, or a program of the user.
struct Program {
    std::string id;  ///< "13.3.1", or a path
    std::string title;
    std::string section;
    std::string group;                        ///< parent in the program tree: "13.3 Automatic parallelism"
    std::map<Dialect, std::string> machines;  ///< by dialect: machine on which the book's results were measured
    std::map<Dialect, std::string> sources;   ///< listing by dialect, without its header
    std::vector<Parameter> parameters;
    /// By dialect and parameter: the lines of the listing whose literals the parameter replaces. A parameter that is
    /// not named here replaces the literals that are bound to its name.
    std::map<Dialect, std::map<std::string, std::vector<int>>> numberLines;
    std::map<Dialect, std::map<std::string, double>> bookResults;  ///< Benchmark label -> seconds
    std::map<Dialect, std::vector<int>> initiallyOff;              ///< sync points that are off at first
    std::map<Dialect, std::string> notes;  ///< one or two sentences that the window shows below the parameters
    /// A suggestion "Try this": the source line to switch or the parameters to set, and the sentence with the predicted
    /// number.
    struct Suggestion {
        std::string title;
        std::string text;
        std::optional<int> flipLine;
        std::map<std::string, std::string> set;
        std::string block{};  ///< label of the Benchmark to which the number belongs; empty: the last one
    };
    std::map<Dialect, std::vector<Suggestion>> suggestions;
    std::optional<std::string> path;         ///< path of a user's own file; none: a built-in program
    std::shared_ptr<const OpenedFile> file;  ///< the opened file; null if the program is not from a file
    /// The mode of values on a virtual machine; none: values are computed when the program reads them. With times only,
    /// a value that is read is NaN (0 or False for integers and booleans); the program run reports this once.
    std::optional<trace::ValueMode> values;
};

/// Returns the text of `dialect`, or that of the other dialect; "" if there is none.
[[nodiscard]] std::string textIn(const std::map<Dialect, std::string>& texts, Dialect dialect);

/// Returns the lines whose sync points are off when the listing of `dialect` is opened.
[[nodiscard]] std::vector<int> linesOff(const Program& program, Dialect dialect);

using listing::Insertion;
using listing::Lever;
using listing::SyncPoint;
using listing::SyntaxProblem;

}  // namespace engine::frontend
