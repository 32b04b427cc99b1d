#include "engine/devices/cpu/this_computer.h"

#include "engine/device/rank_transport.h"
#include "engine/devices/cpu/computer.h"
#include "engine/devices/cpu/host.h"
#include "engine/messages/messages.h"

namespace engine::devices::cpu {

device::MachineInfo thisComputer()
{
    const Host host = readHost();
    device::MachineInfo info;
    info.id = kThisComputer;
    info.label = "This computer · " + std::to_string(host.cores) + (host.cores == 1 ? " core" : " cores");
    info.kind = trace::PlatformKind::Real;
    info.gpuCount = 0;
    return info;
}

int ranksHere(const device::PlatformOptions& options)
{
    return options.transport == nullptr ? 1 : options.transport->place().localCount;
}

Status checkOptions(const device::PlatformOptions& options)
{
    constexpr int kMaxWorkers = 64;
    if (options.computeWorkers < 0 || options.computeWorkers > kMaxWorkers)
        return makeError(ErrorCode::InvalidArgument, message("run.cpu-workers", options.computeWorkers));
    if (options.maxPending < 0)
        return makeError(ErrorCode::InvalidArgument, message("run.pending-bound", options.maxPending));
    return {};
}

Result<std::unique_ptr<device::Platform>> openThisComputer(const device::PlatformOptions& options, trace::Sink& sink)
{
    if (Status status = checkOptions(options); !status)
        return std::move(status).error();
    auto platform = std::make_unique<Computer>(options, readHost(ranksHere(options)), sink);
    if (Status status = platform->start(); !status)
        return std::move(status).error();
    return std::unique_ptr<device::Platform>(std::move(platform));
}

}  // namespace engine::devices::cpu
