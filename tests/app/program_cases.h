#pragma once

#include "engine/frontend/plain_wait.h"
#include "tests/app/program_runs.h"
#include "tests/source_dir.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <vector>

/// A run of a built-in program: its dialect and machine, which waits are switched, and changed parameters.
struct ProgramCase {
    std::string program;
    engine::frontend::Dialect dialect = engine::frontend::Dialect::Torch;
    std::string machine;
    QString state;                ///< for messages, such as "as opened" or "all waits off"
    bool boundsAllStates = true;  ///< all switches are on and switch only waits, so that boundOf() holds for all states
    std::vector<int> off, on;
    std::map<std::string, std::string> set{};  ///< parameters whose values differ from the defaults

    /// Returns the request of this case. Shortens trainings to one epoch, with six times as many images as the
    /// default of the parameter `batch`.
    [[nodiscard]] engine::frontend::RunRequest request(ProgramRuns& runs) const
    {
        engine::frontend::RunRequest request = runs.request(program, dialect);
        request.machine = machine;
        request.off = off;
        request.on = on;
        const auto batch = std::find_if(request.program.parameters.begin(), request.program.parameters.end(),
                                        [](const auto& parameter) { return parameter.name == "batch"; });
        for (const auto& parameter : request.program.parameters)
            if (parameter.name == "epochs")
                request.parameters[parameter.name] = "1";
            else if (parameter.name == "images" && batch != request.program.parameters.end())
                request.parameters[parameter.name] = std::to_string(6 * std::stoi(batch->value));
        for (const auto& [name, value] : set)
            request.parameters[name] = value;
        return request;
    }
    [[nodiscard]] QString name() const
    {
        QString name =
            QStringLiteral("%1 (%2) on %3, %4")
                .arg(QString::fromStdString(program),
                     dialect == engine::frontend::Dialect::Torch ? QStringLiteral("PyTorch") : QStringLiteral("MXNet"),
                     QString::fromStdString(machine), state);
        for (const auto& [parameter, value] : set)
            name += QStringLiteral(", %1 = %2").arg(QString::fromStdString(parameter), QString::fromStdString(value));
        return name;
    }
};

/// True if OVERLAP_ALL_PROGRAMS is set: tests then cover every case instead of a sample.
inline bool isEveryCaseTested()
{
    return qEnvironmentVariableIsSet("OVERLAP_ALL_PROGRAMS");
}

/// The seed of the samples: the value of OVERLAP_SEED, or a fixed seed without this variable.
inline std::uint32_t sampleSeed()
{
    bool isSet = false;
    const int seed = qEnvironmentVariableIntValue("OVERLAP_SEED", &isSet);
    return isSet ? static_cast<std::uint32_t>(seed) : 20261123;
}

/// A sample of `all`, or all of them if every case is tested.
template <typename T>
std::vector<T> sampled(std::vector<T> all, std::size_t sample)
{
    if (!isEveryCaseTested() && all.size() > sample) {
        std::shuffle(all.begin(), all.end(), std::mt19937(sampleSeed()));
        all.resize(sample);
    }
    return all;
}

inline std::vector<std::string> shippedMachines()
{
    std::vector<std::string> machines;
    for (const auto& file : std::filesystem::directory_iterator(tests::inSource("resources/machines")))
        if (file.path().extension() == ".json" && file.path().stem() != "machine.schema")
            machines.push_back(file.path().stem());
    std::sort(machines.begin(), machines.end());
    return machines;
}

/// The states of a program on a machine: as opened, with each wait flipped, with all waits on and with all waits off.
inline std::vector<ProgramCase> statesOf(ProgramRuns& runs, const engine::frontend::Program& program,
                                         engine::frontend::Dialect dialect, const std::string& machine)
{
    const auto opened = program.initiallyOff.find(dialect);
    const std::vector<int> openedOff = opened == program.initiallyOff.end() ? std::vector<int>{} : opened->second;
    const auto points = runs.runner().syncPoints(program.sources.at(dialect), dialect);
    std::vector<ProgramCase> states;
    const auto add = [&](const QString& name, const auto& isOn) {
        ProgramCase state{program.id, dialect, machine, name, true, {}, {}};
        for (std::size_t i = 0; points && i < points->size(); ++i) {
            const auto& point = (*points)[i];
            state.boundsAllStates = state.boundsAllStates && isOn(point) && engine::frontend::isPlainWait(point);
            if (isOn(point) != point.isInitiallyOn)
                (point.isInitiallyOn ? state.off : state.on).push_back(point.line);
        }
        states.push_back(std::move(state));
    };
    const auto isOpenedOn = [&](const auto& point) {
        return point.isInitiallyOn && std::find(openedOff.begin(), openedOff.end(), point.line) == openedOff.end();
    };
    add(QStringLiteral("as opened"), isOpenedOn);
    if (!points)
        return states;
    for (const auto& flipped : *points)
        add(QStringLiteral("line %1 flipped").arg(flipped.line),
            [&](const auto& point) { return isOpenedOn(point) != (point.line == flipped.line); });
    if (points->size() > 1) {
        add(QStringLiteral("all waits on"), [](const auto&) { return true; });
        add(QStringLiteral("all waits off"), [](const auto&) { return false; });
    }
    return states;
}

/// For each program, dialect and shipped machine: the states of the program, as one group. Returns at most `sample`
/// groups, drawn at random, unless every case is tested.
inline std::vector<std::vector<ProgramCase>> programStates(ProgramRuns& runs, std::size_t sample)
{
    std::vector<std::vector<ProgramCase>> all;
    for (const auto& program : runs.runner().programs())
        for (const auto& [dialect, source] : program.sources)
            for (const std::string& machine : shippedMachines())
                all.push_back(statesOf(runs, program, dialect, machine));
    return sampled(std::move(all), sample);
}

/// Every state of every program in every dialect on every shipped machine, or a sample of these cases.
inline std::vector<ProgramCase> programCases(ProgramRuns& runs, std::size_t sample)
{
    std::vector<ProgramCase> all;
    for (auto& states : programStates(runs, std::numeric_limits<std::size_t>::max()))
        all.insert(all.end(), states.begin(), states.end());
    return sampled(std::move(all), sample);
}

/// Cases of every program on the machine of its header, or a sample of these cases. Each case changes one numeric
/// parameter to a third of its default; if the program computes no values, further cases change it to three times the
/// default. kOther contains the parameters that no case changes.
inline std::vector<ProgramCase> otherValues(ProgramRuns& runs, std::size_t sample)
{
    const std::set<std::string> kOther{"epochs", "images", "ranks", "batch"};
    std::vector<ProgramCase> all;
    for (const auto& program : runs.runner().programs())
        for (const auto& [dialect, source] : program.sources)
            for (const auto& parameter : program.parameters) {
                if (parameter.kind != engine::frontend::ParameterKind::Integer || kOther.contains(parameter.name))
                    continue;
                ProgramCase opened = statesOf(runs, program, dialect, textIn(program.machines, dialect)).front();
                const std::int64_t value = std::stoll(parameter.value);
                std::set<std::int64_t> values{std::max(value / 3, parameter.minimum)};
                if (program.values == engine::trace::ValueMode::TimingOnly)
                    values.insert(std::min(value * 3, parameter.maximum));
                values.erase(value);
                for (const std::int64_t other : values) {
                    opened.set = {{parameter.name, std::to_string(other)}};
                    all.push_back(opened);
                }
            }
    return sampled(std::move(all), sample);
}
