#include "engine/device/platform.h"

#include "engine/messages/messages.h"

namespace engine::device {

Message noteOfNaN(std::string_view metric, std::int32_t step)
{
    return message("run.not-a-number", step, metric);
}

}  // namespace engine::device
