#include "engine/analysis/part_names.h"

#include "engine/messages/messages.h"
#include "engine/trace/imported.h"

namespace engine::analysis {

Message nameOf(const trace::Trace& trace, Part part)
{
    if (!trace::isImported(trace.run()))
        return nameOf(part);
    switch (part) {
        case Part::Read:
            return messages::message("part.copies");
        case Part::Forward:
            return messages::message("part.kernels");
        case Part::Backward:
            return messages::message("part.backward");
        case Part::Exchange:
            return messages::message("part.between-gpus");
        case Part::Update:
            return messages::message("part.optimizer");
        case Part::Evaluate:
            return messages::message("part.evaluation");
        case Part::Wait:
            break;
    }
    return messages::message("part.idle");
}

}  // namespace engine::analysis
