#include "engine/device/platform.h"

namespace engine::device {

std::string noteOfNaN(std::string_view metric, std::int32_t step)
{
    return "From step " + std::to_string(step) + " on, \"" + std::string(metric) +
           "\" is not a number (NaN). A learning rate that is too large, or that is not a number itself, does this: "
           "look at the values that the first such step reads.";
}

}  // namespace engine::device
