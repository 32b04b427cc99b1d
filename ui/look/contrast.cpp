#include "ui/look/contrast.h"

#include <algorithm>
#include <cmath>

namespace ui::look {

namespace {

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminanceOf(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

}  // namespace

double contrastOf(const QColor& a, const QColor& b)
{
    const double first = luminanceOf(a), second = luminanceOf(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor moreReadable(const QColor& ground, const QColor& a, const QColor& b)
{
    return contrastOf(a, ground) >= contrastOf(b, ground) ? a : b;
}

QColor withContrast(const QColor& colour, std::initializer_list<QColor> grounds, double ratio)
{
    double luminance = 0;
    for (const QColor& ground : grounds)
        luminance += luminanceOf(ground) / static_cast<double>(grounds.size());
    // At this luminance, black and white have equal contrast with the background.
    const bool isDarkened = luminance > 0.179;
    float hue = 0, saturation = 0, lightness = 0;
    colour.getHslF(&hue, &saturation, &lightness);
    const auto isEnough = [&](const QColor& candidate) {
        return std::all_of(grounds.begin(), grounds.end(),
                           [&](const QColor& ground) { return contrastOf(candidate, ground) >= ratio; });
    };
    QColor moved = colour;
    for (int step = 0; step < 100 && !isEnough(moved); ++step) {
        lightness = std::clamp(lightness + (isDarkened ? -0.01F : 0.01F), 0.0F, 1.0F);
        moved = QColor::fromHslF(std::max(hue, 0.0F), saturation, lightness).toRgb();
    }
    return moved;
}

}  // namespace ui::look
