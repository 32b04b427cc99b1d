#include "engine/devices/cuda/open_computer.h"

#include "engine/devices/cpu/this_computer.h"
#include "engine/devices/cuda/detail/gpu_computer.h"

namespace engine::devices::cuda {

device::MachineInfo describeComputer(const ModuleSearch& search)
{
    device::MachineInfo info = cpu::thisComputer();
    if (!search.module) {
        info.note = search.sentence;
        return info;
    }
    info.gpuCount = search.probe.devices;
    info.label += info.gpuCount == 1 ? " · 1 GPU" : " · " + std::to_string(info.gpuCount) + " GPUs";
    abi::Facts facts;
    if ((*search.module)->facts(0, &facts) == abi::Code::Ok)
        info.note = facts.name;
    return info;
}

Result<std::unique_ptr<device::Platform>> openComputer(const ModuleSearch& search,
                                                       const device::PlatformOptions& options, trace::Sink& sink)
{
    return openComputer(search, abi::Options{}, options, sink);
}

Result<std::unique_ptr<device::Platform>> openComputer(const ModuleSearch& search, const abi::Options& settings,
                                                       const device::PlatformOptions& options, trace::Sink& sink)
{
    if (!search.module)
        return cpu::openThisComputer(options, sink);
    if (Status status = cpu::checkOptions(options); !status)
        return std::move(status).error();
    auto platform = std::make_unique<detail::GpuComputer>(options, cpu::readHost(), sink, search.module);
    if (!platform->status())
        return platform->status().error();
    if (Status status = platform->openGpus(search.probe.devices, settings); !status)
        return std::move(status).error();
    platform->start();
    return std::unique_ptr<device::Platform>(std::move(platform));
}

}  // namespace engine::devices::cuda
