#include "ui/inspect/detail/peak_bar.h"

#include "ui/inspect/detail/words.h"
#include "ui/look/format.h"

#include <QPainter>
#include <QPainterPath>

namespace ui::inspect::detail {

namespace {

/// "3.6 GiB": the bar shows no more than two decimals' worth.
QString peakText(const PeakPrediction& p)
{
    return look::binaryBytesText(p.peak + p.usedByOthers);
}

QString capacityText(const PeakPrediction& p)
{
    return QObject::tr("capacity %1").arg(look::binaryBytesText(p.capacity));
}

}  // namespace

PeakBar::PeakBar(look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PeakBar::show(const PeakPrediction& prediction)
{
    m_prediction = prediction;
    setAccessibleName(text());
    update();
}

void PeakBar::fail(const QString& reason)
{
    m_problem = reason;
    setAccessibleName(text());
    setToolTip(reason);
    update();
}

QString PeakBar::text() const
{
    if (!m_problem.isEmpty())
        return ui::tr("could not be predicted: %1").arg(m_problem);
    if (!m_prediction)
        return ui::tr("predicting…");
    const QString peak = peakText(*m_prediction);
    const QString fits = m_prediction->fits ? QString() : ui::tr(", still refused");
    return m_prediction->capacity.value > 0 ? peak + fits + QStringLiteral(" · ") + capacityText(*m_prediction)
                                            : peak + fits;
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
    if (!m_prediction) {
        painter.drawText(QPointF(0, baseline),
                         QFontMetricsF(painter.font()).elidedText(text(), Qt::ElideRight, width()));
        return;
    }
    const PeakPrediction& p = *m_prediction;
    const double needed = static_cast<double>((p.peak + p.usedByOthers).value);
    // The capacity stands at 10/11 of the bar, so that what exceeds it is seen to.
    const double full = std::max(static_cast<double>(p.capacity.value) * 1.1, needed) + 1;
    const auto x = [&](double bytes) { return bytes / full * width(); };
    const double others = x(static_cast<double>(p.usedByOthers.value));
    box(others, x(needed), p.fits ? t.memFill : t.failFill, {});
    if (p.usedByOthers.value > 0)
        box(0, others, m_theme.hatchBrush(look::Pattern::Rising, t.soft, t.strong, devicePixelRatioF()), t.strong);
    painter.setPen(p.fits ? t.text2 : t.fail);
    painter.drawText(QPointF(0, baseline), p.fits ? peakText(p) : peakText(p) + ui::tr(", still refused"));
    if (p.capacity.value <= 0)
        return;
    painter.setFont(m_theme.sans(10.5, QFont::Medium));
    painter.setPen(QPen(t.fail, m_theme.px(1.6)));
    const double at = x(static_cast<double>(p.capacity.value));
    painter.drawLine(QPointF(at, 0), QPointF(at, m_theme.px(14)));
    const QString text = capacityText(p);
    painter.drawText(QPointF(width() - QFontMetricsF(painter.font()).horizontalAdvance(text), baseline), text);
}

}  // namespace ui::inspect::detail
