#pragma once

#include "tests/app/program_runs.h"
#include "tests/source_dir.h"

#include <algorithm>
#include <filesystem>
#include <random>
#include <vector>

/// A built-in program on a machine, with one wait flipped, or as it is opened (line 0).
struct ProgramCase {
    std::string program;
    engine::frontend::Dialect dialect = engine::frontend::Dialect::Torch;
    std::string machine;
    int flippedLine = 0;

    [[nodiscard]] engine::frontend::RunRequest request(ProgramRuns& runs) const
    {
        engine::frontend::RunRequest request = runs.request(program, dialect);
        request.machine = machine;
        if (std::erase(request.off, flippedLine) == 0 && flippedLine > 0)
            request.off.push_back(flippedLine);
        return request;
    }
    [[nodiscard]] QString name() const
    {
        return QStringLiteral("%1 on %2, line %3 flipped")
            .arg(QString::fromStdString(program), QString::fromStdString(machine))
            .arg(flippedLine);
    }
};

/// Whether a test covers every case instead of a sample.
inline bool isEveryCaseTested()
{
    return qEnvironmentVariableIsSet("OVERLAP_ALL_PROGRAMS");
}

/// The seed of a sample: OVERLAP_SEED, else a fixed one.
inline std::uint32_t sampleSeed()
{
    bool isSet = false;
    const int seed = qEnvironmentVariableIntValue("OVERLAP_SEED", &isSet);
    return isSet ? static_cast<std::uint32_t>(seed) : 20261123;
}

/// Every program in every dialect on every shipped machine, as it is opened and with each wait flipped; or a sample.
inline std::vector<ProgramCase> programCases(ProgramRuns& runs, std::size_t sample)
{
    std::vector<std::string> machines;
    for (const auto& file : std::filesystem::directory_iterator(tests::inSource("resources/machines")))
        if (file.path().extension() == ".json" && file.path().stem() != "machine.schema")
            machines.push_back(file.path().stem());
    std::sort(machines.begin(), machines.end());
    std::vector<ProgramCase> all;
    for (const auto& program : runs.runner().programs())
        for (const auto& [dialect, source] : program.sources) {
            std::vector<int> lines{0};
            if (const auto points = runs.runner().syncPoints(source, dialect))
                for (const auto& point : *points)
                    lines.push_back(point.line);
            for (const std::string& machine : machines)
                for (const int line : lines)
                    all.push_back({program.id, dialect, machine, line});
        }
    if (!isEveryCaseTested() && all.size() > sample) {
        std::shuffle(all.begin(), all.end(), std::mt19937(sampleSeed()));
        all.resize(sample);
    }
    return all;
}
