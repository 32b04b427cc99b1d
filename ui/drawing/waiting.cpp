#include "ui/drawing/waiting.h"

#include "ui/drawing/vector_shapes.h"
#include "ui/look/theme.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::drawing {

void paintWaitBox(const Surface& painter, const Scene& scene, const QRectF& rect, double radius)
{
    const auto& tokens = scene.theme->tokens();
    const QRectF box = rect.adjusted(0.5, 0.5, -0.5, -0.5);
    painter->setRenderHint(QPainter::Antialiasing, radius > 0);
    if (scene.style.path == PaintPath::Screen) {
        painter->setBrushOrigin(rect.topLeft());
        painter->setBrush(scene.theme->waitBrush(scene.devicePixelRatio));
    } else {
        QPainterPath lines;
        addPattern(lines, look::Pattern::ThinRising, box);
        painter->fillRect(box, tokens.syncSoft);
        strokeShape(painter, lines, tokens.syncHatch, 1);
        painter->setBrush(Qt::NoBrush);
    }
    painter->setPen(QPen(tokens.syncFill, 1));
    painter->drawRoundedRect(box, radius, radius);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setBrushOrigin(0, 0);
}

void NarrowWaits::add(const QRectF& rect)
{
    constexpr double kApart = 2.5;
    if (!m_run.empty() && rect.left() - m_run.back().right() > kApart)
        flush();
    m_run.push_back(rect);
}

void NarrowWaits::flush()
{
    constexpr std::size_t kMany = 8;  // fewer narrow waits can be distinguished
    const auto& tokens = m_scene.theme->tokens();
    constexpr double kMax = 0.5;  // if a larger fraction of the time is waiting, single waits are not visible
    if (m_run.size() < kMany || m_waited.mean(m_run.front().left(), m_run.back().right()) < kMax) {
        for (const QRectF& rect : m_run)
            m_painter->fillRect(rect, tokens.syncFill);
    } else {
        const QRectF whole(m_run.front().left(), m_bars.top(), m_run.back().right() - m_run.front().left(),
                           m_bars.height());
        paintWaitBox(m_painter, m_scene, whole, 0);
    }
    m_run.clear();
}

WaitedColumns::WaitedColumns(const QRectF& bars, double ratio)
    : m_left(bars.left()),
      m_ratio(ratio),
      m_shares(static_cast<std::size_t>(std::lround(std::max(0.0, bars.width() * ratio))))
{
}

void WaitedColumns::add(double left, double right)
{
    const double from = std::max(0.0, (left - m_left) * m_ratio);
    const double to = std::min(static_cast<double>(m_shares.size()), (right - m_left) * m_ratio);
    for (double at = from; at < to;) {
        const double end = std::min(to, std::floor(at) + 1);
        m_shares[static_cast<std::size_t>(at)] += static_cast<float>(end - at);
        at = end;
    }
}

float WaitedColumns::share(int column) const
{
    const auto at = static_cast<std::size_t>(column);
    return column >= 0 && at < m_shares.size() ? std::min(1.0F, m_shares[at]) : 0.0F;
}

double WaitedColumns::mean(double left, double right) const
{
    const int first = static_cast<int>(std::floor((left - m_left) * m_ratio));
    const int last = std::max(first + 1, static_cast<int>(std::ceil((right - m_left) * m_ratio)));
    double sum = 0;
    for (int column = first; column < last; ++column)
        sum += static_cast<double>(share(column));
    return sum / (last - first);
}

}  // namespace ui::drawing
