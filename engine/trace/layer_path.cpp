#include "engine/trace/layer_path.h"

#include <algorithm>
#include <charconv>

namespace engine::trace {

namespace {

/// The parts of a text between separators; empty parts are left out.
std::vector<std::string_view> partsOf(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        if (end > at)
            parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

Extents extentsOf(std::string_view shape)
{
    Extents extents;
    for (const std::string_view text : partsOf(shape, 'x')) {
        std::int64_t extent = 0;
        std::from_chars(text.data(), text.data() + text.size(), extent);
        extents.push_back(std::max<std::int64_t>(extent, 0));
    }
    return extents;
}

PathLayer layerOf(std::string_view text)
{
    PathLayer layer;
    const std::size_t bracket = std::min(text.find('['), text.size());
    const std::string_view head = text.substr(0, bracket);
    const std::size_t colon = head.find(':');
    if (colon != std::string_view::npos)
        layer.name = head.substr(0, colon);
    layer.type = colon == std::string_view::npos ? head : head.substr(colon + 1);
    if (bracket < text.size()) {
        const std::size_t end = std::min(text.find(']', bracket), text.size());
        for (const std::string_view shape : partsOf(text.substr(bracket + 1, end - bracket - 1), ' '))
            layer.shapes.push_back(extentsOf(shape));
    }
    return layer;
}

}  // namespace

std::vector<PathLayer> layersOf(std::string_view path)
{
    std::vector<PathLayer> layers;
    for (const std::string_view part : partsOf(path, '/'))
        layers.push_back(layerOf(part));
    return layers;
}

std::int64_t elementsOf(const Extents& shape)
{
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    std::int64_t elements = 1;
    for (const std::int64_t extent : shape) {
        if (extent > 0 && elements > kMost / extent)
            return kMost;
        elements *= extent;
    }
    return elements;
}

}  // namespace engine::trace
