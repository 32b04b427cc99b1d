#pragma once

#include "ui/compare/compare_scene.h"
#include "ui/look/theme.h"

#include <QPainter>
#include <algorithm>

namespace ui::compare {

/// Base of the painters of a comparison's parts: painter, scene, layout and axis. Stores references to its arguments.
class CompareSurface {
public:
    CompareSurface(const drawing::Surface& painter, const CompareScene& scene, const CompareLayout& layout,
                   const drawing::Scene& axis)
        : CompareSurface(painter, scene, layout, axis, *scene.pair)
    {
    }
    /// Creates a surface for `pair` with the painter, scene, layout and axis of `other`.
    CompareSurface(const CompareSurface& other, const ComparedPair& pair)
        : CompareSurface(other.m_painter, other.m_scene, other.m_layout, other.m_axis, pair)
    {
    }

protected:
    CompareSurface(const drawing::Surface& painter, const CompareScene& scene, const CompareLayout& layout,
                   const drawing::Scene& axis, const ComparedPair& pair)
        : m_painter(painter),
          m_scene(scene),
          m_theme(*scene.theme),
          m_tokens(scene.theme->tokens()),
          m_comparison(pair.comparison()),
          m_layout(layout),
          m_axis(axis),
          m_left(layout.headerWidth),
          m_width(std::max(1, scene.size.width() - layout.headerWidth))
    {
    }

    [[nodiscard]] double px(double at100) const { return at100 * m_theme.scale(); }
    [[nodiscard]] double xOf(engine::Nanoseconds t) const { return m_left + timeToPixel(t, m_scene.range, m_width); }
    [[nodiscard]] QRectF plotRect(double top, double height) const { return QRectF(m_left, top, m_width, height); }
    [[nodiscard]] bool isSlower() const { return m_comparison.saved() < engine::Nanoseconds{}; }
    [[nodiscard]] QColor savedColour() const { return m_tokens.text2; }

    void paintLine(double x1, double y1, double x2, double y2)
    {
        m_painter->setPen(QPen(m_tokens.line, 1));
        m_painter->drawLine(QPointF(x1, y1), QPointF(x2, y2));
    }

    drawing::Surface m_painter;
    const CompareScene& m_scene;
    const look::Theme& m_theme;
    const look::Tokens& m_tokens;
    const engine::analysis::RunComparison& m_comparison;
    const CompareLayout& m_layout;
    const drawing::Scene& m_axis;  ///< scene of the axis, without a run
    double m_left;
    double m_width;
};

/// Hatches the time that the shorter side saved, from its end to the end of the other side, and paints a line through
/// the rows of a band where the longest side ends. Flags are painted over it.
void paintSavedTime(const CompareSurface& surface, const CompareScene& scene, const CompareLayout::Band& band);
/// Paints the bracket of the saved time.
void paintDifference(const CompareSurface& surface, const CompareLayout::Band& band);
/// Paints the number of busy devices of all sides over time, with its title.
void paintBusyCurves(const CompareSurface& surface);

}  // namespace ui::compare
