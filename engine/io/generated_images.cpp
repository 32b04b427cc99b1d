#include "engine/io/generated_images.h"

#include <algorithm>
#include <array>
#include <random>

namespace engine::io {

namespace {

constexpr std::size_t kClasses = 10;
constexpr std::int64_t kGrid = 7;  ///< number of cells along each side of a pattern
constexpr std::int64_t kMaxShift = 2;

/// The pattern of one class of images: true for the bright cells of the grid.
using Pattern = std::array<bool, kGrid * kGrid>;

/// Returns a number below `bound`. Uses modulo instead of a distribution: the bias of modulo does not matter here, and
/// the result is the same with every standard library.
std::int64_t draw(std::mt19937_64& random, std::int64_t bound)
{
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
}

std::array<Pattern, kClasses> makePatterns()
{
    std::mt19937_64 random(20190109);
    std::array<Pattern, kClasses> patterns{};
    for (Pattern& pattern : patterns)
        for (bool& cell : pattern)
            cell = draw(random, 5) < 2;
    return patterns;
}

bool isBright(const Pattern& pattern, std::int64_t side, std::int64_t row, std::int64_t column)
{
    const auto cell = [&](std::int64_t at) { return std::clamp<std::int64_t>(at, 0, side - 1) * kGrid / side; };
    return pattern[static_cast<std::size_t>(cell(row) * kGrid + cell(column))];
}

}  // namespace

LabelledImages generateImages(std::int64_t count, std::int64_t side, std::uint64_t seed)
{
    LabelledImages images{{{count, side, side}, {}}, {{count}, {}}};
    images.images.bytes.reserve(static_cast<std::size_t>(count * side * side));
    const std::array<Pattern, kClasses> patterns = makePatterns();
    std::mt19937_64 random(seed);
    for (std::int64_t i = 0; i < count; ++i) {
        const auto label = static_cast<std::size_t>(draw(random, kClasses));
        images.labels.bytes.push_back(static_cast<std::uint8_t>(label));
        const std::int64_t down = draw(random, 2 * kMaxShift + 1) - kMaxShift;
        const std::int64_t right = draw(random, 2 * kMaxShift + 1) - kMaxShift;
        for (std::int64_t row = 0; row < side; ++row)
            for (std::int64_t column = 0; column < side; ++column) {
                const std::int64_t light = isBright(patterns[label], side, row + down, column + right) ? 140 : 20;
                images.images.bytes.push_back(static_cast<std::uint8_t>(light + draw(random, 96)));
            }
    }
    return images;
}

}  // namespace engine::io
