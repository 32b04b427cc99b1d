#include "engine/frontend/detail/run_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace engine::frontend {

namespace {

std::string boundsOf(const Parameter& parameter)
{
    const std::string low = std::to_string(parameter.minimum);
    return parameter.maximum > 0 ? "a whole number from " + low + " to " + std::to_string(parameter.maximum)
                                 : "a whole number of at least " + low;
}

}  // namespace

Result<std::int64_t> wholeNumber(const Parameter& parameter, const std::string& text)
{
    const auto wrong = [&] {
        return makeError(ErrorCode::InvalidArgument, "The parameter " + parameter.name + " must be " +
                                                         boundsOf(parameter) + "; it is " +
                                                         (text.empty() ? "empty" : text) + ".");
    };
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        return wrong();
    if (value < parameter.minimum || (parameter.maximum > 0 && value > parameter.maximum))
        return wrong();
    return value;
}

Result<double> realNumber(const Parameter& parameter, const std::string& text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size() && value >= parameter.lowest &&
        value <= parameter.highest)
        return value;
    std::array<char, 64> bounds{};
    std::snprintf(bounds.data(), bounds.size(), "%g to %g", parameter.lowest, parameter.highest);
    return makeError(ErrorCode::InvalidArgument, "The parameter " + parameter.name + " must be a number from " +
                                                     bounds.data() + "; it is " + (text.empty() ? "empty" : text) +
                                                     ".");
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
        {"tf32",
         "TF32 products",
         ParameterKind::Choice,
         "off",
         1,
         0,
         {"off", "on"},
         "of this computer's GPUs: products and convolutions round their factors to 10 bits and get faster"},
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
