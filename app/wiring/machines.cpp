#include "app/wiring/machines.h"

#include "app/wiring/resources.h"
#include "engine/device/machine_catalogue.h"
#include "engine/device/machine_choice.h"
#include "engine/device/machine_file.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/devices/cuda/open_computer.h"
#include "engine/devices/sim/open_virtual.h"
#include "engine/values/lazy_values.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
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

/// Finds machines by id or path. Caches the machine that was found last until its file changes. Any thread.
class MachineFiles {
public:
    explicit MachineFiles(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    Result<device::Machine> find(const std::string& idOrPath)
    {
        const Result<std::filesystem::path> file = device::findMachineFile(m_folder, idOrPath);
        if (!file)
            return file.error();
        std::error_code trouble;
        const auto changed = std::filesystem::last_write_time(*file, trouble);
        const std::lock_guard lock(m_mutex);
        if (m_last && m_file == *file && m_changed == changed && !trouble)
            return *m_last;
        Result<device::Machine> machine = device::readMachine(*file);
        if (machine) {
            m_file = *file;
            m_changed = changed;
            m_last = *machine;
        }
        return machine;
    }

private:
    std::filesystem::path m_folder;
    std::mutex m_mutex;  ///< guards the members below
    std::filesystem::path m_file;
    std::filesystem::file_time_type m_changed;
    std::optional<device::Machine> m_last;
};

/// Searches only once: a loaded module stays loaded, and a driver neither appears nor disappears during the process.
const devices::cuda::ModuleSearch& gpus()
{
    static const devices::cuda::ModuleSearch kSearch = devices::cuda::findModule(devices::cuda::modulePlaces());
    return kSearch;
}

device::PlatformFactory factoryOf(const std::shared_ptr<MachineFiles>& machines)
{
    const auto values = lazyValues(std::make_shared<values::ValueCache>());
    return [machines, values](const std::string& name, const device::PlatformOptions& options,
                              trace::Sink& sink) -> Result<std::unique_ptr<device::Platform>> {
        const auto choice = device::machineChoice(name);
        if (!choice)
            return Error(choice.error());
        if (choice->machine == devices::cpu::kThisComputer)
            return devices::cuda::openComputer(gpus(), devices::cuda::gpuSettings(*choice), options, sink);
        const auto machine = machines->find(name);
        if (!machine)
            return Error(machine.error());
        return devices::sim::openVirtual(*machine, options, sink, values);
    };
}

frontend::Runner::MachineLabel labelsOf(const std::shared_ptr<MachineFiles>& machines)
{
    return [machines](const std::string& name) -> Result<std::string> {
        const auto choice = device::machineChoice(name);
        if (choice && choice->machine == devices::cpu::kThisComputer)
            return devices::cuda::describeComputer(gpus(), *choice).label;
        const auto machine = machines->find(name);
        return machine ? Result(machine->label) : Error(machine.error());
    };
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
    return factoryOf(std::make_shared<MachineFiles>(std::move(folder)));
}

std::string machineLabel(std::filesystem::path folder, const std::string& machine)
{
    const auto label = labelsOf(std::make_shared<MachineFiles>(std::move(folder)))(machine);
    return label ? *label : machine;
}

int ranksPerComputer(const std::filesystem::path& folder, const std::string& machine)
{
    const auto found = MachineFiles(folder).find(machine);
    return found && found->torch.network.rate > 0 ? found->torch.network.ranksPerComputer : 0;
}

Result<std::unique_ptr<frontend::Runner>> makeRunner(const std::filesystem::path& resources)
{
    const auto machines = std::make_shared<MachineFiles>(resources / "machines");
    return frontend::Runner::create(runnerPaths(resources), factoryOf(machines), labelsOf(machines));
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
