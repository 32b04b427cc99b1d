#include "engine/frontend/detail/strides.h"

#include <algorithm>
#include <vector>

namespace engine::frontend {

namespace {

using ops::Shape;

/// Adjacent axes that can be traversed as one axis.
struct Run {
    std::int64_t extent = 1;
    std::int64_t stride = 1;
};

/// Merges adjacent axes into as few runs as possible, the innermost first. Skips axes of extent 1.
std::vector<Run> runsOf(const Shape& shape, const Strides& strides)
{
    std::vector<Run> runs;
    for (std::size_t axis = shape.rank(); axis-- > 0;) {
        if (shape[axis] == 1)
            continue;
        if (!runs.empty() && strides[axis] == runs.back().stride * runs.back().extent)
            runs.back().extent *= shape[axis];
        else
            runs.push_back({shape[axis], strides[axis]});
    }
    return runs;
}

}  // namespace

Strides inOrder(const Shape& shape)
{
    Strides strides{};
    std::int64_t step = 1;
    for (std::size_t axis = shape.rank(); axis-- > 0;) {
        strides[axis] = step;
        step *= std::max<std::int64_t>(shape[axis], 1);
    }
    return strides;
}

bool isInOrder(const Shape& shape, const Strides& strides)
{
    const Strides dense = inOrder(shape);
    for (std::size_t axis = 0; axis < shape.rank(); ++axis)
        if (shape[axis] != 1 && strides[axis] != dense[axis] && shape.elements() > 0)
            return false;
    return true;
}

std::optional<Strides> stridesAs(const Shape& from, const Strides& strides, const Shape& to)
{
    if (from.elements() != to.elements())
        return {};
    Strides result = inOrder(to);
    if (to.elements() == 0)
        return result;
    std::size_t axis = to.rank();
    for (const Run& run : runsOf(from, strides)) {
        std::int64_t covered = 1;
        while (covered < run.extent) {
            --axis;  // an axis remains, because `from` and `to` have equally many elements
            if (to[axis] == 1)
                continue;
            result[axis] = run.stride * covered;
            covered *= to[axis];
        }
        if (covered != run.extent)
            return {};
    }
    return result;
}

Strides transposed(const Shape& from, const Strides& strides)
{
    Strides result = strides;
    std::reverse(result.begin(), result.begin() + static_cast<std::ptrdiff_t>(from.rank()));
    return result;
}

}  // namespace engine::frontend
