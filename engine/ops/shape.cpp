#include "engine/ops/shape.h"

namespace engine::ops {

std::string toText(const Shape& shape)
{
    if (shape.rank() == 0)
        return "scalar";
    std::string text;
    for (std::int64_t extent : shape.extents())
        text += (text.empty() ? "" : " × ") + std::to_string(extent);
    return text;
}

}  // namespace engine::ops
