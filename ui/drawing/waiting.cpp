#include "ui/drawing/waiting.h"

#include "ui/look/theme.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::drawing {

void NarrowWaits::add(const QRectF& rect)
{
    constexpr double kApart = 2.5;
    if (!m_run.empty() && rect.left() - m_run.back().right() > kApart)
        flush();
    m_run.push_back(rect);
}

void NarrowWaits::flush()
{
    constexpr std::size_t kMany = 8;
    const auto& tokens = m_scene.theme->tokens();
    constexpr double kMost = 0.5;
    if (m_run.size() < kMany || m_waited.mean(m_run.front().left(), m_run.back().right()) < kMost) {
        for (const QRectF& rect : m_run)
            m_painter.fillRect(rect, tokens.syncFill);
    } else {
        const QRectF whole(m_run.front().left(), m_bars.top(), m_run.back().right() - m_run.front().left(),
                           m_bars.height());
        m_painter.fillRect(whole, m_scene.path == PaintPath::Screen ? m_scene.theme->waitBrush(m_scene.devicePixelRatio)
                                                                    : QBrush(tokens.syncSoft));
        m_painter.setPen(QPen(tokens.syncFill, 1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(whole.adjusted(0.5, 0.5, -0.5, -0.5));
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
