#pragma once

#include "ui/drawing/scene.h"

#include <optional>
#include <vector>

namespace ui::drawing {

/// A bracket with its text, on the bracket or above it.
struct TieredBracket {
    std::size_t block = 0;  ///< index into Trace::blocks()
    double from = 0, to = 0;
    bool isMistimed = false;
    std::optional<double> workEnd;  ///< end of a mistimed block's work
    bool isOpen = false;            ///< the page ends before the block does, so that its time is unknown
    int level = 0;                  ///< levels by which the bracket is raised, so that tails do not overlap
    bool isAbove = false;           ///< the text is above the bracket, which is too narrow for it
    int tier = 0;                   ///< tier of the text above the bracket, counted from 1; 0: there is no room
    double left = 0, nameWidth = 0, width = 0;
    QString name, time, book;
};

struct TieredBrackets {
    std::vector<TieredBracket> blocks;
    std::optional<TieredBracket> saved;  ///< the bracket of ScenePage::saved
    int tiers = 0;                       ///< number of text tiers above the brackets
    int levels = 0;                      ///< number of levels above the first one
};

/// Height of a level of brackets.
inline constexpr double kBracketLevel = 24;

/// Places the brackets of a scene with `SceneStyle::hasTiers` and the texts for which there is room. Does not depend on
/// the scene's rows, so that a page can leave room for the tiers.
[[nodiscard]] TieredBrackets placeInTiers(const Scene& scene);
/// Paints the brackets and texts that placeInTiers() returns; the lines of the lowest level are at `y`.
void paintInTiers(const Surface& painter, const Scene& scene, double y);

}  // namespace ui::drawing
