#pragma once

#include "engine/frontend/runner.h"
#include "tests/source_dir.h"

#include <memory>
#include <utility>

namespace tests {

inline engine::Result<std::unique_ptr<engine::device::Platform>> noPlatform(const std::string& machine,
                                                                            const engine::device::PlatformOptions&,
                                                                            engine::trace::Sink&)
{
    return engine::untranslatedError(engine::ErrorCode::NotFound, "There is no machine " + machine + ".");
}

/// Returns a front end with the shipped programs. By default it has no machine, so it can analyse listings but run
/// none.
inline std::unique_ptr<engine::frontend::Runner> shippedRunner(engine::device::PlatformFactory factory = noPlatform,
                                                               engine::frontend::Runner::MachineLabel label = {})
{
    auto made = engine::frontend::Runner::create(
        {{inSource("resources/python"), inSource("engine/listing/python"), inSource("engine/frontend/python")},
         inSource("resources/workloads")},
        std::move(factory), std::move(label));
    if (!made)
        qFatal("%s", made.error().english().c_str());
    return *std::move(made);
}

}  // namespace tests
