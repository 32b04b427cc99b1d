#include "app/wiring/machines.h"

#include "engine/device/machine_catalogue.h"
#include "engine/device/machine_choice.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/devices/cuda/open_computer.h"
#include "engine/devices/sim/open_virtual.h"
#include "engine/values/lazy_values.h"

#include <map>
#include <memory>
#include <utility>

namespace app {

using namespace engine;

namespace {

device::ValueEngineFactory lazyValues(std::shared_ptr<values::ValueCache> cache)
{
    return [cache](int threads) -> Result<std::unique_ptr<device::ValueEngine>> {
        auto inner = devices::cpu::makeValueEngine(threads);
        if (!inner)
            return std::move(inner).error();
        return values::makeLazyValues(*std::move(inner), cache);
    };
}

/// Searches only once: a loaded module stays loaded, and the presence of a driver does not change during the process.
const devices::cuda::ModuleSearch& gpus()
{
    static const devices::cuda::ModuleSearch kSearch = devices::cuda::findModule(devices::cuda::modulePlaces());
    return kSearch;
}

}  // namespace

std::vector<device::MachineInfo> findMachines(const std::filesystem::path& folder)
{
    std::vector<device::MachineInfo> machines = device::listMachines(folder);
    for (device::MachineInfo& own : localMachines())
        machines.push_back(std::move(own));
    return machines;
}

std::vector<device::MachineInfo> listMachinesWithoutProbing(const std::filesystem::path& folder)
{
    std::vector<device::MachineInfo> machines = device::listMachines(folder);
    machines.push_back(devices::cuda::describeComputer({}));
    return machines;
}

std::vector<device::MachineInfo> localMachines()
{
    return devices::cuda::describeComputers(gpus());
}

device::PlatformFactory platformFactory(std::filesystem::path folder)
{
    const auto values = lazyValues(std::make_shared<values::ValueCache>());
    return [folder = std::move(folder), values](const std::string& name, const device::PlatformOptions& options,
                                                trace::Sink& sink) -> Result<std::unique_ptr<device::Platform>> {
        const auto choice = device::machineChoice(name);
        if (!choice)
            return Error(choice.error());
        if (choice->machine == devices::cpu::kThisComputer)
            return devices::cuda::openComputer(gpus(), devices::cuda::gpuSettings(*choice), options, sink);
        const auto machine = device::findMachine(folder, name);
        if (!machine)
            return Error(machine.error());
        return devices::sim::openVirtual(*machine, options, sink, values);
    };
}

frontend::Runner::MachineLabel machineLabels(std::filesystem::path folder)
{
    return [folder = std::move(folder)](const std::string& name) {
        const auto choice = device::machineChoice(name);
        if (choice && choice->machine == devices::cpu::kThisComputer)
            return devices::cuda::describeComputer(gpus(), *choice).label;
        const auto machine = device::findMachine(folder, name);
        return machine ? machine->label : name;
    };
}

GpuSoftware gpuSoftware()
{
    if (gpus().problem != devices::cuda::GpuProblem::None)
        return {};
    const auto version = [](int number) {
        return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
    };
    return {.driver = version(gpus().probe.driver), .toolkit = "CUDA " + version(gpus().probe.runtime)};
}

}  // namespace app
