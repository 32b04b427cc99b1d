#include "engine/devices/sim/detail/resources.h"

namespace engine::devices::sim::detail {

Resources::Resources(State& state)
    : lanes(state.profile, state.options, state.trace),
      pages(state, lanes.pages),
      workers(state, lanes),
      streams(state, lanes),
      links(state),
      kernels(state, streams, workers),
      copies(state, lanes, links, pages),
      m_state(state)
{
}

bool Resources::isOutdated(const Event& event) const
{
    return (event.what() == EventKind::KernelsEnd && !kernels.isCurrent(event)) ||
           (event.what() == EventKind::FlowsEnd && !links.isCurrent(event));
}

void Resources::scheduleEnds()
{
    if (links.update())
        for (std::size_t gpu = 0; gpu < m_state.profile.gpus.size(); ++gpu)
            kernels.setTraffic(DeviceId{gpu + 1}, links.trafficOf(gpu));
    kernels.scheduleEnds();
}

}  // namespace engine::devices::sim::detail
