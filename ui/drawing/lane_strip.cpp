#include "ui/drawing/lane_strip.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ui::drawing {

using engine::trace::Coverage;
using engine::trace::Kind;
using engine::trace::LaneIndex;
using engine::trace::OpState;

namespace {

/// Fraction of the fill colour in a gap between two spans.
constexpr double kSeparatorFill = 0.28;

QRgb mixed(QRgb pixel, const QColor& ground, double share)
{
    const auto mix = [&](int a, int b) { return static_cast<int>(a * share + b * (1.0 - share) + 0.5); };
    return qRgb(mix(qRed(pixel), ground.red()), mix(qGreen(pixel), ground.green()), mix(qBlue(pixel), ground.blue()));
}

}  // namespace

QColor StripColours::of(Kind kind, OpState state) const
{
    const QColor full = state == OpState::Failed ? theme->tokens().failFill
                        : single.isValid()       ? single
                                                 : theme->kind(kind).fill;
    return strength >= 1.0 ? full : QColor(mixed(full.rgb(), ground, strength));
}

void LaneStrip::clipTo(double from, double to, const QColor& ground)
{
    const auto isOutside = [&](double left, double right) { return right <= from + 0.5 || left >= to - 0.5; };
    std::erase_if(coverage.slices, [&](const Coverage::Slice& slice) { return isOutside(slice.left, slice.right); });
    std::erase_if(coverage.columns, [&](const Coverage::Column& column) { return isOutside(column.x, column.x + 1); });
    for (std::size_t x = 0; x < pixels.size(); ++x)
        if (isOutside(static_cast<double>(x), static_cast<double>(x + 1))) {
            busy[x] = 0;
            pixels[x] = presence[x] = ground.rgb();
        }
}

void LaneStrip::layOver(const LaneStrip& below, const QColor& ground)
{
    const auto add = [](int colour, float share, int under, int plain) {
        return std::clamp(colour + static_cast<int>(std::lround(share * static_cast<float>(under - plain))), 0, 255);
    };
    const std::size_t n = std::min(pixels.size(), below.pixels.size());
    for (std::size_t x = 0; x < n; ++x) {
        const float idle = std::max(0.0F, 1.0F - busy[x]);
        const QRgb under = below.pixels[x];
        for (QRgb* pixel : {&pixels[x], &presence[x]}) {
            // Presence lines of pale columns keep their full colour.
            if (pixel == &presence[x] && busy[x] > 0 && busy[x] < kPaleShare)
                continue;
            *pixel = qRgb(add(qRed(*pixel), idle, qRed(under), ground.red()),
                          add(qGreen(*pixel), idle, qGreen(under), ground.green()),
                          add(qBlue(*pixel), idle, qBlue(under), ground.blue()));
        }
    }
}

void LaneStrip::blend(int column, float share, QRgb colour)
{
    const auto at = static_cast<std::size_t>(column);
    busy[at] += share;
    m_rgb[3 * at] += share * static_cast<float>(qRed(colour));
    m_rgb[3 * at + 1] += share * static_cast<float>(qGreen(colour));
    m_rgb[3 * at + 2] += share * static_cast<float>(qBlue(colour));
}

void LaneStrip::addSlices(const LaneIndex& index, int separatorColumns)
{
    const int columns = static_cast<int>(busy.size());
    float previousRight = -1e9F;
    for (const Coverage::Slice& slice : coverage.slices) {
        const auto& span = index.spans()[slice.span];
        const QRgb colour = colourOf(span.kind, span.state);
        const float left = std::max(0.0F, slice.left);
        const float right = std::min(static_cast<float>(columns), slice.right);
        const int first = static_cast<int>(left);
        const int last = std::min(columns - 1, static_cast<int>(std::ceil(right)) - 1);
        for (int x = first; x <= last; ++x) {
            const auto from = std::max(left, static_cast<float>(x));
            const auto to = std::min(right, static_cast<float>(x + 1));
            blend(x, std::max(0.0F, to - from), colour);
        }
        const bool hasNeighbour = slice.left > 0 && slice.left - previousRight < 1.0F;
        if (separatorColumns > 0 && hasNeighbour)
            for (int x = first; x < std::min(columns, first + separatorColumns); ++x)
                m_separators.push_back(x);
        previousRight = slice.right;
    }
}

void LaneStrip::make(const LaneIndex& index, const model::TimeRange& range, int columns, const StripColours& colours,
                     int separatorColumns)
{
    const auto n = static_cast<std::size_t>(std::max(columns, 0));
    busy.assign(n, 0.0F);
    m_rgb.assign(3 * n, 0.0F);
    m_separators.clear();
    for (std::size_t kind = 0; kind < m_fills.size(); ++kind)
        m_fills[kind] = colours.of(static_cast<Kind>(kind), OpState::Done).rgb();
    m_failed = colours.of(Kind::Compute, OpState::Failed).rgb();
    index.cover({range.begin, range.end, columns}, coverage);
    addSlices(index, separatorColumns);
    for (const Coverage::Column& column : coverage.columns)
        if (column.x >= 0 && column.x < columns)
            blend(column.x, column.busy, colourOf(column.kind, column.state));

    const float ground[3] = {static_cast<float>(colours.ground.red()), static_cast<float>(colours.ground.green()),
                             static_cast<float>(colours.ground.blue())};
    pixels.resize(n);
    presence.resize(n);
    for (std::size_t x = 0; x < n; ++x) {
        const float share = busy[x];
        const float idle = std::max(0.0F, 1.0F - share);
        const float scale = share > 1.0F ? 1.0F / share : 1.0F;
        int rgb[3];
        int full[3];
        for (std::size_t c = 0; c < 3; ++c) {
            rgb[c] = static_cast<int>(m_rgb[3 * x + c] * scale + idle * ground[c] + 0.5F);
            full[c] = share > 0 ? static_cast<int>(m_rgb[3 * x + c] / share + 0.5F) : static_cast<int>(ground[c]);
        }
        pixels[x] = qRgb(rgb[0], rgb[1], rgb[2]);
        presence[x] = share > 0 && share < kPaleShare ? qRgb(full[0], full[1], full[2]) : pixels[x];
    }
    for (int x : m_separators)
        pixels[static_cast<std::size_t>(x)] = presence[static_cast<std::size_t>(x)] =
            mixed(pixels[static_cast<std::size_t>(x)], colours.ground, kSeparatorFill);
}

QImage imageOf(const LaneStrip& strip, int height, int foot)
{
    const int width = static_cast<int>(strip.pixels.size());
    if (width <= 0 || height <= 0)
        return {};
    QImage image(width, height, QImage::Format_RGB32);
    const std::size_t bytes = strip.pixels.size() * sizeof(QRgb);
    for (int y = 0; y < height; ++y)
        std::memcpy(image.scanLine(y), y >= height - foot ? strip.presence.data() : strip.pixels.data(), bytes);
    return image;
}

}  // namespace ui::drawing
