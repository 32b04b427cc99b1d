#include "ui/inspect/life_bar.h"

#include "ui/look/in_language.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <numeric>

namespace ui::inspect {

namespace {

constexpr double kBarHeight = 12;
constexpr double kTextBaseline = 25;
constexpr double kMinimumPart = 15;

}  // namespace

std::vector<double> lifeWidths(const std::vector<LifePart>& parts, double width, double minimum, double gap)
{
    if (parts.empty())
        return {};
    const double room = width - gap * static_cast<double>(parts.size() - 1);
    minimum = std::min(minimum, room / static_cast<double>(parts.size()));
    double total = 0;
    for (const LifePart& part : parts)
        total += static_cast<double>(std::max<std::int64_t>(part.duration.count(), 0));
    std::vector<double> widths(parts.size(), minimum);
    if (total <= 0) {
        std::fill(widths.begin(), widths.end(), room / static_cast<double>(parts.size()));
        return widths;
    }
    // Parts below the minimum get the minimum; the others share the remaining width. Repeat until no part changes.
    std::vector<bool> isFixed(parts.size(), false);
    for (std::size_t round = 0; round < parts.size(); ++round) {
        double left = room;
        double open = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (isFixed[i])
                left -= minimum;
            else
                open += static_cast<double>(parts[i].duration.count());
        }
        bool hasChanged = false;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (isFixed[i])
                continue;
            widths[i] = open > 0 ? left * static_cast<double>(parts[i].duration.count()) / open : minimum;
            if (widths[i] < minimum) {
                widths[i] = minimum;
                isFixed[i] = hasChanged = true;
            }
        }
        if (!hasChanged)
            break;
    }
    return widths;
}

LifeBar::LifeBar(look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    look::inLanguage(this, [this] { setAccessibleName(tr("Lifetime of the operation")); });
}

void LifeBar::show(const std::vector<LifePart>& parts, engine::trace::Kind kind, Tone tone)
{
    m_parts = parts;
    m_kind = kind;
    m_tone = tone;
    QStringList words;
    for (const LifePart& part : parts)
        words << part.label;
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    setToolTip(words.join(QStringLiteral(" · ")));
    setVisible(!parts.empty());
    updateGeometry();
    update();
}

QSize LifeBar::sizeHint() const
{
    return {m_theme.px(276), m_theme.px(30)};
}

void LifeBar::paintPart(QPainter& painter, const QRectF& rect, LifePart::Role role) const
{
    const look::Tokens& t = m_theme.tokens();
    const qreal radius = m_theme.px(2);
    QPainterPath outline;
    outline.addRoundedRect(rect, radius, radius);
    if (role == LifePart::Role::Running) {
        painter.fillPath(outline, m_theme.patternBrush(m_kind, devicePixelRatioF()));
        return;
    }
    if (role == LifePart::Role::Input)
        painter.fillPath(outline, t.sunken);
    else if (m_tone == Tone::Sync)
        painter.fillPath(outline, m_theme.waitBrush(devicePixelRatioF()));
    else
        painter.fillPath(outline,
                         m_theme.hatchBrush(look::Pattern::ThinRising, t.panel, t.strong, devicePixelRatioF()));
    painter.setPen(QPen(m_tone == Tone::Sync ? t.syncFill : t.strong, 1));
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

void LifeBar::paintLabels(QPainter& painter, const std::vector<QRectF>& rects) const
{
    const look::Tokens& t = m_theme.tokens();
    const QFont plain = m_theme.sans(10.5);
    const QFont strong = m_theme.sans(10.5, QFont::Medium);
    const double baseline = m_theme.px(kTextBaseline);
    const double gap = m_theme.px(8);
    // Places the labels from the last part to the first. A label that would overlap a placed one moves to the left, or
    // is omitted if there is no room.
    std::vector<std::pair<double, double>> taken;
    for (std::size_t n = m_parts.size(); n-- > 0;) {
        const LifePart& part = m_parts[n];
        const bool isRun = part.role == LifePart::Role::Running;
        const QFontMetricsF metrics(isRun ? strong : plain);
        const double w = metrics.horizontalAdvance(part.label);
        double x = n == 0 ? 0 : n + 1 == m_parts.size() ? width() - w : rects[n].center().x() - w / 2;
        x = std::clamp(x, 0.0, std::max(0.0, width() - w));
        for (const auto& [from, to] : taken)
            if (x < to + gap && x + w + gap > from)
                x = from - gap - w;
        if (x < -0.5)
            continue;
        taken.emplace_back(x, x + w);
        painter.setFont(isRun ? strong : plain);
        painter.setPen(isRun ? m_theme.kind(m_kind).textOnTint : t.text2);
        painter.drawText(QPointF(x, baseline), part.label);
    }
}

void LifeBar::paintEvent(QPaintEvent*)
{
    if (m_parts.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double gap = m_theme.px(1);
    const std::vector<double> widths = lifeWidths(m_parts, width(), m_theme.px(kMinimumPart), gap);
    std::vector<QRectF> rects;
    double x = 0;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        rects.emplace_back(x, 0, widths[i], m_theme.px(kBarHeight));
        paintPart(painter, rects.back(), m_parts[i].role);
        x += widths[i] + gap;
    }
    paintLabels(painter, rects);
}

}  // namespace ui::inspect
