#include "engine/symbol/parameter_file.h"
#include "tests/fuzz/fuzz.h"

using namespace engine;
using ops::Shape;
using symbol::Parameter;

/// Fuzzes the reader of MXNet's `.params` files.
namespace {

bool read(std::string_view input)
{
    const auto parameters = fuzz::reading([&] { return symbol::decodeParameters(input); });
    if (!fuzz::succeeded(parameters))
        return false;
    for (const Parameter& parameter : *parameters)
        fuzz::require(static_cast<std::int64_t>(parameter.values.size()) == parameter.shape.elements(),
                      "an array has the elements of its shape");
    return true;
}

std::vector<std::string> seeds()
{
    const std::vector<Parameter> some{{"arg:dense0_weight", Shape{3, 4}, std::vector<float>(12, 1.5F)},
                                      {"aux:norm0_running_mean", Shape{5}, std::vector<float>(5, -1.0F)}};
    return {symbol::encodeParameters(some), symbol::encodeParameters({})};
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds, nullptr, fuzz::WithoutMemory::Throws};
