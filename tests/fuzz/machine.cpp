#include "engine/device/machine_change.h"
#include "engine/device/machine_file.h"
#include "tests/fuzz/fuzz.h"

using namespace engine;
using device::MachineChange;

/// Fuzzes machine files. Each accepted file is then changed as the panel "What if" changes machines.
namespace {

bool read(std::string_view input)
{
    const auto machine = fuzz::reading([&] { return device::parseMachine(input, "a.json"); });
    static_cast<void>(fuzz::reading([&] { return device::numbersOf(input, "a.json"); }));
    if (!machine) {
        fuzz::require(machine.error().english().find("a.json") != std::string::npos, "an error names the file");
        return false;
    }
    for (const device::Profile* profile : {&machine->torch, &machine->mxnet})
        for (const device::GpuModel& gpu : profile->gpus)
            fuzz::require(gpu.memory.value > 0, "an accepted GPU has memory");
    MachineChange change;
    change.link = 0.25 * static_cast<double>(1 + input.size() % 16);
    change.copyEngines = static_cast<int>(input.size() % 3);
    change.streams = static_cast<int>(input.size() % 5);
    change.faster = static_cast<MachineChange::Faster>(input.size() % 5);
    change.moreGpus = static_cast<int>(input.size() % 2);
    const auto changed =
        fuzz::reading([&] { return device::changedMachine(input, "a.json", change, "what-if", "What if"); });
    if (changed)
        fuzz::require(device::parseMachine(*changed, "b.json").has_value(), "a changed machine is a machine");
    return true;
}

std::vector<std::string> seeds()
{
    std::vector<std::string> machines = fuzz::filesOf("resources/machines", ".json", 4);
    std::erase_if(machines, [](const std::string& file) { return file.find("json-schema.org") != std::string::npos; });
    return machines;
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds};
