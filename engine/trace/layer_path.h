#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine::trace {

using Extents = std::vector<std::int64_t>;

/// A layer of a neural net, as IssueRecord::layer names it: "conv1:Conv2d[64x64x3x3 64]".
struct PathLayer {
    std::string name;  ///< name in the enclosing layer; empty: the text has only a type
    std::string type;
    std::vector<Extents> shapes;  ///< shapes of the layer's own parameters
};

/// The layers of a recorded path, the outermost first. Extents that are no numbers are 0.
[[nodiscard]] std::vector<PathLayer> layersOf(std::string_view path);

/// The number of values in an array. 2^40 if there are more, so that a sum over many arrays does not overflow.
[[nodiscard]] std::int64_t elementsOf(const Extents& shape);

}  // namespace engine::trace
