#include "engine/devices/cuda/open_computer.h"

#include "engine/devices/cpu/computer.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/devices/cuda/detail/gpu_devices.h"
#include "engine/messages/messages.h"

namespace engine::devices::cuda {

device::MachineInfo describeComputer(const ModuleSearch& search)
{
    return describeComputer(search, {cpu::kThisComputer});
}

device::MachineInfo describeComputer(const ModuleSearch& search, const device::MachineChoice& choice)
{
    device::MachineInfo info = cpu::thisComputer();
    info.id = device::nameOf(choice);
    if (!search.module) {
        info.note = search.sentence;
        return info;
    }
    info.gpuCount = choice.isShared ? 2 : search.probe.devices;
    info.note = Message(search.gpuName);
    if (choice.isShared)
        info.label += " · GPU 0 and 1 are one, shared, no speed-up possible";
    else
        info.label += info.gpuCount == 1 ? " · 1 GPU" : " · " + std::to_string(info.gpuCount) + " GPUs";
    if (choice.isTf32)
        info.label += " · TF32";
    return info;
}

std::vector<device::MachineInfo> describeComputers(const ModuleSearch& search)
{
    std::vector<device::MachineInfo> all{describeComputer(search)};
    if (!search.module)
        return all;
    all.push_back(describeComputer(search, {.machine = cpu::kThisComputer, .isTf32 = true, .isShared = false}));
    if (search.probe.devices == 1)
        all.push_back(describeComputer(search, {.machine = cpu::kThisComputer, .isTf32 = false, .isShared = true}));
    return all;
}

GpuSettings gpuSettings(const device::MachineChoice& choice)
{
    GpuSettings settings;
    settings.module.isTf32 = choice.isTf32 ? 1 : 0;
    settings.isShared = choice.isShared;
    return settings;
}

Result<std::unique_ptr<device::Platform>> openComputer(const ModuleSearch& search,
                                                       const device::PlatformOptions& options, trace::Sink& sink)
{
    return openComputer(search, GpuSettings{}, options, sink);
}

Result<std::unique_ptr<device::Platform>> openComputer(const ModuleSearch& search, const GpuSettings& settings,
                                                       const device::PlatformOptions& options, trace::Sink& sink)
{
    if (settings.isShared && !search.module)
        return makeError(ErrorCode::Unavailable, message("machine.no-shared-gpu", search.sentence));
    if (settings.isShared && search.probe.devices != 1)
        return makeError(ErrorCode::InvalidArgument, message("machine.shared-needless", search.probe.devices));
    if (!search.module) {
        if (settings.module.isTf32 != 0)
            sink.write(trace::NoteRecord{.text = message("gpu.no-tf32", search.sentence)});
        return cpu::openThisComputer(options, sink);
    }
    if (Status status = cpu::checkOptions(options); !status)
        return std::move(status).error();
    auto computer = std::make_unique<cpu::Computer>(options, cpu::readHost(cpu::ranksHere(options)), sink);
    auto gpus = std::make_unique<detail::GpuDevices>(computer->state(), search.module);
    const Status opened = gpus->open(search.probe.devices, settings);
    computer->attach(std::move(gpus));
    if (!opened)
        return opened.error();
    if (Status status = computer->start(); !status)
        return std::move(status).error();
    return std::unique_ptr<device::Platform>(std::move(computer));
}

}  // namespace engine::devices::cuda
