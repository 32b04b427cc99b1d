#include "engine/devices/cpu/pending_collective.h"

namespace engine::devices::cpu {

Status allocateOutputs(const ComputerState& state, const PendingCollective& call)
{
    if (call.isDirect)
        return state.devices->rankLibrary()->prepare(call);
    for (const VariablePtr& output : call.writes)
        if (output->device == kCpu)
            if (Status status = state.devices->allocateHost(*output, call.op); !status)
                return status;
    return {};
}

}  // namespace engine::devices::cpu
