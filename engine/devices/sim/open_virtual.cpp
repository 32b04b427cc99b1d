#include "engine/devices/sim/open_virtual.h"

#include "engine/devices/sim/detail/virtual_platform.h"
#include "engine/messages/messages.h"

#include <algorithm>

namespace engine::devices::sim {

Result<std::unique_ptr<device::Platform>> openVirtual(const device::Machine& machine,
                                                      const device::PlatformOptions& options, trace::Sink& sink,
                                                      const device::ValueEngineFactory& values)
{
    std::unique_ptr<device::ValueEngine> engine;
    if (options.values == trace::ValueMode::Computed) {
        if (!values)
            return makeError(ErrorCode::Unavailable, message("run.no-cpu-engine"));
        Result<std::unique_ptr<device::ValueEngine>> made = values(std::max(options.valueThreads, 1));
        if (!made)
            return std::move(made).error();
        engine = *std::move(made);
    }
    const device::Profile& profile = options.semantics == device::Semantics::Torch ? machine.torch : machine.mxnet;
    return std::unique_ptr<device::Platform>(
        std::make_unique<detail::VirtualPlatform>(profile, options, sink, std::move(engine)));
}

}  // namespace engine::devices::sim
