#include "app/desktop/setup.h"

#include "app/desktop/programs.h"
#include "app/wiring/machines.h"
#include "app/wiring/resources.h"
#include "engine/device/machine_catalogue.h"
#include "engine/messages/messages.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <filesystem>
#include <memory>
#include <utility>

namespace app {

namespace {

using engine::frontend::Runner;

ui::listing::TextAnalysis analyse(Runner& runner, const std::string& source, engine::frontend::Dialect dialect)
{
    ui::listing::TextAnalysis analysis;
    auto points = runner.syncPoints(source, dialect, &analysis.problem);
    if (!points && !analysis.problem)
        analysis.problem = engine::frontend::SyntaxProblem{0, 0, points.error().message};
    if (analysis.problem)
        return analysis;
    analysis.points = *std::move(points);
    if (auto levers = runner.levers(source, dialect))
        analysis.levers = *std::move(levers);
    if (auto insertions = runner.insertions(source, dialect))
        analysis.insertions = *std::move(insertions);
    return analysis;
}

/// Returns a function that starts Python. The thread that runs programs calls it, so that the window need not wait.
ui::runs::BackendMaker backendMaker(std::filesystem::path resources, std::filesystem::path ranksProgram)
{
    return [resources = std::move(resources),
            ranksProgram = std::move(ranksProgram)]() -> engine::Result<ui::runs::Backend> {
        auto made = Programs::start(resources, ranksProgram);
        if (!made)
            return std::move(made).error();
        const std::shared_ptr<Programs> programs = *std::move(made);
        ui::runs::Backend backend;
        backend.programs = programs->runner().programs();
        if (ranksProgram.empty())
            backend.noRanks = engine::messages::message("ranks.no-program");
        backend.run = [programs](const auto& request, auto& recorder) { return programs->run(request, recorder); };
        backend.stop = [programs] { programs->stop(); };
        backend.analyse = [programs](const std::string& source, engine::frontend::Dialect dialect) {
            return analyse(programs->runner(), source, dialect);
        };
        backend.load = [programs](const std::string& idOrPath) { return programs->runner().load(idOrPath); };
        return backend;
    };
}

/// Describes a machine file of the user, whose id is its path.
engine::device::MachineInfo describeOwn(const std::string& path)
{
    engine::device::MachineInfo machine = engine::device::describeMachine(path);
    machine.id = machine.path;
    return machine;
}

/// Sets the path to which a calibration of this computer is written, and adds the machines that were calibrated
/// earlier.
void addOwnModels(ui::shell::Setup& setup)
{
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/machines");
    setup.calibration.file = folder + QStringLiteral("/this-computer.json");
    for (const QFileInfo& file : QDir(folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
        setup.machines.listed.push_back(describeOwn(QFile::encodeName(file.filePath()).toStdString()));
}

}  // namespace

ui::shell::Setup makeSetup()
{
    const engine::Result<std::filesystem::path> resources = findResources();
    ui::shell::Setup setup;
    if (!resources) {
        setup.backend = [error = resources.error()]() -> engine::Result<ui::runs::Backend> { return error; };
        return setup;
    }
    const QString program = commandProgram();
    setup.backend = backendMaker(*resources, QFile::encodeName(program).toStdString());
    setup.calibration.program = program;
    setup.lessons = QFile::decodeName((*resources / "lessons").c_str());
    setup.machines.listed = listMachinesWithoutProbing(*resources / "machines");
    setup.machines.findOwn = localMachines;
    addOwnModels(setup);
    setup.machines.describe = describeOwn;
    return setup;
}

}  // namespace app
