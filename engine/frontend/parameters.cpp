#include "engine/frontend/detail/run_options.h"

#include "engine/base/text.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>

namespace engine::frontend {

using messages::message;

namespace {

Message boundsOf(const Parameter& parameter)
{
    return parameter.maximum > 0 ? message("program.whole-number", parameter.minimum, parameter.maximum)
                                 : message("program.whole-number-at-least", parameter.minimum);
}

Error wrongValue(const Parameter& parameter, Message wanted, const std::string& text)
{
    return makeError(ErrorCode::InvalidArgument,
                     message("program.parameter-value", parameter.name, std::move(wanted),
                             text.empty() ? message("program.parameter-empty") : Message(text)));
}

}  // namespace

Result<std::int64_t> wholeNumber(const Parameter& parameter, const std::string& text)
{
    const auto value = parseNumber<std::int64_t>(text);
    if (!value || *value < parameter.minimum || (parameter.maximum > 0 && *value > parameter.maximum))
        return wrongValue(parameter, boundsOf(parameter), text);
    return *value;
}

Result<double> realNumber(const Parameter& parameter, const std::string& text)
{
    const auto value = parseNumber<double>(text);
    if (value && *value >= parameter.lowest && *value <= parameter.highest)
        return *value;
    std::array<char, 32> lowest{}, highest{};
    std::snprintf(lowest.data(), lowest.size(), "%g", parameter.lowest);
    std::snprintf(highest.data(), highest.size(), "%g", parameter.highest);
    return wrongValue(parameter, message("program.number", lowest.data(), highest.data()), text);
}

Status addParameters(const std::string& text, std::map<std::string, std::string>& parameters)
{
    std::istringstream stream(text);
    std::string name;
    for (std::string part; std::getline(stream, part, ',');) {
        const std::size_t equals = part.find('=');
        if (equals == 0 || (equals == std::string::npos && name.empty()))
            return untranslatedError(ErrorCode::InvalidArgument,
                                     "--set takes name=value, such as --set n=1000,products=10; it is " + text + ".");
        if (equals != std::string::npos) {
            name = part.substr(0, equals);
            parameters[name] = part.substr(equals + 1);
        } else {
            parameters[name] += "," + part;
        }
    }
    return {};
}

const std::vector<Parameter>& platformParameters()
{
    static const std::vector<Parameter> kAll = {
        {"hostMemory",
         "host memory",
         ParameterKind::Choice,
         "framework",
         1,
         0,
         {"framework", "pageable", "pageable-warm", "pinned-cold", "pinned"},
         "framework: what the framework itself chooses for each copy"},
        {"copies", "copies on", ParameterKind::Choice, "framework", 1, 0, {"framework", "own", "current"}, {}},
        {"workers", "CPU workers", ParameterKind::Integer, "1", 1, 64, {}, {}},
        {"streams", "streams per GPU", ParameterKind::Integer, "1", 1, 32, {}, {}},
        {"devices",
         "GPUs",
         ParameterKind::Choice,
         "all",
         1,
         0,
         {"0", "1", "2", "3", "4", "5", "6", "7", "cpu"},
         "numbers of the GPUs that the program sees; cpu: none of them"},
        {"policy", "engine", ParameterKind::Choice, "threaded", 1, 0, {"threaded", "naive"}, {}},
        {"synchronize", "synchronize() waits for", ParameterKind::Choice, "current", 1, 0, {"current", "all"}, {}},
        {"allReduce",
         "gradients are added up",
         ParameterKind::Choice,
         "framework",
         1,
         0,
         {"framework", "naive", "ring", "nccl"},
         "framework: as the program's Trainer does it; nccl: on several GPUs of this computer"},
        {"overlap",
         "ranks exchange gradients",
         ParameterKind::Choice,
         "on",
         1,
         0,
         {"on", "off"},
         "on: while backward() computes further gradients; off: after it"},
        {"tf32",
         "TF32 products",
         ParameterKind::Choice,
         "off",
         1,
         0,
         {"off", "on"},
         "of this computer's GPUs: products and convolutions round their factors to 10 bits and get faster"},
        {"arguments",
         "arguments",
         ParameterKind::Text,
         "",
         1,
         0,
         {},
         "what follows the program's name in sys.argv; quotes keep words together"},
        {"data",
         "data set",
         ParameterKind::Text,
         "",
         1,
         0,
         {},
         "a folder with the IDX files of Fashion-MNIST; generated: made-up images; empty: the installed package"},
        {"images",
         "training images",
         ParameterKind::Integer,
         "60000",
         1,
         60000,
         {},
         "the first so many of the data set's, and a sixth as many test images"},
        {"epochs",
         "epochs",
         ParameterKind::Integer,
         "",
         1,
         0,
         {},
         "the most turns of a loop whose range or variable is named after epochs"},
        {"ranks", "ranks", ParameterKind::Integer, "1", 1, 64, {}, "processes that run the program together"},
        {"hosts",
         "computers of the ranks",
         ParameterKind::Text,
         "",
         1,
         0,
         {},
         "a file with the computers on which ranks run, one a line; empty: this one"},
        {"noise", "noise, percent", ParameterKind::Integer, "0", 0, 50, {}, "of every duration of a virtual machine"},
        {"valueThreads",
         "threads for values",
         ParameterKind::Integer,
         "1",
         1,
         64,
         {},
         "of a virtual machine; as many as there are cores if it is not set, and the values do not depend on it"},
    };
    return kAll;
}

}  // namespace engine::frontend
