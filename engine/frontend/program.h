#pragma once

#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/listing/sync_point.h"
#include "engine/trace/record.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine::frontend {

enum class Dialect : std::uint8_t { Torch, MXNet };

enum class ParameterKind : std::uint8_t { Integer, Choice, Flag, Text, Real };

/// A field of a program. In a listing it is the module-level constant or literal that its header names, or an option
/// of the platform (`hostMemory`, `copies`, `workers`, `devices`).
struct Parameter {
    std::string name;   ///< "n"
    std::string label;  ///< "matrix side"
    ParameterKind kind = ParameterKind::Integer;
    std::string value;  ///< default, as text
    std::int64_t minimum = 1;
    std::int64_t maximum = 0;
    std::vector<std::string> choices;  ///< "pageable", "pinned"
    std::string note;
    double lowest = 0;  ///< of a Real, both included
    double highest = 0;
};

/// A reader's own file as it was opened, byte by byte: what is saved is this with the changes of its listing.
struct OpenedFile {
    std::string bytes;
    bool isNotebook = false;
};

/// One of the chapter's programs, or the reader's own.
struct Program {
    std::string id;  ///< "13.3.1", or a path
    std::string title;
    std::string section;
    std::string group;                       ///< chapter-tree parent: "13.3 Automatic parallelism"
    std::string machine;                     ///< where its book results come from
    std::map<Dialect, std::string> sources;  ///< listing by dialect (as the reader sees it, header removed)
    std::vector<Parameter> parameters;
    std::map<Dialect, std::map<std::string, double>> bookResults;  ///< Benchmark label -> seconds
    std::map<Dialect, std::vector<int>> initiallyOff;              ///< sync points that the opening state has off
    std::string note;                                              ///< one or two sentences under the parameters
    /// "Try this": line to flip (by dialect) or parameter to set, with the sentence around the predicted number.
    struct Suggestion {
        std::string title;
        std::string text;
        std::optional<int> flipLine;
        std::map<std::string, std::string> set;
        std::string block{};  ///< label of the Benchmark that the number is of; empty: the last one
    };
    std::map<Dialect, std::vector<Suggestion>> suggestions;
    std::optional<std::string> path;         ///< of a reader's own file
    std::shared_ptr<const OpenedFile> file;  ///< what was opened there; null: the program is not from a file
    /// On a virtual machine; none: values are computed where the program reads them.
    std::optional<trace::ValueMode> values;
    /// Reading a value that was not computed gives NaN and a note, instead of an error: for programs that print what
    /// they learn on the way.
    bool readsNan = false;
};

using listing::SyncPoint;
using listing::SyntaxProblem;

}  // namespace engine::frontend
