#include "engine/analysis/part_names.h"

#include "engine/trace/imported.h"

namespace engine::analysis {

const char* nameOf(const trace::Trace& trace, Part part)
{
    if (!trace::isImported(trace.run()))
        return nameOf(part);
    switch (part) {
        case Part::Read:
            return "copies";
        case Part::Forward:
            return "kernels";
        case Part::Backward:
            return "backward";
        case Part::Exchange:
            return "between GPUs";
        case Part::Update:
            return "optimizer";
        case Part::Evaluate:
            return "evaluation";
        case Part::Wait:
            break;
    }
    return "waits, idle";
}

}  // namespace engine::analysis
