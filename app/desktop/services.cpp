#include "app/desktop/services.h"

#include "app/wiring/machines.h"
#include "app/wiring/resources.h"
#include "engine/device/machine_catalogue.h"

#include <filesystem>
#include <memory>
#include <utility>

namespace app {

namespace {

using engine::frontend::Runner;

/// Python starts on the thread that runs programs, after the window is on the screen.
ui::run::BackendMaker backendMaker(std::filesystem::path resources)
{
    return [resources = std::move(resources)]() -> engine::Result<ui::run::Backend> {
        const std::filesystem::path machines = resources / "machines";
        auto made = Runner::create(runnerPaths(resources), platformFactory(machines), machineLabels(machines));
        if (!made)
            return std::move(made).error();
        const std::shared_ptr<Runner> runner = *std::move(made);
        ui::run::Backend backend;
        backend.programs = runner->programs();
        backend.run = [runner](const auto& request, auto& recorder) { return runner->run(request, recorder); };
        backend.stop = [runner] { runner->stop(); };
        backend.syncPoints = [runner](const std::string& source, engine::frontend::Dialect dialect, auto* problem) {
            return runner->syncPoints(source, dialect, problem);
        };
        backend.load = [runner](const std::string& idOrPath) { return runner->load(idOrPath); };
        return backend;
    };
}

}  // namespace

ui::shell::Services makeServices()
{
    const engine::Result<std::filesystem::path> resources = findResources();
    ui::shell::Services services;
    if (!resources) {
        services.backend = [error = resources.error()]() -> engine::Result<ui::run::Backend> { return error; };
        return services;
    }
    services.backend = backendMaker(*resources);
    services.lessons = (*resources / "lessons").string();
    services.machines = listMachines(*resources / "machines");
    services.describeMachine = [](const std::string& path) { return engine::device::describeMachine(path); };
    return services;
}

}  // namespace app
