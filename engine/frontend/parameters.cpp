#include "engine/frontend/detail/run_options.h"

#include "engine/base/text.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>

namespace engine::frontend {

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

Parameter choice(std::string name, std::string label, std::string initial, std::vector<std::string> choices,
                 std::string note = {})
{
    return {std::move(name),    std::move(label), ParameterKind::Choice, std::move(initial), 1, 0,
            std::move(choices), std::move(note)};
}

Parameter integer(std::string name, std::string label, std::string initial, std::int64_t least, std::int64_t most,
                  std::string note = {})
{
    return {std::move(name), std::move(label), ParameterKind::Integer, std::move(initial), least, most, {},
            std::move(note)};
}

Parameter freeText(std::string name, std::string label, std::string note)
{
    return {std::move(name), std::move(label), ParameterKind::Text, "", 1, 0, {}, std::move(note)};
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
        choice("hostMemory", "host memory", "framework",
               {"framework", "pageable", "pageable-warm", "pinned-cold", "pinned"},
               "framework: what the framework itself chooses for each copy"),
        choice("copies", "copies on", "framework", {"framework", "own", "current"}),
        integer("workers", "CPU workers", "1", 1, 64),
        integer("streams", "streams per GPU", "1", 1, 32),
        choice("devices", "GPUs", "all", {"0", "1", "2", "3", "4", "5", "6", "7", "cpu"},
               "numbers of the GPUs that the program sees; cpu: none of them"),
        choice("policy", "engine", "threaded", {"threaded", "naive"}),
        choice("synchronize", "synchronize() waits for", "current", {"current", "all"}),
        choice("allReduce", "gradients are added up", "framework", {"framework", "naive", "ring", "nccl"},
               "framework: as the program's Trainer does it; nccl: on several GPUs of this computer"),
        choice("overlap", "ranks exchange gradients", "on", {"on", "off"},
               "on: while backward() computes further gradients; off: after it"),
        choice("tf32", "TF32 products", "off", {"off", "on"},
               "of this computer's GPUs: products and convolutions round their factors to 10 bits and get faster"),
        freeText("arguments", "arguments", "what follows the program's name in sys.argv; quotes keep words together"),
        freeText(
            "data", "data set",
            "a folder with the IDX files of Fashion-MNIST; generated: made-up images; empty: the installed package"),
        integer("images", "training images", "60000", 1, 60000,
                "the first so many of the data set's, and a sixth as many test images"),
        integer("epochs", "epochs", "", 1, 0, "the most turns of a loop whose range or variable is named after epochs"),
        integer("ranks", "ranks", "1", 1, 64, "processes that run the program together"),
        freeText("hosts", "computers of the ranks",
                 "a file with the computers on which ranks run, one a line; empty: this one"),
        integer("noise", "noise, percent", "0", 0, 50, "of every duration of a virtual machine"),
        integer(
            "valueThreads", "threads for values", "1", 1, 64,
            "of a virtual machine; as many as there are cores if it is not set, and the values do not depend on it"),
    };
    return kAll;
}

}  // namespace engine::frontend
