#include "engine/frontend/detail/run_options.h"
#include "tests/fuzz/fuzz.h"

using namespace engine;
using namespace engine::frontend;

/// Fuzzes the expression of `--set`, and the settings of a run that the expression gives.
namespace {

RunRequest requestOf(Dialect dialect)
{
    RunRequest request;
    request.dialect = dialect;
    request.program.parameters = {
        {"n", "matrix side", ParameterKind::Integer, "4000", 1, 20000, {}, {}},
        {"lr", "learning rate", ParameterKind::Real, "0.1", 1, 0, {}, {}, 0.001, 10},
        {"mode", "mode", ParameterKind::Choice, "a", 1, 0, {"a", "b"}, {}},
        {"seed", "seed", ParameterKind::Integer, "0", 0, 0, {}, {}},
    };
    return request;
}

bool read(std::string_view input)
{
    RunRequest request = requestOf(input.size() % 2 == 0 ? Dialect::Torch : Dialect::MXNet);
    const std::string text(input);
    const Status parsed = fuzz::reading([&] { return addParameters(text, request.parameters); });
    if (!fuzz::succeeded(parsed))
        return false;
    const auto settings = fuzz::reading([&] { return settingsOf(request); });
    fuzz::require(settings || !settings.error().english().empty(), "an error has a sentence");
    static_cast<void>(replacedNumbers(request));
    if (!settings)
        return false;
    fuzz::require(settings->platform.computeWorkers >= 0 && settings->platform.computeWorkers <= 64,
                  "the number of workers is within its bounds");
    fuzz::require(settings->platform.noise >= 0 && settings->platform.noise <= 0.5, "noise is within its bounds");
    return true;
}

std::vector<std::string> seeds()
{
    std::vector<std::string> all{"n=1000,devices=0,1", "lr=0.5,mode=b,seed=9223372036854775807",
                                 "hostMemory=pinned-warm,copies=own,policy=naive,synchronize=all"};
    for (const Parameter& parameter : platformParameters()) {
        all.push_back(parameter.name + "=" + parameter.value);
        for (const std::string& choice : parameter.choices)
            all.push_back(parameter.name + "=" + choice);
    }
    return all;
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds, nullptr, fuzz::WithoutMemory::Throws};
