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
            return message("part.copies");
        case Part::Forward:
            return message("part.kernels");
        case Part::Backward:
            return message("part.backward");
        case Part::Exchange:
            return message("part.between-gpus");
        case Part::Update:
            return message("part.optimizer");
        case Part::Evaluate:
            return message("part.evaluation");
        case Part::Wait:
            break;
    }
    return message("part.idle");
}

}  // namespace engine::analysis
