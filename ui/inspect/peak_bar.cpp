#include "ui/inspect/detail/peak_bar.h"

#include "ui/inspect/detail/labels.h"
#include "ui/look/format.h"
#include "ui/look/plain_texts.h"

#include <QPainter>
#include <QPainterPath>

namespace ui::inspect::detail {

using engine::analysis::MemoryPeaks;

namespace {

/// Formats "3.66 GiB with 1.03 GiB of others", with the same numbers as the memory view.
QString peakText(const MemoryPeaks& p)
{
    const QString all = look::bytesText(p.needed());
    return p.usedByOthers.value > 0 ? QObject::tr("%1 with %2 of others").arg(all, look::bytesText(p.usedByOthers))
                                    : all;
}

QString capacityText(const MemoryPeaks& p)
{
    return QObject::tr("capacity %1").arg(look::bytesText(p.capacity));
}

}  // namespace

PeakBar::PeakBar(look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PeakBar::show(const engine::analysis::MemoryForecast& forecast)
{
    m_forecast = forecast;
    const MemoryPeaks peaks = forecast.tightest();
    setAccessibleName(text());
    // Qt wraps the lines of a tooltip only if it is HTML.
    look::setHtmlToolTip(
        *this,
        QObject::tr("<p>The program's pool takes %1 at most; driver, context and display hold %2. Both "
                    "together must stay within the capacity of %3.</p>")
            .arg(look::bytesText(peaks.taken()), look::bytesText(peaks.usedByOthers), look::bytesText(peaks.capacity)));
    update();
}

void PeakBar::fail(const QString& reason)
{
    m_problem = reason;
    setAccessibleName(text());
    look::setHtmlToolTip(*this, QStringLiteral("<p>%1</p>").arg(reason.toHtmlEscaped()));
    update();
}

QString PeakBar::text() const
{
    if (!m_problem.isEmpty())
        return ui::tr("could not be predicted: %1").arg(m_problem);
    if (!m_forecast)
        return ui::tr("predicting…");
    const MemoryPeaks p = m_forecast->tightest();
    const QString peak = peakText(p) + (m_forecast->refused ? ui::tr(", still refused") : QString());
    return p.capacity.value > 0 ? peak + QStringLiteral(" · ") + capacityText(p) : peak;
}

QSize PeakBar::sizeHint() const
{
    return {m_theme.px(276), m_theme.px(29)};
}

void PeakBar::paintEvent(QPaintEvent*)
{
    const look::Tokens& t = m_theme.tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double top = m_theme.px(3), height = m_theme.px(8), radius = m_theme.px(2);
    const auto box = [&](double from, double to, const QBrush& brush, const QColor& edge) {
        QPainterPath path;
        path.addRoundedRect(QRectF(from, top, std::max(0.0, to - from), height), radius, radius);
        painter.fillPath(path, brush);
        if (edge.isValid())
            painter.strokePath(path, QPen(edge, 0.8));
    };
    box(0, width(), t.sunken, {});
    painter.setFont(m_theme.sans(10.5));
    painter.setPen(t.text2);
    const double baseline = m_theme.px(24);
    if (!m_forecast) {
        painter.drawText(QPointF(0, baseline),
                         QFontMetricsF(painter.font()).elidedText(text(), Qt::ElideRight, width()));
        return;
    }
    const MemoryPeaks p = m_forecast->tightest();
    const bool fits = !m_forecast->refused;
    const double needed = static_cast<double>(p.needed().value);
    // The bar ends at 11/10 of the capacity, or at the needed memory if that is more, so that the overflow is visible.
    const double full = std::max(static_cast<double>(p.capacity.value) * 1.1, needed) + 1;
    const auto x = [&](double bytes) { return bytes / full * width(); };
    const double others = x(static_cast<double>(p.usedByOthers.value));
    box(others, x(needed), fits ? t.memFill : t.failFill, {});
    if (p.usedByOthers.value > 0)
        box(0, others, m_theme.hatchBrush(look::Pattern::Rising, t.soft, t.strong, devicePixelRatioF()), t.strong);
    const QString refused = fits ? QString() : ui::tr(", still refused");
    const QFont bold = m_theme.sans(10.5, QFont::Medium);
    const QString capacity = p.capacity.value > 0 ? capacityText(p) : QString();
    const double capacityWidth = QFontMetricsF(bold).horizontalAdvance(capacity);
    // Without enough room, omit the memory of others; the hatched part and the tooltip show it.
    QString peak = peakText(p) + refused;
    if (QFontMetricsF(painter.font()).horizontalAdvance(peak) + m_theme.px(8) + capacityWidth > width())
        peak = look::bytesText(p.needed()) + refused;
    painter.setPen(fits ? t.text2 : t.fail);
    painter.drawText(QPointF(0, baseline), peak);
    if (capacity.isEmpty())
        return;
    painter.setFont(bold);
    painter.setPen(QPen(t.fail, m_theme.px(1.6)));
    const double at = x(static_cast<double>(p.capacity.value));
    painter.drawLine(QPointF(at, 0), QPointF(at, m_theme.px(14)));
    painter.drawText(QPointF(width() - capacityWidth, baseline), capacity);
}

}  // namespace ui::inspect::detail
