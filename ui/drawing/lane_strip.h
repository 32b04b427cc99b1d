#pragma once

#include "engine/trace/coverage.h"
#include "ui/look/theme.h"
#include "ui/model/time_range.h"

#include <QImage>
#include <array>
#include <vector>

/// Computes the colour of each pixel column of a lane from the lane's exact coverage. Pure functions, without a window.
namespace ui::drawing {

/// A column with a smaller busy fraction is hard to see; its lower edge has full colour.
inline constexpr float kPaleShare = 0.35F;

struct StripColours {
    QColor ground;                       ///< background of the lane
    const look::Theme* theme = nullptr;  ///< never null when of() is called; outlives this
    double strength = 1.0;               ///< fraction of the colours in a mixture with the background
    QColor single = {};                  ///< if valid, the colour of every kind

    [[nodiscard]] QColor of(engine::trace::Kind kind, engine::trace::OpState state) const;
};

/// The pixels of a lane. `busy` is the painted fraction of each column; the sum of all columns is the busy time.
struct LaneStrip {
    engine::trace::Coverage coverage;
    std::vector<float> busy;
    std::vector<QRgb> pixels;
    std::vector<QRgb> presence;  ///< the bottom lines of the bars: full colour in every column that is not idle

    /// `separatorColumns` 0: no gaps between adjacent spans.
    void make(const engine::trace::LaneIndex& index, const model::TimeRange& range, int columns,
              const StripColours& colours, int separatorColumns);

    /// Clears the columns before `from` and at or after `to`.
    void clipTo(double from, double to, const QColor& ground);
    /// Blends each column of `below`, a strip of equal length, into the idle fraction of the same column of this strip.
    void layOver(const LaneStrip& below, const QColor& ground);

private:
    void addSlices(const engine::trace::LaneIndex& index, int separatorColumns);
    void blend(int column, float share, QRgb colour);
    [[nodiscard]] QRgb colourOf(engine::trace::Kind kind, engine::trace::OpState state) const
    {
        return state == engine::trace::OpState::Failed ? m_failed : m_fills[static_cast<std::size_t>(kind)];
    }

    std::vector<float> m_rgb;  ///< accumulated colour, 3 values per column
    std::vector<int> m_separators;
    std::array<QRgb, static_cast<std::size_t>(engine::trace::Kind::Collective) + 1> m_fills{};
    QRgb m_failed = 0;
};

/// An opaque image of `height` lines, each a copy of `strip`; the lowest `foot` lines are copies of `strip.presence`.
[[nodiscard]] QImage imageOf(const LaneStrip& strip, int height, int foot);

}  // namespace ui::drawing
