#pragma once

#include "engine/trace/record.h"

#include <QString>

namespace ui::drawing {

/// How a line is painted. Warning: with the amber sign before the text.
enum class TooltipStyle : std::uint8_t { Code, Swatch, Pale, Strong, Warning };

/// One line of a tooltip.
struct TooltipLine {
    QString text;
    TooltipStyle style = TooltipStyle::Pale;
    engine::trace::Kind kind = engine::trace::Kind::Compute;  ///< only for TooltipStyle::Swatch
};

}  // namespace ui::drawing
